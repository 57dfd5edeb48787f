package explain

import (
	"backfill/engine"
)

// ByPriority says whether a policy takes the waiting jobs in the order of a priority.
func ByPriority(kind string) bool { return kind == "priority-backfill" }

// Valued is a policy by priority; the value of an expression is not known here.
type Valued interface {
	Value(wait, request engine.Time) (float64, bool)
}
