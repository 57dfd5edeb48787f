package e2e

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"backfill/assets"
	"backfill/wasm/browser/visit"
)

// slowHost serves the page, but decides when and how the rest of the program comes.
type slowHost struct {
	*httptest.Server
	clicked chan bool    // of a click that the page has told
	release chan bool    // closed: the rest may come
	missing atomic.Bool  // the rest is not there
	asked   atomic.Int32 // how often this page has asked for the rest: the second time it stands still until the rest comes
	overdue atomic.Bool  // the rest came although it should not, since the page did not go on without it
}

func newSlowHost(t *testing.T) *slowHost {
	t.Helper()
	if !strings.HasPrefix(runtime.Version(), "go1.26") {
		t.Skipf("the functions that come later are listed for Go 1.26: what %s makes needs others for the first picture", runtime.Version())
	}
	files := built(t)
	h := &slowHost{clicked: make(chan bool, 100), release: make(chan bool)}
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/clicked":
			h.clicked <- true
			w.WriteHeader(http.StatusNoContent)
		case !strings.HasPrefix(r.URL.Path, "/rest."):
			files.ServeHTTP(w, r)
		case h.missing.Load():
			http.NotFound(w, r)
		case h.asked.Add(1) > 1:
			h.overdue.Store(true)
			files.ServeHTTP(w, r)
		default:
			// Chromium holds a second request back while an answer that it may store is on its way.
			w.Header().Set("Cache-Control", "no-store")
			w.Header().Set("Content-Type", "application/wasm")
			w.WriteHeader(http.StatusOK)
			w.(http.Flusher).Flush()
			select {
			case <-h.release:
				rest, err := fs.ReadFile(assets.Dist(), r.URL.Path[1:])
				if err != nil {
					panic(err) // the server's log has it
				}
				w.Write(rest)
			case <-r.Context().Done():
			}
		}
	}))
	t.Cleanup(func() {
		h.CloseClientConnections()
		h.Close()
	})
	return h
}

// visits opens the host's page, which may complain, and waits for its first picture, which needs nothing of the rest.
func (h *slowHost) visits(t *testing.T) *page {
	t.Helper()
	missing := h.missing.Load()
	for range 3 { // on a busy machine the program may do something else for once
		h.missing.Store(missing)
		h.asked.Store(0)
		p := h.visit(t)
		if !h.overdue.Swap(false) {
			return p
		}
	}
	t.Fatal(`the first picture needs cold functions: run "make cold"`)
	return nil
}

// visit is visits for a page that gets the rest if it cannot go on without it, which overdue tells.
func (h *slowHost) visit(t *testing.T) *page {
	t.Helper()
	p := browse(t, visit.Options{})
	p.Listen(func(event any) {
		if _, asked := event.(*cdppage.EventJavascriptDialogOpening); asked { // until it is answered the page stands still
			h.overdue.Store(true)
			h.missing.Store(false)
			go p.Do(cdppage.HandleJavaScriptDialog(true))
		}
	})
	p.do(chromedp.Navigate(h.URL))
	p.until(visit.Idle)
	p.do(chromedp.Evaluate(`addEventListener("click", () => navigator.sendBeacon("clicked"), {capture: true}); 0`, nil))
	return p
}

// openGallery clicks the button that shows the gallery, which a page without the rest of its program cannot do. It returns when
// the page has noticed the click; the page may wait for the rest then.
func (h *slowHost) openGallery(t *testing.T, p *page) (done chan error) {
	t.Helper()
	done = make(chan error, 1)
	go func() { done <- p.Do(chromedp.Click(galleryButton, chromedp.ByQuery, chromedp.NodeVisible)) }()
	<-h.clicked
	return done
}

const galleryButton = `#gallery-button`
const galleryShown = `document.querySelector("#gallery-dialog") !== null`

// The first picture needs nothing of the rest, and a click that comes before the rest is answered when it has come.
func TestClickBeforeTheRest(t *testing.T) {
	t.Parallel()
	h := newSlowHost(t)
	p := h.visits(t)
	clicked := h.openGallery(t, p)
	close(h.release)
	if err := <-clicked; err != nil {
		t.Fatal(err)
	}
	p.until(galleryShown)
	complain(t, p.Browser)
}

// When the rest cannot be loaded the page says so, asks before it waits for it, and goes on when it can.
func TestRestIsMissing(t *testing.T) {
	t.Parallel()
	h := newSlowHost(t)
	close(h.release)
	h.missing.Store(true)
	asked := make(chan string, 100)
	p := browse(t, visit.Options{})
	p.Listen(func(event any) {
		if e, ok := event.(*cdppage.EventJavascriptDialogOpening); ok {
			asked <- e.Message
			h.missing.Store(false)
			go p.Do(cdppage.HandleJavaScriptDialog(true))
		}
	})
	p.do(chromedp.Navigate(h.URL))
	p.until(visit.Idle)
	if len(asked) == 0 {
		p.until(`document.getElementById("failure").innerText.includes("could not be loaded")`)
	}
	p.click(galleryButton)
	p.until(galleryShown + ` && document.getElementById("failure").hidden`)
	if got := <-asked; !strings.Contains(got, "Try again?") {
		t.Errorf("the page asks %q", got)
	}
}

// Who is told that the rest is missing tries again.
func TestRestIsFetchedAgain(t *testing.T) {
	t.Parallel()
	h := newSlowHost(t)
	close(h.release)
	h.missing.Store(true)
	p := h.visits(t)
	p.until(`document.getElementById("again") !== null`)
	h.missing.Store(false)
	p.click("#again")
	p.until(`backfill.parts.rest !== null && document.getElementById("failure").hidden`)
	p.click(galleryButton)
	p.until(galleryShown)
}
