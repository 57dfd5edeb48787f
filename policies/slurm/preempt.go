package slurm

import (
	"cmp"
	"slices"

	"backfill/engine"
	"backfill/engine/machine/bitset"
	"backfill/policies/slurm/running"
	"backfill/policies/slurm/settings"
)

// qosOf is the QOS of job j, as far as preemption is concerned.
func (c *controller) qosOf(j int32) settings.QOSPreemption {
	if c.workload.QOS == nil {
		return settings.QOSPreemption{}
	}
	return c.Preemption.QOS[c.workload.QOS[j]]
}

// preempts says whether a job of one record may have one of another make room, whatever the other's mode. Jobs of one QOS do not preempt
// each other, even if its row says so.
//
// Source: plugins/preempt/qos/preempt_qos.c, preempt_p_preemptable.
func (c *controller) preempts(a, b *record) bool {
	switch c.Preemption.By {
	case settings.ByQOS:
		if c.workload.QOS == nil {
			return false
		}
		of := c.workload.QOS[b.job]
		return of != c.workload.QOS[a.job] && slices.Contains(c.qosOf(a.job).Preempts, of)
	case settings.ByPartition:
		return a.tier > b.tier
	}
	return false
}

// modeOf is what becomes of running job j when it makes room, and how long it runs on.
func (c *controller) modeOf(j int32) (mode settings.PreemptionMode, grace int64) {
	if c.Preemption.By == settings.ByQOS {
		q := c.qosOf(j)
		mode, grace = q.Mode, q.Grace
	} else {
		p := c.Preemption.Partitions[c.machine.Partitions[c.machine.RunsIn(j)].Number]
		mode, grace = p.Mode, p.Grace
	}
	if mode == settings.AsCluster {
		mode = c.Preemption.Mode
	}
	return mode, grace
}

// makesRoom says whether a running job makes room for that of a record.
func (c *controller) makesRoom(run *running.Run, r *record) bool {
	in := c.machine.RunsIn(run.Job)
	if !c.preempts(r, &record{job: run.Job, partition: in, tier: c.machine.Partitions[in].Tier}) {
		return false
	}
	mode, _ := c.modeOf(run.Job)
	exempt := c.Preemption.Exempt
	if own := c.qosOf(run.Job).Exempt; own > 0 {
		exempt = own
	}
	return mode != settings.Protected && c.now >= run.Began+exempt
}

// candidates are the jobs that make room for that of a record, in the order in which they do: by the priority of their QOS or the tier of
// their partition, then those on few nodes first; or else the youngest.
func (c *controller) candidates(r *record) (list []running.Run) {
	if c.Preemption.By == settings.NoPreemption {
		return nil
	}
	for i := range c.running.List {
		if run := &c.running.List[i]; c.makesRoom(run, r) {
			list = append(list, *run)
		}
	}
	slices.SortFunc(list, func(a, b running.Run) int { return cmp.Compare(a.Place, b.Place) })
	rank := func(run *running.Run) int64 {
		if c.Preemption.By == settings.ByQOS {
			return c.qosOf(run.Job).Priority
		}
		return int64(c.machine.Partitions[c.machine.RunsIn(run.Job)].Tier)
	}
	slices.SortStableFunc(list, func(a, b running.Run) int {
		if c.Preemption.YoungestFirst {
			return cmp.Compare(b.Began, a.Began)
		}
		return cmp.Or(cmp.Compare(rank(&a), rank(&b)), cmp.Compare(a.Nodes.Count(), b.Nodes.Count()))
	})
	return list
}

// made is what makeRoom has made: no room, or some, now or later.
type made int

const (
	noRoom    made = iota
	roomLater      // in a later pass, when those that stop are gone
	roomNow        // those that stopped are suspended: the last trial has found room
)

// makeRoom has jobs stop so that the one of a record finds room on nodes that are open, and says when that is. One candidate after the other is
// taken away until there is room. Then once more with those in front that have most of the nodes found. Those stop that are on the nodes found
// then.
//
// Source: plugins/select/cons_tres/job_test.c, _run_now; slurmctld/node_scheduler.c, _preempt_jobs.
func (c *controller) makeRoom(r *record, open bitset.Set) made {
	list := c.candidates(r)
	for round := 0; ; round++ {
		c.trial.Begin(r.job, r.partition, open)
		last := slices.IndexFunc(list, func(run running.Run) bool {
			c.trial.Release(run.Job)
			return c.trial.Fits()
		})
		if last < 0 {
			return noRoom
		}
		c.choose()
		list = list[:last+1]
		if round == c.Preemption.ReorderCount || last == 0 {
			break
		}
		decisive := list[last]
		copy(list[1:], list[:last])
		list[0] = decisive
		if !c.Preemption.StrictOrder {
			slices.SortStableFunc(list[1:], func(a, b running.Run) int {
				return cmp.Compare(b.Nodes.CountCommon(c.sets.chosen), a.Nodes.CountCommon(c.sets.chosen))
			})
		}
	}
	done := roomNow
	for i := range list {
		run := &list[i]
		if !run.Nodes.Intersects(c.sets.chosen) {
			continue
		}
		if mode, grace := c.modeOf(run.Job); mode != settings.BySuspend || grace > 0 {
			done = roomLater
		}
		c.preempt(run.Job, r.job)
	}
	return done
}

// stopping is a running job that has been told to stop, at the latest at an instant: for another job or, without one, as its reservation is
// over.
type stopping struct {
	job, by int32
	at      engine.Time
}

// preempt has running job j stop for another one: now, or at the next sweep behind its grace time, by which it is expected to end.
func (c *controller) preempt(j, by int32) {
	c.preempted++
	mode, grace := c.modeOf(j)
	if grace == 0 {
		c.stop(j, by, mode)
		return
	}
	if slices.ContainsFunc(c.leaving, func(s stopping) bool { return s.job == j }) {
		return
	}
	c.tellToStop(stopping{j, by, c.nextSweep(c.clock + engine.Time(grace)*engine.Second)})
	c.running.EndsBy(j, min(c.running.Of(j).End, c.now+grace))
}

// tellToStop notes that a running job is to stop.
func (c *controller) tellToStop(s stopping) {
	at, _ := slices.BinarySearchFunc(c.leaving, s.at, func(other stopping, at engine.Time) int {
		if other.at <= at {
			return -1
		}
		return 1
	})
	c.leaving = slices.Insert(c.leaving, at, s)
}

// nextSweep is the first instant from t on at which jobs are looked for that are to be stopped.
func (c *controller) nextSweep(t engine.Time) engine.Time {
	return (t-c.sweep+engine.SweepPeriod-1)/engine.SweepPeriod*engine.SweepPeriod + c.sweep
}

// overdue stops those whose time is over.
func (c *controller) overdue() {
	for len(c.leaving) > 0 && c.leaving[0].at <= c.clock {
		s := c.leaving[0]
		c.leaving = c.leaving[1:]
		mode := settings.Protected
		if s.by != engine.NoJob {
			mode, _ = c.modeOf(s.job)
		}
		c.stop(s.job, s.by, mode)
	}
}
