package o2k

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"backfill/engine"
	"backfill/engine/metrics"
	"backfill/engine/metrics/grouping"
	"backfill/engine/workload"
	"backfill/engine/workload/transform"
	"backfill/engine/workload/workloadtest"
)

const allMonths = "2000-10..2001-07"

func drawn(t testing.TB, months string, seed uint64) *engine.Workload {
	t.Helper()
	return workloadtest.Made(t, Kind, fmt.Sprintf(`{"months": %q}`, months), workload.Inputs{Seed: seed})
}

// The printed numbers of jobs in all, and the printed demands.
func TestO2KTableAddsUp(t *testing.T) {
	totals := [...]int{6552, 6257, 4782, 4837, 6784, 5929, 6206, 6573, 6364, 5705}
	for i := range monthTable {
		m := &monthTable[i]
		jobs := 0
		for _, n := range m.jobs {
			jobs += n
		}
		if jobs != totals[i] {
			t.Errorf("%s: %d jobs, want %d", m.name(), jobs, totals[i])
		}
		var sum demand
		for c, d := range m.demands() {
			sum.processing += d.processing
			sum.memory += d.memory
			if math.Abs(d.processing-m.processing[c]) > 0.5 || math.Abs(d.memory-m.memory[c]) > 0.5 {
				t.Errorf("%s, class %d: demands %v are not what is printed", m.name(), c, d)
			}
		}
		if math.Abs(sum.processing-m.inAll.processing) > 1e-9 || math.Abs(sum.memory-m.inAll.memory) > 1e-9 {
			t.Errorf("%s: demands %v", m.name(), sum)
		}
	}
}

// figures is what is known of the logs and can be counted in a workload.
type figures struct {
	jobs, tenth, threeTenths, atLimit  int
	longest, longest10h, longest50h    int // of those that request 400 h
	fiftyOrLongest, fiftyOrLongest1min int // of those that request 50 or 400 h
}

func (f *figures) count(j engine.Job) {
	request := j.Estimate / engine.Hour
	add := func(n *int, is bool) {
		if is {
			*n++
		}
	}
	f.jobs++
	add(&f.tenth, j.Run*10 < j.Estimate)
	add(&f.threeTenths, j.Run*10 < j.Estimate*3)
	add(&f.atLimit, j.Estimate%engine.Hour == 0 && (request == 5 || request == 50 || request == 200 || request == 400))
	add(&f.longest, request == 400)
	add(&f.longest10h, request == 400 && j.Run < 10*engine.Hour)
	add(&f.longest50h, request == 400 && j.Run < 50*engine.Hour)
	long := j.Estimate == 50*engine.Hour || request == 400
	add(&f.fiftyOrLongest, long)
	add(&f.fiftyOrLongest1min, long && j.Run < engine.Minute)
}

