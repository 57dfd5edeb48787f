package ui

import (
	"net/url"
	"strings"
	"testing"

	"backfill/ui/panel/editor"
)

// readQuery reads a frame's address.
func readQuery(t testing.TB, query string) *Frame {
	t.Helper()
	values, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	return ReadFrame(values.Get)
}

func TestReadFrame(t *testing.T) {
	if f := readQuery(t, "gallery=textbook"); f != nil {
		t.Errorf("a page without a view is a frame: %+v", f)
	}
	f := readQuery(t, "view=timeline+answers&gallery=lublin&allow=/machine/processors,/workload/load:0.5..0.9:0.05&theme=dark&color=size&origin=http://127.0.0.1:43953")
	if len(f.wrong) > 0 {
		t.Errorf("not understood: %v", f.wrong)
	}
	if f.gallery != "lublin.json" || f.Theme != "dark" || f.color != "size" || f.Origin != "http://127.0.0.1:43953" {
		t.Errorf("read as %+v", f)
	}
	for view, want := range map[string]bool{"timeline": true, "answers": true, "experiment": false, "all": false} {
		if f.shows(view) != want {
			t.Errorf("shows %s: %v", view, !want)
		}
	}
	if len(f.allowed) != 2 || f.allowed[0].Ranged != nil || *f.allowed[1].Ranged != (editor.Slider{From: 0.5, To: 0.9, Step: 0.05}) {
		t.Errorf("allowed: %+v", f.allowed)
	}

	f = readQuery(t, "view=answers&metrics=meanResponse,maxWait&differences=absolute")
	if len(f.wrong) > 0 || len(f.metrics) != 2 || f.metrics[0] != "meanResponse" || f.metrics[1] != "maxWait" || !f.units {
		t.Errorf("read as %+v", f)
	}

	f = readQuery(t, "view=answers&rows=meanWait&times=minutes&fit=1")
	if len(f.wrong) > 0 || len(f.rows) != 1 || f.rows[0] != "meanWait" || !f.minutes || !f.fitting.on {
		t.Errorf("read as %+v", f)
	}

	for query, want := range map[string]string{
		"embed=1&rows=speed":                                "speed: names of metrics of a result",
		"embed=1&times=days":                                "days: clock and minutes are accepted",
		"embed=1&metrics=speed":                             "speed: names of metrics of a result",
		"embed=1&differences=some":                          "some: relative and absolute are accepted",
		"embed=1&run=never":                                 "never: quick and always are accepted",
		"view=timelin":                                      "timelin: all, timeline, answers, play and experiment are accepted",
		"embed=1&theme=blue":                                "blue: light, dark and auto are accepted",
		"embed=1&color=red":                                 "red: ",
		"embed=1&origin=null":                               "null: a scheme, a host",
		"embed=1&origin=*":                                  "*: a scheme, a host",
		"embed=1&origin=https://a.example/b":                "https://a.example/b: a scheme",
		"embed=1&allow=load":                                "load: a parameter's path",
		"embed=1&allow=/workload/load:1":                    "/workload/load:1: a parameter's path",
		"embed=1&allow=/workload/load:1..1":                 "/workload/load:1..1: a parameter's path",
		"embed=1&allow=/workload/load:0..1:2":               "/workload/load:0..1:2: a parameter's path",
		"embed=1&allow=/workload/load:0..1:0":               "/workload/load:0..1:0: a parameter's path",
		"embed=1&allow=/policies/1/source:fcfs.star|x.star": "/policies/1/source:fcfs.star|x.star: a parameter's path",
		"embed=1&allow=/workload/load:0..Inf":               "/workload/load:0..Inf: a parameter's path",
		"embed=1&allow=" + strings.Repeat("/a,", 40):        "at most 32 parameters",
	} {
		f := readQuery(t, query)
		if len(f.wrong) != 1 || !strings.Contains(f.wrong[0], want) {
			t.Errorf("%s: %q, want something with %q", query, f.wrong, want)
		}
		if f.Origin != "" || f.Theme != "" || !f.shows("all") {
			t.Errorf("%s: what is not understood counts: %+v", query, f)
		}
	}
}
