package centre

import (
	"bytes"
	"testing"

	"backfill/engine/workload/accounting"
)

// The same numbers give the same log, which is read as it is written: no line is left out, no job waits for less than nothing, and there
// are users, accounts, partitions and GPUs to tell of.
func TestLogOfACentre(t *testing.T) {
	const jobs, days = 3000, 60
	var text, again bytes.Buffer
	for _, b := range []*bytes.Buffer{&text, &again} {
		if err := Write(b, jobs, days, 7); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(text.Bytes(), again.Bytes()) {
		t.Error("the same numbers give another log")
	}
	log, err := accounting.Read(&text, "log", accounting.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w, report, err := log.Workload("log", "UTC", nil)
	if err != nil {
		t.Fatal(err)
	}
	if unreadable := report.Remark("unreadable").Count; len(log.Records) != jobs || unreadable > 0 || len(w.Jobs)+report.Remark("neverStarted").Count != jobs {
		t.Errorf("%d records, %d unreadable, %d jobs", len(log.Records), unreadable, len(w.Jobs))
	}
	waited, gpus := 0, 0
	for i, r := range log.Records {
		if r.Started() && r.Start < r.Submit || r.Started() && r.End <= r.Start {
			t.Fatalf("record %d: %+v", i, r)
		}
		if r.Started() && r.Start > r.Submit {
			waited++
		}
		gpus += int(r.GPUs)
	}
	if l := log.Legend; waited == 0 || gpus == 0 || len(l[accounting.Users]) < 50 || len(l[accounting.Accounts]) < 10 || len(l[accounting.Partitions]) != 4 || len(l[accounting.QOSs]) != 2 {
		t.Errorf("%d jobs waited, %d GPUs, %d users, %d accounts, %d partitions, %d QOS", waited, gpus, len(l[accounting.Users]), len(l[accounting.Accounts]), len(l[accounting.Partitions]), len(l[accounting.QOSs]))
	}
}
