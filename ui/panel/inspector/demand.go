package inspector

import (
	"fmt"
	"strings"

	"backfill/engine"
	"backfill/ui/phrase"
	"backfill/ui/timeline"
)

// demandFacts are what a job asks for of a cluster beside processors.
func demandFacts(w *engine.Workload, j int32) (facts []Fact) {
	add := func(name, text string) { facts = append(facts, Fact{name, text}) }
	d := w.DemandOf(j)
	switch {
	case d.Nodes > 0 && d.MostNodes == d.Nodes:
		add("Nodes", phrase.Grouped(int64(d.Nodes)))
	case d.Nodes > 0 && d.MostNodes > 0:
		add("Nodes", phrase.Grouped(int64(d.Nodes))+" to "+phrase.Grouped(int64(d.MostNodes)))
	case d.Nodes > 1:
		add("Nodes", "at least "+phrase.Grouped(int64(d.Nodes)))
	case d.MostNodes > 0:
		add("Nodes", "at most "+phrase.Grouped(int64(d.MostNodes)))
	}
	if d.TaskProcessors > 1 {
		add("Processors of a task", phrase.Grouped(int64(d.TaskProcessors)))
	}
	kind := ""
	if d.GPUType != "" {
		kind = " of " + d.GPUType
	}
	switch {
	case d.NodeGPUs > 0:
		add("GPUs on each node", phrase.Grouped(int64(d.NodeGPUs))+kind)
	case d.AllGPUs > 0:
		add("GPUs", phrase.Grouped(int64(d.AllGPUs))+kind)
	}
	if d.NodeMemory > 0 {
		add("Memory on each node", timeline.Gigabytes(float64(d.NodeMemory)))
	}
	if len(d.Features) > 0 {
		add("Features", strings.Join(d.Features, ", "))
	}
	if d.Whole {
		add("Shares its nodes", "with nobody")
	}
	if d.LeastTime > 0 {
		add("Least time", phrase.Span(d.LeastTime))
	}
	if w.Leader != nil && w.Leader[j] >= 0 {
		add("Component of", fmt.Sprintf("job %d", w.JobNumber(w.Leader[j])))
	}
	if w.Array != nil && w.Array[j] >= 0 {
		text := fmt.Sprintf("the array %d", w.Array[j])
		if d.MostTasks > 0 {
			text += ", at most " + phrase.Grouped(int64(d.MostTasks)) + " at once"
		}
		add("Task of", text)
	}
	if len(d.Licences) > 0 {
		var list []string
		for _, c := range d.Licences {
			list = append(list, fmt.Sprintf("%s of licence %d", phrase.Counted(int(c.Count), "copy", "copies"), c.Licence))
		}
		add("Licences", phrase.List(list))
	}
	if d.Once {
		add("Requeued", "never")
	}
	if d.Nice != 0 {
		add("Nice", fmt.Sprint(d.Nice))
	}
	return facts
}
