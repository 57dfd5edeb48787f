package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"backfill/engine/workload/workloadtest"
	"backfill/ui/timeline"
	"backfill/wasm/browser/visit"
)

func TestFirstVisit(t *testing.T) {
	t.Parallel()
	url := site(t)
	folder := t.TempDir()
	p := open(t, url, visit.Options{Downloads: folder})
	if _, colors := p.picture(); colors < 10 {
		t.Errorf("the timeline has %d colours", colors)
	}
	p.until(`document.querySelectorAll("#chart-wait svg, #chart-slowdown svg").length >= 2`)
	if got := p.text("#answers"); !strings.Contains(got, "Jobs wait") || !strings.Contains(got, "Mean wait") {
		t.Errorf("the answers are: %.200s", got)
	}
	result := p.export(folder)
	sameResult(t, result, headless(t, result, ""))
}

func TestDroppedLog(t *testing.T) {
	t.Parallel()
	log := workloadtest.TracePath(t, "KTH-SP2-1996-2.1-cln.swf.gz")
	url := site(t)
	folder := t.TempDir()
	p := open(t, url, visit.Options{Downloads: folder})
	p.drop(log)
	read := visit.Idle + ` && document.body.innerText.includes("28,475")`
	p.until(read)
	result := p.export(folder)
	want := headless(t, result, filepath.Dir(log))
	var ran []string
	for _, run := range want.Runs {
		ran = append(ran, run.Policy)
	}
	for _, policy := range []string{"FCFS", "EASY", "Conservative"} {
		if !slices.Contains(ran, policy) {
			t.Errorf("%s did not run, but %v", policy, ran)
		}
	}
	if jobs := len(want.Runs[0].Outcome.Workload.Jobs); jobs != 28475 {
		t.Errorf("%d jobs, want 28475", jobs)
	}
	sameResult(t, result, want)

	// Times are those of the log's calendar, told by the browser's own zone database.
	p.do(chromedp.Focus("#timeline", chromedp.ByQuery), keyboard(kb.ArrowDown))
	p.until(`document.querySelector("#timeline-hint").innerText !== ""`)
	w := want.Runs[0].Outcome.Workload
	zone, err := timeline.LoadZone(w.Calendar.Zone)
	if err != nil {
		t.Fatal(err)
	}
	arrived := timeline.Clock{Calendar: w.Calendar, Zone: zone}.Format(w.Jobs[want.Runs[0].Outcome.StartOrder[0]].Submit)
	if hint := p.text("#timeline-hint"); !strings.Contains(hint, arrived) {
		t.Errorf("the first job is described as %q, want %q in it", hint, arrived)
	}

	// A reload finds the log in the browser's storage.
	address := eval[string](p, "location.href")
	p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(address))
	p.until(read)
	sameResult(t, p.export(folder), want)

	// Elsewhere the page asks for it, and checks it.
	elsewhere := open(t, url, visit.Options{Downloads: folder})
	elsewhere.do(chromedp.Navigate("about:blank"), chromedp.Navigate(address))
	elsewhere.until(`document.querySelector(".notices").innerText.includes("KTH-SP2-1996-2.1-cln.swf.gz")`)
	elsewhere.drop(write(t, "KTH-SP2-1996-2.1-cln.swf.gz", "1 0 0 10 1 -1 -1 1 10 -1 1 1 1 -1 -1 -1 -1 -1\n"))
	elsewhere.until(`document.querySelector(".notices").innerText.includes("another content")`)
	elsewhere.drop(log)
	elsewhere.until(read)
	sameResult(t, elsewhere.export(folder), want)
}

// long is an experiment that runs for minutes.
const long = `{"version": 1, "name": "long", "machine": {"kind": "cluster", "processors": 128},
 "workload": {"kind": "lublin", "jobs": 400000, "processors": 128, "load": 1.4},
 "policies": [{"kind": "conservative"}]}`

