//go:build campaign

package campaign

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"

	"backfill/engine/campaign"
)

// activity is what the reader does when something fails.
type activity struct {
	name    string // of the experiment that is on the page in the end
	file    string // that is dropped
	content string
	steps   int    // of which it is made when nothing fails, about
	want    []byte // its result
}

// isLog says whether a log is dropped, whose experiment has its name, and not a scenario.
func (a *activity) isLog() bool { return a.file == a.name }

// activities are a log, a run and a sweep, each of which takes some seconds at most.
func activities() []*activity {
	r := rand.New(rand.NewPCG(1, 2))
	var log strings.Builder
	log.WriteString("; MaxProcs: 64\n")
	at := 0
	for j := range 4000 {
		at += r.IntN(200)
		run, size := 1+r.IntN(900), 1+r.IntN(16)
		fmt.Fprintf(&log, "%d %d 0 %d %d -1 -1 %d %d -1 1 1 1 -1 -1 -1 -1 -1\n", j+1, at, run, size, size, run+r.IntN(600))
	}
	return []*activity{
		{name: "log.swf", file: "log.swf", content: log.String()},
		{name: "one", file: "one.json", content: `{"version": 1, "name": "one", "machine": {"kind": "cluster", "processors": 128},
			"workload": {"kind": "lublin", "jobs": 3000, "processors": 128, "load": 0.9},
			"policies": [{"kind": "fcfs"}, {"kind": "easy"}, {"kind": "conservative"}]}`},
		{name: "sweep", file: "sweep.json", content: `{"version": 1, "name": "sweep", "machine": {"kind": "cluster", "processors": 128},
			"workload": {"kind": "lublin", "jobs": 500, "processors": 128},
			"policies": [{"kind": "fcfs"}, {"kind": "easy"}, {"kind": "conservative"}],
			"sweep": [{"path": "/workload/load", "values": [0.5, 0.7, 0.9]}], "replications": 8, "workers": 2}`},
	}
}

// failure is something that goes wrong.
type failure struct {
	name   string
	inPage string // what lab.fail does
	gate   bool   // the next read of a file waits until from outside has been done
	before bool   // from outside is done before the activity, not at a step of it
	// outside does what only the outside can do. path is that of the dropped file. undo mends it.
	outside func(l *lab, p *page, path string) error
	undo    func(l *lab, p *page, path, content string) error
	only    int // the activity that it concerns, from 1; 0: all
	says    string
}

func failures() []failure {
	rewrite := func(l *lab, p *page, path, content string) error { return os.WriteFile(path, []byte(content), 0o644) }
	full := func(l *lab, p *page, _ string) error {
		return p.Do(storage.OverrideQuotaForOrigin(l.url).WithQuotaSize(1000))
	}
	room := func(l *lab, p *page, _, _ string) error { return p.Do(storage.OverrideQuotaForOrigin(l.url)) }
	const breaks = `(worker) => { worker.terminate(); setTimeout(() => worker.dispatchEvent(new ErrorEvent("error", {message: "as told"}))); }`
	return []failure{
		{name: "a worker is ended", inPage: `(worker) => worker.terminate()`},
		{name: "a worker breaks", inPage: breaks},
		{name: "all workers break", inPage: `() => [...lab.alive].forEach(` + breaks + `)`},
		{name: "the file is deleted", gate: true, outside: func(_ *lab, _ *page, path string) error { return os.Remove(path) }, undo: rewrite, says: "cannot be read"},
		{name: "the file is changed", gate: true, outside: func(_ *lab, _ *page, path string) error {
			return errors.Join(os.WriteFile(path, []byte("1 2 3\n"), 0o644), os.Chtimes(path, time.Now(), time.Now().Add(time.Hour)))
		}, undo: rewrite, says: "cannot be read"},
		{name: "the disk is full", before: true, outside: full, undo: room, only: 1, says: "could not store it"},
		{name: "the disk becomes full", outside: full, undo: room},
		{name: "what is stored is cleared", outside: func(l *lab, p *page, _ string) error {
			return p.Do(storage.ClearDataForOrigin(l.url, "indexeddb"))
		}},
		{name: "the clock jumps forth", inPage: `() => { lab.offset = 86400e3 }`},
		{name: "the clock jumps back", inPage: `() => { lab.offset = -86400e3 }`},
		{name: "the computer has slept", inPage: `() => { lab.offset = lab.ahead = 3600e3 }`}, // performance.now never goes back: browsers promise that
		{name: "the network is gone", outside: func(_ *lab, p *page, _ string) error { return p.network(true) },
			undo: func(_ *lab, p *page, _, _ string) error { return p.network(false) }},
	}
}

