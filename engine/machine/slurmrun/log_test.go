package slurmrun

import (
	"os"
	"path/filepath"
	"testing"

	"backfill/engine"
)

// Job 1 ends at 10:00:00.100 and is cleaned up at .108, after a pass in the same millisecond: that one did not have its nodes. Of job 2,
// which is stopped at its limit, the nodes are free 2 s later. Of job 3 the log does not say.
func TestCleaned(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"slurm.conf":      "SchedulerType=sched/backfill\nNodeName=n1 CPUs=4\nPartitionName=batch Nodes=n1 Default=YES\n",
		"submissions.csv": "jobid,name,user,account,partition,qos,nodes,cpus,array,nice,limit,command\n1,a,,,,,,1,,,1,-n1\n2,b,,,,,,1,,,1,-n1\n3,c,,,,,,1,,,1,-n1\n",
		"slurmctld.log": `[2026-11-26T10:00:00.100] _job_complete: JobId=1 done
[2026-11-26T10:00:00.108] debug:  sched: Running job scheduler for default depth.
[2026-11-26T10:00:00.108] TRACE_JOBS: cleanup_completing: JobId=1
[2026-11-26T10:00:01.000] Time limit exhausted for JobId=2
[2026-11-26T10:00:02.000] _job_complete: JobId=3 done
[2026-11-26T10:00:03.000] TRACE_JOBS: cleanup_completing: JobId=2
`} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want := []engine.Time{10*engine.Hour + 109, 10*engine.Hour + 3000, 0}
	for _, e := range ReadFolder(t, folder).Events {
		if (e.Kind == End || e.Kind == TimeLimit) && e.To != want[e.Row] {
			t.Errorf("%s of job %s: cleaned up at %d ms, want %d", e.Kind, e.Job, e.To, want[e.Row])
		}
	}
}
