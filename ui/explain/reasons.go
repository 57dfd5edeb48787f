package explain

import (
	"cmp"
	"iter"
	"slices"
	"strconv"

	"backfill/engine"
	"backfill/ui/phrase"
	"backfill/ui/timeline"
)

// Narrator puts decisions into words.
type Narrator struct {
	Outcome *engine.Outcome
	Clock   timeline.Clock
	// ByPriority says that the policy looks at jobs in the order of a priority: nobody is
	// the head of its queue.
	ByPriority bool
	// Shadow says that the policy has a shadow time and extra processors: it promises a start to the head of the
	// queue alone. Other policies have reservations, of several jobs or of those that their order puts first.
	Shadow bool
	// Delays says that the head of the queue may be delayed: what decisions about others name is the instant until when.
	Delays bool
	// Present says that a decision is told at the instant at which it is made.
	Present bool
	// Partition is what a log calls the partition of a number, "" if that is not shown: it has the machine's name then. It may be nil.
	Partition func(number int32) string
}

// Planned is what the policy plans with: how long jobs request to run, or are believed to.
func (n Narrator) Planned() string {
	if n.Outcome.Belief != nil {
		return "believed run time"
	}
	return "requested time"
}

// byPlan says that what follows is so by what the policy plans with: the run may end earlier.
func (n Narrator) byPlan() string { return "by its " + n.Planned() }

// tense is the text that suits the time of what is told.
func (n Narrator) tense(past, present string) string {
	if n.Present {
		return present
	}
	return past
}

// maxReasons is how many changes of the reason the inspector lists: half of them the
// first, half the last.
const maxReasons = 24

// Reasons is the record about one job in plain sentences. Entries that differ only
// in the numbers of the plan are told as one.
func (n Narrator) Reasons(decisions []engine.Decision) []Sentence {
	var told []Sentence
	for s := range n.spans(decisions) {
		told = append(told, s.sentence())
	}
	if len(told) > maxReasons {
		left := len(told) - maxReasons
		told = slices.Concat(told[:maxReasons/2], []Sentence{Say("… ", phrase.Plural(int64(left), "further change"), " …")}, told[maxReasons/2+left:])
	}
	return told
}

// spans goes through the record about one job, entries that are told as one together.
func (n Narrator) spans(decisions []engine.Decision) iter.Seq[span] {
	if n.ByPriority {
		decisions = withoutHead(decisions)
	}
	return func(yield func(span) bool) {
		for i := 0; i < len(decisions); {
			k := i + 1
			for k < len(decisions) && n.alike(decisions[i], decisions[k]) {
				k++
			}
			s := span{Narrator: n, entries: decisions[i:k], until: engine.Never}
			if k < len(decisions) {
				s.until = decisions[k].At
			}
			if i > 0 {
				s.before = &decisions[i-1]
			}
			if !yield(s) {
				return
			}
			i = k
		}
	}
}

// withoutHead are the decisions where being the first to have arrived means nothing.
func withoutHead(decisions []engine.Decision) []engine.Decision {
	decisions = slices.Clone(decisions)
	for i := range decisions {
		if decisions[i].Rule == engine.HeadBlocked {
			decisions[i].Rule = engine.Reserved
		}
	}
	return decisions
}

// alike says whether two entries are told as one. Behind whom a job had to wait
// matters less than that it had to.
func (n Narrator) alike(a, b engine.Decision) bool {
	switch {
	case a.Said != b.Said || a.Rule != b.Rule || (a.MaxSkip > 0) != (b.MaxSkip > 0) || (a.Shadow == engine.Never) != (b.Shadow == engine.Never):
		return false
	case isOfPasses(a.Rule):
		return n.alikePasses(a, b)
	case a.Room.Short.Of != b.Room.Short.Of:
		return false
	case a.Rule == engine.MovedByPlan || stops(a.Rule):
		return false
	case a.Rule == engine.BehindHead || a.Rule == engine.BehindHeads || a.Rule == engine.TooWideNow || a.Rule == engine.Outranked || a.Rule == engine.LeftByHand:
		return true
	case a.Rule == engine.HeadJumped:
		return n.enough(a) == n.enough(b)
	case a.Rule == engine.BehindJumped:
		return a.Blocker == b.Blocker
	case a.Rule == engine.HeadSkipped:
		return false // each skip is a story of its own
	case a.Rule == engine.NotPacked || a.Rule == engine.PackedAhead:
		return cmp.Compare(a.Used, a.With) == cmp.Compare(b.Used, b.With)
	}
	return a.Blocker == b.Blocker && n.enough(a) == n.enough(b) && (a.Rule != engine.WouldDelay || n.alikeThere(a, b))
}

