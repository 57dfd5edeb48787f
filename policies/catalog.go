// Package policies holds the scheduling policies, one file each, and the catalog of all.
// Families have packages of their own: los, priority and convergent. To add a policy, write
// its file and add its line to Catalog: scenario checker, form, schema and help find it
// there.
//
// It knows the engine and the families. It does not know how expressions and scripts are read.
package policies

import (
	"backfill/engine/scenario"
	"backfill/policies/convergent"
	"backfill/policies/los"
	"backfill/policies/priority"
	"backfill/policies/slurm"
)

// Catalog lists every policy in the order in which it is offered.
var Catalog = catalogOf(Compilers{})

func catalogOf(compile Compilers) []scenario.PolicyKind {
	return []scenario.PolicyKind{
		fcfs,
		easy,
		conservative,
		selective,
		relaxed,
		slackBased,
		multipleQueue,
		los.LOSKind,
		los.DelayedKind,
		los.HybridKind,
		los.EASYDKind,
		los.LOSDKind,
		fpfs,
		priority.BackfillKind(compile.Expression),
		priority.OrderedKind(compile.Expression),
		priority.FlexibleKind,
		convergent.Kind,
		slurm.Kind,
		scriptKind(compile.Script),
		recorded,
		byHand,
	}
}
