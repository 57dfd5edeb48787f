package whatif

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"backfill/ui/draft"
	"backfill/ui/phrase"
)

// clusterQuestions are what one asks about a machine of partitions: more nodes, another memory, nodes with GPUs given to another partition,
// other limits, a partition with all nodes or with those of another one, too. All are about the machine that the answer is compared with.
func (w *WhatIf) clusterQuestions(c *draft.Cluster, other bool) []question {
	list := []question{w.nodesQuestion(c), w.memoryQuestion(), w.gpusQuestion(c), w.timeLimitQuestion(c), w.nodeLimitQuestion(c),
		w.partitionQuestion(c, "everywhere", "on all nodes", (*draft.Cluster).HasAllNodes, (*draft.Cluster).OnAllNodes),
		w.partitionQuestion(c, "limits", "without limits", (*draft.Cluster).HasNoLimits, (*draft.Cluster).WithoutLimits), w.mergeQuestion(c)}
	if other {
		list[0].Note = "What is asked of the machine here takes the place of how it has been changed since; “Compare from here on” keeps that."
	}
	return list
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
		q.Answer = phrase.Number(factor) + " × memory"
	}
	q.do = func() { w.WhatIfCluster(func(c *draft.Cluster) { c.MoreMemory(factor) }) }
	return q
}

// selection is which partition a question is about.
type selection struct {
	Key, Before, Name string // words before it; what it is for those who do not see them
	Options           []option
	chosen            int64
}

// option is one partition.
type option struct {
	Value, Text string
	Chosen      bool
}

// partition is the choice of a partition, at first the one that is given.
func (w *WhatIf) partition(c *draft.Cluster, key, before, name string, first int64) selection {
	s := selection{Key: key, Before: before, Name: name, chosen: first}
	if n, err := strconv.ParseInt(w.numbers[key], 10, 64); err == nil && c.Partition(n) != "" {
		s.chosen = n
	}
	for _, n := range c.Partitions() {
		s.Options = append(s.Options, option{strconv.FormatInt(n, 10), c.Partition(n), n == s.chosen})
	}
	return s
}

// partitionQuestion asks for a change of one partition, at first of the first one for which that is one.
func (w *WhatIf) partitionQuestion(c *draft.Cluster, key, words string, is func(c *draft.Cluster, number int64) bool, change func(c *draft.Cluster, number int64)) question {
	first := first(c, func(n int64) bool { return !is(c, n) })
	s := w.partition(c, key+"-of", "", "Partition "+words, first)
	q := question{Key: key, Fixed: true, After: words, Selections: []selection{s}, Answer: c.Partition(s.chosen) + " " + words}
	if is(c, s.chosen) {
		q.Why = c.Partition(s.chosen) + " is so."
	}
	q.do = func() { w.WhatIfCluster(func(c *draft.Cluster) { change(c, s.chosen) }) }
	return q
}

// first is the first partition of which something is true, or else the first one.
func first(c *draft.Cluster, is func(number int64) bool) int64 {
	numbers := c.Partitions()
	return numbers[max(0, slices.IndexFunc(numbers, is))]
}

