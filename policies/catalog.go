// Package policies holds the scheduling policies, one file each. To add one, write
// its file and add its line to Catalog: scenario checker, form, schema and help
// find it there.
package policies

import (
	"backfill/engine/param"
	"backfill/engine/scenario"
)

// Catalog lists every policy in the order in which it is offered.
var Catalog = catalogOf(noExpressions)

func catalogOf(compile Compiler) []scenario.PolicyKind {
	return []scenario.PolicyKind{
		fcfs,
		easy,
		conservative,
		los,
		delayedLOS,
		hybridLOS,
		easyD,
		losD,
		fpfs,
		priorityBackfill(compile),
		flexibleBackfill,
		convergentScheduler,
		recorded,
	}
}

func describe(kind, name, doc, source string, params ...param.Param) param.Description {
	return param.Description{Kind: kind, Name: name, Doc: doc, Source: source, Params: params}
}
