package timeline

import (
	"cmp"
	"fmt"
	"slices"

	"backfill/engine"
)

// owners are whose the jobs are that have a colour of their own: users, groups, partitions or qualities of service, known by numbers.
type owners struct {
	by    ColorBy
	index map[int32]uint8  // of those with a colour of their own
	named []int32          // these, the largest first
	names map[int32]string // of partitions of a machine
	group string           // what a group is called; "": group
	rest  bool             // there are others
	none  bool             // of some jobs that ran it is unknown
}

// newOwners gives colours to those with the most processor time, which fills the picture. O(jobs).
func newOwners(by ColorBy, outcomes []*engine.Outcome) owners {
	w := owners{by: by, index: map[int32]uint8{}, names: map[int32]string{}}
	area := map[int32]float64{}
	for _, o := range outcomes {
		for _, p := range o.Partitions {
			w.names[p.Number] = p.Name
		}
		for j := range o.Workload.Jobs {
			job := &o.Workload.Jobs[j]
			if u := w.of(o, int32(j)); u >= 0 {
				area[u] += float64(job.Processors) * float64(job.Run)
			} else if o.Start[j] >= 0 {
				w.none = true
			}
		}
		for _, run := range o.Stopped {
			if by == ByPartition && run.Partition != engine.NoPartition {
				area[o.Partitions[run.Partition].Number] += float64(o.Size(run.Job)) * float64(run.To-run.From)
			}
		}
	}
	for u := range area {
		w.named = append(w.named, u)
	}
	slices.SortFunc(w.named, func(a, b int32) int {
		return cmp.Or(cmp.Compare(area[b], area[a]), cmp.Compare(a, b))
	})
	if len(w.named) > Distinct {
		w.named, w.rest = w.named[:Distinct], true
	}
	for i, u := range w.named {
		w.index[u] = uint8(i + 1)
	}
	return w
}

// of is whose job j is; -1 if that is unknown. The partition is that in which the job ran or, where the machine has none, that of the log.
func (w *owners) of(o *engine.Outcome, j int32) int32 {
	column := o.Workload.User
	switch w.by {
	case ByGroup:
		column = o.Workload.Group
	case ByQOS:
		column = o.Workload.QOS
	case ByPartition:
		if o.Partition != nil {
			if p := o.Partition[j]; p >= 0 {
				return o.Partitions[p].Number
			}
			return -1
		}
		column = o.Workload.Partition
	}
	if column == nil {
		return -1
	}
	return column[j]
}

// text is what people call one of them.
func (w *owners) text(u int32) string {
	if name := w.names[u]; w.by == ByPartition && name != "" {
		return "partition " + name
	}
	return fmt.Sprintf("%s %d", w.noun(), u)
}

// noun is what each of them is.
func (w *owners) noun() string {
	switch {
	case w.by == ByQOS:
		return "QOS"
	case w.by == ByGroup && w.group != "":
		return w.group
	}
	return w.by.String()
}

// legend adds the lines of a legend, by the index of their colour.
func (w *owners) legend(add func(index uint8, text string)) {
	for i, u := range w.named {
		add(uint8(i+1), w.text(u))
	}
	if w.rest {
		others := "other " + w.noun() + "s"
		if w.by == ByQOS {
			others = "other QOS"
		}
		add(uint8(Distinct+1), others)
	}
	if w.none || len(w.named) == 0 {
		add(0, w.noun()+" unknown")
	}
}

// indexOf is the index of the colour of job j.
func (w *owners) indexOf(o *engine.Outcome, j int32) uint8 {
	u := w.of(o, j)
	if u < 0 {
		return 0
	}
	return w.indexOfOne(u)
}

// indexOfOne is the index of the colour of one of them.
func (w *owners) indexOfOne(u int32) uint8 {
	if i, ok := w.index[u]; ok {
		return i
	}
	return uint8(Distinct + 1)
}

// CallGroups says what the log of the jobs calls a group, such as "account".
func (c *Coloring) CallGroups(word string) { c.owners.group = word }

// Owner is whose job j of o is, as far as the colours say that: "user 3", "partition gpu", "" if they show something else or it is unknown.
func (c *Coloring) Owner(o *engine.Outcome, j int32) string {
	if c == nil || c.owners.index == nil {
		return ""
	}
	if u := c.owners.of(o, j); u >= 0 {
		return c.owners.text(u)
	}
	return ""
}
