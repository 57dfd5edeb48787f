package ui

import (
	"cmp"
	"strings"
	"testing"
)

// The reader of a frame may change a cell of a table: a job's request, within a range. What is wrong is told.
func TestACellIsAllowed(t *testing.T) {
	p, b := newFrame(t, "view=answers&allow=/workload/jobs/1/request:60..600:60,/workload/jobs/7/run&origin=https://around.example")
	p.Open("", "")
	p.OpenScenario("two", []byte(`{"version":1,"machine":{"kind":"cluster","processors":4},"policies":[{"kind":"fcfs"}],
		"workload":{"kind":"jobs","jobs":[{"id":5,"run":60,"request":300},{"id":8,"run":30,"request":120}]}}`))
	const request = "/workload/jobs/1/request"
	f, ok := p.Editor.FieldAt(request)
	if !ok || f.Label != "Request of job 8" || f.Text != "120" {
		t.Fatalf("the field is %q with %q, %v", f.Label, f.Text, ok)
	}
	if got, want := p.Editor.UnknownAllowed(), "allow in this frame's address: the experiment has no parameter /workload/jobs/7/run."; got != want {
		t.Errorf("unknown: %q, want %q", got, want)
	}
	for text, want := range map[string]string{"240": "", "1200": "1200: 60 to 600 is accepted here", "two": `Line 3: request: "two"`, "1 2": `Line 3: request: `} {
		p.Edit(request, text)
		b.pass()
		if got := cmp.Or(p.Wrong[request], p.Wrong["/workload/jobs"]); !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	p.Edit(request, "180")
	b.settle()
	if got, want := b.lastScenario(), `{"id":8,"request":180,"run":30}`; !strings.Contains(got, want) {
		t.Errorf("the scenario is %s, want %s", got, want)
	}
}
