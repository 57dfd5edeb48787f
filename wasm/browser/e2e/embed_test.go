package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"backfill/assets"
	"backfill/wasm/browser/visit"
)

// around serves a page of another origin than the lab's, with that body. It notes in told what
// the frames in it say.
func around(t *testing.T, body string) string {
	t.Helper()
	page := aroundPage(body)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, page)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func aroundPage(body string) string {
	return fmt.Sprintf(`<!doctype html><meta charset="utf-8"><title>Around</title><link rel="icon" href="data:,">
<script>
const told = [];
addEventListener("message", (e) => told.push({origin: e.origin, ...e.data}));
const latest = (type) => told.findLast((m) => m.type === type);
</script>
<body style="margin: 0">%s</body>`, body)
}

// visitAround opens a page around frames. What the console complains of fails the test in the end.
func visitAround(t *testing.T, url string, o visit.Options) *page {
	t.Helper()
	p := start(t, o)
	p.do(chromedp.Navigate(url))
	return p
}

// threeJobs is a scenario that one can follow by hand: on four processors job 1 holds three for
// 100 s, job 2 wants all four, job 3 one for 50 s. Under FCFS job 3 waits for job 2, under EASY
// it starts at once.
const threeJobs = `{"version": 1, "name": "Three jobs", "machine": {"kind": "cluster", "processors": 4},
	"workload": {"kind": "jobs", "jobs": [
		{"id": 11, "submit": 0, "run": 100, "processors": 3},
		{"id": 12, "submit": 10, "run": 100, "processors": 4},
		{"id": 13, "submit": 20, "run": 50, "processors": 1}]},
	"policies": [{"kind": "fcfs", "label": "FCFS"}, {"kind": "easy", "label": "EASY"}]}`

func TestElementInAPageOfAnotherOrigin(t *testing.T) {
	t.Parallel()
	lab := site(t)
	p := visitAround(t, around(t, fmt.Sprintf(`<script src="%s/embed.js"></script>
		<backfill-lab view="timeline answers"><script type="application/json">%s</script></backfill-lab>`, lab, threeJobs)), visit.Options{})
	p.until(`latest("results")`)
	// Job 13 waits from 20 s until job 12 has ended at 200 s, or not at all; job 12 from 10 s to 100 s.
	if got := eval[[]float64](p, `latest("results").runs.map((r) => r.metrics.meanWait)`); len(got) != 2 || got[0] != 90 || got[1] != 30 {
		t.Errorf("mean waits %v, want 90 and 30 s", got)
	}
	if got := eval[string](p, `JSON.stringify(latest("results").runs[1].jobs[2])`); got !=
		`{"job":13,"submit":20,"start":20,"end":70,"wait":0,"processors":1,"requested":50,"state":"completed"}` {
		t.Errorf("job 13 under EASY: %s", got)
	}
	if got := eval[string](p, `latest("results").origin`); got != lab {
		t.Errorf("results come from %s, want %s", got, lab)
	}

	// The page around changes the experiment and is told what comes of it.
	p.do(chromedp.Evaluate(`globalThis.lab = document.querySelector("backfill-lab")`, nil))
	if got := eval[[]float64](p, `lab.set("/machine/processors", 8).then((m) => m.runs.map((r) => r.metrics.meanWait))`); got[0] != 0 || got[1] != 0 {
		t.Errorf("mean waits %v on eight processors, want none", got)
	}
	if got := eval[string](p, `lab.set("/machine/processors", 0).then(() => "", (e) => e.message + " " + e.path)`); !strings.Contains(got, "a whole number from 1") || !strings.HasSuffix(got, " /machine/processors") {
		t.Errorf("a machine without processors: %s", got)
	}
	if got := eval[int](p, `lab.set("/machine/processors", 4).then((m) => lab.scenario.machine.processors)`); got != 4 {
		t.Errorf("the scenario has %d processors, want 4", got)
	}
	if got := eval[string](p, `lab.set("/machine/nothing", 2).then(() => "", (e) => e.message + " " + e.path)`); got != "the experiment has no such parameter /machine/nothing" {
		t.Errorf("an unknown parameter: %s", got)
	}

	// It selects a job; and is told when the reader does.
	if got := eval[string](p, `lab.select(13).then((m) => m.job + " " + m.jobs.map((j) => j.policy + " " + j.wait))`); got != "13 FCFS 180,EASY 0" {
		t.Errorf("selected: %s", got)
	}
	var inspected bool
	if err := p.EvaluateInFrame(lab, 0, `document.querySelector("#inspector h2").innerText === "Job 13"`, &inspected); err != nil || !inspected {
		t.Errorf("the inspector does not show job 13 (%v)", err)
	}
	if err := p.EvaluateInFrame(lab, 0, `document.querySelector("#inspector button").click()`, nil); err != nil {
		t.Fatal(err)
	}
	p.until(`latest("selected").job === null`)

	// It moves the time that is played.
	if got := eval[string](p, `lab.seek(60).then((m) => m.at + " " + m.playing)`); got != "60 false" {
		t.Errorf("sought: %s", got)
	}

	// The frame is as high as what it shows, and its border.
	p.until(`document.querySelector("backfill-lab").shadowRoot.querySelector("iframe").getBoundingClientRect().height === latest("height").height + 2`)
	p.untilInFrame(lab, `document.documentElement.scrollHeight === innerHeight && Math.abs(document.body.getBoundingClientRect().height - innerHeight) <= 1`)

	// Nothing of the reader's history is taken.
	if got := eval[int](p, `history.length`); got > 2 {
		t.Errorf("%d entries in the history", got)
	}
}

