package explain

import (
	"slices"

	"backfill/engine"
	"backfill/ui/phrase"
)

// isOfPasses says whether a rule is one of Slurm, which looks at the queue in passes.
func isOfPasses(r engine.Rule) bool {
	switch r {
	case engine.StartedByMain, engine.StartedByBackfill, engine.LacksResources, engine.BehindPriority, engine.BehindDepth, engine.BeforePass, engine.WhileCompleting, engine.OverLimit,
		engine.LacksLicences, engine.IsHeld, engine.IsSuspended, engine.BeforeBegin, engine.AwaitsReservation, engine.ReservedForOthers, engine.NodesDown, engine.OverTasks, engine.PartitionDown, engine.Preempts:
		return true
	}
	return false
}

// alikePasses says whether two entries with the same such rule are told as one: promises may come, or be for other nodes, but not go.
func (n Narrator) alikePasses(a, b engine.Decision) bool {
	switch {
	case a.Partition != b.Partition || a.Limit != b.Limit || a.Plan != b.Plan && a.Plan != engine.NotPlanned:
		return false
	case a.Rule == engine.BeforePass:
		return a.Plan == b.Plan
	case a.Rule == engine.LacksResources:
		return n.enough(a) == n.enough(b) && a.Room.Short.Of == b.Room.Short.Of && (a.Blocker == engine.NoJob) == (b.Blocker == engine.NoJob)
	}
	return true
}

// startedInPass tells of a start in a pass.
func (s span) startedInPass(started Sentence) Sentence {
	first := s.first()
	if first.Rule == engine.StartedByMain {
		return Say("Started at ", started, " by the main scheduler, whose pass ", s.tense("came", "comes"), " to it and ", s.tense("found", "finds"), " room.")
	}
	if first.Others == 0 {
		return Say("Started at ", started, " by the backfill scheduler, which ", s.tense("had", "has"), " promised nothing to others before it in this pass.")
	}
	return Say("Started at ", started, " by the backfill scheduler, beside the nodes that it ", s.tense("had", "has"), " promised to ", phrase.Plural(int64(first.Others), "job"), " before it in this pass.")
}

// waitedForPasses tells of a wait, with the word of squeue, if there is one: what the main scheduler said, then what the backfill scheduler did.
func (s span) waitedForPasses(when Sentence) Sentence {
	first, last := s.first(), s.last()
	switch first.Rule {
	case engine.LacksResources:
		return Say(when, " (Resources): ", s.lackInPass(), ". It ", s.tense("closed", "closes"), " ", s.partition(first), " to those behind it", s.tense(" in the passes", " in the last pass"), " of the main scheduler.", s.plan())
	case engine.BehindPriority:
		before := Say(s.blocker(first), " before it")
		if first.Blocker != last.Blocker {
			before = Say(before, " (at last ", s.blocker(last), ")")
		}
		return Say(when, " (Priority): ", before, s.tense(" had", " has"), " closed ", s.partition(first), s.tense(" in the passes", " in the last pass"), " of the main scheduler.", s.plan())
	case engine.BehindDepth:
		return Say(when, ": the passes of the main scheduler ", s.tense("ended", "end"), " before they ", s.tense("came", "come"), " to it (default_queue_depth).", s.plan())
	case engine.WhileCompleting:
		return Say(when, " (Resources): it would have room, but on nodes that ", s.tense("were", "are"), " COMPLETING: a job has ended there and is being cleaned up.", s.plan())
	case engine.OverLimit:
		if last.LimitAsked == 0 { // used up, whoever asks
			return Say(when, " (", first.Limit, "): of at most ", phrase.Grouped(int64(last.LimitBound)), ", ", phrase.Grouped(int64(last.LimitUsed)), s.tense(" had", " have"), " been used. Others pass it.", s.plan())
		}
		return Say(when, " (", first.Limit, "): of at most ", phrase.Grouped(int64(last.LimitBound)), ", ", phrase.Grouped(int64(last.LimitUsed)), s.tense(" were", " are"), " in use and it ", s.tense("asked", "asks"), " for ",
			phrase.Grouped(int64(last.LimitAsked)), ". Others pass it.", s.plan())
	case engine.LacksLicences:
		return Say(when, " (Licenses): too few copies of a licence that it asks for ", s.tense("were", "are"), " left.", s.plan())
	case engine.IsHeld:
		return Say(when, " (JobHeldAdmin): somebody ", s.tense("held", "holds"), " it.")
	case engine.IsSuspended:
		return Say(when, ", suspended: it ", s.tense("went", "goes"), " on where it ran when there ", s.tense("was", "is"), " room again and, if it was suspended by hand, somebody ", s.tense("had", "has"), " resumed it.")
	case engine.BeforeBegin:
		return Say(when, " (BeginTime): it may start at ", s.change(first.Shadow, last.Shadow), " at the earliest.")
	case engine.ReservedForOthers:
		return Say(when, " (ReqNodeNotAvail): it would have room on nodes of an advance reservation, but would still run when that ", s.tense("began", "begins"), ".", s.plan())
	case engine.NodesDown:
		return Say(when, " (ReqNodeNotAvail): it would have room on nodes on which nobody ", s.tense("started", "starts"), ": they ", s.tense("were", "are"), " drained or down.", s.plan())
	case engine.AwaitsReservation:
		return Say(when, " (Reservation): the reservation in which it is to run ", s.tense("had", "has"), " not begun, or ", s.tense("was", "is"), " over.")
	case engine.OverTasks:
		return Say(when, " (JobArrayTaskLimit): as many tasks of its array ", s.tense("ran", "run"), " as may.")
	case engine.PartitionDown:
		return Say(when, " (PartitionDown): ", s.partition(first), s.tense(" started", " starts"), " nobody.")
	case engine.Preempts:
		return Say(when, " (Resources): there ", s.tense("was", "is"), " room for it only where jobs ", s.tense("ran", "run"), " that ", s.tense("had", "have"), " been told to stop for it.", s.plan())
	}
	if first.Plan != engine.NotPlanned {
		return Say(when, ": the main scheduler ", s.tense("had", "has"), " not come to it yet.", s.plan())
	}
	return Say(when, " for the next pass", s.nextPass(), ": nobody looks at the queue between two passes.")
}

