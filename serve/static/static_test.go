package static

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

const hashedScript = "boot.0123456789abcdef.js"

func testSite(t *testing.T) *Site {
	t.Helper()
	site, err := New(fstest.MapFS{
		"index.html":              {Data: []byte("page, plain")},
		"index.html.br":           {Data: []byte("page, br")},
		"index.html.gz":           {Data: []byte("page, gzip")},
		hashedScript:              {Data: []byte("script, plain")},
		hashedScript + ".br":      {Data: []byte("script, br")},
		"deep/program.wasm":       {Data: []byte("program")},
		".keep":                   {Data: []byte("hidden")},
		"deep/.hidden/index.html": {Data: []byte("hidden folder's page")},
	})
	if err != nil {
		t.Fatal(err)
	}
	return site
}

// get sends one request; headers are name, value, name, value.
func get(t *testing.T, site *Site, method, path string, headers ...string) (*http.Response, string) {
	t.Helper()
	r := httptest.NewRequest(method, "http://localhost/", nil)
	r.URL.Path, r.URL.RawQuery, _ = strings.Cut(path, "?")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	site.ServeHTTP(w, r)
	response := w.Result()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(body)
}

func wantHeader(t *testing.T, r *http.Response, name, want string) {
	t.Helper()
	if got := r.Header.Get(name); got != want {
		t.Errorf("%s: %q, want %q", name, got, want)
	}
}

func TestVariants(t *testing.T) {
	site := testSite(t)
	etags := map[string]bool{}
	for _, test := range []struct{ accept, coding, body string }{
		{"", "", "page, plain"},
		{"gzip, deflate, br", "br", "page, br"},
		{"gzip", "gzip", "page, gzip"},
	} {
		r, body := get(t, site, "GET", "/", "Accept-Encoding", test.accept)
		if r.StatusCode != http.StatusOK || body != test.body {
			t.Errorf("%q: status %d, body %q, want %q", test.accept, r.StatusCode, body, test.body)
		}
		wantHeader(t, r, "Content-Encoding", test.coding)
		wantHeader(t, r, "Vary", "Accept-Encoding")
		wantHeader(t, r, "Content-Type", "text/html; charset=utf-8")
		etag := r.Header.Get("ETag")
		if strings.HasPrefix(etag, "W/") || etags[etag] {
			t.Errorf("%q: ETag %s is weak or another variant's", test.accept, etag)
		}
		etags[etag] = true
	}
	if r, _ := get(t, site, "GET", "/", "Accept-Encoding", "*;q=0"); r.StatusCode != http.StatusNotAcceptable {
		t.Errorf("all codings refused: status %d", r.StatusCode)
	}
}

func TestNotModified(t *testing.T) {
	site := testSite(t)
	fresh, _ := get(t, site, "GET", "/", "Accept-Encoding", "br")
	plain, _ := get(t, site, "GET", "/")
	etag := fresh.Header.Get("ETag")
	for _, header := range []string{etag, "W/" + etag, `"other", ` + etag, "*"} {
		r, body := get(t, site, "GET", "/", "Accept-Encoding", "br", "If-None-Match", header)
		if r.StatusCode != http.StatusNotModified || body != "" {
			t.Errorf("If-None-Match %s: status %d, body %q", header, r.StatusCode, body)
		}
		wantHeader(t, r, "ETag", etag)
		wantHeader(t, r, "Vary", "Accept-Encoding")
		wantHeader(t, r, "Cache-Control", "no-cache")
	}
	for _, header := range []string{`"other"`, plain.Header.Get("ETag"), ""} {
		if r, _ := get(t, site, "GET", "/", "Accept-Encoding", "br", "If-None-Match", header); r.StatusCode != http.StatusOK {
			t.Errorf("If-None-Match %s: status %d", header, r.StatusCode)
		}
	}
}

func TestCaching(t *testing.T) {
	site := testSite(t)
	for path, want := range map[string]string{
		"/":                  "no-cache",
		"/index.html":        "no-cache",
		"/deep/program.wasm": "no-cache",
		"/nothing":           "no-cache",
		"/" + hashedScript:   "public, max-age=31536000, immutable",
	} {
		r, _ := get(t, site, "GET", path)
		wantHeader(t, r, "Cache-Control", want)
	}
}

func TestTypes(t *testing.T) {
	site := testSite(t)
	r, _ := get(t, site, "GET", "/deep/program.wasm")
	wantHeader(t, r, "Content-Type", "application/wasm")
	r, _ = get(t, site, "GET", "/"+hashedScript)
	wantHeader(t, r, "Content-Type", "text/javascript; charset=utf-8")
	if _, err := New(fstest.MapFS{"index.html": {}, "strange.xyz": {}}); err == nil {
		t.Error("a file of no known type was accepted")
	}
}

