package explain

import (
	"slices"
	"testing"

	"backfill/engine"
	"backfill/ui/timeline"
)

// What a script says stands behind what was so; reasons with other words are told apart. The job needs 2 of 5 processors.
func TestWhatScriptsSay(t *testing.T) {
	w := &engine.Workload{Jobs: []engine.Job{{Run: 10, Estimate: 10, Processors: 2}}}
	o := engine.NewOutcome(w, engine.NewCluster(5, 1))
	at := func(second engine.Time, rule engine.Rule, free int32, said string) engine.Decision {
		return engine.Decision{At: second * engine.Second, Until: second * engine.Second, Reason: engine.Reason{Rule: rule, Blocker: engine.NoJob, Free: free, Said: engine.RemarkOf(said)}}
	}
	decisions := []engine.Decision{
		at(1, engine.TooWideNow, 1, ""), at(2, engine.LeftByScript, 3, "its user has two"), at(3, engine.LeftByScript, 3, "it is night"), at(4, engine.LeftByScript, 3, "it is night"), at(5, engine.StartedInOrder, 3, "at last"),
	}
	var got []string
	told := Narrator{Outcome: o, Clock: timeline.Clock{}}
	for _, s := range told.Reasons(decisions) {
		got = append(got, s.String())
	}
	want := []string{
		"Waited from 1 s to 2 s: it needs 2 processors, at most 1 was free.",
		"Waited from 2 s to 3 s: it needs 2 processors, 3 were free when the script decided, but it did not start it. The script says: “its user has two”.",
		"Waited from 3 s to 5 s: it needs 2 processors, 3 were free when the script decided, but it did not start it. The script says: “it is night”.",
		"Started at 5 s; nobody who had arrived earlier was waiting. The script says: “at last”.",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}
