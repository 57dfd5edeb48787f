// Package e2e tests the built page in Chromium, as a user sees it.
package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"backfill/assets"
	"backfill/engine/experiment"
	"backfill/engine/scenario"
	"backfill/policies/written"
	"backfill/serve/static"
	"backfill/wasm/browser/visit"
)

// patience bounds every wait: much longer than anything takes on a busy machine.
const patience = 2 * time.Minute

// inBrowser skips a test with -short.
func inBrowser(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: tests in a browser are left out")
	}
}

// site serves the page for as long as the test runs.
func site(t *testing.T) string {
	t.Helper()
	inBrowser(t)
	server := httptest.NewServer(built(t))
	t.Cleanup(server.Close)
	return server.URL
}

// built answers with the files of the page, for hosts of a test's own.
func built(t *testing.T) http.Handler {
	t.Helper()
	inBrowser(t)
	files, err := builtFiles()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// builtFiles is read once: it takes 66 MB.
var builtFiles = sync.OnceValues(func() (*static.Site, error) { return static.New(assets.Dist()) })

// page is a browser whose failures end the test.
type page struct {
	t *testing.T
	*visit.Browser
}

// open opens url in a new browser and waits until it has drawn and come to rest.
// What its console complains of fails the test in the end.
func open(t *testing.T, url string, o visit.Options) *page {
	t.Helper()
	p := start(t, o)
	p.do(chromedp.Navigate(url))
	p.until(visit.Idle)
	return p
}

// chromium is the process that tests share, each with a browser of its own in it. It starts with the first one.
var chromium = sync.OnceValues(func() (*visit.Chromium, error) {
	c, err := visit.Launch(context.Background())
	launched = c
	return c, err
})

var launched *visit.Chromium // nil: no test has needed one

func TestMain(m *testing.M) {
	code := m.Run()
	if launched != nil {
		launched.Close()
	}
	os.Exit(code)
}

// start opens a new browser with an empty page. What its console complains of fails the test in the end.
func start(t *testing.T, o visit.Options) *page {
	t.Helper()
	p := browse(t, o)
	t.Cleanup(func() { complain(t, p.Browser) })
	return p
}

// browse opens a new browser, which may complain, for as long as the test runs.
func browse(t *testing.T, o visit.Options) *page {
	t.Helper()
	inBrowser(t)
	c, err := chromium()
	if err != nil {
		t.Fatal(err)
	}
	b, err := c.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return &page{t, b}
}

// alone is start in a Chromium of its own, which no other test slows down or has warmed up.
func alone(t *testing.T, o visit.Options) *page {
	t.Helper()
	inBrowser(t)
	b, err := visit.Open(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		complain(t, b)
		b.Close()
	})
	return &page{t, b}
}

// onlyLong skips a test that takes long, or measures and so has the machine to itself: "make test-long" runs it.
func onlyLong(t *testing.T) {
	t.Helper()
	if !*thorough {
		t.Skip(`"make test-long" runs it`)
	}
}

// tab opens url in another tab and waits until it has drawn and come to rest.
func (p *page) tab(url string) *page {
	p.t.Helper()
	b, err := p.Tab()
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { complain(p.t, b) })
	tab := &page{p.t, b}
	tab.do(chromedp.Navigate(url))
	tab.until(visit.Idle)
	return tab
}

// complain tells what the console complains of.
func complain(t *testing.T, b *visit.Browser) {
	for _, complaint := range b.Complaints() {
		t.Errorf("the console complains: %s", complaint)
	}
}

func (p *page) do(actions ...chromedp.Action) {
	p.t.Helper()
	if err := p.Do(actions...); err != nil {
		p.t.Fatal(err)
	}
}

func (p *page) until(condition string) {
	p.t.Helper()
	if err := p.Until(condition, patience); err != nil {
		p.t.Fatal(err)
	}
}

// untilRun waits until what stands in the fields is simulated and a condition holds. Where simulations
// take long, as they do on a busy machine, the page asks before it repeats one: it is told to.
func (p *page) untilRun(condition string) {
	p.t.Helper()
	p.until(ran(visit.Idle + ` && ` + condition))
}

// ran is a condition that may hold only after what stands in the fields has been simulated, even if the page asks before.
func ran(condition string) string {
	return `(() => {
		const run = document.querySelector("#run-button");
		if (run !== null && run.offsetParent !== null) {
			run.click();
		}
		return ` + condition + `;
	})()`
}

