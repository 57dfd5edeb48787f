package accounting

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"backfill/engine"
)

// Jobs 1 to 3 asked for 100, 100 and 200 s and ran 20, 50 and 200; jobs 4 and 5 asked for nothing and ran 30 and 90 s. The log ends at 200 s.
//
// Job 6 has run for 40 of 100 s by then; jobs 2 and 3 took 250 of 300 s, which makes 83. Job 7 has run for 120 of 120 s, as job 3 did: 120 s. Job 8
// waits: 270 of 400 s, which makes 81 of 120 s. Jobs 9 to 11 ask for nothing: job 9 has run for 40 s and takes 90, as job 5 did, job 10 has run for
// 100 s, longer than all, and job 11 waits and takes the mean, 60 s.
func TestUnendedJobs(t *testing.T) {
	const rows = `JobID|Submit|Start|End|State|AllocCPUS|Timelimit
1|0|0|20|COMPLETED|1|00:01:40
2|0|0|50|COMPLETED|1|00:01:40
3|0|0|200|COMPLETED|1|00:03:20
4|0|0|30|COMPLETED|1|
5|0|0|90|COMPLETED|1|
6|0|160|Unknown|RUNNING|1|00:01:40
7|0|80|Unknown|RUNNING|1|00:02:00
8|0|Unknown|Unknown|PENDING|1|00:02:00
9|0|160|Unknown|RUNNING|1|
10|0|100|Unknown|RUNNING|1|
11|0|Unknown|Unknown|PENDING|1|
`
	for _, c := range []struct {
		untilLimit bool
		want       string
	}{
		{false, "6:83/100 7:120/120 8:81/120 9:90/90 10:100/100 11:60/60 "},
		{true, "6:100/100 7:120/120 8:120/120 9:40/40 10:100/100 11:1/1 "},
	} {
		w, _, err := read(t, rows, Options{UntilLimit: c.untilLimit}).Workload("log", "UTC", nil)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for j := range w.Jobs {
			if n := w.Number[j]; n > 5 {
				got += fmt.Sprintf("%d:%d/%d ", n, w.Jobs[j].Run/engine.Second, w.Jobs[j].Estimate/engine.Second)
			}
		}
		if got != c.want {
			t.Errorf("until their limits %v: jobs run %s, want %s", c.untilLimit, got, c.want)
		}
	}
}

// The log ends after 25 h 1 s. Job 1, of a limit of 1 h, would be more than a day over it, and has run for that hour; job 2, which began 1 s later, still runs, as job 3 does,
// of which no limit is known. A copy says the same.
func TestEndsThatALogLacks(t *testing.T) {
	const rows = `JobID|Submit|Start|End|State|AllocCPUS|Timelimit
4|0|90000|90001|COMPLETED|1|01:00:00
1|0|0|Unknown|RUNNING|1|01:00:00
2|0|1|Unknown|RUNNING|1|01:00:00
3|0|0|Unknown|RUNNING|1|
`
	log := read(t, rows, Options{})
	var copied bytes.Buffer
	if _, err := Copy(&copied, strings.NewReader(rows), "log", Options{}); err != nil {
		t.Fatal(err)
	}
	if again := read(t, copied.String(), Options{}); !slices.Equal(again.Records, log.Records) || toldOf(again) != toldOf(log) {
		t.Errorf("the copy tells %s, %+v", toldOf(again), again.Records)
	}
	var ends []int64
	for _, r := range log.Records {
		ends = append(ends, r.End)
	}
	if !slices.Equal(ends, []int64{3600, Unknown, Unknown, 90001}) || toldOf(log) != "lostEnd 3" {
		t.Errorf("ends are %v, told is %s", ends, toldOf(log))
	}
}
