package ui

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/workload/logs"
	"backfill/policies/los"
	"backfill/ui/opened"
	"backfill/ui/widget"
)

// The workload of an experiment with dedicated jobs and commands, saved and read again,
// is scheduled as it was.
func TestSavedWorkloadIsScheduledAlike(t *testing.T) {
	p, b := newPage(t)
	p.FileCame(opened.File{Scenario: []byte(`{"version": 1, "name": "elastic", "machine": {"kind": "cluster", "processors": 320, "unit": 32},
		"workload": {"kind": "lublin-cwf", "jobs": 200, "dedicatedShare": 0.5, "extendShare": 0.2, "reduceShare": 0.1},
		"policies": [{"kind": "hybrid-los", "elastic": true}]}`)})
	b.answer()
	i := slices.IndexFunc(p.Exports.Items(), func(item widget.Item) bool { return item.Title == "Workload (CWF)" })
	if i < 0 || p.Exports.Items()[i].Why != "" {
		t.Fatal("the workload cannot be saved")
	}
	p.Exports.Items()[i].Do()
	var saved []byte
	for name, content := range b.saved {
		if strings.HasSuffix(name, ".cwf") {
			saved = content
		}
	}
	w, _, err := logs.ReadCWF(bytes.NewReader(saved), "elastic.cwf")
	if err != nil {
		t.Fatal(err)
	}
	runs, _ := p.Runs()
	shown := runs[0].Outcome
	w.MaxCommands = shown.Workload.MaxCommands
	o, err := engine.Simulate(w, engine.NewCluster(320, 32), &los.Hybrid{MaxSkip: 7, Reading: los.Faithful}, engine.Options{Elastic: true})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(o.Start, shown.Start) || !slices.Equal(o.End, shown.End) || !slices.Equal(o.Fates, shown.Fates) {
		t.Error("the schedule differs")
	}
}
