package ui

import (
	"slices"
	"strings"
	"testing"
	"time"

	"backfill/engine"
	"backfill/engine/snapshot"
	"backfill/ui/explain"
	"backfill/ui/panel/play"
	"backfill/ui/result"
)

// The automatic speed takes 30 s for the whole run, of which a frame lets 50 ms go by: 1/600.
func TestTimeGoesBy(t *testing.T) {
	p, b := firstVisit(t)
	if _, on := p.Play.PlayedTo(); on || p.Play.Playing() {
		t.Fatal("a first visit plays by itself")
	}
	last := p.Timeline.View.Last
	p.Play.SetPlaying(true)
	for range 60 {
		p.Play.Tick(50 * time.Millisecond)
	}
	now, on := p.Play.PlayedTo()
	if want := last / 10; !on || !p.Play.Playing() || now < want-1 || now > want {
		t.Errorf("after 3 s it is %d of %d", now, last)
	}
	p.Play.SetPlaying(false)
	if p.Play.Tick(time.Second); p.Play.Now != now {
		t.Error("time goes by although it was stopped")
	}
	p.Play.Seek(last - 1)
	p.Play.SetPlaying(true)
	if render := p.Play.Tick(50 * time.Millisecond); !render || p.Play.Playing() || p.Play.Now != last {
		t.Errorf("the run does not end: it is %d of %d", p.Play.Now, last)
	}
	p.Play.SetPlaying(true)
	if now, _ := p.Play.PlayedTo(); now != 0 || !p.Play.Playing() {
		t.Errorf("it does not begin again, but at %d", now)
	}
	b.answer()
	if p.Timeline.Play == nil {
		t.Error("a new run is not played")
	}
	p.Play.StopPlaying()
	if _, on := p.Play.PlayedTo(); on || p.Timeline.Play != nil {
		t.Error("the whole run is not shown again")
	}
	p.Play.Seek(-engine.Hour)
	if now, on := p.Play.PlayedTo(); now != 0 || !on {
		t.Errorf("before the beginning lies %d", now)
	}
}

// told is what the page says of the instant that is shown.
func (p *Page) told() string {
	text := p.Play.Happened()
	for _, s := range p.Play.Decided() {
		text = explain.Say(text, " ", s)
	}
	return text.String()
}

// The textbook case under EASY, as derived in TestSnapshotsOfTheTextbookCase of package policies.
func TestStepsFromDecisionToDecision(t *testing.T) {
	p, b := firstVisit(t)
	p.Play.Seek(0)
	b.watch()
	if got := p.Play.Focused().Run.Label; got != "EASY" {
		t.Fatalf("the queue of %s is listed", got)
	}
	for _, c := range []struct {
		by       int
		decision bool
		at       engine.Time
		want     string
		queue    string
	}{
		{0, false, 0, "At 0: job 1 and job 2 arrive. Job 1 starts at 0; nobody who had arrived earlier was waiting. Job 2 starts at 0; nobody who had arrived earlier was waiting. Nobody waits.", ""},
		{1, true, 60, "At 1 min: job 3 and job 4 arrive. Job 3 waits at the head of the queue: it needs 6 processors, 1 is free. By the estimates it can start at 10 min (shadow time).",
			"Job 3: 6 processors, requests 4 min, waits 0 s (head of the queue, due at 10 min, new); Job 4: 5 processors, requests 5 min, waits 0 s (new)"},
		{1, true, 120, "At 2 min: job 5 arrives. Job 3 waits at the head of the queue: it needs 6 processors, 1 is free. By the estimates it can start at 10 min (shadow time). Job 5 is backfilled at 2 min: by its requested time it ends by 10 min, when job 3 is due (shadow time).",
			"Job 3: 6 processors, requests 4 min, waits 1 min (head of the queue, due at 10 min); Job 4: 5 processors, requests 5 min, waits 1 min ()"},
		{1, false, 240, "At 4 min: job 1 ends. Job 3 waits at the head of the queue: it needs 6 processors, 4 are free. By the estimates it can start at 10 min (shadow time).",
			"Job 3: 6 processors, requests 4 min, waits 3 min (head of the queue, due at 10 min); Job 4: 5 processors, requests 5 min, waits 3 min ()"},
		{-1, true, 120, "", ""},
		{-1, false, 60, "", ""},
	} {
		if c.by != 0 {
			p.Play.Step(c.by, c.decision)
			b.watch()
		}
		if now, _ := p.Play.PlayedTo(); now != c.at*engine.Second {
			t.Fatalf("a step leads to %d, want %d s", now, c.at)
		}
		if c.want == "" {
			continue
		}
		if got := p.told(); got != c.want {
			t.Errorf("at %d:\n%s\nwant\n%s", c.at, got, c.want)
		}
		var queue []string
		for _, q := range p.Play.Queue() {
			queue = append(queue, q.Name+": "+q.Text+" ("+q.Mark+")")
		}
		if got := strings.Join(queue, "; "); got != c.queue {
			t.Errorf("at %d the queue is\n%s\nwant\n%s", c.at, got, c.queue)
		}
		if c.by != 0 && b.said != c.want {
			t.Errorf("a screen reader says %q", b.said)
		}
	}
	known := p.Timeline.Play.Known[1]
	if known == nil || len(known.Reserved) != 1 || known.Extra != 2 || len(known.Running) != 2 {
		t.Errorf("the timeline knows %+v of the future", known)
	}
	page := render(t, p)
	if text := page.ids["play-clock"].text(); text != "1 min" {
		t.Errorf("the clock says %q", text)
	}
	p.Play.FocusOn("FCFS")
	b.watch()
	if got := p.told(); !strings.Contains(got, "Job 3 waits at the head of the queue: it needs 6 processors, 1 is free.") {
		t.Errorf("FCFS: %s", got)
	}
}

