package answers

import (
	"backfill/ui/answer"
	"backfill/ui/phrase"
)

// Numbers that carry intervals, in words and tables.

// measuredSentence is the answer of a measurement in words.
func (c *Answers) measuredSentence() string {
	f := c.Estimates()
	if f == nil {
		return "Simulating; the first answers are on their way."
	}
	text := phrase.Join(" ", c.pointsSentence(), phrase.UpperFirst(phrase.Join(": ", c.placeWords(), f.Sentence())))
	if n, all := f.Cells, c.Measurement.Planned; n < all {
		// The same words as those of the progress, which may be ahead.
		policies := len(c.Measurement.Plan.Policies)
		text = phrase.Join(" ", text, "From the first "+phrase.Grouped(int64(n*policies))+" of "+phrase.Plural(int64(all*policies), "simulation")+".")
	}
	return text
}

// placeWords is the point of the table: "at load 0.9".
func (c *Answers) placeWords() string {
	if words := c.PointOf(c.Estimates().Plan, c.Estimates().Point); words != "" {
		return "at " + words
	}
	return ""
}

// TableRemark says what the numbers of the table are.
func (c *Answers) TableRemark() string {
	if c.Measurement == nil {
		if len(c.RunLabels()) < 2 {
			return ""
		}
		return "✓ better, ✗ worse than the policy compared with; no sign: neither."
	}
	f := c.Estimates()
	if f == nil || len(f.Table.Means) == 0 {
		return ""
	}
	n, bounded := 0, false
	for _, m := range f.Table.Means {
		n = max(n, m.N)
		bounded = bounded || m.Low != nil
	}
	text := "Means over " + f.Count(n, "")
	if !bounded {
		return text + ": no intervals."
	}
	text += ", below them " + answer.AtLevel(f.Plan.Level) + " intervals from low to high"
	if len(f.Plan.Policies) > 1 {
		text += "; then the difference to " + f.Plan.Policies[f.Plan.Baseline].Label + " on the same workloads, with its interval. ✓ better, ✗ worse: only where that interval excludes zero"
	}
	return text + "."
}