func TestCancel(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	p := open(t, site(t), visit.Options{Downloads: folder})
	before := p.export(folder)
	picture, _ := p.picture()
	p.drop(write(t, "long.json", long))
	p.until(`!document.querySelector(".running").hidden && document.querySelector(".running progress").value > 0`)
	p.click("#cancel-button")
	p.until(`document.querySelector(".running").hidden`)
	if now, _ := p.picture(); now != picture {
		t.Error("the last picture is gone")
	}
	// The next run works at once.
	p.click("#undo-button")
	p.do(chromedp.Evaluate(`document.querySelector("#run-button").click()`, nil))
	p.until(visit.Idle)
	after := p.export(folder)
	if string(after) != string(before) {
		t.Error("the same experiment has another result after a cancelled one")
	}
}

// A file that has changed since it was chosen, which the browser does not read any more, is refused.
func TestChangedFile(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{})
	path := write(t, "broken.swf", "1 0 0 ten 1 -1 -1 1 10 -1 1 1 1 -1 -1 -1 -1 -1\n")
	p.drop(path)
	p.until(`document.querySelector("#skip-lines-button") !== null`)
	if err := os.WriteFile(path, []byte("1 0 0 10 1 -1 -1 1 10 -1 1 1 1 -1 -1 -1 -1 -1\n2 0 0 10 1 -1 -1 1 10 -1 1 1 1 -1 -1 -1 -1 -1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p.click("#skip-lines-button")
	p.until(`document.querySelector(".notices").innerText.includes("broken.swf: the file cannot be read: ")`)
}

func TestBrokenFile(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	p := open(t, site(t), visit.Options{Downloads: folder})
	before := p.export(folder)
	p.drop(write(t, "broken.swf", "; a comment\n1 0 0 10 1 -1 -1 1 10 -1 1 1 1 -1 -1 -1 -1 -1\n2 0 0 ten 1 -1 -1 1 10 -1 1 1 1 -1 -1 -1 -1 -1\n"))
	p.until(`document.querySelector(".notices").innerText.includes("broken.swf")`)
	notice := p.text(".notices")
	for _, word := range []string{"line 3", `"ten"`} {
		if !strings.Contains(notice, word) {
			t.Errorf("the page says %q, which does not name %q", notice, word)
		}
	}
	if string(p.export(folder)) != string(before) {
		t.Error("the last results are gone")
	}

	// The log can be had without that line, which is counted and listed; a reload reads the kept log in the same way.
	p.click("#skip-lines-button")
	const read = visit.Idle + ` && document.querySelector("#experiment-name").value === "broken.swf" && document.querySelector(".report").innerText.includes("2 job lines read, 1 job made; 1 dropped.")`
	p.until(read)
	for _, want := range []string{"1 line dropped: cannot be read (3)", `Line 3: field 4 (run time): "ten": a number is accepted`} {
		if report := p.text(".report"); !strings.Contains(report, want) {
			t.Errorf("the report has no %q: %s", want, report)
		}
	}
	if chosen := eval[string](p, `[...document.querySelectorAll("select")].find(e => [...e.options].some(o => o.value === "skip")).value`); chosen != "skip" {
		t.Errorf("the field says %q", chosen)
	}
	address := eval[string](p, "location.href")
	p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(address))
	p.until(read)
}