// In the textbook case job 7 (3 processors, requests 240 s) comes at 360 s. Under EASY job 6 ends at 420 s and leaves 4 processors free
// beside the 3 + 1 of jobs 2 and 5. Job 7 would end at 660 s, past 600 s, when job 3 takes 6 of the 8 and leaves 2: it fits and may not
// start. The next decision is that; the call tells nothing else that is new. At 480 s job 8 (2, 720 s) starts on the 2 extra processors:
// job 7, which comes before it, is refused once more, and does not fit any more then. Under FCFS job 5 waits at 120 s behind job 3 for
// the processor that is free; when job 1 ends at 240 s and 5 are free, job 4 (5) waits so, too.
func TestRefusalsArePlayed(t *testing.T) {
	p, b := firstVisit(t)
	p.Play.Seek(300 * engine.Second)
	b.watch()
	p.Play.Step(1, true)
	b.watch()
	const refusal = "Job 7 fits but waits: job 3 is promised 6 processors at 10 min (shadow time); by its requested time this job would still run then, and it needs 3, more than the 2 extra processors left then."
	want := "At 7 min: job 6 ends. Job 3 waits at the head of the queue: it needs 6 processors, 4 are free. By the estimates it can start at 10 min (shadow time). " + refusal
	if p.Play.Now != 420*engine.Second || p.told() != want || b.said != want {
		t.Errorf("at %d\n%s\nwant\n%s\nand a screen reader says\n%s", p.Play.Now, p.told(), want, b.said)
	}
	q := p.Play.Queue()
	if len(q) != 3 || q[2].Name != "Job 7" || q[2].Mark != "fits" || strings.Contains(q[1].Mark, "fits") {
		t.Errorf("the queue is %+v", q)
	}
	// The inspector says the same of that instant, as of the past.
	p.Pin(6)
	b.explain()
	if got, want := reasonsOf(p, 1), strings.NewReplacer("Job 7 fits but waits", "Waited from 7 min to ", "is promised", "was promised", "still run", "still have run").Replace(refusal); !strings.Contains(got, want[strings.Index(want, ": job 3"):]) {
		t.Errorf("the inspector says\n%s\nwant in it\n%s", got, want)
	}
	p.Play.Step(1, true)
	b.watch()
	if got := p.told(); p.Play.Now != 480*engine.Second || !strings.Contains(got, refusal+" Job 8 is backfilled") || p.Play.Queue()[2].Mark != "" {
		t.Errorf("at %d: %s", p.Play.Now, got)
	}

	p.Play.FocusOn("FCFS")
	p.Play.Seek(120 * engine.Second)
	b.watch()
	if got, want := p.told(), "Job 5 fits but waits behind job 3: this policy starts nobody past a waiting job."; !strings.HasSuffix(got, want) {
		t.Errorf("under FCFS: %s", got)
	}
	p.Play.Step(1, true)
	b.watch()
	if got, want := p.told(), "Job 4 and job 5 fit but wait behind job 3: this policy starts nobody past a waiting job."; p.Play.Now != 240*engine.Second || !strings.Contains(got, want) {
		t.Errorf("under FCFS at %d: %s", p.Play.Now, got)
	}
}

