package whatif

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"backfill/engine/machine/slurmconf"
	"backfill/ui/draft/cluster"
	"backfill/ui/phrase"
)

// partitionKey is a setting of a partition, as slurm.conf names it.
type partitionKey struct {
	key   string
	limit string // column of the machine's table; "": of another one
	unit  string // of the value: "s" for a length of time
}

// partitionKeys are those that one asks about; the last one is the scheduler's.
var partitionKeys = []partitionKey{{"MaxTime", "maxTime", "s"}, {"MaxNodes", "maxNodes", ""}, {"DefaultTime", "defaultTime", "s"}, {"PriorityTier", "tier", ""}, {"GPUs of a node", "", ""}, {"PriorityJobFactor", "", ""}}

const (
	gpusKey      = 4 // places in partitionKeys
	jobFactorKey = 5
)

// partitionSetting asks for another setting of a partition, which may be one of a policy slurm; nil: there is none.
func (w *WhatIf) partitionSetting(c *cluster.Machine, slurm *cluster.Scheduler) question {
	var names []string
	for i, k := range partitionKeys {
		if i != jobFactorKey || slurm != nil && slurm.Ranks() {
			names = append(names, k.key)
		}
	}
	setting := w.choose("partition-setting", "", "Setting of a partition", names)
	key := partitionKeys[setting.place]
	of := w.partition(c, "partition-of", "of", "Partition with another setting", first(c, func(n int64) bool { return key.limit != "" && c.Limit(n, key.limit) > 0 }))
	name := w.partitionName(c, of.chosen)
	q := question{Key: "partition", TextOf: "partition " + key.key + " " + strconv.FormatInt(of.chosen, 10), Label: "for", Selections: []selection{setting, of}, Answer: "Another " + key.key}
	if setting.place == gpusKey {
		q.Answer = "Other GPUs"
	}
	q.Text = w.numbers[q.TextOf]
	_, typed := w.numbers[q.TextOf]
	does := func(now, then string) {
		if now == then {
			q.Why = "That is the present value."
			return
		}
		q.Answer = name + ": " + key.key + " " + then + ", now " + now
	}
	switch {
	case setting.place == gpusKey:
		w.askGPUs(&q, c, of.chosen, typed, does)
	case setting.place == jobFactorKey:
		now := slurm.JobFactor(of.chosen)
		if !typed {
			q.Text = strconv.FormatInt(min(2*now, 65533), 10)
		}
		n, mistake := readWhole(q.Text, 0, 65533)
		if q.Mistake = mistake; mistake == "" {
			does(phrase.Grouped(now), phrase.Grouped(n))
		}
		if slurm.Setting("PriorityWeightPartition") == "" || slurm.Setting("PriorityWeightPartition") == "0" {
			q.Note = "PriorityWeightPartition is 0, so that it counts for nothing."
		}
		q.do = func() { w.WhatIfScheduler(func(s *cluster.Scheduler) { s.SetJobFactor(of.chosen, n) }) }
	default:
		w.askLimit(&q, c, key, of.chosen, typed, does)
	}
	return q
}

// askLimit asks for a number or a length in the machine's table, 0 for none.
func (w *WhatIf) askLimit(q *question, c *cluster.Machine, key partitionKey, partition int64, typed bool, does func(now, then string)) {
	now, v, mistake := c.Limit(partition, key.limit), 0.0, ""
	text := func(v float64) string { return phrase.Grouped(int64(v)) }
	switch {
	case key.unit == "s":
		if !typed {
			q.Text = phrase.ExactSeconds(cmp.Or(2*now, 86400))
		}
		text = phrase.ExactSeconds
		length := q.Text
		if n := strings.TrimSpace(length); typed && strings.Trim(n, "0123456789") == "" && n != "" {
			length = n + " min" // as in slurm.conf
		}
		v, mistake = readLength(length, key.limit == "maxTime" || key.limit == "defaultTime")
	case key.limit == "tier":
		now = float64(c.Tier(partition))
		if !typed {
			q.Text = phrase.Number(now + 1)
		}
		n, wrong := readWhole(q.Text, 0, 65533)
		v, mistake = float64(n), wrong
	default:
		if !typed {
			q.Text = phrase.Number(cmp.Or(2*now, float64(max(1, len(c.NodesOf(partition))/2))))
		}
		if !isNone(q.Text) {
			n, wrong := readWhole(q.Text, 1, 1e6)
			if v, mistake = float64(n), wrong; wrong != "" {
				mistake = strings.TrimSuffix(mistake, ".") + "; none for no limit."
			}
		}
	}
	if q.Mistake = mistake; mistake == "" {
		or := func(v float64) string {
			if v == 0 && key.limit != "tier" {
				return map[string]string{"defaultTime": "as MaxTime"}[key.limit] + map[string]string{"maxTime": "without limit", "maxNodes": "without limit"}[key.limit]
			}
			return text(v)
		}
		does(or(now), or(v))
	}
	if key.limit == "defaultTime" {
		q.Note = "It counts for jobs of an accounting log that gave no time limit."
	}
	q.do = func() { w.WhatIfCluster(func(c *cluster.Machine) { c.SetLimit(partition, key.limit, v) }) }
}

