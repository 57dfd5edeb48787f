package explain

import (
	"slices"
	"sort"
	"strings"

	"backfill/engine"
	"backfill/ui/phrase"
)

const (
	// MostExplained is how many of the jobs that overtook another one their policy is asked about.
	MostExplained = 200
	// mostNamed is how many of them are named that did so with the same right.
	mostNamed = 12
)

// stay is a stretch of time in which a job waited: from, up to but without to.
type stay struct{ from, to engine.Time }

// waits are the stretches in which job j waited: before it started and, interrupted or stopped, to start
// again. O(what SegmentsOf takes).
func waits(o *engine.Outcome, j int32) []stay {
	ready := o.Ready(j)
	if ready < 0 || o.State[j] == engine.Refused {
		return nil
	}
	var list []stay
	at := ready
	add := func(to engine.Time) {
		if at < to {
			list = append(list, stay{at, to})
		}
	}
	segments := SegmentsOf(o, j)
	for i := range segments {
		add(segments[i].From)
		if at = segments[i].To; at < 0 {
			return list // it still ran
		}
	}
	switch {
	case o.Start[j] >= 0 && len(segments) == 0:
		add(o.Start[j])
	case o.End[j] >= 0:
		add(o.End[j]) // of what was cancelled while it waited
	default:
		add(engine.Never)
	}
	return list
}

// later says whether job k came after job j: it began to wait later or, at the same time,
// stands behind it in the workload.
func later(o *engine.Outcome, k, j int32) bool {
	a, b := o.Ready(k), o.Ready(j)
	return a > b || a == b && k > j
}

// Overtakers are the jobs that came after job j and started, or started again, while it
// waited, in the order in which they did. O(log n + starts meanwhile) for each stretch of waiting; O(runs) if runs were stopped.
func Overtakers(o *engine.Outcome, j int32) []int32 {
	var list []int32
	seen := map[int32]bool{}
	job, start := func(i int) int32 { return o.StartOrder[i] }, func(i int) engine.Time { return o.Start[o.StartOrder[i]] }
	n := len(o.StartOrder)
	switch {
	case o.Stopped != nil:
		runs := o.Runs()
		n = len(runs.Begun)
		job, start = func(i int) int32 { return runs.At(runs.Begun[i]).Job }, func(i int) engine.Time { return runs.At(runs.Begun[i]).From }
	case o.Segments != nil:
		n = len(o.Segments)
		job, start = func(i int) int32 { return o.Segments[i].Job }, func(i int) engine.Time { return o.Segments[i].From }
	}
	for _, wait := range waits(o, j) {
		for i := sort.Search(n, func(i int) bool { return start(i) >= wait.from }); i < n && start(i) < wait.to; i++ {
			if k := job(i); k != j && later(o, k, j) && !seen[k] {
				seen[k] = true
				list = append(list, k)
			}
		}
	}
	return list
}

// rights are by which right jobs start past another one that waits: what is said of one, and
// of several.
var rights = []struct {
	rule      engine.Rule
	one, many string
}{
	{engine.StartedBeforeShadow, "was backfilled: by its requested time it ended by the shadow time", "were backfilled: by their requested times they ended by the shadow time"},
	{engine.StartedInExtra, "was backfilled on the extra processors", "were backfilled on the extra processors"},
	{engine.StartedElsewhere, "was backfilled where nobody held a reservation", "were backfilled where nobody held a reservation"},
	{engine.StartedReserved, "started when its reservation came due", "started when their reservations came due"},
	{engine.StartedPacked, "was of the set of jobs that used most processors", "were of the sets of jobs that used most processors"},
	{engine.StartedJumping, "jumped the head of the queue, which did not fit", "jumped the head of the queue, which did not fit"},
	{engine.StartedDue, "is a dedicated job, whose requested start had come", "are dedicated jobs, whose requested starts had come"},
	{engine.StartedByPlan, "was put on a computer by the plan of the policy", "were put on computers by the plans of the policy"},
	{engine.StartedByMain, "was started by the main scheduler, which found its partition open and room in it", "were started by the main scheduler, which found their partitions open and room in them"},
	{engine.StartedByBackfill, "was started by the backfill scheduler, beside what it had promised to others", "were started by the backfill scheduler, beside what it had promised to others"},
	{engine.StartedByHand, "was placed by hand", "were placed by hand"},
	{engine.StartedByScript, "was started by the script", "were started by the script"},
	{engine.StartedFitting, "fitted, and nobody who was left before it in the queue did", "fitted, and nobody who was left before them in the queue did"},
	{engine.StartedInOrder, "had room, and no reservation stood in its way", "had room, and no reservations stood in their way"},
}