// A page that is not the one which the frame's address names is not heard.
func TestForeignOriginIsIgnored(t *testing.T) {
	t.Parallel()
	lab := site(t)
	var scenario any
	if err := json.Unmarshal([]byte(threeJobs), &scenario); err != nil {
		t.Fatal(err)
	}
	// The frame believes to be in a page of a third origin.
	p := visitAround(t, around(t, fmt.Sprintf(`<iframe src="%s/?view=answers&gallery=textbook&origin=http://127.0.0.1:1" width="800"></iframe>`, lab)), visit.Options{})
	drawn := `document.querySelector("#metrics") && document.querySelector("#answer").innerText.includes("Jobs wait")`
	p.untilInFrame(lab, drawn)
	p.do(chromedp.Evaluate(fmt.Sprintf(`document.querySelector("iframe").contentWindow.postMessage({backfill: 1, type: "scenario", scenario: %s}, "*");
		document.querySelector("iframe").contentWindow.postMessage({backfill: 1, type: "results"}, "*")`, threeJobs), nil))
	// Its own messages arrive in order, so that those before had their turn.
	var name string
	for range 10 {
		if err := p.EvaluateInFrame(lab, 0, `new Promise((done) => setTimeout(() => done(document.querySelector(".slim h1").innerText), 20))`, &name); err != nil {
			t.Fatal(err)
		}
	}
	if name != "A textbook case" {
		t.Errorf("a foreign page has opened %q", name)
	}
	if got := eval[[]string](p, `[...new Set(told.map((m) => m.type ?? m.subject))].sort()`); strings.Join(got, " ") != "height lti.frameResize" {
		t.Errorf("a foreign page was told %v, want heights alone", got)
	}
}

func (p *page) untilInFrame(origin, condition string) {
	p.t.Helper()
	if err := p.UntilInFrame(origin, 0, condition, patience); err != nil {
		p.t.Fatal(err)
	}
}

// A frame that is not the one which the element made is not believed, whatever it says, and
// cannot ask the lab for anything either.
func TestThirdPageIsIgnored(t *testing.T) {
	t.Parallel()
	lab := site(t)
	third := around(t, `<script>
		for (const window of [parent, parent[0]]) {
			window.postMessage({backfill: 1, type: "results", runs: [], sentence: "forged"}, "*");
			window.postMessage({backfill: 1, type: "set", path: "/machine/processors", value: 8}, "*");
		}
	</script>`)
	p := visitAround(t, around(t, fmt.Sprintf(`<script src="%s/embed.js"></script>
		<backfill-lab view="answers" loading="eager"><script type="application/json">%s</script></backfill-lab>`, lab, threeJobs)), visit.Options{})
	p.until(`latest("results")`)
	p.do(chromedp.Evaluate(fmt.Sprintf(`globalThis.lab = document.querySelector("backfill-lab");
		globalThis.heard = []; lab.addEventListener("backfill-results", (e) => heard.push(e.detail.sentence));
		document.body.append(Object.assign(document.createElement("iframe"), {src: %q}))`, third), nil))
	p.until(`told.some((m) => m.sentence === "forged")`)
	// What the lab answers now it has been asked for after the forged messages.
	if got := eval[int](p, `lab.send({type: "results"}).then((m) => m.scenario.machine.processors)`); got != 4 {
		t.Errorf("a third page has changed the machine to %d processors", got)
	}
	if got := eval[[]string](p, `heard`); len(got) != 1 || got[0] == "forged" {
		t.Errorf("the element believes %q", got)
	}
}

