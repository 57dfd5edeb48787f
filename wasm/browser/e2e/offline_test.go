package e2e

import (
	"bytes"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"path"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"

	"backfill/assets"
	"backfill/serve/static"
	"backfill/wasm/browser/visit"
)

// labFolder is where the host of these tests has the page.
const labFolder = "/some/lab/"

// host serves one version of the page in a folder, or nothing at all.
type host struct {
	*httptest.Server
	site atomic.Pointer[http.Handler]
}

func newHost(t *testing.T) *host {
	t.Helper()
	inBrowser(t)
	h := &host{}
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if site := h.site.Load(); site != nil {
			(*site).ServeHTTP(w, r)
			return
		}
		panic(http.ErrAbortHandler) // as if there were no network
	}))
	t.Cleanup(h.Close)
	return h
}

// show makes the host serve these files.
func (h *host) show(t *testing.T, files fs.FS) {
	t.Helper()
	site, err := static.New(files)
	if err != nil {
		t.Fatal(err)
	}
	handler := http.StripPrefix(strings.TrimSuffix(labFolder, "/"), site)
	h.site.Store(&handler)
}

// leave makes every request fail.
func (h *host) leave() { h.site.Store(nil) }

func (h *host) page() string { return h.URL + labFolder }

var sixteenDigits = regexp.MustCompile(`[0-9a-f]{16}`)

// another is the built page as another version of it: no content-hashed name is the same, and by is added to every digit of
// each. 0 is the page as it is.
func another(t *testing.T, by int) fs.FS {
	t.Helper()
	dist := assets.Dist()
	index, err := fs.ReadFile(dist, "index.html")
	if err != nil {
		t.Skip(`the page is not built: run "make build"`)
	}
	if by == 0 {
		return dist
	}
	renamed := map[string]string{}
	rename := func(digits string) {
		const hex = "0123456789abcdef"
		renamed[digits] = strings.Map(func(r rune) rune { return rune(hex[(strings.IndexRune(hex, r)+by)%16]) }, digits)
	}
	rename(versionOf(string(index)))
	names, err := fs.Glob(dist, "*.*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if digits := sixteenDigits.FindString(name); digits != "" {
			rename(digits)
		}
	}
	change := func(text []byte) []byte {
		return sixteenDigits.ReplaceAllFunc(text, func(digits []byte) []byte {
			if other, ok := renamed[string(digits)]; ok {
				return []byte(other)
			}
			return digits
		})
	}
	changed := fstest.MapFS{}
	for _, name := range names {
		ext := path.Ext(name)
		if strings.HasPrefix(name, ".") || ext == ".br" || ext == ".gz" {
			continue
		}
		content, err := fs.ReadFile(dist, name)
		if err != nil {
			t.Fatal(err)
		}
		if ext == ".html" || ext == ".js" {
			content = change(bytes.Clone(content))
		}
		changed[string(change([]byte(name)))] = &fstest.MapFile{Data: content}
	}
	return changed
}

// versionOf is the version that a page says it has.
func versionOf(index string) string {
	_, rest, _ := strings.Cut(index, `data-version="`)
	version, _, _ := strings.Cut(rest, `"`)
	return version
}

// versionIn is that of the files that a host would show.
func versionIn(t *testing.T, files fs.FS) string {
	t.Helper()
	index, err := fs.ReadFile(files, "index.html")
	if err != nil {
		t.Fatal(err)
	}
	return versionOf(string(index))
}

// kept waits until the page's files are there for use without a network.
func (p *page) kept() {
	p.t.Helper()
	p.until(`navigator.serviceWorker.controller?.state === "activated"`)
	for deadline := time.Now().Add(patience); !p.keepsWritten(); p.do(chromedp.Sleep(50 * time.Millisecond)) {
		if time.Now().After(deadline) {
			p.t.Fatal("the program of expressions and scripts is not kept")
		}
	}
}

// keepsWritten says whether the program of expressions and scripts is kept, of whatever version.
func (p *page) keepsWritten() bool {
	p.t.Helper()
	return eval[bool](p, `caches.keys()
		.then((names) => Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys()))))
		.then((all) => all.flat().some((request) => request.url.includes("/written.")))`)
}

// isVersion waits until the tab shows the page of that version, which has come to rest.
func (p *page) isVersion(version string) {
	p.t.Helper()
	p.until(fmt.Sprintf(`document.querySelector("script[data-version='%s']") !== null && `, version) + visit.Idle)
}

// offered waits until a newer version is offered.
func (p *page) offered() {
	p.t.Helper()
	p.until(`!document.getElementById("newer").hidden`)
	if got := p.text("#newer"); !strings.Contains(got, "A newer version is here: reload to use it.") {
		p.t.Errorf("the offer is %q", got)
	}
}

