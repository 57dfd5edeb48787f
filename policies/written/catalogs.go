// Package written has the catalogs of programs that compute what people write: expressions and scripts. The page's own program does not
// import it, since the languages are larger than all the rest.
package written

import (
	"backfill/engine/scenario"
	"backfill/policies"
	"backfill/policies/expression"
	"backfill/policies/script"
)

// Catalogs are all kinds that a scenario can name; expressions and scripts are checked and run.
func Catalogs() scenario.Catalogs {
	return policies.CatalogsWith(policies.Compilers{Expression: expression.Compile, Script: script.Compile})
}