// What an address in src holds is a scenario in JSON of bounded size, or refused.
func TestScenarioOfAnAddress(t *testing.T) {
	t.Parallel()
	lab := site(t)
	files := map[string]string{
		"/good.json": threeJobs, "/markup.json": "<!doctype html><script>alert(1)</script>",
		"/large.json": `{"version": 1, "name": "` + strings.Repeat("x", 9<<20) + `"}`,
		"/other.json": `{"version": 1, "name": "<img src=x onerror=alert(1)>", "machine": {}}`,
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if content, ok := files[r.URL.Path]; ok {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, content)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, `<!doctype html><link rel="icon" href="data:,"><script src="%s/embed.js"></script><backfill-lab view="answers" loading="eager" src="%s"></backfill-lab>
			<script>const came = new Promise((resolve) => { for (const type of ["results", "error"]) addEventListener("backfill-" + type, (e) => resolve(e.detail.sentence ?? e.detail.message)); });</script>`,
			lab, strings.TrimPrefix(r.URL.Path, "/of"))
	}))
	t.Cleanup(server.Close)
	p := visitAround(t, "about:blank", visit.Options{})
	for name, want := range map[string]string{
		"good.json": "Jobs wait", "markup.json": "not valid JSON", "large.json": "more than 8388608 bytes", "other.json": "/machine",
	} {
		p.do(chromedp.Navigate(server.URL + "/of/" + name))
		if got := eval[string](p, "came"); !strings.Contains(got, want) {
			t.Errorf("%s: %q, want something with %q", name, got, want)
		}
	}
}

// The wheel over a frame scrolls the page around it as long as the reader is there.
func TestWheelScrollsThePageAround(t *testing.T) {
	t.Parallel()
	lab := site(t)
	p := visitAround(t, around(t, fmt.Sprintf(`<button id="here">Here</button><script src="%s/embed.js"></script>
		<backfill-lab view="timeline" loading="eager" gallery="textbook"></backfill-lab><div style="height: 3000px"></div>`, lab)), visit.Options{})
	p.until(`latest("results")`)
	p.untilInFrame(lab, visit.Drawn)
	p.do(chromedp.Focus("#here", chromedp.ByQuery))
	p.do(input.DispatchMouseEvent(input.MouseWheel, 400, 300).WithDeltaX(0).WithDeltaY(200))
	p.until(`scrollY > 0`)
	p.do(chromedp.Evaluate(`scrollTo(0, 0)`, nil))
	// With the focus in the frame it zooms.
	p.do(chromedp.MouseClickXY(400, 300))
	var before string
	if err := p.EvaluateInFrame(lab, 0, `document.querySelector("#timeline canvas").toDataURL()`, &before); err != nil {
		t.Fatal(err)
	}
	p.do(input.DispatchMouseEvent(input.MouseWheel, 400, 300).WithDeltaX(0).WithDeltaY(-200))
	p.untilInFrame(lab, fmt.Sprintf(`document.querySelector("#timeline canvas").toDataURL() !== %q`, before))
	if got := eval[float64](p, `scrollY`); got != 0 {
		t.Errorf("the page around has scrolled by %v px beside", got)
	}
}

// fromFile is the address of a page around that is a file, and so has no origin. It notes in told what the frames in it say.
func fromFile(t *testing.T, body string) string {
	t.Helper()
	return "file://" + write(t, "around.html", aroundPage(body))
}