func TestSharedLink(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	url := site(t)
	p := open(t, url, visit.Options{Downloads: folder})
	address := eval[string](p, "location.href")
	p.drop(write(t, "model.json", `{"version": 1, "name": "model", "machine": {"kind": "cluster", "processors": 64},
	 "workload": {"kind": "lublin", "jobs": 2000, "processors": 64, "load": 0.9},
	 "policies": [{"kind": "fcfs"}, {"kind": "easy", "reservations": 2}], "seed": 7}`))
	p.until(visit.Idle + ` && location.href !== ` + fmt.Sprintf("%q", address))
	result := p.export(folder)
	sameResult(t, result, headless(t, result, ""))

	if err := p.MayUseClipboard(); err != nil {
		t.Fatal(err)
	}
	p.click("#share-button")
	p.until(`document.activeElement?.innerText.startsWith("Copy the link")`)
	p.do(keyboard(kb.Enter))
	p.until(`document.querySelector(".notices").innerText.includes("Copied")`)
	link := eval[string](p, "navigator.clipboard.readText()")
	elsewhere := open(t, link, visit.Options{Downloads: folder})
	if got := elsewhere.export(folder); string(got) != string(result) {
		t.Errorf("elsewhere the link gives another result: %.300s instead of %.300s", got, result)
	}
	// Back leads to the experiment before.
	p.do(chromedp.NavigateBack())
	p.until(visit.Idle + ` && location.href === ` + fmt.Sprintf("%q", address) + ` && document.querySelector("#experiment-name").value === "A textbook case"`)
}

func TestKeyboard(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{})
	p.do(chromedp.Focus("#timeline", chromedp.ByQuery))
	whole, _ := p.picture()
	last := whole
	press := func(keys string) {
		t.Helper()
		p.do(keyboard(keys))
		p.frame()
		now, _ := p.picture()
		if now == last {
			t.Errorf("%q changes nothing", keys)
		}
		last = now
	}
	press("+")
	press("+")
	press(kb.ArrowRight)
	press("-")
	press("0")
	if last != whole {
		t.Error("0 does not show everything again")
	}
	press(kb.ArrowDown)
	press(kb.ArrowDown)
	if hint := p.text("#timeline-hint"); !strings.HasPrefix(hint, "Job 2, ") {
		t.Errorf("the second job is described as %q", hint)
	}
	press(kb.Enter)
	p.until(`document.querySelector("#inspector")?.innerText.includes("2") ?? false`)
	press(kb.Escape)
}

// frame waits until what was asked for has been drawn.
func (p *page) frame() {
	p.t.Helper()
	eval[bool](p, `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`)
}

