package scenario

import (
	"fmt"
	"strconv"

	"backfill/engine"
	"backfill/engine/param"
)

// MachineKind is an entry of the catalog of machines.
type MachineKind struct {
	param.Description
	// New makes an empty machine from checked values. An error is a *param.Error with
	// a path relative to the machine.
	New func(v param.Values) (engine.Machine, error)
}

// Machines lists every kind of machine.
var Machines = []MachineKind{cluster}

var cluster = MachineKind{
	Description: param.Description{Kind: "cluster", Name: "Cluster",
		Doc: "Identical processors in one pool: any free ones will do for any job.",
		Params: []param.Param{
			{Name: "processors", Kind: param.Integer, Unit: "processors", Min: 1, Max: engine.MaxProcessors, Required: true,
				Doc: "How many processors the machine has."},
			{Name: "unit", Kind: param.Integer, Unit: "processors", Min: 1, Max: engine.MaxProcessors, Default: int64(1),
				Doc: "The smallest number of processors that is given out: a job occupies its own rounded up to a multiple of it."},
		}},
	New: func(v param.Values) (engine.Machine, error) {
		processors, unit := v.Int("processors"), v.Int("unit")
		if processors%unit != 0 {
			return nil, &param.Error{Path: "/unit", Value: strconv.FormatInt(unit, 10),
				Reason: fmt.Sprintf("a divisor of the %d processors is accepted", processors)}
		}
		return engine.NewCluster(int32(processors), int32(unit)), nil
	},
}
