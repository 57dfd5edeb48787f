package play

import (
	"slices"
	"sort"

	"backfill/engine"
	"backfill/ui/result"
)

// callLog is what is known of the calls of one policy: a stretch of time without gaps, or one in
// which calls are left out that follow another one sooner than every.
type callLog struct {
	Run     *result.Run
	policy  int // index of the results' runs
	ordered bool
	List    []engine.Moment
	from    engine.Time // the calls from then on
	until   engine.Time // and before then are in list
	Every   engine.Time

	ready []int32 // the jobs in the order in which they begin to wait; nil: workload order
	known bool    // ready is found
	back  int     // so many events before the instant that is wanted the next stretch begins
	most  int     // calls of the next stretch
	key   int     // of the question that is under way; 0: none
	lost  bool    // the question had no answer

	unreached engine.Time    // what was asked for before it did not reach as far
	seen      *engine.Moment // the timeline knows of it
}

const (
	fewMoments   = 256  // that are asked for at first
	manyMoments  = 4096 // that are asked for at once
	MostMoments  = 3 * manyMoments
	eventsBack   = 96  // before the instant that is wanted, so that one can go back
	ListedJobs   = 12  // of those who wait
	crowded      = 250 // events in a second are too many for every call
	sparseFrames = 4   // calls in a second are noted then
)

func newCallLog(run *result.Run, policy int) *callLog {
	return &callLog{Run: run, policy: policy, back: eventsBack, most: fewMoments, unreached: -1}
}

// tells says whether the run's policy makes decisions: what a log recorded does not.
func (r *callLog) tells() bool { return r.Run.Kind != "recorded" }

// Knows says whether the state of things at t is known.
func (r *callLog) Knows(t engine.Time) bool {
	return r.from <= t && t < r.until && (r.from <= r.first() || r.at(t) >= 0)
}

// at is the index of the last call up to and including t, -1 if there is none.
func (r *callLog) at(t engine.Time) int {
	return sort.Search(len(r.List), func(i int) bool { return r.List[i].At > t }) - 1
}

// firstWith is the index of the first of the calls at the same instant as the i-th.
func (r *callLog) firstWith(i int) int {
	for i > 0 && r.List[i-1].At == r.List[i].At {
		i--
	}
	return i
}

// first is the first instant of the run.
func (r *callLog) first() engine.Time {
	if jobs := r.Run.Outcome.Workload.Jobs; len(jobs) > 0 {
		return jobs[0].Submit
	}
	return 0
}

// take adds what was noted. Of two stretches that do not touch, the new one stays.
func (r *callLog) take(m *engine.Moments, now engine.Time) {
	r.key = 0
	r.ordered = m.Ordered
	until := engine.Never
	if n := len(m.List); !m.Complete && n > 0 {
		until = m.List[n-1].At + max(m.Every, 1)
	}
	cut := func(t engine.Time) int {
		return sort.Search(len(r.List), func(i int) bool { return r.List[i].At >= t })
	}
	switch {
	case len(r.List) > 0 && m.Every == r.Every && r.from <= m.From && m.From <= r.until:
		r.List = append(r.List[:cut(m.From):cut(m.From)], m.List...)
		r.until = until
	case len(r.List) > 0 && m.Every == r.Every && m.From < r.from && r.from <= until && until <= r.until:
		r.List = append(slices.Clone(m.List), r.List[cut(until):]...)
		r.from = m.From
	case m.Every == r.Every && r.Knows(now):
		r.unreached = r.from // a gap would be left
	default:
		r.List, r.from, r.until, r.Every = m.List, m.From, until, m.Every
	}
	if extra := len(r.List) - MostMoments; extra > 0 {
		if r.at(now) > len(r.List)/2 {
			r.from = r.List[extra].At + 1
			r.List = r.List[cut(r.from):]
		} else {
			r.until = r.List[len(r.List)-extra].At
			r.List = r.List[:cut(r.until)]
		}
	}
}

