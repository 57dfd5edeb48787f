package play

import (
	"slices"
	"sort"

	"backfill/engine"
	"backfill/engine/snapshot"
	"backfill/ui/explain"
	"backfill/ui/result"
	"backfill/ui/timeline"
)

// callLog is what is known of the calls of one policy: a stretch of time without gaps, or one in
// which calls are left out that follow another one sooner than every.
type callLog struct {
	Run     *result.Run
	policy  int  // place of the run among those of the results
	ordered bool // waiting jobs are in the order of their priorities
	List    []snapshot.Snapshot
	from    engine.Time // the calls from then on
	until   engine.Time // and before then are in List
	Every   engine.Time // calls that follow another one sooner are left out

	ready []int32     // the jobs in the order in which they begin to wait; nil: workload order
	known bool        // ready is found
	runs  engine.Runs // found where some were stopped
	back  int         // the next stretch begins so many events before the instant that is wanted
	most  int         // how many calls the next stretch has at most
	key   int         // of the question that is under way; 0: none
	lost  bool        // the question had no answer

	passes timeline.Passes // that the calls made, if the policy makes such

	unreached engine.Time        // what was asked for before that instant did not reach it
	seen      *snapshot.Snapshot // what the timeline was told last
}

const (
	fewSnapshots  = 256  // that are asked for at first
	manySnapshots = 4096 // that are asked for at once
	MostSnapshots = 3 * manySnapshots
	eventsBack    = 96  // before the instant that is wanted, so that one can go back
	ListedJobs    = 12  // of those that wait
	crowded       = 250 // events in a second are too many for every call
	sparseFrames  = 4   // calls in a second are noted then
)

func newCallLog(run *result.Run, policy int) *callLog {
	return &callLog{Run: run, policy: policy, back: eventsBack, most: fewSnapshots, unreached: -1}
}

// tells says whether the run's policy makes decisions: what a log recorded does not.
func (l *callLog) tells() bool { return !l.Run.Recorded() }

// Knows says whether the state of things at t is known.
func (l *callLog) Knows(t engine.Time) bool {
	return l.from <= t && t < l.until && (l.from <= l.first() || l.at(t) >= 0)
}

// at is the index of the last call up to and including t, -1 if there is none.
func (l *callLog) at(t engine.Time) int {
	return sort.Search(len(l.List), func(i int) bool { return l.List[i].At > t }) - 1
}

// firstWith is the index of the first of the calls at the same instant as the i-th.
func (l *callLog) firstWith(i int) int {
	for i > 0 && l.List[i-1].At == l.List[i].At {
		i--
	}
	return i
}

// first is the first instant of the run.
func (l *callLog) first() engine.Time {
	if jobs := l.Run.Outcome.Workload.Jobs; len(jobs) > 0 {
		return jobs[0].Submit
	}
	return 0
}

// take adds the snapshots that came. Of two stretches that do not touch, the new one stays.
func (l *callLog) take(s *snapshot.Series, now engine.Time) {
	l.add(s, now)
	list := make([]timeline.Pass, 0, len(l.List)) // what is drawn stays as it is
	for i := range l.List {
		if c := &l.List[i]; c.Passes != 0 {
			list = append(list, timeline.Pass{At: c.At, Of: c.Passes})
		}
	}
	l.passes = timeline.Passes{List: list, From: l.from, Until: l.until, Sparse: l.Every > 0}
}

func (l *callLog) add(s *snapshot.Series, now engine.Time) {
	l.key = 0
	l.ordered = s.Ordered
	until := engine.Never
	if n := len(s.List); !s.Complete && n > 0 {
		until = s.List[n-1].At + max(s.Every, 1)
	}
	cut := func(t engine.Time) int {
		return sort.Search(len(l.List), func(i int) bool { return l.List[i].At >= t })
	}
	switch {
	case len(l.List) > 0 && s.Every == l.Every && l.from <= s.From && s.From <= l.until:
		l.List = append(l.List[:cut(s.From):cut(s.From)], s.List...)
		l.until = until
	case len(l.List) > 0 && s.Every == l.Every && s.From < l.from && l.from <= until && until <= l.until:
		l.List = append(slices.Clone(s.List), l.List[cut(until):]...)
		l.from = s.From
	case s.Every == l.Every && l.Knows(now):
		l.unreached = l.from // a gap would be left
	default:
		l.List, l.from, l.until, l.Every = s.List, s.From, until, s.Every
	}
	if extra := len(l.List) - MostSnapshots; extra > 0 {
		if l.at(now) > len(l.List)/2 {
			l.from = l.List[extra].At + 1
			l.List = l.List[cut(l.from):]
		} else {
			l.until = l.List[len(l.List)-extra].At
			l.List = l.List[:cut(l.until)]
		}
	}
}