// rightsWithoutShadow are those of rights that policies without a shadow time and extra processors name otherwise.
var rightsWithoutShadow = map[engine.Rule][2]string{
	engine.StartedBeforeShadow: {"was backfilled: by its requested time it ended no later than a reservation began", "were backfilled: by their requested times they ended no later than a reservation began"},
	engine.StartedInExtra:      {"was backfilled on processors that the reservations left", "were backfilled on processors that the reservations left"},
}

// byPriority is what is said instead of some rights where jobs are ordered so.
var byPriority = map[engine.Rule][2]string{
	engine.StartedInOrder: {"had a higher priority", "had higher priorities"},
	engine.StartedFitting: {"fitted, and nobody who was left before it in the order of the policy did", "fitted, and nobody who was left before them in the order of the policy did"},
}

// Overtaking tells of the jobs that overtook job j, given what was recorded of some of them:
// how many there are, then which had which right.
func (n Narrator) Overtaking(j int32, overtook []int32, decisions []engine.Decision) []Sentence {
	if len(overtook) == 0 {
		return nil
	}
	title := Say(phrase.Plural(int64(len(overtook)), "job"), " that came later started while it waited.")
	if len(overtook) == 1 {
		title = Say("One job that came later started while it waited.")
	}
	told := []Sentence{title}
	by := map[engine.Rule][]int32{}
	rule := n.startRules(j, decisions)
	for _, k := range overtook {
		by[rule[k]] = append(by[rule[k]], k)
	}
	for i := range rights {
		r := &rights[i]
		jobs := by[r.rule]
		if len(jobs) == 0 {
			continue
		}
		words := [2]string{r.one, r.many}
		if other, ok := rightsWithoutShadow[r.rule]; ok && !n.Shadow {
			words = other
		}
		if other, ok := byPriority[r.rule]; ok && n.ByPriority {
			words = other
		}
		for i := range words {
			words[i] = strings.Replace(words[i], "requested time", n.Planned(), 1)
		}
		if len(jobs) == 1 {
			told = append(told, Say(n.Subject(jobs[0]), " ", words[0], "."))
		} else {
			told = append(told, Say(phrase.Grouped(int64(len(jobs))), " ", words[1], ": ", n.named(jobs, mostNamed), "."))
		}
	}
	if rest := by[0]; len(rest) > 0 {
		told = append(told, Say(unknownRight(len(rest), len(overtook)), ": ", n.named(rest, mostNamed), "."))
	}
	return told
}

// unknownRight introduces n of the jobs that overtook, by which right is not known.
func unknownRight(n, of int) string {
	switch {
	case n == of && n == 1:
		return "It is"
	case n == of:
		return "They are"
	}
	return phrase.Grouped(int64(n)) + " more"
}

// startRules are the rules by which jobs started while job j waited.
func (n Narrator) startRules(j int32, decisions []engine.Decision) map[int32]engine.Rule {
	rules, stretches := map[int32]engine.Rule{}, waits(n.Outcome, j)
	for _, d := range decisions {
		meanwhile := slices.ContainsFunc(stretches, func(s stay) bool { return s.from <= d.At && d.At < s.to })
		if _, known := rules[d.Job]; known || !meanwhile || !Starts(d.Rule) {
			continue
		}
		rules[d.Job] = d.Rule
		if d.Rule == engine.MovedByPlan {
			rules[d.Job] = engine.StartedByPlan
		}
	}
	return rules
}

// Starts says whether a rule is a reason to start, be it elsewhere.
func Starts(r engine.Rule) bool {
	return r.Acts() && !stops(r)
}

// stops says whether a rule is a reason to stop.
func stops(r engine.Rule) bool {
	return r == engine.Interrupted || r == engine.PreemptedFor || r == engine.Requeued || r == engine.NodeFailed || r == engine.SuspendedByHand
}

// Names lists all jobs by their names: "job 3, job 4 and job 7".
func (n Narrator) Names(jobs []int32) Sentence { return n.named(jobs, len(jobs)) }

// named lists jobs by their names: all, or the first of more than most.
func (n Narrator) named(jobs []int32, most int) Sentence {
	var s Sentence
	shown := jobs[:min(len(jobs), most)]
	for i, j := range shown {
		switch {
		case i > 0 && i+1 == len(jobs):
			s = Say(s, " and ")
		case i > 0:
			s = Say(s, ", ")
		}
		s = Say(s, n.Job(j))
	}
	if rest := len(jobs) - len(shown); rest > 0 {
		s = Say(s, " and ", phrase.Plural(int64(rest), "other"))
	}
	return s
}
