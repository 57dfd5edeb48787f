// Package engine simulates parallel jobs on a machine under a scheduling policy.
// It knows no policy, no machine but the plain cluster, and no JavaScript.
//
// # How the parts meet
//
// Simulate takes a Workload (a table of jobs), a Machine (what fits, and where), a
// Policy (who starts) and Options, and returns an Outcome (columns of starts, ends
// and states). Time is an integer, jobs are rows named by an int32, and nothing is
// allocated per event.
//
// Simulate goes from instant to instant. At each, it takes the events in a fixed order:
// jobs end, arrive, are changed by commands, come due. Then it calls the policy. (So it is
// in Batch; in Sequential the policy is called after every event, see Order.) Jobs that
// start get their ends, which are among the next instants.
//
// A policy sees a State: the queue in order of arrival, the dedicated jobs that are
// coming, the events since its last call, and the verbs Start, Reserve, Drop and
// WakeAt. It need not know what machine that is. What it may ask is whether a job Fits now,
// whether it StartsNow without delaying a reservation, and what is the Earliest slot for
// it. The last two are answered by the machine's Forecast, from estimates. So backfilling
// is written once and runs on every machine that has a Forecast. Policies that are made for one
// kind of machine get at it by State.Machine.
//
// A Forecast knows when running jobs are expected to end, and which slots are held for
// jobs that wait. That of a Cluster keeps no more than it needs: the shadow time and the
// extra processors of one reservation, then a list of a few, then a profile of free
// processors over time. It promotes itself when a policy reserves more. State knows it by
// its type, beside the interface, and calls it directly, because EASY on a cluster spends
// half its time there.
//
// An Observer is told of calls of the policy: who was looked at and why, what was
// reserved. The recorder of decisions is one (Options.Record), snapshots are another
// (package snapshot). Without observers nothing is explained, and nothing is slower.
//
// # What lies below and beside
//
// Four packages know no jobs but by number: clock (what Time is), profile (free processors
// over time), eventlist (what happens next) and waiting (the queue). Machines other than the
// cluster are packages below engine/machine; engine does not know them, scenarios make them.
//
// # Adding a machine
//
// A machine is a package below engine/machine. It implements Machine and, if policies may
// plan on it, Forecast; Reservations keeps the slots, a profile what is free. Nothing
// in a policy changes, because a place is an opaque Placement that travels from
// Fits, StartsNow or a Slot to Start. What else a machine does, it says by a further
// interface, which Simulate looks for:
//
//   - Divided: it consists of lanes, and a job lies in one of them. Hosts with memory
//     are the model: Placement is the host, Fits and the Forecast look at processors and
//     memory of each, and the Outcome says where each job ran.
//   - Scattered: a job has pieces in several lanes. The components of a job on a
//     multi-cluster do; where it finds clusters depends on the rule, so that
//     Placement says only whether they are those of its reservation.
//   - Partitioned: a job runs in one of several partitions, which may overlap. Policies may ask
//     in which, to keep a queue with a head for each of them.
//   - VariableRate: the machine owns progress. On nodes with shared bandwidth jobs slow each
//     other down; the machine lists the running jobs whose end moved, Simulate
//     plans the new end and skips one that is void when it comes up.
//   - Preemptive: jobs can be interrupted, and how long they take depends on the place. On
//     a farm of unequal computers Slot.Length differs from the estimate, and the length of a
//     run comes from the machine.
//
// Smaller ones stand beside what they are about: Tiered, Refusing and Bounding (machine.go), Licensed
// (segments.go), Shared (variablerate.go), Stranding (stranded.go).
//
// What a machine cannot do for every policy (one pool, estimates) it leaves out of
// Offers, and the scenario checker refuses the pair.
//
// # Adding what happens to jobs
//
// Requested starts (dedicated.go) and elastic commands (elastic.go) happen to jobs
// under every policy; one that does not know them sees arrivals and changes. Jobs that
// answer a completion (test runs, closed loops: arrivals.go) are rows of the workload
// from the beginning, whose submission is known when the job that they follow has ended.
//
// Jobs are interrupted in two ways. On farms Preempt (segments.go) does it; a job that runs in several
// intervals has Segments in the Outcome. On other machines policies that are StopsJobs, such as that of
// Slurm, may Requeue, Suspend, Kill or Cancel jobs (stop.go); runs that were stopped are Runs in the
// Outcome. In both, the columns Start and End hold the first start and the last end.
package engine