// A file that somebody opens by a double click shows experiments: in a frame and in the element, which puts the experiment into the
// frame's address since no frame hears a page without an origin.
func TestPageFromAFile(t *testing.T) {
	t.Parallel()
	lab := site(t)
	p := visitAround(t, fromFile(t, fmt.Sprintf(`<iframe src="%[1]s/?view=answers&gallery=textbook" width="800" height="500"></iframe>
		<script src="%[1]s/embed.js"></script><backfill-lab view="answers" loading="eager"><script type="application/json">%[2]s</script></backfill-lab>`, lab, threeJobs)), visit.Options{})
	shows := func(address, name string) {
		t.Helper()
		frame, err := p.Frame(lab+address, patience)
		if err == nil {
			err = frame.Until(fmt.Sprintf(`document.querySelector(".slim h1")?.innerText === %q && document.querySelector("#answer").innerText.includes("wait")`, name), patience)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	shows("/?view=answers&gallery=textbook", "A textbook case")
	shows("/?view=answers#s=1.", "Three jobs")
	// It is as high as what it shows, and says that it cannot talk.
	p.until(`told.some((m) => m.type === "height" && document.querySelector("backfill-lab").shadowRoot.querySelector("iframe").offsetHeight === m.height + 2)`)
	if got := eval[string](p, `document.querySelector("backfill-lab").run().then(() => "", (e) => e.message)`); !strings.Contains(got, "cannot talk") {
		t.Errorf("a page that is not heard is told %q", got)
	}
	// Another experiment comes in another address.
	const source = `document.querySelector("backfill-lab").shadowRoot.querySelector("iframe").src`
	before := eval[string](p, source)
	p.do(chromedp.Evaluate(fmt.Sprintf(`document.querySelector("backfill-lab").scenario = %s`, strings.Replace(threeJobs, "Three jobs", "Three others", 1)), nil))
	p.until(`document.querySelector("backfill-lab").shadowRoot.querySelectorAll("iframe").length === 1 && ` + fmt.Sprintf(`%s.includes("#s=1.") && %s !== %q`, source, source, before))
	shows("/?view=answers#s=1."+eval[string](p, source+`.split("#s=1.")[1]`), "Three others")
}

// So does a page in a sandbox, as learning platforms have them, whose frames inherit it.
func TestPageInASandbox(t *testing.T) {
	t.Parallel()
	lab := site(t)
	inner := around(t, fmt.Sprintf(`<script>addEventListener("message", (e) => parent.postMessage(e.data, "*"))</script>
		<iframe src="%s/?view=answers&gallery=textbook" width="800" height="500"></iframe>`, lab))
	p := visitAround(t, around(t, fmt.Sprintf(`<iframe src="%s" sandbox="allow-scripts" width="900" height="600"></iframe>`, inner)), visit.Options{})
	p.until(`latest("ready")`)
	// A frame without results is not half as high.
	p.until(`latest("height").height > 400`)
}

// The lab as a whole is laid into no page of others: the host forbids it, and where it does not the program refuses.
func TestWholeLabIsNoFrame(t *testing.T) {
	t.Parallel()
	for name, host := range map[string]http.Handler{"by its host": built(t), "by itself": http.FileServerFS(assets.Dist())} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(host)
			t.Cleanup(server.Close)
			p := browse(t, visit.Options{}) // whose console tells of the refusal
			p.do(chromedp.Navigate(around(t, fmt.Sprintf(`<iframe src="%s/" width="800" height="500"></iframe>`, server.URL))))
			if name == "by itself" {
				p.untilInFrame(server.URL, `document.querySelector("#failure").innerText.startsWith("The whole lab does not open inside another page")`)
				p.untilInFrame(server.URL, `document.querySelector("#failure a").href === location.href && document.querySelector("#loading, canvas, button:not([hidden] *)") === null`)
				return
			}
			deadline := time.Now().Add(patience)
			for !strings.Contains(strings.Join(p.Complaints(), "\n"), "frame-ancestors 'self'") {
				if time.Now().After(deadline) {
					t.Fatalf("the frame is not refused; the console says %q", p.Complaints())
				}
				p.do(chromedp.Sleep(30 * time.Millisecond))
			}
		})
	}
}