// sequences are the instants at which something happened: jobs begin to wait, start and end.
func (r *callLog) sequences() [3]sequence {
	o := r.Run.Outcome
	if !r.known {
		r.ready, r.known = o.ReadyOrder(), true
	}
	ready := func(i int) engine.Time {
		if r.ready != nil {
			return o.Ready(r.ready[i])
		}
		return o.Ready(int32(i))
	}
	starts := sequence{len(o.StartOrder), func(i int) engine.Time { return o.Start[o.StartOrder[i]] }}
	ends := sequence{len(o.EndOrder), func(i int) engine.Time { return o.End[o.EndOrder[i]] }}
	if o.Segments != nil {
		starts = sequence{len(o.Segments), func(i int) engine.Time { return o.Segments[i].From }}
		ends = sequence{len(o.SegmentOrder), func(i int) engine.Time { return o.Segments[o.SegmentOrder[i]].To }}
	}
	return [3]sequence{{len(o.Start), ready}, starts, ends}
}

// sequence is instants in ascending order.
type sequence struct {
	n  int
	at func(i int) engine.Time
}

// upTo is how many of them are not after t.
func (s sequence) upTo(t engine.Time) int {
	return sort.Search(s.n, func(i int) bool { return s.at(i) > t })
}

// before is the instant n events before t; 0 if there are not so many after the first instant of
// the run.
func (r *callLog) before(t engine.Time, n int) engine.Time {
	list := r.sequences()
	var left [3]int
	for i, s := range list {
		left[i] = s.upTo(t)
	}
	at := t
	for range n {
		latest := -1
		for i, s := range list {
			if left[i] > 0 && (latest < 0 || s.at(left[i]-1) > list[latest].at(left[latest]-1)) {
				latest = i
			}
		}
		if latest < 0 {
			return 0
		}
		left[latest]--
		at = list[latest].at(left[latest])
	}
	if at <= r.first() {
		return 0
	}
	return at
}

// neighbour is the next instant after t at which something happened or, if by is -1, the one before
// it; t if there is none.
func (r *callLog) neighbour(t engine.Time, by int) engine.Time {
	next, found := t, false
	for _, s := range r.sequences() {
		i := s.upTo(t)
		if by < 0 {
			i = s.upTo(t-1) - 1
		}
		if i < 0 || i >= s.n {
			continue
		}
		if at := s.at(i); at >= 0 && (!found || by > 0 && at < next || by < 0 && at > next) {
			next, found = at, true
		}
	}
	return next
}

// events is how many there are after t0 up to t1.
func (r *callLog) events(t0, t1 engine.Time) int {
	n := 0
	for _, s := range r.sequences() {
		n += s.upTo(t1) - s.upTo(t0)
	}
	return n
}

// wants is the stretch that is to be asked for when it is t and so much time goes by in a second,
// 0 if it stands still; false if none is needed.
func (r *callLog) wants(t, speed engine.Time) (m engine.Moments, ok bool) {
	m = engine.Moments{Depth: ListedJobs, Most: r.most}
	if speed > 0 && r.events(t, t+speed) > crowded {
		m.Every = max(speed/sparseFrames, 1)
	}
	fine := r.Every == 0 || r.Every <= 2*m.Every
	if !fine || !r.Knows(t) {
		if fine && r.from <= t && t < r.until {
			r.back *= 4 // no call was as near as expected
		}
		m.From = r.before(t, r.back)
		m.Most = fewMoments
		return m, true
	}
	r.back = eventsBack
	m.Every = r.Every
	ahead := max(3*speed, 0)
	switch i := r.at(t); {
	case r.until < engine.Never && (t+ahead >= r.until || i+8 >= len(r.List)):
		m.From = r.until
		return m, true
	case speed == 0 && i < 8 && r.from > r.first() && r.from != r.unreached:
		m.From, m.Most = r.before(r.from, eventsBack), manyMoments
		return m, m.From < r.from
	}
	return m, false
}

// decides says whether the i-th call started, moved or interrupted somebody or promised another
// start to the first of those who wait.
func (r *callLog) decides(i int) bool {
	m := &r.List[i]
	if slices.ContainsFunc(m.Decisions, func(d engine.Decision) bool { return d.Rule.Acts() }) {
		return true
	}
	if len(m.Reserved) == 0 {
		return false
	}
	if i == 0 || len(r.List[i-1].Reserved) == 0 {
		return true
	}
	was, is := r.List[i-1].Reserved[0], m.Reserved[0]
	return was.Job != is.Job || was.At != is.At
}
