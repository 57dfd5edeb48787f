package slurm

import (
	"math/rand/v2"
	"slices"
	"testing"

	"backfill/engine"
	"backfill/engine/factors"
	"backfill/engine/machine/partitions"
	"backfill/policies/internal/reference"
	"backfill/policies/slurm/accounts"
	"backfill/policies/slurm/multifactor"
	"backfill/policies/slurm/settings"
)

// weighed is a lively world whose jobs have priorities of all factors but TRES, and whose owners are few. Odd seeds have no preemption.
func weighed(seed uint64) (*engine.Workload, *partitions.Machine, *Slurm) {
	w, m, s := lively(seed)
	r := rand.New(rand.NewPCG(seed, 4))
	for j := range w.Jobs {
		w.Group, w.User = append(w.Group, 1+r.Int32N(3)), append(w.User, 1+r.Int32N(5))
		w.Demands[j].Nice = r.Int32N(50)
	}
	weight := func() float64 { return float64(r.IntN(3) * r.IntN(2000)) }
	s.Priorities = &settings.Priorities{
		Config: multifactor.Config{Weights: multifactor.Weights{Age: weight(), FairShare: weight(), JobSize: weight(), Partition: weight(), QOS: weight()},
			CalcPeriod: engine.Time(1+r.IntN(5)) * engine.Minute, MaxAge: engine.Hour, HalfLife: 20 * engine.Minute, Dampening: 1, Classic: seed%3 == 0},
		Associations: []settings.Association{{Account: 1, User: -1, Shares: 3}, {Account: 1, User: 1, Shares: 2}, {Account: 2, User: -1, Parent: 1, Shares: 1}},
		QOS:          []settings.QOS{{Number: 0, QOS: multifactor.QOS{UsageFactor: 1}}, {Number: 1, QOS: multifactor.QOS{Priority: 5, UsageFactor: 1}}, {Number: 2, QOS: multifactor.QOS{Priority: 50, UsageFactor: 2}}},
	}
	if seed%2 == 1 {
		s.Preemption.By = settings.NoPreemption
	}
	return w, m, s
}

// carrying carries out what Next says would be enough, and looks whether the queue then has the job before all that it can pass.
type carrying struct {
	*Slurm
	t       *testing.T
	seed    uint64
	at      engine.Time
	carried *[multifactor.Factors]int
}

func (c carrying) Next(j int32, place int) *factors.Next {
	n := c.Slurm.Next(j, place)
	if n == nil || n.Priority == 0 {
		return n
	}
	m := c.ranks.(*accounts.Priorities)
	before := *m.Job(j)
	partition := int32(c.c.machine.MayRunIn(j)[place])
	beyond := map[int32]bool{}
	_, all := c.stand(j, place)
	for _, r := range all {
		beyond[r.Job] = r.Beyond
	}
	for _, change := range n.Changes {
		if !change.Enough {
			continue
		}
		job := m.Job(j)
		switch multifactor.Factor(change.Factor) {
		case multifactor.Nice:
			job.Nice = int32(change.To)
		case multifactor.QOSFactor:
			job.QOS = int32(slices.IndexFunc(c.Priorities.QOS, func(q settings.QOS) bool { return q.Number == int32(change.To) }))
		case multifactor.Age:
			job.Accrue = c.at - engine.Time(change.To)*engine.Second
			m.Pass(c.at) // age counts for jobs that a pass has seen
		default:
			continue
		}
		m.Update(c.at, j)
		own := c.c.recordOf(j, partition)
		c.c.sortQueue()
		for i := range c.c.queue {
			r := &c.c.queue[i]
			if array := c.c.arrays.arrayOf(j); r.job == j || r.partition != partition || beyond[r.job] || array != nil && slices.Contains(array.tasks, r.job) {
				continue
			}
			if c.c.compare(r, &own) < 0 {
				c.t.Fatalf("seed %d: %+v of job %d, with %+v: job %d is still ahead: %+v, %+v", c.seed, change, j, n.Point, r.job, r, own)
			}
		}
		c.carried[change.Factor]++
		*job = before
	}
	return n
}

// Who asks for priorities changes no start; and each change that is said to be enough, carried out with Slurm's own update of a job, puts it before
// all others that it can pass.
func TestWeighing(t *testing.T) {
	var carried [multifactor.Factors]int
	firsts, points := 0, 0
	for seed := range uint64(reference.Trials(1600)) {
		run := func(ask func(p *Slurm) []engine.Observer) *engine.Outcome {
			w, m, s := weighed(seed)
			options := engine.Options{Kill: engine.KillRule(seed % 4), Observers: ask(s), Enough: func(_ *engine.Outcome, now engine.Time) bool { return now > engine.Day }}
			o, err := engine.Simulate(w, m, s, options)
			if err != nil {
				return nil // jobs make room for each other for ever, or all is noted
			}
			return o
		}
		plain := run(func(*Slurm) []engine.Observer { return nil })
		if plain == nil {
			continue
		}
		longest := int32(-1)
		for j, start := range plain.Start {
			if start >= 0 && (longest < 0 || start-plain.Ready(int32(j)) > plain.Start[longest]-plain.Ready(longest)) {
				longest = int32(j)
			}
		}
		if longest < 0 {
			continue
		}
		from, to := plain.Ready(longest), plain.Start[longest]-1
		var record factors.Record
		asked := run(func(p *Slurm) []engine.Observer {
			q := factors.Question{Job: longest, From: from, To: engine.Day, Steps: 500, At: 10 * engine.Day, Users: true}
			return []engine.Observer{factors.Observer(q, p, &record)}
		})
		if asked == nil || !slices.Equal(plain.Start, asked.Start) || !slices.Equal(plain.Pieces, asked.Pieces) {
			t.Fatalf("seed %d: other starts when somebody asks for priorities", seed)
		}
		for part := range engine.Time(3) {
			at := from + (to-from+1)*part/3
			record = factors.Record{}
			run(func(p *Slurm) []engine.Observer {
				q := factors.Question{Job: longest, From: at, To: at, Steps: 1, At: at}
				return []engine.Observer{factors.Observer(q, carrying{p, t, seed, at, &carried}, &record)}
			})
			for _, p := range record.Points {
				points++
				sum := 0.0
				for _, a := range p.Addends {
					sum += a
				}
				if p.Priority > 0 && p.Priority != int64(max(sum, 1)) {
					t.Fatalf("seed %d: addends %v of priority %d", seed, p.Addends, p.Priority)
				}
				if first := p.Priority >= p.Wanted; p.Priority > 0 && first != (p.Ahead == p.Beyond) {
					t.Fatalf("seed %d: %+v: it is ahead of all that it can pass %v", seed, p, first)
				} else if first {
					firsts++
				}
			}
		}
	}
	if carried[multifactor.Nice] < 40 || carried[multifactor.QOSFactor] < 10 || carried[multifactor.Age] < 10 || firsts == points {
		t.Errorf("carried out %v, %d of %d first", carried, firsts, points)
	}
}
