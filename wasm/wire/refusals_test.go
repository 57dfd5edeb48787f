package wire

import (
	"slices"
	"testing"

	"backfill/engine"
)

// Of two jobs with the same reason one may be refused and the other wait for ever.
func TestRefusalsArePackedAndUnpacked(t *testing.T) {
	list := []engine.Refusal{{Job: 1, Why: "wide", Waits: true}, {Job: 3, Why: "wide"}, {Job: 4, Why: "wide", Waits: true}}
	reasons, waiting, refused := packedRefusals(list)
	u := &unpacker{}
	if got := refusalsOf(u, reasons, waiting, refused, 5); u.err != nil || !slices.Equal(got, list) || len(reasons) != 2 {
		t.Errorf("%v, %+v with %q, want %+v", u.err, got, reasons, list)
	}
	if refusalsOf(u, reasons, waiting[:1], refused, 5); u.err == nil {
		t.Error("a reason of which is not said whether the job waits is accepted")
	}
}