// takesOffer comes back to the tab, since one in the background draws nothing, and asks for the newer version.
func (p *page) takesOffer() {
	p.t.Helper()
	p.do(cdppage.BringToFront())
	p.click("#newer button")
}

// works uses what a page fetches late: the program of expressions and scripts, the gallery and a chart's script.
func (p *page) works() {
	p.t.Helper()
	eval[bool](p, `Promise.all([backfill.written(), backfill.gallery(), import(backfill.chartURL)]).then(() => true)`)
}

// tellKept lets the promise keeping tell what has come of the service worker that the page registers.
const tellKept = `globalThis.keeping = new Promise((tell) => {
	const register = ServiceWorkerContainer.prototype.register;
	ServiceWorkerContainer.prototype.register = async function (...args) {
		try {
			const registration = await register.apply(this, args);
			const worker = registration.installing ?? registration.waiting ?? registration.active;
			const look = () => ["activated", "redundant"].includes(worker.state) && tell(worker.state);
			worker.addEventListener("statechange", look);
			look();
			return registration;
		} catch (error) {
			tell(String(error));
			throw error;
		}
	};
})`

func (p *page) caches() int {
	p.t.Helper()
	return eval[int](p, `caches.keys().then(names => names.length)`)
}

// A newer version is offered, and a page that is open goes on with all of its own files, in every tab, until
// somebody takes the offer there.
func TestUpdateIsOffered(t *testing.T) {
	t.Parallel()
	first, second, third := another(t, 0), another(t, 3), another(t, 5)
	h := newHost(t)
	h.show(t, first)
	p := open(t, h.page(), visit.Options{Keeps: true})
	p.kept()

	// The next visit is answered from what is kept, although the server has another version.
	h.show(t, second)
	p.do(chromedp.Reload())
	p.isVersion(versionIn(t, first))
	p.offered()
	p.works()
	tab := p.tab(h.page())
	tab.isVersion(versionIn(t, first))
	tab.offered()

	p.takesOffer()
	p.isVersion(versionIn(t, second))
	if !eval[bool](p, `document.getElementById("newer").hidden`) {
		t.Error("the newest version offers a newer one")
	}
	tab.works()
	tab.isVersion(versionIn(t, first))
	tab.takesOffer()
	tab.isVersion(versionIn(t, second))

	// What nobody has open any more is removed.
	h.show(t, third)
	p.do(cdppage.BringToFront(), chromedp.Reload())
	p.offered()
	p.takesOffer()
	p.isVersion(versionIn(t, third))
	if got := p.caches(); got != 2 {
		t.Errorf("%d versions are kept, want the second one, which a tab shows, and the third one", got)
	}
	tab.works()
}

// holdPauses lets the page's pauses of two seconds, such as that before it is kept (assets/offline.js), end only with endPauses.
const holdPauses = `{
	const begin = setTimeout, end = clearTimeout, pauses = [];
	window.setTimeout = (f, ms, ...rest) => (ms === 2000 ? -pauses.push(f) : begin(f, ms, ...rest));
	window.clearTimeout = (id) => (id < 0 ? delete pauses[-id - 1] : end(id));
	window.endPauses = () => pauses.splice(0).forEach((f) => f());
}`

// What keeps the page leaves the processors to an experiment: the pause before it begins anew when the experiment has ended.
func TestKeepingWaits(t *testing.T) {
	t.Parallel()
	p := start(t, visit.Options{Keeps: true})
	p.do(visit.RunFirst(holdPauses), chromedp.Navigate(site(t)))
	p.until(visit.Idle)
	const kept = `navigator.serviceWorker.getRegistration().then((r) => r !== undefined)`
	p.drop(write(t, "sweep.json", measured(1000, 1)))
	p.until(measuring)
	if eval[bool](p, `(endPauses(), `+kept+`)`) {
		t.Error("the page is being kept while an experiment runs")
	}
	if !eval[bool](p, measuring) {
		t.Error("the experiment was over too soon")
	}
	p.click("#cancel-button")
	p.until(`!` + measuring)
	for deadline := time.Now().Add(patience); !eval[bool](p, `(endPauses(), `+kept+`)`); p.frame() {
		if time.Now().After(deadline) {
			t.Fatal("the page is not kept after the experiment")
		}
	}
}

