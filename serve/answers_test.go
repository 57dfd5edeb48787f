//go:build campaign && linux

package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
)

// A page is what the server should have: the bytes of each file by content coding ("" is the plain file), and the tags that it gave them.
type page struct {
	files        map[string]map[string][]byte
	small, large []string // the names of those whose plain form is below 128 KiB, and of the others
	tags         map[string]map[string]string
}

// builtPage reads the page as it was built, and sees that every compressed form is of the same file.
func builtPage(t *testing.T) *page {
	t.Helper()
	dist, names := builtFiles(t)
	p := &page{files: map[string]map[string][]byte{}, tags: map[string]map[string]string{}}
	read := func(name string) []byte {
		content, err := fs.ReadFile(dist, name)
		if err != nil {
			t.Fatal(err)
		}
		return content
	}
	for _, name := range names {
		plain, br, gz := read(name), read(name+".br"), read(name+".gz")
		p.files[name] = map[string][]byte{"": plain, "br": br, "gzip": gz}
		unzipped, err := gzip.NewReader(bytes.NewReader(gz))
		if err != nil {
			t.Fatal(err)
		}
		for coding, reader := range map[string]io.Reader{"gzip": unzipped, "br": brotli.NewReader(bytes.NewReader(br))} {
			if content, err := io.ReadAll(reader); err != nil || !bytes.Equal(content, plain) {
				t.Fatalf("%s: the form %s is of another file: %v", name, coding, err)
			}
		}
		if len(plain) < 128<<10 {
			p.small = append(p.small, name)
		} else {
			p.large = append(p.large, name)
		}
	}
	return p
}

// largest is the file with most bytes in a coding.
func (p *page) largest(coding string) (name string) {
	for other, forms := range p.files {
		if name == "" || len(forms[coding]) > len(p.files[name][coding]) {
			name = other
		}
	}
	return name
}

// learnTags asks once for every form of every file, and sees that all tags differ.
func (p *page) learnTags(addr string) error {
	c := client{page: p, addr: addr}
	defer c.close()
	seen := map[string]string{}
	for name, forms := range p.files {
		p.tags[name] = map[string]string{}
		for coding := range forms {
			if err := c.ask(question{method: "GET", name: name, header: "Accept-Encoding: " + coding + "\r\n", status: http.StatusOK, coding: coding}); err != nil {
				return err
			}
			if other, ok := seen[c.tag]; ok || c.tag == "" {
				return fmt.Errorf("%s, %q: the tag %q is also that of %s", name, coding, c.tag, other)
			}
			seen[c.tag], p.tags[name][coding] = name, c.tag
		}
	}
	return nil
}

// A question is a request and what its answer should be.
type question struct {
	method, name string
	header       string
	status       int
	coding       string // of the answer
}

// accepted are headers and the form that they ask for.
var accepted = []struct{ header, coding string }{
	{"", ""}, {"Accept-Encoding: identity\r\n", ""}, {"Accept-Encoding: zstd\r\n", ""},
	{"Accept-Encoding: gzip, deflate, br, zstd\r\n", "br"}, {"Accept-Encoding: gzip;q=0.5, br;q=0.6\r\n", "br"}, {"Accept-Encoding: *\r\n", "br"},
	{"Accept-Encoding: gzip\r\n", "gzip"}, {"Accept-Encoding: br;q=0, gzip\r\n", "gzip"}, {"Accept-Encoding: br;q=0.1\r\nAccept-Encoding: x-gzip\r\n", "gzip"},
}

// next is some question: mostly for a small file, in one of thousand cases for a large one.
func (p *page) next(r *rand.Rand) question {
	names := p.small
	if r.IntN(1000) == 0 {
		names = p.large
	}
	a := accepted[r.IntN(len(accepted))]
	q := question{method: "GET", name: names[r.IntN(len(names))], header: a.header, status: http.StatusOK, coding: a.coding}
	switch what := r.IntN(100); {
	case what < 40:
		q.header += "If-None-Match: \"other\", W/" + p.tags[q.name][q.coding] + "\r\n"
		q.status = http.StatusNotModified
	case what < 45: // the tag of another form is that of another file
		q.header += "If-None-Match: " + p.tags[q.name][map[string]string{"": "br", "br": "gzip", "gzip": ""}[q.coding]] + "\r\n"
	case what < 50:
		q.method = "HEAD"
	case what < 55: // ranges are not offered, and a server may leave them out (RFC 9110, 14.2)
		q.header += fmt.Sprintf("Range: bytes=%d-%d\r\n", r.IntN(100), 100+r.IntN(100))
	case what < 57:
		q.name, q.status = "nothing-"+strconv.Itoa(r.IntN(1e6)), http.StatusNotFound
	case what < 58:
		q.method, q.status = "POST", http.StatusMethodNotAllowed
	}
	return q
}

