package whatif

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"backfill/engine/machine/slurmconf"
	"backfill/ui/draft/cluster"
	"backfill/ui/phrase"
)

// clusterQuestions are what one asks about a machine of partitions: more nodes, another memory, nodes with GPUs given to another partition,
// another setting of a partition, a partition with all nodes or with those of another one, too. All are about the machine as
// it is edited, and a policy slurm, which may be nil: what was asked before stays.
func (w *WhatIf) clusterQuestions(c *cluster.Machine, slurm *cluster.Scheduler) []question {
	list := []question{w.nodesQuestion(c), w.memoryQuestion()}
	numbers := c.Partitions()
	if w.offers("gpus", slices.ContainsFunc(pairs(numbers), func(pair [2]int64) bool { return len(c.GPUNodes(pair[0], pair[1])) > 0 })) {
		list = append(list, w.gpusQuestion(c))
	}
	list = append(list, w.partitionSetting(c, slurm))
	if w.offers("everywhere", slices.ContainsFunc(numbers, func(n int64) bool { return !c.HasAllNodes(n) })) {
		list = append(list, w.partitionQuestion(c, "everywhere", "on all nodes", (*cluster.Machine).HasAllNodes, (*cluster.Machine).OnAllNodes))
	}
	if w.offers("limits", slices.ContainsFunc(numbers, func(n int64) bool { return !c.HasNoLimits(n) })) {
		list = append(list, w.partitionQuestion(c, "limits", "without limits", (*cluster.Machine).HasNoLimits, (*cluster.Machine).WithoutLimits))
	}
	if len(numbers) > 1 {
		list = append(list, w.mergeQuestion(c))
	}
	return list
}

func (w *WhatIf) nodesQuestion(c *cluster.Machine) question {
	q := question{Key: "nodes", Label: "% more nodes", Text: w.number("nodes")}
	percent, words, mistake := morePercent(q.Text)
	q.Answer, q.Mistake = words+" nodes", mistake
	if mistake == "" {
		more := c.WithNodes(percent)
		q.Answer += ": " + phrase.Grouped(int64(more))
		if more == c.Nodes() {
			q.Why = "That is as many as there are."
		}
	}
	q.do = func() { w.WhatIfCluster(func(c *cluster.Machine) { c.MoreNodes(percent) }) }
	return q
}

func (w *WhatIf) memoryQuestion() question {
	q := question{Key: "memory", Label: "× memory", Text: w.number("memory"), Answer: "Another memory"}
	factor, mistake := readNumber(q.Text, 0.001, 1000)
	if q.Mistake = mistake; mistake == "" {
		q.Answer = phrase.Number(factor) + " × memory"
	}
	q.do = func() { w.WhatIfCluster(func(c *cluster.Machine) { c.MoreMemory(factor) }) }
	return q
}

// selection is what a question is about, such as a partition.
type selection struct {
	Key, Before, Name string // words before it; what it is for those who do not see them
	Options           []option
	chosen            int64 // the number of a partition
	place             int   // among the options
}

// option is one of them.
type option struct {
	Value, Text string
	Chosen      bool
}

// choose is a choice among texts, at first that in the first place. Its value is the place.
func (w *WhatIf) choose(key, before, name string, texts []string) selection {
	s := selection{Key: key, Before: before, Name: name}
	if n, err := strconv.Atoi(w.numbers[key]); err == nil && n >= 0 && n < len(texts) {
		s.place = n
	}
	for i, text := range texts {
		s.Options = append(s.Options, option{strconv.Itoa(i), text, i == s.place})
	}
	return s
}

// partitionName is what people call the partition of that number: the name in the log or the configuration while names are shown.
func (w *WhatIf) partitionName(c *cluster.Machine, number int64) string {
	return cmp.Or(w.shownNames().Partitions[int(number)], c.Partition(number))
}

// shownNames are the names of accounts, QOS and partitions while they are in memory and shown; else there are none.
func (w *WhatIf) shownNames() *slurmconf.Names {
	if names := w.ConfiguredNames(); names != nil && w.Named {
		return names
	}
	return &slurmconf.Names{}
}

// partition is the choice of a partition, at first the one that is given.
func (w *WhatIf) partition(c *cluster.Machine, key, before, name string, first int64) selection {
	s := selection{Key: key, Before: before, Name: name, chosen: first}
	if n, err := strconv.ParseInt(w.numbers[key], 10, 64); err == nil && c.Partition(n) != "" {
		s.chosen = n
	}
	for _, n := range c.Partitions() {
		s.Options = append(s.Options, option{strconv.FormatInt(n, 10), w.partitionName(c, n), n == s.chosen})
	}
	return s
}

