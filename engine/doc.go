// Package engine simulates parallel jobs on a machine under a scheduling policy.
// It knows no policy and no JavaScript.
//
// # How the parts meet
//
// Simulate takes a Workload (a table of jobs), a Machine (what fits, and where), a
// Policy (who starts) and Options, and returns an Outcome (columns of starts, ends
// and states). Time is an integer, jobs are rows named by an int32, and nothing is
// allocated per event.
//
// A policy sees a State: the queue in order of arrival, the dedicated jobs that are
// coming, the events since its last call, and the verbs Start, Reserve, Drop and
// WakeAt. It never sees the machine's
// inside. What it may ask is whether a job Fits now, whether it StartsNow without
// delaying a reservation, and what is the Earliest slot for it. The last two are
// answered by the machine's Forecast, from estimates. So backfilling is written
// once and runs on every machine that has a Forecast.
//
// # Adding a machine
//
// A machine implements Machine and, if policies may plan on it, Forecast. Nothing
// in a policy changes, because a place is an opaque Placement that travels from
// Fits, StartsNow or a Slot to Start:
//
//   - Hosts with memory: Placement is the host. Fits and the Forecast look at
//     processors and memory of each host, the Forecast keeps a profile per host. The
//     job's memory is a column of Workload. It also implements Divided: its hosts are
//     lanes, by which the Outcome says where each job ran and reasons what was short.
//   - Multi-cluster with components: the components are a column of Workload. A job has
//     a list of clusters, found by the placement rule when Fits, StartsNow or Earliest
//     answered last; Placement says whether it is that of a reservation. It implements
//     Scattered: jobs lie in several lanes.
//   - Nodes with shared bandwidth: jobs have processors with numbers. The machine owns
//     progress: it implements VariableRate, which lists the running jobs whose end moved;
//     Simulate pushes the new end and skips an ending that is no longer the job's own
//     when it comes up.
//   - Unequal machines with licences: Slot.Length differs from the estimate where a
//     machine is slower; Start takes the length from the machine.
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
// Preemption is a further verb of State and a further EventKind. A job that runs in
// several intervals gets further rows of (job, start, end) in Outcome beside the
// columns Start and End, which then hold the first start and the last end.
package engine
