package main

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"backfill/assets"
	"backfill/serve/static"
)

// The server takes the page as it was built: every file of it is answered, compressed.
func TestBuiltPage(t *testing.T) {
	dist := assets.Dist()
	if _, err := fs.Stat(dist, "index.html"); err != nil {
		t.Skip(`the page is not built: run "make build"`)
	}
	site, err := static.New(dist)
	if err != nil {
		t.Fatal(err)
	}
	names, err := fs.Glob(dist, "*.*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasPrefix(name, ".") || strings.HasSuffix(name, ".br") || strings.HasSuffix(name, ".gz") {
			continue
		}
		r := httptest.NewRequest("GET", "/"+name, nil)
		r.Header.Set("Accept-Encoding", "gzip, deflate, br, zstd")
		w := httptest.NewRecorder()
		site.ServeHTTP(w, r)
		if w.Code != http.StatusOK || w.Header().Get("Content-Encoding") != "br" {
			t.Errorf("%s: status %d, coding %q", name, w.Code, w.Header().Get("Content-Encoding"))
		}
	}
}
