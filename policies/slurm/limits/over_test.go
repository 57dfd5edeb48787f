package limits

import (
	"testing"

	"backfill/engine"
)

// Every reason has a name that decisions can have, and every such name is that of a reason.
func TestNamesOfLimits(t *testing.T) {
	var list []string
	add := func(names []string) {
		for _, name := range names {
			if name != "" {
				list = append(list, name)
			}
		}
	}
	for _, of := range reasons {
		for _, names := range of {
			add(names[:])
		}
	}
	for _, names := range otherReasons {
		add(names[:])
	}
	for _, name := range list {
		if engine.LimitNamed(name).String() != name {
			t.Errorf("%s is not among engine.LimitNames", name)
		}
	}
	if n := len(list); n != len(engine.LimitNames)-1 {
		t.Errorf("%d reasons and %d names", n, len(engine.LimitNames)-1)
	}
}
