// Package limits knows what Slurm lets jobs have: the limits of qualities of service and of associations, which are users in accounts and
// the accounts above. It counts what runs, and says of a job which limit keeps it from starting. It must know no machine, no queue and no policy.
//
//	e, err := limits.New(config)
//	j := e.Job(account, user, qos, minutes)
//	e.Advance(now)                     // usage decays, before what happens at an instant
//	over, is := e.Refused(&j, partitionQOS, &asked)
//	e.Submit(number, &j, partitionQOS) // it is not refused
//	over, is = e.Before(&j, partitionQOS)
//	over, is = e.After(&j, partitionQOS, &allocation)
//	e.Start(now, number, &j, partitionQOS, &allocation)
//	e.End(now, number)
//	e.Leave(number)                    // it has ended, or is cancelled while it waits
//
// # Which limit counts
//
// A limit is looked for in the QOS of the partition, then in that of the job, which comes first with the flag OverPartQOS, then in the
// association of the user. The first that has it decides, one TRES by the other. An association without a limit for each of its jobs has
// that of the nearest account above that has one. Grp limits are those of all jobs together: that of a QOS stands for those of all
// associations; without one, those of the user and of every account above hold.
//
// # Sources
//
// "Resource Limits" (https://slurm.schedmd.com/resource_limits.html): sections "Hierarchy" and "Configuration"; "Quality of Service (QOS)"
// (https://slurm.schedmd.com/qos.html): section "QOS Limits"; sacctmgr(1): "GENERAL SPECIFICATIONS FOR ASSOCIATION BASED ENTITIES" and
// "SPECIFICATIONS FOR QOS"; slurm.conf(5): AccountingStorageEnforce; "Job Reason Codes" (https://slurm.schedmd.com/job_reason_codes.html).
// What these leave open, such as the order of the tests and that nodes which jobs share count once, is as in slurmctld/acct_policy.c.
package limits
