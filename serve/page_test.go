package main

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"backfill/assets"
	"backfill/serve/static"
)

// builtFiles is the page as it was built, with the names of its files but for their compressed forms. The test is skipped where there is none.
func builtFiles(t *testing.T) (dist fs.FS, names []string) {
	t.Helper()
	dist = assets.Dist()
	if _, err := fs.Stat(dist, "index.html"); err != nil {
		t.Skip(`the page is not built: run "make build"`)
	}
	names, err := fs.Glob(dist, "*.*")
	if err != nil {
		t.Fatal(err)
	}
	return dist, slices.DeleteFunc(names, func(name string) bool {
		return strings.HasPrefix(name, ".") || strings.HasSuffix(name, ".br") || strings.HasSuffix(name, ".gz")
	})
}

// The server takes the page as it was built: every file of it is answered, compressed.
func TestBuiltPage(t *testing.T) {
	dist, names := builtFiles(t)
	site, err := static.New(dist)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		r := httptest.NewRequest("GET", "/"+name, nil)
		r.Header.Set("Accept-Encoding", "gzip, deflate, br, zstd")
		w := httptest.NewRecorder()
		site.ServeHTTP(w, r)
		if w.Code != http.StatusOK || w.Header().Get("Content-Encoding") != "br" {
			t.Errorf("%s: status %d, coding %q", name, w.Code, w.Header().Get("Content-Encoding"))
		}
	}
}
