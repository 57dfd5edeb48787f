package ui

import (
	"regexp"
	"strings"
	"testing"
)

// What came of a question stands below that question, also when another one has been asked, until the experiment is changed in another way. A question of which there is nothing more
// to ask stays, so that the focus does: here the one about the limits of partitions, of which only one has some.
func TestAnswerStandsBelowItsQuestion(t *testing.T) {
	p, b := firstVisit(t)
	open(p, oneJobAUser)
	b.answer()
	answers := func() string {
		t.Helper()
		page, text := render(t, p), ""
		for _, q := range p.WhatIf.Questions() {
			if below := page.ids["answer-"+q.Key]; below != nil {
				text += q.Key + ": " + strings.Join(strings.Fields(below.text()), " ") + "\n"
			}
		}
		return text
	}
	if got := answers(); got != "" {
		t.Errorf("before anything is asked there is an answer: %s", got)
	}
	p.WhatIf.SetNumber("limit-of-qos", "1") // MaxJobsPU
	b.press(p, "limit")
	want := regexp.MustCompile(`^limit: Different: [^\n]*MaxJobsPU=2[^\n]* Under S a job waits [^\n]* Before and after in full\n$`)
	if got := answers(); !want.MatchString(got) {
		t.Errorf("the answers are %q", got)
	}
	b.press(p, "limits")
	if got := answers(); !regexp.MustCompile(`(?m)^limits: Different: .* Before and after in full$`).MatchString(got) || !regexp.MustCompile(`(?m)^limit: Different: .* Before and after in full$`).MatchString(got) || strings.Count(got, "\n") != 2 {
		t.Errorf("the answers to two questions are %q", got)
	}
	p.Undo()
	b.settle()
	if got := answers(); got != "" {
		t.Errorf("once it is undone there is an answer: %s", got)
	}
}
