package ui

import (
	"fmt"
	"strings"
	"testing"

	"backfill/engine/metrics"
)

// press presses the button of a question in the panel of changes, and lets the page simulate.
func (b *fake) press(p *Page, key string) {
	b.t.Helper()
	asked := len(b.asked)
	for _, q := range p.WhatIf.Questions() {
		if q.Key == key {
			q.Ask()
		}
	}
	if len(b.asked) != asked+1 {
		b.t.Fatalf("the question %q was answered by %d simulations", key, len(b.asked)-asked)
	}
	b.settle()
}

// transforms are the transformations of the experiment in words.
func transforms(p *Page) string {
	var list []string
	for i, c := range p.Draft.Transforms {
		list = append(list, p.Editor.SentenceOf(fmt.Sprintf("/workload/transform/%d", i), c, p.Form.Transform(c.Kind)))
	}
	return strings.Join(list, "; ")
}

// Of threeJobs, job 3 waits for 130 s, as it asks for 200 s and might delay job 2; job 2 waits for 90 s. An exact request lets job 3
// start at once. So does a machine with a fifth more processors, 4.8 rounded up to 5: one is left beside job 2. With twice the load
// jobs 2 and 3 come at 5 and 10 s, and wait for 95 and 140 s: 235 s instead of 220 s. Without user 2, whose job is the second one,
// job 3 starts at once; of jobs 1 and 3 the mean wait was 65 s.
func TestQuestionsOfOneNumber(t *testing.T) {
	threeUsers := strings.NewReplacer(`"run":100`, `"user":1,"run":100`, `"run":50`, `"user":2,"run":50`, `"run":60`, `"user":3,"run":60`).Replace(threeJobs)
	for _, c := range []struct {
		key, number, answers string
		want                 []string
	}{
		{"estimates", "1", "Exact requests", []string{"Different: exact estimates.", "Under EASY a job waits 59 % less on average (30.0 s, before 1 min 13 s)."}},
		{"processors", "20", "+20 % processors: 5", []string{"Different: 5 processors.", "Under EASY a job waits 59 % less on average (30.0 s, before 1 min 13 s)."}},
		{"load", "100", "+100 % load", []string{"Different: load +100 %.", "Under EASY a job waits 6.8 % more on average (1 min 18 s, before 1 min 13 s).",
			"2 jobs are submitted at other times.", "The work is not the same as before, so that no difference is called better (✓) or worse (✗)."}},
		{"user", "2", "Without user 2", []string{"Different: without the jobs of user 2.", "Under EASY the 2 jobs that ended both times wait", "(0 s, before 1 min 5 s)", "1 job was removed."}},
	} {
		p, b := firstVisit(t)
		open(p, threeUsers)
		b.answer()
		p.WhatIf.SetNumber(c.key, c.number)
		for _, q := range p.WhatIf.Questions() {
			if q.Key == c.key && q.Answer != c.answers {
				t.Errorf("%s: the button says %q, want %q", c.key, q.Answer, c.answers)
			}
		}
		b.press(p, c.key)
		text := whatIf(t, p)
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: the page does not say %q:\n%s", c.key, want, text)
			}
		}
	}
}

// Without user 2, EASY starts the other jobs of the textbook case so: job 1 at 0 s until 240; job 3, which needs 6, at 240 until
// 480; then job 4, of 5, until 780, and beside it job 8, of 2, which leaves room for job 6, of 4, when job 4 has ended; job 9 at
// once; job 6 at 780; jobs 11 and 12 at once. They wait for 0, 180, 420, 480, 0, 0, 0 and 0 s, before for 0, 540, 780, 0, 0, 120,
// 300 and 0 s: 135 s instead of 217.5 s on average.
func TestWithoutAUserOfTheTextbookCase(t *testing.T) {
	p, b := firstVisit(t)
	row := int32(-1)
	for i, number := range p.Shown.Results.Runs[1].Owners[metrics.ByUser].Number {
		if number == 2 {
			row = int32(i)
		}
	}
	p.Pin(3) // job 4, of user 3, which has another row then
	p.Users.Without(row)
	b.settle()
	if p.InspectedName() != "Job 4" {
		t.Errorf("the inspector shows %s", p.InspectedName())
	}
	text := whatIf(t, p)
	for _, want := range []string{"Different: without the jobs of user 2.", "under EASY they wait 38 % less on average (2 min 15 s, before 3 min 38 s)", "4 jobs were removed."} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %q:\n%s", want, text)
		}
	}
	for i, r := range p.Shown.Results.Runs {
		before := p.Before().Results.Runs[i]
		was, is, jobs := meanWaits(before, r)
		one := p.BeforeAndAfter().Partners[i]
		if jobs != 8 || one.Jobs != 8 || one.Of[0].Value("meanWait") != was || one.Of[1].Value("meanWait") != is {
			t.Errorf("%s: %d jobs wait for %v s instead of %v s; the page compares %d: %v with %v", r.Label, jobs, is, was, one.Jobs, one.Of[0].Value("meanWait"), one.Of[1].Value("meanWait"))
		}
	}
}