func TestPointer(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{})
	whole, _ := p.picture()
	// Over job 1 under FCFS, which runs on the lower processors from the start.
	place := `const r = document.querySelector("#timeline canvas").getBoundingClientRect(); const at = {clientX: r.left + 20, clientY: r.top + 130, bubbles: true, cancelable: true, pointerId: 1, isPrimary: true};`
	dispatch := func(script string) {
		t.Helper()
		eval[bool](p, `(() => { const canvas = document.querySelector("#timeline canvas"); `+place+script+`; return true })()`)
		p.frame()
	}
	dispatch(`canvas.dispatchEvent(new PointerEvent("pointermove", at))`)
	if hint := p.text("#timeline-hint"); !strings.HasPrefix(hint, "Job 1, ") {
		t.Errorf("the pointer is at %q", hint)
	}
	dispatch(`canvas.dispatchEvent(new WheelEvent("wheel", {...at, deltaY: -400}))`)
	near, _ := p.picture()
	if near == whole {
		t.Error("the wheel changes nothing")
	}
	dispatch(`canvas.dispatchEvent(new PointerEvent("pointerdown", at));
		canvas.dispatchEvent(new PointerEvent("pointermove", {...at, clientX: at.clientX - 50}));
		canvas.dispatchEvent(new PointerEvent("pointerup", {...at, clientX: at.clientX - 50}))`)
	if moved, _ := p.picture(); moved == near {
		t.Error("dragging changes nothing")
	}
	dispatch(`canvas.dispatchEvent(new MouseEvent("dblclick", at)); canvas.dispatchEvent(new PointerEvent("pointerleave", at))`)
	if again, _ := p.picture(); again != whole {
		t.Error("a double click does not show everything again")
	}
	// With nothing left to zoom out the wheel is the browser's, which scrolls the page; a pinch never is.
	for _, test := range []struct {
		event string
		taken bool
	}{{"deltaY: 100", false}, {"deltaY: 100, ctrlKey: true", true}, {"deltaX: 100", true}, {"deltaY: -100", true}, {"deltaY: 100", true}} {
		taken := eval[bool](p, `(() => { const canvas = document.querySelector("#timeline canvas"); `+place+`
			return !canvas.dispatchEvent(new WheelEvent("wheel", {...at, `+test.event+`})) })()`)
		if taken != test.taken {
			t.Errorf("wheel with %s taken by the timeline: %t, want %t", test.event, taken, test.taken)
		}
	}
	const click = `canvas.dispatchEvent(new PointerEvent("pointerdown", at)); canvas.dispatchEvent(new PointerEvent("pointerup", at));`
	for _, pause := range []int{0, 400} { // milliseconds: also slow hands
		p.do(chromedp.Sleep(600 * time.Millisecond)) // a new click, not another one of the last two
		dispatch(click)
		p.do(chromedp.Sleep(time.Duration(pause) * time.Millisecond))
		dispatch(click + `canvas.dispatchEvent(new MouseEvent("dblclick", at))`)
		p.do(chromedp.Sleep(400 * time.Millisecond))                                 // it would follow a click
		p.until(`!document.querySelector("#inspector").innerText.includes("Job 1")`) // a slow click may have shown it before
	}
	p.do(chromedp.Sleep(600 * time.Millisecond))
	dispatch(click)
	p.until(`document.querySelector("#inspector").innerText.includes("Job 1") && document.querySelectorAll("#inspector .reasons").length === 3`)

	// Two fingers that part zoom in.
	dispatch(`canvas.dispatchEvent(new PointerEvent("pointerleave", at)); canvas.dispatchEvent(new PointerEvent("pointerdown", at));
		canvas.dispatchEvent(new PointerEvent("pointerdown", {...at, pointerId: 2, clientX: at.clientX + 100}))`)
	pinned, _ := p.picture()
	dispatch(`canvas.dispatchEvent(new PointerEvent("pointermove", {...at, pointerId: 2, clientX: at.clientX + 200}))`)
	if pinched, _ := p.picture(); pinched == pinned {
		t.Error("two fingers change nothing")
	}
	dispatch(`canvas.dispatchEvent(new PointerEvent("pointerup", {...at, pointerId: 2, clientX: at.clientX + 200}));
		canvas.dispatchEvent(new PointerEvent("pointerup", at))`)
	if !strings.Contains(p.text("#inspector"), "Job 1") {
		t.Error("two fingers count as a click")
	}
}

func TestTheme(t *testing.T) {
	t.Parallel()
	url := site(t)
	p := open(t, url, visit.Options{})
	light, _ := p.picture()
	p.click("#theme-button")
	dark := `document.documentElement.dataset.theme === "dark"`
	p.until(dark)
	p.frame()
	if now, _ := p.picture(); now == light {
		t.Error("the timeline looks the same in the dark theme")
	}
	p.do(chromedp.Reload())
	p.until(visit.Idle + " && " + dark)
}

// On a screen of two pixels per CSS pixel, the canvas has a pixel for each of them.
func TestSharpPicture(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{})
	p.do(chromedp.EmulateViewport(1000, 900, chromedp.EmulateScale(2)))
	p.until(`(() => { const c = document.querySelector("#timeline canvas"), box = c.getBoundingClientRect();
		return Math.abs(c.width - 2 * box.width) < 1 && Math.abs(c.height - 2 * box.height) < 1 })()`)
}

