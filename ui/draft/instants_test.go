package draft

import (
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/scenario"
	"backfill/policies"
	"backfill/ui/timeline"
)

// datedForm reads dates of a workload that begins on 5 March 2024, 0:00 UTC.
func datedForm() Form {
	clock := timeline.Clock{Calendar: &engine.Calendar{UnixStart: 1709596800}}
	return Form{Catalogs: policies.Catalogs(), Clock: func(*Draft, string) Clock { return clock }}
}

const windowed = `{"version": 1, "machine": {"kind": "cluster", "processors": 4}, "policies": [{"kind": "fcfs"}],
	"workload": {"kind": "poisson", "jobs": 5, "load": 0.5, "transform": [
		{"kind": "window", "from": 1}, {"kind": "change", "jobs": [{"job": 1, "run": 1}]}]}}`

// Instants are seconds in the scenario, however they are typed: a day after 5 March 2024 is 86,400 s.
func TestInstantsAreWrittenInSeconds(t *testing.T) {
	f := datedForm()
	s, err := scenario.Read([]byte(windowed))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, text, want string }{
		{"/workload/transform/0/from", "2024-03-06", `"from":86400`},
		{"/workload/transform/0/from", "6 Mar 2024, 12:00", `"from":129600`},
		{"/workload/transform/0/to", "1 d 12:00", `"to":129600`},
		{"/workload/transform/0/to", "2 h", `"to":7200`},
		{"/workload/transform/0/to", "7200", `"to":7200`},
		{"/workload/transform/1/jobs", "job submit run\n1 2024-03-06 60\n2 2024-03-06 0:01:30 2h\n3 day 2 1\n4 1 d 12:00 1\n5 6 Mar 2024 12:00 1\n6 - 9",
			`[{"job":1,"run":60,"submit":86400},{"job":2,"run":7200,"submit":86490},{"job":3,"run":1,"submit":172800},` +
				`{"job":4,"run":1,"submit":129600},{"job":5,"run":1,"submit":129600},{"job":6,"run":9}]`},
	} {
		d := f.Read(s)
		d.Set(c.path, c.text)
		text, _, wrong := f.Write(&d)
		if len(wrong) > 0 || !strings.Contains(string(text), c.want) {
			t.Errorf("%s: %s\nmistakes %v, want %s", c.text, text, wrong, c.want)
		}
	}
	d := f.Read(s)
	d.Sweep = []Choice{{Kind: "/workload/transform/0/from", Texts: map[string]string{"values": "0,100,2024-03-06 12:00, 2 h"}}}
	if text, _, wrong := f.Write(&d); len(wrong) > 0 || !strings.Contains(string(text), `"values":[0,100,129600,7200]`) {
		t.Errorf("%s, mistakes %v", text, wrong)
	}
}

// A mistake says what is accepted: dates as well.
func TestMistakesInInstants(t *testing.T) {
	f := datedForm()
	s, err := scenario.Read([]byte(windowed))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, text, want string }{
		{"/workload/transform/0/from", "2024-02-30", "2024-02-30: a date such as 2024-03-06 or 2024-03-06 14:30 (UTC), or a time since"},
		{"/workload/transform/0/from", "1 Feb 2024", "1 Feb 2024: before the workload begins; a time from 5 Mar 2024 00:00:00 on is accepted"},
		{"/workload/transform/1/jobs", "job submit\n1 2024-03-06\n\n2 2024-03-06 25:00", "Line 4: submit: 2024-03-06 25:00: a date such as 2024-03-06"},
		{"/workload/transform/1/jobs", "job run\n1 2024-03-06", "Line 2: run: "},
	} {
		d := f.Read(s)
		d.Set(c.path, c.text)
		if _, _, wrong := f.Write(&d); !strings.HasPrefix(wrong[c.path], c.want) {
			t.Errorf("%q: %v, want %q", c.text, wrong, c.want)
		}
	}
}

func TestWordsOfInstants(t *testing.T) {
	for text, want := range map[string]int{
		"60 120": 1, "60 d": 2, "60 d 12:00 7": 3, "2d 12:00 7": 2, "day 3 4": 2, "2024-03-05 7": 1, "2024-03-05 7:00 8": 2, "2024-03-05T7:00 8": 1,
		"5 Mar 2024": 3, "5 march 2024 14:30:00 2": 4, "Mar 5 2024 6": 3, "10 ET 5": 1, "- 7:00": 1, "": 0,
	} {
		if got := wordsOfInstant(strings.Fields(text)); got != want && text != "" {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}