// In a sandbox that allows nothing but scripts there is no origin, no storage and no history.
func TestFrameInASandbox(t *testing.T) {
	t.Parallel()
	lab := site(t)
	p := visitAround(t, around(t, fmt.Sprintf(`<script src="%s/embed.js"></script>
		<backfill-lab view="timeline answers" sandbox="allow-scripts"><script type="application/json">%s</script></backfill-lab>`, lab, threeJobs)), visit.Options{})
	p.until(`latest("results")`)
	if got := eval[string](p, `latest("results").origin`); got != "null" {
		t.Errorf("results come from %s, want a sandbox without origin", got)
	}
	p.do(chromedp.Evaluate(`globalThis.lab = document.querySelector("backfill-lab")`, nil))
	if got := eval[[]float64](p, `lab.set("/machine/processors", 8).then((m) => m.runs.map((r) => r.metrics.meanWait))`); len(got) != 2 || got[0] != 0 {
		t.Errorf("mean waits %v on eight processors, want none", got)
	}
	// The frame can open no window, so the element offers the link itself.
	if got := eval[string](p, `lab.shadowRoot.querySelector("a").checkVisibility() ? lab.shadowRoot.querySelector("a").href : ""`); !strings.HasPrefix(got, lab+"/#s=1.") {
		t.Errorf("the link is %q", got)
	}
}

// A host that does not let sandboxed pages fetch its files is told of in words.
func TestSandboxOnAHostThatForbidsIt(t *testing.T) {
	t.Parallel()
	plain := httptest.NewServer(http.FileServerFS(assets.Dist()))
	t.Cleanup(plain.Close)
	// The console tells of the refusals, which are what this test is about.
	p := browse(t, visit.Options{})
	p.do(chromedp.Navigate(around(t, fmt.Sprintf(`<iframe src="%s/?view=timeline" sandbox="allow-scripts"></iframe>`, plain.URL))))
	p.until(`latest("error")`)
	if got := eval[string](p, `latest("error").message`); !strings.Contains(got, "Access-Control-Allow-Origin: *") || !strings.Contains(got, "allow-same-origin") {
		t.Errorf("the frame says %q", got)
	}
}

// A frame that does not start leaves the reader with a sentence and a link.
func TestFrameThatDoesNotStart(t *testing.T) {
	t.Parallel()
	files := http.FileServerFS(assets.Dist())
	gone := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/embed.js" {
			http.NotFound(w, r)
			return
		}
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(gone.Close)
	p := browse(t, visit.Options{}) // whose console may tell what is missing
	p.do(chromedp.Navigate(around(t, fmt.Sprintf(`<script>const later = setTimeout; globalThis.setTimeout = (f, delay, ...rest) => later(f, delay / 100, ...rest);</script>
		<script src="%s/embed.js"></script><backfill-lab loading="eager" gallery="textbook"></backfill-lab>`, gone.URL))))
	const root = `document.querySelector("backfill-lab").shadowRoot`
	p.until(root + `.querySelector("[role=alert]").innerText.startsWith("The experiment has not started yet.")`)
	if got := eval[string](p, root+`.querySelector("a").checkVisibility() ? `+root+`.querySelector("a").href : ""`); got != gone.URL+"/" {
		t.Errorf("the link leads to %q", got)
	}
}

func TestReaderMovesASlider(t *testing.T) {
	t.Parallel()
	lab := site(t)
	p := visitAround(t, around(t, fmt.Sprintf(`<script src="%s/embed.js"></script>
		<backfill-lab view="answers" allow="/machine/processors:4..8"><script type="application/json">%s</script></backfill-lab>`, lab, threeJobs)), visit.Options{})
	p.until(`latest("results")`)
	// The frame's first control; the key End leads to the end of the range.
	p.do(chromedp.Evaluate(`document.querySelector("backfill-lab").shadowRoot.querySelector("iframe").focus()`, nil))
	if err := p.EvaluateInFrame(lab, 0, `document.querySelector("#field-machine-processors-slider").focus()`, nil); err != nil {
		t.Fatal(err)
	}
	p.do(keyboard(kb.End))
	p.until(`latest("results").scenario.machine.processors === 8`)
	if got := eval[float64](p, `latest("results").runs[0].metrics.meanWait`); got != 0 {
		t.Errorf("on eight processors jobs wait %v s", got)
	}
	// Nothing else can be changed.
	var others int
	if err := p.EvaluateInFrame(lab, 0, `document.querySelectorAll("#experiment, #share-button, #undo-button").length`, &others); err != nil || others > 0 {
		t.Errorf("%d controls that are not allowed (%v)", others, err)
	}
}

