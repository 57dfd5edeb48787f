package ui

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"backfill/engine"
	"backfill/ui/phrase"
	"backfill/ui/timeline"
)

// sentence is a text that names jobs, each of which can be shown in the inspector, and
// instants, to each of which the timeline can be moved.
type sentence []words

// words are a part of a sentence: plain text, the name of a job, or an instant.
type words struct {
	Text string
	Job  int32       // engine.NoJob: they name none
	At   engine.Time // engine.Never: they name no instant
}

func plainWords(text string) words                     { return words{text, engine.NoJob, engine.Never} }
func jobWords(text string, j int32) words              { return words{text, j, engine.Never} }
func timeWords(c timeline.Clock, at engine.Time) words { return words{c.Format(at), engine.NoJob, at} }

func (s sentence) String() string {
	var b strings.Builder
	for _, w := range s {
		b.WriteString(w.Text)
	}
	return b.String()
}

// namesJob says whether the words are a job's name, namesTime whether they are an instant.
func (w words) namesJob() bool  { return w.Job != engine.NoJob }
func (w words) namesTime() bool { return w.At != engine.Never }
func (w words) plain() bool     { return !w.namesJob() && !w.namesTime() }

// say joins texts, the names of jobs and instants to a sentence.
func say(parts ...any) sentence {
	var s sentence
	for _, part := range parts {
		switch part := part.(type) {
		case sentence:
			for _, w := range part {
				s = s.and(w)
			}
		case words:
			s = s.and(part)
		default:
			s = s.and(plainWords(fmt.Sprint(part)))
		}
	}
	return s
}

// and is the sentence with further words; plain ones become one.
func (s sentence) and(w words) sentence {
	switch n := len(s); {
	case w.Text == "":
		return s
	case n > 0 && s[n-1].plain() && w.plain():
		return append(s[:n-1:n-1], plainWords(s[n-1].Text+w.Text))
	}
	return append(s, w)
}

// telling puts decisions into words.
type telling struct {
	outcome *engine.Outcome
	clock   timeline.Clock
	// byPriority says that the policy looks at jobs in the order of a priority: nobody is
	// the head of its queue.
	byPriority bool
	// present says that a decision is told at the instant at which it is made.
	present bool
}

// tense is the text that suits the time of the telling.
func (t telling) tense(past, present string) string {
	if t.present {
		return present
	}
	return past
}

// maxReasons is how many changes of the reason the inspector lists: half of them the
// first, half the last.
const maxReasons = 24

// reasons is the record about one job in plain sentences. Entries that differ only
// in the numbers of the plan are told as one.
func (t telling) reasons(decisions []engine.Decision) []sentence {
	var told []sentence
	for e := range t.episodes(decisions) {
		told = append(told, e.sentence())
	}
	if len(told) > maxReasons {
		left := len(told) - maxReasons
		told = slices.Concat(told[:maxReasons/2], []sentence{say("… ", phrase.Plural(int64(left), "further change"), " …")}, told[maxReasons/2+left:])
	}
	return told
}

