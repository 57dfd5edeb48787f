package ui

import (
	"slices"
	"strings"

	"backfill/engine/workload/accounting"
	"backfill/ui/opened"
	"backfill/ui/phrase"
	"backfill/ui/result"
	"backfill/ui/widget"
)

// reading is what the reader says of how an accounting log, or another table, is to be read.
type reading struct {
	of      *opened.ToRead
	format  string            // key, "" to find it out
	columns map[string]string // by what is read of a table: the name of its column, "" for none
}

// sayHowToRead opens the dialog in which the reader says that.
func (p *Page) sayHowToRead() {
	p.reading = newReading(p.ToRead)
	p.openDialog("reading", opened.ReadingButton)
}

// newReading begins with how the file was read, or with what its columns mean as far as they are known.
func newReading(of *opened.ToRead) *reading {
	r := &reading{of: of, format: of.Reading.Format, columns: map[string]string{}}
	for _, a := range accounting.Assignables {
		if name := r.usual(a.Name); name != "" {
			r.columns[a.Name] = name
		}
	}
	for said := range strings.SplitSeq(of.Reading.Columns, ",") {
		if what, name, ok := strings.Cut(said, "="); ok {
			r.columns[strings.TrimSpace(what)] = strings.TrimSpace(name)
		}
	}
	return r
}

// intro says how the file was read, or why it was not.
func (r *reading) intro() string {
	switch {
	case r.of.Format == "":
		return "The names in its first line are not known. Say which column is what: when jobs were submitted, started and ended and on how many processors they ran is needed."
	case len(r.of.Columns) > 0:
		return "It was read by the names in its first line, as what sacct prints or as another table. Where that is wrong, say which column is what."
	}
	return "It was read as " + formatWords(r.of.Format) + "."
}

// formatWords are what a format is called.
func formatWords(key string) string {
	switch key {
	case "":
		return "detect"
	case "slurm":
		return "Slurm, or a table"
	case "pbs":
		return "PBS or TORQUE"
	case "lsf":
		return "LSF"
	}
	return "Grid Engine"
}

// none is the choice of no column.
const none = "–"

// options are the choices of the dialog.
func (r *reading) options() []widget.Option {
	keys := append([]string{""}, accounting.Formats()...)
	var formats []string
	for _, key := range keys {
		formats = append(formats, phrase.UpperFirst(formatWords(key)))
	}
	list := []widget.Option{{ID: "reading-format", Label: "Format", Choices: formats, Chosen: slices.Index(keys, r.format),
		Choose: func(text string) { r.format = keys[slices.Index(formats, text)] }}}
	if !r.assigns() {
		return list
	}
	columns := append([]string{none}, r.of.Columns...)
	for _, a := range accounting.Assignables {
		list = append(list, widget.Option{ID: "reading-" + strings.ToLower(a.Name), Label: a.Title, Choices: columns, Chosen: max(0, slices.Index(columns, r.columns[a.Name])), Choose: func(text string) {
			if r.columns[a.Name] = text; text == none {
				delete(r.columns, a.Name)
			}
		}})
	}
	return list
}

// assigns says whether there are columns to assign.
func (r *reading) assigns() bool {
	return len(r.of.Columns) > 0 && (r.format == "" || accounting.IsTable(r.format))
}

// item reads the file once more.
func (r *reading) item() widget.Item {
	return widget.Item{Title: "Read it", Sentence: "A new experiment begins with what is read; your choice of columns is saved with it.", Do: func() { r.of.Again(r.said()) }}
}

// said is how the file is to be read: the columns are told where their names do not say it.
func (r *reading) said() result.Reading {
	how := result.Reading{Format: r.format}
	if !r.assigns() {
		return how
	}
	var columns []string
	for _, a := range accounting.Assignables {
		if name := r.columns[a.Name]; name != "" && name != r.usual(a.Name) {
			columns = append(columns, a.Name+"="+name)
		}
	}
	how.Columns = strings.Join(columns, ", ")
	if how.Columns == "" && how.Format == "" {
		how.Format = "slurm" // a table, whatever its first line looks like
	}
	return how
}

// usual is the column that is taken for that without being told; "" if there is none.
func (r *reading) usual(what string) string {
	name := ""
	for _, c := range r.of.Columns {
		switch means, exact := accounting.Means(c); {
		case means != what:
		case exact:
			return c
		case name == "":
			name = c
		}
	}
	return name
}
