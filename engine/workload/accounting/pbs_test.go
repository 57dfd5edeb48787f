package accounting

import (
	"fmt"
	"strings"
	"testing"
)

// The clocks are an hour ahead of UTC. The record of the end of job 1 was cut before its time: it ended when the record was written.
func TestEndOfACutRecord(t *testing.T) {
	const log = `03/02/2026 10:00:00;S;1.server;user=ann queue=q ctime=1772442000 qtime=1772442000 etime=1772442000 start=1772442000 exec_host=n1/0 Resource_List.walltime=02:00:00
03/02/2026 11:30:00;E;1.server;user=ann queue=q ctime=1772442000 qtime=1772442000 etime=1772442000 start=1772442000 exec_host=n1/0 Resource_List.wallti
`
	l, err := Read(strings.NewReader(log), "pbs.txt", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r := l.Records; len(r) != 1 || r[0].End-r[0].Start != 5400 {
		t.Errorf("%+v", r)
	}
}

// The day after comes first: its second record tells of a job that began the day before, in a record that comes later.
func TestRecordsThatAreNotInTheOrderOfTime(t *testing.T) {
	line := func(day, kind, job int, more string) string {
		return fmt.Sprintf("03/%02d/2026 09:00:00;%c;%d.server;user=ann queue=q ctime=1772442000 qtime=1772442000 etime=1772442000 exec_host=n1/0 Resource_List.walltime=48:00:00%s\n", day, kind, job, more)
	}
	first := line(2, 'S', 1, " start=1772442000") + line(2, 'S', 2, " start=1772442000")
	second := line(3, 'E', 1, " start=1772442000 end=1772528400") + line(3, 'E', 2, " start=1772442000 end=1772528400")
	for text, want := range map[string]int{first + second: 0, second + first: 1} {
		l, err := Read(strings.NewReader(text), "pbs.txt", Options{})
		if err != nil {
			t.Fatal(err)
		}
		_, report, err := l.Workload("pbs.txt", "UTC", nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := report.Remark(OutOfOrder); got.Count != want || want == 1 && got.Lines[0] != 3 {
			t.Errorf("%+v, want %d:\n%s", got, want, text)
		}
	}
}
