package accounting

import (
	"strconv"
	"testing"

	"backfill/engine/workload/workloadtest"
)

// As many jobs have each account and each QOS as the rows of a dump say that are about the jobs, found by their numbers.
func TestNamedJobsOfAReferenceRun(t *testing.T) {
	const file = "slurm/r4/sacct-all.txt.gz"
	log, err := Read(workloadtest.OpenTrace(t, file), file, Options{})
	if err != nil {
		t.Fatal(err)
	}
	w, _, err := log.Workload("log", "UTC", nil)
	if err != nil {
		t.Fatal(err)
	}
	simulated := map[string]bool{}
	for j := range w.Jobs {
		simulated[strconv.FormatInt(w.Number[j], 10)] = true
	}
	accounts, qos := map[string]int64{}, map[string]int64{}
	for _, row := range readTable(t, "r4/sacct-all.txt.gz", '|') {
		if simulated[row["JobIDRaw"]] {
			accounts[row["Account"]]++
			qos[row["QOS"]]++
		}
	}
	named := log.Legend.Named(w)
	if len(qos) < 5 || len(accounts) != 3 || len(named.QOS) < len(qos) || len(named.Groups) < len(accounts) {
		t.Fatalf("%v, %v; counted are %v, %v", accounts, qos, named.Groups, named.QOS)
	}
	for i, name := range log.Legend[QOSs] {
		if named.QOS[i] != qos[name] {
			t.Errorf("%d jobs have the QOS %s, want %d", named.QOS[i], name, qos[name])
		}
	}
	for i, name := range log.Legend.Groups() {
		if named.Groups[i] != accounts[name] {
			t.Errorf("%d jobs are of the account %s, want %d", named.Groups[i], name, accounts[name])
		}
	}
}
