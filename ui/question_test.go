package ui

import (
	"compress/gzip"
	"strings"
	"testing"

	"backfill/ui/link"
	"backfill/ui/result"
)

// choose answers the page's question with the choice of that id.
func choose(t *testing.T, p *Page, id string) {
	t.Helper()
	render(t, p).do(id, "click", "")
	if p.Question.Text != "" {
		t.Errorf("%s leaves the question there", id)
	}
	if focused := p.Browser.(*fake).focused; render(t, p).ids[focused] == nil {
		t.Errorf("%s leaves the focus on %q, which is not there", id, focused)
	}
}

// While one experiment runs, undo brings back another, which does not run by itself. When the run has ended, the page asks whether to run it.
func TestChangeDuringARunIsAskedFor(t *testing.T) {
	p, b := firstVisit(t)
	p.Quick = false // as after a run that was cancelled
	p.FileCame(droppedLog(t, "a.swf"))
	b.pass()
	asked := len(b.asked)
	p.Undo()
	b.pass()
	b.answer() // the log's results
	b.pass()
	if len(b.asked) != asked || p.Shown.Results == nil || p.Draft.Name != "A textbook case" {
		t.Fatalf("%d runs instead of %d, of %q", len(b.asked), asked, p.Draft.Name)
	}
	if !p.Stale() || !p.AsksToRun() {
		t.Error("beside the textbook case stand results of the log, and nothing says so")
	}
	p.Run()
	b.answer()
	b.pass()
	if p.Stale() || !p.Quick {
		t.Error("the textbook case does not run, or not quickly")
	}
}

func TestProgressFromTheBeginning(t *testing.T) {
	p, b := firstVisit(t)
	p.RemovePolicy(0)
	b.pass()
	p.Run()
	if len(b.later) != 1 {
		t.Fatal("nothing renders the page while the workload is made")
	}
	b.pass()
	p.Began = p.Began.Add(-p.Patience())
	cancel := render(t, p).ids["cancel-button"]
	if cancel.attr("hidden") != "" || folded(cancel) {
		t.Fatal("there is no way to cancel")
	}
	if text := cancel.parent.text(); !strings.HasPrefix(text, "Preparing the workload…") {
		t.Errorf("the page says %q", text)
	}
	b.answerFirst(1)
	if text := render(t, p).ids["cancel-button"].parent.text(); !strings.HasPrefix(text, "Simulating") {
		t.Errorf("the page says %q", text)
	}
}

// waiting is a page with a link whose log is not there.
func waiting(t *testing.T) (*Page, *fake) {
	t.Helper()
	p, b := firstVisit(t)
	p.FileCame(droppedLog(t, "small.swf"))
	there, c := newPage(t)
	there.Open(b.address, "")
	there.FileFound(c.looked[0], false)
	return there, c
}

func TestAnotherLogThanTheLinkMeans(t *testing.T) {
	other := droppedLog(t, "other.swf")
	other.SHA256 = strings.Repeat("cd", 32)

	p, b := waiting(t)
	p.FileCame(other)
	want := "other.swf (220 bytes, SHA-256 cdcdcdcdcdcd…) is not the log of this experiment, small.swf (220 bytes, SHA-256 abababababab…). Open it as a new experiment instead?"
	if p.Question.Text != want {
		t.Errorf("the page asks %q, want %q", p.Question.Text, want)
	}
	if p.Draft.Name != "small.swf" || len(b.asked) > 0 {
		t.Error("the wrong experiment was opened")
	}
	choose(t, p, "keep-waiting-button")
	if p.Missing == nil || p.Draft.Name != "small.swf" {
		t.Error("the page does not wait for the log any more")
	}
	p.FileCame(droppedLog(t, "renamed.swf"))
	if len(b.asked) != 1 || p.Missing != nil {
		t.Error("the right log was not taken afterwards")
	}

	p, b = waiting(t)
	p.FileCame(other)
	choose(t, p, "new-experiment-button")
	if p.Missing != nil || p.Draft.Name != "other.swf" || len(b.asked) != 1 || b.asked[0].files[0] != other.FileRef {
		t.Error("the log was not opened as a new experiment")
	}
}

