package accounting

import (
	"bytes"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"backfill/engine"
)

func FuzzSlurm(f *testing.F) {
	f.Add(plainHead + "7_[1,3-5%2]|2026-03-01T12:00:00|2026-03-01T12:01:00|2026-03-01T13:01:00|COMPLETED|4\n1|2\n3")
	f.Add("JobID,JobName,Submit,Eligible,Start,End,Elapsed,State,TimelimitRaw,ReqTRES,ReqMem\n1+0,a,b,1,2,3,4,RUNNING,5,\"cpu=1,mem=1.5G,gres/gpu:x=2\",4Gn\n")
	f.Add("job;wait;duration;cores;submit\n1;2;3;4;5\n\"a\"\"\";;;;\n")
	f.Add(submitHead + submitted("1", "1", "a", "00", "00", "00", "10", "RUNNING", "sbatch -L m:2,n --nice=-5 --no-requeue a.sh") + submitted("2_[1-3%2]", "2", "a", "01", "", "", "", "PENDING", "sbatch -d after:1+3,singleton a.sh") +
		submitted("3_1", "5", "a", "02", "02", "12", "13", "COMPLETED", "sbatch -aL --dep aftercorr:2,afterany:5 a.sh") +
		submitted("7+0", "7", "a", "02", "02", "12", "13", "COMPLETED", "sbatch --time-min 5 -t 1-2 a.sh : -n2") + submitted("7+1", "8", "a", "02", "03", "12", "13", "COMPLETED", "sbatch a.sh"))
	f.Fuzz(makesSense)
}

func FuzzPBS(f *testing.F) {
	addLines(f, "pbs.txt")
	f.Add(pbsDay)
	f.Fuzz(makesSense)
}

func FuzzLSF(f *testing.F) {
	addLines(f, "lsf.txt")
	f.Fuzz(makesSense)
}

func FuzzGridEngine(f *testing.F) {
	addLines(f, "gridengine.txt")
	f.Fuzz(makesSense)
}

// addLines adds the lines of a file of records as seeds.
func addLines(f *testing.F, name string) {
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(text))
	for line := range strings.SplitSeq(string(text), "\n") {
		f.Add(line)
	}
}

// Nothing that is written into a log makes its reader fail in another way than by an error, or makes times and sizes that no simulation
// takes; and its copy is read as the log is.
func makesSense(t *testing.T, text string) {
	log, err := Read(strings.NewReader(text), "log", Options{})
	if err != nil {
		return
	}
	for _, r := range log.Records {
		if r.Requested < 1 || r.Requested > maxProcessors || r.Allocated > maxProcessors || r.Submit < 0 || r.Start >= 0 && r.End >= 0 && r.End < r.Start || r.Eligible > r.Start && r.Start >= 0 {
			t.Fatalf("%+v", r)
		}
	}
	var copied bytes.Buffer
	if _, err := Copy(&copied, strings.NewReader(text), "log", Options{}); err != nil {
		t.Fatal(err)
	}
	if again, err := Read(&copied, "copy", Options{}); err != nil || !slices.Equal(again.Records, log.Records) || toldOf(again) != toldOf(log) {
		t.Fatalf("%v: the copy is read as %+v, the log as %+v", err, again, log)
	}
	w, _, err := log.Workload("log", "", nil)
	if err != nil {
		return
	}
	for _, d := range w.Dependencies {
		if d.Job == d.On || min(d.Job, d.On) < 0 || max(int(d.Job), int(d.On)) >= len(w.Jobs) || d.Delay < 0 {
			t.Fatalf("%+v of %d jobs", d, len(w.Jobs))
		}
	}
	for j, job := range w.Jobs {
		if w.Leader != nil && w.Leader[j] >= 0 {
			if l := w.Leader[j]; int(l) > j || w.Jobs[l].Submit != job.Submit || w.Leader[l] != l || int(l) < j && w.Leader[j-1] != l {
				t.Fatalf("job %d has the leader %d", j, l)
			}
		}
		if w.Entered != nil && w.Entered[j] > job.Submit {
			t.Fatalf("job %d was entered at %d and comes at %d", j, w.Entered[j], job.Submit)
		}
		if job.Submit < 0 || job.Run < engine.Second || job.Estimate < engine.Second || job.Processors < 1 || job.Run > math.MaxUint32*engine.Second || j > 0 && job.Submit < w.Jobs[j-1].Submit {
			t.Fatalf("job %d: %+v", j, job)
		}
	}
}