// enough says whether enough processors are free for the decision's job, and where the
// machine takes them.
func (n Narrator) enough(d engine.Decision) bool {
	return d.Fitted(n.Outcome.Occupied(d.Job), n.Outcome.Lane != nil)
}

// span is a stretch of time with one reason.
type span struct {
	Narrator
	entries []engine.Decision
	before  *engine.Decision // the entry before, nil if there is none
	until   engine.Time      // when another reason came, engine.Never if none did
}

func (s span) first() engine.Decision { return s.entries[0] }
func (s span) last() engine.Decision  { return s.entries[len(s.entries)-1] }

// sentence tells why the job waited, or why it started, and what a script says of it.
func (s span) sentence() Sentence {
	if said := s.first().Said.String(); said != "" {
		return Say(s.told(), " The script says: “", said, "”.")
	}
	return s.told()
}

func (s span) told() Sentence {
	first, last := s.first(), s.last()
	at := s.instant(first.At)
	started, there := Say(at, OnLane(s.Outcome, first.Job)), s.there()
	switch first.Rule {
	case engine.StartedInOrder:
		if s.ByPriority {
			return Say("Started at ", started, "; by its priority it was next.")
		}
		if passed := s.passed(); len(passed) > 0 {
			return Say("Started at ", started, s.beforeThose(passed), ".")
		}
		return Say("Started at ", started, "; nobody who had arrived earlier was waiting.")
	case engine.StartedFitting:
		return Say("Started at ", started, ": it ", s.tense("fitted", "fits"), ", and ", s.unfit(), ".")
	case engine.StartedByScript:
		return Say("Started at ", started, " by the script", s.beforeThose(s.passed()), ".")
	case engine.StartedBeforeShadow:
		if s.Delays {
			return Say("Backfilled at ", started, ": ", s.byPlan(), " it ", s.tense("ended", "ends"), " by ", s.delayed(first), ".")
		}
		return Say("Backfilled at ", started, s.delaysNone(), ": ", s.byPlan(), " it ", s.tense("ended", "ends"), " by ", s.instant(first.Shadow), ", when ", s.blocker(first), s.tense(" was due", " is due"), there, s.shadowTime(first), ".")
	case engine.StartedInExtra:
		if s.Delays {
			return Say("Backfilled at ", started, ": ", s.byPlan(), " it ", s.tense("ran", "runs"), " past ", s.delayed(first), ", but ", s.tense("fitted", "fits"), " the ", s.left(), " left beside it then.")
		}
		if !s.Shadow {
			return Say("Backfilled at ", started, s.delaysNone(), ": ", s.byPlan(), " it ", s.tense("ran", "runs"), " past ", s.instant(first.Shadow), ", when ", s.blocker(first), s.tense(" was due", " is due"), there,
				", but ", s.tense("fitted", "fits"), " the ", s.left(), " left beside it then.")
		}
		return Say("Backfilled at ", started, ": ", s.byPlan(), " it ", s.tense("ran", "runs"), " past ", s.instant(first.Shadow), ", the shadow time of ", s.blocker(first), there,
			", but ", s.tense("fitted", "fits"), " the ", s.left(), " left beside it then.")
	case engine.StartedElsewhere:
		return Say("Backfilled at ", started, ", where nobody ", s.tense("held", "holds"), " a reservation: ", s.blocker(first), s.tense(" was", " is"), " due on ", LaneName(s.Outcome, first.Lane),
			", at ", s.instant(first.Shadow), ".")
	case engine.StartedReserved:
		if b := s.before; b != nil && b.Shadow != engine.Never && b.Shadow > first.At {
			return Say("Started at ", started, ": its reservation moved forward from ", s.instant(b.Shadow), " to ", at, ".")
		}
		return Say("Started at ", started, "; its reservation came due.")
	case engine.StartedPacked:
		of := Say(", one of ", phrase.Plural(int64(first.Others)+1, "waiting job"), " that together ", s.tense("used", "use"), " ")
		if first.Others == 0 {
			of = Say(": of all waiting jobs, it alone ", s.tense("used", "uses"), " most, ")
		}
		return Say("Started at ", at, of, phrase.Grouped(int64(first.Used)), " of the ", phrase.Plural(int64(first.Free), "free processor"), s.around(first), ".")
	case engine.StartedJumping:
		return Say("Started at ", started, " past ", s.blocker(first), " at the head of the queue, which ", s.tense("did", "does"), " not fit: ", ordinal(first.Skips), " of at most ",
			phrase.Plural(int64(first.MaxSkip), "job"), " that may jump it.")
	case engine.StartedByMain, engine.StartedByBackfill:
		return s.startedInPass(started)
	case engine.StartedByPlan:
		return Say("Started at ", at, " on ", LaneName(s.Outcome, first.Lane), ": with a priority of ", s.priority(), " it ", s.tense("was ", "is "), ordinal(first.Rank), " of the plan.")
	case engine.MovedByPlan:
		return Say("Moved at ", at, " to ", LaneName(s.Outcome, first.Lane), ": with a priority of ", s.priority(), " there it ", s.tense("was ", "is "), ordinal(first.Rank), " of the new plan.")
	case engine.Interrupted:
		return Say("Interrupted at ", at, ": ", s.outranked(), ".")
	case engine.PreemptedFor:
		return Say("Stopped at ", at, " to make room for ", s.blocker(first), ", which ", s.tense("preempted", "preempts"), " it.")
	case engine.Requeued:
		return Say("Requeued at ", at, " by hand.")
	case engine.SuspendedByHand:
		return Say("Suspended at ", at, " by hand: what it had done was kept.")
	case engine.GoesOn:
		return Say("Went on at ", at, " where it had been suspended.")
	case engine.StartedByHand:
		return Say("Started at ", started, "; it was placed by hand.")
	case engine.NodeFailed:
		return Say("Stopped at ", at, ", when one of its nodes ", s.tense("failed", "fails"), ".")
	case engine.StartedDue:
		if wanted := s.Outcome.Workload.Requested[first.Job]; wanted < first.At {
			return Say("Started at ", at, "; its requested start ", s.instant(wanted), " had passed.")
		}
		return Say("Started at ", at, ", the start that it requested.")
	}

	when := Say("Waited from ", at)
	if until := s.instant(s.until); s.until != engine.Never && until.Text != at.Text {
		when = Say(when, " to ", until)
	} else if s.until != engine.Never {
		when = Say("Waited ", phrase.Span(s.until-first.At), " at ", at)
	}
	switch {
	case isOfPasses(first.Rule):
		return s.waitedForPasses(when)
	case first.Rule == engine.HeadJumped || first.Rule == engine.BehindJumped:
	case first.Rule == engine.HeadBlocked || first.Rule == engine.HeadSkipped || first.MaxSkip > 0:
		when = Say(when, " at the head of the queue", s.times("skipped"))
	}
	switch first.Rule {
	case engine.HeadJumped:
		return Say(when, " at the head of the queue", s.times("jumped"), ": ", s.lack(), ".")
	case engine.BehindJumped:
		if last.MaxSkip == 0 {
			return Say(when, " behind ", s.blocker(first), ", the head of the queue, which nobody may jump.")
		}
		return Say(when, " behind ", s.blocker(first), ", the head of the queue, which ", s.tense("had", "has"), " been jumped as often as it may be (", phrase.Plural(int64(last.MaxSkip), "time"), ").")
	case engine.PartitionHead:
		return Say(when, " at the head of a partition: ", s.lack(), ".")
	case engine.HeadBlocked:
		if !s.Shadow && !s.Delays {
			return Say(when, ": ", s.obstacle(), ".", s.promise())
		}
		return Say(when, ": ", s.obstacle(), ".", s.shadow())
	case engine.Reserved:
		return Say(when, " with a reservation: ", s.obstacle(), ".", s.promise())
	case engine.TooWideNow:
		return Say(when, ": ", s.lack(), ".")
	case engine.WouldDelay:
		if s.Delays {
			return Say(when, ": ", s.blocker(first), s.tense(" might", " may"), " be delayed until ", s.change(first.Shadow, last.Shadow), "; ",
				s.stillRuns(), phrase.Grouped(int64(s.Outcome.Occupied(first.Job))), ", more than the ", s.left(), " left then.")
		}
		promised := s.blockerPromised(there)
		if s.Outcome.Lane != nil {
			return Say(when, ": ", LaneName(s.Outcome, first.Lane), s.tense(" had", " has"), " room for it", s.decided(), ", but ", promised, s.stillRuns(), s.leftThere(), ".")
		}
		if s.Outcome.Pieces != nil && s.most(func(d engine.Decision) int32 { return d.Extra }) >= s.Outcome.Occupied(first.Job) {
			return Say(when, ": ", promised, s.byPlan(), " this job would not ", s.tense("have ended", "end"), " before, and for so long there ", s.tense("was", "is"), " no place for it beside what ", s.tense("was", "is"), " reserved.")
		}
		return Say(when, ": ", promised, s.stillRuns(), phrase.Grouped(int64(s.Outcome.Occupied(first.Job))), ", more than the ", s.left(), " left then.")
	case engine.NotCounted:
		unless := Say()
		if _, high := rangeOf(s, func(d engine.Decision) int32 { return d.Extra }); high > 0 {
			unless = Say(" or ", s.tense("needed", "need"), " no more than the ", s.left(), " that it ", s.tense("counted", "counts"))
		}
		return Say(when, ": ", s.blockerPromised(""), "this job would not ", s.tense("have delayed", "delay"), " it, but the policy, as it is set, ", s.tense("started", "starts"), " only jobs past it that ",
			s.tense("ended", "end"), " earlier", unless, ".")
	case engine.LeftByHand:
		return Say(when, ": ", s.tense("it had room, but was not placed", "nobody has placed it"), ".")
	case engine.BehindHead:
		behind := Say(s.blocker(first))
		if last.Blocker != first.Blocker {
			behind = Say("the head of the queue (", s.blocker(first), " at first, ", s.blocker(last), " at last)")
		}
		return Say(when, " behind ", behind, ": this policy starts nobody past a waiting job.")
	case engine.BehindHeads:
		behind := Say(s.blocker(first))
		if last.Blocker != first.Blocker {
			behind = Say(s.blocker(first), " at first, ", s.blocker(last), " at last")
		}
		return Say(when, " behind ", behind, ": in every partition in which it may run, this policy starts nobody past a waiting job.")
	case engine.HeadSkipped:
		return Say(when, ": ", s.lack(), ", and ", s.taken(), ".")
	case engine.NotPacked, engine.PackedAhead:
		return Say(when, ": ", s.lack(), ", and ", s.taken(), ".")
	case engine.Outranked:
		return Say(when, ": ", s.outranked(), ".")
	case engine.OutOfSight:
		return Say(when, ": ", s.lack(), ", but the policy ", s.tense("looked", "looks"), " only at jobs nearer to the head of the queue (its lookahead).")
	case engine.NextCycle:
		return Say(when, ": ", s.lack(), ", but the policy, as it is set to read, ", s.tense("did no more at that event", "does no more at this event"), ".")
	case engine.LeftByScript:
		return Say(when, ": ", s.lack(), ", but ", s.tense("it did", "the script does"), " not start it.")
	case engine.NextPlan:
		return Say(when, ": ", s.tense("it had room, but the policy made", "the policy makes"), " its next plan only at ", s.change(first.Shadow, last.Shadow), ".")
	case engine.WouldDelayDedicated:
		return Say(when, ": dedicated jobs, ", s.blocker(first), " first, ", s.tense("were", "are"), " due at ", s.change(first.Shadow, last.Shadow),
			"; ", s.stillRuns(), phrase.Grouped(int64(s.Outcome.Occupied(first.Job))), ", more than the ", s.processors(), " that they ", s.tense("left", "leave"), ".")
	}
	return Say(when, ".")
}

