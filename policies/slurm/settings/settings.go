// Package settings reads how a Slurm is set from the parameters of the policy, and checks it: the words of SchedulerParameters, preemption,
// priorities, limits, licences, and what people do while the cluster runs.
//
// It knows the words of slurm.conf and sacctmgr, and no simulation.
//
// Source: slurm.conf(5) and sacctmgr(1) of Slurm 22.05, and of later versions where the code says so.
package settings

import (
	"fmt"
	"slices"
	"strconv"

	"backfill/engine"
	"backfill/engine/machine/slurmconf"
	"backfill/engine/param"
)

// Settings are how the Slurm of a cluster is set, and what people do while it runs.
type Settings struct {
	Config
	Priorities *Priorities // nil: in the order of submission
	Limits     *Limits     // nil: none
	Epilog     bool        // a program is run behind every job: its end then asks for a pass at once
	Completing engine.Time // how long the nodes of a job that has ended take no other
	Actions    []Action
}

// Params are the parameters of the policy, from which settings are read.
var Params = append([]param.Param{
	{Name: "version", Kind: param.Choice, Choices: slurmconf.Versions, Default: "23.11", Doc: "Of Slurm. From 24.11 on backfilling looks further ahead, from 25.11 on promises are made for earlier instants."},
	{Name: "parameters", Kind: param.Text, Default: "", Remark: unknownWords, Words: words(), Doc: "SchedulerParameters as in slurm.conf, such as bf_interval=60,bf_window=2880,default_queue_depth=200."},
	{Name: "backfill", Kind: param.Boolean, Default: true, Doc: "Whether SchedulerType is sched/backfill; otherwise it is sched/builtin."},
	{Name: "epilog", Kind: param.Boolean, Default: false, Doc: "Whether an Epilog runs on the nodes after every job. At its end the scheduler looks for jobs at once; without an Epilog it does so at its next tick, up to 4 s later."},
	{Name: "completing", Kind: param.Number, Unit: "s", Min: 0, Max: 86400, Default: 0.02, Doc: "How long the nodes of a job that has ended are COMPLETING, and take no other."},
	{Name: "killWait", Kind: param.Number, Unit: "s", Min: 0, Max: 86400, Default: 30.0, Doc: "KillWait: how long after its limit a job is expected to be gone."},
}, slices.Concat(priorityParams, preemptParams, actionParams)...)

// Of are the settings that values of Params give. Errors name the parameter or the row of a table.
func Of(v param.Values) (s Settings, err error) {
	if s.Config, err = configOf(v); err != nil {
		return s, err
	}
	if err = checkOnce(v); err != nil {
		return s, err
	}
	if err = checkPreempts(v); err != nil {
		return s, err
	}
	if s.Priorities, err = prioritySettings(v); err != nil {
		return s, err
	}
	if s.Limits, err = limitSettings(v, s.Priorities); err != nil {
		return s, err
	}
	s.Epilog, s.Completing = v.Bool("epilog"), engine.FromSeconds(v.Float("completing"))
	s.Actions, err = actionsOf(v)
	return s, err
}

// configOf are the settings that the parameters give.
func configOf(v param.Values) (Config, error) {
	c := Defaults()
	since := func(version string) bool { return v.Text("version") >= version }
	c.LaterSlots, c.MatteringEnds = since("24.11"), since("25.11")
	c.Backfill = v.Bool("backfill")
	c.KillWait = int64(v.Float("killWait"))
	c.RequeueDelay, c.CompleteWait = int64(v.Float("requeueDelay")), int64(v.Float("completeWait"))
	c.Licences, c.Preemption = licenceCopies(v), preemptionOf(v)
	if err := c.Set(v.Text("parameters")); err != nil {
		return c, &param.Error{Path: "/parameters", Value: strconv.Quote(v.Text("parameters")), Reason: err.Error()}
	}
	return c, nil
}

// mostRows of a table of settings.
const mostRows = 10_000

// rows are those of a table that may be left out.
func rows(v param.Values, table string) []param.Values {
	list, _ := v[table].([]param.Values)
	return list
}

// checkOnce finds rows about what a row before is about, too.
func checkOnce(v param.Values) error {
	for _, t := range []struct{ table, column, reason string }{
		{"associations", "account", "a row before is about the same account and user; one is accepted"},
		{"qos", "number", "a row before is about the same QOS; one is accepted"},
		{"partitions", "number", "a row before is about the same partition; one is accepted"},
		{"licences", "number", "a row before is about the same licence; one is accepted"},
	} {
		known := map[string]bool{}
		for i, row := range rows(v, t.table) {
			key := fmt.Sprint(row[t.column], " ", row["user"])
			if known[key] {
				return &param.Error{Path: fmt.Sprintf("/%s/%d/%s", t.table, i, t.column), Value: fmt.Sprint(row[t.column]), Reason: t.reason}
			}
			known[key] = true
		}
	}
	return nil
}
