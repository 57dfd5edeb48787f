package main

import (
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"path"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"backfill/assets"
)

var long = flag.Bool("long", false, "test what takes too long for every day (make test-long)")

// What a first visit transfers until its live picture, in bytes, is bounded: from a host, compressed as hard as can be, and as it is
// built every day, when by experience it is 1.30 to 1.31 times as much. The goal is 1,250,000 bytes; the bounds leave room for features, and find what comes by mistake.
const (
	mostLive = 1_780_000
	mostFast = 2_340_000
)

// builtPage returns the built page, and skips the test where there is none yet.
func builtPage(t *testing.T) (dist fs.FS, index string) {
	t.Helper()
	dist = assets.Dist()
	content, err := fs.ReadFile(dist, "index.html")
	if err != nil {
		t.Skip(`the page is not built: run "make build"`)
	}
	return dist, string(content)
}

// references are the URLs and the version of a page, by the attribute that holds them, but for places in the page itself and other pages.
func references(index string) map[string]string {
	refs := map[string]string{}
	for _, match := range regexp.MustCompile(`\b(href|src|data-[a-z-]+)="([^"]*)"`).FindAllStringSubmatch(index, -1) {
		if place, within := strings.CutPrefix(match[2], "#"); within && strings.Contains(index, fmt.Sprintf(`id="%s"`, place)) || match[1] == "data-address" || match[1] == "data-least" || match[1] == "data-most" {
			continue
		}
		if !isPage.MatchString(match[2]) {
			refs[match[2]] = match[1]
		}
	}
	return refs
}

// isPage is the address of a page, whose name has no hash since people link to it.
var isPage = regexp.MustCompile(`^[a-z-]+\.html$`)

// Every URL is a name in the same folder, so that the page works in any folder of any host.
func TestReferences(t *testing.T) {
	dist, index := builtPage(t)
	refs := references(index)
	if len(refs) < 7 {
		t.Errorf("found only %d references: %v", len(refs), refs)
	}
	for url, attribute := range refs {
		if attribute == "data-version" {
			continue
		}
		if !regexp.MustCompile(`^[a-z_]+\.[0-9a-f]{16}\.[a-z]+$`).MatchString(url) {
			t.Errorf("%q is not a content-hashed name", url)
		} else if _, err := fs.Stat(dist, url); err != nil {
			t.Errorf("%q: %v", url, err)
		}
	}
	links := regexp.MustCompile(`\bhref="([a-z-]+\.html)"`).FindAllStringSubmatch(index, -1)
	for _, link := range links {
		if _, err := fs.Stat(dist, link[1]); err != nil {
			t.Errorf("the page leads to %q: %v", link[1], err)
		}
	}
	if len(links) < 2 {
		t.Errorf("the page leads to %v, want the lessons and the first of them", links)
	}
	for _, inline := range []string{"<style", "style=", "<script>", "javascript:", " onload="} {
		if strings.Contains(index, inline) {
			t.Errorf("the page holds %q, which its security policy forbids", inline)
		}
	}
}

func TestVariants(t *testing.T) {
	dist, _ := builtPage(t)
	names, err := fs.Glob(dist, "*")
	if err != nil {
		t.Fatal(err)
	}
	decoders := map[string]func(io.Reader) (io.Reader, error){
		".br": func(r io.Reader) (io.Reader, error) { return brotli.NewReader(r), nil },
		".gz": func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) },
	}
	for _, name := range names {
		if ext := path.Ext(name); name == ".keep" || decoders[ext] != nil {
			continue
		}
		want, err := fs.ReadFile(dist, name)
		if err != nil {
			t.Fatal(err)
		}
		for suffix, decoder := range decoders {
			f, err := dist.Open(name + suffix)
			if err != nil {
				t.Error(err)
				continue
			}
			defer f.Close()
			r, err := decoder(f)
			if err != nil {
				t.Errorf("%s%s: %v", name, suffix, err)
				continue
			}
			if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s%s holds something else than %s (error %v)", name, suffix, name, err)
			}
		}
	}
}

// A first visit transfers no more than it may.
func TestLiveBytes(t *testing.T) {
	if !strings.HasPrefix(runtime.Version(), "go1.26") {
		t.Skipf("the bounds are those of Go 1.26: what %s makes is larger", runtime.Version())
	}
	dist, index := builtPage(t)
	files := references(index)
	files["index.html"] = ""
	fast, hard := 0, 0
	for name, attribute := range files {
		if attribute == "data-version" || attribute == "data-rest" || attribute == "data-charts" || attribute == "data-gallery" || attribute == "data-licenses" || attribute == "data-written" {
			continue // fetched later, if at all
		}
		info, err := fs.Stat(dist, name+".br")
		if err != nil {
			t.Fatal(err)
		}
		fast += int(info.Size())
		if !*long {
			continue
		}
		content, err := fs.ReadFile(dist, name)
		if err != nil {
			t.Fatal(err)
		}
		short, err := compressed(content, brotliAt(brotli.BestCompression))
		if err != nil {
			t.Fatal(err)
		}
		hard += len(short)
	}
	t.Logf("%d bytes until the live picture, %d compressed as hard as can be", fast, hard)
	if fast > mostFast || hard > mostLive {
		t.Errorf("a first visit transfers %d bytes, compressed as hard as can be %d, more than %d or %d; \"make renew\" finds out anew what can come later", fast, hard, mostFast, mostLive)
	}
}

// The service worker keeps every file but itself.
func TestEverythingIsKept(t *testing.T) {
	dist, index := builtPage(t)
	script, err := fs.ReadFile(dist, "sw.js")
	if err != nil {
		t.Fatal(err)
	}
	names, err := fs.Glob(dist, "*.*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		switch ext := path.Ext(name); {
		case name == ".keep", name == "sw.js", ext == ".br", ext == ".gz":
			continue
		case name == "index.html":
			name = "./"
		}
		if !strings.Contains(string(script), `"`+name+`"`) {
			t.Errorf("%s is not kept", name)
		}
	}
	for url, attribute := range references(index) {
		if attribute == "data-version" && !strings.Contains(string(script), `"`+url+`"`) {
			t.Errorf("the page has version %s, the service worker another one", url)
		}
	}
}