// Of a hundred jobs that come at once seventy start. Not all are noted, but they are counted, and those who wait are new.
func TestManyAtOnce(t *testing.T) {
	p, b := firstVisit(t)
	open(p, `{"version": 1, "machine": {"kind": "cluster", "processors": 70}, "workload": {"kind": "jobs", "jobs": [`+
		strings.Repeat(`{"run": 60},`, 99)+`{"run": 60}]}, "policies": [{"kind": "easy"}]}`)
	b.answer()
	p.Play.Seek(0)
	b.watch()
	told := p.told()
	for _, want := range []string{"At 0: job 1, job 2, job 3, job 4 and 96 more jobs arrive. Job 1 starts", " 67 more jobs start. Job 71 waits at the head"} {
		if !strings.Contains(told, want) {
			t.Errorf("the page does not say %q: %s", want, told)
		}
	}
	if q := p.Play.Queue(); len(q) == 0 || !q[0].New {
		t.Errorf("the queue is %+v", q)
	}
	if got, want := p.Play.Others(), "and 18 more"; got != want {
		t.Errorf("beside the queue: %q, want %q", got, want)
	}
}

// A job that may run on for a while after its requested time ends in it, and does not run past it then.
func TestEndsPastItsRequestedTime(t *testing.T) {
	p, b := firstVisit(t)
	open(p, `{"version": 1, "machine": {"kind": "cluster", "processors": 1}, "kill": {"rule": "grace", "grace": 60},
		"workload": {"kind": "jobs", "jobs": [{"run": 20, "request": 10}]}, "policies": [{"kind": "easy"}]}`)
	b.answer()
	p.Play.Seek(20 * engine.Second)
	b.watch()
	if got, want := p.told(), "At 20 s: job 1 ends. Nobody waits."; got != want {
		t.Errorf("the page says %q, want %q", got, want)
	}
}

// Under every policy of a scenario, steps lead through all calls there are, to the end and back.
func TestStepsMissNothing(t *testing.T) {
	p, b := firstVisit(t)
	open(p, `{"version": 1, "machine": {"kind": "cluster", "processors": 16}, "workload": {"kind": "lublin", "jobs": 300, "processors": 16, "load": 0.9},
		"policies": [{"kind": "easy"}, {"kind": "conservative"}, {"kind": "priority-backfill", "priority": "sjf"}, {"kind": "fpfs"}]}`)
	if len(b.asked) > 0 && p.Running {
		b.answer()
	}
	if len(p.Play.CallLogs) != 4 {
		t.Fatalf("%d runs are drawn: %v", len(p.Play.CallLogs), p.Wrong)
	}
	for i, label := range p.RunLabels() {
		p.Play.Seek(0)
		p.Play.FocusOn(label)
		b.watch()
		want, err := b.task(b.asked[len(b.asked)-1]).Snapshots(i, snapshot.Series{Most: 1 << 20, Depth: play.ListedJobs})
		if err != nil {
			t.Fatal(err)
		}
		at := func() engine.Time { return p.Play.Snapshot().At }
		for k, by := range []int{1, -1} {
			for n := range want.List {
				if k == 1 {
					n = len(want.List) - 1 - n
				}
				if p.Play.Snapshot() == nil || at() != want.List[n].At || !slices.Equal(p.Play.Snapshot().Queue, want.List[n].Queue) {
					t.Fatalf("%s: call %d is at %d, want %d", label, n, at(), want.List[n].At)
				}
				if n+by >= 0 && n+by < len(want.List) {
					p.Play.Step(by, false)
					b.watch()
				}
			}
		}
	}
}

// As long as the timeline still shows the runs before the results, nothing is asked about them: the experiment is another one.
func TestRunsOfAnotherExperimentAreNotAskedAbout(t *testing.T) {
	p, b := firstVisit(t)
	open(p, `{"version": 1, "machine": {"kind": "cluster", "processors": 64}, "workload": {"kind": "lublin", "jobs": 20, "processors": 64}, "policies": [{"kind": "easy"}]}`)
	width := p.Width
	p.Width = 0 // so that the scene stays as it is
	b.answer()
	p.Width = width
	p.Play.SetPlaying(true)
	if n := len(b.snapshots); n > 0 {
		t.Errorf("the page asks %d questions", n)
	}
}

