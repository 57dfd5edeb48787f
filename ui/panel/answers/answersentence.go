package answers

import (
	"backfill/ui/answer"
	"backfill/ui/phrase"
)

// Sentence is the answer in words.
func (p *Answers) Sentence() string {
	if p.Measurement != nil {
		return p.measuredSentence()
	}
	runs, baseline := p.Runs()
	if len(runs) == 0 {
		return ""
	}
	return phrase.Join(" ", answer.Sentence(runs, baseline), answer.LateWords(runs), p.Refusals())
}
