//go:build campaign

package campaign

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"

	"backfill/engine/campaign"
	"backfill/wasm/browser/visit"
)

// actions is how many a case takes.
const actions = 120

// base is the experiment that is on the page whenever it is measured.
const base = `{"version": 1, "name": "base", "machine": {"kind": "cluster", "processors": 64}, "workload": {"kind": "lublin", "jobs": 300, "processors": 64, "load": 0.8},
	"policies": [{"kind": "fcfs"}, {"kind": "easy"}]}`

// action is one that a random number completes.
type action struct {
	name   string
	often  int
	script string // JavaScript in which r is the number; it says what it has done
	do     func(p *page, r int) (string, error)
}

// pick has functions for what the scripts of actions need.
const pick = `(() => {
	window.seen = (selector) => [...document.querySelectorAll(selector)].filter((e) => e.offsetParent !== null && !e.disabled && e.getAttribute("aria-disabled") !== "true");
	window.fire = (e, ...types) => types.forEach((type) => e.dispatchEvent(new Event(type, {bubbles: true})));
	window.named = (e) => e.id || e.innerText || e.getAttribute("aria-label") || e.tagName;
	window.press = (e) => { if (!e) return "nothing"; const name = named(e); e.click(); return name; };
})()`

func randomActions(files string) []action {
	key := func(p *page, r int) (string, error) {
		keys := []string{"+", "-", "0", "ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp", "Enter", "Escape", "Home", "End", " ", "PageDown"}
		k := keys[r%len(keys)]
		return k, p.script(fmt.Sprintf(`for (const type of ["keydown", "keyup"]) document.querySelector("#timeline")?.dispatchEvent(new KeyboardEvent(type, {key: %q, bubbles: true, cancelable: true}))`, k))
	}
	return []action{
		{name: "drop", often: 3, do: func(p *page, r int) (string, error) {
			all, err := filepath.Glob(filepath.Join(files, "*"))
			if err != nil {
				return "", err
			}
			file := all[r%len(all)]
			return filepath.Base(file), p.Drop(file)
		}},
		{name: "gallery", often: 2, do: func(p *page, r int) (string, error) {
			if err := p.script(`document.querySelector("#gallery-button").click()`); err != nil {
				return "", err
			}
			time.Sleep(500 * time.Millisecond)
			return p.text(fmt.Sprintf(`press(seen(".dialog button.item")[%d %% Math.max(1, seen(".dialog button.item").length)])`, r))
		}},
		{name: "edit", often: 8, script: `(() => {
			const fields = seen("#experiment select, #experiment input:not([type=checkbox]):not([type=radio]), #experiment textarea");
			if (fields.length === 0) return "nothing";
			const e = fields[r % fields.length], n = Math.floor(r / 101);
			if (e.tagName === "SELECT") {
				const options = [...e.options].filter((o) => !o.disabled);
				e.value = options[n % options.length].value;
			} else {
				const values = ["", "0", "1", "7", "64", "0.9", "300", "-3", "x", "1e9", e.value + "0", e.value.slice(0, -1)];
				e.value = values[n % values.length];
			}
			fire(e, "input", "change");
			return named(e) + " = " + e.value.slice(0, 60);
		})()`},
		{name: "choose", often: 4, script: `(() => {
			const fields = seen("select").filter((e) => !e.closest("#experiment"));
			if (fields.length === 0) return "nothing";
			const e = fields[r % fields.length], options = [...e.options].filter((o) => !o.disabled);
			e.value = options[Math.floor(r / 101) % options.length].value;
			fire(e, "input", "change");
			return named(e) + " = " + e.value.slice(0, 60);
		})()`},
		{name: "press", often: 8, script: `(() => {
			const all = seen("button, summary, input[type=checkbox], input[type=radio]").filter((e) => !/^(open-button|open-log-button)$/.test(e.id) && !/Print|Open…/.test(e.innerText));
			return press(all[r % all.length]);
		})()`},
		{name: "undo", often: 4, script: `press(seen("#undo-button")[0])`},
		{name: "redo", often: 2, script: `press(seen("#redo-button")[0])`},
		{name: "run", often: 4, script: `press(seen("#run-button, #run-anyway-button")[0])`},
		{name: "cancel", often: 2, script: `press(seen("#cancel-button")[0])`},
		{name: "play", often: 2, script: `press(seen("#play-button")[0])`},
		{name: "key", often: 4, do: key},
		{name: "wheel", often: 2, script: `(() => {
			const canvas = document.querySelector("#timeline canvas"), box = canvas?.getBoundingClientRect();
			if (!box) return "nothing";
			const at = {clientX: box.left + r % Math.max(1, Math.floor(box.width)), clientY: box.top + r % Math.max(1, Math.floor(box.height)), bubbles: true, cancelable: true, pointerId: 1, isPrimary: true};
			canvas.dispatchEvent(new PointerEvent("pointermove", at));
			canvas.dispatchEvent(new WheelEvent("wheel", {...at, deltaY: r % 3 === 0 ? 200 : -200}));
			if (r % 5 === 0) for (const type of ["pointerdown", "pointerup"]) canvas.dispatchEvent(new PointerEvent(type, at));
			return "at " + at.clientX + " " + at.clientY;
		})()`},
		{name: "resize", often: 2, do: func(p *page, r int) (string, error) {
			w, h := 320+r%1400, 500+r/7%700
			return fmt.Sprint(w, " x ", h), p.Do(chromedp.EmulateViewport(int64(w), int64(h)))
		}},
		{name: "network", often: 1, do: func(p *page, r int) (string, error) {
			return fmt.Sprint("gone ", r%2 == 0), p.network(r%2 == 0)
		}},
	}
}

