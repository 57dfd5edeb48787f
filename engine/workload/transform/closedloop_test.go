package transform

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/engine/workload"
	"backfill/engine/workload/workloadtest"
)

// Jobs that follow jobs which are not there, or stand behind them, are submitted as they were;
// a log without preceding jobs stays as it is.
func TestClosedLoopWithoutPredecessors(t *testing.T) {
	w := workloadtest.ThreeToTest()
	if out, _, _ := workloadtest.Apply(t, ClosedLoop, `{}`, w, workload.Inputs{}); out.After != nil || out.Wait == nil {
		t.Error("followers out of nothing")
	}
	w.Preceding = []int64{2, 99, 1}
	out, notes, _ := workloadtest.Apply(t, ClosedLoop, `{}`, w, workload.Inputs{})
	if diff := cmp.Diff([]int32{-1, -1, 0}, out.After); diff != "" {
		t.Error(diff)
	}
	if want := "2 follow a job that is not among those before them"; !strings.Contains(notes[0], want) {
		t.Errorf("%q does not say that %s", notes, want)
	}
}