// Without a network everything is there: the page with any query, its late files, and the pages beside it. When the host
// comes back with another version, that is offered.
func TestOffline(t *testing.T) {
	t.Parallel()
	dist := another(t, 0)
	h := newHost(t)
	h.show(t, dist)
	p := open(t, h.page(), visit.Options{Keeps: true})
	p.kept()
	h.leave()

	p.do(chromedp.Reload())
	p.isVersion(versionIn(t, dist))
	p.until(`document.querySelector("link[rel=preload]") === null`) // with which Chromium would compile the program at every visit
	// What is kept says what its host has said of frames: the whole lab stands in no page of others.
	const policy = `fetch(%q).then((r) => r.headers.get("Content-Security-Policy").includes("frame-ancestors"))`
	for address, forbidden := range map[string]bool{"./": true, "index.html?gallery=textbook": true, "./?view=timeline": false, "index.html?embed=1": false} {
		if got := eval[bool](p, fmt.Sprintf(policy, address)); got != forbidden {
			t.Errorf("%s without a network: forbidden in pages of others %v, want %v", address, got, forbidden)
		}
	}
	p.do(chromedp.Navigate(h.page() + "index.html?view=all&color=wait"))
	p.isVersion(versionIn(t, dist))
	p.works()
	names, err := fs.Glob(dist, "*.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if name == "index.html" {
			continue
		}
		content, err := fs.ReadFile(dist, name)
		if err != nil {
			t.Fatal(err)
		}
		p.do(chromedp.Navigate(h.page() + name + "?from=a-test"))
		_, title, _ := strings.Cut(string(content), "<title>")
		title, _, _ = strings.Cut(title, "</title>")
		p.until(fmt.Sprintf(`document.title === new DOMParser().parseFromString(%q, "text/html").title`, "<title>"+title+"</title>"))
	}

	h.show(t, another(t, 3))
	p.do(chromedp.Navigate(h.page()))
	p.isVersion(versionIn(t, dist))
	p.offered()
}

// Whoever reads a lesson alone has it without a network, too, but is spared the program of expressions and scripts until the lab is open;
// and is offered a newer version, with the theme of the lab.
func TestLessonAlone(t *testing.T) {
	t.Parallel()
	first, second := another(t, 0), another(t, 3)
	h := newHost(t)
	h.show(t, first)
	p := start(t, visit.Options{Dark: true, Keeps: true})
	lesson := h.page() + "lesson-why-backfilling.html"
	explained := `document.querySelector("#question-blocked .feedback").innerText.includes("Job 3 starts after")`
	explain := chromedp.Evaluate(`document.querySelector("#question-blocked [data-do=tell]").click()`, nil)
	p.do(chromedp.Navigate(lesson), explain)
	p.until(explained)
	p.until(`navigator.serviceWorker.controller?.state === "activated"`)
	if p.keepsWritten() {
		t.Error("a lesson keeps the program of expressions and scripts")
	}
	themes := `[document.documentElement.dataset.theme, document.querySelector("backfill-lab").shadowRoot.querySelector("iframe").contentDocument.documentElement.dataset.theme].join(" ")`
	p.until(themes + ` === "dark dark"`)
	p.click("#theme-button")
	p.until(themes + ` === "light light"`)

	h.leave()
	p.do(chromedp.Reload(), chromedp.Evaluate(`document.querySelector("#lab-fcfs").scrollIntoView()`, nil))
	p.until(explained)
	p.until(themes + ` === "light light"`)
	p.do(chromedp.Navigate(h.page()))
	p.until(visit.Idle + ` && document.documentElement.dataset.theme === "light"`)
	p.click("#theme-button")

	h.show(t, second)
	p.do(chromedp.Navigate(lesson))
	p.offered()
	if got := eval[string](p, `document.documentElement.dataset.theme`); got != "dark" {
		t.Errorf("the lesson is %s after the lab was dark", got)
	}
	p.takesOffer()
	scripts, err := fs.Glob(second, "theme.*.js")
	if err != nil || len(scripts) != 1 {
		t.Fatalf("the second version has %d scripts of the theme (%v)", len(scripts), err)
	}
	p.until(fmt.Sprintf(`document.querySelector("script[src='%s']") !== null && document.getElementById("newer").hidden`, scripts[0]))
	p.do(chromedp.Navigate(h.page()))
	p.isVersion(versionIn(t, second))
	p.kept()
}

// A browser that has no room for copies shows the page all the same.
func TestNoRoomForCopies(t *testing.T) {
	t.Parallel()
	h := newHost(t)
	h.show(t, another(t, 0))
	p := start(t, visit.Options{Keeps: true})
	p.do(visit.RunFirst(tellKept), storage.OverrideQuotaForOrigin(h.URL).WithQuotaSize(100_000), chromedp.Navigate(h.page()))
	p.until(visit.Idle)
	t.Log("the service worker: ", eval[string](p, `keeping`))
	p.do(chromedp.Reload())
	p.until(visit.Idle)
	p.works()
}
