package ui

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

const textbookBegins = "A dozen jobs on eight processors."

// The description of the textbook case tells of eight processors. After a change it says of what it tells; it does not once the change
// is taken back, by hand, by undo or by Reset.
func TestDescriptionFollowsAChange(t *testing.T) {
	p, b := firstVisit(t)
	original := p.Draft.Description
	if !strings.HasPrefix(original, textbookBegins) {
		t.Fatalf("the textbook case is described as %q", original)
	}
	marked := "Changed from “A textbook case”, which this describes: " + original
	is := func(when, want string) {
		t.Helper()
		if p.Draft.Description != want || p.Draft.Name != "A textbook case" {
			t.Errorf("%s: %q is described as %q, want %q", when, p.Draft.Name, p.Draft.Description, want)
		}
	}
	p.Edit("/machine/processors", "4")
	is("4 processors", marked)
	p.Edit("/machine/processors", "8")
	is("8 processors again", original)
	if !p.Draft.Equal(p.Original) {
		t.Error("Reset offers to change something")
	}
	for path, text := range map[string]string{"/groups/0/classes": "3", "/baseline": "EASY", "/policies/0/label": "First come"} {
		p.Edit(path, text)
		is(path+", which changes no run", original)
	}
	p.Reset()
	p.AddPolicy("easy")
	is("another policy", marked)
	p.Undo()
	is("undone", original)
	p.Redo()
	is("redone", marked)
	p.Reset()
	is("reset", original)

	// In a link the mark stays, is not made twice, and Reset leads to what the link had.
	p.Edit("/machine/processors", "16")
	b.pass()
	there, c := newPage(t)
	there.Open(b.address, "")
	c.answer()
	p = there
	is("in a link", marked)
	p.Edit("/machine/processors", "32")
	is("changed in a link", marked)
	p.Reset()
	if p.Draft.Machine.Texts["processors"] != "16" {
		t.Errorf("Reset leads to %v", p.Draft.Machine)
	}
}

// Jobs of a model are no dozen typed ones: the title and the description of the textbook case go, unless the reader typed a title.
func TestTitleOfOtherJobs(t *testing.T) {
	p, b := firstVisit(t)
	original := p.Draft.Clone()
	p.Edit("/workload/kind", "lublin")
	if p.Draft.Name != "Lublin-Feitelson model" || p.Draft.Description != "" {
		t.Errorf("a workload of a model is called %q, %q", p.Draft.Name, p.Draft.Description)
	}
	b.pass()
	b.answer()
	p.Edit("/workload/kind", "swf")
	p.Edit("/workload/file", "a.swf")
	if p.Draft.Name != "a.swf" || p.Draft.Description != "" {
		t.Errorf("a log is called %q, %q", p.Draft.Name, p.Draft.Description)
	}
	for range p.History.Past {
		p.Undo()
	}
	if !p.Draft.Equal(original) {
		t.Errorf("undo leads to %q, %q", p.Draft.Name, p.Draft.Description)
	}
	p.Edit("/name", "Mine")
	p.Edit("/workload/kind", "lublin")
	if p.Draft.Name != "Mine" || p.Draft.Description != "" {
		t.Errorf("with a title of the reader's own: %q, %q", p.Draft.Name, p.Draft.Description)
	}
	p.Reset()
	if !p.Draft.Equal(original) {
		t.Errorf("Reset leads to %q, %q", p.Draft.Name, p.Draft.Description)
	}
}

// Undo may lead back to before an experiment was opened, and the address to one that was changed: Reset and the mark of the
// description go by what that one was when it was opened.
func TestResetOfAnEarlierOpening(t *testing.T) {
	p, b := firstVisit(t)
	textbook := p.Draft.Clone()
	p.Edit("/machine/processors", "4")
	b.pass()
	b.answer()
	changed := b.address
	p.FileCame(droppedLog(t, "small.swf"))
	b.answer()
	p.Undo()
	p.Undo()
	if !p.Draft.Equal(textbook) || !p.Draft.Equal(p.Original) {
		t.Errorf("undo leads to %q, and Reset to %q", p.Draft.Name, p.Original.Name)
	}
	p.Redo()
	p.Edit("/machine/processors", "8")
	if !p.Draft.Equal(textbook) || !p.Draft.Equal(p.Original) {
		t.Errorf("the textbook case is %q", p.Draft.Description)
	}
	p.Redo()
	p.Undo()
	p.Navigated(strings.TrimPrefix(changed, "#"))
	p.Reset()
	if !p.Draft.Equal(textbook) {
		t.Errorf("Reset leads to %q with %v", p.Draft.Name, p.Draft.Machine)
	}
}

// runsOf is a scenario without what makes no other runs: names, groups, the baseline.
func runsOf(t *rapid.T, text json.RawMessage) string {
	var s map[string]any
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"name", "description", "groups", "baseline", "workers"} {
		delete(s, key)
	}
	for _, p := range s["policies"].([]any) {
		delete(p.(map[string]any), "label")
	}
	b, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Whatever is edited and undone in whichever order, the description is that of the textbook case exactly while the scenario has its
// runs, marked while it has others of jobs typed by hand, and none while the jobs come from elsewhere.
func TestDescriptionIsTrue(t *testing.T) {
	edits := [][2]string{
		{"/machine/processors", "4"}, {"/machine/processors", "8"}, {"/machine/unit", "1"}, {"/machine/unit", "2"}, {"/machine/unit", ""},
		{"/workload/kind", "lublin"}, {"/workload/kind", "jobs"}, {"/workload/jobs", "4"}, {"/policies/1/reservations", "1"}, {"/policies/1/reservations", "2"},
		{"/policies/1/label", "Mine"}, {"/policies/1/elastic", "true"}, {"/policies/1/elastic", "false"}, {"/groups/0/classes", "2"},
		{"/kill/rule", "never"}, {"/kill/rule", ""}, {"/seed", "1"}, {"/seed", "2"}, {"/baseline", "EASY"}, {"/replications", "1"}, {"/workers", "2"},
		{"/precision", "true"}, {"/precision", "false"},
	}
	rapid.Check(t, func(r *rapid.T) {
		p, _ := firstVisit(t)
		opened, original := runsOf(r, p.Valid), p.Draft.Description
		for range rapid.IntRange(1, 12).Draw(r, "changes") {
			switch k := rapid.IntRange(-3, len(edits)-1).Draw(r, "change"); k {
			case -3:
				p.Undo()
			case -2:
				p.Redo()
			case -1:
				p.Reset()
			default:
				p.Edit(edits[k][0], edits[k][1])
			}
			if len(p.Wrong) > 0 {
				continue
			}
			want := "Changed from “A textbook case”, which this describes: " + original
			switch {
			case p.Draft.Workload.Kind != "jobs":
				want = ""
			case runsOf(r, p.Valid) == opened:
				want = original
			}
			if p.Draft.Description != want {
				r.Fatalf("described as %q, want %q; %s", p.Draft.Description, want, p.Valid)
			}
		}
		for len(p.History.Past) > 0 {
			p.Undo()
		}
		if p.Draft.Description != original || runsOf(r, p.Valid) != opened || p.Draft.Name != "A textbook case" {
			r.Fatal(fmt.Sprint("undo leads to ", p.Draft.Name, ", ", p.Draft.Description))
		}
	})
}
