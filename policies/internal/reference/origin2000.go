package reference

import (
	"fmt"
	"testing"

	"backfill/engine"
	"backfill/engine/machine/hosts"
	"backfill/engine/scenario"
)

// Origin2000 is the machine of the months of workload o2k.
func Origin2000() *hosts.Machine {
	list := []hosts.Host{{Processors: 64, Memory: 30 << 10}}
	for i := range 7 {
		memory := int32(62 << 10)
		if i < 4 {
			memory = 30 << 10
		}
		list = append(list, hosts.Host{Processors: 128, Memory: memory})
	}
	return hosts.New(list, hosts.FirstFit)
}

// MonthsOfOrigin2000 draws months of workload o2k; exact says that requests are the run times.
func MonthsOfOrigin2000(t testing.TB, catalogs scenario.Catalogs, months string, exact bool) *engine.Workload {
	t.Helper()
	transform := ""
	if exact {
		transform = `, "transform": [{"kind": "estimates", "model": "exact"}]`
	}
	return Draw(t, catalogs, fmt.Sprintf(`{"version": 1, "machine": {"kind": "cluster", "processors": 960},
		"workload": {"kind": "o2k", "months": %q%s}, "policies": [{"kind": "fcfs"}], "seed": 1}`, months, transform))
}

// Eviction is how the Origin 2000 ended jobs.
var Eviction = engine.Options{Kill: engine.KillAfterGrace, Grace: engine.Hour}
