package expression

import (
	"backfill/engine/scenario"
	"backfill/policies"
)

// Catalogs are all kinds that a scenario can name, and expressions are checked and computed.
func Catalogs() scenario.Catalogs { return policies.CatalogsWith(Compile) }
