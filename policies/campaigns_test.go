package policies

import (
	"slices"
	"strings"
	"testing"
)

// held says against what the simulations of each kind of policy are held beside its promises, on which machines. Kinds that are not here
// have campaigns in their own packages.
var held = map[string]string{
	"fcfs":              "plain simulators on cluster and partitions, plain machines on multi-cluster and nodes, the plain policy elsewhere",
	"easy":              "plain simulators on cluster, hosts, partitions and farm, plain machines on multi-cluster and nodes, the plain policy elsewhere; on partitions with heads of their own properties only if others are not tried by arrival or the shortest first",
	"conservative":      "plain simulators on cluster, partitions and farm, plain machines on multi-cluster and nodes, the plain policy where beliefs are not requests; properties only on hosts",
	"selective":         "the plain policy on the cluster, plain machines on multi-cluster and nodes; elsewhere properties only",
	"relaxed":           "the plain policy",
	"slack":             "the plain policy",
	"multiple-queue":    "the plain policy on the cluster, plain machines on multi-cluster and nodes; elsewhere properties only",
	"fpfs":              "the plain policy, plain machines on multi-cluster and nodes",
	"flexible-backfill": "the plain simulator of the farm",
	"recorded":          "the log",
	"by-hand":           "schedules of other policies, made by hand",
}

// Every kind of policy has a campaign, here or in its package.
func TestEveryPolicyHasACampaign(t *testing.T) {
	elsewhere := strings.Fields("los delayed-los hybrid-los easy-d los-d priority-backfill priority convergent slurm script")
	for _, kind := range Catalog {
		if _, here := held[kind.Kind]; !here && !slices.Contains(elsewhere, kind.Kind) {
			t.Errorf("%s has no campaign", kind.Kind)
		}
	}
}
