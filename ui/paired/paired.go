// Package paired says in sentences and cells what a change does to the mean wait of the same jobs over drawings that the runs before and after
// it share (engine/drawings), with the interval of the difference. It knows waits, and neither sessions nor the page.
package paired

import (
	"fmt"
	"strings"

	"backfill/engine/drawings"
	"backfill/engine/metrics"
	"backfill/engine/metrics/stats"
	"backfill/ui/answer"
	"backfill/ui/phrase"
)

// Change is what became of the mean wait of some jobs.
type Change struct {
	drawings.Change
	Was, Is float64 // means over the drawings of the mean waits before and now, s; NaN if Jobs is 0
}

// Of compares the jobs in rows now with those in partner before, beside them, in as many drawings as both have, at least two. Level is that of the
// interval, such as 0.95.
func Of(old, new []drawings.Waits, partner, rows []int32, level float64) Change {
	n := min(len(old), len(new))
	old, new = old[:n], new[:n]
	pairs := make([]drawings.Pair, len(rows))
	var was, is []int32
	for i, j := range rows {
		pairs[i] = drawings.Pair{Old: partner[i], New: j}
		if startedInAll(old, partner[i]) && startedInAll(new, j) {
			was, is = append(was, partner[i]), append(is, j)
		}
	}
	return Change{
		Change: drawings.Compare(old, new, pairs, level),
		Was:    stats.MeanInterval(drawings.Means(old, was), level).Mean,
		Is:     stats.MeanInterval(drawings.Means(new, is), level).Mean,
	}
}

func startedInAll(all []drawings.Waits, j int32) bool {
	for _, waits := range all {
		if waits[j] < 0 {
			return false
		}
	}
	return true
}

// Sign says what is shown: −1 that jobs wait less, 1 that they wait longer, 0 no difference, since the interval holds 0 or there is none.
func (c *Change) Sign() int {
	d := c.Difference
	switch {
	case d.Low == nil || c.Jobs == 0:
		return 0
	case *d.High < 0:
		return -1
	case *d.Low > 0:
		return 1
	}
	return 0
}

// wait is the metric.
var wait = &metrics.Descriptions[metrics.Index("meanWait")]

// seconds are lengths of time beside each other; those below 0 have a sign.
func (c *Change) seconds() answer.Scale { return answer.ScaleFor(wait, c.Difference.Mean) }

// Clause says what is shown, with the interval and in how many drawings it was so: "jobs wait 41.0 s less on average (95 % interval 35.0 s to 47.0 s
// less; 20 drawings, better in all 20)", or that no difference is. The jobs are all or, such as "the 9 jobs that ended both times", those in of. A
// difference is only called better or worse if it is judged: if both runs had the same to do.
func (c *Change) Clause(of string, judged bool) string {
	d, s := c.Difference, c.seconds()
	level, n := phrase.Unbroken(answer.AtLevel(d.Level)), phrase.Plural(int64(d.N), "drawing")
	sign := c.Sign()
	if sign == 0 {
		text := "no difference in mean waits is shown"
		if of != "" {
			text += " for " + of
		}
		if c.Better+c.Worse == 0 {
			return fmt.Sprintf("%s (0 s to 0 s: the same in all %s)", text, n)
		}
		return fmt.Sprintf("%s (%s interval between %s less and %s more; %s)", text, level, phrase.Unbroken(s.Text(-*d.Low)), phrase.Unbroken(s.Text(*d.High)), n)
	}
	v, low, high, word, how, count := d.Mean, *d.Low, *d.High, "more", "worse", c.Worse
	if sign < 0 {
		v, low, high, word, how, count = -v, -high, -low, "less", "better", c.Better
	}
	if !judged {
		how = word
	}
	in := fmt.Sprintf("%d of them", count)
	if count == d.N {
		in = fmt.Sprintf("all %d", count)
	}
	subject := "jobs wait"
	if of != "" {
		subject = of + phrase.Verb(c.Jobs, " waits", " wait")
	}
	return fmt.Sprintf("%s %s %s on average (%s interval %s %s; %s, %s in %s)", subject, phrase.Unbroken(s.Text(v)), word,
		level, phrase.Unbroken(s.Bounds(&low, &high)), word, n, how, in)
}

