package assets

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// started and failed tell how the start of the page ended: the program has drawn something in place of what the
// static page shows, or a sentence says what went wrong.
const (
	started = `!document.getElementById("loading") && document.getElementById("failure").hidden && document.body.innerText.trim() !== ""`
	failed  = `document.getElementById("failure").innerText`
)

// browse opens a browser without history.
func browse(t *testing.T) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: tests in a browser are left out")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true))
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Run(ctx); errors.Is(err, exec.ErrNotFound) {
		t.Fatal(`no Chromium is installed: run "make chromium"`)
	} else if err != nil {
		t.Fatalf("start Chromium: %v", err)
	}
	t.Cleanup(func() { chromedp.Cancel(ctx) }) // waits until the browser is gone; there is one
	return ctx
}

// do runs actions in a browser and checks that they work out.
func do(t *testing.T, ctx context.Context, actions ...chromedp.Action) {
	t.Helper()
	if err := chromedp.Run(ctx, actions...); err != nil {
		var state string
		if err := chromedp.Run(ctx, chromedp.Evaluate("document.body.innerText", &state)); err != nil {
			state = err.Error()
		}
		t.Fatalf("%v; the page says: %s", err, state)
	}
}

// poorHost serves a folder below a path and knows no media type of WebAssembly.
func poorHost(folder string, dist fs.FS) http.Handler {
	files := http.StripPrefix(folder, http.FileServerFS(dist))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".wasm") {
			w.Header().Set("Content-Type", "application/octet-stream")
		}
		files.ServeHTTP(w, r)
	})
}

func TestSubfolderOfPoorHostThenOffline(t *testing.T) {
	dist, _ := page(t)
	ctx := browse(t)
	host := httptest.NewServer(poorHost("/some/folder/", dist))
	defer host.Close()
	url := host.URL + "/some/folder/"
	do(t, ctx, chromedp.Navigate(url), chromedp.Poll(started, nil),
		chromedp.Poll(`navigator.serviceWorker.getRegistration().then(r => Boolean(r && r.active))`, nil))
	host.Close()
	do(t, ctx, chromedp.Navigate(url), chromedp.Poll(started, nil))
}

func TestStartFails(t *testing.T) {
	dist, _ := page(t)
	for _, test := range []struct {
		name, want string
		program    http.HandlerFunc
	}{
		{"not there", "could not be loaded", http.NotFound},
		{"broken", "could not be loaded", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/wasm")
			w.Write([]byte("\x00asm\x01\x00\x00\x00rubbish"))
		}},
		{"not Go", "could not be run", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/wasm")
			w.Write([]byte("\x00asm\x01\x00\x00\x00"))
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			ctx := browse(t)
			files := http.FileServerFS(dist)
			host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if strings.HasSuffix(r.URL.Path, ".wasm") {
					test.program(w, r)
				} else {
					files.ServeHTTP(w, r)
				}
			}))
			defer host.Close()
			var sentence string
			do(t, ctx, chromedp.Navigate(host.URL), chromedp.Poll(failed, &sentence))
			if !strings.Contains(sentence, test.want) {
				t.Errorf("the page says %q, want something with %q", sentence, test.want)
			}
		})
	}
}
