package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"backfill/engine/drawings"
	"backfill/ui/drawing"
	"backfill/ui/result"
	"backfill/ui/session"
)

// slurmed are thirty jobs that are drawn, under EASY and under Slurm, whose loops begin when nobody knows.
const slurmed = `{"version":1,"machine":{"kind":"partitions","choice":"slurm","nodes":[{"name":"n[1-4]","processors":4}],"partitions":[{"name":"batch"}]},
	"workload":{"kind":"lublin","jobs":30,"processors":16,"load":1},"policies":[{"kind":"easy"},{"kind":"slurm","parameters":"bf_interval=60"}],"workers":3}`

// drawnPage shows slurmed.
func drawnPage(t *testing.T) (*Page, *fake) {
	t.Helper()
	p, b := firstVisit(t)
	open(p, slurmed)
	b.settle()
	return p, b
}

// tellings are what a request for drawings is told.
type tellings []drawing.Progress

func (l *tellings) note(p drawing.Progress) { *l = append(*l, p) }

func (l tellings) String() string {
	var words []string
	for _, p := range l {
		w := fmt.Sprintf("%d/%d", p.There, p.Wanted)
		if p.Over {
			w += " over"
		}
		if p.Failure != nil {
			w += ": " + p.Failure.Reason
		}
		words = append(words, w)
	}
	return strings.Join(words, ", ")
}

// drawnBy are the waits in drawings 0 to n-1 of a run, simulated by themselves.
func (b *fake) drawnBy(e *session.Simulated, policy, n int) (all []drawings.Waits) {
	b.t.Helper()
	of := e.Simulation(policy)
	for i := range n {
		run, err := b.task(request{scenario: of.Scenario, cell: of.Cell}).Drawing(i).Simulate(policy, nil)
		if err != nil {
			b.t.Fatal(err)
		}
		all = append(all, drawings.Of(run.Outcome))
	}
	return all
}

// Of the run on the page and of the one before the change all waits are there in drawings, each with its own scenario, also when they come
// out of order. Drawing 0 is the run on the page, and what is there is not drawn again.
func TestDrawings(t *testing.T) {
	p, b := drawnPage(t)
	var first, more, old tellings
	p.Draw(p.OnPage(), 1, 4, first.note)
	if d := b.draws; len(d) != 1 || d[0].from != 1 || d[0].to != 4 || d[0].of.Policy != 1 {
		t.Fatalf("to be drawn are %+v", d)
	}
	if there, asked := p.Drawings.Progress(p.Shown.Results.Runs[1]); !asked || there.There != 1 || there.Wanted != 4 {
		t.Errorf("begun is %+v", there)
	}
	b.draw(99)
	if got := first.String(); got != "3/4, 4/4 over" { // 2 comes before 1
		t.Errorf("told is %s", got)
	}
	p.Draw(p.OnPage(), 1, 3, more.note)
	p.Draw(p.OnPage(), 1, 6, more.note)
	if d := b.draws; len(d) != 1 || d[0].from != 4 || d[0].to != 6 {
		t.Fatalf("to be drawn are %+v", d)
	}
	b.draw(99)
	if got := more.String(); got != "4/3 over, 6/6 over" {
		t.Errorf("told is %s", got)
	}

	b.alterTo("/policies/1/parameters", "bf_interval=600")
	before := p.Before()
	if before == nil || len(before.Results.Runs[1].Drawings) != 6 || p.Shown.Results.Runs[1].Drawings != nil {
		t.Fatal("what was drawn is not kept with the run before")
	}
	p.Draw(p.OnPage(), 1, 6, first.note)
	p.Draw(before, 1, 7, old.note)
	if len(b.draws) != 1 || b.draws[0].of.Workload != p.Workload() {
		t.Fatalf("drawn at the same time are %+v", b.draws)
	}
	b.draw(99)
	for _, e := range []*session.Simulated{before, p.OnPage()} {
		run := e.Results.Runs[1]
		if !slices.Equal(run.Drawings[0], drawings.Of(run.Outcome)) {
			t.Error("drawing 0 is not the run on the page")
		}
		for i, want := range b.drawnBy(e, 1, len(run.Drawings)) {
			if !slices.Equal(run.Drawings[i], want) {
				t.Errorf("drawing %d has other waits than by itself", i)
			}
		}
	}
	was, is := before.Results.Runs[1].Drawings, p.Shown.Results.Runs[1].Drawings
	if len(was) != 7 || len(is) != 6 || slices.Equal(was[1], was[2]) || slices.Equal(was[1], is[1]) {
		t.Errorf("%d and %d drawings, or they are the same", len(was), len(is))
	}
}

// What is given up, by Cancel or by a new simulation, or fails, is told; what is there stays, nothing comes any more, and other requests
// go on after a failure.
func TestDrawingsThatEnd(t *testing.T) {
	p, b := drawnPage(t)
	var one, two tellings
	p.Draw(p.OnPage(), 1, 5, one.note)
	p.Draw(p.OnPage(), 0, 5, two.note)
	b.draw(2)
	late := b.draws[0]
	p.Drawings.Cancel()
	if len(b.draws) > 0 || one.String() != "3/5, 3/5 over" || two.String() != "1/5 over" || p.Drawings.Busy() {
		t.Errorf("after Cancel are drawn %v; told is %s and %s", b.draws, one, two)
	}
	p.Drawings.Came(late.key, 3, b.drawnBy(p.OnPage(), 1, 1))
	if n := len(p.Shown.Results.Runs[1].Drawings); n != 3 {
		t.Errorf("after Cancel there are %d drawings", n)
	}

	one, two = nil, nil
	p.Draw(p.OnPage(), 1, 5, one.note)
	p.Draw(p.OnPage(), 0, 3, two.note)
	p.Drawings.Failed(b.draws[0].key, result.Failure{Reason: "no memory"})
	b.draw(99)
	if one.String() != "3/5 over: no memory" || two.String() != "2/3, 3/3 over" && two.String() != "3/3 over" {
		t.Errorf("told is %s and %s", one, two)
	}

	one = nil
	p.Draw(p.OnPage(), 1, 5, one.note)
	p.Run()
	if one.String() != "3/5 over" || p.Drawings.Busy() {
		t.Errorf("when a new run begins, told is %s", one)
	}

	b.answer()
	one = nil
	for _, n := range []int{0, drawing.Most + 1} {
		p.Draw(p.OnPage(), 1, n, one.note)
	}
	if got := one.String(); got != "1/0 over: 0 drawings: from 1 to 1,000 are accepted, 1/1001 over: 1,001 drawings: from 1 to 1,000 are accepted" {
		t.Errorf("told is %s", got)
	}
}
