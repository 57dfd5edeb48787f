package panel

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"time"

	"backfill/engine"
	"backfill/engine/agreement"
	"backfill/engine/metrics"
	"backfill/engine/workload/accounting"
	"backfill/ui/draft"
	"backfill/ui/draft/cluster"
	"backfill/ui/phrase"
)

// GroupKind is what jobs have in common that are a row of a table: a number each, below 0 if it is not known.
type GroupKind struct {
	Word   string // "partition"
	Column func(w *engine.Workload) []int32
	name   func(number int32) string // "" if it has none
}

// GroupKinds are those of which the jobs on the page, of a draft, know something: the partition that a job is tried in first, its account,
// which is its group, its user, its QOS and its queue, how many processors it asks for, and the week in which it came.
func (s *Shared) GroupKinds(d *draft.Draft) (list []GroupKind) {
	w := s.Workload()
	owner := func(by metrics.Owner, word string) GroupKind {
		return GroupKind{word, by.Column, func(number int32) string { return s.OwnerName(s.OwnerNames(by), number) }}
	}
	machine, onPartitions := cluster.ReadMachine(s.Form, d.Machine)
	account, queued := s.OwnerWord(metrics.ByGroup), s.OwnerWord(metrics.ByQueue)
	if onPartitions {
		account, queued = "account", metrics.ByQueue.String()
		queue := owner(metrics.ByQueue, "")
		list = append(list, GroupKind{"partition", func(w *engine.Workload) []int32 { return w.Partition }, func(number int32) string {
			return cmp.Or(queue.name(number), machine.Partition(int64(number)))
		}})
	}
	list = append(list, owner(metrics.ByGroup, account), owner(metrics.ByUser, metrics.ByUser.String()))
	if onPartitions {
		list = append(list, GroupKind{"QOS", func(w *engine.Workload) []int32 { return w.QOS }, func(number int32) string { return s.OwnerName(s.QOSNames(), number) }})
	}
	if !onPartitions || !slices.Equal(w.Queue, w.Partition) {
		list = append(list, owner(metrics.ByQueue, queued))
	}
	list = append(list, GroupKind{"size", sizes, sizeName})
	if weeks := agreement.Weeks(w); len(weeks) > 0 && weeks[0] != weeks[len(weeks)-1] {
		list = append(list, GroupKind{"week", agreement.Weeks, func(number int32) string { return weekName(w.Calendar, number) }})
	}
	return slices.DeleteFunc(list, func(kind GroupKind) bool {
		return !slices.ContainsFunc(kind.Column(w), func(number int32) bool { return number >= 0 })
	})
}

// OwnerWord is what the jobs of the results call an owner.
func (s *Shared) OwnerWord(by metrics.Owner) string {
	if s.Shown.Plan == nil {
		return by.String()
	}
	return s.OwnerWordIn(s.Shown.Plan.Scenario.Workload.Kind, by)
}

// OwnerNames are what an accounting log calls users, groups or queues, by their numbers, the first of which is 1; nil: there are no names.
// They are shown while Named.
func (s *Shared) OwnerNames(by metrics.Owner) []string {
	legend := s.LoggedNames()
	if legend == nil {
		return nil
	}
	return [metrics.NumOwners][]string{metrics.ByUser: legend[accounting.Users], metrics.ByGroup: legend.Groups(), metrics.ByQueue: legend[accounting.Partitions]}[by]
}

// QOSNames are what an accounting log calls qualities of service, as OwnerNames.
func (s *Shared) QOSNames() []string {
	if legend := s.LoggedNames(); legend != nil {
		return legend[accounting.QOSs]
	}
	return nil
}

// OwnerName is the name of a number, that with the number 1 first; "" if names are not shown or there is none.
func (s *Shared) OwnerName(names []string, number int32) string {
	if s.Named && number > 0 && int(number) <= len(names) {
		return names[number-1]
	}
	return ""
}

// QueueText is what stands beside its OwnerWord for a queue, not below 0: the name that the log's header gives it, else its number.
func QueueText(w *engine.Workload, queue int32) string {
	if names := w.Queues; int(queue) < len(names) && names[queue] != "" {
		return names[queue]
	}
	return fmt.Sprint(queue)
}

// sizes are classes of processors: 1, 2 and 3, 4 to 7, and so on.
func sizes(w *engine.Workload) []int32 {
	list := make([]int32, len(w.Jobs))
	for j := range w.Jobs {
		list[j] = int32(bits.Len32(uint32(w.Jobs[j].Processors))) - 1
	}
	return list
}

func sizeName(class int32) string {
	if class == 0 {
		return "1 processor"
	}
	return phrase.Grouped(1<<class) + " to " + phrase.Grouped(1<<(class+1)-1) + " processors"
}

// weekName is "from 2 March 2026", by the Monday with which a week of agreement.Weeks begins, or "3" in a log without dates.
func weekName(c *engine.Calendar, week int32) string {
	if c == nil {
		return fmt.Sprint(week + 1)
	}
	first := time.Unix(c.UnixStart+int64(c.Offset()(c.UnixStart)), 0).UTC()
	monday := first.AddDate(0, 0, -(int(first.Weekday())+6)%7+7*int(week))
	return "from " + monday.Format("2 January 2006")
}

// Label is what a group is called: "partition batch", "account 3", "unknown users".
func (k *GroupKind) Label(number int32) string {
	switch name := k.name(number); {
	case number < 0 && k.Word == "partition":
		return "no named partition"
	case number < 0 && k.Word == "QOS":
		return "unknown QOS"
	case number < 0:
		return "unknown " + k.Word + "s"
	case k.Word == "size":
		return name
	case name != "":
		return k.Word + " " + name
	}
	return fmt.Sprintf("%s %d", k.Word, number)
}
