// Package agreement is how well a model of a scheduler agrees with what a log recorded of the real one: before each pass that started jobs,
// the state is as it was, and the pass is made by the model. It knows jobs and instants, no policy and no page.
package agreement

import "backfill/engine"

// Comparer is a policy that models a real scheduler and can be held against a log.
type Comparer interface {
	engine.Policy
	// Compare has the policy follow the log in the next simulation: jobs start when and where it says. What the policy would have done
	// instead, it tells a.
	Compare(a *Agreement)
	// DependsOnDraws says whether that depends on what the policy draws.
	DependsOnDraws() bool
}

// Agreement is how the decisions of a model agree with those in a log.
//
// The log tells whole seconds. Of two things in the same second nobody knows which was first: ends and submissions are taken to be before the
// pass. Passes that started nothing are not in the log, so that they are not compared.
type Agreement struct {
	Counts
	Later  []Later  // starts that the model does not make, in the order of the log
	Sooner []Sooner // jobs that the model would have started in an earlier pass, in the order of these
	NoRoom []int32  // jobs that have no room where the log has them run: they are left out
	Idle   []Idle   // nodes on which nothing ran although jobs would have been started there, by the first of these instants
	// WithoutPreemption says that jobs make room for others on the cluster, which is left out: the log does not tell which run was stopped for which job.
	WithoutPreemption bool
}

// Counts say in how many cases model and log agree.
type Counts struct {
	Passes     int // that started jobs: one for each second and scheduler
	SamePasses int // that start the same jobs
	Starts     int // in these passes
	SameStarts int // that the model makes in the same pass
	Placed     int // of SameStarts, those of which the log tells the nodes
	SameNodes  int // of Placed, those on the same nodes
	Tries      int // drawings of which this is the best one
}

// Later is a start that the model would not have made.
type Later struct {
	Job    int32
	At     engine.Time
	Reason engine.Reason // why the model has the job wait
}

// Sooner is a job that the model would have started before it really started.
type Sooner struct {
	Job    int32
	At     engine.Time // the first pass that would have started it
	Passes int         // how many would have, until it started
	Room   int         // after how many of them there was still room for it, so that no other job was in its way
	Until  engine.Time // when it really started; Never: the log ends before
}

// Idle is a node on which nothing ran for a while, though there were jobs for it.
type Idle struct {
	Node     string
	From, To engine.Time // the first and the last pass that would have started a job there
	Passes   int
	Jobs     int // different ones
}
