package convergent

import (
	"math"
	"math/rand/v2"
	"testing"

	"backfill/engine"
	"backfill/engine/machine/farm"
	"backfill/policies/internal/reference"
)

// near says whether two values are equal but for rounding.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-12 }

// twoComputers is an instant on a farm of computers of 400 and 200 MIPS, both of which can run
// job j, which waits and has 1,200,000 MIPS ms to do: 3,000 ms on the first, 6,000 on the second.
func twoComputers() (*Instant, *Job) {
	now := &Instant{
		Computers: []farm.Computer{{Speed: 400, Power: 300}, {Speed: 200, Power: 100}},
		Copies:    []int32{2, 8, 1}, Requests: []int32{1, 6, 3}, Demand: []float64{0.5, 0.75, 3},
		Most: []float64{4_800_000, 4_800_000}, MostLeft: 4_800_000,
		speed: []float64{400, 200}, faster: fastAs([]farm.Computer{{Speed: 400}, {Speed: 200}}),
	}
	j := &Job{
		Affine: []uint64{0b11}, Runs: engine.NoPlace, Home: engine.NoPlace,
		AtHome: 1_200_000, Elsewhere: 1_200_000, Slack: math.Inf(1), Shortest: 3000, Longest: 6000,
		slowest: 1, count: 2, speeds: []int32{0, 400, 600},
	}
	return now, j
}

func value(h Heuristic, now *Instant, j *Job, at engine.Placement) float64 {
	return h.Value(now, j, at, now.remaining(j, at), h.Whole(now, j))
}

// Equation 4 with a job of R = 4,000 ms. k = 1: T_end <= T_last where slack >= 2 R; the deadline
// is reached where slack = R; half way, slack = 6,000, T_last = now + 2,000, T_end = now + 4,000:
// (T_end - T_last) / (k R) = 2,000 / 4,000. k = 3: with slack 10,000 T_last = now - 2,000, and
// 6,000 / 12,000. k = 0: T_last is the deadline.
func TestUrgency(t *testing.T) {
	for _, c := range []struct{ k, slack, want float64 }{
		{1, math.Inf(1), 0}, {1, 9000, 0}, {1, 8000, 0}, {1, 6000, 0.5}, {1, 5000, 0.75}, {1, 4000, 1}, {1, 3999, 1}, {1, -5, 1},
		{3, 16_000, 0}, {3, 10_000, 0.5}, {3, 4000, 1},
		{0, 4000, 0}, {0, 3999, 1},
	} {
		if got := (deadline{k: c.k}).urgency(c.slack, 4000); !near(got, c.want) {
			t.Errorf("k %v, %v ms left: %v, want %v", c.k, c.slack, got, c.want)
		}
	}
}

// With 4,500 ms to the deadline the fast computer takes 3,000 ms: f = (3,000 - 1,500) / 3,000
// = 1/2; the slow one takes 6,000 and is too late: f = 1. F = 3/4. Equation 6: (1 - 1/2) 3/4 and 0;
// figure 2: 1/2 and 0.
//
// On two equal computers, both of 400 MIPS, f = F = 1/2 gives equation 6 its greatest value
// there, 1/4.
func TestDeadline(t *testing.T) {
	now, j := twoComputers()
	j.Slack = 4500
	for _, c := range []struct {
		h    Heuristic
		want [2]float64
	}{{deadline{k: 1}, [2]float64{0.375, 0}}, {deadline{k: 1, figure: true}, [2]float64{0.5, 0}}} {
		for at, want := range c.want {
			if got := value(c.h, now, j, engine.Placement(at)); !near(got, want) {
				t.Errorf("%+v on computer %d: %v, want %v", c.h, at, got, want)
			}
		}
	}
	if got := (deadline{k: 1}).meanElsewhere(now, j); !near(got, 0.75) {
		t.Errorf("F is bounded by %v, want 3/4", got)
	}
	now.speed[1], j.Longest = 400, 3000
	most := 0.0
	for j.Slack = 2900; j.Slack <= 6100; j.Slack += 50 {
		v := value(deadline{k: 1}, now, j, 0)
		if most = max(most, v); v > 0.25+1e-12 || j.Slack == 4500 && !near(v, 0.25) {
			t.Errorf("on equal computers, %v ms left: %v", j.Slack, v)
		}
	}
	if !near(most, 0.25) {
		t.Errorf("on equal computers %v at most, want 1/4", most)
	}
}

