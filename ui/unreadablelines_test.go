package ui

import (
	"strings"
	"testing"

	"backfill/engine/machine/slurmconf"
	"backfill/engine/workload"
	"backfill/engine/workload/accounting"
	"backfill/engine/workload/logs"
	"backfill/ui/opened"
	"backfill/ui/result"
)

// brokenLog is a log of three jobs, of which one cannot be read.
const brokenLog = "; MaxProcs: 4\n1 0 0 10 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1\n2 5 0 ten\n3 6 0 10 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1\n"

// droppedBroken is brokenLog as a file that was opened without the line that cannot be read.
func droppedBroken(t *testing.T) opened.File {
	t.Helper()
	_, report, err := logs.Read(strings.NewReader(brokenLog), "broken.swf", logs.Skip)
	if err != nil {
		t.Fatal(err)
	}
	return opened.File{FileRef: result.FileRef{Name: "broken.swf", Size: int64(len(brokenLog)), SHA256: strings.Repeat("cd", 32)}, Report: report, Skips: true}
}

var notRead = result.Failure{File: "broken.swf", Line: 3, Value: `"ten"`, Reason: "field 4 (run time): a number is accepted", Skippable: true}

// A log with a line that cannot be read is refused, and offered without such lines. What was left out is counted and listed. The
// experiment keeps that in mind: its link, and where the log is dropped once more.
func TestLogWithoutUnreadableLines(t *testing.T) {
	p, b := firstVisit(t)
	b.logs = map[string]string{"broken.swf": brokenLog}
	asked := 0
	p.FileRefused(notRead, func(result.Reading) {
		asked++
		p.FileCame(droppedBroken(t))
	})
	if p.Notice.Text != `broken.swf, line 3: "ten": field 4 (run time): a number is accepted` || p.Draft.Name == "broken.swf" || p.SkipsLines("broken.swf") {
		t.Errorf("the notice is %q", p.Notice.Text)
	}
	if len(p.Notice.Choices) != 1 || p.Notice.Choices[0].Text != "Skip unreadable lines" {
		t.Fatalf("offered is %+v", p.Notice.Choices)
	}
	p.Notice.Choices[0].Do()
	b.answer()
	if asked != 1 || !p.SkipsLines("broken.swf") || p.SkipsLines("other.swf") || len(p.Workload().Jobs) != 2 {
		t.Errorf("read again %d times: %+v", asked, p.Draft.Workload)
	}
	if want := "broken.swf: 1 line of the log cannot be read and is left out; the reading report under “Workload” says which, and why."; p.Notice.Text != want {
		t.Errorf("the notice is %q", p.Notice.Text)
	}
	page := render(t, p)
	for _, want := range []string{"3 job lines read, 2 jobs made; 1 dropped.", "1 line dropped: cannot be read (3)", `Line 3: field 4 (run time): &#34;ten&#34;: a number is accepted`} {
		if text := page.root.text(); !strings.Contains(text, want) {
			t.Errorf("the page does not say %q: %s", want, text)
		}
	}

	waiting, c := newPage(t)
	c.logs = b.logs
	waiting.Open(b.address, "")
	waiting.FileFound(c.looked[0], false)
	waiting.FileCame(droppedBroken(t))
	c.answer()
	if want := "broken.swf: 1 line of the log cannot be read"; !strings.HasPrefix(waiting.Notice.Text, want) || len(waiting.Workload().Jobs) != 2 {
		t.Errorf("the notice of an experiment that waited for the log is %q", waiting.Notice.Text)
	}

	again, c := newPage(t)
	c.logs = b.logs
	again.Open(b.address, "")
	again.FileFound(c.looked[0], true)
	c.answer()
	if !again.SkipsLines("broken.swf") || len(again.Workload().Jobs) != 2 {
		t.Errorf("after a reload: %+v", again.Draft.Workload)
	}
}

// A file that is read as SWF because nothing tells what it is: the refusal says so.
func TestRefusedAsSWF(t *testing.T) {
	const as = "It was read as a log in the Standard Workload Format, as neither its name nor its first lines tell another one."
	for name, want := range map[string]bool{"notes.txt": true, "BROKEN.SWF.gz": false, "broken.cwf": false} {
		p, _ := firstVisit(t)
		p.FileRefused(result.Failure{File: name, Line: 1, Value: `"hello"`, Reason: "field 2 (submit time): a number is accepted", Skippable: true}, nil)
		if got := strings.HasSuffix(p.Notice.Text, ". "+as); got != want {
			t.Errorf("of %s it says %q", name, p.Notice.Text)
		}
	}
}