// stillRuns says that the job would delay what is due then; how much it needs follows. Under LOS that is so, too, if the job would end at this very
// instant.
func (s span) stillRuns() string {
	runs := " this job would still " + s.tense("have run", "run") + " then"
	if slices.ContainsFunc(s.entries, func(d engine.Decision) bool { return d.At+s.Outcome.Workload.Jobs[d.Job].Estimate == d.Shadow }) {
		runs = " this job would not " + s.tense("have ended", "end") + " before then"
	}
	return s.byPlan() + runs + ", and it needs "
}

// around names the reservation that a choice of jobs respects.
func (s span) around(d engine.Decision) Sentence {
	if d.Blocker == engine.NoJob {
		return nil
	}
	return Say(" without delaying ", s.blocker(d), ", which ", s.tense("was", "is"), " due at ", s.instant(d.Shadow))
}

// taken is what the jobs used that were chosen instead, and why these.
func (s span) taken() Sentence {
	first, last := s.first(), s.last()
	ahead := ""
	if first.Rule == engine.PackedAhead {
		ahead = ", ahead of it,"
	}
	const ties = "of sets that use as many, the one that ends nearest to the head is taken"
	if len(s.entries) > 1 {
		others := Say("other jobs", ahead, " (", s.Job(first.Chosen), " first, ", s.Job(last.Chosen), " at last)")
		switch {
		case first.With < first.Used:
			return Say(others, " used more of them than any set with this job")
		case first.With == first.Used:
			return Say(others, " used as many of them as any set with this job: ", ties)
		}
		return Say(others, " took them: the queue was too long to be packed at once")
	}
	who := Say(s.Job(first.Chosen))
	switch first.Others {
	case 0:
		who = Say(who, ahead)
	case 1:
		who = Say(who, " and 1 other", ahead, " together")
	default:
		who = Say(who, " and ", phrase.Grouped(int64(first.Others)), " others", ahead, " together")
	}
	all := first.Used == first.Free
	took := Say(who, s.takes(first), phrase.Grouped(int64(first.Used)), " of them", s.around(first))
	if all {
		took = Say(who, s.takes(first), "all ", phrase.Grouped(int64(first.Used)), s.around(first))
	}
	switch {
	case first.With < first.Used:
		return Say(took, "; with this job, at most ", phrase.Grouped(int64(first.With)), " could ", s.tense("have been", "be"), " used")
	case first.With > first.Used:
		return Say(took, "; the queue ", s.tense("was", "is"), " too long to be packed at once")
	case all && ahead != "":
		return took
	}
	return Say(took, "; ", ties)
}

