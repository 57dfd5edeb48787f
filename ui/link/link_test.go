package link

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"

	"backfill/ui/result"
)

func packed(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return Prefix + base64.RawURLEncoding.EncodeToString(b.Bytes())
}

func TestLinkHoldsScenarioAndNamesOfLogs(t *testing.T) {
	want := Experiment{json.RawMessage(`{"version":1}`), []result.FileRef{{Name: "a.swf", Size: 12, SHA256: "00ff"}}, &Cell{Point: 2}, "makespan"}
	got, err := Decode(Encode(want))
	if err != nil {
		t.Fatal(err)
	}
	if string(got.Scenario) != string(want.Scenario) || len(got.Files) != 1 || got.Files[0] != want.Files[0] || *got.Shown != *want.Shown || got.Metric != want.Metric {
		t.Errorf("%v, want %v", got, want)
	}
	if _, err := Decode(strings.Replace(Encode(want), "=", "%3D", 1)); err != nil {
		t.Errorf("escaped: %v", err)
	}
}

func TestBadLinks(t *testing.T) {
	for name, c := range map[string]struct{ fragment, says string }{
		"nothing":       {"", "no experiment"},
		"newer version": {"s=2.abc", "newer version"},
		"no base64":     {"s=1.a*b", "damaged"},
		"cut off":       {packed(t, strings.Repeat("x", 100))[:12], "damaged"},
		"no JSON":       {packed(t, "hello"), "not readable"},
		"unknown field": {packed(t, `{"scenario":{},"log":"..."}`), "unknown field"},
		"no scenario":   {packed(t, `{}`), "no experiment"},
		"a bomb":        {packed(t, strings.Repeat(" ", 2*maxInflated)), "more than a link may hold"},
	} {
		if _, err := Decode(c.fragment); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", name, err, c.says)
		}
	}
}

func FuzzLink(f *testing.F) {
	f.Add(Encode(Experiment{Scenario: json.RawMessage(`{"version":1}`)}))
	f.Add("s=1.")
	f.Fuzz(func(t *testing.T, fragment string) {
		s, err := Decode(fragment)
		if err != nil {
			return
		}
		if _, err := Decode(Encode(s)); err != nil {
			t.Errorf("what was read cannot be written and read again: %v", err)
		}
	})
}
