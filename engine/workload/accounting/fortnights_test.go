package accounting_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/workload/accounting"
	"backfill/engine/workload/logs"
	"backfill/engine/workload/workloadtest"
	"backfill/policies"
)

// Two real logs are cut into fortnights, as somebody would print them who looks at the last two weeks: of jobs that run or wait at the end
// nobody knows how long they will run. The mean wait of all jobs of the fortnight under EASY, whose schedule of the whole log is taken for what happened,
// is off by less than a third of what it is off by if they ran until their limits; and the errors of all fortnights nearly cancel each other.
func TestUnendedJobsOfRealLogs(t *testing.T) {
	for _, log := range []struct {
		file       string
		processors int32
	}{{"SDSC-SP2-1998-filtered.swf.gz", 128}, {"CEA-Curie-2011-filtered.swf.gz", 80640}} {
		w, _, err := logs.ReadSWF(workloadtest.OpenTrace(t, log.file), log.file)
		if err != nil {
			t.Fatal(err)
		}
		for j := range w.Jobs {
			w.Jobs[j].Run = min(w.Jobs[j].Run, w.Jobs[j].Estimate)
		}
		starts := func(jobs []engine.Job) []engine.Time {
			o, err := engine.Simulate(&engine.Workload{Jobs: jobs}, engine.NewCluster(log.processors, 1), &policies.EASY{Reservations: 1}, engine.Options{})
			if err != nil {
				t.Fatal(err)
			}
			return o.Start
		}
		meanWait := func(jobs []engine.Job) float64 {
			sum := 0.0
			for j, start := range starts(jobs) {
				sum += (start - jobs[j].Submit).Seconds()
			}
			return sum / float64(len(jobs)) / 3600
		}
		happened := starts(w.Jobs)
		var usual, limits errorsOf
		const span = 14 * engine.Day
		for from := engine.Time(0); from+span < w.Jobs[len(w.Jobs)-1].Submit; from += span {
			var jobs []engine.Job
			var rows strings.Builder
			rows.WriteString("JobID|Submit|Start|End|State|AllocCPUS|Timelimit\n")
			cut := from + span
			for j, job := range w.Jobs {
				if job.Submit < from || job.Submit >= cut {
					continue
				}
				jobs = append(jobs, job)
				start, end, state := "Unknown", "Unknown", "PENDING"
				if happened[j] <= cut {
					start, state = fmt.Sprint(happened[j]/engine.Second), "RUNNING"
				}
				if happened[j]+job.Run <= cut {
					end, state = fmt.Sprint((happened[j]+job.Run)/engine.Second), "COMPLETED"
				}
				s := int64(job.Estimate / engine.Second)
				fmt.Fprintf(&rows, "%d|%d|%s|%s|%s|%d|%d-%02d:%02d:%02d\n", j+1, job.Submit/engine.Second, start, end, state, job.Processors, s/86400, s/3600%24, s/60%60, s%60)
			}
			if len(jobs) == 0 {
				continue
			}
			truth := meanWait(jobs)
			for _, c := range []struct {
				untilLimit bool
				errors     *errorsOf
			}{{false, &usual}, {true, &limits}} {
				log, err := accounting.Read(strings.NewReader(rows.String()), "log", accounting.Options{UntilLimit: c.untilLimit})
				if err != nil {
					t.Fatal(err)
				}
				cut, _, err := log.Workload("log", "UTC", nil)
				if err != nil {
					t.Fatal(err)
				}
				if len(cut.Jobs) != len(jobs) {
					t.Fatalf("%d jobs of %d are read", len(cut.Jobs), len(jobs))
				}
				c.errors.add(meanWait(cut.Jobs) - truth)
			}
		}
		t.Logf("%s: mean waits are off by %.3f h, in the mean %.3f h; if unended jobs ran until their limits, by %.3f h, %.3f h", log.file, usual.size(), usual.mean(), limits.size(), limits.mean())
		if !(usual.size() < limits.size()/3 && math.Abs(usual.mean()) < limits.mean()/10) {
			t.Errorf("%s: mean waits are off by %.3f h, in the mean %.3f h; if unended jobs ran until their limits, by %.3f h, %.3f h", log.file, usual.size(), usual.mean(), limits.size(), limits.mean())
		}
	}
}

// errorsOf are errors that were made.
type errorsOf struct{ n, sum, sizes float64 }

func (e *errorsOf) add(x float64) { e.n, e.sum, e.sizes = e.n+1, e.sum+x, e.sizes+math.Abs(x) }

func (e *errorsOf) mean() float64 { return e.sum / e.n }

func (e *errorsOf) size() float64 { return e.sizes / e.n }
