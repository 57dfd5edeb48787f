package policies

import (
	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/engine/workload/catalog"
	"backfill/policies/priority"
	"backfill/policies/scripting"
)

// Catalogs are all kinds that a scenario can name. Expressions and scripts are taken unchecked, and
// fail a run: see package written.
func Catalogs() scenario.Catalogs { return CatalogsWith(Compilers{}) }

// Compilers are those of what people write; nil: it is taken as it is.
type Compilers struct {
	Expression priority.Compiler
	Script     scripting.Compiler
}

// CatalogsWith are Catalogs with compilers of expressions and scripts.
func CatalogsWith(compile Compilers) scenario.Catalogs {
	c := scenario.Catalogs{
		Machines:   scenario.Machines,
		Workloads:  catalog.Kinds,
		Transforms: catalog.Transforms,
		Policies:   Catalog,
	}
	if compile.Expression != nil || compile.Script != nil {
		c.Policies = catalogOf(compile)
		c.Written = compile.check
	}
	return c
}

// check says what is wrong with an expression or a script, and what it needs.
func (c Compilers) check(kind param.Kind, text string) (engine.Capability, error) {
	if kind == param.Script && c.Script != nil {
		program, err := c.Script(text)
		if err != nil {
			return 0, err
		}
		return program.Demands(), nil
	}
	if kind == param.Formula && c.Expression != nil {
		_, err := c.Expression(text)
		return 0, err
	}
	return 0, nil
}
