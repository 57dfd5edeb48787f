package ui

import (
	"strings"
	"testing"

	"backfill/engine/workload"
)

// A log with commands is opened with policies that obey them; once none does, the page
// says so.
func TestOpenedCommandsAreObeyed(t *testing.T) {
	const log = "; MaxProcs: 16\n1 0 -1 100 8 -1 -1 8 200 -1 1 7 1 1 1 -1 -1 -1 -1 S -1\n1 5 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 ET 50\n"
	_, report, err := workload.ReadCWF(strings.NewReader(log), "small.cwf")
	if err != nil {
		t.Fatal(err)
	}
	p, _ := firstVisit(t)
	p.FileCame(File{FileRef: FileRef{Name: "small.cwf", Size: int64(len(log)), SHA256: strings.Repeat("ab", 32)}, Report: report})
	for _, policy := range p.plan.Policies {
		if !policy.Elastic {
			t.Errorf("%s ignores commands", policy.Label)
		}
	}

	p, b := firstVisit(t)
	open(p, `{"version":1,"machine":{"kind":"cluster","processors":4},"policies":[{"kind":"easy"}],
		"workload":{"kind":"jobs","jobs":[{"run":10},{"run":20}],"commands":[{"at":5,"job":1,"amount":5}]}}`)
	b.answer()
	load := &Load{p}
	if got := load.reportSentence(); !strings.Contains(got, "lastic command") || !strings.Contains(got, "no policy is elastic") {
		t.Errorf("of ignored commands the page says %q", got)
	}
	p.Edit("/policies/0/elastic", "true")
	if p.form.labels(&p.draft)[0] != p.plan.Policies[0].Label {
		t.Errorf("the form calls it %s, the plan %s", p.form.labels(&p.draft)[0], p.plan.Policies[0].Label)
	}
	p.Run()
	b.answer()
	if load.report() != nil {
		t.Errorf("of obeyed commands the page says %q", load.reportSentence())
	}
}