// Cell has the means over drawings before and now and the difference with its interval, which has a tick or a cross if it is judged and shown.
func (c *Change) Cell(judged bool) answer.Cell {
	if c.Jobs == 0 {
		return answer.Cell{Text: "–"}
	}
	was, is := phrase.SecondsApart(c.Was, c.Is)
	cell := answer.Cell{Text: is}
	if was != is {
		cell.Text = was + " → " + is
	}
	d, s := c.Difference, c.seconds()
	if c.Better+c.Worse == 0 {
		cell.Difference = "same in all drawings"
		return cell
	}
	cell.Difference = fmt.Sprintf("%s (%s)", signed(s, d.Mean), s.Bounds(d.Low, d.High))
	switch sign := c.Sign(); {
	case judged && sign < 0:
		cell.Difference, cell.Verdict = cell.Difference+" ✓", "better"
	case judged && sign > 0:
		cell.Difference, cell.Verdict = cell.Difference+" ✗", "worse"
	}
	return cell
}

func signed(s answer.Scale, v float64) string {
	if v > 0 {
		return "+" + s.Text(v)
	}
	return s.Text(v)
}

// Group is some jobs that have something in common.
type Group struct {
	Name string // "account 3", "unknown accounts", "4 to 7 processors"
	Change
	Lost int // jobs that never run any more
	Ran  int // jobs that ran before
}

// mostNamed is how many groups of a sort are named.
const mostNamed = 6

// Shares says for which groups what is shown: "accounts 3 and 5 gain, account 1 loses, of 12; the others show no difference". Word is what a group
// is, such as "account". Where the runs had not the same to do, jobs of groups wait less or longer. A group with jobs that never run any more does not
// gain, however little the others wait: it "loses 16 of its 40 jobs". It is "" without groups.
func Shares(groups []Group, word string, judged bool) string {
	var by [3][]string
	var clauses []string
	for i := range groups {
		if g := &groups[i]; g.Lost > 0 {
			text, many := named([]string{g.Name}, word)
			verb, its := " loses ", " of its "
			if many {
				verb, its = " lose ", " of their "
			}
			clauses = append(clauses, text+verb+phrase.Grouped(int64(g.Lost))+its+phrase.Plural(int64(g.Ran), "job"))
			continue
		}
		sign := groups[i].Sign()
		by[1+sign] = append(by[1+sign], groups[i].Name)
	}
	less, none, more := by[0], by[1], by[2]
	if len(groups) == 0 {
		return ""
	}
	if len(clauses)+len(less)+len(more) == 0 {
		if len(groups) == 1 {
			text, many := named([]string{groups[0].Name}, word)
			if many {
				return text + " show no difference"
			}
			return text + " shows no difference"
		}
		return fmt.Sprintf("none of %d %s shows a difference", len(groups), plural(word))
	}
	verbs := [2][2]string{{" gains", " gain"}, {" loses", " lose"}}
	if !judged {
		verbs = [2][2]string{{" waits less", " wait less"}, {" waits longer", " wait longer"}}
	}
	for k, names := range [][]string{less, more} {
		if len(names) > 0 {
			text, many := named(names, word)
			verb := verbs[k][0]
			if many {
				verb = verbs[k][1]
			}
			clauses = append(clauses, text+verb)
		}
	}
	text := strings.Join(clauses, ", ")
	switch len(none) {
	case 0:
		return text
	case 1:
		return fmt.Sprintf("%s, of %d; the other shows no difference", text, len(groups))
	}
	return fmt.Sprintf("%s, of %d; the others show no difference", text, len(groups))
}

// named are groups in words, those that have numbers or names of their own together: "accounts 3 and 5"; and whether a verb that follows is of many.
func named(names []string, word string) (text string, many bool) {
	var short, others []string
	for _, name := range names[:min(len(names), mostNamed)] {
		if rest, ok := strings.CutPrefix(name, word+" "); ok {
			short = append(short, rest)
		} else {
			others = append(others, name)
		}
	}
	var list []string
	switch {
	case len(short) == 1:
		list = append(list, word+" "+short[0])
	case len(short) > 1 && len(others) == 0 && len(names) <= mostNamed:
		return plural(word) + " " + phrase.List(short), true
	case len(short) > 1:
		list = append(list, plural(word)+" "+strings.Join(short, ", "))
	}
	if len(others) > 0 {
		list = append(list, "jobs of "+phrase.List(others))
	}
	if more := len(names) - mostNamed; more > 0 {
		list = append(list, fmt.Sprintf("%d more", more))
	}
	return phrase.List(list), len(names) > 1 || count(names[0], word) > 1
}

// count is 1 where a verb after the name of a group is of one: "account 3"; of jobs of "unknown accounts" or "4 to 7 processors" it is not.
func count(name, word string) int {
	if strings.HasPrefix(name, word+" ") {
		return 1
	}
	return 2
}

func plural(word string) string {
	if word == "QOS" {
		return word
	}
	return word + "s"
}
