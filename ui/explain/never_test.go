package explain

import (
	"testing"

	"backfill/engine"
)

func TestNever(t *testing.T) {
	over := func(name string, used, asked, bound int32) engine.Reason {
		return engine.Reason{Rule: engine.OverLimit, Limit: engine.LimitNamed(name), LimitUsed: used, LimitAsked: asked, LimitBound: bound}
	}
	kept := over("QOSMaxCpuPerUserLimit", 0, 12, 8)
	kept.Rule, kept.Plan = engine.BehindPriority, engine.KeptByLimit
	for want, last := range map[string]engine.Reason{
		"It waits for ever: it asks for 12 processors, and its QOS allows at most 8 processors (QOSMaxCpuPerUserLimit).":                     kept,
		"It waits for ever: it asks for 1 GPU, and its QOS asks for at least 2 GPUs (QOSMinGRES).":                                           over("QOSMinGRES", 0, 1, 2),
		"It waits for ever: it asks for 9,000 MB, and its account or user allows at most 8,000 MB (AssocMaxMemPerJob).":                      over("AssocMaxMemPerJob", 0, 9000, 8000),
		"It waits for ever: of at most 100 processor minutes that its account or user allows, 100 have been used (AssocGrpCPUMinutesLimit).": over("AssocGrpCPUMinutesLimit", 100, 0, 100),
		"It waits for ever: of at most 10 jobs that its QOS allows, 10 are used and it asks for 1 (MaxJobsPerAccount).":                      over("MaxJobsPerAccount", 10, 1, 10),
		"It waits for ever: the nodes that have room for it are drained or down, and stay so in the simulation.":                             {Rule: engine.NodesDown},
		"It waits for ever: at last the scheduler says of it “Priority”.":                                                                    {Rule: engine.BehindPriority},
		"It waits for ever, and the scheduler does not say why.":                                                                             {},
	} {
		if got := Never("", false, "", last); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
