package ui

import (
	"strings"
	"testing"

	"backfill/engine/workload/accounting"
	"backfill/engine/workload/logs"
	"backfill/engine/workload/story"
	"backfill/ui/result"
)

// waitingLog has three jobs of user 1, which wait 10, 20 and 30 min, one of user 2, which waits an hour on the queue 2, and one of user 2
// that was cancelled after half an hour of waiting. It begins on Monday, 2026-03-02, 0:00 UTC.
const waitingLog = "; UnixStartTime: 1772409600\n; MaxProcs: 8\n" +
	"1 0 600 3600 4 -1 -1 4 7200 -1 1 1 1 -1 1 -1 -1 -1\n" +
	"2 60 1200 3600 4 -1 -1 4 7200 -1 1 1 1 -1 1 -1 -1 -1\n" +
	"3 3600 1800 3600 2 -1 -1 2 7200 -1 0 1 1 -1 1 -1 -1 -1\n" +
	"4 7200 3600 7200 1 -1 -1 1 7200 -1 1 2 1 -1 2 -1 -1 -1\n" +
	"5 9000 1800 -1 -1 -1 -1 1 7200 -1 5 2 1 -1 2 -1 -1 -1\n"

// tell answers what the page asked last about a log.
func (b *fake) tell(text string) {
	b.t.Helper()
	if len(b.stories) == 0 {
		b.t.Fatal("the page asks for no story")
	}
	asked := b.stories[len(b.stories)-1]
	log, err := logs.History(strings.NewReader(text), asked.of.File.Name, logs.Unreadable(asked.of.Params["lines"]))
	if err != nil {
		b.t.Fatal(err)
	}
	b.page.Story.StoryCame(asked.key, story.Of(log, asked.of.Filter))
}

// A log that is dropped tells its story before it is simulated: what is waited by user and queue, when and how much. A click on a row
// shows these jobs alone; names are shown, and saved, when that is asked for.
func TestStoryOfADroppedLog(t *testing.T) {
	p, b := firstVisit(t)
	if render(t, p).ids["story"].attr("hidden") == "" {
		t.Error("an experiment without a log has a place for its story")
	}
	b.logs = map[string]string{"waiting.swf": waitingLog}
	f := droppedText(t, "waiting.swf", waitingLog)
	f.Legend = &accounting.Legend{accounting.Users: {"ann", "bob"}}
	p.FileCame(f)
	b.tell(waitingLog) // the simulation has not been answered
	text := func() string { b.pass(); return render(t, p).ids["story"].text() }
	for _, want := range []string{
		"5 jobs; the log runs from 2026-03-02 00:00 to 2026-03-02 05:00 (UTC).",
		"Half of those that started waited at most 20 min, 95 % at most 1 h; in total they waited 2.00 h. 1 job did not start, or the log does not say when.",
		"Queue 2 accounts for 50 % of this waiting and 40 % of the jobs.",
		"User 2 accounts for 50 % of this waiting and 40 % of the jobs.",
		"Mon", "Jobs waiting, up to", "2026-03-02 00:00",
	} {
		if got := text(); !strings.Contains(got, want) {
			t.Errorf("%q is not in %q", want, got)
		}
	}
	if strings.Contains(text(), "bob") {
		t.Error("names are shown before anybody asked")
	}
	render(t, p).do("story-by", "change", "user")
	p.Story.Only(story.User, 2)
	if n := len(b.stories); n != 2 {
		t.Fatalf("the page asked %d times", n)
	}
	p.Story.StoryCame(1, &story.Story{}) // an answer to what is not asked any more
	b.tell(waitingLog)
	if got := text(); !strings.Contains(got, "user 2 ×") || !strings.Contains(got, "2 jobs of 5") || !strings.Contains(got, "at most 1 h, 95 % at most 1 h") {
		t.Errorf("of user 2 alone: %q", got)
	}
	render(t, p).do("story-csv", "click", "")
	if saved := string(b.saved[p.FileName()+"-recorded.csv"]); !strings.Contains(saved, "Only user 2.") || !strings.Contains(saved, "\nuser,2,2,1,3600,3600,1,2,0\n") || strings.Contains(saved, "bob") {
		t.Errorf("saved is\n%s", saved)
	}
	render(t, p).do("story-names", "click", "")
	if got := text(); !strings.Contains(got, "user bob ×") || !strings.Contains(got, "nowhere else") {
		t.Errorf("with names: %q", got)
	}

	p.Story.Only(story.Size, 0)
	p.Story.Only(story.GPU, 0)
	if got := strings.Join(p.Story.Filters(), "; "); !strings.Contains(got, "1 processor") || strings.Contains(got, "1 processors") || !strings.Contains(got, "no GPUs") {
		t.Errorf("of narrow jobs without GPUs it says %q", got)
	}
	p.Story.StoryLost(len(b.stories), result.Failure{Reason: "gone"})
	if got := text(); !strings.Contains(got, "The log cannot be read: gone") {
		t.Errorf("a failure is told as %q", got)
	}
}

// Another experiment has no story of the log before it, and a log that nobody has dropped tells none until it is unfolded.
func TestStoryIsOfTheLogAtHand(t *testing.T) {
	p, b := dropped(t, "waiting.swf", waitingLog)
	asked := len(b.stories)
	p.OpenItem("textbook.json")
	b.answer()
	b.tell(waitingLog)
	if p.Story.Open() || len(b.stories) != asked {
		t.Error("the story of another log is shown")
	}
	p.Unfolded["story"] = false
	p.FileCame(droppedText(t, "waiting.swf", waitingLog))
	p.Toggle("story")
	b.answer()
	if got := len(b.stories); got != asked+1 {
		t.Errorf("asked %d times, want %d", got, asked+1)
	}
}

// The story of a log that is too large to be simulated unasked is told meanwhile.
func TestStoryOfALargeLog(t *testing.T) {
	p, b := firstVisit(t)
	f := droppedText(t, "waiting.swf", waitingLog)
	f.Report.Jobs = 10_000_000
	p.FileCame(f)
	if p.Question.Text == "" || len(b.stories) != 1 {
		t.Errorf("asked is %q, %d stories", p.Question.Text, len(b.stories))
	}
}

// A log that does not say how long its jobs waited tells who they are, and no waits, shares and pictures of nothing.
func TestStoryWithoutWaits(t *testing.T) {
	text := strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(waitingLog, " 600 3600 4", " -1 3600 4"), " 1200 3600 4", " -1 3600 4"), " 1800 3600 2", " -1 3600 2")
	text = strings.ReplaceAll(text, " 3600 7200 1 -1", " -1 7200 1 -1")
	p, b := dropped(t, "waiting.swf", text)
	b.tell(text)
	b.pass()
	page := render(t, p)
	got := page.ids["story"].text()
	if !strings.Contains(got, "The log does not say how long they waited, so nothing is known of when they ran.") || strings.Contains(got, "Over time") || strings.Contains(got, "0 %") {
		t.Errorf("it says %q", got)
	}
	page.do("story-csv", "click", "")
	if saved := string(b.saved[p.FileName()+"-recorded.csv"]); !strings.Contains(saved, ",,,") || strings.Contains(saved, ",0,0,0,0,0") {
		t.Errorf("saved is\n%s", saved)
	}
}
