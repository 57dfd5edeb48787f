package assets

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
)

// firstPicture bounds what a first visit transfers, in bytes.
const firstPicture = 1_200_000

// page returns the built page, and skips the test where there is none yet.
func page(t *testing.T) (dist fs.FS, index string) {
	t.Helper()
	dist = Dist()
	content, err := fs.ReadFile(dist, "index.html")
	if err != nil {
		t.Skip(`the page is not built: run "make build"`)
	}
	return dist, string(content)
}

// references are the URLs of a page, by the attribute that holds them, but for places in the page itself.
func references(index string) map[string]string {
	refs := map[string]string{}
	for _, match := range regexp.MustCompile(`\b(href|src|data-[a-z-]+)="([^"]*)"`).FindAllStringSubmatch(index, -1) {
		if place, within := strings.CutPrefix(match[2], "#"); within && strings.Contains(index, fmt.Sprintf(`id="%s"`, place)) || match[1] == "data-address" {
			continue
		}
		refs[match[2]] = match[1]
	}
	return refs
}

// Every URL is a name in the same folder, so that the page works in any folder of any host.
func TestReferences(t *testing.T) {
	dist, index := page(t)
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
	for _, inline := range []string{"<style", "style=", "<script>", "javascript:", " onload="} {
		if strings.Contains(index, inline) {
			t.Errorf("the page holds %q, which its security policy forbids", inline)
		}
	}
}

func TestVariants(t *testing.T) {
	dist, _ := page(t)
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

func TestFirstPicture(t *testing.T) {
	dist, index := page(t)
	files := references(index)
	files["index.html"] = ""
	total := int64(0)
	for name, attribute := range files {
		if attribute == "data-version" || attribute == "data-rest" || attribute == "data-charts" || attribute == "data-gallery" || attribute == "data-licenses" || attribute == "data-expressions" {
			continue // fetched later, if at all
		}
		info, err := fs.Stat(dist, name+".br")
		if err != nil {
			t.Fatal(err)
		}
		total += info.Size()
	}
	t.Logf("%d bytes for the first picture", total)
	if total > firstPicture {
		t.Errorf("a first visit transfers %d bytes, more than %d", total, firstPicture)
	}
}

// The service worker keeps every file but itself.
func TestEverythingIsKept(t *testing.T) {
	dist, index := page(t)
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