// nextPass is when the next pass is, if that is to come.
func (s span) nextPass() Sentence {
	d := s.last()
	if !s.Present {
		return nil
	}
	return Say(", at ", s.instant(d.Shadow), " (in ", phrase.Span(d.Shadow-d.At), ")")
}

// lackInPass is what the first job of a partition lacks that finds no room.
func (s span) lackInPass() Sentence {
	first := s.first()
	switch {
	case !s.enough(first):
		return s.lack()
	case first.Blocker == engine.NoJob:
		return Say(s.partition(first), s.tense(" had", " has"), " no room for it when its turn ", s.tense("came", "comes"))
	}
	return Say("it would have room, but ", s.blocker(first), " before it ", s.tense("had", "has"), " closed a partition that shares nodes with ", s.partition(first))
}

// partition names the partition of a decision.
func (n Narrator) partition(d engine.Decision) string {
	if int(d.Partition) >= len(n.Outcome.Partitions) {
		return "its partition"
	}
	p := &n.Outcome.Partitions[d.Partition]
	if n.Partition != nil {
		if name := n.Partition(p.Number); name != "" {
			return "partition " + name
		}
	}
	return "partition " + p.Name
}

// plan is what the backfill scheduler said of a job that waits.
func (s span) plan() Sentence {
	last := s.last()
	const who = " The backfill scheduler"
	switch last.Plan {
	case engine.Promised:
		first := s.entries[slices.IndexFunc(s.entries, func(d engine.Decision) bool { return d.Plan == engine.Promised })]
		if first.Shadow == last.Shadow && first.Lane == last.Lane && first.LastLane == last.LastLane && first.Nodes == last.Nodes {
			return Say(who, s.tense(" promised", " has promised"), " it ", s.promised(last), ", anew in each of its passes.")
		}
		to := s.promised(last)
		if first.Lane == last.Lane && first.LastLane == last.LastLane && first.Nodes == last.Nodes {
			to = Say("from ", s.instant(last.Shadow))
		}
		return Say(who, s.tense(" promised", " has promised"), " it ", s.promised(first), " first, ", to, " at last, anew in each of its passes.")
	case engine.BeyondWindow:
		return Say(who, s.tense(" promised", " promises"), " it nothing: it would begin later than bf_window allows.")
	case engine.NowhereInSlots:
		return Say(who, s.tense(" found", " finds"), " no nodes to promise it.")
	case engine.KeptByLimit:
		return Say(who, s.tense(" promised", " promises"), " it nothing, as it ", s.tense("was", "is"), " over a limit (", last.Limit, ").")
	case engine.WithoutLicences:
		return Say(who, s.tense(" promised", " promises"), " it nothing: too few copies of a licence ", s.tense("were", "are"), " left.")
	case engine.NotTested:
		return Say(who, s.tense(" left", " leaves"), " it out: it tests so many jobs at most (bf_max_job_test, bf_max_job_user and the like).")
	}
	return nil
}

// promised is what a job was promised: "the whole of n03 to n06 from 14:10".
func (s span) promised(d engine.Decision) Sentence {
	nodes := Say(LaneName(s.Outcome, d.Lane))
	switch {
	case d.Nodes == d.LastLane-d.Lane+1 && d.Nodes > 1:
		nodes = Say(nodes, " to ", LaneName(s.Outcome, d.LastLane))
	case d.Nodes > 1:
		nodes = Say(phrase.Plural(int64(d.Nodes), "node"), " between ", nodes, " and ", LaneName(s.Outcome, d.LastLane))
	}
	return Say("the whole of ", nodes, " from ", s.instant(d.Shadow))
}

// InPasses says whether a policy looks at the queue in passes, and makes its promises anew in each: of whole lanes.
func InPasses(kind string) bool { return kind == "slurm" }
