// Package explain puts what was recorded of a simulation into sentences: why a job waited, who started past it and by which
// right, what it would have needed, how it ran. It knows outcomes and decisions, and not who shows the sentences.
package explain

import (
	"fmt"
	"strings"

	"backfill/engine"
	"backfill/ui/timeline"
)

// Sentence is a text that names jobs, each of which can be shown in the inspector, and
// instants, to each of which the timeline can be moved.
type Sentence []Words

// Words are a part of a sentence: plain text, the name of a job, or an instant.
type Words struct {
	Text string
	Job  int32       // engine.NoJob: they name none
	At   engine.Time // engine.Never: they name no instant
}

func plainWords(text string) Words { return Words{text, engine.NoJob, engine.Never} }

// JobWords are the name of a job.
func JobWords(text string, j int32) Words { return Words{text, j, engine.Never} }

// TimeWords are an instant.
func TimeWords(c timeline.Clock, at engine.Time) Words { return Words{c.Format(at), engine.NoJob, at} }

// String is the text without what its words lead to.
func (s Sentence) String() string {
	var b strings.Builder
	for _, w := range s {
		b.WriteString(w.Text)
	}
	return b.String()
}

// Text is sentences one after another, without what their words lead to.
func Text(sentences []Sentence) string {
	var list []string
	for _, s := range sentences {
		list = append(list, s.String())
	}
	return strings.Join(list, " ")
}

// NamesJob says whether the words are a job's name.
func (w Words) NamesJob() bool { return w.Job != engine.NoJob }

// NamesTime says whether the words are an instant.
func (w Words) NamesTime() bool { return w.At != engine.Never }

// Plain says whether the words name neither.
func (w Words) Plain() bool { return !w.NamesJob() && !w.NamesTime() }

// Say joins texts, the names of jobs and instants to a sentence.
func Say(parts ...any) Sentence {
	var s Sentence
	for _, part := range parts {
		switch part := part.(type) {
		case Sentence:
			for _, w := range part {
				s = s.and(w)
			}
		case Words:
			s = s.and(part)
		default:
			s = s.and(plainWords(fmt.Sprint(part)))
		}
	}
	return s
}

// and is the sentence with further words; plain ones become one.
func (s Sentence) and(w Words) Sentence {
	switch n := len(s); {
	case w.Text == "":
		return s
	case n > 0 && s[n-1].Plain() && w.Plain():
		return append(s[:n-1:n-1], plainWords(s[n-1].Text+w.Text))
	}
	return append(s, w)
}

// JobName is such as "job 7".
func JobName(o *engine.Outcome, j int32) string {
	return fmt.Sprintf("job %d", o.Workload.JobNumber(j))
}
