package answer

import (
	"backfill/ui/phrase"
	"backfill/ui/result"
)

// A schedule by hand that is not complete has few jobs yet, and those the first ones: nothing is compared with it.

// byHand is the kind of the policy under which people place the jobs themselves.
const byHand = "by-hand"

// unplaced says whether a run is a schedule by hand in which some jobs have not been placed.
func unplaced(r *result.Run) bool { return r.Kind == byHand && r.Metrics.Value("unfinished") > 0 }

// Unplaced says whether run i is a schedule by hand that is not complete.
func (t SideBySide) Unplaced(i int) bool { return unplaced(t.Runs[i]) }

// unplacedWords are "By hand is not complete, and not compared: 8 of 12 jobs have not been placed."; "" of other runs.
func (t SideBySide) unplacedWords(i int) string {
	r := t.Runs[i]
	if !unplaced(r) {
		return ""
	}
	open, placed := int64(r.Metrics.Value("unfinished")), int64(r.Metrics.Value("jobs"))
	return r.Label + " is not complete, and not compared: " + phrase.Grouped(open) + " of " + phrase.Plural(open+placed, "job") + phrase.Verb(int(open), " has", " have") + " not been placed."
}

// besideUnplaced says what the others have, each by itself, beside a baseline that is not complete.
func (t SideBySide) besideUnplaced() string {
	var others []int
	text := ""
	for i := range t.Runs {
		if !t.Unplaced(i) && !t.isLog(i) {
			others = append(others, i)
		}
	}
	text = t.alone(others, true)
	for i := range t.Runs {
		text = phrase.Join(" ", text, t.unplacedWords(i))
	}
	return text
}