// What is published of the ten months, over five seeds.
//   - Class counts are exact, and every job is in its class.
//   - Every month's demands lie within 1.5 points of Table 1. Classes miss by more than a
//     few hundredths where their jobs are few or where their two figures contradict the distribution of
//     run times, as with the 50 jobs of mj lt in October 2000: short ones would meet both.
//   - P(T < R/10) is 0.35, for requests of 400 h 0.365, which are 4 % of the jobs, and
//     P(T < 3R/10) is 0.5. Places in the order of T/R are stratified in each of 120
//     classes, so that of 60,000 jobs a few fall on the other side: 0.001 is much.
//   - Of those that request 400 h shares of 0.29 and 0.39 end within 10 and 50 h, of those that
//     request 50 or 400 h 0.1 within a minute. They are a random choice of 85 % or, at 50 h,
//     65 % of stratified jobs: the variance of a share p is p(1-p)/n times what is left
//     out. Each within 4 standard deviations; the mean of five within the ranges that an
//     independent program got.
//   - Of each class the share of its length requests the limit, and of the others those
//     whose draw is rounded up to it: by the published counts 0.6199 of all, within 4
//     standard deviations.
//   - 31 to 45 % of a month's jobs request more than twice their run time and run
//     longer than a test run of min(1 h, R/10): published are 35 to 45. Such test runs of all
//     of them add 0.95 to 2.1 % to a month's processor time by an independent program;
//     published are 1 to 3.
func TestO2KIsLikeTheLogs(t *testing.T) {
	workloadtest.OnlyNatively(t)
	const seeds = 5
	var below10h, below50h, below1min float64
	for seed := uint64(1); seed <= seeds; seed++ {
		w := drawn(t, allMonths, seed)
		var figures figures
		end, i := engine.Time(0), 0
		for m := range monthTable {
			month := &monthTable[m]
			end += engine.Time(month.days()) * engine.Day
			hours := float64(month.days()) * 24
			from := i
			var counts [classes]int
			var demand demand
			testable, added := 0, 0.0
			for ; i < len(w.Jobs) && w.Jobs[i].Submit < end; i++ {
				j, gigabytes := w.Jobs[i], float64(w.Memory[i]*int64(w.Jobs[i].Processors))/(1<<20)
				checkJob(t, j, gigabytes, w.Queue[i])
				counts[w.Queue[i]-1]++
				figures.count(j)
				demand.processing += float64(j.Processors) * j.Run.Seconds() / 3600 / (machineProcessors * hours) * 100
				demand.memory += gigabytes * j.Run.Seconds() / 3600 / (machineMemory * hours) * 100
				if test := min(engine.Hour, j.Estimate/10); j.Estimate > 2*j.Run && j.Run > test {
					testable++
					added += float64(j.Processors) * test.Seconds() / 3600 / (machineProcessors * hours) * 100
				}
			}
			if counts != month.jobs {
				t.Errorf("seed %d, %s: counts %v, want %v", seed, month.name(), counts, month.jobs)
			}
			share := float64(testable) / float64(i-from)
			t.Logf("seed %d, %s: demands %.2f %% of processing (published %v) and %.2f %% of memory (%v), %.1f %% of the jobs profit from a test run",
				seed, month.name(), demand.processing, month.inAll.processing, demand.memory, month.inAll.memory, 100*share)
			if math.Abs(demand.processing-month.inAll.processing) > 1.5 || math.Abs(demand.memory-month.inAll.memory) > 1.5 {
				t.Errorf("seed %d, %s: demands %v, want %v", seed, month.name(), demand, month.inAll)
			}
			if added /= demand.processing; added < 0.009 || added > 0.022 {
				t.Errorf("seed %d, %s: test runs add a share of %v", seed, month.name(), added)
			}
			if share < 0.31 || share > 0.45 {
				t.Errorf("seed %d, %s: %v of the jobs profit from a test run", seed, month.name(), share)
			}
		}
		near := func(what string, part, whole int, want, tolerance float64) float64 {
			share := float64(part) / float64(whole)
			t.Logf("seed %d: %s %.4f", seed, what, share)
			if math.Abs(share-want) > tolerance {
				t.Errorf("seed %d: %s: share %v, want %v ± %v", seed, what, share, want, tolerance)
			}
			return share
		}
		sd := func(p, leftOut float64, n int) float64 { return math.Sqrt(p * (1 - p) * leftOut / float64(n)) }
		near("T < R/10", figures.tenth, figures.jobs, 0.3506, 0.001)
		near("T < 3R/10", figures.threeTenths, figures.jobs, 0.5, 0.001)
		below10h += near("R = 400 h, T < 10 h", figures.longest10h, figures.longest, 0.29, 4*sd(0.29, 0.15, figures.longest)) / seeds
		below50h += near("R = 400 h, T < 50 h", figures.longest50h, figures.longest, 0.39, 4*sd(0.39, 0.15, figures.longest)) / seeds
		below1min += near("R = 50 or 400 h, T < 1 min", figures.fiftyOrLongest1min, figures.fiftyOrLongest, 0.1, 4*sd(0.1, 0.35, figures.fiftyOrLongest)) / seeds
		near("requests at a limit", figures.atLimit, figures.jobs, 0.6199, 4*sd(0.6199, 1, figures.jobs))
	}
	for what, c := range map[string]struct{ got, low, high float64 }{
		"10 h": {below10h, 0.287, 0.297}, "50 h": {below50h, 0.387, 0.399}, "1 min": {below1min, 0.098, 0.101}} {
		if c.got < c.low || c.got > c.high {
			t.Errorf("below %s: %v, want from %v to %v", what, c.got, c.low, c.high)
		}
	}
}

// By the other calibrations the demands of a month are the sum of those of the printed
// classes, within 0.3 points for classes of a dozen jobs; in October 2000 within 1.5, for
// mj lt, whose two figures contradict the distribution of run times.
func TestO2KNearestToItsClasses(t *testing.T) {
	workloadtest.OnlyNatively(t)
	for _, calibration := range []string{"classes", "nearest"} {
		t.Run(calibration, func(t *testing.T) { meetsItsClasses(t, calibration) })
	}
}

