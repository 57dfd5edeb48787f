package result

import (
	"fmt"

	"backfill/ui/phrase"
)

// Failure is what went wrong, in words for people. Path names the field of the
// scenario, or File and Line the place in a file, if the failure has one.
type Failure struct {
	Path   string `json:"path,omitempty"`
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Value  string `json:"value,omitempty"`
	Reason string `json:"reason"`
	Crash  bool   `json:"crash,omitempty"` // a mistake of ours, not of the user
	// Skippable says that the file can be read without this line and others like it.
	Skippable bool `json:"skippable,omitempty"`
	// Columns are the names in the first line of a file that may be a table whose columns are not known.
	Columns []string `json:"columns,omitempty"`
	// Printed are the last lines, at most LinesOfFailure, that a script printed before it failed.
	Printed []string `json:"printed,omitempty"`
}

// LinesOfFailure is how many of the last lines are kept that a script printed before it failed.
const LinesOfFailure = 20

// Sentence is the failure in words.
func (f Failure) Sentence() string {
	where := f.Path
	if f.File != "" {
		where = f.File
		if f.Line > 0 {
			where = fmt.Sprintf("%s, line %d", f.File, f.Line)
		}
	}
	return phrase.Join(": ", where, f.Value, f.Reason)
}
