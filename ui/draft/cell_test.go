package draft

import "testing"

// Cells are read and written where they stand; the others stay.
func TestCells(t *testing.T) {
	const jobs = "id submit  run request features\n\n 1      0 3600    3600 \"a b\"\n 2    300 1800       - fast\n"
	for name, want := range map[string]string{"jobs/0/request": "3600", "jobs/1/request": "", "jobs/0/features": "a b", "jobs/1/id": "2"} {
		c := Choice{Texts: map[string]string{"jobs": jobs}}
		if got, is := c.Cell(name); !is || got != want {
			t.Errorf("%s is %q, %v; want %q", name, got, is, want)
		}
	}
	for _, name := range []string{"jobs/2/request", "jobs/-1/request", "jobs/0/memory", "nodes/0/request", "jobs/0", "kill/rule"} {
		c := Choice{Texts: map[string]string{"jobs": jobs}}
		if got, is := c.Cell(name); is {
			t.Errorf("%s is %q", name, got)
		}
	}
	d := &Draft{Workload: Choice{Texts: map[string]string{"jobs": jobs}}}
	d.Set("/workload/jobs/0/request", "60")
	d.Set("/workload/jobs/1/request", "12 00")
	d.Set("/workload/jobs/1/submit", "")
	const want = "id submit  run request features\n\n 1      0 3600      60 \"a b\"\n 2      - 1800       \"12 00\" fast\n"
	if got := d.Workload.Texts["jobs"]; got != want {
		t.Errorf("the table is\n%s\nwant\n%s", got, want)
	}
	if got, is := d.Workload.Cell("jobs/1/request"); !is || got != "12 00" {
		t.Errorf("what was typed is %q, %v", got, is)
	}
}