// embeds opens the page of six examples and waits until all of them are there: told has what their frames have said, came the five
// elements that have results.
func (p *page) embeds(origin string) {
	p.t.Helper()
	p.do(visit.RunFirst(`
			globalThis.told = []; addEventListener("message", (e) => told.push({origin: e.origin, ...e.data}));
			globalThis.came = new Set(); addEventListener("backfill-results", (e) => came.add(e.target));`))
	p.do(chromedp.Navigate(origin + "/embeds.html"))
	for i := range 5 { // each into view, wherever those above it, which grow, have moved it
		p.until(fmt.Sprintf(`(() => {
			const example = document.querySelectorAll(".example")[%d];
			example.scrollIntoView();
			return came.has(example.querySelector("backfill-lab"));
		})()`, i))
	}
	p.until(`(document.querySelectorAll(".example")[5].scrollIntoView(), told.some((m) => m.origin === "null" && m.type === "ready"))`) // the sandboxed one
}

// TestPageOfEmbeds opens the page of six examples and reports what it transfers.
func TestPageOfEmbeds(t *testing.T) {
	t.Parallel()
	count := &counter{next: built(t), bytes: map[string]int{}, bodies: map[string]int{}}
	server := httptest.NewServer(count)
	t.Cleanup(server.Close)
	p := visitAround(t, server.URL+"/lessons.html", visit.Options{}) // a page of the same host, so that listeners can be set
	count.reset()
	p.embeds(server.URL)
	for path, n := range count.bodies {
		if strings.HasSuffix(path, ".wasm") && n > 2 {
			t.Errorf("%s was fetched %d times, want once and once for the sandbox", path, n)
		}
	}
	total := 0
	for path, bytes := range count.bytes {
		t.Logf("%9d bytes, %d times: %s", bytes, count.bodies[path], path)
		total += bytes
	}
	t.Logf("%9d bytes for a page with six experiments", total)
	p.until(`came.size === 5`)
	// With the keyboard: whatever above still gets its height moves the buttons. Their own frame, which grows with the answer, must not.
	below := `document.querySelector("#ask-double").getBoundingClientRect().top - document.querySelectorAll(".example")[4].getBoundingClientRect().top`
	before, height := eval[float64](p, below), eval[float64](p, `document.querySelector("#asked").offsetHeight`)
	p.do(chromedp.Focus("#ask-longest", chromedp.ByQuery), keyboard(kb.Enter))
	p.until(fmt.Sprintf(`document.querySelector("#asked-answer").value.startsWith("Job") && document.querySelector("#asked").offsetHeight > %v`, height))
	if after := eval[float64](p, below); after != before {
		t.Errorf("with the answer the buttons moved from %v to %v pixels below their heading", before, after)
	}
	p.do(chromedp.Focus("#ask-double", chromedp.ByQuery), keyboard(kb.Enter))
	p.until(`document.querySelector("#asked-answer").value.includes("EASY: 0.3 minutes")`)
	axeFindsNothing(t, p, 0)
	fits(t, p)
}

// counter counts what a handler answers with: bytes of contents, and answers that have any.
type counter struct {
	next http.Handler

	mu            sync.Mutex
	bytes, bodies map[string]int
}

func (c *counter) reset() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.bytes)
	clear(c.bodies)
}

func (c *counter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	measured := &measuredAnswer{ResponseWriter: w}
	c.next.ServeHTTP(measured, r)
	c.mu.Lock()
	defer c.mu.Unlock()
	if measured.bytes > 0 {
		c.bytes[r.URL.Path] += measured.bytes
		c.bodies[r.URL.Path]++
	}
}

type measuredAnswer struct {
	http.ResponseWriter
	bytes int
}

func (m *measuredAnswer) Write(b []byte) (int, error) {
	m.bytes += len(b)
	return m.ResponseWriter.Write(b)
}