func TestAnotherNameForALogWithoutAHash(t *testing.T) {
	p, b := firstVisit(t)
	p.OpenScenario("kth.json", []byte(`{"version":1,"machine":{"kind":"cluster","processors":16},"workload":{"kind":"swf","file":"kth.swf"},"policies":[{"kind":"easy"}]}`))
	p.FileFound(b.looked[0], false)
	p.FileCame(droppedLog(t, "small.swf"))
	choose(t, p, "use-log-button")
	if len(b.asked) != 2 || b.asked[1].files[0].Name != "kth.swf" || !strings.Contains(p.Fragment(), link.Prefix) {
		t.Error("the log does not stand for the one that is named")
	}
}

// A scenario and its log may be dropped together.
func TestLogThatIsBeingLookedFor(t *testing.T) {
	p, b := firstVisit(t)
	p.OpenScenario("small.json", []byte(`{"version":1,"machine":{"kind":"cluster","processors":16},"workload":{"kind":"swf","file":"small.swf"},"policies":[{"kind":"easy"}]}`))
	p.FileCame(droppedLog(t, "small.swf"))
	if len(b.asked) != 2 || len(p.Draft.Policies) != 1 {
		t.Error("the log was opened as another experiment")
	}
}

func TestUndoDoesNotWaitForTheLog(t *testing.T) {
	p, b := firstVisit(t)
	p.OpenScenario("kth.json", []byte(`{"version":1,"machine":{"kind":"cluster","processors":16},"workload":{"kind":"swf","file":"kth.swf"},"policies":[{"kind":"easy"}]}`))
	p.FileFound(b.looked[0], false)
	p.Undo()
	if p.Missing != nil {
		t.Error("the page waits for a log that nobody needs")
	}
}