// Lines of an accounting log that cannot be read are left out without a question. The notice says how many, whatever the machine is made of, and whether
// all remarks on the configuration are shown.
func TestNoticeCountsUnreadableLines(t *testing.T) {
	const words = " 2 lines of the log cannot be read and are left out; the reading report under “Workload” says which, and why."
	file := func(broken string) opened.File {
		log := clusterLog + broken
		read, err := accounting.Read(strings.NewReader(log), "sacct.txt", accounting.Options{})
		if err != nil {
			t.Fatal(err)
		}
		_, report, err := read.Workload("accounting-1.txt", "UTC", nil)
		if err != nil {
			t.Fatal(err)
		}
		return opened.File{FileRef: result.FileRef{Name: "accounting-1.txt", Size: 1, SHA256: strings.Repeat("cd", 32)}, Kind: "accounting", Report: report, Legend: &read.Legend, Named: &accounting.Named{},
			Sizing: &workload.Sizing{Widest: 8, Busy: 8}}
	}
	conf := opened.File{FileRef: result.FileRef{Name: "slurm.conf"}, Configuration: []slurmconf.File{{Name: "slurm.conf", Text: clusterConf}}}
	for _, configured := range []bool{false, true} {
		for broken, want := range map[string]int{"": 0, "x|ann|chem|short|normal|2026-03-02T00:00:00|||COMPLETED|4|60\n4|ann|chem|short|normal|yesterday|||COMPLETED|4|60\n": 1} {
			p, _ := firstVisit(t)
			if configured {
				p.FileCame(conf)
			}
			p.FileCame(file(broken))
			if got := strings.Count(p.Notice.Text, words); got != want || !strings.HasPrefix(p.Notice.Text, "Kept is a copy without names") {
				t.Errorf("configured: %v, %q: the notice is %q", configured, broken, p.Notice.Text)
			}
		}
	}
}

// An accounting log of which nothing has started has no header that could name a machine.
func TestAccountingLogOfWaitingJobs(t *testing.T) {
	p, _ := firstVisit(t)
	p.FileCame(opened.File{FileRef: result.FileRef{Name: "accounting-1.txt", Size: 1, SHA256: strings.Repeat("cd", 32)}, Kind: "accounting", Report: &workload.Report{}, Legend: &accounting.Legend{},
		Sizing: &workload.Sizing{Widest: 8}})
	if got, want := p.Notice.Text, "Kept is a copy without names, accounting-1.txt. It does not say how large its machine is. The machine is now one pool as wide as the widest job: 8 processors, "; !strings.HasPrefix(got, want) {
		t.Errorf("the notice is %q", got)
	}
	if got, want := p.Draft.Description, "The log does not say how large its machine is. The one here has as many processors as the widest job needs."; got != want {
		t.Errorf("the description is %q", got)
	}
}

// An experiment that leaves nothing out and waits for a log leaves its lines out when the reader wants it so, or when a run fails for one.
func TestExperimentLearnsToLeaveOutLines(t *testing.T) {
	const text = `{"version":1,"machine":{"kind":"cluster","processors":4},"policies":[{"kind":"easy"}],"workload":{"kind":"swf","file":"broken.swf"}}`
	p, b := firstVisit(t)
	b.logs = map[string]string{"broken.swf": brokenLog}
	open(p, text)
	p.FileFound(b.looked[0], false)
	p.FileCame(droppedBroken(t))
	b.pass()
	b.answer()
	if !p.SkipsLines("broken.swf") || p.Missing != nil || len(p.Workload().Jobs) != 2 {
		t.Errorf("%+v, waits for %v", p.Draft.Workload, p.Missing)
	}
	p.Undo()
	if p.SkipsLines("broken.swf") {
		t.Error("undo does not bring the refusal back")
	}

	p, b = firstVisit(t)
	b.logs = map[string]string{"broken.swf": brokenLog}
	open(p, text)
	p.FileFound(result.FileRef{Name: "broken.swf", SHA256: strings.Repeat("cd", 32)}, true)
	p.Failed(b.asked[len(b.asked)-1].run, notRead)
	choose := p.Notice.Choices
	if len(choose) != 1 {
		t.Fatalf("offered is %+v", choose)
	}
	choose[0].Do()
	b.pass()
	b.answer()
	if !p.SkipsLines("broken.swf") || len(p.Workload().Jobs) != 2 || p.Notice.Text != "" {
		t.Errorf("%+v, %q", p.Draft.Workload, p.Notice.Text)
	}
}

// What is wrong with the file as a whole cannot be left out, nor does a frame that shows one experiment offer it.
func TestNoLinesToLeaveOut(t *testing.T) {
	p, _ := firstVisit(t)
	p.FileRefused(result.Failure{File: "x.swf", Reason: "the file is empty; a log in the Standard Workload Format is accepted"}, func(result.Reading) {})
	if len(p.Notice.Choices) > 0 {
		t.Errorf("offered is %+v", p.Notice.Choices)
	}
	p.Locked = true
	p.FileRefused(notRead, func(result.Reading) {})
	if len(p.Notice.Choices) > 0 {
		t.Errorf("a frame offers %+v", p.Notice.Choices)
	}
}
