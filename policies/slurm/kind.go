package slurm

import (
	"slices"
	"strconv"

	"backfill/engine"
	"backfill/engine/machine/slurmconf"
	"backfill/engine/param"
	"backfill/engine/scenario"
)

// Kind describes the policy.
var Kind = scenario.PolicyKind{
	Description: param.Description{
		Kind: "slurm", Name: "Slurm",
		Doc: "As Slurm schedules: the main scheduler starts jobs in order until one does not fit, and every bf_interval seconds, 30 by default, the backfill scheduler starts others beside promises of whole nodes, which it makes anew each time.",
		Params: append([]param.Param{
			{Name: "version", Kind: param.Choice, Choices: slurmconf.Versions, Default: "23.11", Doc: "Of Slurm. From 24.11 on backfilling looks further ahead, from 25.11 on promises are made for earlier instants."},
			{Name: "parameters", Kind: param.Text, Default: "", Remark: unknownWords, Words: words(), Doc: "SchedulerParameters as in slurm.conf, such as bf_interval=60,bf_window=2880,default_queue_depth=200."},
			{Name: "backfill", Kind: param.Boolean, Default: true, Doc: "Whether SchedulerType is sched/backfill; otherwise it is sched/builtin."},
			{Name: "epilog", Kind: param.Boolean, Default: false, Doc: "Whether an Epilog runs on the nodes behind every job. Its end has jobs looked for at once; without one the next tick does, up to 4 s later."},
			{Name: "completing", Kind: param.Number, Unit: "s", Min: 0, Max: 86400, Default: 0.02, Doc: "How long the nodes of a job that has ended are COMPLETING, and take no other."},
			{Name: "killWait", Kind: param.Number, Unit: "s", Min: 0, Max: 86400, Default: 30.0, Doc: "KillWait: how long after its limit a job is expected to be gone."},
		}, slices.Concat(settingsParams, preemptParams, actionParams)...),
	},
	Needs: engine.NodesAsSlurm,
	Omits: omits,
	Draws: true,
	Check: func(v param.Values) error {
		if _, err := configOf(v); err != nil {
			return err
		}
		if err := checkOnce(v); err != nil {
			return err
		}
		if err := checkPreempts(v); err != nil {
			return err
		}
		priorities, err := prioritySettings(v)
		if err != nil {
			return err
		}
		if _, err = limitSettings(v, priorities); err != nil {
			return err
		}
		_, err = actionsOf(v)
		return err
	},
	New: func(v param.Values) engine.Policy {
		c, _ := configOf(v) // Check has seen it
		priorities, _ := prioritySettings(v)
		limited, _ := limitSettings(v, priorities)
		actions, _ := actionsOf(v)
		return &Slurm{Config: c, Priorities: priorities, Limits: limited, Actions: actions, Epilog: v.Bool("epilog"), Completing: engine.FromSeconds(v.Float("completing"))}
	},
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
