package expression

import (
	"backfill/engine/scenario"
	"backfill/policies"
)

// Catalogs are all kinds that a scenario can name; expressions are checked and computed, scripts are not.
func Catalogs() scenario.Catalogs {
	return policies.CatalogsWith(policies.Compilers{Expression: Compile})
}
