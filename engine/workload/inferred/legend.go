package inferred

import (
	"backfill/engine/machine/slurmconf"
	"backfill/engine/workload/accounting"
)

// Legend is the legend of a log as the configuration of its cluster takes it, to give names the log's numbers; nil stands for no names.
func Legend(names *accounting.Legend) *slurmconf.Legend {
	if names == nil {
		return &slurmconf.Legend{}
	}
	return &slurmconf.Legend{Partitions: names[accounting.Partitions], Accounts: names[accounting.Accounts], Users: names[accounting.Users], QOS: names[accounting.QOSs],
		GPUTypes: names[accounting.GPUTypes], Licences: names[accounting.Licences], Hosts: names[accounting.Hosts]}
}
