package story

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"backfill/engine/workload/accounting"
	"backfill/engine/workload/logs"
	"backfill/engine/workload/workloadtest"
)

const head = "JobID|User|Partition|Account|QOS|Submit|Eligible|Start|End|State|TimelimitRaw|AllocCPUS|ReqTRES|AllocTRES\n"

// Monday, 2026-03-02, 0:00 UTC.
const zero = 1772409600

// ofText is the story of what sacct printed.
func ofText(t *testing.T, rows string, filter ...Condition) *Story {
	t.Helper()
	log, err := accounting.Read(strings.NewReader(head+rows), "log", accounting.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return Of(log, filter)
}

// Job 1 of user 1 comes on Monday at 12:00 and waits 60 s for 4 processors, which it holds for 1 h of 2. Job 2, of user 2, waits 120 s for
// one processor and a GPU, is requeued when it has run 10 minutes, waits 30 s and runs half an hour of half an hour. Job 3, of user 1, is
// cancelled after it has waited an hour, from 13:00 on. Job 4 waits still at 13:00, the end of the log but for job 3, since 12:30.
const small = "1|u|p|a|q|2026-03-02T11:00:00|2026-03-02T12:00:00|2026-03-02T12:01:00|2026-03-02T13:01:00|COMPLETED|120|4|cpu=4,mem=4G|cpu=4,mem=4G\n" +
	"2|v|p|a|q|2026-03-02T12:00:00|2026-03-02T12:00:00|2026-03-02T12:02:00|2026-03-02T12:12:00|REQUEUED|30|1|cpu=1,gres/gpu=1|cpu=1,gres/gpu=1\n" +
	"2|v|p|a|q|2026-03-02T12:12:00|2026-03-02T12:12:00|2026-03-02T12:12:30|2026-03-02T12:42:30|TIMEOUT|30|1|cpu=1,gres/gpu=1|cpu=1,gres/gpu=1\n" +
	"3|u|r|b|q|2026-03-02T13:00:00|2026-03-02T13:00:00|None|2026-03-02T14:00:00|CANCELLED|30|8|cpu=8|\n" +
	"4|u|p|a|q|2026-03-02T12:30:00|2026-03-02T12:30:00|Unknown|Unknown|PENDING|30|2|cpu=2|\n"

func TestStoryOfFourJobs(t *testing.T) {
	s := ofText(t, small)
	const noon = zero + 12*3600
	if s.Of != 4 || s.Runs != 5 || s.From != noon || s.To != noon+2*3600 || !s.Dated {
		t.Errorf("%d jobs, %d runs, from %d to %d", s.Of, s.Runs, s.From-noon, s.To-noon)
	}
	// Of the waits 60 and 150 the first is the median, the second is exceeded by none. Work: 4 x 3,600 + 600 + 1,800 s.
	if want := (Row{Class: 0, Jobs: 4, Started: 2, Median: 60, P95: 150, Wait: 210, Work: 16800, GPUs: 2400}); s.All != want {
		t.Errorf("all jobs %+v, want %+v", s.All, want)
	}
	users := []Row{{Class: 1, Jobs: 3, Started: 1, Median: 60, P95: 60, Wait: 60, Work: 14400}, {Class: 2, Jobs: 1, Started: 1, Median: 150, P95: 150, Wait: 150, Work: 2400, GPUs: 2400}}
	if !slices.Equal(s.Tables[User], users) {
		t.Errorf("users %+v", s.Tables[User])
	}
	for _, c := range []struct {
		d    Dimension
		want []int32
	}{{Partition, []int32{1, 2}}, {Account, []int32{1, 2}}, {QOS, []int32{1}}, {Size, []int32{0, 1, 2, 3}}, {Limit, []int32{1, 2}}, {GPU, []int32{0, 1}}, {Used, []int32{-1, 5, 10}},
		{State, []int32{int32(accounting.Completed), int32(accounting.Cancelled), int32(accounting.TimedOut), int32(accounting.Pending)}}, {HourOfWeek, []int32{12, 13}}} {
		var got []int32
		for _, row := range s.Tables[c.d] {
			got = append(got, row.Class)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("classes by %s: %v, want %v", c.d, got, c.want)
		}
	}
	// From 12:00 on, in steps of one minute: one job waits in the first, job 2 alone in the second; job 3 alone in the last.
	if b := s.Series.Busy; s.Series.From != noon || s.Series.Step != 60 || b[0] != 0 || b[1] != 4 || b[2] != 5 || b[12] != 4.5 || b[61] != 0 {
		t.Errorf("series from %d in steps of %d: %v", s.Series.From-noon, s.Series.Step, b)
	}
	if w := s.Series.Waiting; w[0] != 2 || w[1] != 1 || w[2] != 0 || w[12] != 0.5 || w[13] != 0 || w[30] != 1 || w[60] != 2 || w[119] != 2 {
		t.Errorf("waiting %v", w)
	}
	if g := s.Series.GPUs; g[2] != 1 || g[12] != 0.5 || g[43] != 0 {
		t.Errorf("GPUs %v", g)
	}
	if len(s.Jobs) != 2 || s.Jobs[0].Number != 2 || s.Jobs[0].Wait != 150 || s.Jobs[1].Number != 1 {
		t.Errorf("waited longest: %+v", s.Jobs)
	}
	// From 13:00 to 14:00 jobs 3 and 4 wait; 4 processors are busy for a minute. From 12:00: 60 + 150 + 1,800 s.
	if len(s.Hours) != 2 || s.Hours[0].Begin != noon+3600 || s.Hours[0].Waiting != 2 || math.Abs(s.Hours[0].Busy-4.0/60) > 1e-9 || math.Abs(s.Hours[1].Waiting-2010.0/3600) > 1e-9 {
		t.Errorf("hours %+v", s.Hours)
	}
}

// A job that may start next month does not make the log last until then: job 1 runs since 12:00, and the log ends when job 2 came, at 13:00.
// Job 3 was cancelled before it could start: it waited for nothing.
func TestEndOfALog(t *testing.T) {
	s := ofText(t, "1|u|p|a|q|2026-03-02T12:00:00|2026-03-02T12:00:00|2026-03-02T12:00:00|Unknown|RUNNING|120|10|cpu=10|cpu=10\n"+
		"2|u|p|a|q|2026-03-02T13:00:00|2026-04-02T13:00:00|Unknown|Unknown|PENDING|120|1|cpu=1|\n"+
		"3|u|p|a|q|2026-03-02T12:10:00|Unknown|None|2026-03-02T12:50:00|CANCELLED|120|1|cpu=1|\n")
	if want := int64(zero + 13*3600); s.To != want || s.All.Work != 36000 || len(s.Hours) != 0 {
		t.Errorf("the log ends at %d, want %d; %v processor-seconds, %d hours of waiting", s.To, want, s.All.Work, len(s.Hours))
	}
}

// What a filter lets pass is told as if the rest were not there; how many there are in all is still known.
func TestFilter(t *testing.T) {
	s := ofText(t, small, Condition{User, 1}, Condition{Partition, 1})
	if s.Of != 4 || s.All.Jobs != 2 || s.All.Wait != 60 || len(s.Tables[User]) != 1 || s.Series.GPUs != nil || len(s.Jobs) != 1 {
		t.Errorf("%+v", s)
	}
	if none := ofText(t, small, Condition{User, 7}); none.All.Jobs != 0 || len(none.Tables[Size]) != 0 || none.Hours != nil {
		t.Errorf("of nobody: %+v", none)
	}
}

// The numbers of random logs are those that the definitions give: sorted waits by class, and levels measured second by second.
func TestStoryByDefinition(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		log := &accounting.Log{}
		for n := range 200 {
			came := int64(random.IntN(50_000))
			r := accounting.Record{ID: accounting.ID{Job: int64(n)}, Submit: came, Eligible: came, Start: came + int64(random.IntN(9000)), Limit: 3600, Requested: 1 + int32(random.IntN(9)), Allocated: accounting.Unknown,
				Memory: accounting.Unknown, User: int32(random.IntN(5)), State: accounting.Completed}
			r.End = r.Start + int64(random.IntN(7000))
			log.Records = append(log.Records, r)
		}
		s := Of(log, nil)
		for _, row := range s.Tables[User] {
			var waits []int64
			for _, r := range log.Records {
				if r.User == row.Class {
					waits = append(waits, r.Start-r.Submit)
				}
			}
			slices.Sort(waits)
			below := func(share float64, w int64) bool { // at least that share waits no longer
				k, _ := slices.BinarySearch(waits, w+1)
				return float64(k) >= share*float64(len(waits))
			}
			if row.Jobs != len(waits) || !below(0.5, row.Median) || below(0.5, row.Median-1) || !below(0.95, row.P95) || below(0.95, row.P95-1) {
				t.Fatalf("%+v of %v", row, waits)
			}
		}
		for k, got := range s.Series.Busy {
			want := 0.0
			from := s.Series.From + int64(k)*s.Series.Step
			to := min(from+s.Series.Step, max(s.To, from+1)) // the log ends within the last step
			for at := from; at < to; at++ {
				for _, r := range log.Records {
					if r.Start <= at && at < r.End {
						want += float64(r.Requested) / float64(to-from)
					}
				}
			}
			if math.Abs(got-want) > 1e-6 {
				t.Fatalf("step %d: %v busy, want %v", k, got, want)
			}
		}
	}
}

// The story of a log in the Standard Workload Format has the waits that it recorded, by an independent count, and by the clocks of its
// zone nobody submits most jobs at night.
func TestStoryOfKTH(t *testing.T) {
	const name = "KTH-SP2-1996-2.1-cln.swf.gz"
	log, err := logs.History(workloadtest.OpenTrace(t, name), name, logs.Refuse)
	if err != nil {
		t.Fatal(err)
	}
	w, _, err := logs.Read(workloadtest.OpenTrace(t, name), name, logs.Refuse)
	if err != nil {
		t.Fatal(err)
	}
	s := Of(log, nil)
	var sum float64
	for _, wait := range w.Wait {
		sum += wait.Seconds()
	}
	if s.Of != len(w.Jobs) || math.Abs(s.All.Wait-sum) > 0.5*float64(s.Of) || !s.Dated {
		t.Errorf("%d jobs that waited %v s, want %d and %v", s.Of, s.All.Wait, len(w.Jobs), sum)
	}
	var byHour [24]int
	for _, row := range s.Tables[HourOfWeek] {
		byHour[row.Class%24] += row.Jobs
	}
	if night, noon := byHour[4], byHour[11]; night*5 > noon {
		t.Errorf("submissions by hour: %v", byHour)
	}
}
