// Package static serves a built page from memory: pre-compressed variants, strong validators and a strict content
// security policy. It knows every name that it serves beforehand, so no request reaches outside of them.
//
// It knows of index.html that it may be asked to be a frame, and of all other files only their names; command serve gives
// it a folder and an address.
package static

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// types are the media types of everything a page consists of. The system's own table differs between machines.
var types = map[string]string{
	".css":  "text/css; charset=utf-8",
	".html": "text/html; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".json": "application/json",
	".png":  "image/png",
	".svg":  "image/svg+xml",
	".txt":  "text/plain; charset=utf-8",
	".wasm": "application/wasm",
}

// hashed matches names that hold their contents' hash.
var hashed = regexp.MustCompile(`\.[0-9a-f]{16}\.[a-z]+$`)

// policy allows what the page itself brings and nothing else. Compiling WebAssembly is allowed, eval is not. Workers may
// be made of texts that the page has (blob:), since a page in a sandbox has no others; a script that could make such a
// text could do all that it does without a worker.
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
	"worker-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'none'"

// isWhole tells whether a request is for the lab as a whole, which changes and stores things for its reader: no page of
// another origin may lay it into a frame and let the reader click blindly. With view or embed in its address it is made
// for frames (ui.ReadFrame) and may stand in any page, as lessons and manual may. That is said by saying nothing:
// "frame-ancestors *" would keep it from pages without a network address, such as files and sandboxes.
func isWhole(r *http.Request, name string) bool {
	query := r.URL.Query()
	return (name == "" || name == "index.html") && query.Get("view") == "" && query.Get("embed") == ""
}

// A file is one name with its variants, keyed by content coding.
type file struct {
	contentType  string
	cacheControl string
	variants     map[string]variant
}

type variant struct {
	content []byte
	etag    string
}

// A Site serves the files of one folder, index.html for the folder itself.
type Site struct {
	files map[string]file // by path, without the leading slash
}

// New reads a folder as the site builder writes it: plain files, and name.br and name.gz beside them.
func New(dir fs.FS) (*Site, error) {
	contents := map[string][]byte{}
	err := fs.WalkDir(dir, ".", func(name string, entry fs.DirEntry, err error) error {
		switch hidden := name != "." && strings.HasPrefix(entry.Name(), "."); {
		case err != nil:
			return err
		case entry.IsDir() && hidden:
			return fs.SkipDir
		case entry.IsDir() || hidden:
			return nil
		}
		contents[name], err = fs.ReadFile(dir, name)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the page: %w", err)
	}
	if contents["index.html"] == nil {
		return nil, errors.New(`there is no page to serve yet: run "make build"`)
	}
	site := &Site{files: map[string]file{}}
	for name, content := range contents {
		if isVariant(name, contents) {
			continue
		}
		contentType, ok := types[path.Ext(name)]
		if !ok {
			return nil, fmt.Errorf("%s: no media type is known for %q", name, path.Ext(name))
		}
		f := file{contentType: contentType, cacheControl: "no-cache", variants: map[string]variant{identity: newVariant(content, identity)}}
		if hashed.MatchString(name) {
			f.cacheControl = "public, max-age=31536000, immutable"
		}
		for _, c := range codings {
			if compressed, ok := contents[name+c.suffix]; ok {
				f.variants[c.name] = newVariant(compressed, c.name)
			}
		}
		site.files[name] = f
	}
	site.files[""] = site.files["index.html"]
	return site, nil
}

// isVariant tells whether a file is another one, compressed.
func isVariant(name string, contents map[string][]byte) bool {
	for _, c := range codings {
		if base, ok := strings.CutSuffix(name, c.suffix); ok && contents[base] != nil {
			return true
		}
	}
	return false
}

func newVariant(content []byte, coding string) variant {
	sum := sha256.Sum256(content)
	return variant{content, fmt.Sprintf(`"%s-%s"`, hex.EncodeToString(sum[:16]), coding)}
}

// ServeHTTP answers GET and HEAD requests with a file of the site, in the form that the client accepts and does
// not have yet.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	// Everything here is public. A page in a sandbox belongs to no origin, not even to that of its own files.
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Cache-Control", "no-cache")

	if r.ContentLength != 0 || !r.ProtoAtLeast(1, 1) {
		// A proxy in between may see the end of such a request elsewhere, in HTTP/1.0 even where no length is seen here
		// (RFC 9112, 6.1 and 11.2): what follows is taken for no request.
		h.Set("Connection", "close")
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD are answered here", http.StatusMethodNotAllowed)
		return
	}
	if r.ContentLength != 0 {
		http.Error(w, "a request for a file has no content", http.StatusBadRequest)
		return
	}
	name, rooted := strings.CutPrefix(r.URL.Path, "/")
	f, ok := s.files[name]
	if !rooted || !ok {
		http.Error(w, "there is no such page", http.StatusNotFound)
		return
	}
	if isWhole(r, name) {
		h.Set("Content-Security-Policy", policy+"; frame-ancestors 'self'")
		h.Set("X-Frame-Options", "SAMEORIGIN") // for what does not know frame-ancestors
	}
	h.Set("Vary", "Accept-Encoding")
	coding, ok := negotiate(r.Header.Values("Accept-Encoding"), f.variants)
	if !ok {
		http.Error(w, "none of the content codings that you accept is here", http.StatusNotAcceptable)
		return
	}
	v := f.variants[coding]
	h.Set("Cache-Control", f.cacheControl)
	h.Set("ETag", v.etag)
	if matches(r.Header.Values("If-None-Match"), v.etag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", f.contentType)
	h.Set("Content-Length", strconv.Itoa(len(v.content)))
	if coding != identity {
		h.Set("Content-Encoding", coding)
	}
	if r.Method == http.MethodGet {
		send(w, v.content)
	}
}

// Patience is how long a client may take for 32 KiB of a file: one that reads a byte a second is let go after a minute or
// two, while the whole program goes over a line of 16 kbit/s, however long that takes.
const Patience = time.Minute

const piece = 32 << 10

// send writes a file piece by piece, each with a deadline of its own.
func send(w http.ResponseWriter, content []byte) {
	connection := http.NewResponseController(w)
	for part := range slices.Chunk(content, piece) {
		connection.SetWriteDeadline(time.Now().Add(Patience)) // what has no deadlines, such as a recorder, waits for nobody
		if _, err := w.Write(part); err != nil {
			return // the client is gone, and there is no one to tell
		}
	}
}

// matches tells whether an If-None-Match header names a tag. Proxies that weaken tags are believed, as RFC 9110
// (13.1.2) asks; the tags made here hold no comma.
func matches(header []string, etag string) bool {
	for tag := range strings.SplitSeq(strings.Join(header, ","), ",") {
		tag = strings.TrimSpace(tag)
		if tag == "*" || strings.TrimPrefix(tag, "W/") == etag {
			return true
		}
	}
	return false
}
