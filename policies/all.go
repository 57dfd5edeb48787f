package policies

import (
	"backfill/engine/scenario"
	"backfill/engine/workload"
)

// Catalogs are all kinds that a scenario can name.
func Catalogs() scenario.Catalogs {
	return scenario.Catalogs{
		Machines:   scenario.Machines,
		Workloads:  workload.Kinds,
		Transforms: workload.Transforms,
		Policies:   Catalog,
	}
}
