package policies

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/engine"
	"backfill/engine/byhand"
	"backfill/engine/machine/partitions"
	"backfill/engine/param"
	"backfill/policies/internal/reference"
)

// everyWay are parameters that take other ways through the policies of the catalog than
// their defaults.
var everyWay = map[string][]string{
	"fcfs": {`{"heads": "partition"}`},
	"easy": {`{"heads": "partition"}`, `{"heads": "partition", "reservations": 2, "others": "shortest", "pass": "ifItFits"}`, `{"reservations": 3}`, `{"others": "shortest"}`, `{"others": "largestArea", "reservations": 2, "pass": "ifItFits"}`, `{"others": "smallestRatio"}`,
		`{"extra": "firstEnds"}`, `{"extra": "firstEnds", "pastHead": "beforeShadowTime", "others": "shortest"}`, `{"extra": "none", "pass": "ifItFits"}`, `{"pastHead": "beforeShadowTime"}`},
	"selective":         {`{"rule": "adaptive"}`, `{"threshold": 1}`, `{"threshold": 5}`},
	"relaxed":           {`{"relaxation": 1, "from": "promise"}`, `{"relaxation": 0.5}`},
	"slack":             {`{"factor": 5, "places": 3}`, `{"factor": 2, "from": "promise"}`},
	"multiple-queue":    {`{"bounds": [1, 10]}`, `{"bounds": [100000]}`},
	"priority":          {`{"who": "whoeverFits", "priority": "saf"}`, `{"who": "chosen", "priority": "wfp3"}`, `{"who": "chosenAndBesides", "priority": "sjf"}`},
	"conservative":      {`{"compress": false}`},
	"fpfs":              {`{"maxJumps": 1}`},
	"los":               {`{"lookahead": 3}`, `{"reading": "oneHead"}`},
	"delayed-los":       {`{"maxSkip": 1}`},
	"flexible-backfill": {`{"age": "literal"}`, `{"k": 1.5, "licenceWeight": 0}`},
	"convergent":        {`{"matching": "counting", "every": 0.01}`, `{"pairs": "all"}`},
	"priority-backfill": {`{"priority": "sjf"}`, `{"priority": "lxf", "reservations": 3}`, `{"priority": "sjf", "reservations": 2, "reservation": "fixed"}`, `{"priority": "lxf-w", "reservations": 0}`,
		`{"priority": "f2"}`, `{"priority": "wfp3", "others": "shortest", "reservations": 2}`, `{"priority": "sjf", "others": "arrival", "reservation": "fixed", "reservations": 2}`},
}

// eachPolicyOn calls f with every policy of the catalog that runs on a machine which offers
// so much, in each of its ways. One that make gives serves one simulation.
func eachPolicyOn(t *testing.T, offers engine.Capability, f func(name string, make func() engine.Policy)) {
	t.Helper()
	for _, kind := range Catalog {
		if kind.Needs.Missing(offers) != nil || kind.Kind == byhand.Kind { // it starts nobody by itself, and few jobs (TestAnyScheduleCanBeMadeByHand)
			continue
		}
		for _, way := range append(everyWay[kind.Kind], `{}`) {
			var fields map[string]json.RawMessage
			if err := json.Unmarshal([]byte(way), &fields); err != nil {
				t.Fatal(err)
			}
			values, err := param.Check("", kind.Params, fields)
			if err != nil {
				t.Fatal(err)
			}
			if kind.NeedsWith(values).Missing(offers) != nil || scriptDemands(values).Missing(offers) != nil {
				continue
			}
			f(kind.Kind+way, func() engine.Policy { return kind.New(values) })
		}
	}
}

// On every kind of machine, with each of its rules, a record of all decisions or of those about
// one job changes nothing: who starts and ends when, where. And the latter is a part of the former.
//
// A policy that remembers something from call to call does without while decisions are recorded,
// so that this also compares it with itself making everything anew.
func TestRecordingChangesNothing(t *testing.T) {
	reference.EachTrial(t, 600, func(t *testing.T, c reference.Trial) {
		r := rand.New(rand.NewPCG(c.Seed, 14))
		m, what := reference.RandomMachine(r, &c)
		recordingChangesNothing(t, c, m, what, r.Int32N(int32(len(c.Workload.Jobs))))
	})
}

// The same on partitions. With heads of the queue and of partitions, the record is as it has to be.
func TestRecordingChangesNothingOnPartitions(t *testing.T) {
	reference.EachTrial(t, 300, func(t *testing.T, c reference.Trial) {
		r := rand.New(rand.NewPCG(c.Seed, 37))
		config := reference.RandomPartitions(r, &c)
		recordingChangesNothing(t, c, partitions.New(config), fmt.Sprintf("%+v", config), r.Int32N(int32(len(c.Workload.Jobs))))
		for _, p := range plainOnPartitions() {
			options := c.Options
			options.RecordAll = true
			o, err := engine.Simulate(c.Workload, partitions.New(config), p, options)
			if err != nil {
				t.Fatal(err)
			}
			reference.CheckRecord(t, fmt.Sprintf("%T%v on %+v, %v", p, p, config, c), o)
		}
	})
}

// recordingChangesNothing compares runs on m with all decisions recorded, with those about job watched, and with none.
func recordingChangesNothing(t *testing.T, c reference.Trial, m engine.Machine, what string, watched int32) {
	t.Helper()
	one := []int32{watched}
	eachPolicyOn(t, m.Offers(), func(name string, make func() engine.Policy) {
		run := func(record []int32, all bool) *engine.Outcome {
			options := c.Options
			options.Record, options.RecordAll = record, all
			o, err := engine.Simulate(c.Workload, m, make(), options)
			if err != nil {
				t.Fatal(err)
			}
			return o
		}
		want, whole, part := run(nil, false), run(nil, true), run(one, false)
		for _, got := range []*engine.Outcome{whole, part} {
			for _, column := range [][2]any{{got.Start, want.Start}, {got.End, want.End}, {got.State, want.State}, {got.StartOrder, want.StartOrder},
				{got.Pieces, want.Pieces}, {got.Lane, want.Lane}, {got.Segments, want.Segments}} {
				if !reflect.DeepEqual(column[0], column[1]) {
					t.Fatalf("%s on %s, %v (-without +with a record):\n%s", name, what, c, cmp.Diff(column[1], column[0]))
				}
			}
		}
		about := slices.DeleteFunc(whole.Decisions, func(d engine.Decision) bool { return d.Job != one[0] })
		if len(about)+len(part.Decisions) > 0 && !reflect.DeepEqual(about, part.Decisions) {
			t.Fatalf("%s on %s, %v, job %d (-of all +alone):\n%s", name, what, c, one[0], cmp.Diff(about, part.Decisions))
		}
	})
}
