package wire

import (
	"fmt"
	"slices"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/metrics/grouping"
	"backfill/engine/scenario"
)

// EncodeMeasured writes the runs of whole cells, by cell and policy, with all that a
// measured run has but its place in the experiment and its groupings, which whoever
// asked for the cells knows.
func EncodeMeasured(runs []*experiment.Run) Packed {
	t := &texts{places: map[string]int32{}}
	var summaries, groups, refused []float64
	var failed, batchCount, warningCount, warning, groupCount, class, label, panel, panelLabel, refusedCount, refusedText []int32
	var jobs []int64
	measures := func(m *experiment.Measures) {
		summaries = append(summaries, m.Metrics...)
		for _, b := range m.Groups {
			groupCount = append(groupCount, int32(b.Len()))
			class, panel = append(class, b.Class...), append(panel, b.Panel...)
			for _, text := range b.Label {
				label = append(label, t.add(text))
			}
			for _, text := range b.PanelLabel {
				panelLabel = append(panelLabel, t.add(text))
			}
			groups = append(groups, b.Metrics.Values...)
		}
	}
	for _, run := range runs {
		measures(&run.Measures)
		failed = append(failed, t.add(run.Failed))
		batchCount = append(batchCount, int32(len(run.Batches)))
		for i := range run.Batches {
			measures(&run.Batches[i])
		}
		warningCount = append(warningCount, int32(len(run.Warnings)))
		for _, w := range run.Warnings {
			warning = append(warning, t.add(w))
		}
		refusedCount = append(refusedCount, int32(len(run.RefusedCommands)))
		for _, c := range run.RefusedCommands {
			jobs = append(jobs, c.Job)
			refused = append(refused, c.At, c.Amount)
			refusedText = append(refusedText, t.add(c.Type), t.add(c.Reason))
		}
	}
	p := &packer{}
	pack(p, batchCount)
	pack(p, summaries)
	pack(p, warningCount)
	pack(p, warning)
	pack(p, groupCount)
	pack(p, class)
	pack(p, label)
	pack(p, panel)
	pack(p, panelLabel)
	pack(p, groups)
	pack(p, refusedCount)
	pack(p, jobs)
	pack(p, refused)
	pack(p, refusedText)
	pack(p, failed)
	pack(p, t.text)
	pack(p, t.ends)
	return p.packed()
}

// DecodeMeasured reads what EncodeMeasured wrote: for each of the cells, of which some of
// the last may be missing, its runs in the order of the plan's policies. It calls step now
// and then, which may let others go on. Summaries share the buffer's memory.
func DecodeMeasured(b []byte, plan *scenario.Plan, cells []experiment.Cell, step func()) ([][]*experiment.Run, error) {
	u := newUnpacker(b)
	u.step = step
	width, policies, groupings := len(metrics.Descriptions), len(plan.Policies), plan.Groupings

	batchCount := unpack[int32](u)
	n := len(batchCount)
	u.wants(n%policies == 0 && n/policies <= len(cells), "runs of other cells")
	batches := u.total(batchCount)
	summaries := column[float64](u, (n+batches)*width)
	warningCount := column[int32](u, n)
	warning := column[int32](u, u.total(warningCount))
	broken := n // down by groups
	if plan.InBatches() {
		broken += batches
	}
	groupCount := column[int32](u, broken*len(groupings))
	groups, inPanels := u.total(groupCount), 0
	for i, count := range groupCount {
		if groupings[i%len(groupings)].Each != nil {
			inPanels += int(count)
		}
	}
	class, label := column[int32](u, groups), column[int32](u, groups)
	panel, panelLabel := column[int32](u, inPanels), column[int32](u, inPanels)
	grouped := column[float64](u, groups*len(plan.GroupMetrics))
	refusedCount := column[int32](u, n)
	commands := u.total(refusedCount)
	jobs, refused := column[int64](u, commands), column[float64](u, 2*commands)
	refusedText := column[int32](u, 2*commands)
	failed := column[int32](u, n)
	words := unpackTexts(u)
	for _, places := range [][]int32{failed, warning, label, panelLabel, refusedText} {
		u.wants(u.within(places, 0, len(words)), "a text that there is not")
	}
	if err := u.end(); err != nil {
		return nil, fmt.Errorf("decode measured runs: %w", err)
	}

	text := func(places *[]int32) string { return words[take(places, 1)[0]] }
	labels := func(places *[]int32, n int) []string {
		list := make([]string, n)
		for i := range list {
			list[i] = text(places)
		}
		return list
	}
	measures := func(inGroups bool) experiment.Measures {
		m := experiment.Measures{Metrics: take(&summaries, width), Groups: []metrics.Breakdown{}}
		if !inGroups {
			return m
		}
		counts := take(&groupCount, len(groupings))
		for g, asked := range groupings {
			n := int(counts[g])
			b := metrics.Breakdown{Grouping: asked, Classes: grouping.Classes{Class: take(&class, n), Label: labels(&label, n)}}
			if asked.Each != nil {
				b.Panel, b.PanelLabel = take(&panel, n), labels(&panelLabel, n)
			}
			b.Metrics = metrics.Columns{Metrics: plan.GroupMetrics, Values: take(&grouped, n*len(plan.GroupMetrics))}
			m.Groups = append(m.Groups, b)
		}
		return m
	}
	measured := make([][]*experiment.Run, n/policies)
	for i := range measured {
		step()
		for k := range policies {
			at := i*policies + k
			run := &experiment.Run{
				Policy: plan.Policies[k].Label, Replication: cells[i].Replication,
				Point: plan.Points[cells[i].Point].Values, PointIndex: cells[i].Point,
				Measures: measures(true), Warnings: []string{}, Failed: text(&failed),
			}
			for range batchCount[at] {
				run.Batches = append(run.Batches, measures(plan.InBatches()))
			}
			for range warningCount[at] {
				run.Warnings = append(run.Warnings, text(&warning))
			}
			for range refusedCount[at] {
				times := take(&refused, 2)
				run.RefusedCommands = append(run.RefusedCommands, experiment.RefusedCommand{
					Job: take(&jobs, 1)[0], At: times[0], Amount: times[1], Type: text(&refusedText), Reason: text(&refusedText)})
			}
			measured[i] = append(measured[i], run)
		}
	}
	return measured, nil
}

// take cuts n entries off the front of a column.
func take[T any](column *[]T, n int) []T {
	first := (*column)[:n:n]
	*column = (*column)[n:]
	return first
}

// total is the sum of counts, each of which has to be at least 0.
func (u *unpacker) total(counts []int32) int {
	sum := 0
	for _, c := range counts {
		u.wants(c >= 0, "a negative number of entries")
		sum += int(max(c, 0))
	}
	return sum
}

// texts gathers texts, each of them once: labels and warnings are much the same in all runs.
type texts struct {
	places map[string]int32
	text   []byte
	ends   []int32
}

func (t *texts) add(text string) int32 {
	place, known := t.places[text]
	if !known {
		place = int32(len(t.ends))
		t.places[text] = place
		t.text = append(t.text, text...)
		t.ends = append(t.ends, int32(len(t.text)))
	}
	return place
}

// unpackTexts is the next two sections.
func unpackTexts(u *unpacker) []string {
	text, ends := unpack[byte](u), unpack[int32](u)
	u.wants(slices.IsSorted(ends) && u.within(ends, 0, len(text)+1), "texts out of order")
	if u.err != nil {
		return nil
	}
	list := make([]string, len(ends))
	begin := int32(0)
	for i, end := range ends {
		list[i] = string(text[begin:end])
		begin = end
	}
	return list
}
