package ui

import (
	"strings"
	"testing"

	"backfill/ui/result"
	"backfill/ui/session"
)

// The machine is named in a line: by its preset, by what differs from the farm of the study, or
// by its table.
func TestFarmSentence(t *testing.T) {
	p, _ := firstVisit(t)
	p.Edit(session.PresetPath, "Farm of 150 computers")
	for _, c := range []struct{ path, text, want string }{
		{"/machine/computers", "150", "Farm of 150 computers"},
		{"/machine/suitability", "0.5", "Farm of unequal computers (suitability 0.5)"},
		{session.PresetPath, "Farm for lessons", "Farm for lessons"},
		{"/machine/machines", "processors speed\n4 600\n2 300", "Farm of 2 computers, 6 processors, 2 licences"},
		{"/machine/machines", "processors speed count\n4 600 3\n2 300 -", "Farm of 4 computers, 14 processors, 2 licences"},
	} {
		p.Edit(c.path, c.text)
		if got := p.Editor.MachineSentence(); got != c.want {
			t.Errorf("%s %q: the machine is %q, want %q", c.path, c.text, got, c.want)
		}
	}
}

// What is wrong in a table is told with its line, blank ones counted, by whoever finds it: the form,
// the compiler of scenarios or the worker.
func TestMistakesOfAFarmNameTheLine(t *testing.T) {
	p, b := firstVisit(t)
	for path, want := range map[string]string{"/workload/jobs/0/processors": "Line 2: processors: 3: wider", "/workload/jobs/1/licences/0": "Line 4: licences: 3: wider"} {
		open(p, onFarm)
		p.Edit("/workload/jobs", "run processors licences\n10 2 -\n\n10 3 1")
		b.pass()
		p.Failed(p.RunNumber, result.Failure{Path: path, Value: "3", Reason: "wider"})
		if got := p.Wrong["/workload/jobs"]; got != want {
			t.Errorf("%s: mistakes %v, want %q", path, p.Wrong, want)
		}
	}
	p.Edit("/machine/machines", "processors speed licences\n2 400 -\n2 400 3")
	if got, want := p.Wrong["/machine/machines"], "Line 3: licences: 3: "; !strings.HasPrefix(got, want) {
		t.Errorf("mistakes %v, want %q", p.Wrong, want)
	}
}

// Beside a table of computers nothing is drawn: the numbers for that are hidden, unless one is given.
func TestFieldsOfAFarm(t *testing.T) {
	p, _ := firstVisit(t)
	open(p, onFarm)
	params := p.Form.Machine("farm").Params
	shown := func() string {
		p.Unfolded["further /machine"] = true
		var names []string
		for _, f := range p.Editor.Fields("/machine", &p.Draft.Machine, params) {
			names = append(names, f.Name)
		}
		return strings.Join(names, " ")
	}
	if got := shown(); got != "machines licences benchmark overhead" || p.Editor.FoldedFields("/machine", &p.Draft.Machine, params) != 2 {
		t.Errorf("shown are %s, folded %d", got, p.Editor.FoldedFields("/machine", &p.Draft.Machine, params))
	}
	p.Edit("/machine/speedMin", "300")
	if got := shown(); got != "machines licences speedMin benchmark overhead" {
		t.Errorf("shown are %s", got)
	}
	p.Edit("/machine/machines", "")
	if got := len(strings.Fields(shown())); got != len(params) {
		t.Errorf("without a table %d of %d are shown", got, len(params))
	}
}

// One of the two jobs of onFarm is late under the Convergent Scheduler, by 5 s; under EASY job 2,
// due at 60, ends at 110. That stands first in the table.
func TestLateJobsAreTold(t *testing.T) {
	p, b := firstVisit(t)
	open(p, onFarm)
	b.answer()
	if got, want := strings.ReplaceAll(p.Answers.Sentence(), "\u00a0", " "), "Late, of the jobs with a deadline: 50 % under convergent and 50 % under easy."; !strings.HasSuffix(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if table := p.SideBySide().Rows(false, nil, false); table[0].About.Name != "late" || table[1].About.Name != "meanWait" {
		t.Errorf("the table begins with %s, %s", table[0].About.Name, table[1].About.Name)
	}
}
