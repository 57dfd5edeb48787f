package answers

import (
	"strings"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/metrics/grouping"
	"backfill/ui/answer"
	"backfill/ui/phrase"
)

// Claims is the list of published claims beside what was measured.
type Claims struct{ *Answers }

// judgement is one claim in words.
type judgement struct {
	Statement string
	Published string // value and source, "" if neither is known
	Measured  string
	Icon      string
	Kind      experiment.Verdict
	Verdict   string // in words
	Remark    string
}

// class marks the verdict for the eye.
func (j judgement) class() string { return "verdict " + strings.ReplaceAll(string(j.Kind), " ", "-") }

var verdictIcons = map[experiment.Verdict]string{
	experiment.Reproduced: "✓", experiment.SameDirection: "≈", experiment.NotReproduced: "✗", experiment.Undecided: "…",
	experiment.NoSteadyState: "∞",
}

// List is what is known of the claims; without a measurement they are held against
// the single run.
func (c *Claims) List() []judgement {
	if c.Shown.Results == nil || len(c.Shown.Plan.Claims) == 0 {
		return nil
	}
	var judged []experiment.Judged
	switch {
	case c.Measurement == nil && !c.Partial():
		judged = experiment.Collect(c.Shown.Plan, c.CellRuns(), answer.NoMetric).Claims
	case c.Estimates() != nil:
		judged = c.Estimates().Claims
	}
	var list []judgement
	for i := range judged {
		list = append(list, c.judgement(&judged[i]))
	}
	return list
}

// Remark says when verdicts may still change, and which claims are not listed.
func (c *Claims) Remark() string {
	var text string
	if !c.settledClaims() {
		text = "Verdicts follow the intervals and may still change."
	}
	if c.Shown.Results == nil || c.Stale() {
		return text
	}
	switch n := len(c.Draft.Claims) - len(c.Shown.Plan.Claims); {
	case n == 1:
		text = phrase.Join(" ", text, "1 further claim is about policies or values that this experiment has no longer.")
	case n > 1:
		text = phrase.Join(" ", text, phrase.Grouped(int64(n))+" further claims are about policies or values that this experiment has no longer.")
	}
	return text
}

// settledClaims says whether verdicts are of everything that is measured.
func (c *Answers) settledClaims() bool {
	e := c.Estimates()
	return c.Measurement == nil || e != nil && e.Cells >= c.Measurement.Planned
}

func (c *Answers) judgement(j *experiment.Judged) judgement {
	d := &metrics.Descriptions[metrics.Index(j.Metric)]
	v := judgement{Statement: c.statement(d, j), Icon: verdictIcons[j.Verdict], Kind: j.Verdict, Verdict: string(j.Verdict), Remark: j.Remark}
	if c.settledClaims() && j.Verdict == experiment.Undecided {
		v.Verdict = "not decidable from " + answer.SamplesText(c.Shown.Plan, j.N, "")
	}
	v.Published = phrase.Join("; ", PublishedWords(d, j), j.Source)
	v.Measured = "Measured: " + c.EstimateWords(d, j, &j.Estimate)
	if j.Deciding != nil {
		v.Measured += ". The direction is decided where it was " + c.EstimateWords(d, j, j.Deciding)
	}
	v.Measured += "."
	return v
}

// PublishedWords is what was published, and what of it the measurement is held against:
// "Published: by up to 60 %; held against 60.0 % less".
func PublishedWords(d *metrics.Description, j *experiment.Judged) string {
	var held string
	switch {
	case j.Value != nil && j.Versus != "":
		held = answer.ShareScale(*j.Value).Text(*j.Value) + " " + improvement(j, false)
	case j.Value != nil && j.Published == "":
		held = answer.ScaleFor(d, *j.Value).Text(*j.Value)
	case j.Within != nil && *j.Within > 0:
		held = phrase.Percent(*j.Within) + " more or less"
	}
	switch {
	case j.Published == "" && j.Value != nil:
		return "Published: " + held
	case j.Published == "" && held != "":
		return "Held against: " + held
	case j.Published == "":
		return ""
	case held != "":
		held = "held against " + held
	}
	return phrase.Join("; ", "Published: "+j.Published, held)
}

// EstimateWords is such as "9.0 % less; 95 % interval 8.6 to 9.3 %, 200 workloads, at load 0.9".
func (c *Answers) EstimateWords(d *metrics.Description, j *experiment.Judged, e *experiment.Estimate) string {
	if e.Measured == nil {
		return "nothing yet"
	}
	measured, low, high := *e.Measured, e.Low, e.High
	word := ""
	if j.Versus != "" && measured != 0 {
		word = " " + improvement(j, measured < 0)
		if measured < 0 {
			measured, low, high = -measured, answer.Negative(high), answer.Negative(low)
		}
	}
	s := claimScale(d, j, measured)
	text := s.Text(measured) + word
	if bounds := s.Bounds(low, high); bounds != "" {
		text += "; " + answer.AtLevel(j.Level) + " interval " + bounds + s.Unit
	}
	text += ", " + answer.SamplesText(c.Shown.Plan, e.N, "")
	if at := c.valuesWords(e.Point); at != "" && len(c.Shown.Plan.Points) > 1 {
		text += ", at " + at
	}
	return text
}