// TestCampaignFailures has something fail at a step of a drop, a run or a sweep: either that goes on to the right result or the page says
// what happened, and whatever is done next works.
func TestCampaignFailures(t *testing.T) {
	l := newLab(t)
	all, kinds := activities(), failures()
	for _, a := range all {
		if err := l.learn(t, a); err != nil {
			t.Fatalf("%s: %v", a.name, err)
		}
		t.Logf("%s: %d steps", a.name, a.steps)
	}
	campaign.Run(t, campaign.Plan{
		Name: "page/failures", About: "broken workers, lost files, full disks, clocks that jump, no network, at a step of a drop, a run or a sweep: the right result or a message, and the next works",
		Cases: 2000, InTurn: true, Limit: 5 * time.Minute,
	}, func(n int64) error {
		r := campaign.Rand("page/failures", n)
		f := kinds[n%int64(len(kinds))]
		a := all[n/int64(len(kinds))%int64(len(all))]
		if f.only > 0 {
			a = all[f.only-1]
		}
		at := 1 + r.IntN(a.steps)
		if f.gate {
			at = 1 + r.IntN(2) // the reads come first
			if !a.isLog() {
				at = 1
			}
		}
		if f.before {
			at = 0
		}
		said, err := l.fail(t.TempDir(), a, f, at)
		t.Logf("case %d, %s at step %d of %s: %q", n, f.name, at, a.name, said)
		if err != nil {
			return fmt.Errorf("%s at step %d of %d of %s: %w", f.name, at, a.steps, a.name, err)
		}
		return nil
	})
}

// learn does an activity when nothing fails, and holds its result against that without a browser.
func (l *lab) learn(t *testing.T, a *activity) error {
	p, err := l.visit(t.TempDir())
	if err != nil {
		return err
	}
	defer p.Close()
	path := filepath.Join(t.TempDir(), a.file)
	if err := os.WriteFile(path, []byte(a.content), 0o644); err != nil {
		return err
	}
	if err := p.script(`lab.step = 0`); err != nil {
		return err
	}
	if err := errors.Join(p.Drop(path), p.Until(shows(a.name), patience)); err != nil {
		return err
	}
	if err := p.Evaluate(`lab.step`, &a.steps); err != nil {
		return err
	}
	if a.want, err = p.result(); err != nil {
		return err
	}
	if c := p.Complaints(); len(c) > 0 {
		return fmt.Errorf("the console says %q", c)
	}
	if a.isLog() {
		return nil // the scenario is the page's own
	}
	independent, err := native([]byte(a.content))
	if err != nil {
		return err
	}
	return same(a.want, independent)
}

