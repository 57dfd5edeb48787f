package result

import (
	"backfill/engine"
	"backfill/engine/experiment"
)

// Simulation names a simulation of which something is asked that is not kept: a policy in a
// cell of a scenario.
type Simulation struct {
	Scenario []byte
	Files    []FileRef // the logs that it names
	Written  bool      // it has expressions or scripts
	Cell     experiment.Cell
	Policy   int
	Workload *engine.Workload // of the cell
}
