package ui

import (
	"fmt"
	"strings"
	"testing"
)

const aboutMore = `{"version":1,"name":"Shared","machine":{"kind":"nodes","processors":32},"policies":[{"kind":"easy"}],
	"workload":{"kind":"lublin","jobs":200,"transform":[{"kind":"estimates","model":"tsafrir"},{"kind":"first","jobs":100},{"kind":"bandwidth"}]},
	"sweep":[{"path":"/workload/transform/2/high","values":[0.1,0.8]}],
	"claims":[{"metric":"penalizedRuntime","policy":"easy","direction":"same","value":0.1}]}`

// A log takes the place of the workload of an experiment that is about more, but for the
// requests that were drawn for jobs which have none; or it is opened as an experiment of
// its own, in which nothing is varied that is no more. Looked at are name, machine, workload,
// transformations, sweep and the number of claims.
func TestLogForTheExperimentAtHand(t *testing.T) {
	for button, want := range map[string]string{
		"use-log-button":        "Shared, nodes 32, swf, first bandwidth, /workload/transform/1/high, 1",
		"new-experiment-button": "small.swf, cluster 16, swf, , , 0",
	} {
		p, b := firstVisit(t)
		open(p, aboutMore)
		b.pass()
		b.answer()
		p.FileCame(droppedLog(t, "small.swf"))
		if !strings.Contains(p.Question.Text, "small.swf in “Shared”") || p.Draft.Workload.Kind != "lublin" {
			t.Fatalf("the page asks %q", p.Question.Text)
		}
		choose(t, p, button)
		d := p.Draft
		var transforms, axes []string
		for _, c := range d.Transforms {
			transforms = append(transforms, c.Kind)
		}
		for _, c := range d.Sweep {
			axes = append(axes, c.Kind)
		}
		got := strings.Join([]string{d.Name, d.Machine.Kind + " " + d.Machine.Texts["processors"], d.Workload.Kind,
			strings.Join(transforms, " "), strings.Join(axes, " "), fmt.Sprint(len(d.Claims))}, ", ")
		if got != want || len(p.Wrong) > 0 {
			t.Errorf("%s: %s, mistakes %v; want %s", button, got, p.Wrong, want)
		}
		p.Undo()
		if p.Draft.Workload.Kind != "lublin" || len(p.Draft.Transforms) != 3 {
			t.Error("undo does not bring the workload back")
		}
	}
}

// A notice of something else does not stay when a log is opened on the machine of its header.
func TestOldNoticeGoesWithTheExperiment(t *testing.T) {
	p, b := firstVisit(t)
	open(p, strings.Replace(aboutMore, `"nodes","processors":32`, `"cluster","processors":32`, 1))
	b.pass()
	b.answer()
	p.FileCame(droppedLog(t, "small.swf"))
	p.Copied(true)
	choose(t, p, "new-experiment-button")
	if p.Notice.Text != "" {
		t.Errorf("the page still says %q", p.Notice.Text)
	}
}

// Where the sweep varies the workload itself a log can only be an experiment of its own; a
// variation of the policies stays.
func TestLogInsteadOfASweptWorkload(t *testing.T) {
	p, b := firstVisit(t)
	open(p, `{"version":1,"machine":{"kind":"cluster","processors":32},"policies":[{"kind":"easy"}],"workload":{"kind":"lublin","jobs":200,"load":0.5},
		"sweep":[{"path":"/workload/load","values":[0.5,0.8]},{"path":"/policies/0/reservations","values":[1,2]}]}`)
	b.pass()
	b.answer()
	p.FileCame(droppedLog(t, "small.swf"))
	if p.Question.Text != "" || p.Draft.Name != "small.swf" || len(p.Draft.Sweep) != 1 || p.Draft.Sweep[0].Kind != "/policies/0/reservations" || len(p.Wrong) > 0 {
		t.Errorf("the page asks %q; the sweep is %v; mistakes %v", p.Question.Text, p.Draft.Sweep, p.Wrong)
	}
}

// A log is the same every time, unless something about its jobs is drawn.
func TestLogIsNotRepeated(t *testing.T) {
	for transform, want := range map[string]string{"": "", `{"kind":"bandwidth"}`: "10"} {
		p, b := firstVisit(t)
		open(p, `{"version":1,"machine":{"kind":"cluster","processors":32},"policies":[{"kind":"easy"}],"workload":{"kind":"lublin","jobs":200,"transform":[`+transform+`]},
			"sweep":[{"path":"/policies/0/reservations","values":[1,2]}],"replications":10}`)
		b.pass()
		b.answer()
		p.FileCame(droppedLog(t, "small.swf"))
		choose(t, p, "use-log-button")
		if got := p.Draft.Settings.Texts["replications"]; got != want || len(p.Wrong) > 0 {
			t.Errorf("with %q there are %q replications, want %q; mistakes %v", transform, got, want, p.Wrong)
		}
	}
}
