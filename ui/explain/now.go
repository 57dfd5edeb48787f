package explain

import (
	"strings"

	"backfill/engine"
	"backfill/ui/phrase"
)

// DoesMore is what jobs do of which nothing more is told.
func (n Narrator) DoesMore(jobs int) string {
	if n.Outcome.Segments != nil {
		return phrase.Verb(jobs, " starts, moves or is interrupted", " start, move or are interrupted")
	}
	return phrase.Verb(jobs, " starts", " start")
}

// AtOnce tells one decision as it is made, with its job as the subject.
func (n Narrator) AtOnce(d engine.Decision) Sentence {
	told := n.Reasons([]engine.Decision{d})[0]
	if len(told) == 0 {
		return nil
	}
	first := told[0].Text
	for _, verb := range [][2]string{{"Backfilled", " is backfilled"}, {"Started", " starts"}, {"Moved", " moves"}, {"Interrupted", " is interrupted"}} {
		if rest, ok := strings.CutPrefix(first, verb[0]); ok {
			return Say(n.Subject(d.Job), verb[1], rest, told[1:])
		}
	}
	if rest, ok := strings.CutPrefix(first, "Waited from "); ok && rest == "" && len(told) > 2 {
		return Say(n.Subject(d.Job), " waits", told[2:]) // since when is on the list
	}
	return Say(n.Subject(d.Job), ": ", told)
}
