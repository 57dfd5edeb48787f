package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"backfill/engine/experiment"
	"backfill/engine/scenario"
)

// part is what one shard of an experiment produced, as it is written into a file.
type part struct {
	Shard    shard             `json:"shard"`
	Version  string            `json:"version"` // of the program
	Scenario json.RawMessage   `json:"scenario"`
	Files    map[string]string `json:"files"`            // that were read, name to SHA-256
	Report   string            `json:"report,omitempty"` // on the log, from the first cell
	Jobs     *partTable        `json:"jobs,omitempty"`   // its job table, if one was wanted
	Cells    []partCell        `json:"cells"`

	file string // where it was found
}

// partCell are the runs of one cell, by policy.
type partCell struct {
	Point       int               `json:"point"` // its index
	Replication int               `json:"replication"`
	Bytes       int64             `json:"bytes,omitempty"` // of its lines in the job table
	Runs        []*experiment.Run `json:"runs"`
	Failed      []string          `json:"failed,omitempty"` // if one failed: of each policy, why it did, "" if it did not
}

// writePart prints what a shard produced. Its job table, if one is wanted, is finished.
func writePart(w io.Writer, e *experimentRun) error {
	text, err := json.Marshal(e.plan.Scenario)
	if err != nil {
		return err
	}
	p := part{Shard: e.shard, Version: experiment.Version, Scenario: text, Files: e.files.sums, Report: e.report, Cells: []partCell{}}
	if e.table != nil {
		p.Jobs = e.table.asPart()
	}
	runs := maps.Clone(e.broken)
	for _, run := range e.cells.Runs() {
		if c := run.Cell(); e.broken[c] == nil {
			runs[c] = append(runs[c], run)
		}
	}
	for _, c := range slices.SortedFunc(maps.Keys(runs), func(a, b experiment.Cell) int {
		return cmp.Or(cmp.Compare(a.Point, b.Point), cmp.Compare(a.Replication, b.Replication))
	}) {
		cell := partCell{Point: c.Point, Replication: c.Replication, Runs: runs[c]}
		if e.table != nil {
			cell.Bytes = e.table.bytes[c]
		}
		for _, run := range e.broken[c] {
			cell.Failed = append(cell.Failed, run.Failed)
		}
		p.Cells = append(p.Cells, cell)
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

func readPart(name string) (*part, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("%w; the file of a part is accepted", err)
	}
	p := &part{file: name}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	err = dec.Decode(p)
	if err == nil {
		_, err = dec.Token()
	}
	if err != io.EOF || !p.Shard.valid() || p.Scenario == nil {
		return nil, &partError{name, "not a part of an experiment, or not all of one; what run -shard i/n prints is accepted"}
	}
	return p, nil
}

// sameJSON compares texts but for their layout.
func sameJSON(a, b json.RawMessage) bool {
	var x, y bytes.Buffer
	return json.Compact(&x, a) == nil && json.Compact(&y, b) == nil && bytes.Equal(x.Bytes(), y.Bytes())
}

// runs are those of all cells of a part, or what is wrong with it.
func (p *part) runs(plan *scenario.Plan) (map[experiment.Cell][]*experiment.Run, error) {
	damaged := func(c experiment.Cell, what string) error {
		return &partError{p.file, fmt.Sprintf("the runs of point %d, replication %d %s: the part is damaged", c.Point, c.Replication, what)}
	}
	runs := map[experiment.Cell][]*experiment.Run{}
	for _, cell := range p.Cells {
		c := experiment.Cell{Point: cell.Point, Replication: cell.Replication}
		switch {
		case c.Point < 0 || c.Point >= len(plan.Points) || c.Replication < 0 || c.Replication >= plan.Replications || !p.Shard.has(plan, c):
			return nil, damaged(c, "do not belong here")
		case runs[c] != nil:
			return nil, damaged(c, "are there twice")
		case !whole(plan, cell.Runs) || cell.Failed != nil && len(cell.Failed) != len(cell.Runs):
			return nil, damaged(c, "are not one of each policy")
		}
		for i, reason := range cell.Failed {
			cell.Runs[i].Failed = reason
		}
		runs[c] = cell.Runs
	}
	for i := p.Shard.Index - 1; i < len(plan.Points)*plan.Replications; i += p.Shard.Count {
		if c := (experiment.Cell{Point: i / plan.Replications, Replication: i % plan.Replications}); runs[c] == nil {
			return nil, damaged(c, "are missing")
		}
	}
	return runs, nil
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
