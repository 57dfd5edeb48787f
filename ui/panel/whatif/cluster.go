package whatif

import (
	"strconv"
	"strings"

	"backfill/ui/draft"
	"backfill/ui/phrase"
)

// clusterQuestions are what one asks about a machine of partitions: more nodes, more memory, a partition with other nodes or without limits.
func (w *WhatIf) clusterQuestions(c *draft.Cluster) []question {
	return []question{w.nodesQuestion(c), w.memoryQuestion(),
		w.partitionQuestion(c, "everywhere", "partition on all nodes", " on all nodes", (*draft.Cluster).OnAllNodes),
		w.partitionQuestion(c, "limits", "partition without limits", " without limits", (*draft.Cluster).WithoutLimits)}
}

func (w *WhatIf) nodesQuestion(c *draft.Cluster) question {
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
	q.do = func() { w.WhatIfCluster(func(c *draft.Cluster) { c.MoreNodes(percent) }) }
	return q
}

func (w *WhatIf) memoryQuestion() question {
	q := question{Key: "memory", Label: "× memory", Text: w.number("memory"), Answer: "Another memory"}
	factor, mistake := readNumber(q.Text, 0.001, 1000)
	if q.Mistake = mistake; mistake == "" {
		q.Answer = phrase.Number(factor) + " × memory of each node"
	}
	q.do = func() { w.WhatIfCluster(func(c *draft.Cluster) { c.MoreMemory(factor) }) }
	return q
}

// partitionQuestion asks for a change of the partition whose number is in the field.
func (w *WhatIf) partitionQuestion(c *draft.Cluster, key, label, words string, change func(c *draft.Cluster, number int64)) question {
	q := question{Key: key, Label: label, Text: w.number(key), Answer: phrase.UpperFirst(label)}
	if _, typed := w.numbers[key]; !typed {
		q.Text = strconv.FormatInt(c.First(), 10)
	}
	number, err := strconv.ParseInt(strings.TrimSpace(q.Text), 10, 64)
	name := c.Partition(number)
	if err != nil || name == "" {
		q.Mistake = "The number of a partition is accepted, as the table of the machine has it."
	} else {
		q.Answer = name + words
	}
	q.do = func() { w.WhatIfCluster(func(c *draft.Cluster) { change(c, number) }) }
	return q
}