// fail is one case; it returns what the page said.
func (l *lab) fail(folder string, a *activity, f failure, at int) (said string, err error) {
	p, err := l.visit(folder)
	if err != nil {
		return "", err
	}
	defer p.Close()
	// Not among the downloads.
	files := filepath.Join(folder, "dropped")
	path := filepath.Join(files, a.file)
	if err := errors.Join(os.MkdirAll(files, 0o755), os.WriteFile(path, []byte(a.content), 0o644)); err != nil {
		return "", err
	}
	fails := f.inPage
	if fails == "" {
		fails = `() => {}`
	}
	if f.gate {
		fails = `() => { lab.gate = new Promise((open) => { lab.open = open }) }`
	}
	if err := p.script(fmt.Sprintf(`lab.step = 0; lab.reached = false; lab.at = %d; lab.fail = %s`, at, fails)); err != nil {
		return "", err
	}
	if f.before {
		if err := f.outside(l, p, path); err != nil {
			return "", err
		}
	}
	if err := p.Drop(path); err != nil {
		return "", err
	}
	if f.outside != nil && !f.before {
		if err := p.Until(`lab.reached || (lab.step > 0 && `+shows(a.name)+`)`, patience); err != nil {
			return "", err
		}
		if err := f.outside(l, p, path); err != nil {
			return "", err
		}
		if f.gate {
			if err := p.script(`lab.open()`); err != nil {
				return "", err
			}
		}
	}
	done, said, err := p.outcome(a, f)
	if err != nil {
		return said, err
	}
	if f.undo != nil {
		if err := f.undo(l, p, path, a.content); err != nil {
			return said, err
		}
	}
	if done {
		result, err := p.result()
		if err != nil {
			return said, err
		}
		if err := same(result, a.want); err != nil {
			return said, err
		}
	}
	return said, p.goesOn(a, path, done)
}

// outcome waits for what comes of a failure: whether the experiment is done all the same, and what the page says.
func (p *page) outcome(a *activity, f failure) (done bool, said string, err error) {
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if said, err = p.text(notices); err != nil {
			return false, said, err
		}
		if done, err = p.is(shows(a.name)); err != nil {
			return false, said, err
		}
		rest, err := p.is(atRest)
		if err != nil {
			return false, said, err
		}
		told := rest && said != "" && !strings.Contains(said, "Reading ")
		if (done || told) && (f.says == "" || strings.Contains(said, f.says)) {
			return done, said, p.wentWrong()
		}
	}
	return done, said, fmt.Errorf("it does not end as it should, and the page says %q", said)
}

// goesOn does the same again, if it was not done, and something else.
func (p *page) goesOn(a *activity, path string, done bool) error {
	if err := p.script(`lab.at = 0; lab.gate = null`); err != nil {
		return err
	}
	if !done {
		open, err := p.is(isNamed(a.name))
		if err != nil {
			return err
		}
		if open && a.isLog() { // a second drop would ask what the log is for
			err = p.script(`document.querySelector("#run-button").click()`)
		} else {
			err = p.Drop(path)
		}
		if err := errors.Join(err, p.Until(shows(a.name), patience)); err != nil {
			return fmt.Errorf("again: %w", err)
		}
		result, err := p.result()
		if err != nil {
			return err
		}
		if err := same(result, a.want); err != nil {
			return fmt.Errorf("again: %w", err)
		}
	}
	next := filepath.Join(filepath.Dir(path), "next.json")
	text := []byte(`{"version": 1, "name": "next", "machine": {"kind": "cluster", "processors": 64}, "workload": {"kind": "lublin", "jobs": 200, "processors": 64, "load": 0.8},
		"policies": [{"kind": "easy"}, {"kind": "fcfs"}]}`)
	if err := os.WriteFile(next, text, 0o644); err != nil {
		return err
	}
	if err := errors.Join(p.Drop(next), p.Until(shows("next"), patience)); err != nil {
		return fmt.Errorf("next: %w", err)
	}
	result, err := p.result()
	if err != nil {
		return err
	}
	want, err := native(text)
	if err != nil {
		return err
	}
	if err := same(result, want); err != nil {
		return fmt.Errorf("next: %w", err)
	}
	if !a.isLog() {
		return p.wentWrong()
	}
	// What was stored, perhaps the second time, is found after a reload; else the page asks for it.
	if err := errors.Join(p.script(`document.querySelector("#undo-button").click()`), p.Until(ran(shows(a.name)), patience)); err != nil {
		return fmt.Errorf("undone: %w", err)
	}
	if err := p.Do(chromedp.Reload()); err != nil {
		return err
	}
	if err := p.Until(fmt.Sprintf(`(%s) || document.querySelector(".notices").innerText.includes(%q)`, shows(a.name), a.file), patience); err != nil {
		return fmt.Errorf("after a reload: %w", err)
	}
	return p.wentWrong()
}
