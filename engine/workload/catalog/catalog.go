// Package catalog lists all sources of jobs and all transformations. It knows nothing else of
// them; code that needs a single one imports its own package.
package catalog

import (
	"backfill/engine/workload"
	"backfill/engine/workload/accounting"
	"backfill/engine/workload/joblist"
	"backfill/engine/workload/logs"
	"backfill/engine/workload/model/farmjobs"
	"backfill/engine/workload/model/lublin"
	"backfill/engine/workload/model/o2k"
	"backfill/engine/workload/model/poisson"
	"backfill/engine/workload/model/poweroftwo"
	"backfill/engine/workload/transform"
	"backfill/engine/workload/transform/estimates"
	"backfill/engine/workload/transform/forecast"
)

// Kinds is the table of the sources of jobs.
var Kinds = []workload.Kind{
	logs.SWF,
	logs.CWF,
	accounting.Kind,
	joblist.Kind,
	lublin.Kind,
	lublin.CWFKind,
	o2k.Kind,
	poisson.Kind,
	poweroftwo.Kind,
	farmjobs.Kind,
}

// Transforms is the table of the transformations.
var Transforms = []workload.Transform{
	transform.First,
	transform.Window,
	transform.Filter,
	transform.Load,
	estimates.Transform,
	transform.Elastic,
	transform.Split,
	transform.Bandwidth,
	transform.Demand,
	transform.ClosedLoop,
	transform.TooWide,
	transform.Change,
	forecast.Transform,
}
