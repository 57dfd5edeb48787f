package ui

import (
	"strings"
	"testing"

	"backfill/ui/result"
)

// The log begins at 850,000,000 s after 1970, on 7 December 1996 at 23:06:40 UTC; its jobs are submitted at 0, 5 and 6 s.
func TestDatesInFields(t *testing.T) {
	p, b := firstVisit(t)
	p.FileCame(droppedLog(t, "small.swf"))
	if c := p.ClockAt(&p.Draft, "/workload/transform/0/from").Calendar; c == nil || c.UnixStart != 850000000 {
		t.Error("dates are not known before there are results, although the log's header says when it begins")
	}
	b.answer()
	p.AddTransform("window")
	const from, to, rows = "/workload/transform/0/from", "/workload/transform/0/to", "/workload/transform/1/jobs"
	p.Edit(from, "1996-12-07 23:06:45")
	b.settle()
	if got, want := b.lastScenario(), `"transform":[{"kind":"window","from":5}]`; !strings.Contains(got, want) || len(p.Shown.Results.Workload.Jobs) != 2 {
		t.Errorf("the scenario is %s, want %s", got, want)
	}
	text := strings.Join(strings.Fields(render(t, p).ids["experiment"].text()), " ")
	for _, want := range []string{"Begin of the window. A date such as 1996-12-08 or 1996-12-08 14:30 (UTC), or a time since the start", "From 5 s", "To date", "window (from 7 Dec 1996 23:06:45)"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %q: %s", want, text)
		}
	}

	// What follows the window is dated from its begin on.
	p.AddTransform("change")
	p.Edit(rows, "job submit\n3 1996-12-07 23:06:55")
	b.settle()
	if got, want := b.lastScenario(), `{"kind":"change","jobs":[{"job":3,"submit":10}]}`; !strings.Contains(got, want) {
		t.Errorf("the scenario is %s, want %s", got, want)
	}
	if text := pageText(t, p); !strings.Contains(text, "Job 3 is submitted at 7 Dec 1996 23:06:55 instead of 7 Dec 1996 23:06:46.") {
		t.Errorf("the change is told as %s", text)
	}
	p.Edit(from, "0") // the date stays
	b.settle()
	if got, want := b.lastScenario(), `{"kind":"change","jobs":[{"job":3,"submit":15}]}`; !strings.Contains(got, want) {
		t.Errorf("the scenario is %s, want %s", got, want)
	}

	p.Edit(to, "1996-12-06")
	if got, want := p.Wrong[to], "1996-12-06: before the workload begins; a time from 7 Dec 1996 23:06:40 on is accepted"; got != want {
		t.Errorf("the mistake is %q, want %q", got, want)
	}
	p.Edit(to, "")
	p.Edit(from, "1996-12-07 23:06:50")
	b.pass()
	p.Run()
	p.Failed(p.RunNumber, result.Failure{Path: from, Value: "3200", Reason: "no job was submitted in the window"})
	if got, want := p.Wrong[from], "1996-12-07 23:06:50: no job was submitted in the window"; got != want {
		t.Errorf("the mistake is %q, want %q", got, want)
	}
}

// Jobs are changed and added by the dates that the page shows.
func TestDatesOfJobs(t *testing.T) {
	p, b := firstVisit(t)
	p.FileCame(droppedLog(t, "small.swf"))
	b.answer()
	p.Toggle("job fields")
	p.Pin(2)
	if f := p.WhatIf.JobFields()[0]; f.Text != "7 Dec 1996 23:06:46" || !strings.Contains(f.About, "A date such as 1996-12-08") {
		t.Errorf("the field is %+v", f)
	}
	p.WhatIf.ChangePinned("submit", "yesterday")
	if f := p.WhatIf.JobFields()[0]; !strings.HasPrefix(f.Mistake, "Yesterday: a date such as 1996-12-08") {
		t.Errorf("the field is %+v", f)
	}
	p.WhatIf.ChangePinned("submit", "1996-12-07 23:08")
	b.settle()
	if got, want := b.lastScenario(), `"jobs":[{"job":3,"submit":80}]`; !strings.Contains(got, want) {
		t.Errorf("the scenario is %s, want %s", got, want)
	}
	if f := p.WhatIf.JobFields()[0]; f.Old != "was 7 Dec 1996 23:06:46" {
		t.Errorf("the field is %+v", f)
	}
	p.WhatIf.OpenJobForm()
	if got := p.WhatIf.NewJob.Texts["submit"]; got != "7 Dec 1996 23:06:40" {
		t.Errorf("a job is added at %q", got)
	}
	p.WhatIf.NewJob.Texts["submit"] = "1996-12-07T23:07:00"
	p.WhatIf.AddJob()
	b.settle()
	if got, want := b.lastScenario(), `{"action":"add","job":4,"processors":1,"run":3600,"submit":20}`; !strings.Contains(got, want) {
		t.Errorf("the scenario is %s, want %s", got, want)
	}
}

// What the reader of a frame may change has its range however it is typed: 1 January 2001 begins the month, a day has 86,400 s.
func TestDatesWithinWhatIsAllowed(t *testing.T) {
	p, b := newFrame(t, "view=answers&allow=/workload/transform/0/from:0..86400&origin=https://around.example")
	p.Open("", "")
	p.OpenScenario("month", []byte(`{"version":1,"machine":{"kind":"cluster","processors":960},"policies":[{"kind":"fcfs"}],
		"workload":{"kind":"o2k","months":"2001-01","transform":[{"kind":"window","from":0,"to":172800}]}}`))
	const from = "/workload/transform/0/from"
	for text, want := range map[string]string{
		"2001-01-02": "", "2001-01-02 00:00:01": "2001-01-02 00:00:01: 0 to 86,400 is accepted here", "25 h": "25 h: 0 to 86,400 is accepted here", "24 h": "",
	} {
		p.Edit(from, text)
		b.pass()
		if got := p.Wrong[from]; got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
