package session

// Choice is one answer to a question.
type Choice struct {
	Text string
	ID   string // of its button
	Do   func()
}

// Question is what the session wants to know before it goes on. It waits for a choice; whatever
// else is done takes it away.
type Question struct {
	Text    string
	Choices []Choice
}

// AskReader puts a question. A choice takes it away and does what the choice says.
func (s *Session) AskReader(text string, choices ...Choice) {
	for i := range choices {
		do := choices[i].Do
		choices[i].Do = func() {
			s.Question = Question{}
			do()
			s.focusAfterChoice()
		}
	}
	s.Question = Question{text, choices}
}

// Then is the question with something to do after whatever is chosen.
func (q Question) Then(next func()) Question {
	for i := range q.Choices {
		do := q.Choices[i].Do
		q.Choices[i].Do = func() {
			do()
			next()
		}
	}
	return q
}

// focusAfterChoice moves the focus from the choices, which are gone, to what there is to do next.
func (s *Session) focusAfterChoice() {
	switch {
	case s.Question.Text != "":
		s.Browser.FocusInPlace(s.Question.Choices[0].ID)
	case s.Missing != nil:
		s.Browser.FocusInPlace("open-log-button")
	case s.AsksToRun():
		s.Browser.FocusInPlace("run-button")
	default:
		s.Browser.FocusInPlace(MainPart)
	}
}