func meetsItsClasses(t *testing.T, calibration string) {
	w, _, err := makeWorkload(workloadtest.Checked(t, Kind.Params, fmt.Sprintf(`{"months": %q, "calibration": %q}`, allMonths, calibration)), workload.Inputs{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	end, i := engine.Time(0), 0
	for m := range monthTable {
		month := &monthTable[m]
		end += engine.Time(month.days()) * engine.Day
		hours := float64(month.days()) * 24
		var got, want demand
		var counts [classes]int
		for ; i < len(w.Jobs) && w.Jobs[i].Submit < end; i++ {
			j, gigabytes := w.Jobs[i], float64(w.Memory[i]*int64(w.Jobs[i].Processors))/(1<<20)
			checkJob(t, j, gigabytes, w.Queue[i])
			counts[w.Queue[i]-1]++
			got.processing += float64(j.Processors) * j.Run.Seconds() / 3600 / (machineProcessors * hours) * 100
			got.memory += gigabytes * j.Run.Seconds() / 3600 / (machineMemory * hours) * 100
		}
		for _, d := range month.printed() {
			want.processing += d.processing
			want.memory += d.memory
		}
		tolerance := 0.3
		if m == 0 {
			tolerance = 1.5
		}
		if counts != month.jobs || math.Abs(got.processing-want.processing) > tolerance || math.Abs(got.memory-want.memory) > tolerance {
			t.Errorf("%s: %v jobs with demands %v, want %v with %v", month.name(), counts, got, month.jobs, want)
		}
	}
}

// checkJob checks that a job is in its class, by the limits below Table 1, and that
// it ends an hour behind its request at the latest.
func checkJob(t *testing.T, j engine.Job, gigabytes float64, queue int32) {
	t.Helper()
	length := slices.IndexFunc([]engine.Time{5, 50, 200, 400}, func(h engine.Time) bool { return j.Estimate <= h*engine.Hour })
	space := slices.IndexFunc([]spaceClass{{8, 2}, {16, 4}, {64, 25}}, func(s spaceClass) bool { return j.Processors <= s.processors && gigabytes <= s.memory })
	if int32(4*space+length)+1 != queue || j.Run < 5*engine.Second || j.Run > j.Estimate+engine.Hour || gigabytes <= 0 {
		t.Fatalf("%+v with %v GB is in class %d", j, gigabytes, queue)
	}
}

// A month has the same jobs beside other months, which come before and after it; dates
// are known where no month is left out. October has 31 days, January too.
// Table 1 comes out of groups by queue each month, months left out or not: the counts
// exactly, demands within 1.5 points of the printed ones. When jobs start changes nothing.
func TestO2KTableFromGroups(t *testing.T) {
	names := []string{"sj vst", "sj st", "sj mt", "sj lt", "mj vst", "mj st", "mj mt", "mj lt", "lj vst", "lj st", "lj mt", "lj lt"}
	for text, places := range map[string][]int{"2000-12..2001-02": {2, 3, 4}, "2000-10,2001-03,2001-07": {0, 5, 9}} {
		w := drawn(t, text, 1)
		o := &engine.Outcome{Workload: w, Processors: machineProcessors, Unit: 1, State: slices.Repeat([]engine.JobState{engine.Completed}, len(w.Jobs)),
			Overtook: make([]bool, len(w.Jobs)), Lanes: []engine.Lane{{Processors: machineProcessors, Memory: 1024 * machineMemory}}}
		for j, job := range w.Jobs {
			o.Start, o.End, o.EndOrder = append(o.Start, job.Submit), append(o.End, job.Submit+job.Run), append(o.EndOrder, int32(j))
		}
		byQueue := grouping.Division{By: "queue"}
		b := metrics.Groups(o, []grouping.Grouping{{Division: byQueue, Each: &grouping.Division{By: "month"}}})[0]
		if b.Len() != len(places)*classes {
			t.Fatalf("%s: %d groups", text, b.Len())
		}
		for i := range b.Len() {
			m, class := &monthTable[places[i/classes]], i%classes
			value := func(name string) float64 { return b.Value(i, metrics.Index(name)) }
			if b.PanelLabel[i] != m.first().Format("Jan 2006") || b.Label[i] != names[class] || value("jobs") != float64(m.jobs[class]) ||
				math.Abs(100*value("offeredLoad")-m.processing[class]) > 1.5 || math.Abs(100*value("offeredMemory")-m.memory[class]) > 1.5 {
				t.Errorf("%s: %s %s has %v jobs and demands %v, %v", text, b.PanelLabel[i], b.Label[i], value("jobs"), value("offeredLoad"), value("offeredMemory"))
			}
		}
	}
}

func TestO2KMonthsFollowEachOther(t *testing.T) {
	alone := drawn(t, "2001-02", 3)
	if want := (engine.Calendar{UnixStart: time.Date(2001, 2, 1, 0, 0, 0, 0, time.UTC).Unix()}); *alone.Calendar != want {
		t.Errorf("calendar %v, want %v", *alone.Calendar, want)
	}
	for months, dates := range map[string]bool{"2001-01..2001-03": true, " 2001-02,2000-10 ": false} {
		w := drawn(t, months, 3)
		if (w.Calendar != nil) != dates {
			t.Errorf("%s: calendar %v", months, w.Calendar)
		}
		part, _, err := workloadtest.Apply(t, transform.Window, fmt.Sprintf(`{"from": %d, "to": %d}`, 31*86400, (31+28)*86400), w, workload.Inputs{})
		if err != nil {
			t.Fatal(err)
		}
		part.Number = nil
		if !dates {
			part.Calendar = alone.Calendar
		}
		// October lies 31 days before the window, of which February is all.
		if want := []engine.Month{{Year: 2000, Month: 10, Begin: -31 * engine.Day, Length: 31 * engine.Day},
			{Year: 2001, Month: 2, Length: 28 * engine.Day}}; !dates && !slices.Equal(part.Months, want) {
			t.Errorf("%s: months %+v", months, part.Months)
		}
		part.Months = nil
		if diff := cmp.Diff(alone, part); diff != "" {
			t.Errorf("%s: %s", months, diff)
		}
	}
}

// January 2001 has 23 working days, of weight 12*1.6 + 12*0.55 = 25.8, and 8 days at
// weekends, of weight 0.55*25.8 = 14.19, in all 706.92. Of n jobs a share p has the standard
// error sqrt(p(1-p)/n).
func TestO2KWeek(t *testing.T) {
	w := drawn(t, "2001-01", 1)
	var office, weekend float64
	for _, j := range w.Jobs {
		at := time.Unix(w.Calendar.UnixStart, 0).UTC().Add(time.Duration(j.Submit) * time.Millisecond)
		switch {
		case at.Weekday() == time.Saturday || at.Weekday() == time.Sunday:
			weekend++
		case at.Hour() >= 8 && at.Hour() < 20:
			office++
		}
	}
	n := float64(len(w.Jobs))
	for _, c := range []struct{ got, want float64 }{{office / n, 23 * 19.2 / 706.92}, {weekend / n, 8 * 14.19 / 706.92}} {
		if math.Abs(c.got-c.want) > 4*math.Sqrt(c.want*(1-c.want)/n) {
			t.Errorf("share %v, want %v", c.got, c.want)
		}
	}
	a := newWeeklyCycle(&monthTable[3])
	if first, last := a.at(0), a.at(1-0x1p-53); first != 0 || last != 31*86400-1 {
		t.Errorf("from second %d to %d", first, last)
	}
}

// Where the pieces of the distribution of run times meet, and the middles of those that
// are log-uniform, geometric means: sqrt(5 s * 60 s) and sqrt(1/60 h * 10 h); the
// middle of the longer half is 0.3 + 0.7/2^shape.
func TestO2KRunTimes(t *testing.T) {
	const second = 1.0 / 3600
	for _, c := range []struct{ b, request, shape, want float64 }{
		{0, 10, 1, 5 * second}, {0.05, 10, 1, math.Sqrt(300) * second}, {0.1, 10, 1, 60 * second}, {0.35, 10, 1, 1}, {0.5, 10, 1, 3},
		{0.7275, 10, 1, 6.5}, {0.7275, 10, 2, 4.75}, {0.955, 10, 2, 10}, {1, 10, 2, 10.9},
		{0.195, 400, 1, math.Sqrt(10.0 / 60)}, {0.29, 400, 1, 10}, {0.34, 400, 1, 30}, {0.39, 400, 1, 50}, {0.5, 400, 1, 120},
	} {
		if got := runTime(c.b, c.request, c.shape); math.Abs(got/c.want-1) > 1e-12 {
			t.Errorf("runTime(%v, %v, %v) = %v, want %v", c.b, c.request, c.shape, got, c.want)
		}
	}
}

func TestO2KMonthsRefused(t *testing.T) {
	const accepted = "not a month; months from 2000-10 to 2001-07 with commas between, or two with .. between, are accepted"
	for months, want := range map[string]string{
		"":                          "/months: " + accepted,
		"2001-08":                   "/months: 2001-08: " + accepted,
		"2001-01, May":              "/months: May: " + accepted,
		"2001-02..2001-01":          "/months: 2001-02..2001-01: ends before it begins; a range in calendar order is accepted",
		"2001-01..2001-03, 2001-02": "/months: 2001-02: 2001-02 is there twice; each month once is accepted",
	} {
		if _, err := readMonths(months); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", months, err, want)
		}
	}
}

func BenchmarkO2K(b *testing.B) {
	for b.Loop() {
		drawn(b, allMonths, 1)
	}
}