// partitionQuestion asks for a change of one partition, at first of the first one for which that is one.
func (w *WhatIf) partitionQuestion(c *cluster.Machine, key, words string, is func(c *cluster.Machine, number int64) bool, change func(c *cluster.Machine, number int64)) question {
	first := first(c, func(n int64) bool { return !is(c, n) })
	s := w.partition(c, key+"-of", "", "Partition "+words, first)
	q := question{Key: key, Fixed: true, After: words, Selections: []selection{s}, Answer: w.partitionName(c, s.chosen) + " " + words}
	if is(c, s.chosen) {
		q.Why = w.partitionName(c, s.chosen) + " is so."
	}
	q.do = func() { w.WhatIfCluster(func(c *cluster.Machine) { change(c, s.chosen) }) }
	return q
}

// first is the first partition of which something is true, or else the first one.
func first(c *cluster.Machine, is func(number int64) bool) int64 {
	numbers := c.Partitions()
	return numbers[max(0, slices.IndexFunc(numbers, is))]
}

// gpusQuestion asks for nodes with GPUs of one partition that another one has not, at first of the first that has such nodes.
func (w *WhatIf) gpusQuestion(c *cluster.Machine) question {
	numbers := c.Partitions()
	from, to := numbers[0], numbers[len(numbers)-1]
	for _, pair := range pairs(numbers) {
		if len(c.GPUNodes(pair[0], pair[1])) > 0 {
			from, to = pair[0], pair[1]
			break
		}
	}
	a := w.partition(c, "gpus-from", "from", "Partition that gives nodes with GPUs", from)
	b := w.partition(c, "gpus-to", "to", "Partition that gets nodes with GPUs", to)
	q := question{Key: "gpus", Label: "nodes with GPUs", Text: cmp.Or(w.number("gpus"), "1"), Selections: []selection{a, b}, Answer: "Nodes with GPUs"}
	n, mistake := readNumber(q.Text, 1, 1e6)
	q.Mistake = mistake
	if mistake != "" {
		return q
	}
	count := int(n)
	q.Answer = phrase.Plural(int64(count), "node") + " with GPUs from " + w.partitionName(c, a.chosen) + " to " + w.partitionName(c, b.chosen)
	had := len(c.GPUNodes(a.chosen, b.chosen))
	switch {
	case had == 0:
		q.Why = w.partitionName(c, a.chosen) + " has no nodes with GPUs that " + w.partitionName(c, b.chosen) + " has not."
	case count > had || float64(count) != n:
		q.Mistake = fmt.Sprintf("Whole numbers up to %d are accepted: that many nodes with GPUs has %s and %s not.", had, w.partitionName(c, a.chosen), w.partitionName(c, b.chosen))
	case count == len(c.NodesOf(a.chosen)):
		q.Mistake = w.partitionName(c, a.chosen) + " would have no node left."
	}
	q.do = func() { w.WhatIfCluster(func(c *cluster.Machine) { c.MoveGPUs(count, a.chosen, b.chosen) }) }
	return q
}

// pairs are all of two different numbers.
func pairs(numbers []int64) (list [][2]int64) {
	for _, a := range numbers {
		for _, b := range numbers {
			if a != b {
				list = append(list, [2]int64{a, b})
			}
		}
	}
	return list
}

// mergeQuestion asks for two partitions on the nodes of both.
func (w *WhatIf) mergeQuestion(c *cluster.Machine) question {
	numbers := c.Partitions()
	a := w.partition(c, "merge-a", "", "Partition on the nodes of another one, too", numbers[0])
	b := w.partition(c, "merge-b", "and", "The other partition", numbers[min(1, len(numbers)-1)])
	q := question{Key: "merge", Fixed: true, After: "merged", Selections: []selection{a, b}, Answer: w.partitionName(c, a.chosen) + " and " + w.partitionName(c, b.chosen) + " on the nodes of both"}
	switch {
	case a.chosen == b.chosen:
		q.Why = "Two different partitions are accepted."
	case c.Shares(a.chosen, b.chosen):
		q.Why = "They have the same nodes."
	}
	q.do = func() { w.WhatIfCluster(func(c *cluster.Machine) { c.Merge(a.chosen, b.chosen) }) }
	return q
}
