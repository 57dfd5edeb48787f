package reproduce

import (
	"compress/gzip"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/metrics"
	"backfill/engine/workload/workloadtest"
	"backfill/policies"
	"backfill/policies/internal/reference"
)

// referenceColumn reads a column of whole numbers of the reference simulator's schedule, by job.
func referenceColumn(t *testing.T, name, column string) map[int64]int64 {
	t.Helper()
	z, err := gzip.NewReader(workloadtest.OpenTrace(t, name))
	if err != nil {
		t.Fatal(err)
	}
	r := csv.NewReader(z)
	header, err := r.Read()
	if err != nil {
		t.Fatal(err)
	}
	place := map[string]int{}
	for i, title := range header {
		place[title] = i
	}
	waits := map[int64]int64{}
	for {
		row, err := r.Read()
		if err == io.EOF {
			return waits
		}
		if err != nil {
			t.Fatal(err)
		}
		job, err1 := strconv.ParseInt(row[place["job"]], 10, 64)
		wait, err2 := strconv.ParseInt(row[place[column]], 10, 64)
		if err1 != nil || err2 != nil {
			t.Fatalf("reference %s: bad row %v", name, row)
		}
		waits[job] = wait
	}
}

// pyss is a schedule of pyss, the field's reference simulator.
type pyss struct {
	log, reference, column string
	processors             int32
	policy                 engine.Policy
	jobs                   int
	batch                  int // jobs whose start differs where the policy is called once for all events of an instant
}

var references = []pyss{
	{"KTH-SP2-1996-filtered", "easy-sequential", "easy_wait", 100, &policies.EASY{Reservations: 1}, 28481, 456},
	{"SDSC-SP2-1998-filtered", "easy-sequential", "easy_wait", 128, &policies.EASY{Reservations: 1}, 54006, 2395},
	{"KTH-SP2-1996-filtered", "conservative-sequential", "wait", 100, policies.Conservative{Compress: true}, 28481, 714},
}

// compareWithReference lists the jobs whose start differs when events of one instant are taken in that order.
func compareWithReference(t *testing.T, c pyss, order engine.Order) (w *engine.Workload, different []string) {
	w = reference.ReadLog(t, c.log+".swf.gz")
	want := referenceColumn(t, c.log+"."+c.reference+".csv.gz", c.column)
	if len(w.Jobs) != c.jobs || len(want) != c.jobs {
		t.Fatalf("%d jobs read, %d in the reference, want %d", len(w.Jobs), len(want), c.jobs)
	}
	o := reference.Simulate(t, w, c.processors, c.policy, engine.Options{Order: order})
	for j := range w.Jobs {
		number := w.JobNumber(int32(j))
		if got := o.Wait(int32(j)); got != engine.Time(want[number])*engine.Second {
			different = append(different, fmt.Sprintf("job %d waits %v s, in the reference %d s", number, got.Seconds(), want[number]))
		}
	}
	return w, different
}

// pyss takes events one at a time. Then every job must start at exactly the second at which it starts there. By default the
// policy sees all events of an instant at once, and some jobs start at another.
func TestSchedulesEqualTheReference(t *testing.T) {
	for _, c := range references {
		t.Run(c.log+" "+c.reference, func(t *testing.T) {
			if _, different := compareWithReference(t, c, engine.Sequential); len(different) > 0 {
				t.Errorf("%d of %d jobs differ, the first: %s", len(different), c.jobs, different[0])
			}
			if _, different := compareWithReference(t, c, engine.Batch); len(different) != c.batch {
				t.Errorf("events of an instant at once: %d of %d jobs differ, want %d", len(different), c.jobs, c.batch)
			}
		})
	}
}

