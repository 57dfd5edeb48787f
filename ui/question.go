package ui

// Choice is one answer to a question.
type Choice struct {
	Text string
	ID   string // of its button
	Do   func()
}

// question is what the page wants to know before it goes on. It waits above the
// three places; whatever else is done takes it away.
type question struct {
	Text    string
	Choices []Choice
}

// ask puts a question. A choice takes it away and does what the choice says.
func (p *Page) ask(text string, choices ...Choice) {
	for i := range choices {
		do := choices[i].Do
		choices[i].Do = func() {
			p.question = question{}
			do()
			p.focusAfterChoice()
		}
	}
	p.question = question{text, choices}
}

// then is the question with something to do after whatever is chosen.
func (q question) then(next func()) question {
	for i := range q.Choices {
		do := q.Choices[i].Do
		q.Choices[i].Do = func() {
			do()
			next()
		}
	}
	return q
}

// focusAfterChoice moves the focus from the choices, which have disappeared, to what
// there is to do next.
func (p *Page) focusAfterChoice() {
	switch {
	case p.question.Text != "":
		p.browser.Focus(p.question.Choices[0].ID)
	case p.missing != nil:
		p.browser.Focus("open-log-button")
	case p.asksToRun():
		p.browser.Focus("run-button")
	default:
		p.browser.Focus("answers")
	}
}
