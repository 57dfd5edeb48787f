package slurm

import (
	"cmp"
	"math"
	"slices"

	"backfill/engine"
	"backfill/engine/factors"
	"backfill/policies/slurm/accounts"
	"backfill/policies/slurm/multifactor"
	"backfill/policies/slurm/settings"
)

var _ factors.Weighing = (*Slurm)(nil)

// factorNames are those of multifactor.Factor, mostly as sprio has them.
var factorNames = [multifactor.Factors]string{"age", "association", "fair-share", "job size", "partition", "QOS", "TRES", "site", "nice"}

// Unweighed says why there are no priorities made of factors.
func (p *Slurm) Unweighed() string {
	if p.Priorities == nil {
		return "without PriorityType=priority/multifactor (priority/basic) a job's priority is its place in the order of submission: it has no factors, and there is no fair-share"
	}
	return ""
}

// Names are those of the factors.
func (p *Slurm) Names() []string { return factorNames[:] }

// Until makes the calculations of priorities that are due by an instant at which nothing happens. The next call of Schedule would make them, too.
func (p *Slurm) Until(at engine.Time) bool {
	if p.c == nil {
		return false
	}
	p.c.advance(at)
	if p.ranks.Advance(at) {
		p.c.settled = settled{}
	}
	return true
}

// Point is how a waiting job stands in one of its partitions.
func (p *Slurm) Point(j int32, place int) *factors.Point {
	point, _ := p.stand(j, place)
	return point
}

// stand is Point with the jobs that are ahead, in their order.
func (p *Slurm) stand(j int32, place int) (*factors.Point, []factors.Rival) {
	m, is := p.ranks.(*accounts.Priorities)
	parts := p.c.machine.MayRunIn(j)
	if !is || !p.c.pending[j] || place < 0 || place >= len(parts) {
		return nil, nil
	}
	terms := m.Terms(j, place)
	addends := terms.Each()
	point := &factors.Point{Priority: int64(m.Priority(j, place)), Addends: addends[:], First: engine.NoJob, Queued: p.c.mayStart(j) && !p.c.down[parts[place]] && !p.c.arrays.full(j)}
	if p.c.held[j] {
		clear(point.Addends)
		return point, nil
	}
	own := p.c.recordOf(j, int32(parts[place]))
	ahead := p.rivals(&own)
	for _, r := range ahead {
		if r.Beyond {
			point.Beyond++
			continue
		}
		wanted := r.Priority
		if cmp.Or(cmp.Compare(p.c.submitted[r.Job], own.submit), cmp.Compare(r.Job, j)) < 0 {
			wanted++ // of equals it would be the first
		}
		// Of those that want as much, the first in the queue is named.
		if wanted > point.Wanted || point.First == engine.NoJob {
			point.Wanted, point.First, point.FirstHas = wanted, r.Job, r.Priority
		}
	}
	if point.First == engine.NoJob {
		point.Wanted = point.Priority
	}
	point.Ahead = len(ahead)
	return point, ahead
}

// rivals are the jobs that go before one in its partition: each by its record there, of an array by the task that stands for all.
func (p *Slurm) rivals(own *record) (list []factors.Rival) {
	c, kept := p.c, p.c.queue
	c.queue = nil
	c.sortQueue()
	queue := c.queue
	c.queue = kept
	array := c.arrays.arrayOf(own.job)
	for i := range queue {
		r := &queue[i]
		if r.partition != own.partition || r.job == own.job || array != nil && slices.Contains(array.tasks, r.job) || c.compare(r, own) >= 0 {
			continue
		}
		best := *own
		best.priority = math.MaxInt64
		list = append(list, factors.Rival{Job: r.job, Priority: r.priority, Beyond: c.compare(r, &best) < 0})
	}
	return list
}

// Next is what would have to change for a waiting job to be the first in one of its partitions.
func (p *Slurm) Next(j int32, place int) *factors.Next {
	point, ahead := p.stand(j, place)
	if point == nil {
		return nil
	}
	n := &factors.Next{Point: *point, Rivals: ahead[:min(len(ahead), factors.MostRivals)], Array: p.c.arrays.arrayOf(j) != nil}
	m := p.ranks.(*accounts.Priorities)
	n.Stale = m.Stale(j)
	if point.First == engine.NoJob || p.c.held[j] || n.Stale {
		return n
	}
	for _, c := range m.Sufficient(j, place, uint32(min(point.Wanted, math.MaxUint32))) {
		change := factors.Change{Factor: int(c.Factor), From: c.From, To: c.To, Enough: c.Enough && point.Wanted <= math.MaxUint32, Adds: c.Most}
		if c.Factor == multifactor.QOSFactor {
			if p.Preemption.By == settings.ByQOS {
				continue // another QOS would change, too, who preempts whom
			}
			change.From, change.To = p.qosNumber(c.From), p.qosNumber(c.To)
		}
		n.Changes = append(n.Changes, change)
	}
	return n
}

// qosNumber is the number of the QOS at a place of the settings.
func (p *Slurm) qosNumber(place float64) float64 {
	if int32(place) == multifactor.None {
		return factors.None
	}
	return float64(p.Priorities.QOS[int(place)].Number)
}

// Shares are the associations, nil without factors.
func (p *Slurm) Shares() []factors.Share {
	m, is := p.ranks.(*accounts.Priorities)
	if !is {
		return nil
	}
	return m.Shares()
}
