// Package figures has the numbers that the text of a lesson takes from the results of an experiment: phrases that name them, such as
// "meanWait of EASY", the results in which they are looked up, and how they are written. It simulates an experiment to get its results. It knows nothing of
// lessons, their text and their questions.
//
// The pages of lessons evaluate phrases, and write values, in assets/figures.js: the same as here.
package figures

import (
	"errors"
	"fmt"
	"strings"
)

// A Figure is a phrase in a text, with the way in which its value is written.
type Figure struct {
	Phrase *Phrase `json:"phrase"`
	As     string  `json:"as,omitempty"` // "%" for a ratio, or the unit of a time; "": as Format does without
}

// Parse reads a phrase, perhaps with "as" and a unit behind it, such as "wait of job 2 under FCFS as min".
func Parse(text string) (Figure, error) {
	var f Figure
	if i := strings.LastIndex(text, " as "); i >= 0 {
		text, f.As = text[:i], strings.TrimSpace(text[i+len(" as "):])
	}
	var err error
	if f.Phrase, err = ParsePhrase(text); err != nil {
		return f, err
	}
	_, isTime := TimeUnits[f.As]
	if f.As != "" && !(f.Phrase.Unit == Seconds && isTime) && !(f.Phrase.Unit == Plain && f.As == "%") {
		return f, fmt.Errorf("%s are not written as %q", f.Phrase.Unit.Plural(), f.As)
	}
	return f, nil
}

// Write is the figure as a text has it. It is an error if the results do not tell its value.
func (r *Results) Write(f Figure) (string, error) {
	v, ok := r.Evaluate(f.Phrase)
	if !ok {
		return "", errors.New("the results of the experiment do not tell" + r.Unstarted(f.Phrase))
	}
	return Format(v, f.Phrase.Unit, f.As), nil
}