// Workers that crash take no result with them. One is replaced in silence; if a second one
// crashes, too, the page says so and goes on with another.
func TestCrashedWorker(t *testing.T) {
	t.Parallel()
	url := site(t)
	folder := t.TempDir()
	p := open(t, url, visit.Options{Downloads: folder})
	before := p.export(folder)
	p.do(chromedp.Evaluate(`
		window.crash = Worker.prototype.postMessage;
		window.crashes = 1;
		window.asked = 0;
		Worker.prototype.postMessage = function (message, ...rest) {
			if (message.head) asked++;
			if (message.head && crashes > 0) {
				crashes--;
				setTimeout(() => this.dispatchEvent(new ErrorEvent("error", {message: "out of memory"})));
				return;
			}
			return window.crash.call(this, message, ...rest);
		}; 0`, nil))
	p.drop(write(t, "model.json", strings.Replace(long, "400000", "50", 1)))
	p.until(visit.Idle + ` && asked === 2`)
	want := simulate(t, []byte(strings.Replace(long, "400000", "50", 1)), "")
	sameResult(t, p.export(folder), want)

	p.click("#undo-button")
	p.until(visit.Idle + ` && asked === 3`)
	p.do(chromedp.Evaluate(`crashes = 2; 0`, nil))
	p.click("#redo-button")
	p.until(`document.querySelector(".notices").innerText.includes("out of memory")`)
	if string(p.export(folder)) != string(before) {
		t.Error("the last results are gone")
	}
	p.do(chromedp.Evaluate(`document.querySelector("#run-button").click()`, nil))
	p.until(visit.Idle)
	sameResult(t, p.export(folder), want)
}

// The pictures are for people to look at: "go test -run TestPictures -args -pictures folder".
func TestPictures(t *testing.T) {
	t.Parallel()
	url := site(t)
	folder := *pictures
	if folder == "" {
		folder = t.TempDir()
	}
	for _, o := range []struct {
		name string
		visit.Options
	}{
		{"wide", visit.Options{Width: 1440, Height: 1000}},
		{"dark", visit.Options{Width: 1440, Height: 1000, Dark: true}},
		{"narrow", visit.Options{Width: 500, Height: 900}},
	} {
		p := open(t, url, o.Options)
		p.until(`document.querySelectorAll("#chart-wait svg, #chart-slowdown svg").length >= 2`)
		var png []byte
		p.do(chromedp.CaptureScreenshot(&png))
		if err := os.WriteFile(filepath.Join(folder, o.name+".png"), png, 0o644); err != nil {
			t.Fatal(err)
		}
		want := "light"
		if o.Dark {
			want = "dark"
		}
		if got := eval[string](p, `document.documentElement.dataset.theme`); got != want {
			t.Errorf("%s: the theme is %s", o.name, got)
		}
	}
}

// put types text into a field, or chooses it, as a user would: as soon as it is there, and looking at what comes of it.
func (p *page) put(selector, text, event string) {
	p.t.Helper()
	p.until(fmt.Sprintf(`document.querySelector(%q) !== null`, selector))
	p.run(fmt.Sprintf(`(() => {
		const field = document.querySelector(%q);
		field.value = %q;
		field.dispatchEvent(new Event(%q, {bubbles: true}));
	})()`, selector, text, event))
}

// saved waits for a download and returns its content.
func (p *page) saved(folder, name string) string {
	p.t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); p.do(chromedp.Sleep(20 * time.Millisecond)) {
		if content, err := os.ReadFile(filepath.Join(folder, name)); err == nil && len(content) > 0 {
			return string(content)
		}
	}
	p.t.Fatalf("%s was not saved", name)
	return ""
}

