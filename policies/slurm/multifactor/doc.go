// Package multifactor computes the priorities of jobs as Slurm's plug-in priority/multifactor does: a weighted sum of
// factors between 0 and 1, of which fair-share is one.
//
// It is told of submissions, passes, starts and ends, and gives numbers. It must know no machine, no queue and no policy.
//
//	p, err := multifactor.New(config, tree)
//	p.Advance(now)            // the calculations that are due, before what happens at an instant
//	p.Submit(now, job, facts) // its priority is computed at once
//	p.Pass(now)               // a scheduler looks at the queue
//	p.Start(now, job, billing)
//	p.End(now, job)
//	p.Priority(job, 0)        // in the first of its partitions
//
// # What moves when
//
// A job gets a priority when it is submitted, by the factors of the last calculation. Every PriorityCalcPeriod, counted from the start of
// the daemon, usage is decayed, that of running jobs is added, the factors of fair-share are computed, and all waiting jobs get new
// priorities. Between calculations no priority moves: the age of jobs counts in steps. It counts since the job is eligible, but not before a
// pass of one of the schedulers has seen the job. Times are whole seconds, cut off, as in Slurm.
//
// # Sources
//
// "Multifactor Priority Plugin" (https://slurm.schedmd.com/priority_multifactor.html): section "Multifactor Job Priority Plugin" for the sum
// (Priorities.compute), "Age Factor", "Association Factor", "Job Size Factor", "Nice Factor", "Partition Factor", "Quality of Service (QOS)
// Factor", "TRES Factors" (factors.go) and "Fair-share Factor" (usage.go). "Classic Fairshare Algorithm"
// (https://slurm.schedmd.com/classic_fair_share.html): sections "Normalized Shares", "Normalized Usage", "Simplified Fair-Share Formula",
// "The Slurm Fair-Share Formula" and "FairShare=parent" (classic.go). "Fair Tree Fairshare Algorithm"
// (https://slurm.schedmd.com/fair_tree.html): sections "Algorithm", "Level Fairshare Calculation", "Ties" and "FairShare=parent"
// (fairtree.go). slurm.conf(5): all settings whose names begin with Priority, and FairShareDampeningFactor (config.go). What these leave
// open, above all the order inside one calculation, was observed on Slurm 22.05, with which the tests compare.
package multifactor
