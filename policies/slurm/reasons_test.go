package slurm

import (
	"strings"
	"testing"

	"backfill/engine"
	"backfill/policies/slurm/limits"
)

// A job of r4 that waits because of a limit, as squeue says, is over the same one in the passes: in the last that has looked at it.
func TestReasonsOfLimits(t *testing.T) {
	f := follow(t, "r4")
	last := map[int32]string{}
	f.limits.Tells = func(j int32, over limits.Over) { last[j] = over.Reason() }
	reasons, told := f.Reasons, 0
	f.each = func(at engine.Time) {
		for len(reasons) > 0 && reasons[0].At+engine.Second <= at { // somewhere in that second
			if r := reasons[0]; strings.HasPrefix(r.Text, "QOS") {
				if told++; last[r.Row] != r.Text {
					t.Errorf("job %s at %s waits because of %s, in the passes because of %q", f.Jobs[r.Row].Name, clock(r.At), r.Text, last[r.Row])
				}
			}
			reasons = reasons[1:]
		}
	}
	f.forced()
	t.Logf("%d reasons", told)
	if told < 400 {
		t.Errorf("only %d reasons", told)
	}
}
