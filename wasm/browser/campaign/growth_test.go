//go:build campaign

package campaign

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"backfill/engine/campaign"
)

// cycle is something after which the page is as it was.
type cycle struct {
	name   string
	script string                             // JavaScript; then the page comes to rest
	do     func(p *page, folder string) error // instead
}

// drops are files that are dropped, one after the other, and simulated.
func drops(names ...string) func(p *page, folder string) error {
	return func(p *page, folder string) error {
		for _, name := range names {
			shown := strings.TrimSuffix(name, ".json")
			if err := errors.Join(p.Drop(filepath.Join(folder, name)), p.Until(ran(shows(shown)), patience)); err != nil {
				return err
			}
		}
		return nil
	}
}

func cycles() []cycle {
	key := func(keys ...string) string {
		script := ""
		for _, k := range keys {
			script += fmt.Sprintf(`document.querySelector("#timeline").dispatchEvent(new KeyboardEvent("keydown", {key: %q, bubbles: true, cancelable: true}));`, k)
		}
		return script
	}
	return []cycle{
		{name: "nothing", script: `0`},
		{name: "a field is edited, and that is undone", script: `(() => { const e = seen("#experiment input[inputmode]")[0]; e.value = e.value + "1"; fire(e, "input", "change"); })(); seen("#undo-button")[0].click()`},
		{name: "experiments are dropped", do: drops("base.json", "one.json")},
		{name: "sweeps are dropped", do: drops("sweep.json", "base.json")},
		{name: "a log is dropped", do: drops("log.swf", "base.json")},
		{name: "what is written is dropped", do: drops("written.json", "base.json")},
		{name: "a job is pinned", script: key("ArrowDown", "Enter", "ArrowRight", "Enter", "Escape")},
		{name: "the timeline is zoomed", script: key("+", "+", "ArrowRight", "0")},
		{name: "summaries are opened and closed", script: `for (const e of seen("summary")) e.click(); for (const e of seen("summary").reverse()) e.click()`},
		{name: "the export is opened and closed", do: func(p *page, _ string) error {
			return errors.Join(p.script(`document.querySelector("#export-button").click()`), p.Until(`document.querySelector("#export-dialog") !== null`, patience), p.script(`document.querySelector("#dialog-close").click()`))
		}},
		{name: "the gallery is opened and closed", do: func(p *page, _ string) error {
			return errors.Join(p.script(`document.querySelector("#gallery-button").click()`), p.Until(`seen(".dialog button.item").length > 0`, patience), p.script(`document.querySelector("#dialog-close").click()`))
		}},
		{name: "it is played", do: func(p *page, _ string) error {
			return errors.Join(p.script(`document.querySelector("#play-button").click()`), p.Until(`seen("#play-stop").length > 0`, patience), p.script(`seen("#play-stop")[0].click()`))
		}},
		{name: "the window changes its size", do: func(p *page, _ string) error {
			return p.Do(chromedp.EmulateViewport(500, 700), chromedp.EmulateViewport(1280, 900))
		}},
		{name: "a run is cancelled", do: func(p *page, folder string) error {
			if err := errors.Join(p.Drop(filepath.Join(folder, "long.json")), p.Until(`seen("#cancel-button").length > 0`, patience), p.script(`seen("#cancel-button")[0].click()`), p.rests()); err != nil {
				return err
			}
			return drops("base.json")(p, folder)
		}},
		{name: "workers end", do: func(p *page, folder string) error {
			if err := p.script(`[...lab.alive].forEach((w) => w.terminate())`); err != nil {
				return err
			}
			return drops("one.json", "base.json")(p, folder)
		}},
		{name: "every view is chosen", script: `(() => { for (const e of seen("select").filter((e) => !e.closest("#experiment"))) { const was = e.value; for (const o of [...e.options].filter((o) => !o.disabled)) { e.value = o.value; fire(e, "input", "change"); } e.value = was; fire(e, "input", "change"); } })()`},
	}
}

// cycles goes through a cycle so many times.
func (p *page) cycles(c cycle, folder string, times int) (err error) {
	for range times {
		if c.do != nil {
			err = c.do(p, folder)
		} else {
			err = p.script(c.script)
		}
		if err := errors.Join(err, p.rests(), p.wrong()); err != nil {
			return err
		}
	}
	return nil
}

// A cycle is gone through so many times first, since undo remembers 200 experiments, and then more of them are measured.
const (
	first = 110
	more  = 40
)

// TestCampaignGrowth does something over and over after which the page is as it was. Once it has been done so often that all
// memories that are bounded are full, nothing grows.
func TestCampaignGrowth(t *testing.T) {
	l := newLab(t)
	folder := filesToDrop(t, map[string]string{
		"written.json": strings.Replace(strings.Replace(base, `{"kind": "fcfs"}`, `{"kind": "priority-backfill", "priority": "wait + 1"}`, 1), `"base"`, `"written"`, 1),
		"long.json":    strings.Replace(strings.Replace(base, `"jobs": 300`, `"jobs": 300000`, 1), `"base"`, `"long"`, 1),
	})
	all := cycles()
	campaign.Run(t, campaign.Plan{
		Name: "page/growth", About: "the same over and over on the page: no growth of memory, listeners, elements and workers",
		Cases: int64(len(all)), InTurn: true, Limit: 15 * time.Minute,
	}, func(n int64) error {
		p, err := l.visit(t.TempDir())
		if err != nil {
			return err
		}
		defer p.Close()
		if err := p.script(pick); err != nil {
			return err
		}
		c := all[n]
		if err := drops("base.json")(p, folder); err != nil {
			return err
		}
		if err := p.cycles(c, folder, first); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		before, err := p.takes()
		if err != nil {
			return err
		}
		if err := p.cycles(c, folder, more); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		later, err := p.takes()
		if err != nil {
			return err
		}
		t.Logf("%s: %v; %d times later %v", c.name, before, more, later)
		// Garbage is not collected to the last byte, and Chromium compiles what is called often anew.
		if err := before.grew(later, figures{program: 1000 * more, scripts: 100_000 + 2000*more, listeners: 5, detached: 10, workers: 1}); err != nil {
			return fmt.Errorf("%s, %d times: %w", c.name, more, err)
		}
		return nil
	})
}