// askGPUs asks for other GPUs of each node of a partition.
func (w *WhatIf) askGPUs(q *question, c *cluster.Machine, partition int64, typed bool, does func(now, then string)) {
	now, same := c.GPUs(partition)
	kind, count := "", now
	if k, n, typed := strings.Cut(now, ":"); typed {
		kind, count = k+":", n
	}
	several := strings.Contains(now, ",")
	if !typed {
		n, _ := strconv.Atoi(count)
		if q.Text = strconv.Itoa(max(1, 2*n)); several {
			q.Text = now
		}
	}
	then, mistake := readGPUs(q.Text)
	if mistake == "" && !strings.Contains(then, ":") && then != "" {
		if several {
			mistake = "Its nodes have several types of GPUs: numbers with types are accepted, such as " + now + "."
		}
		then = kind + then
	}
	words := func(text string) string { return cmp.Or(text, "none") }
	switch {
	case mistake != "":
		q.Mistake = mistake
	case !same:
		does("not the same on all", words(then))
	default:
		does(words(now), words(then))
	}
	q.do = func() { w.WhatIfCluster(func(c *cluster.Machine) { c.SetGPUs(partition, then) }) }
}

// readGPUs reads how many GPUs a node has, by type if there are several.
func readGPUs(text string) (canonical, mistake string) {
	text = strings.ReplaceAll(strings.TrimSpace(text), " ", "")
	if text == "0" || isNone(text) {
		return "", ""
	}
	for part := range strings.SplitSeq(text, ",") {
		kind, count, typed := strings.Cut(part, ":")
		if !typed {
			count = kind
		}
		if n, err := strconv.Atoi(count); err != nil || n < 0 || n > 1024 || typed && kind == "" {
			return "", "Numbers from 0 to 1,024 are accepted, behind a type if there are several: 4, or a100:4,v100:2."
		}
	}
	return text, ""
}

// isNone says whether a text stands for no limit.
func isNone(text string) bool {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "none", "unlimited", "infinite", "-1":
		return true
	}
	return false
}

// readWhole reads a whole number.
func readWhole(text string, least, most float64) (int64, string) {
	v, mistake := readNumber(text, least, most)
	if mistake != "" || v != math.Trunc(v) {
		return 0, "A whole number from " + phrase.Grouped(int64(least)) + " to " + phrase.Grouped(int64(most)) + " is accepted."
	}
	return int64(v), ""
}

// readLength reads a length of time in whole seconds, as people write it or as slurm.conf does; a number alone is seconds. None, where it is
// accepted, is 0.
func readLength(text string, none bool) (seconds float64, mistake string) {
	accepted := "A length of time is accepted, such as 2 h, 90 min or 7-00:00:00."
	if none {
		if accepted = "A length of time is accepted, such as 2 h, 90 min or 7-00:00:00; none for no limit."; isNone(text) {
			return 0, ""
		}
	}
	text = strings.TrimSpace(text)
	if strings.ContainsAny(text, ":") || strings.Contains(strings.TrimPrefix(text, "-"), "-") {
		n, err := slurmconf.Seconds(text)
		if err != nil || n <= 0 {
			return 0, accepted
		}
		return float64(n), ""
	}
	seconds, err := strconv.ParseFloat(string(phrase.ReadAmount(text, "s")), 64)
	if err != nil || !(seconds > 0 && seconds <= 1e12) || seconds != math.Trunc(seconds) {
		return 0, accepted
	}
	return seconds, ""
}
