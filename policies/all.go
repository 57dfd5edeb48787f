package policies

import (
	"backfill/engine/scenario"
	"backfill/engine/workload/catalog"
	"backfill/policies/priority"
)

// Catalogs are all kinds that a scenario can name. Expressions are taken unchecked, and
// fail a run: see package expression.
func Catalogs() scenario.Catalogs { return CatalogsWith(nil) }

// CatalogsWith are Catalogs with a compiler of expressions.
func CatalogsWith(compile priority.Compiler) scenario.Catalogs {
	c := scenario.Catalogs{
		Machines:   scenario.Machines,
		Workloads:  catalog.Kinds,
		Transforms: catalog.Transforms,
		Policies:   Catalog,
	}
	if compile != nil {
		c.Policies = catalogOf(compile)
		c.Expression = func(text string) error {
			_, err := compile(text)
			return err
		}
	}
	return c
}
