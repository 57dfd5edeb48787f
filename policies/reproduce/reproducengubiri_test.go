//go:build reproduce

package reproduce

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
)

// precise asks for runs until the mean of every group is known to within 2 %.
const precise = `, "precision": {"relativeHalfWidth": 0.02, "metric": "meanResponse", "groups": true, "maxReplications": 2000}`

// settle simulates runs until every group's mean is known as precisely as the study's plan
// wants it, and says whether the system is unstable.
func (s *simulations) settle(t *testing.T, x *study) (k known, unstable bool) {
	t.Helper()
	cells := experiment.NewCells(x.plan)
	for !cells.Done() {
		var block []experiment.Cell
		for c, ok := cells.Next(); ok; c, ok = cells.Next() {
			block = append(block, c)
		}
		x.plan.Replications, _ = cells.Replications(0)
		s.measure(t, x, 0, []int{0})
		for _, c := range block {
			cells.Add(c, []*experiment.Run{x.run(s.row(x.keys[0][0], c.Replication))})
		}
	}
	return known{x, s}, len(cells.Result(response).Unstable) > 0
}

// run is the run of which a row was kept, with two batches of its trend.
func (x *study) run(row []float64) *experiment.Run {
	value := func(name string) float64 { return row[slices.Index(ngubiriNames, name)] }
	metric := metrics.Index(response)
	run := &experiment.Run{Policy: x.plan.Policies[0].Label}
	run.Metrics = slices.Repeat(metrics.Summary{math.NaN()}, len(metrics.Descriptions))
	steady := x.plan.Steady
	slope := value("rise") / (float64(steady.Warmup)/float64(steady.Batch) + 1)
	for _, half := range []float64{-0.5, 0.5} {
		batch := slices.Clone(run.Metrics)
		batch[metrics.Index("meanQueue")] = value("level") + half*slope
		run.Batches = append(run.Batches, experiment.Measures{Metrics: batch})
	}
	run.Metrics[metric] = value("all")
	for g, grouping := range x.plan.Scenario.Groups {
		b := metrics.Breakdown{Grouping: grouping, Metrics: metrics.Columns{Metrics: []int{metric}}}
		for class := int32(1); class <= 4; class++ {
			name := fmt.Sprintf("%s%d", ngubiriGroups[g].letter, class)
			b.Class, b.Label = append(b.Class, class), append(b.Label, name)
			b.Metrics.Values = append(b.Metrics.Values, value(name))
		}
		run.Groups = append(run.Groups, b)
	}
	return run
}

func reproduceNgubiri(t *testing.T, b *strings.Builder) {
	s := simulations{measures: ngubiriMeasures}
	keepOnDisk(t, &s, "../../bin/reproduce-ngubiri.csv")
	fmt.Fprintf(b, "\n## Ngubiri and van Vliet: figures of an independent prototype\n\n"+
		"Mean response times (mean run time 10) of FPFS on five clusters of 20 processors at a load of 0.787; FPFS(0) is FCFS. S are groups by size, W by widest component, C by number of components. "+
		"Independent runs of %d jobs behind a warm-up of %d, ten at a time until the interval of every group is within 2 %% of its mean. "+
		"In italics the figures of a prototype that was written apart from this program. The two may differ by 3.5 standard errors of the difference, and half a unit of the last digit; the standard error of the prototype's "+
		"is that of an interval of 2 %%, or of its 20 batches of 200,000 jobs if that is less.\n", 5*steadyBatch, steadyWarmup)
	found := ngubiriFound{}
	var c compared
	for i := range ngubiriTables {
		q := &ngubiriTables[i]
		t.Log(q.title)
		names := strings.Fields(q.columns)
		fmt.Fprintf(b, "\n### %s\n\n| | runs | %s |\n|---|---|%s\n", q.title, strings.Join(names, " | "), strings.Repeat("---|", len(names)))
		for _, row := range q.rows() {
			system := q.at(t, row)
			k, settled := found[system]
			if !settled {
				var unstable bool
				if k, unstable = s.settle(t, system.study(t, steadyWarmup, steadyBatch, allGroups()+precise, 1)); unstable {
					t.Fatalf("%s, %s is unstable", q.title, row[0])
				}
				found[system] = k
			}
			fmt.Fprintf(b, "| %s | %d", row[0], k.study.plan.Replications)
			printed := "| | "
			for i, name := range names {
				if row[i+1] == "-" {
					fmt.Fprint(b, " | ")
					printed += " | "
					continue
				}
				e := k.of(name)
				f := quotedMean(t, row[i+1], e)
				fmt.Fprintf(b, " | %s", f.format(e.value))
				printed += fmt.Sprintf(" | *%s*", f.text)
				c.see(f, e, strings.Join([]string{q.title, row[0], name}, "; "))
			}
			fmt.Fprintf(b, " |\n%s |\n", printed)
		}
	}
	ngubiriSizes(t, b, &c)
	ngubiriSaturation(t, b, &c)
	fmt.Fprintf(b, "\n### What does not agree\n\n%d of the %d figures differ by more than is allowed, and %.1f %% by more than 1.96 instead of 3.5 standard errors; the figures of a row come from the same runs and differ together.\n\n",
		len(c.disagree), c.all, 100*float64(c.unlikely)/float64(c.all))
	for _, text := range c.disagree {
		fmt.Fprintf(b, "- %s\n", text)
		t.Error(text)
	}
	ngubiriUnstable(t, b, &s)
	ngubiriLengths(t, b, &s, found)
	ngubiriClaims(t, b, found)
}