// The job runs on the fast computer, at each instant for as long as its work so far took: of
// 6,000 ms in all it has 3,000 left after 3,000, which is 1 already; 1,500 / 4,500 before that;
// at its start 0; at its end 1. On the other computer it is always 0.
func TestOverhead(t *testing.T) {
	now, j := twoComputers()
	j.Runs, j.Home = 0, 0
	for _, c := range []struct{ elapsed, left, want float64 }{{0, 6000, 0}, {1500, 4500, 1.0 / 3}, {3000, 3000, 1}, {5999, 1, 1}} {
		j.Elapsed, j.AtHome = c.elapsed, c.left*400
		if here, there := value(overhead{}, now, j, 0), value(overhead{}, now, j, 1); !near(here, c.want) || there != 0 {
			t.Errorf("%v ms run, %v left: %v there and %v elsewhere, want %v and 0", c.elapsed, c.left, here, there, c.want)
		}
	}
	j.Runs, j.Elapsed = engine.NoPlace, 0
	if v := value(overhead{}, now, j, 0); v != 0 {
		t.Errorf("of a job that waits: %v", v)
	}
}

// Age 3,000: 3,000 / (3,000 + 3,000) on the fast computer, 3,000 / 9,000 on the slow one; 0 on
// arrival, towards 1 as time goes by.
func TestAging(t *testing.T) {
	now, j := twoComputers()
	for _, c := range []struct{ age, fast, slow float64 }{{0, 0, 0}, {3000, 0.5, 1.0 / 3}, {3e17, 1, 1}} {
		j.Age = c.age
		if fast, slow := value(aging{}, now, j, 0), value(aging{}, now, j, 1); !near(fast, c.fast) || !near(slow, c.slow) {
			t.Errorf("age %v: %v and %v, want %v and %v", c.age, fast, slow, c.fast, c.slow)
		}
	}
}

// Demand: 1 job for 2 copies, 6 for 8, 3 for 1. A job that needs none counts 0; one that needs
// the first two (1/2 + 3/4) / 2; with the third the mean is above 1, which is the most there is.
func TestLicences(t *testing.T) {
	now, j := twoComputers()
	for _, c := range []struct {
		needs engine.Licences
		want  float64
	}{{0, 0}, {0b001, 0.5}, {0b011, 0.625}, {0b111, 1}, {0b100, 1}} {
		j.Needs = c.needs
		for at := range engine.Placement(2) {
			if got := value(licences{}, now, j, at); !near(got, c.want) {
				t.Errorf("licences %b at %d: %v, want %v", c.needs, at, got, c.want)
			}
		}
	}
}

// 3,000 of 12,000 ms on the fast computer, 6,000 of 24,000 on the slow one: 3/4 on both, exactly, since
// it is normalised for each. The longest job itself counts 0.
func TestWaiting(t *testing.T) {
	now, j := twoComputers()
	for at := range engine.Placement(2) {
		if got := value(waiting{}, now, j, at); got != 0.75 {
			t.Errorf("at %d: %v, want 0.75", at, got)
		}
	}
	j.Elsewhere = now.MostLeft
	if got := value(waiting{}, now, j, 1); got != 0 {
		t.Errorf("the longest job: %v", got)
	}
}

// 300 W for 3,000 ms against 100 W for 6,000 ms: the fast computer takes most, 900 J, and the
// slow one 600 J: 0 and 1/3. Of a job that is half done 450 J and 300 J are left: 1/2 and 2/3.
func TestEnergy(t *testing.T) {
	now, j := twoComputers()
	j.Energy = 900_000
	for _, c := range []struct{ left, fast, slow float64 }{{1_200_000, 0, 1.0 / 3}, {600_000, 0.5, 2.0 / 3}} {
		j.Elsewhere = c.left
		if fast, slow := value(energy{}, now, j, 0), value(energy{}, now, j, 1); !near(fast, c.fast) || !near(slow, c.slow) {
			t.Errorf("%v left: %v and %v, want %v and %v", c.left, fast, slow, c.fast, c.slow)
		}
	}
	j.Energy = 0
	if v := value(energy{}, now, j, 1); v != 0 {
		t.Errorf("where nobody says what power computers take: %v", v)
	}
}

