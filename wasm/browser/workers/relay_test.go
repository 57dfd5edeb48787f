package workers

import (
	"strings"
	"testing"

	"backfill/engine"
	"backfill/wasm/wire"
)

// Of four policies the second one breaks its workers: the one that has done the first, and the one that takes over. A third worker goes on
// with the third policy.
func TestAnotherWorkerGoesOn(t *testing.T) {
	r := relay{received: true, policies: 4}
	r.hear(wire.Answer{Say: wire.Progressed, Policy: 0, Ended: 10, Jobs: 100, At: 5 * engine.Second})
	r.hear(wire.Answer{Say: wire.LayoutMade, Policy: 0})
	next, lost, hope := r.broke()
	if next.from != 1 || lost != -1 || !hope {
		t.Fatalf("the second worker begins with policy %d; lost is %d", next.from, lost)
	}
	next.hear(wire.Answer{Say: wire.Progressed, Policy: 1, Ended: 1200, Jobs: 5000, At: 90 * engine.Second})
	third, lost, hope := next.broke()
	if third.from != 2 || lost != 1 || !hope || third.broken != 0 {
		t.Errorf("the third worker begins with policy %d; lost is %d", third.from, lost)
	}
	if got := next.lastWords("out of memory", &engine.Workload{}); !strings.HasSuffix(got, "out of memory; last heard of at 90 s, when 1,200 of 5,000 jobs had ended") {
		t.Errorf("it says %q", got)
	}
	// A policy that has failed by itself is done, too.
	third.hear(wire.Answer{Say: wire.PolicyFailed, Policy: 2})
	if last, lost, _ := third.broke(); last.from != 3 || lost != -1 {
		t.Errorf("after a failure the next worker begins with policy %d; lost is %d", last.from, lost)
	}
}

// A policy that breaks its first worker only is not lost; a workload that breaks two is.
func TestWorkersThatBreak(t *testing.T) {
	r := relay{received: true, policies: 1}
	second, _, _ := r.broke()
	second.hear(wire.Answer{Say: wire.LayoutMade, Policy: 0})
	if third, lost, hope := second.broke(); lost != -1 || !hope || third.from != 1 {
		t.Errorf("lost is %d, and the third worker begins with policy %d", lost, third.from)
	}
	r = relay{}
	second, _, hope := r.broke()
	if !hope {
		t.Error("the workload is not tried again")
	}
	if _, _, hope = second.broke(); hope {
		t.Error("a workload that breaks two workers is tried again")
	}
}
