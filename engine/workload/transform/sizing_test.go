package transform

import (
	"math"
	"slices"
	"testing"

	"backfill/engine"
	"backfill/engine/workload"
	"backfill/engine/workload/logs"
	"backfill/engine/workload/workloadtest"
)

// Of n jobs one comes every 10 s and runs for 5 s, on one processor unless widths says otherwise of the second one and those behind it.
func sized(n int, widths ...int32) *workload.Sizing {
	w := &engine.Workload{}
	for i := range n {
		j := engine.Job{Submit: engine.Time(10*i) * engine.Second, Run: 5 * engine.Second, Processors: 1}
		if i > 0 && i <= len(widths) {
			j.Processors = widths[i-1]
		}
		w.Jobs = append(w.Jobs, j)
	}
	return SizingOf(w)
}

// Loads by hand: the work is 5 s times the sum of the widths, and the last of n jobs comes after 10 (n-1) s.
func TestSizing(t *testing.T) {
	for name, c := range map[string]struct {
		got            *workload.Sizing
		widest, others int32
		wider          int
		load, within   float64
	}{
		// 5 (4 + 2 + 1) / (4 * 20) = 35 / 80.
		"a few jobs, one far wider": {sized(3, 4, 2), 4, 0, 0, 35.0 / 80, 0},
		// 5 (80,000 + 512 + 98) / (80,000 * 990), and without the first 5 (512 + 98) / (512 * 990).
		"one absurd job of a hundred": {sized(100, 80_000, 512), 80_000, 512, 1, 5 * 80_610 / (80_000 * 990.0), 5 * 610 / (512 * 990.0)},
		// Two of 100 are too many to be left out, two of 2,000 are not: 5 (2 * 64 + 1,998) / (64 * 19,990).
		"two absurd jobs of a hundred":   {sized(100, 64, 64), 64, 0, 0, 5 * 226 / (64 * 990.0), 0},
		"two absurd jobs of 2,000":       {sized(2000, 64, 64), 64, 1, 2, 5 * 2126 / (64 * 19990.0), 5 * 1998 / 19990.0},
		"twice as wide is not far wider": {sized(100, 2), 2, 0, 0, 5 * 101 / (2 * 990.0), 0},
	} {
		g := c.got
		if g.Widest != c.widest || g.Others != c.others || g.Wider != c.wider || math.Abs(*g.Load-c.load) > 1e-12 {
			t.Errorf("%s: %+v with load %g; want %+v", name, *g, *g.Load, c)
		}
		if (g.Within != nil) != (c.others > 0) || g.Within != nil && math.Abs(*g.Within-c.within) > 1e-12 {
			t.Errorf("%s: load %v without the wide jobs, want %g", name, g.Within, c.within)
		}
	}
	if s := sized(1); s.Load != nil || s.Widest != 1 {
		t.Errorf("a job alone: %+v, want no load", s)
	}
	// 99 jobs of 2 processors that ask for one all the time, and one of 5: without it the other 99 are too much for 2.
	w := &engine.Workload{}
	for i := range 100 {
		w.Jobs = append(w.Jobs, engine.Job{Submit: engine.Time(i) * engine.Second, Run: 2 * engine.Second, Processors: 2})
	}
	w.Jobs[50].Processors = 5
	if s := SizingOf(w); s.Others != 0 || s.Within != nil {
		t.Errorf("%+v: a machine is proposed on which the load is %g", s, *s.Within)
	}
}

// The sizing of real logs against sums over all jobs in the simplest way; no job of them is absurd.
func TestSizingOfLogs(t *testing.T) {
	for _, name := range []string{"KTH-SP2-1996-filtered", "SDSC-SP2-1998-filtered", "CTC-SP2-1996-filtered-first10000", "CEA-Curie-2011-filtered"} {
		w, _, err := logs.ReadSWF(workloadtest.OpenTrace(t, name+".swf.gz"), name)
		if err != nil {
			t.Fatal(err)
		}
		widest := slices.MaxFunc(w.Jobs, func(a, b engine.Job) int { return int(a.Processors) - int(b.Processors) }).Processors
		work := 0.0
		for _, j := range w.Jobs {
			work += j.Run.Seconds() * float64(j.Processors)
		}
		want := work / float64(widest) / (w.Jobs[len(w.Jobs)-1].Submit - w.Jobs[0].Submit).Seconds()
		s := SizingOf(w)
		t.Logf("%s: %+v, load %.4f", name, s, *s.Load)
		if s.Widest != widest || math.Abs(*s.Load-want) > 1e-9 || s.Others != 0 {
			t.Errorf("%s: %+v with load %g, want %d processors and %g", name, s, *s.Load, widest, want)
		}
	}
}
