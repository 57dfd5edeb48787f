package los

import (
	"slices"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/profile"
)

// freeze is what jobs that start now leave to a job that starts later: those that
// would still run at its end may take no more than the extra processors.
//
// Kumar, Shae and Jamjoom call end and extra the freeze end time (fret) and the
// freeze end capacity (frec); for the head of the queue they are EASY's shadow time
// and extra processors.
type freeze struct {
	end       engine.Time
	extra     int32
	inclusive bool // a job that ends at the end still runs then: so the LOS family, unlike EASY
}

// always says that the freeze of a blocked head is a shadow time with extra processors, whatever the parameters are.
func always(param.Values) bool { return true }

// noFreeze holds no job back.
func noFreeze(inclusive bool) freeze {
	return freeze{end: engine.Never, extra: engine.MaxProcessors, inclusive: inclusive}
}

// runsPast says whether a job with this expected end would still run at the end.
func (f *freeze) runsPast(expected engine.Time) bool {
	return expected > f.end || f.inclusive && expected == f.end
}

// passes says whether a job of that size and expected end may start now.
func (f *freeze) passes(expected engine.Time, size int32) bool {
	return !f.runsPast(expected) || size <= f.extra
}

// take notes that a job which passes starts now.
func (f *freeze) take(expected engine.Time, size int32) {
	if f.runsPast(expected) {
		f.extra -= size
	}
}

// firstWith is the first step of an outlook with at least size processors free.
func firstWith(outlook []profile.Step, size int32) profile.Step {
	for _, step := range outlook {
		if step.Free >= size {
			return step
		}
	}
	panic("los: a job that waits is wider than the machine")
}

// stepAt is the step of an outlook that holds at t.
func stepAt(outlook []profile.Step, t engine.Time) profile.Step {
	i := len(outlook) - 1
	for i > 0 && outlook[i].At > t {
		i--
	}
	return outlook[i]
}

// group is the dedicated jobs that are to start first: those with one requested
// start, in the order of submission, as long as they fit the machine together; the
// rest follows later. Without a coming job the group is empty.
type group struct {
	first int32 // engine.NoJob if no dedicated job is coming
	start engine.Time
	size  int32 // processors of all of them
}

func firstGroup(s *engine.State) group {
	g := group{first: s.Coming()}
	if g.first == engine.NoJob {
		return g
	}
	g.start = s.Workload().Requested[g.first]
	g.each(s, func(j int32) { g.size += s.Occupies(j) })
	return g
}

// each calls f with the jobs of the group.
func (g *group) each(s *engine.State, f func(j int32)) {
	size := int32(0)
	for j := g.first; j != engine.NoJob && s.Workload().Requested[j] == g.start; j = s.NextComing(j) {
		if size += s.Occupies(j); size > s.Processors() {
			return
		}
		f(j)
	}
}

// freeze is the dedicated freeze: what must be left for the group at its requested
// start or, if running jobs make that impossible, when enough of them will have
// ended.
func (g *group) freeze(s *engine.State, inclusive bool) freeze {
	if g.first == engine.NoJob {
		return noFreeze(inclusive)
	}
	outlook := s.Outlook()
	step := stepAt(outlook, g.start)
	step.At = g.start
	if step.Free < g.size {
		step = firstWith(outlook, g.size)
	}
	return freeze{step.At, step.Free - g.size, inclusive}
}

// freezes makes the freeze of a blocked head beside that of a group.
type freezes struct {
	ends []profile.Step // buffer: processors that become free, unlike an outlook's
}

// head is the freeze of job h, first in the queue, which cannot start because it
// does not fit or would run past the group's freeze d on more than its extra
// processors. What h will take of these is taken from d. O(running jobs + group log
// group).
//
// It starts, by the estimates, once enough running jobs have ended: at start, with
// spare processors beside it. Then
//
//   - if it ends before the group's freeze does, that is its freeze;
//   - so too if it is dedicated (or goes before the group by force): it takes its
//     processors from the group's, as far as there are any;
//   - so too if the group's extra processors suffice for it, which it takes;
//   - else it goes behind the group: it starts when, of the processors beside the
//     group, of jobs running on and of the group's own, enough are free.
func (b *freezes) head(s *engine.State, h int32, force bool, g *group, d *freeze) freeze {
	size := s.Occupies(h)
	step := firstWith(s.Outlook(), size)
	own := freeze{step.At, step.Free - size, d.inclusive}
	switch {
	case !d.runsPast(step.At + s.Job(h).Estimate):
	case force:
		if step.At <= d.end {
			d.extra = max(0, d.extra-size)
		}
	case size <= d.extra:
		d.extra -= size
	default:
		step = b.behind(s, size, g, d)
		own = freeze{step.At, step.Free, d.inclusive}
	}
	return own
}

// behind is when size processors will be free once the group has started at the end
// of its freeze d, and how many beside them.
func (b *freezes) behind(s *engine.State, size int32, g *group, d *freeze) profile.Step {
	b.ends = b.ends[:0]
	free := stepAt(s.Outlook(), d.end).Free
	for _, step := range s.Outlook() {
		if step.At > d.end {
			b.ends = append(b.ends, profile.Step{At: step.At, Free: step.Free - free})
			free = step.Free
		}
	}
	g.each(s, func(j int32) {
		b.ends = append(b.ends, profile.Step{At: d.end + s.Job(j).Estimate, Free: s.Occupies(j)})
	})
	slices.SortFunc(b.ends, func(x, y profile.Step) int { return int(x.At - y.At) })
	free = d.extra
	for i, end := range b.ends {
		free += end.Free
		if free >= size && (i+1 == len(b.ends) || b.ends[i+1].At > end.At) {
			return profile.Step{At: end.At, Free: free - size}
		}
	}
	panic("los: a job that waits is wider than the machine")
}
