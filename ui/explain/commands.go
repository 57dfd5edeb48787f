package explain

import (
	"backfill/engine"
	"backfill/ui/phrase"
)

// CommandWords is such as "10 min more" or "4 processors fewer".
func CommandWords(c *engine.Command) string {
	switch c.Kind {
	case engine.ExtendTime:
		return phrase.Span(engine.Time(c.Amount)) + " more"
	case engine.ReduceTime:
		return phrase.Span(engine.Time(c.Amount)) + " less"
	case engine.ExtendProcessors:
		return phrase.Plural(c.Amount, "processor") + " more"
	}
	return phrase.Plural(c.Amount, "processor") + " fewer"
}

// Refused says whether a command was refused.
func Refused(fate engine.CommandFate) bool {
	return fate != engine.NotIssued && fate != engine.Accepted
}

// FateWords is such as "refused: the job had ended".
func FateWords(fate engine.CommandFate) string {
	if Refused(fate) {
		return "refused: " + fate.String()
	}
	return fate.String()
}