// eval is the value of a JavaScript expression.
func eval[T any](p *page, expression string) T {
	p.t.Helper()
	var v T
	if err := p.Evaluate(expression, &v); err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// click clicks the first element that matches, once it stands still.
func (p *page) click(selector string) {
	p.t.Helper()
	p.do(chromedp.WaitVisible(selector, chromedp.ByQuery))
	p.still(selector)
	p.do(chromedp.Click(selector, chromedp.ByQuery, chromedp.NodeVisible))
}

// still waits until the first element that matches is at the same place in two frames: what a run shows may move it, and with a frame the page scrolls by
// what has grown or shrunk above the window.
func (p *page) still(selector string) {
	p.t.Helper()
	eval[bool](p, fmt.Sprintf(`new Promise(done => {
		let last = "";
		const look = () => {
			const at = JSON.stringify(document.querySelector(%q)?.getBoundingClientRect());
			if (at === last) {
				done(true);
				return;
			}
			last = at;
			requestAnimationFrame(look);
		};
		look();
	})`, selector))
}

// drop drops files onto the page.
func (p *page) drop(paths ...string) {
	p.t.Helper()
	if err := p.Drop(paths...); err != nil {
		p.t.Fatal(err)
	}
}

// text is what the element shows.
func (p *page) text(selector string) string {
	p.t.Helper()
	return eval[string](p, fmt.Sprintf("document.querySelector(%q)?.innerText ?? ''", selector))
}

// picture is a fingerprint of the timeline's pixels and the number of colours in it.
func (p *page) picture() (hash string, colors int) {
	p.t.Helper()
	type result struct {
		Hash   string
		Colors int
	}
	r := eval[result](p, `(() => {
		const canvas = document.querySelector("#timeline canvas");
		const pixels = new Uint32Array(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.buffer);
		let hash = 2166136261;
		for (const p of pixels) hash = Math.imul(hash ^ p, 16777619);
		return {Hash: String(hash >>> 0), Colors: new Set(pixels).size};
	})()`)
	return r.Hash, r.Colors
}

// export saves the result as JSON and returns the file's content.
func (p *page) export(folder string) []byte {
	p.t.Helper()
	old, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil {
		p.t.Fatal(err)
	}
	for _, name := range old {
		if err := os.Remove(name); err != nil {
			p.t.Fatal(err)
		}
	}
	p.click("#export-button")
	p.until(`document.querySelector("#export-dialog") !== null`)
	p.do(chromedp.Evaluate(`[...document.querySelectorAll("#export-dialog .item")].find(b => b.innerText.startsWith("Result")).click()`, nil))
	deadline := time.Now().Add(patience)
	for time.Now().Before(deadline) {
		// The browser gives the file its name when it is complete.
		if names, _ := filepath.Glob(filepath.Join(folder, "*.json")); len(names) == 1 {
			content, err := os.ReadFile(names[0])
			if err != nil {
				p.t.Fatal(err)
			}
			if json.Valid(content) {
				return content
			}
		}
		p.do(chromedp.Sleep(20 * time.Millisecond))
	}
	p.t.Fatal("no result was saved")
	return nil
}

// headless runs the scenario of a result without a browser. Logs are looked for in folder.
func headless(t *testing.T, result []byte, folder string) *experiment.Result {
	t.Helper()
	var r struct{ Scenario json.RawMessage }
	if err := json.Unmarshal(result, &r); err != nil {
		t.Fatal(err)
	}
	return simulate(t, r.Scenario, folder)
}

func simulate(t *testing.T, text []byte, folder string) *experiment.Result {
	t.Helper()
	plan := compile(t, text)
	task, err := experiment.Prepare(plan, 0, 0, func(name string) (io.ReadCloser, error) { return os.Open(filepath.Join(folder, name)) })
	if err != nil {
		t.Fatal(err)
	}
	var runs []*experiment.Run
	for i := range plan.Policies {
		run, err := task.Simulate(i, nil)
		if err != nil {
			t.Fatal(err)
		}
		runs = append(runs, run)
	}
	return experiment.Collect(plan, runs)
}

func compile(t *testing.T, text []byte) *scenario.Plan {
	t.Helper()
	s, err := scenario.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := scenario.Compile(s, written.Catalogs())
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// sameResult compares every number of two results: exactly, except that the last
// bits of a sum of ratios may depend on the processor.
func sameResult(t *testing.T, got []byte, want *experiment.Result) {
	t.Helper()
	text, err := want.JSON()
	if err != nil {
		t.Fatal(err)
	}
	var a, b any
	for _, v := range []struct {
		text []byte
		into *any
	}{{got, &a}, {text, &b}} {
		dec := json.NewDecoder(bytes.NewReader(v.text))
		if err := dec.Decode(v.into); err != nil {
			t.Fatal(err)
		}
	}
	compare(t, "", a, b)
}

func compare(t *testing.T, path string, got, want any) {
	t.Helper()
	const tolerance = 1e-12
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok || len(g) != len(w) {
			t.Errorf("%s: %v, want %v", path, got, want)
			return
		}
		for key := range w {
			compare(t, path+"/"+key, g[key], w[key])
		}
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) {
			t.Errorf("%s: %v, want %v", path, got, want)
			return
		}
		for i := range w {
			compare(t, fmt.Sprintf("%s/%d", path, i), g[i], w[i])
		}
	case float64:
		g, ok := got.(float64)
		if !ok || math.Abs(g-w) > tolerance*math.Max(math.Abs(g), math.Abs(w)) {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	default:
		if got != want {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
}

// write puts a file for a test into a folder of its own.
func write(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}