// sequences are the instants at which something happened: jobs begin to wait, start and end.
func (l *callLog) sequences() [3]sequence {
	o := l.Run.Outcome
	if !l.known {
		l.ready, l.known = o.ReadyOrder(), true
	}
	ready := func(i int) engine.Time {
		if l.ready != nil {
			return o.Ready(l.ready[i])
		}
		return o.Ready(int32(i))
	}
	starts := sequence{len(o.StartOrder), func(i int) engine.Time { return o.Start[o.StartOrder[i]] }}
	ends := sequence{len(o.EndOrder), func(i int) engine.Time { return o.End[o.EndOrder[i]] }}
	switch {
	case o.Stopped != nil:
		if l.runs.Begun == nil {
			l.runs = o.Runs()
		}
		starts = sequence{len(l.runs.Begun), func(i int) engine.Time { return l.runs.At(l.runs.Begun[i]).From }}
		ends = sequence{len(l.runs.Ended), func(i int) engine.Time { return l.runs.At(l.runs.Ended[i]).To }}
	case o.Segments != nil:
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
func (l *callLog) before(t engine.Time, n int) engine.Time {
	list := l.sequences()
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
	if at <= l.first() {
		return 0
	}
	return at
}

// neighbour is the next instant after t at which something happened or, if by is -1, the one before
// it; t if there is none.
func (l *callLog) neighbour(t engine.Time, by int) engine.Time {
	next, found := t, false
	for _, s := range l.sequences() {
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
func (l *callLog) events(t0, t1 engine.Time) int {
	n := 0
	for _, s := range l.sequences() {
		n += s.upTo(t1) - s.upTo(t0)
	}
	return n
}

// wants is the stretch that is to be asked for when it is t and so much time goes by in a second,
// 0 if it stands still; false if none is needed.
func (l *callLog) wants(t, speed engine.Time) (s snapshot.Series, ok bool) {
	s = snapshot.Series{Depth: ListedJobs, Most: l.most}
	if speed > 0 && l.events(t, t+speed) > crowded {
		s.Every = max(speed/sparseFrames, 1)
	}
	fine := l.Every == 0 || l.Every <= 2*s.Every
	if !fine || !l.Knows(t) {
		if fine && l.from <= t && t < l.until {
			l.back *= 4 // no call was as near as expected
		}
		s.From = l.before(t, l.back)
		s.Most = fewSnapshots
		if fine && s.From < l.until && l.until <= t { // a policy that looks at the queue from time to time has more calls than events
			s.From, s.Most, s.Every = l.until, manySnapshots, l.Every
		}
		return s, true
	}
	l.back = eventsBack
	s.Every = l.Every
	ahead := max(3*speed, 0)
	switch i := l.at(t); {
	case l.until < engine.Never && (t+ahead >= l.until || i+8 >= len(l.List)):
		s.From = l.until
		return s, true
	case speed == 0 && i < 8 && l.from > l.first() && l.from != l.unreached:
		s.From, s.Most = l.before(l.from, eventsBack), manySnapshots
		return s, s.From < l.from
	}
	return s, false
}

// decides says whether the i-th call started, moved or interrupted somebody, promised another
// start to the first of those who wait, or let a job wait that fits, for another reason than before.
func (l *callLog) decides(i int) bool {
	s := &l.List[i]
	if slices.ContainsFunc(s.Decisions, func(d engine.Decision) bool { return d.Rule.Acts() || l.refusesAnew(i, d) }) {
		return true
	}
	if len(s.Reserved) == 0 {
		return false
	}
	if i == 0 || len(l.List[i-1].Reserved) == 0 {
		return true
	}
	was, is := l.List[i-1].Reserved[0], s.Reserved[0]
	return was.Job != is.Job || was.At != is.At
}

// refusesAnew says whether a decision of the i-th call lets a job wait that fits, and the call before did not do so for the same
// reason. That nobody looks before the next pass is no decision.
func (l *callLog) refusesAnew(i int, d engine.Decision) bool {
	n := explain.Narrator{Outcome: l.Run.Outcome}
	return n.Refuses(d) && d.Rule != engine.BeforePass && (i == 0 || !slices.ContainsFunc(l.List[i-1].Decisions, func(was engine.Decision) bool {
		return was.Job == d.Job && was.Rule == d.Rule && was.Blocker == d.Blocker && n.Refuses(was)
	}))
}