// takes is what the chosen jobs did: one of them, or all of them together.
func (s span) takes(d engine.Decision) string {
	if d.Others == 0 {
		return s.tense(" took ", " takes ")
	}
	return s.tense(" took ", " take ")
}

// times says how often a job was skipped, or jumped, at the head of the queue, if that is counted.
func (s span) times(verb string) string {
	first, last := s.first(), s.last()
	most := " of at most " + phrase.Plural(int64(last.MaxSkip), "time")
	switch {
	case last.MaxSkip == 0:
		return ""
	case first.Skips < last.Skips:
		return ", " + verb + " " + phrase.Grouped(int64(first.Skips)) + " to " + phrase.Grouped(int64(last.Skips)) + most
	}
	return ", " + verb + " " + phrase.Grouped(int64(last.Skips)) + most
}

// rangeOf is the least and the largest value of a number among the entries of a span.
func rangeOf[T cmp.Ordered](s span, of func(engine.Decision) T) (low, high T) {
	low, high = of(s.first()), of(s.first())
	for _, d := range s.entries {
		low, high = min(low, of(d)), max(high, of(d))
	}
	return low, high
}

// outranked is why a plan is without the job.
func (s span) outranked() Sentence {
	low, high := rangeOf(s, func(d engine.Decision) int32 { return d.Rank })
	before := phrase.Plural(int64(high)-1, "job")
	if low < high {
		before = phrase.Grouped(int64(low)-1) + " to " + before
	}
	return Say("its priority, ", s.priority(), " at best, comes after ", before, " of the plan, and no computer that can run it had room left when its turn there came: ", s.lack())
}

