package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"sort"
	"strings"

	"backfill/engine/experiment"
	"backfill/engine/scenario"
	"backfill/policies/expression"
)

// part is what one shard of an experiment produced, as it is written into a file.
type part struct {
	Shard    shard             `json:"shard"`
	Version  string            `json:"version"` // of the program
	Scenario json.RawMessage   `json:"scenario"`
	Files    map[string]string `json:"files"`            // that were read, name to SHA-256
	Report   string            `json:"report,omitempty"` // on the log, from the first cell
	Cells    []partCell        `json:"cells"`

	file string // where it was found
}

// partCell are the runs of one cell, by policy.
type partCell struct {
	Point       int               `json:"point"` // its index
	Replication int               `json:"replication"`
	Runs        []*experiment.Run `json:"runs"`
}

// writePart prints what a shard produced.
func writePart(w io.Writer, e *experimentRun) error {
	text, err := json.Marshal(e.plan.Scenario)
	if err != nil {
		return err
	}
	p := part{Shard: e.shard, Version: experiment.Version, Scenario: text, Files: e.files.sums, Report: e.report, Cells: []partCell{}}
	runs := e.book.Runs()
	for n := len(e.plan.Policies); len(runs) > 0; runs = runs[n:] {
		p.Cells = append(p.Cells, partCell{runs[0].PointIndex, runs[0].Replication, runs[:n]})
	}
	whole, err := json.MarshalIndent(p, "", " ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s\n", whole)
	return err
}

// partError says what is wrong with a part that is to be merged.
type partError struct{ file, reason string }

func (e *partError) Error() string { return e.file + ": " + e.reason }

func mergeParts(args []string, stdout, _ io.Writer) error {
	var asJSON bool
	names, err := parseAll("merge", args, func(f *flag.FlagSet) { f.BoolVar(&asJSON, "json", false, "print JSON") })
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return &usageError{"merge: the files of the parts are missing"}
	}
	var parts []*part
	for _, name := range names {
		p, err := readPart(name)
		if err != nil {
			return err
		}
		parts = append(parts, p)
	}
	if err := together(parts); err != nil {
		return err
	}
	book, err := merge(parts)
	if err != nil {
		return err
	}
	return writeResult(stdout, parts[0].Report, book.Result(), asJSON)
}

func readPart(name string) (*part, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("%w; the file of a part is accepted", err)
	}
	p := &part{file: name}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(p); err != nil {
		return nil, &partError{name, fmt.Sprintf("not a part of an experiment: %v; what run -shard i/n prints is accepted", err)}
	}
	if !p.Shard.valid() || p.Scenario == nil {
		return nil, &partError{name, "not a part of an experiment; what run -shard i/n prints is accepted"}
	}
	return p, nil
}

// together checks that parts are all the parts of one experiment and puts them in
// order.
func together(parts []*part) error {
	sort.SliceStable(parts, func(i, k int) bool { return parts[i].Shard.Index < parts[k].Shard.Index })
	first := parts[0]
	if first.Version != experiment.Version {
		return &partError{first.file, fmt.Sprintf("from version %q of the program; this is %s, which accepts its own", first.Version, experiment.Version)}
	}
	there := map[int]string{}
	files := map[string]*part{}
	for _, p := range parts {
		switch {
		case p.Version != first.Version:
			return &partError{p.file, fmt.Sprintf("from version %q of the program, unlike %s from %s", p.Version, first.file, first.Version)}
		case p.Shard.Count != first.Shard.Count:
			return &partError{p.file, fmt.Sprintf("part %s, unlike %s, which is part %s", p.Shard, first.file, first.Shard)}
		case !sameJSON(p.Scenario, first.Scenario):
			return &partError{p.file, "of another scenario than " + first.file}
		case there[p.Shard.Index] != "":
			return &partError{p.file, fmt.Sprintf("part %s, and so is %s; each part is accepted once", p.Shard, there[p.Shard.Index])}
		}
		there[p.Shard.Index] = p.file
		for name, sum := range p.Files {
			if other := files[name]; other != nil && other.Files[name] != sum {
				return &partError{p.file, fmt.Sprintf("read another %s than %s", name, other.file)}
			}
			files[name] = p
		}
	}
	var missing []string
	for i := 1; i <= first.Shard.Count; i++ {
		if there[i] == "" {
			missing = append(missing, shard{i, first.Shard.Count}.String())
		}
	}
	if len(missing) > 0 {
		const most = 10
		rest := ""
		if len(missing) > most {
			rest, missing = fmt.Sprintf(" and %d others", len(missing)-most), missing[:most]
		}
		return &partError{first.file, "merging needs all parts; missing: " + strings.Join(missing, ", ") + rest}
	}
	return nil
}

// sameJSON compares texts but for their layout.
func sameJSON(a, b json.RawMessage) bool {
	var x, y bytes.Buffer
	return json.Compact(&x, a) == nil && json.Compact(&y, b) == nil && bytes.Equal(x.Bytes(), y.Bytes())
}

// merge fills the book of an experiment from all of its parts.
func merge(parts []*part) (*experiment.Book, error) {
	s, err := scenario.Read(parts[0].Scenario)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", parts[0].file, err)
	}
	plan, err := scenario.Compile(s, expression.Catalogs())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", parts[0].file, err)
	}
	if plan.Precision != nil {
		return nil, &partError{parts[0].file, "a scenario with precision has no parts"}
	}
	runs := map[experiment.Cell][]*experiment.Run{}
	for _, p := range parts {
		for _, cell := range p.Cells {
			c := experiment.Cell{Point: cell.Point, Replication: cell.Replication}
			broken := func(what string) error {
				return &partError{p.file, fmt.Sprintf("the runs of point %d, replication %d %s: the part is damaged", c.Point, c.Replication, what)}
			}
			switch {
			case c.Point < 0 || c.Point >= len(plan.Points) || c.Replication < 0 || c.Replication >= plan.Replications || !p.Shard.has(plan, c):
				return nil, broken("do not belong here")
			case runs[c] != nil:
				return nil, broken("are there twice")
			case !whole(plan, cell.Runs):
				return nil, broken("are not one of each policy")
			}
			runs[c] = cell.Runs
		}
	}
	book := experiment.NewBook(plan)
	for c, ok := book.Next(); ok; c, ok = book.Next() {
		if runs[c] == nil {
			i := (c.Point*plan.Replications + c.Replication) % len(parts)
			return nil, &partError{parts[i].file, fmt.Sprintf("the runs of point %d, replication %d are missing: the part is damaged", c.Point, c.Replication)}
		}
		book.Add(c, runs[c])
	}
	return book, nil
}

// whole says whether runs are one of each policy, in their order, with their metrics.
func whole(plan *scenario.Plan, runs []*experiment.Run) bool {
	if len(runs) != len(plan.Policies) {
		return false
	}
	for i, run := range runs {
		if run == nil || run.Policy != plan.Policies[i].Label || run.Metrics == nil {
			return false
		}
	}
	return true
}
