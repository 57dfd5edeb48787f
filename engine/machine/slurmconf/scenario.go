package slurmconf

import "encoding/json"

const (
	// AsConfigured is the label of the policy that a configuration describes.
	AsConfigured = "Slurm as configured"
	// Changed is the label of that policy once it, or its machine, is another one.
	Changed = "Slurm as changed"
)

// Scenario is an experiment, in JSON: the jobs of an accounting log of the cluster, by clocks of a zone, on its machine under its scheduler, beside what happened.
func (c *Cluster) Scenario(log, zone string, names *Legend) ([]byte, error) {
	machine, _ := c.Machine(names)
	machine["kind"] = json.RawMessage(`"partitions"`)
	fields := map[string]any{"kind": "slurm", "label": AsConfigured}
	for name, value := range c.Policy(names) {
		fields[name] = value
	}
	rule, grace := c.Stops()
	return json.Marshal(map[string]any{
		"version": 1, "machine": machine, "kill": map[string]any{"rule": rule, "grace": grace},
		"workload": map[string]any{"kind": "accounting", "file": log, "zone": zone},
		"policies": []any{fields, map[string]string{"kind": "recorded", "label": "As recorded"}},
	})
}
