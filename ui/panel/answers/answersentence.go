package answers

import (
	"backfill/ui/answer"
	"backfill/ui/phrase"
)

// Sentence is the answer in words.
func (c *Answers) Sentence() string {
	if c.Measurement != nil {
		return c.measuredSentence()
	}
	runs, baseline := c.Runs()
	if len(runs) == 0 {
		return ""
	}
	return phrase.Join(" ", answer.Sentence(runs, baseline), answer.LateWords(runs), c.Refusals())
}
