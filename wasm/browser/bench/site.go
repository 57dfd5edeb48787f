package main

import (
	_ "embed"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"backfill/wasm/browser/visit"
)

// Paths of what the site has besides the page.
const (
	testsPath          = "/bench/"
	testPagePath       = testsPath + "blank.html"
	testWorkerPath     = testsPath + "testworker.js"
	measuredWorkerPath = "/measuredworker.js" // in the folder of the worker that it becomes
)

var (
	//go:embed testworker.js
	testWorker string
	//go:embed measuredworker.js
	measuredWorker string
	//go:embed measuredpage.js
	measuredPageText string

	// measuredPage runs before the scripts of a page whose memory is measured.
	measuredPage = strings.Replace(measuredPageText, "WORKER_PATH", measuredWorkerPath, 1)
)

// openSite serves the page in a folder and, beside it, what measures it; the compiled tests are in a folder.
func openSite(page, tests string) (*httptest.Server, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	site, err := visit.Site(os.DirFS(page))
	if err != nil {
		return nil, err
	}
	text := func(content, contentType string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", contentType)
			w.Write([]byte(content)) // the client may be gone, and then there is no one to tell
		}
	}
	const javaScript = "text/javascript; charset=utf-8"
	mux := http.NewServeMux()
	mux.Handle("/", site.Config.Handler)
	mux.HandleFunc(measuredWorkerPath, text(measuredWorker, javaScript))
	mux.HandleFunc(testWorkerPath, text(testWorker, javaScript))
	mux.HandleFunc(testPagePath, text("<!doctype html><title>Benchmarks</title>", "text/html; charset=utf-8"))
	mux.HandleFunc(testsPath+"wasm_exec.js", func(w http.ResponseWriter, r *http.Request) {
		http.ServeFile(w, r, filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	})
	mux.Handle(testsPath, http.StripPrefix(testsPath, http.FileServer(http.Dir(tests))))
	site.Config.Handler = mux
	return site, nil
}
