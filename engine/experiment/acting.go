package experiment

import (
	"encoding/json"
	"fmt"
	"strings"

	"backfill/engine/scenario"
)

// Acting says which policies of a plan know what people do while the cluster runs, and which do not; "" if none knows anything, or all
// do. As recorded, everything was done.
func Acting(p *scenario.Plan) string {
	var knowing, others []string
	for i, q := range p.Policies {
		var actions []json.RawMessage
		if raw := p.Scenario.Policies[i].Fields["actions"]; raw != nil && q.Kind.Kind == "slurm" {
			json.Unmarshal(raw, &actions) // it was compiled
		}
		switch {
		case len(actions) > 0:
			knowing = append(knowing, q.Label)
		case q.Kind.Kind != scenario.Recorded:
			others = append(others, q.Label)
		}
	}
	if len(knowing) == 0 || len(others) == 0 {
		return ""
	}
	verb := "schedule"
	if len(others) == 1 {
		verb = "schedules"
	}
	return fmt.Sprintf("what people do while the cluster runs (actions) is known to %s alone: %s %s as if nobody did anything", strings.Join(knowing, ", "), strings.Join(others, ", "), verb)
}