func TestFilesThatAreNoLogs(t *testing.T) {
	p, b := firstVisit(t)
	before, address := p.Draft.Clone(), b.address
	zipped := func(text string) string {
		var b strings.Builder
		z := gzip.NewWriter(&b)
		if _, err := z.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	const all = ".swf, .cwf, what sacct -P prints, accounting records of PBS, LSF and Grid Engine and tables with a line of names are read, also as .gz; " +
		"so are slurm.conf and what scontrol and sacctmgr print, tables of bandwidths as .csv, tables of what people did, and scenarios as .json."
	for _, c := range []struct{ name, start, says string }{
		{"x.png", "\x89PNG\r\n\x1a\n\x00", "x.png: this is a binary file, not a log; logs are text, one job a line."},
		{"x.swf", "\x7fELF\x02\x00", "x.swf: this is a binary file, not a log; logs are text, one job a line."},
		{"notes.md", "# Notes", "notes.md: this is not a log; " + all},
		{"notes.md.gz", zipped("# Notes"), "notes.md.gz: this is not a log; " + all},
		{"log.txt", "", "log.txt: the file is empty; " + all},
		{"log.txt", "\xef\xbb\xbf \n", "log.txt: the file is empty; " + all},
		{"log.txt.gz", zipped(""), "log.txt.gz: the file is empty; " + all},
	} {
		if p.Chosen(result.FileRef{Name: c.name}, []byte(c.start)) {
			t.Errorf("%s is to be read", c.name)
		}
		if p.Notice.Text != c.says || !p.Notice.Problem {
			t.Errorf("the notice is %q, want %q", p.Notice.Text, c.says)
		}
	}
	if !p.Draft.Equal(before) || b.address != address || len(b.asked) != 1 || len(p.Wrong) > 0 {
		t.Error("something has changed")
	}
	for name, start := range map[string]string{
		"small.swf": smallLog, "broken.swf": "x y z", "small.swf.gz": "\x1f\x8b\x08", "KTH-SP2-1996-2.1-cln": smallLog,
		"DAS2.cwf": "; Version: 2", "DAS2.CWF.gz": "\x1f\x8b\x08", "small.txt": "\xef\xbb\xbf 1 0 0", "small.txt.gz": zipped(smallLog), "damaged.txt.gz": "\x1f\x8b\x08", "empty.swf": "", "kth.scenario": ` {"version":1}`, "kth.json": "[",
	} {
		if !p.Chosen(result.FileRef{Name: name}, []byte(start)) {
			t.Errorf("%s is refused: %s", name, p.Notice.Text)
		}
	}
}

func TestLongReadingIsSaid(t *testing.T) {
	p, b := firstVisit(t)
	p.Chosen(result.FileRef{Name: "small.swf"}, []byte(smallLog))
	b.pass()
	if p.Notice.Text != "Reading small.swf…" {
		t.Errorf("the notice is %q", p.Notice.Text)
	}
	p.FileCame(droppedLog(t, "small.swf"))
	b.pass()
	p.FilesLeft([]string{"a.swf", "b.swf"})
	if p.Notice.Text != "At a time one experiment, one log and one table of each kind are opened; not opened: a.swf and b.swf." {
		t.Errorf("the notice is %q", p.Notice.Text)
	}
}

func TestVeryLargeExperimentsAskFirst(t *testing.T) {
	p, b := firstVisit(t)
	p.Edit("/workload/kind", "lublin")
	p.Edit("/workload/jobs", "1000000")
	b.pass()
	if len(b.asked) != 2 || p.Question.Text != "" {
		t.Fatalf("3 million jobs are not run at once: %s", p.Question.Text)
	}
	p.CancelRun()
	p.Quick = true
	p.Edit("/workload/jobs", "2000000")
	b.pass()
	if len(b.asked) != 2 || !strings.HasPrefix(p.Question.Text, "About 2,000,000 jobs under 3 policies may take up to 2 GB of memory") {
		t.Fatalf("the page asks %q after %d runs", p.Question.Text, len(b.asked))
	}
	choose(t, p, "not-now-button")
	if !p.AsksToRun() {
		t.Error("there is no way to run it later")
	}
	p.Run()
	choose(t, p, "run-anyway-button")
	if len(b.asked) != 3 {
		t.Fatal("it does not run")
	}
	p.CancelRun()
	p.Run()
	if len(b.asked) != 4 {
		t.Error("it asks again")
	}
	p.CancelRun()
	p.Edit("/workload/jobs", "10000000")
	p.AddTransform("first")
	p.Run()
	if len(b.asked) != 5 {
		t.Error("the first jobs of many are many")
	}
}

// How many jobs a log has is known once it was read; before, its size says about how many.
func TestSizeOfALog(t *testing.T) {
	p, _ := firstVisit(t)
	f := droppedLog(t, "small.swf")
	f.Size = 70_000_000
	p.FileCame(f)
	if n := p.ExpectedJobs(p.Plan); n != 3 {
		t.Errorf("%d jobs are expected of a log with three", n)
	}
	f.SHA256 = strings.Repeat("cd", 32)
	p, _ = firstVisit(t)
	p.OpenScenario("small.json", []byte(`{"version":1,"machine":{"kind":"cluster","processors":16},"workload":{"kind":"swf","file":"small.swf"},"policies":[{"kind":"easy"}]}`))
	p.FileFound(f.FileRef, true)
	if n := p.ExpectedJobs(p.Plan); n != 1_000_000 {
		t.Errorf("%d jobs are expected", n)
	}
}

func TestRecordedRunsAreNotComparedInKills(t *testing.T) {
	p, b := firstVisit(t)
	p.FileCame(droppedLog(t, "small.swf"))
	b.answer()
	p.Edit("/baseline", "As recorded")
	for _, row := range p.SideBySide().Rows(false, nil, false) {
		for _, c := range row.Cells {
			if row.About.Name == "killed" && (c.Verdict != "" || c.Difference != "") {
				t.Errorf("killed is compared: %+v", c)
			}
		}
	}
}