// network has it, or not.
func (p *page) network(gone bool) error {
	return p.Do(chromedp.ActionFunc(func(ctx context.Context) error { return network.EmulateNetworkConditions(gone, 0, -1, -1).Do(ctx) }))
}

// figures are what a page has taken.
type figures struct {
	program, scripts, listeners, nodes float64
	workers                            int
}

func (f figures) String() string {
	return fmt.Sprintf("program %.1f MB, scripts %.1f MB, %.0f listeners, %.0f nodes, %d workers", f.program/1e6, f.scripts/1e6, f.listeners, f.nodes, f.workers)
}

// TestCampaignActions has random actions on the page. It complains of nothing, comes to rest, holds no more after all than after half of
// them, and a fresh page gets the same numbers from its address.
func TestCampaignActions(t *testing.T) {
	l := newLab(t)
	files := t.TempDir()
	for _, a := range activities() {
		if err := os.WriteFile(filepath.Join(files, a.file), []byte(a.content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, content := range map[string]string{
		"base.json": base, "wrong.json": `{"version": 1, "machine": {"kind": "none"}}`, "wrong.swf": "1 2 x\n",
		"written.json": strings.Replace(base, `{"kind": "fcfs"}`, `{"kind": "priority-backfill", "priority": "wait + 1"}`, 1),
	} {
		if err := os.WriteFile(filepath.Join(files, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	campaign.Run(t, campaign.Plan{
		Name: "page/actions", About: fmt.Sprintf("%d random actions on the page: no complaint, no growth, and a fresh page gets the same numbers from its address", actions),
		Cases: 1000, InTurn: true, Limit: 15 * time.Minute,
	}, func(n int64) error { return l.act(t, files, n) })
}

// act is one case.
func (l *lab) act(t *testing.T, files string, n int64) error {
	p, err := l.visit(t.TempDir())
	if err != nil {
		return err
	}
	defer p.Close()
	if err := errors.Join(p.MayUseClipboard(), p.script(pick)); err != nil {
		return err
	}
	r := campaign.Rand("page/actions", n)
	all := randomActions(files)
	var done []string
	var half figures
	for i := range actions {
		what, err := p.one(r, all)
		done = append(done, what)
		if err == nil {
			err = p.rests()
		}
		if err == nil {
			err = p.wrong()
		}
		if err != nil {
			return fmt.Errorf("after %d actions, the last of them %q: %w", i+1, done[max(0, len(done)-12):], err)
		}
		if i == actions/2 {
			if half, err = p.measured(files); err != nil {
				return fmt.Errorf("after %q: %w", done[max(0, len(done)-12):], err)
			}
		}
	}
	if err := p.again(l, t); err != nil {
		return fmt.Errorf("in the end, after %q: %w", done[max(0, len(done)-12):], err)
	}
	whole, err := p.measured(files)
	if err != nil {
		return fmt.Errorf("in the end, after %q: %w", done[max(0, len(done)-12):], err)
	}
	t.Logf("case %d: half-way %v; in the end %v", n, half, whole)
	return half.grew(whole)
}

// grew says what there is more of. The history of undo and the results at hand are bounded, but not full half-way: some megabytes may come.
// Every element has listeners, and the panels that are open are not the same ones.
func (f figures) grew(whole figures) error {
	for _, c := range []struct {
		what               string
		half, whole, slack float64
	}{
		{"bytes of the program", f.program, whole.program, 16e6},
		{"bytes of scripts", f.scripts, whole.scripts, 16e6},
		{"listeners", f.listeners, whole.listeners, 1500},
		{"nodes", f.nodes, whole.nodes, 8000},
		{"workers", float64(f.workers), float64(whole.workers), 4},
	} {
		if c.whole > 1.5*c.half+c.slack {
			return fmt.Errorf("%.0f %s in the end, %.0f half-way", c.whole, c.what, c.half)
		}
	}
	return nil
}

// one does one of the actions, and says which.
func (p *page) one(r *rand.Rand, all []action) (string, error) {
	sum := 0
	for _, a := range all {
		sum += a.often
	}
	k := r.IntN(sum)
	number := r.IntN(1 << 20)
	for _, a := range all {
		if k -= a.often; k >= 0 {
			continue
		}
		var what string
		var err error
		if a.do != nil {
			what, err = a.do(p, number)
		} else {
			what, err = p.text(fmt.Sprintf(`((r) => String(%s))(%d)`, a.script, number))
		}
		return a.name + " " + what, err
	}
	panic("no action")
}

// rests waits until the page is at rest. What takes long is cancelled.
func (p *page) rests() error {
	time.Sleep(30 * time.Millisecond)
	for begun, cancelled := time.Now(), false; time.Since(begun) < patience; time.Sleep(40 * time.Millisecond) {
		rest, err := p.is(atRest)
		if err != nil || rest {
			return err
		}
		if time.Since(begun) > 3*time.Second && !cancelled {
			cancelled, err = p.is(`(() => { const b = document.querySelector("#cancel-button"); if (b.offsetParent === null) return false; b.click(); return true })()`)
			if err != nil {
				return err
			}
		}
	}
	said, err := p.text(notices)
	return errors.Join(fmt.Errorf("it does not come to rest, and says %q", said), err)
}

// wrong is wentWrong, and whatever else the console complains of but the network that is gone.
func (p *page) wrong() error {
	if err := p.wentWrong(); err != nil {
		return err
	}
	for _, c := range p.Complaints() {
		if !strings.Contains(c, "ERR_INTERNET_DISCONNECTED") {
			return fmt.Errorf("the console says %.1500q", c)
		}
	}
	return nil
}

// clears gives the page its network and size, and closes what is open above it.
func (p *page) clears() error {
	err := errors.Join(p.network(false), p.Do(chromedp.EmulateViewport(1280, 900)),
		p.script(`document.querySelector("#dialog-close")?.click(); seen("#play-stop")[0]?.click()`), p.rests())
	time.Sleep(200 * time.Millisecond)
	return err
}

// measured opens the base experiment and says what the page has taken then.
func (p *page) measured(files string) (figures, error) {
	var f figures
	if err := errors.Join(p.clears(), p.Drop(filepath.Join(files, "base.json"))); err != nil {
		return f, err
	}
	if err := p.Until(ran(shows("base")), patience); err != nil {
		return f, err
	}
	time.Sleep(time.Second)
	err := errors.Join(p.Evaluate(`backfill.heap()`, &f.program), p.Evaluate(`lab.alive.size`, &f.workers), p.Do(heapprofiler.CollectGarbage(), performance.Enable()))
	if err != nil {
		return f, err
	}
	return f, p.Do(chromedp.ActionFunc(func(ctx context.Context) error {
		all, err := performance.GetMetrics().Do(ctx)
		for _, m := range all {
			switch m.Name {
			case "JSHeapUsedSize":
				f.scripts = m.Value
			case "JSEventListeners":
				f.listeners = m.Value
			case "Nodes":
				f.nodes = m.Value
			}
		}
		return err
	}))
}

// again opens the address of the page in another tab, which has the same logs, and compares what both export. What has mistakes or takes
// long is compared by its name alone.
func (p *page) again(l *lab, t *testing.T) error {
	if err := p.clears(); err != nil {
		return err
	}
	time.Sleep(time.Second) // the address follows
	if err := p.script(`seen("#run-button, #run-anyway-button")[0]?.click()`); err != nil {
		return err
	}
	if err := p.rests(); err != nil {
		return err
	}
	address, err := p.text(`location.href`)
	if err != nil {
		return err
	}
	idle, err := p.is(finished)
	if err != nil {
		return err
	}
	other, err := p.Tab()
	if err != nil {
		return err
	}
	defer other.Close()
	fresh := &page{other, p.folder}
	if err := fresh.Do(visit.RunFirst(steps), chromedp.Navigate(address)); err != nil {
		return err
	}
	const drawn = `document.querySelector("#experiment-name") !== null && ` + atRest
	if err := fresh.Until(drawn, patience); err != nil {
		return err
	}
	name, err := p.text(experimentName)
	if err != nil {
		return err
	}
	if err := fresh.Until(isNamed(name), patience); err != nil {
		return err
	}
	if err := fresh.wentWrong(); err != nil {
		return err
	}
	if !idle {
		t.Logf("%q is not finished, and not compared", name)
		return nil
	}
	if err := fresh.Until(ran(finished), patience); err != nil {
		return err
	}
	want, err := fresh.result()
	if err != nil {
		return err
	}
	got, err := p.result()
	if err != nil {
		return err
	}
	if err := same(got, want); err != nil {
		return fmt.Errorf("against a fresh page at %.300s: %w", address, err)
	}
	t.Logf("%q: a fresh page has the same", name)
	return nil
}