// pyss notes which jobs it backfills. It notes those that start before a job submitted earlier, told from the waits alone: all of them
// but one in each of two schedules, which it backfilled and which started at the same second as the job that it had passed.
func TestBackfilledJobsAreThoseOfTheReference(t *testing.T) {
	for _, c := range []struct {
		reference, column string
		together          int // backfilled jobs that start with the job they passed
	}{
		{"KTH-SP2-1996-filtered.easy-sequential", "easy_wait", 1},
		{"KTH-SP2-1996-filtered.easy-clairvoyant-sequential", "wait", 0},
		{"KTH-SP2-1996-filtered.easy-plus-plus-clairvoyant-sequential", "wait", 0},
		{"KTH-SP2-1996-filtered.easy-plus-plus-tsafrir-sequential", "wait", 1},
		{"SDSC-SP2-1998-filtered.easy-sequential", "easy_wait", 0},
		{"SDSC-SP2-1998-filtered.easy-clairvoyant-sequential", "wait", 0},
		{"SDSC-SP2-1998-filtered.easy-plus-plus-clairvoyant-sequential", "wait", 0},
		{"SDSC-SP2-1998-filtered.easy-plus-plus-tsafrir-sequential", "wait", 0},
	} {
		t.Run(c.reference, func(t *testing.T) {
			log, _, _ := strings.Cut(c.reference, ".")
			w := reference.ReadLog(t, log+".swf.gz")
			waits := referenceColumn(t, c.reference+".csv.gz", c.column)
			backfilled := referenceColumn(t, c.reference+".csv.gz", "backfilled")
			o := engine.NewOutcome(w, engine.NewCluster(w.Machine, 1))
			for j := range w.Jobs {
				o.Start[j] = w.Jobs[j].Submit + engine.Time(waits[w.JobNumber(int32(j))])*engine.Second
			}
			o.MarkOvertaking()
			missing, there := 0, 0
			for j, overtook := range o.Overtook {
				switch noted := backfilled[w.JobNumber(int32(j))] == 1; {
				case overtook && !noted:
					t.Errorf("job %d overtook and is not noted", w.JobNumber(int32(j)))
				case noted && !overtook:
					missing++
				case noted:
					there++
				}
			}
			if missing != c.together || there < 15_000 {
				t.Errorf("of %d jobs that are noted %d did not overtake, want %d", there+missing, missing, c.together)
			}
		})
	}
}

// knownMeans are means that an independent simulator found, rounded to the digits
// written here; bsld 0: unknown.
var knownMeans = []struct {
	name, log  string
	processors int32
	policy     engine.Policy
	order      engine.Order
	wait, bsld float64
}{
	{"KTH-SP2, EASY", "KTH-SP2-1996-filtered.swf.gz", 100, &policies.EASY{Reservations: 1}, engine.Batch, 6834.587, 92.6877},
	{"SDSC-SP2, EASY", "SDSC-SP2-1998-filtered.swf.gz", 128, &policies.EASY{Reservations: 1}, engine.Batch, 20570.875, 87.8055},
	{"KTH-SP2, FCFS", "KTH-SP2-1996-filtered.swf.gz", 100, policies.FCFS{}, engine.Batch, 353776.41, 0},
	{"KTH-SP2, conservative", "KTH-SP2-1996-filtered.swf.gz", 100, policies.Conservative{Compress: true}, engine.Sequential, 7310.55, 0},
}

func TestMeansOfKnownLogs(t *testing.T) {
	for _, c := range knownMeans {
		t.Run(c.name, func(t *testing.T) {
			o := reference.Simulate(t, reference.ReadLog(t, c.log), c.processors, c.policy, engine.Options{Order: c.order})
			m := metrics.Of(o)
			if got := m.Value("meanWait"); math.Abs(got-c.wait) > 0.005 {
				t.Errorf("mean wait %.4f s, want %.4f s", got, c.wait)
			}
			if got := m.Value("meanBoundedSlowdown"); c.bsld > 0 && math.Abs(got-c.bsld) > 0.00005 {
				t.Errorf("mean bounded slowdown %.5f, want %.5f", got, c.bsld)
			}
		})
	}
}
