package ui

import "github.com/vugu/vugu"

// question is what the page wants to know before it goes on. It waits above the
// three places; whatever else is done takes it away.
type question struct {
	Text    string
	Choices []Button
}

// ask puts a question. A choice takes it away and does what the choice says.
func (p *Page) ask(text string, choices ...Button) {
	for i := range choices {
		do := choices[i].Do
		choices[i].Do = func() {
			p.question = question{}
			do()
		}
	}
	p.question = question{text, choices}
}

func (c *Notices) questionBar() vugu.Builder {
	return c.page.bar("Answers", c.page.question.Choices...)
}