// A client asks over one connection, and again over another one where that has ended.
type client struct {
	page   *page
	addr   string
	conn   net.Conn
	reader *bufio.Reader
	buffer []byte
	pause  time.Duration // before each read of 32 KiB
	tag    string        // of the last answer
}

func (c *client) close() {
	if c.conn != nil {
		c.conn.Close()
		c.conn = nil
	}
}

// A cut is an answer that did not come, or of which the client can tell that it is not whole.
type cut struct {
	error
	begun bool // some of its content came
}

func (c cut) Unwrap() error { return c.error }

// ask sends a question and compares the whole answer. The error is a cut where the client can tell that the answer has not come wholly.
func (c *client) ask(q question) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s /%s (%q): %w", q.method, q.name, q.header, err)
			c.close()
		}
	}()
	if c.conn == nil {
		if c.conn, err = net.Dial("tcp", c.addr); err != nil {
			return cut{err, false}
		}
		c.reader, c.buffer = bufio.NewReaderSize(c.conn, 8<<10), make([]byte, 32<<10)
	}
	c.conn.SetDeadline(time.Now().Add(5 * time.Minute))
	if _, err := io.WriteString(c.conn, q.method+" /"+q.name+" HTTP/1.1\r\nHost: lab\r\n"+q.header+"\r\n"); err != nil {
		return cut{err, false}
	}
	response, err := http.ReadResponse(c.reader, &http.Request{Method: q.method})
	if err != nil {
		return cut{err, false}
	}
	if response.StatusCode != q.status {
		return fmt.Errorf("%s, want %d", response.Status, q.status)
	}
	length, err := strconv.Atoi(response.Header.Get("Content-Length"))
	var want []byte
	switch q.status {
	case http.StatusOK:
		if want = c.page.files[q.name][q.coding]; err != nil || length != len(want) {
			return fmt.Errorf("length %q, want %d", response.Header.Get("Content-Length"), len(want))
		}
		if got := response.Header.Get("Content-Encoding"); got != q.coding {
			return fmt.Errorf("coding %q, want %q", got, q.coding)
		}
		if response.Header.Get("Content-Range") != "" {
			return errors.New("a range of a whole answer")
		}
		fallthrough
	case http.StatusNotModified:
		c.tag = response.Header.Get("ETag")
		if known, ok := c.page.tags[q.name][q.coding]; ok && c.tag != known {
			return fmt.Errorf("tag %s, want %s", c.tag, known)
		}
	default:
		text, err := io.ReadAll(response.Body)
		if err != nil {
			return cut{err, len(text) > 0}
		}
		if len(text) == 0 || len(text) > 100 || len(text) != length {
			return fmt.Errorf("%d bytes of an error, %d announced", len(text), length)
		}
		return nil
	}
	if q.method == "HEAD" || q.status == http.StatusNotModified {
		want = nil
	}
	for at := 0; ; {
		time.Sleep(c.pause)
		n, err := response.Body.Read(c.buffer)
		if at+n > len(want) || !bytes.Equal(c.buffer[:n], want[at:at+n]) {
			return fmt.Errorf("other bytes than those of the file, after %d", at)
		}
		at += n
		if err == io.EOF && at == len(want) {
			break
		}
		if err == io.EOF {
			return fmt.Errorf("taken for whole with %d bytes of %d", at, len(want))
		}
		if err != nil {
			return cut{err, at > 0}
		}
	}
	if c.reader.Buffered() > 0 {
		return errors.New("more came than the answer")
	}
	return nil
}

// smallestFrom is the file with fewest bytes in a coding among those with at least so many.
func (p *page) smallestFrom(bytes int, coding string) (name string) {
	for other, forms := range p.files {
		if len(forms[coding]) >= bytes && (name == "" || len(forms[coding]) < len(p.files[name][coding])) {
			name = other
		}
	}
	return name
}

// programName is that of the page's program.
func (p *page) programName() string {
	for _, name := range p.large {
		if strings.HasPrefix(name, "backfill.") {
			return name
		}
	}
	return p.largest("br")
}