// checked makes sure, at each plan, of what must hold of all pairs and of the plan.
type checked struct {
	*Policy
	t       *testing.T
	room    []uint64
	pairs   int
	waiting int
}

func (c *checked) Schedule(s *engine.State) {
	p, t := c.Policy, c.t
	p.Schedule(s)
	if len(p.rows) == 0 || p.planned >= 0 && p.planned != s.Now() || p.Every > 0 && p.planned < 0 {
		return
	}
	now := &p.now
	for i, h := range p.all {
		for _, j := range p.rows {
			job := p.jobs.of(j)
			whole, bound, away := h.Whole(now, job), h.Bound(now, job, job.Shortest, true), h.Bound(now, job, job.Shortest, false)
			for at := range farm.Places(job.Affine) {
				c.pairs++
				v := h.Value(now, job, at, now.remaining(job, at), whole)
				if !(v >= 0 && v <= 1) {
					t.Errorf("%s of job %d at %d: %v", Heuristics[i].Term, j, at, v)
				}
				if v > bound+1e-9 || at != job.Home && v > away+1e-9 {
					t.Errorf("%s of job %d at %d: %v, above its bounds %v and %v", Heuristics[i].Term, j, at, v, bound, away)
				}
				if r := now.remaining(job, at); r < job.Shortest || r > job.Longest || job.left(at) > now.Most[at] {
					t.Errorf("job %d has %v ms left at %d, not from %v to %v; %v MIPS ms of at most %v", j, r, at, job.Shortest, job.Longest, job.left(at), now.Most[at])
				}
			}
		}
	}
	for row, j := range p.rows {
		if p.plan[row] != farm.Of(s).PlaceOf(j) {
			t.Errorf("job %d is at %d, planned at %d", j, farm.Of(s).PlaceOf(j), p.plan[row])
		}
		if p.plan[row] != engine.NoPlace {
			continue
		}
		c.waiting++
		if farm.Of(s).Present().Available(j, c.room) {
			t.Errorf("job %d waits, but there is room for it: %b", j, c.room)
		}
	}
}

// In whole simulations every value lies between 0 and 1 and not above its bound, jobs are where
// the plan has them, and no job waits for which there is room.
func TestValuesAndPlans(t *testing.T) {
	pairs, waiting := 0, 0
	eachTrial(t, 600, func(t *testing.T, c trial) {
		c.config.AllPairs = c.seed%2 == 0
		check := &checked{Policy: New(c.config), t: t, room: make([]uint64, farm.New(c.farm).Words())}
		c.run(t, check)
		pairs, waiting = pairs+check.pairs, waiting+check.waiting
		if t.Failed() {
			t.Log(c)
		}
	})
	if pairs < reference.Trials(1_000_000) || waiting < reference.Trials(10_000) {
		t.Errorf("%d pairs, %d jobs that wait: too few to show anything", pairs, waiting)
	}
}

// Both ways to sort, against each other: by insertion, the class of each pair first.
func TestSorting(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 400 {
		var pairs []pair
		for i := range n {
			pairs = append(pairs, pair{value: float64(1 + r.IntN(1+n)), rank: int64(i)})
		}
		want := append([]pair{}, pairs...)
		for i := range want {
			for k := i; k > 0 && want[k].before(want[k-1]); k-- {
				want[k], want[k-1] = want[k-1], want[k]
			}
		}
		ranks := countingSort(pairs, nil)
		quicksort(pairs)
		for i := range want {
			if pairs[i] != want[i] || ranks[i] != want[i].rank {
				t.Fatalf("%d pairs: number %d is %v and %d, want %v", n, i, pairs[i], ranks[i], want[i])
			}
		}
	}
}

// 1 + floor(1023 P / 73), 1024 at most: the lowest, the highest and the borders of class 2,
// which begins at 73/1023.
func TestClasses(t *testing.T) {
	for _, c := range []struct{ priority, want float64 }{{0, 1}, {0.0713, 1}, {0.0714, 2}, {72.99, 1023}, {73, 1024}, {73.0001, 1024}} {
		if got := class(c.priority, 73); got != c.want {
			t.Errorf("priority %v: class %v, want %v", c.priority, got, c.want)
		}
	}
	if class(0, 0) != 1 {
		t.Error("without weights all are of one class")
	}
}