// priority is the range of the priorities of a job in plans.
func (s span) priority() string {
	low, high := rangeOf(s, func(d engine.Decision) float64 { return d.Priority })
	text := strconv.FormatFloat(low, 'f', 1, 64)
	if most := strconv.FormatFloat(high, 'f', 1, 64); most != text {
		text += " to " + most
	}
	return text
}

// ordinal is such as "number 3".
func ordinal(n int32) string { return "number " + phrase.Grouped(int64(n)) }

// obstacle is why a job with a reservation cannot start.
func (s span) obstacle() Sentence {
	first := s.first()
	switch {
	case !s.enough(first):
		return s.lack()
	case first.Blocker == engine.NoJob:
		return Say(s.lack(), ", but this policy keeps to what it promised")
	}
	if s.Outcome.Lane != nil {
		return Say(s.lack(), ", but ", s.blocker(first), s.tense(" had", " has"), " a reservation there")
	}
	return Say(s.lack(), ", but ", s.blocker(first), s.tense(" had", " has"), " a reservation for ", phrase.Verb(int(s.Outcome.Occupied(first.Job)), "it", "them"))
}

// lack compares what the job needs with what is free.
func (s span) lack() Sentence {
	if s.Outcome.Lane != nil {
		return s.lackOnLanes()
	}
	if s.first().Room.Short.Of != engine.NoResource {
		return s.shortWords()
	}
	return Say("it needs ", phrase.Plural(int64(s.Outcome.Occupied(s.first().Job)), "processor"), s.inComponents(), ", ", s.free(), s.lackOfPlaces())
}

