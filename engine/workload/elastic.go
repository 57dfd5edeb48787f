package workload

import (
	"math"

	"backfill/engine/param"
)

// ElasticSource is the source of all that has elastic commands.
const ElasticSource = "Kumar, Shae, Jamjoom, Scheduling batch and heterogeneous jobs with runtime elasticity in a parallel processing environment, IPDPSW 2012"

// MaxCommands is the parameter of all that has elastic commands.
var MaxCommands = param.Param{Name: "maxCommands", Kind: param.Integer, Unit: "commands", Min: 0, Max: math.MaxInt32, Default: int64(1),
	Doc: "How many elastic commands of one job are accepted, those after them being refused; 0 for any number."}