// gpusQuestion asks for nodes with GPUs of one partition that another one has not, at first of the first that has such nodes.
func (w *WhatIf) gpusQuestion(c *draft.Cluster) question {
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
	q.Answer = phrase.Plural(int64(count), "node") + " with GPUs from " + c.Partition(a.chosen) + " to " + c.Partition(b.chosen)
	had := len(c.GPUNodes(a.chosen, b.chosen))
	switch {
	case had == 0:
		q.Why = c.Partition(a.chosen) + " has no nodes with GPUs that " + c.Partition(b.chosen) + " has not."
	case count > had || float64(count) != n:
		q.Mistake = fmt.Sprintf("Whole numbers up to %d are accepted: that many nodes with GPUs has %s and %s not.", had, c.Partition(a.chosen), c.Partition(b.chosen))
	case count == len(c.NodesOf(a.chosen)):
		q.Mistake = c.Partition(a.chosen) + " would have no node left."
	}
	q.do = func() { w.WhatIfCluster(func(c *draft.Cluster) { c.MoveGPUs(count, a.chosen, b.chosen) }) }
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

// timeLimitQuestion asks for another time limit, at first twice the present one of the first partition that has one.
func (w *WhatIf) timeLimitQuestion(c *draft.Cluster) question {
	s := w.partition(c, "maxTime-of", "of", "Partition with another time limit", first(c, func(n int64) bool { return c.Limit(n, "maxTime") > 0 }))
	now := c.Limit(s.chosen, "maxTime")
	q := question{Key: "maxTime", Label: "time limit", Text: w.number("maxTime"), Selections: []selection{s}, Answer: "Another time limit"}
	if _, typed := w.numbers["maxTime"]; !typed {
		q.Text = "1 d"
		if now > 0 {
			q.Text = phrase.ExactSeconds(2 * now)
		}
	}
	seconds, err := strconv.ParseFloat(string(phrase.ReadAmount(strings.TrimSpace(q.Text), "s")), 64)
	switch {
	case err != nil || !(seconds > 0 && seconds <= 1e12):
		q.Mistake = "A length of time is accepted, such as 2 h or 90 min."
	case seconds == now:
		q.Why = "That is the present time limit of " + c.Partition(s.chosen) + "."
	default:
		q.Answer = c.Partition(s.chosen) + " for up to " + phrase.ExactSeconds(seconds) + before(now, phrase.ExactSeconds)
	}
	q.do = func() { w.WhatIfCluster(func(c *draft.Cluster) { c.SetLimit(s.chosen, "maxTime", seconds) }) }
	return q
}

// nodeLimitQuestion asks for another limit on the nodes of a job, at first twice the present one or, without one, half of the nodes.
func (w *WhatIf) nodeLimitQuestion(c *draft.Cluster) question {
	s := w.partition(c, "maxNodes-of", "in", "Partition with another limit on nodes", first(c, func(n int64) bool { return c.Limit(n, "maxNodes") > 0 }))
	now := c.Limit(s.chosen, "maxNodes")
	q := question{Key: "maxNodes", Label: "nodes a job at most", Text: w.number("maxNodes"), Selections: []selection{s}, Answer: "Another limit on nodes"}
	if _, typed := w.numbers["maxNodes"]; !typed {
		q.Text = phrase.Number(cmp.Or(2*now, float64(max(1, len(c.NodesOf(s.chosen))/2))))
	}
	n, mistake := readNumber(q.Text, 1, 1e6)
	switch {
	case mistake != "" || n != float64(int(n)):
		q.Mistake = cmp.Or(mistake, "A whole number is accepted.")
	case n == now:
		q.Why = "That is the present limit of " + c.Partition(s.chosen) + "."
	default:
		q.Answer = c.Partition(s.chosen) + " for up to " + phrase.Plural(int64(n), "node") + before(now, func(v float64) string { return phrase.Grouped(int64(v)) })
	}
	q.do = func() { w.WhatIfCluster(func(c *draft.Cluster) { c.SetLimit(s.chosen, "maxNodes", n) }) }
	return q
}

// before says what a limit is now.
func before(now float64, text func(float64) string) string {
	if now == 0 {
		return ", now without limit"
	}
	return ", now " + text(now)
}

// mergeQuestion asks for two partitions on the nodes of both.
func (w *WhatIf) mergeQuestion(c *draft.Cluster) question {
	numbers := c.Partitions()
	a := w.partition(c, "merge-a", "", "Partition on the nodes of another one, too", numbers[0])
	b := w.partition(c, "merge-b", "and", "The other partition", numbers[min(1, len(numbers)-1)])
	q := question{Key: "merge", Fixed: true, After: "merged", Selections: []selection{a, b}, Answer: c.Partition(a.chosen) + " and " + c.Partition(b.chosen) + " on the nodes of both"}
	switch {
	case a.chosen == b.chosen:
		q.Why = "Two different partitions are accepted."
	case c.Shares(a.chosen, b.chosen):
		q.Why = "They have the same nodes."
	}
	q.do = func() { w.WhatIfCluster(func(c *draft.Cluster) { c.Merge(a.chosen, b.chosen) }) }
	return q
}