// valuesWords is a point in words, by its values.
func (c *Answers) valuesWords(values map[string]any) string {
	f := answer.Estimates{Plan: c.Shown.Plan}
	for i := range c.Shown.Plan.Points {
		if f.PointKey(c.Shown.Plan.Points[i].Values) == f.PointKey(values) {
			return c.PointOf(c.Shown.Plan, i)
		}
	}
	return ""
}

func claimScale(d *metrics.Description, j *experiment.Judged, v float64) answer.Scale {
	if j.Versus != "" {
		return answer.ShareScale(v)
	}
	return answer.ScaleFor(d, v)
}

// improvement is the word behind a value in the direction that is claimed, or in the
// opposite one; what is the same may be more.
func improvement(j *experiment.Judged, opposite bool) string {
	switch lower := (j.Direction == "lower") != opposite; {
	case lower && j.Metric == "jobs":
		return "fewer"
	case lower:
		return "less"
	}
	return "more"
}

// statement is a claim in words, such as "For jobs with run time up to 2 d, the mean wait is
// lower under Hybrid-LOS than under EASY-D." What both sides have in common is said once.
func (c *Answers) statement(d *metrics.Description, j *experiment.Judged) string {
	title := inSentence(d)
	if j.Versus == "" {
		bound := map[string]string{"lower": "at most ", "higher": "at least ", "same": "about "}[j.Direction]
		if j.Within != nil && *j.Within == 0 {
			bound = ""
		}
		value := "what is published"
		if j.Value != nil {
			value = answer.ScaleFor(d, *j.Value).Text(*j.Value)
		}
		at := ""
		if words := c.valuesWords(j.At); j.At != nil && words != "" {
			at = " at " + words
		}
		if d.Name == "jobs" {
			if j.Value != nil {
				value = phrase.Decimals(*j.Value, 0)
			}
			return phrase.Join(" ", "There are "+bound+value+" jobs", grouping.Words(j.Where)) + at + "."
		}
		own := "Under " + j.Policy + " the " + title
		if j.Where != nil {
			own += aboutJobs(j.Where)
		}
		return own + at + " is " + bound + value + "."
	}
	text := "the " + title + " is " + map[string]string{"lower": "lower", "higher": "higher", "same": "the same"}[j.Direction]
	about := aboutJobs
	if d.Name == "jobs" {
		text = "there are " + map[string]string{"lower": "fewer jobs", "higher": "more jobs", "same": "as many jobs"}[j.Direction]
		about = thoseJobs
	}
	own, other := " under "+j.Policy, ""
	if j.Versus != j.Policy {
		other = " under " + j.Versus
	}
	if j.VersusWhere != nil {
		own, other = about(j.Where)+own, about(j.VersusWhere)+other
	}
	if j.VersusAt != nil {
		own, other = own+" at "+c.valuesWords(j.At), other+" at "+c.valuesWords(j.VersusAt)
	}
	text += own + map[string]string{"lower": " than", "higher": " than", "same": " as"}[j.Direction] + strings.TrimSuffix(other, ",") + "."
	if j.Where != nil && j.VersusWhere == nil {
		return "For jobs " + grouping.Words(j.Where) + ", " + text
	}
	return phrase.UpperFirst(text)
}

// inSentence is what a metric is called in a sentence, always in the singular: "mean wait", "share
// of late jobs".
func inSentence(d *metrics.Description) string {
	title := phrase.LowerFirst(d.Title)
	switch d.Name {
	case "late", "dedicatedOnTime":
		return "share of " + title
	case "lateOfAll":
		return "share of late jobs among all"
	case "killed", "refused", "unfinished", "cancelled", "requeues", "dedicatedJobs", "commandsAccepted", "commandsRefused", "preemptions", "plans":
		return "number of " + title
	}
	return title
}

// aboutJobs names the jobs that meet the conditions, or all if there are none, within a sentence about a metric of theirs.
func aboutJobs(where []grouping.Condition) string {
	if where == nil {
		return " for all jobs"
	}
	return " for jobs" + thoseJobs(where)
}

// thoseJobs is what follows the word jobs within a sentence: the conditions, several between commas.
func thoseJobs(where []grouping.Condition) string {
	if where == nil {
		return " of any kind"
	}
	text := " " + grouping.Words(where)
	if len(where) > 1 {
		text += ","
	}
	return text
}