// free is the range of the processors that were free. Where too few were, it is the most that there were: between two looks jobs that start
// take some, and those that end make the policy look.
func (s span) free() string {
	low, high := rangeOf(s, func(d engine.Decision) int32 { return d.Free })
	enough := s.enough(s.first())
	if s.looksAtEveryEnd() && !enough {
		low = 0
	}
	text := s.freeText(low)
	switch {
	case low == 0 && high == 1:
		text = "at most 1 was free"
	case low == 0 && high > 0:
		text = "at most " + phrase.Grouped(int64(high)) + " were free"
	case low < high:
		text = phrase.Grouped(int64(low)) + " to " + phrase.Grouped(int64(high)) + " were free"
	}
	if enough {
		text += s.decided()
	}
	return text
}

// left is the range of the processors left beside the reservation in the way.
func (s span) left() string {
	if s.first().Blocker == engine.NoJob {
		return s.processors()
	}
	return s.amount(s.extraProcessor())
}

// processors is left without the term of a shadow time.
func (s span) processors() string { return s.amount("processor") }

func (s span) amount(noun string) string {
	low, high := rangeOf(s, func(d engine.Decision) int32 { return d.Extra })
	if low < high {
		return phrase.Grouped(int64(low)) + " to " + phrase.Plural(int64(high), noun) + s.extraMemory()
	}
	return phrase.Plural(int64(low), noun) + s.extraMemory()
}

// extraProcessor is what one of those is called that are left beside a reservation.
func (n Narrator) extraProcessor() string {
	if n.Shadow {
		return "extra processor"
	}
	return "processor"
}

// shadowTime is the term for when the reservation of a decision begins, if the policy has it: " (shadow time)".
func (n Narrator) shadowTime(d engine.Decision) string {
	if n.Shadow && d.Blocker != engine.NoJob {
		return " (shadow time)"
	}
	return ""
}

// delaysNone is what a job that is backfilled does where many may hold reservations.
func (n Narrator) delaysNone() string {
	if n.Shadow {
		return ""
	}
	return " without delaying a reservation"
}

