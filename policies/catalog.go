// Package policies holds the scheduling policies, one file each. To add one, write
// its file and add its line to Catalog: scenario checker, form, schema and help
// find it there.
package policies

import "backfill/engine/scenario"

// Catalog lists every policy in the order in which it is offered.
var Catalog = catalog(noExpressions)

func catalog(compile Compiler) []scenario.PolicyKind {
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
