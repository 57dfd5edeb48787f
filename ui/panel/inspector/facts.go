package inspector

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"backfill/engine"
	"backfill/ui/explain"
	"backfill/ui/panel"
	"backfill/ui/phrase"
	"backfill/ui/timeline"
)

// submission says when job j is submitted, whatever the policy.
func (n *Inspector) submission(j int32) string {
	w := n.Workload()
	if w.After == nil || w.After[j] == engine.NoJob {
		return n.Clock().Format(w.Jobs[j].Submit)
	}
	after := fmt.Sprintf("job %d has ended", w.JobNumber(w.After[j]))
	if w.Continues != nil && w.Continues[j] {
		after = "its test run has ended"
	}
	if w.Think == nil || w.Think[j] <= 0 {
		return "when " + after
	}
	return phrase.Span(w.Think[j]) + " after " + after
}

// Relation leads from the pinned job to the other of its two runs, or to the job that it
// follows; nil if there is none.
func (n *Inspector) Relation() explain.Sentence {
	w, j := n.Workload(), n.Pinned
	switch {
	case w.Continued(j):
		return explain.Say("If this test run is stopped, the ", explain.JobWords("full run", j+1), " follows.")
	case w.Continues != nil && w.Continues[j]:
		return explain.Say("A ", explain.JobWords("test run", j-1), " came first.")
	case w.After != nil && w.After[j] != engine.NoJob:
		return explain.Say("It follows ", explain.JobWords(fmt.Sprintf("job %d", w.JobNumber(w.After[j])), w.After[j]), ".")
	}
	return nil
}

// Fact is one attribute of a job.
type Fact struct{ Name, Text string }

// Facts are the attributes of the pinned job that no policy changes.
func (n *Inspector) Facts() []Fact {
	w, j := n.Workload(), n.Pinned
	job := w.Jobs[j]
	clock := n.Clock()
	facts := []Fact{
		{"Submitted", n.submission(j)},
		{"Processors", phrase.Grouped(int64(job.Processors))},
		{"Run time", phrase.Span(job.Run)},
		{"Requested time", phrase.Span(job.Estimate)},
	}
	if text := dependsOn(w, j); text != "" {
		facts = slices.Insert(facts, 1, Fact{"Comes when", text})
	}
	if w.Entered != nil && w.Entered[j] >= 0 {
		facts = slices.Insert(facts, 0, Fact{"Entered", clock.Format(w.Entered[j])})
	}
	if w.Memory != nil && w.Memory[j] > 0 && w.DemandOf(j).NodeMemory == 0 { // else it is told by node
		total := float64(w.Memory[j]) * float64(job.Processors)
		at := 1 + slices.IndexFunc(facts, func(f Fact) bool { return f.Name == "Processors" })
		facts = slices.Insert(facts, at, Fact{"Memory", timeline.Gigabytes(total / 1024)})
	}
	if w.Components != nil && w.Components[j] != nil {
		facts = append(facts, Fact{"Components", strings.Trim(strings.ReplaceAll(fmt.Sprint(w.Components[j]), " ", " + "), "[]")})
	}
	if w.Bandwidth != nil {
		facts = append(facts, Fact{"Bandwidth of each process", panel.BandwidthText(w.Bandwidth[j])})
	}
	if w.Network != nil {
		facts = append(facts, Fact{"Network of each process", panel.BandwidthText(w.Network[j])})
	}
	if w.Dedicated(j) {
		facts = append(facts, Fact{"Requested start", clock.Format(w.Requested[j])})
	}
	if due := w.DeadlineOf(j); due != engine.Never {
		facts = append(facts, Fact{"Deadline", clock.Format(due)})
	}
	if w.Benchmark != nil && w.Benchmark[j] > 0 {
		facts = append(facts, Fact{"Times hold at", strconv.Itoa(int(w.Benchmark[j])) + " MIPS"})
	}
	if needs := w.Needs(j); needs != 0 {
		facts = append(facts, Fact{"Needs", explain.LicenceList(needs)})
	}
	if w.KeepsAnywhere(j) {
		facts = append(facts, Fact{"Checkpoints", "keeps what it has done"})
	}
	facts = append(facts, demandFacts(w, j)...)
	facts = append(facts, n.ownerFacts(j)...)
	for i := range w.Commands {
		if c := &w.Commands[i]; c.Job == j {
			facts = append(facts, Fact{"Command at " + clock.Format(c.At), explain.CommandWords(c)})
		}
	}
	if w.Wait != nil && w.Wait[j] >= 0 {
		facts = append(facts, Fact{"Wait in the log", panel.WaitText(w.Wait[j])})
	}
	return facts
}
