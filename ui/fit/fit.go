// Package fit says in sentences how well a model of a scheduler fits what a log recorded: how many of its decisions agree, whether the waits
// that come of them do, how far it may be trusted, and why it may depart. It knows what was found, not how.
package fit

import (
	"fmt"
	"math"
	"slices"

	"backfill/engine"
	"backfill/engine/agreement"
	"backfill/ui/explain"
	"backfill/ui/phrase"
)

// Names says what numbers of jobs and instants are called.
type Names struct {
	Job    func(j int32) explain.Words
	Column func(of agreement.Column, number int32) string // "partition batch"
	When   func(t engine.Time) explain.Words
}

// Agreement says how many decisions agree.
func Agreement(f *agreement.Findings) string {
	if f.Passes == 0 {
		return "The log has no start that can be compared."
	}
	text := fmt.Sprintf("The log has %s that started jobs. Given the state of the cluster as it was before each, the model starts the same jobs in %s (%s).",
		phrase.Counted(f.Passes, "pass", "passes"), phrase.Grouped(int64(f.SamePasses)), share(f.SamePasses, f.Passes))
	text += fmt.Sprintf(" Of %s it makes %s in the same pass (%s)", phrase.Plural(int64(f.Starts), "start"), phrase.Grouped(int64(f.SameStarts)), share(f.SameStarts, f.Starts))
	if f.Placed > 0 {
		text += fmt.Sprintf(", and puts %s of %s on the same nodes", phrase.Grouped(int64(f.SameNodes)), phrase.Grouped(int64(f.Placed)))
	} else {
		text += "; the log does not say on which nodes jobs ran"
	}
	text += "."
	if f.Tries > 1 {
		text += fmt.Sprintf(" When priorities were computed is in no log: this is the best of %d tries.", f.Tries)
	}
	return text
}

// share is a part in per cent, never rounded to all or nothing.
func share(part, all int) string {
	switch s := 100 * float64(part) / float64(all); {
	case part == all:
		return "100 %"
	case s >= 99.5:
		return phrase.Decimals(min(s, 99.9), 1) + " %"
	default:
		return phrase.Decimals(s, 0) + " %"
	}
}

// Waits says how recorded and simulated waits compare.
func Waits(g *agreement.Group) string {
	if g.Jobs == 0 {
		return "No job has a wait in the log and in each drawing, so that waits are not compared."
	}
	r := g.Simulated
	text := "Simulated from the first job to the last, jobs wait " + phrase.Seconds(r.Median) + " on average under the model"
	if r.N > 1 {
		text += fmt.Sprintf(": that is the median of %d drawings of when its loops begin, and nine in ten lie between %s and %s. ", r.N, phrase.Seconds(r.Low), phrase.Seconds(r.High))
	} else {
		text += ", in one drawing of when its loops begin. "
	}
	text += "In the log they waited " + phrase.Seconds(g.Recorded) + " on average"
	switch {
	case g.Off() == 0:
		text += ", which is within that range."
	case g.Recorded < r.Low:
		text += ", " + phrase.Seconds(r.Low-g.Recorded) + " below that range."
	default:
		text += ", " + phrase.Seconds(g.Recorded-r.High) + " above that range."
	}
	return text
}

// Trust says what the model may be trusted for and what not.
func Trust(t agreement.Trust) string {
	switch t {
	case agreement.Close:
		return "Here it may be trusted for the mean wait of many jobs and for the differences that settings make, as ranges; not for when a single job starts. The log tests the configuration that made it; that the model is as right under another one is assumed."
	case agreement.Fair:
		return "Here it may be trusted for the direction of large differences, not for their size, not for groups whose recorded wait lies outside the range, and not for when a single job starts."
	case agreement.TooFew:
		return "The log has too few starts to tell how far the model may be trusted here; at least 30 are needed."
	}
	return "It does not fit this log. What it says of other settings is no basis for a decision about this cluster; look for the reasons first."
}

// Basis says how well a model fits and what that allows, before it answers what another setting does.
func Basis(label string, f *agreement.Fit) string {
	return fmt.Sprintf("%s starts the same jobs as this log in %s of its passes. %s", label, share(f.SamePasses, f.Passes), Trust(f.Trust()))
}

// Refusal says why a model does not answer what another setting does; it is of fits that Answers denies.
func Refusal(label string, f *agreement.Fit) string {
	return unfit(label, f) + ": differences under it say nothing about this cluster."
}

// NoForecast says why a model does not answer when a job would start; it is of fits that Answers denies.
func NoForecast(label string, f *agreement.Fit) string {
	return "There is no forecast. " + unfit(label, f) + ": when jobs start under it says nothing about this cluster."
}

