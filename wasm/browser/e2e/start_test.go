package e2e

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"backfill/assets"
	"backfill/wasm/browser/visit"
)

// The start of the page has ended: the program has drawn something in place of what the static page shows, or a sentence says what
// went wrong.
const (
	started = `!document.getElementById("loading") && document.getElementById("failure").hidden && document.body.innerText.trim() !== ""`
	failed  = `document.getElementById("failure").innerText`
)

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
	t.Parallel()
	p := start(t, visit.Options{Keeps: true})
	host := httptest.NewServer(poorHost("/some/folder/", assets.Dist()))
	defer host.Close()
	url := host.URL + "/some/folder/"
	p.do(chromedp.Navigate(url))
	p.until(started)
	eval[bool](p, `navigator.serviceWorker.ready.then(() => true)`)
	host.Close()
	p.do(chromedp.Navigate(url))
	p.until(started)
}

func TestStartFails(t *testing.T) {
	t.Parallel()
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
			p := browse(t, visit.Options{}) // its console complains, as it should
			files := http.FileServerFS(assets.Dist())
			host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if strings.HasSuffix(r.URL.Path, ".wasm") {
					test.program(w, r)
				} else {
					files.ServeHTTP(w, r)
				}
			}))
			defer host.Close()
			p.do(chromedp.Navigate(host.URL))
			p.until(failed + ` !== ""`)
			if sentence := eval[string](p, failed); !strings.Contains(sentence, test.want) {
				t.Errorf("the page says %q, want something with %q", sentence, test.want)
			}
		})
	}
}
