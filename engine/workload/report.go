package workload

import (
	"fmt"
	"strings"

	"backfill/engine"
)

// Effect says what became of the lines of a Remark.
type Effect string

const (
	Dropped  Effect = "dropped"  // no job was made of the line
	Repaired Effect = "repaired" // a job was made, with something changed or filled in
	Noted    Effect = "noted"    // taken as it stands, but worth knowing
)

// UnreadableLine is the Kind of the Remark on lines that cannot be read, in logs of all formats.
const UnreadableLine = "unreadable"

// maxListed is how many line numbers a Remark lists.
const maxListed = 1000

// Remark is one kind of thing that was done with lines of a file.
type Remark struct {
	Kind   string `json:"kind"` // camelCase, stable
	Effect Effect `json:"effect"`
	Text   string `json:"text"`  // for people: what the lines are like, and what was done
	Count  int    `json:"count"` // of lines
	Lines  []int  `json:"lines"` // the first 1000 of them, ascending
	// Reasons say what is the matter with each of Lines, where that differs from line to line; else nil.
	Reasons []string `json:"reasons,omitempty"`
}

// Add counts a line. Lines come in ascending order.
func (r *Remark) Add(line int) {
	r.Count++
	if len(r.Lines) < maxListed {
		r.Lines = append(r.Lines, line)
	}
}

// AddFor counts a line that has a reason of its own.
func (r *Remark) AddFor(line int, reason string) {
	if r.Add(line); len(r.Reasons) < maxListed {
		r.Reasons = append(r.Reasons, reason)
	}
}

// Each says of each of the first most lines what is the matter with it: "line 7: only 3 fields; 18 numbers are accepted". If there are
// more, a last entry says how many. nil where one text is true of all.
func (r Remark) Each(most int) []string {
	var list []string
	for i, reason := range r.Reasons[:min(most, len(r.Reasons))] {
		list = append(list, fmt.Sprintf("line %d: %s", r.Lines[i], reason))
	}
	if more := r.Count - len(list); more > 0 && len(list) > 0 {
		list = append(list, fmt.Sprintf("and %d more", more))
	}
	return list
}

// String is the remark as one line of text with the first few line numbers.
func (r Remark) String() string {
	const shown = 5
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s: %s (", Plural(r.Count, "line"), r.Effect, r.Text)
	for i, line := range r.Lines[:min(shown, len(r.Lines))] {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprint(&b, line)
	}
	if r.Count > shown {
		b.WriteString(", …")
	}
	b.WriteString(")")
	return b.String()
}

// Occurred are the remarks in found that count some line, each with the kind, effect and text that stand in its place in texts.
func Occurred(found, texts []Remark) []Remark {
	list := []Remark{}
	for i, m := range found {
		if m.Count > 0 {
			m.Kind, m.Effect, m.Text = texts[i].Kind, texts[i].Effect, texts[i].Text
			list = append(list, m)
		}
	}
	return list
}

// Plural is a count with its noun, in the plural if that is due: "1 job", "3 jobs".
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// SomeJobs is "3 of 5 jobs"; of a single job it is "the only job".
func SomeJobs(n, all int) string {
	if n == 1 && all == 1 {
		return "the only job"
	}
	return fmt.Sprintf("%d of %s", n, Plural(all, "job"))
}

// Verb is the form of a verb for so many.
func Verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// Report says how a workload was made.
type Report struct {
	File     string   `json:"file,omitempty"`   // the log's name, "" for workloads without a file
	Format   string   `json:"format,omitempty"` // of an accounting log, one of accounting.Formats; "" for other workloads
	Lines    int      `json:"lines"`            // lines of the file, comments included
	JobLines int      `json:"jobLines"`         // lines that describe a job or a part of one
	Jobs     int      `json:"jobs"`             // jobs made
	Commands int      `json:"commands"`         // elastic commands made; each has a line of its own beside the job lines
	Remarks  []Remark `json:"remarks"`          // only kinds that occurred
	Notes    []string `json:"notes"`            // sentences, for example of the transformations
	Header   *Header  `json:"header,omitempty"`
}

// ReportOf is the report of a workload that was not read from a file.
func ReportOf(w *engine.Workload) *Report {
	return &Report{Jobs: len(w.Jobs), Remarks: []Remark{}, Notes: []string{}}
}

// Remark is the remark of that kind; its Count is 0 if there was none, or r is nil.
func (r *Report) Remark(kind string) Remark {
	if r == nil {
		return Remark{Kind: kind}
	}
	for _, m := range r.Remarks {
		if m.Kind == kind {
			return m
		}
	}
	return Remark{Kind: kind}
}
