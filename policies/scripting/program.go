package scripting

import "backfill/engine"

// Program is a script that has been checked.
type Program interface {
	// New is the policy, for one simulation.
	New() engine.Policy
	// Demands is what it needs of machine and workload.
	Demands() engine.Capability
}

// Compiler makes a Program of a script. An error names line and column: "line 3, column 5: …".
type Compiler func(source string) (Program, error)
