package ui

import (
	"strings"
	"testing"

	"backfill/engine/workload/logs"
	"backfill/ui/explain"
	"backfill/ui/opened"
	"backfill/ui/panel/editor"
	"backfill/ui/result"
)

// A log with commands is opened with policies that obey them; once none does, the page
// says so.
func TestOpenedCommandsAreObeyed(t *testing.T) {
	const log = "; MaxProcs: 16\n1 0 -1 100 8 -1 -1 8 200 -1 1 7 1 1 1 -1 -1 -1 -1 S -1\n1 5 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 ET 50\n"
	_, report, err := logs.ReadCWF(strings.NewReader(log), "small.cwf")
	if err != nil {
		t.Fatal(err)
	}
	p, _ := firstVisit(t)
	p.FileCame(opened.File{FileRef: result.FileRef{Name: "small.cwf", Size: int64(len(log)), SHA256: strings.Repeat("ab", 32)}, Report: report})
	for _, policy := range p.Plan.Policies {
		if !policy.Elastic {
			t.Errorf("%s ignores commands", policy.Label)
		}
	}

	p, b := firstVisit(t)
	open(p, `{"version":1,"machine":{"kind":"cluster","processors":4},"policies":[{"kind":"easy"}],
		"workload":{"kind":"jobs","jobs":[{"run":10},{"run":20}],"commands":[{"at":5,"job":1,"amount":5}]}}`)
	b.answer()
	if columns := p.Jobs.Columns; columns[3].Text(0) != "10 s" || columns[4].Text(0) != "10 s" {
		t.Errorf("of an ignored command the table says %q, %q", columns[3].Text(0), columns[4].Text(0))
	}
	load := &editor.Load{Editor: p.Editor}
	if got := load.ReportSentence(); !strings.Contains(got, "lastic command") || !strings.Contains(got, "no policy is elastic") {
		t.Errorf("of ignored commands the page says %q", got)
	}
	p.Edit("/policies/0/elastic", "true")
	if p.Form.Labels(&p.Draft)[0] != p.Plan.Policies[0].Label {
		t.Errorf("the form calls it %s, the plan %s", p.Form.Labels(&p.Draft)[0], p.Plan.Policies[0].Label)
	}
	p.Run()
	b.answer()
	// Job 1 ran for 10 s and 5 s more; job 2 has no command.
	columns := p.Jobs.Columns
	for _, c := range []struct {
		column int
		job    int32
		want   string
	}{{3, 0, "10 s, changed"}, {4, 0, "10 s → 15 s"}, {3, 1, "20 s"}, {4, 1, "20 s"}} {
		if got := columns[c.column].Text(c.job); got != c.want {
			t.Errorf("%s of job %d is %q, want %q", columns[c.column].Title, c.job+1, got, c.want)
		}
	}
	if load.Report() != nil {
		t.Errorf("of obeyed commands the page says %q", load.ReportSentence())
	}
}

// One job fills the machine for 100 s. The first dedicated job finds it free at its start,
// the second one waits 20 s of the 80 s since it was submitted; the third asked for a time
// that had passed.
func TestStartsOfDedicatedJobs(t *testing.T) {
	p, b := firstVisit(t)
	open(p, `{"version":1,"machine":{"kind":"cluster","processors":4},"policies":[{"kind":"easy-d"}],"workload":{"kind":"jobs","jobs":[
		{"run":100,"processors":4},{"submit":20,"run":10,"start":80,"processors":4},{"submit":30,"run":10,"start":500},{"submit":600,"run":10,"start":100}]}}`)
	b.answer()
	for j, want := range []string{"Started at once, at 0", "Waited 20 s after its requested start 1 min 20 s, started at 1 min 40 s",
		"Started on time, at its requested start 8 min 20 s", "Started at once, at 10 min, its requested start having passed"} {
		if got := explain.StartWords(p.Drawn[0].Outcome, int32(j), p.Clock()).String(); got != want {
			t.Errorf("job %d: %q, want %q", j+1, got, want)
		}
	}
}

// The folded card names what there is of special jobs.
func TestSentenceOfSpecialJobs(t *testing.T) {
	for fields, want := range map[string]string{
		`"load":0.9`:                           "500 jobs, Lublin-Feitelson model in units, load (from time 0) 0.9",
		`"dedicatedShare":0.5,"extendShare":0`: "500 jobs, Lublin-Feitelson model in units, 50 % dedicated",
		`"extendShare":0.2,"reduceShare":0.1`:  "500 jobs, Lublin-Feitelson model in units, 20 % extended, 10 % reduced",
	} {
		p, _ := firstVisit(t)
		open(p, `{"version":1,"machine":{"kind":"cluster","processors":320,"unit":32},"policies":[{"kind":"los"}],"workload":{"kind":"lublin-cwf",`+fields+`}}`)
		if got := p.Editor.WorkloadSentence(); got != want {
			t.Errorf("%s: %q, want %q", fields, got, want)
		}
	}
}
