package session

// Notice is a line of text for the reader. The next change of the experiment takes it away.
type Notice struct {
	Text    string
	Problem bool
	ofRun   bool     // the last run has failed; the next one takes it away
	passing bool     // the beginning of the next run takes it away
	Lasting bool     // the experiment that is about to be opened leaves it there
	Writes  string   // name of the file that is being written; dismissing the notice cancels that
	Choices []Choice // what the reader may want to do about it
}

// Tell shows a notice and reads it aloud.
func (s *Session) Tell(text string) {
	s.Notice = Notice{Text: text}
	s.Browser.Say(text)
}

// Warn shows a notice of a problem.
func (s *Session) Warn(text string) { s.Notice = Notice{Text: text, Problem: true} }

// Crashed shows a mistake of this program. Whoever recovers from a panic calls it.
func (s *Session) Crashed(what string) {
	s.Notice = Notice{Text: "Something went wrong in this program, and it is not your fault: " + what +
		". What you typed and the last results are still here" + s.partRemark() + ".", Problem: true}
}

// Copied says whether the text is on the clipboard now.
func (s *Session) Copied(ok bool) {
	if ok {
		s.Tell("Copied.")
		return
	}
	s.Warn("The browser did not allow copying.")
}

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