func TestSecurityHeaders(t *testing.T) {
	site := testSite(t)
	for _, request := range [][2]string{{"GET", "/"}, {"GET", "/nothing"}, {"POST", "/"}} {
		r, _ := get(t, site, request[0], request[1])
		wantHeader(t, r, "X-Content-Type-Options", "nosniff")
		wantHeader(t, r, "Referrer-Policy", "no-referrer")
		wantHeader(t, r, "Cross-Origin-Resource-Policy", "cross-origin")
		wantHeader(t, r, "Access-Control-Allow-Origin", "*") // or no page in a sandbox could fetch its own files
		csp := r.Header.Get("Content-Security-Policy")
		for _, directive := range []string{"default-src 'self'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "worker-src 'self' blob:", "object-src 'none'", "base-uri 'none'"} {
			if !strings.Contains(csp+";", directive+";") {
				t.Errorf("%v: the policy lacks %s: %s", request, directive, csp)
			}
		}
		for _, weak := range []string{"'unsafe-eval'", "'unsafe-inline'", "http:", "https:"} {
			if strings.Contains(csp, weak) {
				t.Errorf("%v: the policy allows %s: %s", request, weak, csp)
			}
		}
	}
}

// The lab as a whole stands in no page of others; what is made for frames stands in any, those without a network address
// (files, sandboxes) too, which the value * of frame-ancestors would leave out.
func TestFrames(t *testing.T) {
	site := testSite(t)
	for path, whole := range map[string]bool{
		"/": true, "/index.html": true, "/?view=": true, "/?embed": true, "/?gallery=textbook": true, "/?view=%zz": true,
		"/?view=timeline": false, "/index.html?view=all&allow=*": false, "/?embed=1": false, "/deep/program.wasm": false,
	} {
		r, _ := get(t, site, "GET", path)
		csp, options := r.Header.Get("Content-Security-Policy"), r.Header.Get("X-Frame-Options")
		if whole && (!strings.HasSuffix(csp, "; frame-ancestors 'self'") || options != "SAMEORIGIN") {
			t.Errorf("%s: the whole lab may be framed: %s, %q", path, csp, options)
		}
		if !whole && (strings.Contains(csp, "frame-ancestors") || options != "") {
			t.Errorf("%s: some pages may not frame it: %s, %q", path, csp, options)
		}
	}
}

func TestHead(t *testing.T) {
	site := testSite(t)
	full, body := get(t, site, "GET", "/", "Accept-Encoding", "br")
	r, none := get(t, site, "HEAD", "/", "Accept-Encoding", "br")
	if r.StatusCode != http.StatusOK || none != "" {
		t.Errorf("HEAD: status %d, body %q", r.StatusCode, none)
	}
	if full.ContentLength != int64(len(body)) {
		t.Errorf("Content-Length %d of %d bytes", full.ContentLength, len(body))
	}
	for name := range full.Header {
		wantHeader(t, r, name, full.Header.Get(name))
	}
}

func TestMethods(t *testing.T) {
	site := testSite(t)
	for _, method := range []string{"POST", "PUT", "DELETE", "OPTIONS", "TRACE"} {
		r, _ := get(t, site, method, "/")
		if r.StatusCode != http.StatusMethodNotAllowed {
			t.Errorf("%s: status %d", method, r.StatusCode)
		}
		wantHeader(t, r, "Allow", "GET, HEAD")
	}
}

// Nothing but the site's own names is there: no listing, no variant by its own name, no hidden file, no way out.
func TestNotFound(t *testing.T) {
	site := testSite(t)
	for _, path := range []string{
		"", "//", "/nothing", "/deep", "/deep/", "/deep/index.html", "/index.html/", "/index.html.br", "/index.html.gz",
		"/.keep", "/deep/.hidden/index.html", "/../index.html", "/deep/../index.html", "/./index.html", "/..", "../../etc/passwd",
		"/../../etc/passwd", "/%2e%2e/index.html", "/..\\index.html", "/index.html\x00", "index.html",
	} {
		r, body := get(t, site, "GET", path)
		if r.StatusCode != http.StatusNotFound {
			t.Errorf("%q: status %d, body %q", path, r.StatusCode, body)
		}
	}
}

func TestNoPage(t *testing.T) {
	_, err := New(fstest.MapFS{".keep": {}})
	if err == nil || !strings.Contains(err.Error(), "make build") {
		t.Errorf("an empty folder: error %v, want it to say what to do", err)
	}
}
