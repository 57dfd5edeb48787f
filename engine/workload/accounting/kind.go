package accounting

import (
	"fmt"
	"io"
	"strconv"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/workload"
)

// auto is the format of a log that is found out.
const auto = "auto"

// How long jobs are simulated that have not ended when the log ends.
const (
	asUsual  = "usual"
	asLimits = "limit"
)

// optionsOf are the options that the parameters of Kind say.
func optionsOf(v param.Values) Options {
	o := Options{Zone: v.Text("zone"), Columns: v.Text("columns"), Format: v.Text("format"), UntilLimit: v.Text("unended") == asLimits}
	if o.Format == auto {
		o.Format = ""
	}
	return o
}

// String tells options apart.
func (o Options) String() string {
	return fmt.Sprint(o.Format, " ", o.Zone, " ", o.Columns, " ", o.UntilLimit)
}

// reading tells apart what jobs are made with. Without limits it is that of the options.
func reading(o Options, limits workload.TimeLimits) string {
	if limits == nil {
		return o.String()
	}
	return fmt.Sprint(o, " ", map[int32]workload.TimeLimit(limits))
}

// Kind replays an accounting log.
var Kind = workload.Kind{
	Description: param.Description{
		Kind:   "accounting",
		Name:   "Accounting log",
		Doc:    "Replays what a batch system recorded of the jobs of a cluster: what sacct -P of Slurm prints, accounting records of PBS, LSF or Grid Engine, or a table, plain or gzipped. Names of people become numbers.",
		Source: "sacct's manual page; OpenPBS accounting.c; IBM Spectrum LSF, lsb.acct; accounting(5) of Grid Engine",
		Params: []param.Param{
			{Name: "file", Kind: param.File, Required: true, Doc: "Name of the log. Slurm's is what this command prints: " + SlurmCommand + "."},
			{Name: "format", Kind: param.Choice, Choices: append([]string{auto}, Formats()...), Default: auto, Fixed: true,
				Doc: "What wrote the log: found out by its first lines, or slurm, which reads tables of other programs, too, pbs (PBS Professional, OpenPBS, TORQUE), lsf or grid-engine."},
			{Name: "zone", Title: "Time zone", Kind: param.Text, Default: "UTC", Fixed: true,
				Doc: "Zone of the clocks of the cluster, such as Europe/Berlin: logs do not say. sacct prints times by them; hours and weeks are told apart by them."},
			{Name: "columns", Kind: param.Text, Default: "", Fixed: true,
				Doc: "For a table: the names of its columns, with commas between, if its first line does not have them, as sacct -n prints it; or, for names that are not known, which column is what: Submit=queued, Start=began."},
			{Name: "unended", Title: "Unended jobs", Kind: param.Choice, Choices: []string{asUsual, asLimits}, Default: asUsual,
				Doc: "How long jobs run that still run or wait when the log ends: usual, as long as is to be expected from their limits and from the jobs of the log that have ended; or limit, until their limits, which makes waits longer."},
		},
	},
	Make: func(v param.Values, in workload.Inputs) (*engine.Workload, *workload.Report, error) {
		name, zone := v.Text("file"), v.Text("zone")
		if _, err := newClock(zone); err != nil {
			return nil, nil, &param.Error{Path: "/zone", Value: strconv.Quote(zone), Reason: "a zone such as Europe/Berlin or UTC is accepted"}
		}
		o := optionsOf(v)
		return in.Read(name, reading(o, in.Limits), func(r io.Reader) (*engine.Workload, *workload.Report, error) {
			log, err := Read(r, name, o)
			if err != nil {
				return nil, nil, err
			}
			return log.Workload(name, zone, in.Limits)
		})
	},
}
