package experiment

import "backfill/engine"

// maxRefused is how many refused commands of a run are listed; all are counted in its
// metrics.
const maxRefused = 1000

// RefusedCommand is an elastic control command that changed nothing.
type RefusedCommand struct {
	Job    int64   `json:"job"`    // its number in the log
	At     float64 `json:"at"`     // when it was issued, in seconds
	Type   string  `json:"type"`   // ET, RT, EP or RP
	Amount float64 `json:"amount"` // seconds, or processors for EP and RP
	Reason string  `json:"reason"`
}

// RefusedCommands lists the refused commands of a run, at most maxRefused.
func RefusedCommands(o *engine.Outcome) []RefusedCommand {
	var list []RefusedCommand
	for i, fate := range o.Fates {
		if fate == engine.NotIssued || fate == engine.Accepted {
			continue
		}
		if len(list) == maxRefused {
			break
		}
		c := &o.Workload.Commands[i]
		amount := float64(c.Amount)
		if c.Kind == engine.ExtendTime || c.Kind == engine.ReduceTime {
			amount = engine.Time(c.Amount).Seconds()
		}
		list = append(list, RefusedCommand{o.Workload.JobNumber(c.Job), c.At.Seconds(), c.Kind.String(), amount, fate.String()})
	}
	return list
}