// see counts a figure and notes one that does not agree.
func (c *compared) see(f figure, e estimate, name string) {
	c.all++
	if !f.meets(e) {
		c.disagree = append(c.disagree, fmt.Sprintf("%s: measured %s, quoted %s; they may differ by %.3g", name, f.format(e.value), f.text, f.allowed(e, quotedBatches)))
	}
	if math.Abs(e.value-f.value) > f.allowed(e, quotedBatches)*1.96/3.5 {
		c.unlikely++
	}
}

// ngubiriFound is what is known of systems.
type ngubiriFound map[ngubiriSystem]known

// ngubiriSizes compares numbers of components within one size.
func ngubiriSizes(t *testing.T, b *strings.Builder, c *compared) {
	const runs = 400
	s := simulations{measures: ngubiriMeasures}
	keepOnDisk(t, &s, "../../bin/reproduce-ngubiri-sizes.csv")
	fmt.Fprintf(b, "\n### Jobs of one size, by number of components\n\nRandom split, threshold 11, FPFS(10), %d runs; the widest component in brackets. Three components wait less than two, though not always less than four: that many "+
		"clusters with room are hard to find at the same time.\n\n| size | 2 | 3 | 4 |\n|---|---|---|---|\n", runs)
	var list []string
	for _, size := range ngubiriSizesApart {
		list = append(list, fmt.Sprintf(`{"by": "components", "bounds": [1, 2, 3], "where": [{"by": "size", "above": %d, "most": %d}]}`, size-1, size))
	}
	x := ngubiriSystem{"random", 11, 10, false}.study(t, steadyWarmup, steadyBatch, `, "groups": [`+strings.Join(list, ", ")+`]`, runs)
	s.measure(t, x, 0, []int{0})
	k := known{x, &s}
	quoted := map[int][]string{16: {"26.5", "24.3", "26.1"}, 38: {"41.8", "35.4", "34.7"}}
	for _, size := range ngubiriSizesApart {
		fmt.Fprintf(b, "| %d", size)
		for i, text := range quoted[size] {
			n := i + 2
			name := fmt.Sprintf("%d in %d", size, n)
			e := k.of(name)
			f := quotedMean(t, text, e)
			f.half = 0 // rare jobs: that of as many batches
			fmt.Fprintf(b, " | %s, *%s* (%d)", f.format(e.value), text, size-(n-1)*(size/n))
			c.see(f, e, name)
		}
		b.WriteString(" |\n")
	}
}

