package panel

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"backfill/engine"
	"backfill/engine/byhand"
	"backfill/engine/metrics"
	"backfill/ui/explain"
	"backfill/ui/phrase"
	"backfill/ui/result"
)

// Jobs that ran before a change and never run after it wait for no time at all in any mean: others seem to gain by them. So they are told of first, and
// a group that has lost some of its jobs is not said to gain.

// lostJobs are the jobs that started before and, though nobody cancels them, never start now. A measurement of a steady state stops before all have
// started, and tells of none.
func (c *BeforeAfter) lostJobs(before, after *engine.Outcome) (lost []int32) {
	if c.steady != neverSteady {
		return nil
	}
	was, is := before.FirstStarts(), after.FirstStarts()
	for j, k := range c.pairs {
		row := int32(j)
		if k != engine.NoJob && was[k] >= 0 && is[j] < 0 && (after.State[j] == engine.Refused || after.State[j] == engine.Unfinished) && !after.Workload.Continued(row) {
			lost = append(lost, row)
		}
	}
	return lost
}

// lostReason says why job j never starts: the limit of a partition, or one of its account, user or QOS, or that nobody started it.
func lostReason(r *result.Run, j int32) string {
	o := r.Outcome
	if o.State[j] == engine.Refused {
		return o.Refusal(j)
	}
	if left := o.WhyLeftOf(j); left != nil {
		return explain.LimitOf(left)
	}
	switch {
	case o.Submitted(j) < 0:
		return "never submitted, as another job never ended"
	case r.Kind == byhand.Kind:
		return "not placed yet"
	case lastCall(r) != "":
		return "left waiting by the last call of schedule()"
	}
	return "for a reason that is not known"
}

// lastCall is what a script says of the jobs that it left, when nothing happens any more: "the last call of schedule(), at 60 s, left them waiting with 4 of
// 8 processors free"; "" if it left none.
func lastCall(r *result.Run) string {
	for _, warning := range r.Warnings {
		if _, why, left := strings.Cut(warning, " never started: "); left && strings.HasPrefix(why, "the last call of schedule()") {
			return why
		}
	}
	return ""
}

// mostLost is of how many groups, and how many reasons, is told.
const mostLost = 6

// lostSentence says how many jobs that ran before never run, whose they are, and why; "" if there are none. Policies of which the same is to be said are
// told of together.
func (c *BeforeAfter) lostSentence() string {
	var order, list []string
	of := map[string][]string{} // labels by what is to be said of them
	for _, one := range c.compared() {
		if len(one.lost) == 0 || one.after.Recorded() || one.Unfit() {
			continue
		}
		words := c.lostWords(one)
		if of[words] == nil {
			order = append(order, words)
		}
		of[words] = append(of[words], one.Label())
	}
	for _, words := range order {
		list = append(list, "Under "+phrase.List(of[words])+" "+words+".")
	}
	return phrase.Join(" ", list...)
}

// lostWords are "16 jobs that ran before are now never started: 16 of account chem, over the limit of 16 processors of its account or user (AssocGrpCpuLimit)".
func (c *BeforeAfter) lostWords(p *partners) string {
	text := phrase.Plural(int64(len(p.lost)), "job") + " that ran before " + phrase.Verb(len(p.lost), "is", "are") + " now "
	o, by := p.after.Outcome, ": "
	if slices.ContainsFunc(p.lost, func(j int32) bool { return o.State[j] != engine.Refused || o.NeverStarts(j) }) {
		text += "never started"
	} else {
		text += "refused"
	}
	if k := slices.IndexFunc(c.kinds, func(kind GroupKind) bool { return kind.Word == "account" || kind.Word == metrics.ByGroup.String() }); k >= 0 {
		kind := c.kinds[k]
		column := kind.Column(c.results.Workload)
		by = "; "
		text += ": " + counted(p.lost, func(j int32) string { return "of " + kind.Label(max(column[j], -1)) })
	}
	why := lastCall(p.after)
	left := func(j int32) bool { return o.State[j] == engine.Unfinished && o.Submitted(j) >= 0 }
	if why != "" && !slices.ContainsFunc(p.lost, func(j int32) bool { return !left(j) }) {
		if len(p.lost) == 1 {
			why = strings.Replace(why, "left them waiting", "left it waiting", 1)
		}
		return text + by + why
	}
	return text + "; " + counted(p.lost, func(j int32) string { return lostReason(p.after, j) })
}

// counted are jobs counted by a word for each: "12 of account chem and 4 of account bio", those of the most jobs first.
func counted(jobs []int32, word func(j int32) string) string {
	n := map[string]int{}
	var words []string
	for _, j := range jobs {
		w := word(j)
		if n[w]++; n[w] == 1 {
			words = append(words, w)
		}
	}
	slices.SortStableFunc(words, func(a, b string) int { return cmp.Compare(n[b], n[a]) })
	var list []string
	others := len(jobs)
	for i, w := range words {
		if i == mostLost && len(words) > mostLost+1 {
			list = append(list, fmt.Sprintf("%d others", others))
			break
		}
		list = append(list, phrase.Grouped(int64(n[w]))+" "+w)
		others -= n[w]
	}
	return phrase.List(list)
}

// lostBy is how many jobs of each group never run any more, and how many of it ran before, by the number of the group.
func (c *BeforeAfter) lostBy(p *partners, column []int32) (lost, ran map[int32]int) {
	lost, ran = map[int32]int{}, map[int32]int{}
	if len(p.lost) == 0 {
		return lost, ran
	}
	for _, j := range p.lost {
		lost[max(column[j], -1)]++
	}
	was := p.before.Outcome.FirstStarts()
	for j, k := range c.pairs {
		if k != engine.NoJob && was[k] >= 0 && !p.after.Outcome.Workload.Continued(int32(j)) {
			ran[max(column[j], -1)]++
		}
	}
	return lost, ran
}