// episodes goes through the record about one job, entries that are told as one together.
func (t telling) episodes(decisions []engine.Decision) iter.Seq[episode] {
	if t.byPriority {
		decisions = withoutHead(decisions)
	}
	return func(yield func(episode) bool) {
		for i := 0; i < len(decisions); {
			k := i + 1
			for k < len(decisions) && t.alike(decisions[i], decisions[k]) {
				k++
			}
			e := episode{telling: t, entries: decisions[i:k], until: engine.Never}
			if k < len(decisions) {
				e.until = decisions[k].At
			}
			if i > 0 {
				e.before = &decisions[i-1]
			}
			if !yield(e) {
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
func (t telling) alike(a, b engine.Decision) bool {
	switch {
	case a.Rule != b.Rule || (a.MaxSkip > 0) != (b.MaxSkip > 0) || (a.Shadow == engine.Never) != (b.Shadow == engine.Never):
		return false
	case a.Rule == engine.MovedByPlan || a.Rule == engine.Interrupted:
		return false
	case a.Rule == engine.BehindHead || a.Rule == engine.TooWideNow || a.Rule == engine.Outranked:
		return true
	case a.Rule == engine.HeadJumped:
		return t.enough(a) == t.enough(b)
	case a.Rule == engine.BehindJumped:
		return a.Blocker == b.Blocker
	case a.Rule == engine.HeadSkipped:
		return false // each skip is a story of its own
	case a.Rule == engine.NotPacked || a.Rule == engine.PackedAhead:
		return cmp.Compare(a.Used, a.With) == cmp.Compare(b.Used, b.With)
	}
	return a.Blocker == b.Blocker && t.enough(a) == t.enough(b) && (a.Rule != engine.WouldDelay || t.alikeThere(a, b))
}

// enough says whether enough processors are free for the decision's job, and where the
// machine takes them.
func (t telling) enough(d engine.Decision) bool {
	if t.outcome.Lane != nil {
		return d.Room.Lane >= 0
	}
	return t.outcome.Occupied(d.Job) <= d.Free && d.Room.Component == 0
}

// episode is a stretch of time with one reason.
type episode struct {
	telling
	entries []engine.Decision
	before  *engine.Decision // the entry before, nil if there is none
	until   engine.Time      // when another reason came, engine.Never if none did
}

func (e episode) first() engine.Decision { return e.entries[0] }
func (e episode) last() engine.Decision  { return e.entries[len(e.entries)-1] }

// sentence tells why the job waited, or why it started.
func (e episode) sentence() sentence {
	first, last := e.first(), e.last()
	at := e.instant(first.At)
	started, there := say(at, onLane(e.outcome, first.Job)), e.there()
	switch first.Rule {
	case engine.StartedInOrder:
		if e.byPriority {
			return say("Started at ", started, "; by its priority it was next.")
		}
		if e.outcome.Overtook[first.Job] {
			return say("Started at ", started, "; by the order of the policy it was next.")
		}
		return say("Started at ", started, "; nobody who had arrived earlier was waiting.")
	case engine.StartedBeforeShadow:
		return say("Backfilled at ", started, ": by its requested time it ", e.tense("ended", "ends"), " before ", e.blocker(first), e.tense(" was due", " is due"), there, " at ", e.instant(first.Shadow), " (shadow time).")
	case engine.StartedInExtra:
		return say("Backfilled at ", started, ": it ", e.tense("ran", "runs"), " past the shadow time ", e.instant(first.Shadow), " of ", e.blocker(first), there,
			", but ", e.tense("fitted", "fits"), " the ", e.extra(), " left beside it then.")
	case engine.StartedElsewhere:
		return say("Backfilled at ", started, ", where nobody held a reservation: ", e.blocker(first), " was due on ", laneName(e.outcome, first.Lane),
			", at ", e.instant(first.Shadow), ".")
	case engine.StartedReserved:
		if b := e.before; b != nil && b.Shadow != engine.Never && b.Shadow > first.At {
			return say("Started at ", started, ": its reservation moved forward from ", e.instant(b.Shadow), " to ", at, ".")
		}
		return say("Started at ", started, "; its reservation came due.")
	case engine.StartedPacked:
		of := say(", one of ", phrase.Plural(int64(first.Others)+1, "waiting job"), " that together used ")
		if first.Others == 0 {
			of = say(": of all waiting jobs, it alone used most, ")
		}
		return say("Started at ", at, of, phrase.Grouped(int64(first.Used)), " of the ", phrase.Plural(int64(first.Free), "free processor"), e.around(first), ".")
	case engine.StartedJumping:
		return say("Started at ", started, " past ", e.blocker(first), " at the head of the queue, which did not fit: ", ordinal(first.Skips), " of at most ",
			phrase.Plural(int64(first.MaxSkip), "job"), " that may jump it.")
	case engine.StartedByPlan:
		return say("Started at ", at, " on ", laneName(e.outcome, first.Lane), ": with a priority of ", e.priority(), " it was ", ordinal(first.Rank), " of the plan.")
	case engine.MovedByPlan:
		return say("Moved at ", at, " to ", laneName(e.outcome, first.Lane), ": with a priority of ", e.priority(), " there it was ", ordinal(first.Rank), " of the new plan.")
	case engine.Interrupted:
		return say("Interrupted at ", at, ": ", e.outranked(), ".")
	case engine.StartedDue:
		if wanted := e.outcome.Workload.Requested[first.Job]; wanted < first.At {
			return say("Started at ", at, "; its requested start ", e.instant(wanted), " had passed.")
		}
		return say("Started at ", at, ", the start that it requested.")
	}

	when := say("Waited from ", at)
	if until := e.instant(e.until); e.until != engine.Never && until.Text != at.Text {
		when = say(when, " to ", until)
	} else if e.until != engine.Never {
		when = say("Waited ", phrase.Span(e.until-first.At), " at ", at)
	}
	switch {
	case first.Rule == engine.HeadJumped || first.Rule == engine.BehindJumped:
	case first.Rule == engine.HeadBlocked || first.Rule == engine.HeadSkipped || first.MaxSkip > 0:
		when = say(when, " at the head of the queue", e.times("skipped"))
	}
	switch first.Rule {
	case engine.HeadJumped:
		return say(when, " at the head of the queue", e.times("jumped"), ": ", e.lack(), ".")
	case engine.BehindJumped:
		if last.MaxSkip == 0 {
			return say(when, " behind ", e.blocker(first), ", the head of the queue, which nobody may jump.")
		}
		return say(when, " behind ", e.blocker(first), ", the head of the queue, which had been jumped as often as it may be (", phrase.Plural(int64(last.MaxSkip), "time"), ").")
	case engine.HeadBlocked:
		return say(when, ": ", e.obstacle(), ".", e.shadow())
	case engine.Reserved:
		return say(when, " with a reservation: ", e.obstacle(), ".", e.promise())
	case engine.TooWideNow:
		return say(when, ": ", e.lack(), ".")
	case engine.WouldDelay:
		promised := say(e.blocker(first), " was promised ", e.blockerNeeds(first), there, " at ",
			e.change(first.Shadow, last.Shadow), " (shadow time); this job would still have run then and needs ")
		if e.outcome.Lane != nil {
			return say(when, ": ", laneName(e.outcome, first.Lane), " had room for it, but ", promised, e.leftThere(), ".")
		}
		return say(when, ": ", promised, phrase.Grouped(int64(e.outcome.Occupied(first.Job))), ", more than the ", e.extra(), " left then.")
	case engine.BehindHead:
		behind := say(e.blocker(first))
		if last.Blocker != first.Blocker {
			behind = say("the head of the queue (", e.blocker(first), " at first, ", e.blocker(last), " at last)")
		}
		return say(when, " behind ", behind, ": this policy starts nobody past a waiting job.")
	case engine.HeadSkipped:
		return say(when, ": ", e.lack(), ", and ", e.taken(), ".")
	case engine.NotPacked, engine.PackedAhead:
		return say(when, ": ", e.lack(), ", and ", e.taken(), ".")
	case engine.Outranked:
		return say(when, ": ", e.outranked(), ".")
	case engine.OutOfSight:
		return say(when, ": ", e.lack(), ", but the policy looked only at jobs nearer to the head of the queue (its lookahead).")
	case engine.NextCycle:
		return say(when, ": ", e.lack(), ", but the policy, as it is set to read, did no more at that event.")
	case engine.WouldDelayDedicated:
		return say(when, ": dedicated jobs, ", e.blocker(first), " first, were due at ", e.change(first.Shadow, last.Shadow),
			"; this job would still have run then and needs ", phrase.Grouped(int64(e.outcome.Occupied(first.Job))), ", more than the ", e.extra(), " that they left.")
	}
	return say(when, ".")
}

// around names the reservation that a choice of jobs respects.
func (e episode) around(d engine.Decision) sentence {
	if d.Blocker == engine.NoJob {
		return nil
	}
	return say(" without delaying ", e.blocker(d), ", which was due at ", e.instant(d.Shadow))
}

// taken is what the jobs used that were chosen instead, and why these.
func (e episode) taken() sentence {
	first, last := e.first(), e.last()
	ahead := ""
	if first.Rule == engine.PackedAhead {
		ahead = ", ahead of it,"
	}
	const ties = "of sets that use as many, the one that ends nearest to the head is taken"
	if len(e.entries) > 1 {
		others := say("other jobs", ahead, " (", e.job(first.Chosen), " first, ", e.job(last.Chosen), " at last)")
		switch {
		case first.With < first.Used:
			return say(others, " used more of them than any set with this job")
		case first.With == first.Used:
			return say(others, " used as many of them as any set with this job: ", ties)
		}
		return say(others, " took them: the queue was too long to be packed at once")
	}
	who := say(e.job(first.Chosen))
	switch first.Others {
	case 0:
		who = say(who, ahead)
	case 1:
		who = say(who, " and 1 other", ahead, " together")
	default:
		who = say(who, " and ", phrase.Grouped(int64(first.Others)), " others", ahead, " together")
	}
	all := first.Used == first.Free
	took := say(who, " took ", phrase.Grouped(int64(first.Used)), " of them", e.around(first))
	if all {
		took = say(who, " took all ", phrase.Grouped(int64(first.Used)), e.around(first))
	}
	switch {
	case first.With < first.Used:
		return say(took, "; with this job, at most ", phrase.Grouped(int64(first.With)), " could have been used")
	case first.With > first.Used:
		return say(took, "; the queue was too long to be packed at once")
	case all && ahead != "":
		return took
	}
	return say(took, "; ", ties)
}

// times says how often a job was skipped, or jumped, at the head of the queue, if that is counted.
func (e episode) times(verb string) string {
	first, last := e.first(), e.last()
	most := " of at most " + phrase.Plural(int64(last.MaxSkip), "time")
	switch {
	case last.MaxSkip == 0:
		return ""
	case first.Skips < last.Skips:
		return ", " + verb + " " + phrase.Grouped(int64(first.Skips)) + ", at last " + phrase.Grouped(int64(last.Skips)) + most
	}
	return ", " + verb + " " + phrase.Grouped(int64(last.Skips)) + most
}

// rangeOf is the least and the largest value of a number among the entries of an episode.
func rangeOf[T cmp.Ordered](e episode, of func(engine.Decision) T) (low, high T) {
	low, high = of(e.first()), of(e.first())
	for _, d := range e.entries {
		low, high = min(low, of(d)), max(high, of(d))
	}
	return low, high
}

// outranked is why a plan is without the job.
func (e episode) outranked() sentence {
	low, high := rangeOf(e, func(d engine.Decision) int32 { return d.Rank })
	before := phrase.Plural(int64(high)-1, "job")
	if low < high {
		before = phrase.Grouped(int64(low)-1) + " to " + before
	}
	return say("its priority, ", e.priority(), " at best, comes after ", before, " of the plan, and no computer that can run it had room left when its turn there came: ", e.lack())
}

// priority is the range of the priorities of a job in plans.
func (e episode) priority() string {
	low, high := rangeOf(e, func(d engine.Decision) float64 { return d.Priority })
	text := strconv.FormatFloat(low, 'f', 1, 64)
	if most := strconv.FormatFloat(high, 'f', 1, 64); most != text {
		text += " to " + most
	}
	return text
}

// ordinal is such as "number 3".
func ordinal(n int32) string { return "number " + phrase.Grouped(int64(n)) }

// obstacle is why a job with a reservation cannot start.
func (e episode) obstacle() sentence {
	first := e.first()
	switch {
	case !e.enough(first):
		return e.lack()
	case first.Blocker == engine.NoJob:
		return say(e.lack(), ", but this policy keeps to what it promised")
	}
	if e.outcome.Lane != nil {
		return say(e.lack(), ", but ", e.blocker(first), " had a reservation there")
	}
	return say(e.lack(), ", but ", e.blocker(first), " had a reservation for them")
}

// lack compares what the job needs with what is free.
func (e episode) lack() sentence {
	if e.outcome.Lane != nil {
		return e.lackOnLanes()
	}
	return say("it needs ", phrase.Plural(int64(e.outcome.Occupied(e.first().Job)), "processor"), e.inComponents(), ", ", e.free(), e.lackOfPlaces())
}

// free is the range of the processors that were free.
func (e episode) free() string {
	low, high := rangeOf(e, func(d engine.Decision) int32 { return d.Free })
	text := e.freeText(low)
	switch {
	case low == 0 && high == 1:
		text = "at most 1 was free"
	case low == 0 && high > 0:
		text = "at most " + phrase.Grouped(int64(high)) + " were free"
	case low < high:
		text = phrase.Grouped(int64(low)) + " to " + phrase.Grouped(int64(high)) + " were free"
	}
	return text
}

// extra is the range of the processors left beside the reservation in the way.
func (e episode) extra() string {
	low, high := rangeOf(e, func(d engine.Decision) int32 { return d.Extra })
	if low < high {
		return phrase.Grouped(int64(low)) + " to " + phrase.Plural(int64(high), "extra processor") + e.extraMemory()
	}
	return phrase.Plural(int64(low), "extra processor") + e.extraMemory()
}

// change is an instant that may have become another one.
func (e episode) change(first, last engine.Time) sentence {
	if first == last {
		return say(e.instant(first))
	}
	return say(e.instant(first), ", at last ", e.instant(last))
}

// promise is what a reservation promised.
func (e episode) promise() sentence {
	first, last := e.first().Shadow, e.last().Shadow
	switch {
	case last == engine.Never || last <= 0:
		return nil
	case first == last && e.first().Lane == e.last().Lane:
		return say(" It was promised ", e.slot(e.last()), ".")
	}
	return say(" It was promised ", e.slot(e.first()), " first, ", e.slot(e.last()), " at last.")
}

// shadow is when enough processors are expected to be free for the head of the queue.
func (e episode) shadow() sentence {
	first, last := e.first().Shadow, e.last().Shadow
	switch {
	case last == engine.Never || last <= 0:
		return nil
	case first == last && e.first().Lane == e.last().Lane:
		return say(" By the estimates it ", e.tense("could", "can"), " start at ", e.slot(e.last()), " (shadow time).")
	}
	return say(" By the estimates it ", e.tense("could", "can"), " start at ", e.slot(e.first()), " (shadow time), at last at ", e.slot(e.last()), ".")
}

func (t telling) freeText(free int32) string {
	switch free {
	case 0:
		return "none " + t.tense("was", "is") + " free"
	case 1:
		return "1 " + t.tense("was", "is") + " free"
	}
	return phrase.Grouped(int64(free)) + t.tense(" were", " are") + " free"
}

// blocker names the job that decided.
func (t telling) blocker(d engine.Decision) words {
	if d.Blocker == engine.NoJob {
		return plainWords("a reservation")
	}
	return t.job(d.Blocker)
}

// job is the name of job j.
func (t telling) job(j int32) words {
	return jobWords(jobName(t.outcome, j), j)
}

// instant names an instant; Never has no name.
func (t telling) instant(at engine.Time) words {
	if at == engine.Never {
		return plainWords("")
	}
	return timeWords(t.clock, at)
}

func (t telling) blockerNeeds(d engine.Decision) string {
	if d.Blocker == engine.NoJob {
		return "its processors"
	}
	return phrase.Plural(int64(t.outcome.Occupied(d.Blocker)), "processor") + memoryWords(t.outcome, d.Blocker)
}