// ngubiriSaturation compares the utilization of full systems.
func ngubiriSaturation(t *testing.T, b *strings.Builder, c *compared) {
	s := simulations{measures: saturated}
	keepOnDisk(t, &s, "../../bin/reproduce-ngubiri-saturation.csv")
	const runs = 20
	fmt.Fprintf(b, "\n### Saturation\n\nThe utilization of a system in which every end is followed by an arrival, so that there are always %d jobs, waiting and running; %d runs. The prototype's: *with at least 200 waiting jobs*. "+
		"Where it is below the load of 0.787, queues grow without end.\n\n| threshold, split | FCFS | FPFS(10) |\n|---|---|---|\n", always, runs)
	type place struct {
		system ngubiriSystem // with maxJumps 0
		texts  [2]string
	}
	var order []*place
	for _, q := range quotedSaturation {
		e, f := s.saturation(t, q.ngubiriSystem, q.text, runs)
		c.see(f, e, fmt.Sprintf("saturated, threshold %d, %s, FPFS(%d)", q.threshold, q.split, q.jumps))
		at, column := q.ngubiriSystem, min(q.jumps, 1)
		at.jumps = 0
		var p *place
		for _, other := range order {
			if other.system == at {
				p = other
			}
		}
		if p == nil {
			p = &place{system: at}
			order = append(order, p)
		}
		p.texts[column] = fmt.Sprintf("%s, *%s*", f.format(e.value), f.text)
	}
	for _, p := range order {
		name := fmt.Sprintf("%d, %s", p.system.threshold, p.system.split)
		if p.system.share {
			name += ", shared clusters"
		}
		fmt.Fprintf(b, "| %s | %s | %s |\n", name, p.texts[0], p.texts[1])
	}
}

// ngubiriUnstable looks whether systems with too much work are found out.
func ngubiriUnstable(t *testing.T, b *strings.Builder, s *simulations) {
	const runs = 20
	fmt.Fprintf(b, "\n### Unstable systems\n\nThe mean queue of FCFS with random split, in 5 batches of %d jobs behind a warm-up of %d: by which part of its mean the line through the batches rises from the beginning of a run to its middle, over %d runs. "+
		"A queue at rest has 0, one that grows in proportion to time 1; the system has no means if the interval lies above 1/2.\n\n| threshold | mean queue | growth | verdict |\n|---|---|---|---|\n", steadyBatch, steadyWarmup, runs)
	for _, threshold := range []int{11, 13, 15, 16, 17, 19} {
		x := ngubiriSystem{"random", threshold, 0, false}.study(t, steadyWarmup, steadyBatch, allGroups(), runs)
		s.measure(t, x, 0, []int{0})
		k := known{x, s}
		unstable, growth := k.unstable()
		verdict := "stable"
		if unstable {
			verdict = "unstable"
		}
		fmt.Fprintf(b, "| %d | %.0f | %.2f | %s |\n", threshold, meanOf(s.values(simulated{x, 0, 0}, "level"), 1).value, growth, verdict)
		if want := threshold > 15; want != unstable {
			t.Errorf("FCFS at a threshold of %d is %s", threshold, verdict)
		}
	}
}

// ngubiriLengths compares means of FCFS, which is nearest to saturation, from runs of
// different lengths.
func ngubiriLengths(t *testing.T, b *strings.Builder, s *simulations, found ngubiriFound) {
	fcfs := ngubiriSystem{"random", 11, 0, false}
	short := found[fcfs].of("all")
	const runs = 60
	x := fcfs.study(t, 100_000, 200_000, allGroups(), runs)
	s.measure(t, x, 0, []int{0})
	long := known{x, s}.of("all")
	difference, standardError := short.value-long.value, math.Hypot(short.standardError(short.workloads), long.standardError(runs))
	fmt.Fprintf(b, "\n### The length of a run\n\nFCFS with random split, the system nearest to saturation: %.2f from %d runs of %d jobs behind a warm-up of %d, %.2f from %d runs of %d behind %d. The difference is %+.2f, its standard error %.2f.\n",
		short.value, short.workloads, 5*steadyBatch, steadyWarmup, long.value, runs, 1_000_000, 100_000, difference, standardError)
	if math.Abs(difference) > 3.5*standardError {
		t.Errorf("mean response time from short runs %v, from long ones %v", short.value, long.value)
	}
}