// A sweep made by hand: chosen, simulated, looked at from all sides, saved, shared.
func TestSweepByHand(t *testing.T) {
	t.Parallel()
	url := site(t)
	folder := t.TempDir()
	p := open(t, url, visit.Options{Downloads: folder})
	p.drop(write(t, "model.json", `{"version": 1, "name": "by hand", "machine": {"kind": "cluster", "processors": 64},
	 "workload": {"kind": "lublin", "jobs": 100, "processors": 64, "load": 0.9},
	 "policies": [{"kind": "fcfs", "label": "FCFS"}, {"kind": "easy", "label": "EASY"}, {"kind": "conservative", "label": "Conservative"}], "baseline": "FCFS"}`))
	p.until(visit.Idle + ` && document.querySelector("#experiment-name").value === "by hand"`)
	p.click("#card-repeat")
	p.until(`document.querySelector("#add-axes") !== null`)
	p.put("#add-axes", "/workload/load", "change")
	p.click("#add-axes-button")
	p.until(`document.querySelector("#field-sweep-0-values") !== null`)
	p.put("#field-sweep-0-values", "0.5 to 0.9 step 0.2", "input")
	p.put("#field-replications", "8", "input")
	p.untilRun(`document.querySelector("#answer").innerText.includes("8 paired workloads")`)
	if got := p.text("#experiment"); !strings.Contains(got, "8 workloads at 3 loads; 3 policies; 72 simulations") {
		t.Errorf("the card does not say what is simulated: %.600s", got)
	}
	drawn := func(condition string) {
		t.Helper()
		p.until(`(() => { const svg = document.querySelector("#chart-curves svg"); return svg !== null && ` + condition + ` })()`)
	}
	drawn(`document.querySelectorAll("#chart-curves .legend li").length === 3 && svg.querySelectorAll("[aria-label=area] path").length === 3`)
	p.put("#plot-view", "difference to FCFS", "change")
	drawn(`document.querySelectorAll("#chart-curves .legend li").length === 2`)
	p.put("#shown-axis-0", "0", "change")
	p.until(visit.Idle + ` && document.querySelector("#answer").innerText.startsWith("At load 0.5")`)

	press := func(name string) {
		t.Helper()
		p.do(chromedp.Evaluate(fmt.Sprintf(`[...document.querySelectorAll("#curves button")].find(b => b.innerText === %q).click()`, name), nil))
	}
	press("Save CSV")
	if csv := p.saved(folder, "backfill-by-hand-curves.csv"); strings.Count(csv, ",meanWait,") != 9 || !strings.HasPrefix(csv, "# Backfill ") {
		t.Errorf("the table is\n%s", csv)
	}
	press("Save SVG")
	if svg := p.saved(folder, "backfill-by-hand-curves.svg"); !strings.Contains(svg, "<metadata>Backfill ") || strings.Contains(svg, "var(--") || !strings.Contains(svg, "Conservative") {
		t.Errorf("the picture is %.600s", svg)
	}
	press("Save PNG")
	if png := p.saved(folder, "backfill-by-hand-curves.png"); !strings.Contains(png, "Backfill ") {
		t.Error("the picture does not carry its origin")
	}

	answer := p.text("#metrics")
	elsewhere := open(t, eval[string](p, "location.href"), visit.Options{})
	elsewhere.until(visit.Idle + ` && document.querySelector("#answer").innerText.includes("8 paired workloads")`)
	elsewhere.put("#table-axis-0", "0", "change")
	elsewhere.until(visit.Idle + ` && document.querySelector("#answer").innerText.startsWith("At load 0.5")`)
	if got := elsewhere.text("#metrics"); got != answer {
		t.Errorf("elsewhere the link gives\n%s\nwant\n%s", got, answer)
	}
}

// The gallery comes in a file of its own: its items are listed, and open.
func TestGallery(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	p := open(t, site(t), visit.Options{Downloads: folder})
	p.click("#gallery-button")
	p.until(`document.querySelectorAll(".dialog button.item").length > 20`)
	const third = `document.querySelectorAll(".dialog button.item")[2]` // behind a log and the first experiment; lessons are links
	title := eval[string](p, third+`.querySelector("strong").innerText`)
	p.do(chromedp.Evaluate(third+`.click()`, nil))
	p.until(visit.Idle + ` && document.querySelector(".dialogs").hidden && document.body.innerText.includes("500 jobs")`)
	if got := headless(t, p.export(folder), "").Scenario.Name; got != title {
		t.Errorf("%q is opened, want %q", got, title)
	}
}
