package accounting

import (
	"io"
	"strconv"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/workload"
)

// Kind replays an accounting log.
var Kind = workload.Kind{
	Description: param.Description{
		Kind:   "accounting",
		Name:   "Accounting log",
		Doc:    "Replays what a batch system recorded of the jobs of a cluster: what sacct -P of Slurm prints, plain or gzipped. Names of people become numbers.",
		Source: "sacct's manual page; Slurm 22.05",
		Params: []param.Param{
			{Name: "file", Kind: param.File, Required: true, Doc: "Name of the log, as this command prints it: " + SlurmCommand + "."},
			{Name: "zone", Title: "Time zone", Kind: param.Text, Default: "UTC", Fixed: true,
				Doc: "Zone of the clocks by which the log has its times, such as Europe/Berlin: sacct does not say."},
			{Name: "columns", Kind: param.Text, Default: "", Fixed: true,
				Doc: "Names of the columns, with commas between, for a log whose first line does not have them, as sacct -n prints it."},
		},
	},
	Make: func(v param.Values, in workload.Inputs) (*engine.Workload, *workload.Report, error) {
		name, zone := v.Text("file"), v.Text("zone")
		if _, err := newClock(zone); err != nil {
			return nil, nil, &param.Error{Path: "/zone", Value: strconv.Quote(zone), Reason: "a zone such as Europe/Berlin or UTC is accepted"}
		}
		o := Options{Zone: zone, Columns: v.Text("columns")}
		return in.Read(name, zone+" "+o.Columns, func(r io.Reader) (*engine.Workload, *workload.Report, error) {
			log, err := Read(r, name, o)
			if err != nil {
				return nil, nil, err
			}
			return log.Workload(name, zone)
		})
	},
}
