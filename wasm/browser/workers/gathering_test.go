package workers

import (
	"testing"

	"backfill/engine/forecast"
)

// Of three parts with 3, 2 and 2 jobs the second has come first. Before the third says anything it counts as one of as many as the one that speaks.
func TestGathering(t *testing.T) {
	g := newGathering(3)
	for i, c := range []struct{ part, done, of, all, ofAll int }{{1, 1, 2, 1, 6}, {0, 1, 3, 2, 8}, {2, 1, 2, 3, 7}, {0, 3, 3, 5, 7}} {
		if all, ofAll := g.nears(c.part, c.done, c.of); all != c.all || ofAll != c.ofAll {
			t.Errorf("step %d: %d of %d, want %d of %d", i, all, ofAll, c.all, c.ofAll)
		}
	}
	part := func(jobs ...int32) *forecast.Answer {
		c := &forecast.Check{Drawings: 9}
		for _, j := range jobs {
			c.Tries = append(c.Tries, forecast.Try{Job: j})
		}
		return &forecast.Answer{Check: c}
	}
	if g.comes(1, part(1, 4)) != nil || g.comes(0, part(0, 3, 6)) != nil {
		t.Error("there is an answer before all parts are")
	}
	whole := g.comes(2, part(2, 5))
	if whole == nil || len(whole.Check.Tries) != 7 || whole.Check.Within != 7 {
		t.Fatalf("%+v", whole)
	}
	for i, try := range whole.Check.Tries {
		if try.Job != int32(i) {
			t.Errorf("try %d is of job %d", i, try.Job)
		}
	}
	told := &forecast.Answer{Told: &forecast.Told{}}
	if newGathering(1).comes(0, told) != told {
		t.Error("an answer that is not divided is another one")
	}
}
