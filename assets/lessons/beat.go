package lessons

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"backfill/assets/lessons/figures"
	"backfill/engine/metrics"
	"backfill/engine/param"
	"backfill/policies/scripting"
)

// contest is what a question of the kind beat is about, as the page gets it: the reader's policy is to be better than a rival on
// workloads that nobody has seen before.
type contest struct {
	Mine         string       `json:"mine"`  // label of the reader's policy
	Rival        string       `json:"rival"` // label of the policy that is to be beaten
	Metric       string       `json:"metric"`
	Title        string       `json:"title"`        // of the metric, in a sentence
	Better       string       `json:"better"`       // lower or higher
	Unit         figures.Unit `json:"unit"`         // of the metric
	By           float64      `json:"by"`           // at least so much better: a share of the rival's mean with Relative, else in the metric's unit
	Relative     bool         `json:"relative"`     // the interval is that of the relative difference
	Level        float64      `json:"level"`        // of the interval
	Path         string       `json:"path"`         // of what the reader writes, in the scenario
	Seed         int64        `json:"seed"`         // of the lab
	Seeds        []int64      `json:"seeds"`        // with which scripts that were handed in are judged
	Replications int          `json:"replications"` // of the lab, and of an attempt
}

// handedSeeds is with how many seeds a script that was handed in is judged.
const handedSeeds = 10

// seedsOf are the seeds with which scripts that answer a question are judged once they have been handed in, by the digest of the question. In the lesson the page draws
// a seed for each try. What a file says of it proves nothing: whoever tries a policy that is no better with a hundred seeds finds a lucky one. So that seed counts for
// nothing, and everybody's scripts are judged with these, which nobody chooses and which are the same whenever and wherever a file is judged. There are several since with
// one of them chance would decide, as it does in a try.
func seedsOf(digest string) []int64 {
	var seeds []int64
	for i := range handedSeeds {
		sum := sha256.Sum256(fmt.Appendf(nil, "backfill contest 1 %s %d", digest, i))
		seeds = append(seeds, int64(binary.BigEndian.Uint32(sum[:])>>1))
	}
	return seeds
}

// leastContest is how many workloads an attempt has at least: the interval of fewer says too little.
const leastContest = 10

// parseBeat checks that the lab's workloads can be drawn anew, that the reader writes one of the policies, and that the other one stays as it is.
func (q *Question) parseBeat() error {
	if q.Kind != "beat" {
		return nil
	}
	plan := q.lab.plan
	switch {
	case !plan.DrawsSource():
		return wrong("about", "the jobs of the experiment %s are the same with every seed; one whose workload is a model is accepted", q.About)
	case plan.Precision != nil || len(plan.Points) > 1:
		return wrong("about", "the experiment %s has a precision or a sweep; a fixed number of replications is accepted", q.About)
	case plan.Replications < leastContest:
		return wrong("about", "the experiment %s has %d replications; at least %d are accepted", q.About, plan.Replications, leastContest)
	}
	mine, err := q.policyAt("mine", q.Mine)
	if err != nil {
		return err
	}
	rival, err := q.policyAt("rival", q.Rival)
	if err != nil {
		return err
	}
	c := &contest{Mine: q.Mine, Rival: q.Rival, Metric: q.Metric, Seed: int64(plan.Seed), Replications: plan.Replications, Level: plan.Level, Relative: true}
	if c.Path = q.lab.writes(mine); c.Path == "" {
		return wrong("mine", "%q: the reader may not change it; a policy whose script or expression the experiment %s allows to change is accepted", q.Mine, q.About)
	}
	if mine == rival || slices.ContainsFunc(q.lab.Allow, func(a string) bool { return strings.HasPrefix(a, fmt.Sprintf("/policies/%d/", rival)) }) {
		return wrong("rival", "%q: the reader may change it; a policy that stays as it is is accepted", q.Rival)
	}
	i := metrics.Index(q.Metric)
	if i < 0 || metrics.Descriptions[i].Better == metrics.Neither {
		return wrong("metric", "%q: a metric of a result of which less or more is better, such as meanWait, is accepted", q.Metric)
	}
	if !slices.Contains(q.lab.Metrics, q.Metric) {
		return wrong("metric", "%q: one that the experiment %s lists in its metrics is accepted, so that the reader sees it", q.Metric, q.About)
	}
	title := metrics.Descriptions[i].Title
	c.Title, c.Better = strings.ToLower(title[:1])+title[1:], string(metrics.Descriptions[i].Better)
	if c.Unit, err = figures.UnitOf(q.Metric); err != nil {
		return wrong("metric", "%v", err)
	}
	if q.Aim == "" {
		return wrong("aim", "missing; what is to be reached in a few words is accepted")
	}
	q.parsed.Aim, q.parsed.Beat = q.Aim, c
	if q.By == "" {
		return nil
	}
	by, err := q.phrase("by", q.By, c.Unit, figures.Percent)
	if err != nil {
		return err
	}
	if by.Is != "number" || by.Number < 0 {
		return wrong("by", "%q: a number from 0 on such as 5 %% is accepted", q.By)
	}
	c.By, c.Relative = by.Number, by.Unit == figures.Percent
	return nil
}

// policyAt is the place of the policy with a label.
func (q *Question) policyAt(key, label string) (int, error) {
	labels := q.lab.policies()
	i := slices.Index(labels, label)
	if i < 0 {
		return 0, wrong(key, "%q is no policy of the experiment %s; %s is accepted", label, q.About, strings.Join(firstOf(labels), " or "))
	}
	return i, nil
}

// writes is the path of the script or the expression of a policy that the reader may change, "" if there is none.
func (l *Lab) writes(policy int) string {
	for _, p := range l.plan.Policies[policy].Kind.Params {
		path := fmt.Sprintf("/policies/%d/%s", policy, p.Name)
		if (p.Kind == param.Script || p.Kind == param.Formula) && slices.ContainsFunc(l.Allow, func(a string) bool { return allowed.FindStringSubmatch(a)[1] == path }) {
			return path
		}
	}
	return ""
}

// Beginnings are the scripts from which a reader may begin the policy of a question of the kind beat.
func (q *Question) Beginnings() []scripting.Example {
	for _, a := range q.lab.Allow {
		match := allowed.FindStringSubmatch(a)
		if match[1] != q.parsed.Beat.Path || match[5] == "" {
			continue
		}
		return slices.DeleteFunc(slices.Clone(scripting.Examples), func(e scripting.Example) bool { return !slices.Contains(strings.Split(match[6], "|"), e.File) })
	}
	return scripting.Examples
}