// blockerPromised is what the job that decided was promised, on a lane if there is one: a clause before another one.
func (s span) blockerPromised(there any) Sentence {
	first, last := s.first(), s.last()
	return Say(s.blocker(first), s.tense(" was", " is"), " promised ", s.blockerNeeds(first), there, " at ", s.change(first.Shadow, last.Shadow), s.shadowTime(first), "; ")
}

// delayed is the instant until which the head of the queue may be delayed.
func (s span) delayed(d engine.Decision) Sentence {
	return Say(s.instant(d.Shadow), ", until when ", s.blocker(d), s.tense(" might", " may"), " be delayed")
}

// change is an instant that may have become another one.
func (s span) change(first, last engine.Time) Sentence {
	if first == last {
		return Say(s.instant(first))
	}
	return Say(s.instant(first), ", at last ", s.instant(last))
}

// promise is what a reservation promised.
func (s span) promise() Sentence {
	first, last := s.first().Shadow, s.last().Shadow
	switch {
	case last == engine.Never || last <= 0:
		return nil
	case first == last && s.first().Lane == s.last().Lane:
		return Say(" This job ", s.tense("was", "is"), " promised a start at ", s.slot(s.last()), ".")
	}
	return Say(" This job was promised a start at ", s.slot(s.first()), " first, at ", s.slot(s.last()), " at last.")
}

// shadow is when enough processors are expected to be free for the head of the queue.
func (s span) shadow() Sentence {
	first, last := s.first().Shadow, s.last().Shadow
	term := " (shadow time)"
	if s.Delays {
		term = ""
	}
	switch {
	case last == engine.Never || last <= 0:
		return nil
	case first == last && s.first().Lane == s.last().Lane:
		return Say(" By the estimates it ", s.tense("could", "can"), " start at ", s.slot(s.last()), term, ".")
	}
	return Say(" By the estimates it ", s.tense("could", "can"), " start at ", s.slot(s.first()), term, ", at last at ", s.slot(s.last()), ".")
}

// freeText says that so many processors are free.
func (n Narrator) freeText(free int32) string {
	switch free {
	case 0:
		return "none " + n.tense("was", "is") + " free"
	case 1:
		return "1 " + n.tense("was", "is") + " free"
	}
	return phrase.Grouped(int64(free)) + n.tense(" were", " are") + " free"
}

// blocker names the job that decided.
func (n Narrator) blocker(d engine.Decision) Words {
	if d.Blocker == engine.NoJob {
		return plainWords("a reservation")
	}
	return n.Job(d.Blocker)
}

// Job is the name of job j.
func (n Narrator) Job(j int32) Words {
	return JobWords(JobName(n.Outcome, j), j)
}

// instant names an instant; Never has no name.
func (n Narrator) instant(at engine.Time) Words {
	if at == engine.Never {
		return plainWords("")
	}
	return TimeWords(n.Clock, at)
}

// blockerNeeds is what the job that decided was promised.
func (n Narrator) blockerNeeds(d engine.Decision) string {
	if d.Blocker == engine.NoJob {
		return "its processors"
	}
	return phrase.Plural(int64(n.Outcome.Occupied(d.Blocker)), "processor") + MemoryWords(n.Outcome, d.Blocker)
}

// ReasonAt is why a job started or waited at an instant, by the record about it; nil if it is not in it.
func (n Narrator) ReasonAt(decisions []engine.Decision, at engine.Time) Sentence {
	var found Sentence
	for s := range n.spans(decisions) {
		if s.first().At > at {
			break
		}
		found = s.sentence()
	}
	return found
}

// ByPriority says whether a policy takes the waiting jobs in the order of a priority.
func ByPriority(kind string) bool {
	return kind == "priority" || kind == "priority-backfill" || kind == "flexible-backfill"
}

// Delays says whether the head of a policy's queue may be delayed by those who start past it.
func Delays(kind string) bool { return kind == "relaxed" }

// Subject is a job's name at the beginning of a sentence.
func (n Narrator) Subject(j int32) Words {
	name := n.Job(j)
	name.Text = phrase.UpperFirst(name.Text)
	return name
}
