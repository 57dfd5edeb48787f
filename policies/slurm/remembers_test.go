package slurm

import (
	"testing"

	"backfill/engine"
	"backfill/engine/workload/workloadtest"
)

// Usage counts for 20 half-lives, 7 days if nothing is said; for ever without decay, or if limits may count it; not at all with basic priorities.
func TestRemembers(t *testing.T) {
	for fields, want := range map[string]engine.Time{
		`{}`: 0,
		`{"settings": [{"key": "PriorityType", "value": "priority/multifactor"}]}`:                                                                                                          20 * 7 * engine.Day,
		`{"settings": [{"key": "PriorityType", "value": "priority/multifactor"}, {"key": "PriorityDecayHalfLife", "value": "0"}, {"key": "PriorityUsageResetPeriod", "value": "MONTHLY"}]}`: engine.Never,
		`{"settings": [{"key": "PriorityType", "value": "priority/multifactor"}, {"key": "PriorityDecayHalfLife", "value": "00:05:00"}]}`:                                                   100 * engine.Minute,
		`{"limits": true}`: engine.Never,
	} {
		var p engine.FollowsLog = Kind.New(workloadtest.Checked(t, Kind.Params, fields)).(*Slurm)
		if got := p.Remembers(); got != want {
			t.Errorf("%s: %v s, want %v s", fields, got.Seconds(), want.Seconds())
		}
	}
}