// While a long run is played at the automatic speed, what the policy does is known nearly always,
// for few questions; when it stands still, exactly.
func TestLongRunsPlay(t *testing.T) {
	p, b := firstVisit(t)
	open(p, `{"version": 1, "machine": {"kind": "cluster", "processors": 64}, "workload": {"kind": "lublin", "jobs": 20000, "processors": 64, "load": 0.8}, "policies": [{"kind": "easy"}]}`)
	p.Run()
	b.answer()
	b.pass() // the timeline of so many jobs is prepared in slices
	p.Play.SetPlaying(true)
	asked, frames, unknown := 0, 0, 0
	for ; p.Play.Playing(); frames++ {
		p.Play.Tick(50 * time.Millisecond)
		if asked += len(b.snapshots); frames%4 == 0 { // answers take a while
			b.watch()
		}
		if r := p.Play.Focused(); p.Play.Call(r) < 0 {
			unknown++
		} else if len(r.List) > play.MostSnapshots {
			t.Fatalf("%d calls are kept", len(r.List))
		}
	}
	if frames < 550 || frames > 650 {
		t.Errorf("the run takes %d frames, want 30 s", frames)
	}
	if asked > 40 || unknown > 20 {
		t.Errorf("%d questions; %d of %d frames without an answer", asked, unknown, frames)
	}
	o := p.Shown.Results.Runs[0].Outcome
	for _, j := range []int32{0, 777, 12345, 19999} {
		p.Play.Seek(o.Start[j])
		b.watch()
		m, waiting := p.Play.Snapshot(), int32(0)
		for k := range o.Start {
			if o.Ready(int32(k)) <= p.Play.Now && o.Start[k] > p.Play.Now {
				waiting++
			}
		}
		if m == nil || m.Waiting != waiting || p.Play.Focused().Every != 0 {
			t.Errorf("at the start of job %d wait %+v, want %d", j, m, waiting)
		}
	}
}

// A log tells who started when, and nothing more: its jobs come at 0, 5 and 6 s, the first starts at
// 10, the last at 6.
func TestRecordedRunsPlay(t *testing.T) {
	p, b := firstVisit(t)
	p.FileCame(droppedLog(t, "small.swf"))
	b.answer()
	p.Play.Seek(0)
	p.Play.FocusOn("As recorded")
	b.watch()
	for _, c := range []struct {
		by int
		at engine.Time
	}{{1, 5}, {1, 6}, {1, 10}, {-1, 6}} {
		p.Play.Step(c.by, false)
		if b.watch(); p.Play.Now != c.at*engine.Second || p.Play.Snapshot() != nil {
			t.Fatalf("a step leads to %d, want %d s", p.Play.Now, c.at)
		}
	}
	if got := p.Play.Figures(); !strings.Contains(got, "not why") || p.Play.Queue() != nil {
		t.Errorf("%q", got)
	}
}

// Where people want no motion, a run goes from decision to decision.
func TestCalmPlay(t *testing.T) {
	p, b := firstVisit(t)
	b.calm = true
	p.Play.SetPlaying(true)
	b.watch()
	var at []engine.Time
	for len(b.later) > 0 && len(at) < 100 {
		if p.Play.Tick(time.Hour) {
			t.Fatal("time goes by")
		}
		at = append(at, p.Play.Now/engine.Second)
		f := b.later[0]
		b.later = b.later[1:]
		f()
		b.watch()
	}
	if p.Play.Playing() || len(at) < 8 || !slices.IsSorted(at) || !slices.Contains(at, 120) || slices.Contains(at, 240) {
		t.Errorf("it goes through %v", at)
	}
}

func TestPlayKeys(t *testing.T) {
	p, b := firstVisit(t)
	for _, c := range []struct {
		key string
		at  engine.Time
	}{{" ", 0}, {" ", 0}, {".", 60}, {".", 120}, {">", 300}, {",", 240}, {"<", 120}} {
		if !p.Play.Key(c.key) {
			t.Fatalf("%q means nothing", c.key)
		}
		if b.watch(); p.Play.Now != c.at*engine.Second {
			t.Errorf("%q leads to %d, want %d", c.key, p.Play.Now, c.at)
		}
	}
	if p.Play.Key("x") {
		t.Error("x means something")
	}
	p.Play.SlideTo(play.SliderSteps)
	if p.Play.Now != p.Timeline.View.Last || p.Play.SliderValue() != play.SliderSteps {
		t.Errorf("the end of the slider is %d", p.Play.Now)
	}
	p.Play.SetSpeed("1 min")
	if p.Play.Speed() != engine.Minute {
		t.Errorf("the speed is %d", p.Play.Speed())
	}
}

// If the worker breaks that is asked what a policy decided, nobody waits for it any longer.
func TestDecisionsThatAreLost(t *testing.T) {
	p, b := firstVisit(t)
	p.Play.Seek(0)
	p.Running = true // so could a sweep be measured beside it, which goes on
	for _, asked := range b.snapshots {
		p.Play.SnapshotsLost(asked.key, result.Failure{Reason: "the worker broke", Crash: true})
	}
	if !p.Running || !p.Notice.Problem {
		t.Errorf("running: %v, and the notice is %q", p.Running, p.Notice.Text)
	}
	if got := p.Play.Figures(); got != "What the policy decided is not known: the simulation could not be repeated." {
		t.Errorf("the page says %q", got)
	}
}
