package slurmconf

import (
	"slices"
	"strconv"
	"strings"
)

// preemptsBy says by what jobs are preempted, as the policy slurm names it; "" if they are not.
func (c *Cluster) preemptsBy() string {
	switch c.Settings["PreemptType"] {
	case "preempt/qos":
		return "qos"
	case "preempt/partition_prio":
		return "partition"
	}
	return ""
}

// preemptionMode is a PreemptMode, as the policy slurm names it: "" for that of the cluster.
func preemptionMode(words string) string {
	list := strings.Split(strings.ToUpper(words), ",")
	switch {
	case slices.Contains(list, "REQUEUE"):
		return "requeue"
	case slices.Contains(list, "CANCEL"):
		return "cancel"
	case slices.Contains(list, "SUSPEND"):
		return "suspend"
	case slices.Contains(list, "OFF"):
		return "off"
	}
	return ""
}

// addPreemption adds what a QOS has to do with preemption.
func (c *Cluster) addPreemption(row *qosRow, q *QOS, log *Legend) {
	var numbers []string
	for i := range c.QOS {
		if other := &c.QOS[i]; slices.Contains(q.Preempt, other.Name) {
			numbers = append(numbers, strconv.Itoa(NumberOf(log.QOS, other.Name, i)))
		}
	}
	row.Preempts, row.PreemptMode, row.Grace, row.PreemptExempt = strings.Join(numbers, ", "), preemptionMode(q.PreemptMode), q.GraceTime, max(q.PreemptExemptTime, 0)
}

// schedulerWords are those of SchedulerParameters and, with the names that they have there, of PreemptParameters.
func (c *Cluster) schedulerWords() string {
	var words []string
	if text := c.Settings["SchedulerParameters"]; text != "" {
		words = append(words, text)
	}
	if text := prefixed(c.Settings["PreemptParameters"], preemptPrefix); text != "" {
		words = append(words, text)
	}
	return strings.Join(words, ",")
}

// preemptPrefix is what words of PreemptParameters begin with in SchedulerParameters.
const preemptPrefix = "preempt_"

// prefixed are words with a prefix, which they may have.
func prefixed(words, prefix string) string {
	var list []string
	for word := range strings.SplitSeq(words, ",") {
		if word != "" {
			list = append(list, prefix+strings.TrimPrefix(word, prefix))
		}
	}
	return strings.Join(list, ",")
}

// requeueDelay is how long after it has been requeued a job may start, in s: a second more than cred_expire of AuthInfo; 0 if this is not set.
func (c *Cluster) requeueDelay() int {
	for word := range strings.SplitSeq(c.Settings["AuthInfo"], ",") {
		if text, is := strings.CutPrefix(word, "cred_expire="); is {
			if n, err := strconv.Atoi(text); err == nil && n > 0 {
				return n + 1
			}
		}
	}
	return 0
}

// licenceRows are those of Licenses=matlab:4,ansys; without a number there is one copy.
func (c *Cluster) licenceRows(log *Legend) (rows []licenceRow) {
	for part := range strings.SplitSeq(c.Settings["Licenses"], ",") {
		name, text, _ := strings.Cut(part, ":")
		if name == "" {
			continue
		}
		copies := 1
		if n, err := strconv.Atoi(text); err == nil {
			copies = n
		}
		rows = append(rows, licenceRow{NumberOf(log.Licences, name, len(rows)), copies})
	}
	return rows
}
