package answer

import "backfill/ui/phrase"

// A schedule by hand that is not complete has few jobs yet, and those the first ones: nothing is compared with it.

// Unplaced says whether run i is a schedule by hand that is not complete.
func (t SideBySide) Unplaced(i int) bool { return t.Runs[i].Unplaced() > 0 }

// unplacedWords are "By hand is not complete, and not compared: 8 of 12 jobs have not been placed."; "" of other runs.
func (t SideBySide) unplacedWords(i int) string {
	r := t.Runs[i]
	open, placed := r.Unplaced(), int(r.Metrics.Value("jobs"))
	if open == 0 {
		return ""
	}
	return r.Label + " is not complete, and not compared: " + phrase.Grouped(int64(open)) + " of " + phrase.Plural(int64(open+placed), "job") + phrase.Verb(open, " has", " have") + " not been placed."
}

// besideUnplaced says what the others have, each by itself, beside a baseline that is not complete.
func (t SideBySide) besideUnplaced() string {
	var others []int
	for i := range t.Runs {
		if !t.Unplaced(i) && !t.isLog(i) {
			others = append(others, i)
		}
	}
	text := t.alone(others, true)
	for i := range t.Runs {
		text = phrase.Join(" ", text, t.unplacedWords(i))
	}
	return text
}
