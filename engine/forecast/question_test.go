package forecast_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/forecast"
	future "backfill/engine/workload/transform/forecast"
)

// A question has the answer of Starts and Check. The log of 600 jobs, one every 620 s, lasts for some four days: so days of any weekday come again,
// and of the first jobs of the second half, two days later, too.
func TestAsk(t *testing.T) {
	m := model(t, 32)
	m.Parallel = 1
	w := busy(t, m, 1, 620)
	log := future.NewLog(w)
	done, of := 0, 0
	m.Progress = func(d, o int) error { done, of = d, o; return nil }
	asked := forecast.Question{At: 100 * engine.Hour, Like: engine.NoJob, Job: map[string]json.RawMessage{"processors": []byte("20"), "request": []byte("3600")}, Drawings: 15}
	a, err := m.Ask(log, asked)
	if err != nil {
		t.Fatal(err)
	}
	if done != 30 || of != 30 {
		t.Errorf("in the end %d of %d are done", done, of)
	}
	job := &engine.Workload{Jobs: []engine.Job{{Run: engine.Hour, Estimate: engine.Hour, Processors: 20}}}
	q := future.Question{At: asked.At, Like: engine.NoJob, Job: job, Span: 7 * engine.Day, Block: engine.Day}
	for _, redrawn := range []bool{false, true} {
		q.Redrawn = redrawn
		p, err := log.Until(q)
		if err != nil {
			t.Fatal(err)
		}
		want, err := m.Draw(p, 0, 15)
		if err != nil {
			t.Fatal(err)
		}
		if got := map[bool]forecast.Starts{false: a.Told.None, true: a.Told.Later}[redrawn]; !slices.Equal(got, want.Starts) {
			t.Errorf("redrawn %t: %v instead of %v", redrawn, got, want.Starts)
		}
	}
	came, waits := 0, 0
	for j := range w.Jobs {
		if w.Jobs[j].Submit <= asked.At {
			came++
			if w.Jobs[j].Submit+w.Wait[j] > asked.At {
				waits++
			}
		}
	}
	if k := a.Told.Known; k.Came != came || k.Wait != waits || k.Ended+k.Run+k.Wait != came {
		t.Errorf("%d came and %d wait, but %+v", came, waits, k)
	}
	if b := a.Told.Blocks; b != (future.Blocks{Same: engine.Day, Fewest: 4, Most: 4}) {
		t.Errorf("later arrivals come from %+v", b)
	}

	// With less than a day of past there are no later arrivals, and what the job asks for is checked.
	asked.At = 20 * engine.Hour
	if a, err = m.Ask(log, asked); err != nil || a.Told.Later != nil || len(a.Told.None) != 15 {
		t.Errorf("%+v, %v", a, err)
	}
	asked.Job["request"] = []byte("0")
	if _, err = m.Ask(log, asked); err == nil || !strings.HasPrefix(err.Error(), "/request: 0: ") {
		t.Error(err)
	}
	asked.Drawings = 8
	if _, err = m.Ask(log, asked); err == nil || err.Error() != "/drawings: 8: a whole number from 9 to 10000 is accepted" {
		t.Error(err)
	}

	a, err = m.Ask(log, forecast.Question{Check: 5, Drawings: 9})
	if err != nil {
		t.Fatal(err)
	}
	c, err := m.Check(log, forecast.Sample(w, 5), future.Question{Redrawn: true, Span: 7 * engine.Day, Block: engine.Day}, 9)
	if err != nil || !slices.Equal(a.Check.Tries, c.Tries) || !a.Check.Later {
		t.Errorf("%+v instead of %+v, %v", a.Check, c, err)
	}
}

// What nearly no drawing has running any more tells nothing, but only of jobs that come after the end of the log.
func TestForgotten(t *testing.T) {
	for _, c := range []struct {
		at   engine.Time
		idle int
		want bool
	}{{10, 40, true}, {10, 36, true}, {10, 35, false}, {10, 0, false}, {5, 40, false}} {
		told := &forecast.Told{At: c.at, Now: 5, Left: forecast.Left{Most: 3, Idle: c.idle}, None: make(forecast.Starts, 40)}
		if got := told.Forgotten(); got != c.want {
			t.Errorf("at %v, with %d of 40 drawings idle: %t", c.at, c.idle, got)
		}
	}
}

// What came of the parts of a check is together what comes of all at once, also of more parts than jobs.
func TestWhole(t *testing.T) {
	m := model(t, 32)
	log := future.NewLog(busy(t, m, 3, 620))
	ask := func(part, parts int) *forecast.Check {
		t.Helper()
		a, err := m.Ask(log, forecast.Question{Like: engine.NoJob, Check: 7, Drawings: 12, Part: part, Parts: parts})
		if err != nil {
			t.Fatal(err)
		}
		return a.Check
	}
	want := ask(0, 0)
	if len(want.Tries) != 7 {
		t.Fatalf("%d tries", len(want.Tries))
	}
	for _, parts := range []int{1, 2, 3, 9} {
		var all []*forecast.Check
		for part := range parts {
			all = append(all, ask(part, parts))
		}
		if got := forecast.Whole(all); !reflect.DeepEqual(got, want) {
			t.Errorf("%d parts: %+v, want %+v", parts, got, want)
		}
	}
	if _, err := m.Ask(log, forecast.Question{Like: engine.NoJob, Check: 7, Drawings: 12, Part: 2, Parts: 2}); err == nil || !strings.Contains(err.Error(), "/part") {
		t.Errorf("the third of two parts: %v", err)
	}
}
