package panel

import (
	"testing"

	"backfill/engine/metrics"
	"backfill/ui/compare"
)

// A difference of a policy that draws nothing is better or worse where the work is the same, but not beside a model that does not fit its log.
func TestNoSignsBesideAModelThatDoesNotFit(t *testing.T) {
	d := &metrics.Descriptions[metrics.Index("meanWait")]
	p := partners{Common: &compare.Common{}}
	if !p.judges(d) || !p.judgesDrawn() {
		t.Fatal("a difference at the same work is not judged")
	}
	if p.beside = true; p.judges(d) || p.judgesDrawn() {
		t.Error("a difference is judged beside a model that does not fit")
	}
}

func TestCounted(t *testing.T) {
	groups := []string{"of account 2", "of account 1", "of account 1"}
	if got := counted([]int32{0, 1, 2}, func(j int32) string { return groups[j] }); got != "2 of account 1 and 1 of account 2" {
		t.Errorf("%q", got)
	}
}