// unfit says what is wrong with a fit.
func unfit(label string, f *agreement.Fit) string {
	if f.Trust() == agreement.TooFew {
		return fmt.Sprintf("The log has too few starts, %d, to tell whether %s fits it", f.Starts, label)
	}
	why := fmt.Sprintf("%s of passes and %s of starts are the same", share(f.SamePasses, f.Passes), share(f.SameStarts, f.Starts))
	if g := &f.All; g.Jobs == 0 {
		why += ", and no wait can be compared"
	} else if g.Off() > 0 {
		why += fmt.Sprintf("; jobs wait %s to %s on average, and %s in the log", phrase.Seconds(g.Simulated.Low), phrase.Seconds(g.Simulated.High), phrase.Seconds(g.Recorded))
	}
	return label + " does not fit this log (" + why + ")"
}

// Forecast says how far a model that fits may be believed when it says when a job starts.
func Forecast(label string, f *agreement.Fit) string {
	text := fmt.Sprintf("%s starts the same jobs as this log in %s of its passes.", label, share(f.SamePasses, f.Passes))
	if f.Trust() == agreement.Fair {
		return text + " That is a rough fit: take the range for a rough one, too."
	}
	return text + " That is a close fit; of a single job only a range can be known."
}

// Answers says whether questions about other settings are answered at all.
func Answers(t agreement.Trust) bool { return t == agreement.Close || t == agreement.Fair }

// mostIdle is of how many times at which nodes were empty is told.
const mostIdle = 8

// Reason says why the model may depart from the log.
func Reason(d *agreement.Departure, n Names) explain.Sentence {
	them, example := phrase.Verb(d.Jobs, "it", "them"), explain.Sentence(nil)
	if d.Example != engine.NoJob {
		example = explain.Say(" (such as ", n.Job(d.Example), ")")
	}
	start := explain.Say(phrase.Plural(int64(d.Jobs), "job"), example)
	switch d.Kind {
	case agreement.OtherLimits:
		return explain.Say(start, " started though the configuration would not let ", them, ", for ", d.Limit, ": limits were others then, or were not enforced.")
	case agreement.HeldBack:
		most := ""
		if c := d.Common; c.Of != agreement.Nothing {
			most = fmt.Sprintf(" %s of them %s of %s.", phrase.UpperFirst(shareWord(c.Share)), phrase.Verb(d.Jobs, "is", "are"), n.Column(c.Of, c.Number))
		}
		return explain.Say(start, " waited though there was room for ", them, " in several passes: for a limit, a hold, a reservation, a feature or another job, of which the model does not know.", most)
	case agreement.OtherOrder:
		return explain.Say(start, " started before the model would have ", them, " start: priorities were others than computed, as after changes by hand or by usage from before the log, or jobs that the model puts first were held back.")
	case agreement.NoPlace:
		return explain.Say(start, phrase.Verb(d.Jobs, " has", " have"), " no room where the log has ", them, " run: nodes, or what jobs ask for, are otherwise than the files say. ", phrase.Verb(d.Jobs, "It is", "They are"), " left out.")
	case agreement.IdleNodes:
		return explain.Say("Nothing ran on ", idleWords(d.Nodes, n), ", though jobs would have been started there: the nodes may have been down, drained or reserved. A table of actions can tell the model so.")
	case agreement.Preemption:
		return explain.Say("Jobs make room for others on this cluster. The log does not tell of every run that was stopped, so that preemption is not compared.")
	}
	return nil
}

// idleWords are nodes with when they were empty: "n9 and n10 from 8:40 to 8:44, on n4 from 8:42 to 8:45".
func idleWords(nodes []agreement.Idle, n Names) (words explain.Sentence) {
	i := 0
	for times := 0; i < len(nodes) && times < mostIdle; times++ {
		first := &nodes[i]
		var names []string
		for ; i < len(nodes) && nodes[i].From == first.From && nodes[i].To == first.To; i++ {
			names = append(names, nodes[i].Node)
		}
		if times > 0 {
			words = explain.Say(words, ", on ")
		}
		words = explain.Say(words, phrase.List(names), " from ", n.When(first.From), " to ", n.When(first.To))
	}
	if more := len(nodes) - i; more > 0 {
		words = explain.Say(words, ", and in ", phrase.Plural(int64(more), "more gap"), " of single nodes")
	}
	return words
}

func shareWord(share float64) string {
	if share == 1 {
		return "all"
	}
	return phrase.Decimals(100*min(share, 0.99), 0) + " %"
}

// Sentences are all that is told: agreement, waits, trust.
func Sentences(f *agreement.Fit) []string {
	return slices.DeleteFunc([]string{Agreement(&f.Findings), Waits(&f.All), Trust(f.Trust())}, func(s string) bool { return s == "" })
}

// Mark is what stands beside a group: ✓ if its recorded mean wait lies within the range of the drawings, ✗ if not, "" if there is none.
func Mark(g *agreement.Group) (sign, words string) {
	switch off := g.Off(); {
	case math.IsNaN(off):
		return "", ""
	case off == 0:
		return "✓", "the recorded mean is within the range"
	default:
		return "✗", "the recorded mean is outside the range"
	}
}
