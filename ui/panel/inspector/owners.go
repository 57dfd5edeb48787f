package inspector

import (
	"cmp"
	"fmt"
	"strings"

	"backfill/engine"
	"backfill/engine/metrics"
	"backfill/ui/panel"
	"backfill/ui/phrase"
)

// ownerFacts say whose job j is and where it is queued: by name while names are shown, else by number.
func (n *Inspector) ownerFacts(j int32) (facts []Fact) {
	w, partitions := n.Workload(), n.partitions()
	add := func(title string, column []int32, names []string) {
		if column != nil && column[j] >= 0 {
			facts = append(facts, Fact{title, cmp.Or(n.OwnerName(names, column[j]), fmt.Sprint(column[j]))})
		}
	}
	account := phrase.UpperFirst(n.OwnerWord(metrics.ByGroup))
	if partitions != nil {
		account = "Account"
	}
	add("User", w.User, n.OwnerNames(metrics.ByUser))
	add(account, w.Group, n.OwnerNames(metrics.ByGroup))
	add("QOS", w.QOS, n.QOSNames())
	add("Executable", w.App, nil)

	queues := n.OwnerNames(metrics.ByQueue)
	name := func(number int32) string {
		named := n.OwnerName(queues, number)
		for i := range partitions {
			if partitions[i].Number == number {
				named = cmp.Or(named, partitions[i].Name)
			}
		}
		return cmp.Or(named, fmt.Sprint(number))
	}
	asked := w.DemandOf(j).Partitions
	in := partitions != nil && w.Partition != nil && w.Partition[j] >= 0
	switch {
	case len(asked) > 0:
		var list []string
		for _, number := range asked {
			list = append(list, name(number))
		}
		facts = append(facts, Fact{"Partitions", strings.Join(list, ", ")})
	case in:
		facts = append(facts, Fact{"Partition", name(w.Partition[j])})
	}
	queue := n.OwnerWord(metrics.ByQueue)
	if len(asked) > 0 || in {
		queue = metrics.ByQueue.String() // beside partitions it is something else
	}
	if w.Queue != nil && w.Queue[j] >= 0 && !(in && w.Queue[j] == w.Partition[j]) {
		facts = append(facts, Fact{phrase.UpperFirst(queue), cmp.Or(n.OwnerName(queues, w.Queue[j]), panel.QueueText(w, w.Queue[j]))})
	}
	return facts
}

// partitions are those of the machine, nil if it has none.
func (n *Inspector) partitions() []engine.Partition {
	for _, r := range n.Shown.Results.Runs {
		if r != nil {
			return r.Outcome.Partitions
		}
	}
	return nil
}
