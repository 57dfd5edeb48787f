//go:build linux

package slurm

import (
	"encoding/csv"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"backfill/engine/machine/realslurm"
	"backfill/engine/machine/slurmrun"
)

var (
	leftIn   = flag.String("slurm", "", "compare with a real Slurm, and leave what it did in this folder")
	realSeed = flag.Uint64("seed", 1, "of the jobs for the real Slurm")
)

// realJobs are for 8 nodes of 4 processors: the queue grows for two minutes, and is empty again after four or five.
const realJobs = 50

// realSettings are those with which the log tells everything: passes and submissions (debug), promises (Backfill) and until when nodes are
// COMPLETING (TraceJobs).
const realSettings = `SlurmctldDebug=debug
DebugFlags=Backfill,TraceJobs
SchedulerParameters=bf_interval=2
PartitionName=batch Nodes=ALL Default=YES MaxTime=INFINITE State=UP
PartitionName=short Nodes=n[1-4] PriorityTier=2 MaxTime=1 State=UP
`

// A real Slurm that is started here schedules jobs that are drawn, and is followed as the runs are that were made before.
func TestRealSlurm(t *testing.T) {
	if *leftIn == "" {
		t.Skip("takes five minutes; make compare-slurm does it")
	}
	s := realslurm.Start(t, true, realslurm.Config{Nodes: 8, Processors: 4, Settings: realSettings})
	version := s.Must("sinfo", "--version")
	t.Logf("%s has begun with %d jobs of seed %d; it takes about five minutes", version, realJobs, *realSeed)
	if err := os.MkdirAll(*leftIn, 0o755); err != nil {
		t.Fatal(err)
	}
	submit(t, s)
	for _, name := range []string{"slurm.conf", "slurmctld.log"} {
		text, err := os.ReadFile(s.File(name))
		if err == nil {
			err = os.WriteFile(filepath.Join(*leftIn, name), text, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}

	t.Logf("what it did is in %s", *leftIn)
	compareReal(t)
}

// compareReal follows what a real Slurm did and prints how well the policy agrees.
func compareReal(t *testing.T) {
	f := followRun(t, "real", slurmrun.ReadFolder(t, *leftIn))
	f.forced()
	again := followRun(t, "real", slurmrun.ReadFolder(t, *leftIn))
	within, _, late := again.near(again.recordedAlone())
	t.Logf("%d jobs waited %.0f s in the mean", f.starts, f.meanWait())
	if f.starts != realJobs {
		t.Errorf("%d of %d jobs have started", f.starts, realJobs)
	}
	for _, row := range []struct {
		what     string
		same, of int
		least    float64 // share
	}{
		{"passes that start the same jobs", f.samePasses, f.passes, 0.995},
		{"starts on the same nodes", f.sameNodes, f.starts, 0.98},
		{"promises of the same nodes from the same second on", f.samePromises, f.promises, 0.99},
		{"starts within 2 s, alone", within, f.starts, 1},
	} {
		t.Logf("%-52s %4d of %4d", row.what, row.same, row.of)
		if float64(row.same) < row.least*float64(row.of) {
			t.Errorf("less than %.1f %% of %s", 100*row.least, row.what)
		}
	}
	for what, list := range map[string][]string{"before each pass as it was": f.others, "alone": late} {
		if n := len(list); n > 0 {
			t.Logf("what differs, %s, the first of %d:\n%s", what, n, strings.Join(list[:min(n, 30)], "\n"))
		}
	}
}

// submit draws jobs, submits them at their times, waits until all have ended and writes what was submitted.
func submit(t *testing.T, s *realslurm.Cluster) {
	list, err := os.Create(filepath.Join(*leftIn, "submissions.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer list.Close()
	table := csv.NewWriter(list)
	table.Write(strings.Split("jobid,name,user,account,partition,qos,nodes,cpus,array,nice,limit,command", ","))
	r := rand.New(rand.NewPCG(*realSeed, 0))
	at := time.Now()
	for i := range realJobs {
		at = at.Add(time.Duration(r.ExpFloat64() * 2.3 * float64(time.Second)))
		processors := []int{1, 1, 2, 3, 4, 4, 6, 8, 12, 16}[r.IntN(10)]
		seconds := 5 + 32*r.Float64()
		limit := 1 + r.IntN(4) // minutes
		if limit == 1 && r.IntN(4) == 0 {
			seconds = 200 // until it is stopped
		}
		name, nodes, partition := fmt.Sprintf("j%d", i+1), "", ""
		tasks := processors
		args := []string{"-t" + strconv.Itoa(limit), "-J" + name}
		if processors%2 == 0 && r.IntN(4) == 0 {
			tasks /= 2
			args = append(args, "-c2")
		}
		args = append(args, "-n"+strconv.Itoa(tasks))
		if limit == 1 && processors <= 8 && r.IntN(2) == 0 {
			partition = []string{"short", "short,batch"}[r.IntN(2)]
			args = append(args, "-p"+partition)
		}
		if r.IntN(6) == 0 {
			nodes = strconv.Itoa((processors + 3) / 4)
			args = append(args, "-N"+nodes)
		}
		if r.IntN(10) == 0 {
			args = append(args, "--exclusive")
		}
		time.Sleep(time.Until(at))
		id := s.Must("sbatch", append(args, "--parsable", "-D/", "-o/dev/null", "--wrap", fmt.Sprintf("sleep %.3f", seconds))...)
		table.Write([]string{id, name, "", "", partition, "", nodes, strconv.Itoa(tasks), "", "", strconv.Itoa(limit), strings.Join(args, " ")})
	}
	table.Flush()
	if err := table.Error(); err != nil {
		t.Fatal(err)
	}
	for late := time.Now().Add(10 * time.Minute); s.Must("squeue", "-h") != ""; time.Sleep(time.Second) {
		if time.Now().After(late) {
			t.Fatalf("the jobs do not end: %s", s.Logs())
		}
	}
}
