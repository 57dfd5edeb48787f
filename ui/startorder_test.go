package ui

import (
	"encoding/json"
	"strings"
	"testing"

	"backfill/assets/gallery"
)

// textbookUnder opens the textbook case under other policies.
func textbookUnder(t *testing.T, policies ...map[string]any) (*Page, *fake) {
	t.Helper()
	p, b := firstVisit(t)
	var scenario map[string]any
	if err := json.Unmarshal(gallery.First, &scenario); err != nil {
		t.Fatal(err)
	}
	delete(scenario, "baseline")
	scenario["policies"] = policies
	text, err := json.Marshal(scenario)
	if err != nil {
		t.Fatal(err)
	}
	open(p, string(text))
	b.pass()
	b.check() // scripts
	if p.Notice.Problem || len(p.Wrong) > 0 {
		t.Fatal(p.Notice.Text, p.Wrong)
	}
	b.answer()
	return p, b
}

// firstFit starts all that fits, in the order of arrival, and says what was free when it looked at a job.
const firstFit = `
def schedule():
    for job in waiting():
        why(job, "free: %d" % free())
        if fits(job):
            start(job)
`

// backwards starts all that fits, too, the last to arrive first.
const backwards = `
def schedule():
    for job in waiting()[::-1]:
        if fits(job):
            start(job)
`

// What is said of the order in which jobs start is true, and what one look saw is told of no more than it.
//
// Who starts all that fits in the order of arrival, which is that of the wait, lets the textbook case go so. At 60 s jobs 1 and 2 leave 1 of 8
// processors: 3 and 4, of 6 and 5, do not fit. Job 5 takes that one at 120 s, so that none is free. Job 1 gives back 4 at 240 s, which job 6 takes
// at 300 s and gives back at 420 s, when 7 takes 3 of them: 1 is free. At 600 s 2, 5 and 7 end: job 3 takes 6 of 8 and, since 4 does not fit the
// 2 that are left, 8 takes those. None is free until 3 ends at 840 s: then job 4 starts, behind nobody who came earlier.
//
// The last to arrive first, all goes so up to 600 s, when all 8 processors are free: 8 takes 2 although 3 and 4 fit, then 4 takes 5 although 3 would
// fit the 6 that are left. Job 3 alone goes on waiting.
func TestStartsPastOthersInWords(t *testing.T) {
	p, b := textbookUnder(t, map[string]any{"kind": "priority", "who": "whoeverFits", "label": "Whoever fits"}, map[string]any{"kind": "script", "source": firstFit, "label": "First fit"},
		map[string]any{"kind": "script", "source": backwards, "label": "Backwards"})
	const whoever, own, reverse = 0, 1, 2
	for _, c := range []struct {
		job    int32
		policy int
		want   string
	}{
		{4, whoever, "Started at 2 min: it fitted, and job 3 and 1 other, before it in the order of the policy, did not."},
		{4, own, "Started at 2 min: it fitted, and job 3 and 1 other, before it in the queue, did not. The script says: “free: 1”."},
		{7, own, "Waited from 8 min to 10 min: it needs 2 processors, at most 1 was free. The script says: “free: 1”.\n" +
			"Started at 10 min: it fitted, and job 4, before it in the queue, did not. The script says: “free: 2”."},
		{3, whoever, "Waited from 1 min to 14 min: it needs 5 processors, at most 4 were free.\nStarted at 14 min; by its priority it was next."},
		{3, own, "Waited from 1 min to 4 min: it needs 5 processors, at most 1 was free. The script says: “free: 1”.\n" +
			"Waited from 4 min to 6 min: it needs 5 processors, at most 4 were free. The script says: “free: 4”.\n" +
			"Waited from 6 min to 7 min: it needs 5 processors, none was free. The script says: “free: 0”.\n" +
			"Waited from 7 min to 8 min: it needs 5 processors, at most 4 were free. The script says: “free: 4”.\n" +
			"Waited from 8 min to 10 min: it needs 5 processors, at most 1 was free. The script says: “free: 1”.\n" +
			"Waited from 10 min to 12 min: it needs 5 processors, at most 2 were free. The script says: “free: 2”.\n" +
			"Waited from 12 min to 14 min: it needs 5 processors, none was free. The script says: “free: 0”.\n" +
			"Started at 14 min; nobody who had arrived earlier was waiting. The script says: “free: 6”."},
		{7, reverse, "Started at 10 min by the script, before job 3, which had come earlier and still waited."},
		{3, reverse, "Started at 10 min by the script, before job 3, which had come earlier and still waited."},
	} {
		p.Pin(c.job)
		b.explain()
		if got := lined(p.Inspector.Fates()[c.policy].Reasons); got != c.want && !(c.policy == reverse && strings.HasSuffix(got, "\n"+c.want)) {
			t.Errorf("job %d under policy %d:\n%s\nwant\n%s", c.job+1, c.policy, got, c.want)
		}
	}
	p.Pin(3)
	b.explain()
	const four = "4 jobs that came later started while it waited.\n4 fitted, and nobody who was left before them in the "
	for i, where := range []string{"order of the policy", "queue"} {
		if got, want := pastOf(p, i), four+where+" did: job 5, job 6, job 7 and job 8."; got != want {
			t.Errorf("job 4 under policy %d:\n%s\nwant\n%s", i, got, want)
		}
	}
	// Job 3, last in line: at 720 s 9 takes the 1 that is free, at 960 s 12 one of 4; at 900 s, when job 4 ends, 11 takes 2 of the 6 that 3 needs.
	p.Pin(2)
	b.explain()
	if got, want := pastOf(p, reverse), "8 jobs that came later started while it waited.\n3 were started by the script: job 8, job 4 and job 11.\n"+
		"5 fitted, and nobody who was left before them in the queue did: job 5, job 6, job 7, job 9 and job 12."; got != want {
		t.Errorf("job 3 under the script that goes backwards:\n%s\nwant\n%s", got, want)
	}
}
