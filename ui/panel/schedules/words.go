package schedules

import (
	"backfill/engine"
	"backfill/ui/result"
	"backfill/ui/session"
	"backfill/ui/widget"
)

// mostTold is how many jobs a workload has at most for each to be told of.
const mostTold = 30

// Words are what the timeline shows under one policy, for who does not see it.
type Words struct {
	Summary string
	Jobs    []string // what became of each job, in the order of arrival, where there are few
	Asked   bool     // why it did is still to come
}

// Words say what the timeline shows, policy by policy; with why that came about, as far as it is known. A run that is played is told
// until now.
func (s *Schedules) Words(why bool) []Words {
	if s.Timeline == nil {
		return nil
	}
	now := engine.Never
	if s.Timeline.Play != nil {
		now = s.Timeline.Play.Now
	}
	var all []Words
	for g, r := range s.Drawn {
		words := Words{Summary: s.Timeline.Describe(g, r.Outcome)}
		if s.tellsStories() {
			var decisions []engine.Decision
			if why {
				decisions = s.decisions[r]
				words.Asked = decisions == nil && !r.Recorded() && s.AwaitsAnswers()
			}
			narrator := s.Narrator(r)
			for j := range r.Outcome.Workload.Jobs {
				if story := narrator.Story(int32(j), decisions, now); story != nil {
					words.Jobs = append(words.Jobs, story.String())
				}
			}
		}
		all = append(all, words)
	}
	return all
}

// unfoldedWords are the words while they are unfolded.
func (s *Schedules) unfoldedWords() []Words {
	if !s.Unfolded["description"] {
		return nil
	}
	return s.Words(true)
}

// wordsButton unfolds the words.
func (s *Schedules) wordsButton() widget.Button {
	b := s.Folds("description", "In words")
	b.Do = func() {
		s.Toggle("description")
		s.AskStories()
	}
	return b
}

// tellsStories says whether there are few enough jobs for each to be told of.
func (s *Schedules) tellsStories() bool {
	w := s.Workload()
	return w != nil && len(w.Jobs) <= mostTold
}

// AskStories asks for the decisions about all jobs, if they are told of and not known.
func (s *Schedules) AskStories() {
	if !s.Unfolded["description"] || !s.tellsStories() || s.Running {
		return // the end of what runs asks
	}
	known := s.decisions
	s.decisions = map[*result.Run][]engine.Decision{}
	for i, r := range s.Shown.Results.Runs {
		if r == nil || r.Recorded() {
			continue
		}
		if d, ok := known[r]; ok {
			s.decisions[r] = d
			continue
		}
		all := make([]int32, len(r.Outcome.Workload.Jobs))
		for j := range all {
			all[j] = int32(j)
		}
		s.Explain(s.OnPage(), i, all, session.Reply{
			Came:   func(decisions []engine.Decision) { s.decisions[r] = append([]engine.Decision{}, decisions...) },
			Failed: func(f result.Failure) { s.Failed(s.RunNumber, f) },
		})
	}
}
