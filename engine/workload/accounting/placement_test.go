package accounting

import (
	"fmt"
	"testing"

	"backfill/engine"
	"backfill/engine/workload"
)

// partitionRows are jobs that wait, in one partition or in several, and one that started in one of them. The last one says twice the same.
const partitionRows = "JobID|Partition|Submit|Start|End|State|AllocCPUS|NNodes|AllocTRES|NodeList|Timelimit\n" +
	"1|long|0|0|60|COMPLETED|4|2|cpu=4,mem=8M,gres/gpu:a100=2|n[1-2]|10\n" +
	"2|short,long|0|Unknown|Unknown|PENDING|4|2||None assigned|10\n" +
	"3|short,wide,long|0|Unknown|Unknown|PENDING|4|2||None assigned|10\n" +
	"4|short,long|0|30|90|COMPLETED|1|1|cpu=1|n2|10\n" +
	"5|wide,wide,|0|Unknown|Unknown|PENDING|4|2|||10\n"

// The partitions are long 1, short 2 and wide 3, as they occur: a job that names several may run in all of them.
func TestListsOfPartitions(t *testing.T) {
	log := read(t, partitionRows, Options{})
	w, _, err := log.Workload("log", "UTC", nil)
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for j := range w.Jobs {
		got += fmt.Sprint(w.Number[j], w.Partition[j], w.DemandOf(int32(j)).Partitions, " ")
	}
	if want := "1 1 [] 2 2 [2 1] 3 2 [2 3 1] 4 2 [2 1] 5 3 [] "; got != want {
		t.Errorf("partitions are %s, want %s", got, want)
	}
	if got, want := fmt.Sprintf("%+v %d %q", log.Placements, log.HostLists, log.Legend[Hosts]), `[{Line:2 GPUType:1 Memory:8192} {Line:5 GPUType:0 Memory:0}] [[1 2] [2]] ["n1" "n2"]`; got != want {
		t.Errorf("placements are %s, want %s", got, want)
	}
}

// In partition 1 a job without a limit asks for 60 s, in 2 for the limit, 120 s, in 3, which says that the default is above the limit, for 30 s,
// in 4 for what it ran. One that ran longer had another limit; one that asked for none is within that of the partition. Job 5
// waits still: of their limits, those of jobs 1, 2, 4, 7, 8 and 10, others ran 220 of 460 s, which makes 29 of 60 s. A job that names no partition has the limit of the default one, 90 s.
func TestLimitsOfPartitions(t *testing.T) {
	const s = engine.Second
	limits := workload.TimeLimits{1: {Default: 60 * s, Most: 120 * s}, 2: {Most: 120 * s}, 3: {Default: 60 * s, Most: 30 * s}, workload.NoPartition: {Default: 90 * s}}
	rows := "JobID|Partition|Submit|Start|End|State|AllocCPUS|Timelimit\n"
	for i, c := range []string{
		"a|0|0|20|COMPLETED|1|Partition_Limit", "a|0|0|20|COMPLETED|1|00:00:40", "a|0|0|61|COMPLETED|1|", "a|0|0|20|COMPLETED|1|UNLIMITED", "a|0|Unknown|Unknown|PENDING|1|Partition_Limit", "a|0|50|Unknown|RUNNING|1|",
		"b|0|0|120|TIMEOUT|1|Partition_Limit", "c|0|0|20|COMPLETED|1|", "d|0|0|20|COMPLETED|1|", "|0|0|20|COMPLETED|1|",
	} {
		rows += fmt.Sprintf("%d|%s\n", i+1, c)
	}
	w, report, err := read(t, rows, Options{}).Workload("log", "UTC", limits)
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for j := range w.Jobs {
		got += fmt.Sprintf("%d:%d/%d ", w.Number[j], w.Jobs[j].Run/s, w.Jobs[j].Estimate/s)
	}
	// The log ends at 120: job 6 has run for 70 s by then, and no job without a limit ran longer.
	if want := "1:20/60 2:20/40 3:61/61 4:20/120 5:29/60 6:70/70 7:120/120 8:20/30 9:20/20 10:20/90 "; got != want {
		t.Errorf("run times and requests are %s, want %s", got, want)
	}
	for _, r := range report.Remarks {
		if want := map[string]string{"partitionLimit": "[2 5 6 8 9 11]", "noLimit": "[4 10]"}[r.Kind]; want != "" && fmt.Sprint(r.Lines) != want {
			t.Errorf("%s: lines %v, want %s", r.Kind, r.Lines, want)
		}
	}
}
