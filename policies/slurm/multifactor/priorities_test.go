package multifactor

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"backfill/engine/clock"
)

const minute = clock.Minute

// plain is a cluster of 16 nodes with 4 CPUs each, two partitions and three QOS, whose settings change cases.
func plain() *Config {
	return &Config{
		CalcPeriod: minute, MaxAge: 10 * minute, Dampening: 1, Nodes: 16, CPUs: 64,
		Partitions: []Partition{{JobFactor: 1, TRES: []float64{64, 64000}}, {JobFactor: 10, TRES: []float64{16, 16000}}},
		QOS:        []QOS{{UsageFactor: 1}, {Priority: 100, UsageFactor: 0.5}, {Priority: 1000, UsageFactor: 2}},
	}
}

func newPriorities(t testing.TB, c *Config, tree *Tree) *Priorities {
	p, err := New(c, tree)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestTerms(t *testing.T) {
	tree := treeOf(t, account(0, 1), Association{Account: 1, User: true, Shares: 1, Priority: 30}, Association{Account: 1, User: true, Shares: 1, Priority: 40})
	weights := Weights{Age: 2000, Assoc: 300, FairShare: 10000, JobSize: 1000, Partition: 500, QOS: 200, TRES: []float64{1000, 2000}}
	job := Job{User: 2, QOS: 1, Partitions: []int32{0, 1}, Nodes: 4, CPUs: 8, Minutes: 2, TRES: []float64{8, 4000}, Nice: 7, Site: 5}
	for _, c := range []struct {
		name   string
		change func(c *Config, j *Job)
		want   Terms
		first  uint32 // the priority in the first partition
		second uint32 // and in the other
	}{
		// By the calculation after 3 minutes of 10. Factors: association 30/40, fair-share 1 of a tree without usage, size (4/16+8/64)/2 = 0.1875, QOS
		// 100/1000, TRES 8/64 and 4000/64000. The sum is 600+225+10000+187.5+50+20+125+125+5-7 = 11330.5. In the other partition, whose factor is 1
		// instead of 0.1 and whose TRES are a quarter: 450 + 3*250 more.
		{"all", func(*Config, *Job) {}, Terms{600, 225, 10000, 187.5, 50, 20, 250, 5, 7}, 11330, 12530},
		{"favour small", func(c *Config, j *Job) { c.FavorSmall = true }, Terms{600, 225, 10000, 812.5, 50, 20, 250, 5, 7}, 11955, 13155},
		// 4 nodes of 16 are 16 CPUs, more than 8: 16/2 minutes/64 = 0.125.
		{"relative to time", func(c *Config, j *Job) { c.SmallRelativeToTime = true }, Terms{600, 225, 10000, 125, 50, 20, 250, 5, 7}, 11268, 12468},
		{"relative to time, favour small", func(c *Config, j *Job) { c.SmallRelativeToTime, c.FavorSmall = true, true }, Terms{600, 225, 10000, 875, 50, 20, 250, 5, 7}, 12018, 13218},
		{"relative to no limit", func(c *Config, j *Job) { c.SmallRelativeToTime, j.Minutes = true, math.MaxUint32 },
			Terms{600, 225, 10000, 1000 * 16.0 / math.MaxUint32 / 64, 50, 20, 250, 5, 7}, 11143, 12343},
		{"CPUs not known", func(c *Config, j *Job) { j.CPUs = 0 }, Terms{600, 225, 10000, 250, 50, 20, 250, 5, 7}, 11393, 12593},
		{"older than the greatest age", func(c *Config, j *Job) { j.Accrue = -8 * minute }, Terms{2000, 225, 10000, 187.5, 50, 20, 250, 5, 7}, 12730, 13930},
		{"not eligible", func(c *Config, j *Job) { j.Accrue = clock.Never }, Terms{0, 225, 10000, 187.5, 50, 20, 250, 5, 7}, 10730, 11930},
		{"no association, no QOS", func(c *Config, j *Job) { j.User, j.QOS = None, None }, Terms{600, 0, 0, 187.5, 50, 0, 250, 5, 7}, 1085, 2285},
		// Raw: 30, 100, JobFactor 1 or 10, 8 CPUs and 4000 MB.
		{"not normal", func(c *Config, j *Job) { c.RawAssoc, c.RawPartition, c.RawQOS, c.RawTRES = true, true, true, true },
			Terms{600, 9000, 10000, 187.5, 500, 20000, 8008000, 5, 7}, 8048285, 8052785},
		{"nice", func(c *Config, j *Job) { j.Nice = 20000 }, Terms{600, 225, 10000, 187.5, 50, 20, 250, 5, 20000}, 1, 1},
		{"32 bits", func(c *Config, j *Job) { j.Nice = math.MinInt32; j.Site = math.MaxInt32 },
			Terms{600, 225, 10000, 187.5, 50, 20, 250, math.MaxInt32, math.MinInt32}, math.MaxUint32, math.MaxUint32},
	} {
		config, j := plain(), job
		config.Weights = weights
		c.change(config, &j)
		p := newPriorities(t, config, tree)
		p.Advance(0)
		p.Submit(0, 0, j)
		p.Pass(0)
		p.Advance(3 * minute)
		if got := p.Terms(0, 0); got != c.want {
			t.Errorf("%s: terms %+v, want %+v", c.name, got, c.want)
		}
		if p.Priority(0, 0) != c.first || p.Priority(0, 1) != c.second {
			t.Errorf("%s: priorities %d and %d, want %d and %d", c.name, p.Priority(0, 0), p.Priority(0, 1), c.first, c.second)
		}
	}
}

// A job submitted 10 s after a calculation has no age then. The next calculation is 50 s later, and nothing moves in between; one that no
// pass has seen has no age even then. Times are whole seconds, cut off. A hold takes the priority, a release gives it with a new age.
func TestWhenPrioritiesMove(t *testing.T) {
	config := plain()
	config.Weights.Age, config.MaxAge, config.Begin = 512, 512*clock.Second, 500*clock.Millisecond // 1 for each second
	p := newPriorities(t, config, treeOf(t, user(0, 1)))
	j := Job{User: 1, QOS: None, Partitions: []int32{0}}
	want := func(at clock.Time, first, second uint32) {
		t.Helper()
		p.Advance(at)
		if p.Priority(3, 0) != first || p.Priority(7, 0) != second {
			t.Errorf("at %v: %d and %d, want %d and %d", at, p.Priority(3, 0), p.Priority(7, 0), first, second)
		}
	}
	j.Accrue = 10_900
	p.Advance(10_900)
	p.Submit(10_900, 3, j)
	p.Pass(11_000)
	j.Accrue = 20_000
	p.Submit(20_000, 7, j)
	want(60_499, 1, 1)  // never 0
	want(60_500, 50, 1) // 60 - 10
	p.Pass(60_600)
	want(120_499, 50, 1)
	want(120_500, 110, 100)
	p.Hold(3)
	want(180_500, 0, 160)
	p.Job(3).Accrue = 200_000
	p.Release(200_000, 3)
	want(239_000, 1, 160)
	want(240_500, 1, 220)
	p.Pass(241_000)
	p.Start(241_000, 7, 1)
	want(300_500, 100, 220) // a running job keeps its priority
	p.Requeue(301_000, 7, 310_000)
	p.Job(3).Nice = 30
	want(301_500, 100, 220) // nor does a requeue change it
	p.Update(302_000, 3)
	want(302_000, 72, 220)
	if p.Stale(3) || !p.Stale(7) {
		t.Errorf("the updated job is stale %v, the requeued one %v", p.Stale(3), p.Stale(7))
	}
	want(360_500, 130, 1)
	if p.Stale(7) {
		t.Error("the requeued job is stale after a calculation")
	}
	p.Pass(361_000)
	want(420_500, 190, 110)
}

// Priorities fall with fair-share from 1 to 2^-4, unless they only increase.
func TestIncreaseOnly(t *testing.T) {
	for _, only := range []bool{false, true} {
		config := plain()
		config.Weights.FairShare, config.Classic, config.IncreaseOnly = 1600, true, only
		p := newPriorities(t, config, treeOf(t, user(0, 1), user(0, 3)))
		p.Advance(0)
		p.Submit(0, 0, Job{User: 1, QOS: None, Partitions: []int32{0}})
		p.Start(0, 0, 1)
		p.Submit(0, 1, Job{User: 1, QOS: None, Partitions: []int32{0}})
		p.Advance(minute)
		if want := map[bool]uint32{false: 100, true: 1600}[only]; p.Priority(1, 0) != want {
			t.Errorf("increase only %v: %d, want %d", only, p.Priority(1, 0), want)
		}
	}
}

// Classic goes through the jobs once. Users 3 and 4 are alike in account 1, which has half of all shares: S = 1/4 each. Only user 3 runs.
// At the first minute, the account has nothing yet (UE' = 0, from the calculation before).
//   - If its running job has the lower number, U = 1 when the waiting one is met: UE = 1 + (0-1)/2 = 1/2, and 2^-2 of 1600 is 400.
//   - If the waiting job is met first, U = 0: the factor is 1.
//
// At the second, UE' = 1 and UE = 1 either way: 2^-4 of 1600 is 100. Fair tree adds all usage first: user 3 is the last of three.
func TestOrderWithinACalculation(t *testing.T) {
	for _, c := range []struct {
		classic          bool
		running, waiting int32
		want             [2]uint32
	}{{true, 0, 1, [2]uint32{400, 100}}, {true, 1, 0, [2]uint32{1600, 100}}, {false, 0, 1, [2]uint32{533, 533}}, {false, 1, 0, [2]uint32{533, 533}}} {
		config := plain()
		config.Weights.FairShare, config.Classic = 1600, c.classic
		p := newPriorities(t, config, treeOf(t, account(0, 1), account(0, 1), user(1, 1), user(1, 1), user(2, 1)))
		p.Advance(0)
		for n := range int32(2) {
			p.Submit(0, n, Job{User: 3, QOS: None, Partitions: []int32{0}})
		}
		p.Start(0, c.running, 4)
		for i, want := range c.want {
			p.Advance(clock.Time(i+1) * minute)
			if got := p.Priority(c.waiting, 0); got != want {
				t.Errorf("classic %v, running job %d, minute %d: %d, want %d", c.classic, c.running, i+1, got, want)
			}
		}
	}
}

// With a half-life of 100 s, a second leaves d = 1 - 0.00693. A job of 4 CPUs runs from 30.9 s to 80.2 s, with a factor of 2 for its QOS:
// the calculation at 60 s adds 30 s, its end 20 s, and the calculation at 120 s decays that of 60 s.
func TestUsage(t *testing.T) {
	config := plain()
	config.HalfLife = 100 * clock.Second
	tree := treeOf(t, account(0, 1), user(1, 1), user(1, 1))
	p := newPriorities(t, config, tree)
	p.Advance(0)
	p.Submit(0, 0, Job{User: 2, QOS: 2, Partitions: []int32{0}})
	p.Start(30_900, 0, 4)
	d := 1 - 0.693/100
	first := 30 * math.Pow(d, 30) * 4 * 2
	p.Advance(79_000)
	near(t, "usage at 60 s", tree.Usage(2), first)
	p.End(80_200, 0)
	second := first + 20*math.Pow(d, 20)*4*2
	near(t, "usage at the end", tree.Usage(2), second)
	p.Advance(2 * minute)
	for a, want := range []float64{second, second, second, 0} {
		near(t, fmt.Sprintf("usage of %d at 120 s", a), tree.Usage(int32(a)), want*math.Pow(d, 60))
	}
}

// The daemon begins on Friday, 13 November 2026 at 23:30. The first calculation after midnight forgets what was used before.
func TestReset(t *testing.T) {
	local := func(text string) int64 {
		at, err := time.Parse("2006-01-02 15:04", text)
		if err != nil {
			t.Fatal(err)
		}
		return at.Unix()
	}
	for r, want := range map[Reset]string{Daily: "2026-11-14 00:00", Weekly: "2026-11-15 00:00", Monthly: "2026-12-01 00:00", Quarterly: "2027-01-01 00:00", Yearly: "2027-01-01 00:00"} {
		if got := r.After(local("2026-11-13 23:30")); got != local(want) {
			t.Errorf("%d: %v, want %s", r, time.Unix(got, 0).UTC(), want)
		}
	}
	if got := Quarterly.After(local("2026-02-28 12:00")); got != local("2026-04-01 00:00") {
		t.Error(time.Unix(got, 0).UTC())
	}
	if got := Weekly.After(local("2026-11-15 00:00")); got != local("2026-11-22 00:00") {
		t.Error(time.Unix(got, 0).UTC())
	}
	config := plain()
	config.Reset, config.Zero = Daily, local("2026-11-13 23:30")
	tree := used(treeOf(t, user(0, 1)), map[int32]float64{1: 1000})
	p := newPriorities(t, config, tree)
	p.Advance(29 * minute)
	p.Submit(29*minute, 0, Job{User: 1, QOS: None, Partitions: []int32{0}})
	p.Start(29*minute, 0, 1)
	if tree.Usage(1) != 1000 {
		t.Error(tree.Usage(1))
	}
	if p.Advance(30 * minute); tree.Usage(1) != 60 { // the minute before is added after the reset
		t.Error(tree.Usage(1))
	}
	if p.Advance(24 * 60 * minute); tree.Usage(1) != 60+60*60*23.5 {
		t.Error(tree.Usage(1))
	}
}

func TestSettingsThatAreRefused(t *testing.T) {
	for want, change := range map[string]func(c *Config){
		"calcPeriod": func(c *Config) { c.CalcPeriod = 0 }, "halfLife": func(c *Config) { c.HalfLife = 500 },
		"dampening": func(c *Config) { c.Classic, c.Dampening = true, 0 }, "nodes and cpus": func(c *Config) { c.CPUs = 0 },
	} {
		c := plain()
		change(c)
		if _, err := New(c, treeOf(t)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// manyJobs is a cluster with 1,000 associations and 10,000 waiting jobs, of which 1,000 run.
func manyJobs(t testing.TB, classic bool) *Priorities {
	var table []Association
	for len(table) < 50 {
		table = append(table, account(int32(len(table)/8), int64(1+len(table)%7)))
	}
	for len(table) < 999 {
		table = append(table, user(int32(1+len(table)%50), int64(1+len(table)%3)))
	}
	config := plain()
	config.Classic, config.HalfLife = classic, 7*24*60*minute
	config.Weights = Weights{Age: 1000, FairShare: 10000, JobSize: 1000, Partition: 500, QOS: 100, TRES: []float64{1000, 1000}}
	p := newPriorities(t, config, treeOf(t, table...))
	p.Advance(0)
	for n := range int32(11_000) {
		p.Submit(0, n, Job{User: 51 + n*37%949, QOS: n % 3, Partitions: []int32{n % 2}, Nodes: 1 + n%5, CPUs: 1 + n%60, TRES: []float64{1, 1000}})
		if n%11 == 0 {
			p.Start(clock.Time(n), n, float64(1+n%60))
		}
	}
	p.Pass(0)
	return p
}

func TestCalculationsAllocateNothing(t *testing.T) {
	for _, classic := range []bool{false, true} {
		p := manyJobs(t, classic)
		if n := testing.AllocsPerRun(20, func() { p.Advance(p.Next()) }); n != 0 {
			t.Errorf("classic %v: %g allocations", classic, n)
		}
	}
}

func BenchmarkCalculation(b *testing.B) {
	for _, classic := range []bool{false, true} {
		b.Run(map[bool]string{false: "fairtree", true: "classic"}[classic], func(b *testing.B) {
			p := manyJobs(b, classic)
			b.ReportAllocs()
			for b.Loop() {
				p.Advance(p.Next())
			}
		})
	}
}