// A number is relative to what the answer is compared with: another number takes the place of the last one. Only users add up. From
// where one compares from here on, what was asked before stays.
func TestAskingAgainIsAboutTheSame(t *testing.T) {
	p, b := firstVisit(t)
	ask := func(key, number string) {
		t.Helper()
		p.WhatIf.SetNumber(key, number)
		b.press(p, key)
	}
	ask("load", "20")
	load := p.Before().Results.Runs[0].Metrics.Value("offeredLoad")
	ask("load", "50")
	if is := p.Shown.Results.Runs[0].Metrics.Value("offeredLoad"); fmt.Sprintf("%.9f", is) != fmt.Sprintf("%.9f", 1.5*load) {
		t.Errorf("the offered load is %v, before %v", is, load)
	}
	ask("processors", "20")
	ask("processors", "50")
	ask("user", "2")
	ask("user", "3")
	p.WhatIfWithout(metrics.ByUser, 2) // is not there any more
	ask("estimates", "1.3")
	ask("estimates", "1")
	if got, want := transforms(p), "Load +50 %; Without the jobs of users 2, 3; Exact estimates"; got != want || p.Draft.Machine.Texts["processors"] != "12" {
		t.Errorf("%s, on %s processors; want %s, on 12", got, p.Draft.Machine.Texts["processors"], want)
	}
	p.CompareFromHere()
	ask("load", "10")
	ask("processors", "50")
	if got, want := transforms(p), "Load +50 %; Without the jobs of users 2, 3; Exact estimates; Load +10 %"; got != want || p.Draft.Machine.Texts["processors"] != "18" {
		t.Errorf("%s, on %s processors; want %s, on 18", got, p.Draft.Machine.Texts["processors"], want)
	}
	for p.Draft.Machine.Texts["processors"] != "8" || len(p.Draft.Transforms) > 0 {
		before := p.Draft
		if p.Undo(); p.Draft.Equal(before) {
			t.Fatalf("undo does not lead back: %s", transforms(p))
		}
	}
}

// Changes of single jobs by hand are typed in times and requests that are on the page: other loads and requests come before them.
// Jobs that are left out go after them, and what a sweep varies stays what it was.
func TestQuestionsBesideChangedJobs(t *testing.T) {
	p, b := firstVisit(t)
	open(p, `{"version":1,"machine":{"kind":"cluster","processors":8},"policies":[{"kind":"easy"}],
		"workload":{"kind":"lublin","jobs":50,"processors":8,"transform":[{"kind":"first","jobs":40},{"kind":"change","jobs":[{"job":3,"request":60}]},{"kind":"first","jobs":30}]},
		"sweep":[{"path":"/workload/transform/2/jobs","values":[20,30]}]}`)
	b.pass()
	b.answer()
	p.WhatIfLoad("20")
	p.WhatIfEstimates("1")
	p.WhatIfWithout(metrics.ByUser, 1)
	if got, want := transforms(p), "First jobs (jobs 40); Load +20 %; Exact estimates; Changed jobs; First jobs (jobs 30); Without the jobs of user 1"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := p.Draft.Sweep[0].Kind; got != "/workload/transform/4/jobs" {
		t.Errorf("the sweep varies %s", got)
	}
}

// What cannot be asked is said, and why.
func TestQuestionsThatCannotBeAsked(t *testing.T) {
	for _, c := range []struct{ scenario, key, number, want string }{
		{threeJobs, "user", "", "No job has a known user."},
		{threeJobs, "load", "much", "A number from −99 to 10,000 is accepted."},
		{threeJobs, "load", "NaN", "A number from −99 to 10,000 is accepted."},
		{threeJobs, "estimates", "0.5", "A number from 1 to 1,000 is accepted."},
		{threeJobs, "estimates", "4", "No job requests more than that."}, // 200 s are 3.3 times 60 s
		{strings.ReplaceAll(threeJobs, `"submit"`, `"memory"`), "load", "20", "All jobs are submitted at once, so that there is no load to change."},
		{strings.Replace(threeJobs, `{"kind":"cluster","processors":4}`, `{"kind":"multicluster","clusters":[4]}`, 1), "processors", "20", "The machine has no one number of processors to change."},
		{strings.Replace(threeJobs, `"run":60`, `"user":7,"run":60`, 1), "user", "6", "A user of the workload is accepted: the numbers go from 7 to 7."},
	} {
		p, b := firstVisit(t)
		open(p, c.scenario)
		b.answer()
		if c.number != "" {
			p.WhatIf.SetNumber(c.key, c.number)
		}
		for _, q := range p.WhatIf.Questions() {
			if q.Key == c.key && (q.Remark() != c.want || q.Asks()) {
				t.Errorf("%s of %s: %q, may be asked: %v; want %q", c.number, c.key, q.Remark(), q.Asks(), c.want)
			}
		}
	}
}

// The policy that repeats the waits of a log cannot tell what would have come of a change, which is said beside the comparison.
func TestRecordedWaitsAnswerNoQuestion(t *testing.T) {
	p, b := firstVisit(t)
	p.FileCame(droppedLog(t, "small.swf"))
	b.pass()
	b.answer()
	b.press(p, "processors")
	if text := whatIf(t, p); !strings.Contains(text, "As recorded repeats the waits of the log, whatever has changed.") {
		t.Errorf("the page says only:\n%s", text)
	}
}

// The waits of a log do not hold under another load: the policy that repeats them leaves, and a notice says so.
func TestMoreLoadLeavesRecordedWaits(t *testing.T) {
	p, b := firstVisit(t)
	p.FileCame(droppedLog(t, "small.swf"))
	b.pass()
	b.answer()
	labels := strings.Join(p.RunLabels(), ", ")
	b.press(p, "load")
	if got := strings.Join(p.RunLabels(), ", "); labels != got+", As recorded" || !strings.HasPrefix(p.Notice.Text, "“As recorded” left the policies") {
		t.Errorf("the policies were %s and are %s; the page says %q", labels, got, p.Notice.Text)
	}
}
