package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"backfill/serve/static"
)

// A trick is what somebody sends who wants more than the page: a file outside of it, an answer to a request that a proxy
// did not see, or the server's end.
type trick struct {
	name, sent string
	index      bool // it is, by the letter, a request for index.html, and answered so
}

// tricks are sent each on a connection of its own.
func tricks() []trick {
	var list []trick
	get := func(path string) {
		list = append(list, trick{"path " + path, "GET " + path + " HTTP/1.1\r\nHost: lab\r\n\r\n", false})
	}
	for _, path := range []string{
		// Ways up.
		"/..", "/../", "/.", "/...", "/../../etc/passwd", "/" + strings.Repeat("../", 40) + "etc/passwd",
		"/./index.html", "/index.html/.", "/index.html/..", "/index.html/../index.html", "/nothing/../index.html", "../index.html",
		"/....//....//etc/passwd", "/..;/..;/etc/passwd", "/index.html/../../../../etc/passwd", "/..//..//etc/passwd",
		// The same, encoded: once, twice, as longer forms of UTF-8, as other scripts' dots and slashes.
		"/%2e%2e/%2e%2e/etc/passwd", "/%2E%2E/etc/passwd", "/.%2e/etc/passwd", "/%2e./etc/passwd", "/%2e/index.html",
		"/..%2f..%2fetc%2fpasswd", "/%2e%2e%2f%2e%2e%2fetc%2fpasswd", "/..%252f..%252fetc/passwd", "/%252e%252e/etc/passwd",
		"/%25252e%25252e/etc/passwd", "/%c0%ae%c0%ae/etc/passwd", "/%c0%af..%c0%afetc", "/%e0%80%ae%e0%80%ae/etc/passwd",
		"/%u002e%u002e/etc/passwd", "/%ef%bc%8e%ef%bc%8e/etc/passwd", "/．．／etc／passwd", "/%2findex.html", "/index.html%2f",
		// Backslashes, drives, streams.
		`/..\..\etc\passwd`, `\index.html`, `/\index.html`, `/..%5c..%5cetc%5cpasswd`, `/%5c..%5c..%5cwin.ini`,
		"/C:/Windows/win.ini", "/c|/boot.ini", "/index.html::$DATA", "/index.html.", "/index.html%20", "/NUL", "/INDEX.HTML",
		// Ends of strings and lines.
		"/index.html%00", "/%00", "/index.html%00.png", "/index.html\x00", "/index.html%0d%0aSet-Cookie:a=b", "/index.html%0a",
		"/index.html\x01", "/index.html\x7f", "/index.html%ff", "/index.html\xff",
		// Files of systems and of other servers.
		"/etc/passwd", "//etc/passwd", "///etc/passwd", "/proc/self/environ", "/proc/self/mem", "/dev/zero", "/outside.txt",
		"/.git/config", "/.env", "/.keep", "/.htaccess", "/~root/", "/index.html~", "/index.html.br", "/index.html.gz",
		"/server-status", "/debug/pprof/", "/debug/vars", "//", "//index.html", "/index.html/",
		// No paths at all, or broken ones.
		"*", "/*", "/%", "/%2", "/%zz", "index.html", "etc/passwd", "?", "#", "/index.html#x", "/index.html;.js", "/ /index.html",
		// Addresses as for a proxy.
		"file:///etc/passwd", "http://lab/../../etc/passwd", "http://lab/%2e%2e/etc/passwd", "http://lab", "http://", "http:",
		"http:index.html", "http:///etc/passwd", "http://lab:99999/etc/passwd", "http://[::1/index.html", "http://%00/", "ftp://lab/etc/passwd",
		"javascript:alert(1)", "http://user:word@lab/etc/passwd", "lab:443",
		// Long ones: many steps, one name, more than a header may have.
		"/" + strings.Repeat("../", 5000), "/" + strings.Repeat("a", 60_000), "/" + strings.Repeat("%2e", 20_000), "/" + strings.Repeat("a/", 500_000),
		"/nothing?" + strings.Repeat("a=b&", 15_000),
	} {
		get(path)
	}
	raw := func(name string, sent ...string) { list = append(list, trick{name, strings.Join(sent, ""), false}) }
	const host, end = "Host: lab\r\n", "\r\n"
	const smuggled = "GET /index.html HTTP/1.1\r\nHost: lab\r\n\r\n" // an answer to this would be a second one
	for _, line := range []string{
		"GET /", "GET / ", "GET", "/ HTTP/1.1", "GET  / HTTP/1.1", "GET / HTTP/1.1 x", "GET / x HTTP/1.1", " GET / HTTP/1.1", "GET\t/\tHTTP/1.1",
		"GET / HTTP/9.9", "GET / HTTP/2.0", "GET / HTTP/3", "GET / HTTP/1.", "GET / HTTP/1", "GET / HTTP/1.1.1", "GET / HTTP/-1.1", "GET / HTTP/01.1",
		"GET / http/1.1", "GET / HTTPS/1.1", "GET / HTTP/1.1\x00", "GET / HTTP/١.١", "GET / RTSP/1.0", "GET / ICY",
		"G\x00T / HTTP/1.1", "get / HTTP/1.1", "GET, / HTTP/1.1", "\xef\xbb\xbfGET / HTTP/1.1", "FROG / HTTP/1.1", strings.Repeat("G", 70_000) + " / HTTP/1.1",
		"POST / HTTP/1.1", "PUT /index.html HTTP/1.1", "DELETE /index.html HTTP/1.1", "PATCH / HTTP/1.1", "TRACE / HTTP/1.1", "PROPFIND / HTTP/1.1",
		"OPTIONS / HTTP/1.1", "OPTIONS * HTTP/1.1", "CONNECT lab:443 HTTP/1.1", "CONNECT / HTTP/1.1", "PRI * HTTP/2.0",
	} {
		raw("line "+line, line, end, host, end)
	}
	for _, head := range []string{
		"", "Host: lab\r\nHost: lab\r\n", "Host: lab\r\nHost: evil\r\n", "Host: a b\r\n", "Host: lab/../x\r\n", "Host: \x00\r\n", "Host: <lab>\r\n",
		"Host : lab\r\n", " Host: lab\r\n", "Host lab\r\n", ": lab\r\nHost: lab\r\n", "Host: lab\r\nA\x00: b\r\n", "Host: lab\r\nA: b\x00\r\n",
		"Host: lab\r\nA: b\rc\r\n", "Host: lab\r\nA b: c\r\n", "Host: lab\r\nÄ: b\r\n", "Host: lab\r\n" + strings.Repeat("a", 80_000),
		"Host: lab\r\nA: " + strings.Repeat("a", 3_000_000) + "\r\n", host + strings.Repeat("A: b\r\n", 20_000), host + "Expect: a miracle\r\n",
		host + "Accept-Encoding: *;q=0\r\n", host + "Accept-Encoding: " + strings.Repeat("a,", 30_000) + "*;q=0\r\n",
	} {
		raw("header "+head, "GET / HTTP/1.1\r\n", head, end)
	}
	for _, framing := range []string{
		"Content-Length: 39\r\nContent-Length: 0\r\n", "Content-Length: 0\r\nContent-Length: 39\r\n", "Content-Length: 39\r\nContent-Length: 39\r\n",
		"Content-Length: 39, 39\r\n", "Content-Length: -1\r\n", "Content-Length: +39\r\n", "Content-Length: 0x27\r\n", "Content-Length: 3 9\r\n",
		"Content-Length:\r\n", "Content-Length: 99999999999999999999\r\n", "Content-Length: 9223372036854775807\r\n", "Content-Length: 39\r\n",
		"Content-Length : 39\r\n", "Content-Length: 39\r\nTransfer-Encoding: chunked\r\n", "Transfer-Encoding: chunked\r\nContent-Length: 39\r\n",
		"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", "Transfer-Encoding: chunked, chunked\r\n", "Transfer-Encoding: identity, chunked\r\n",
		"Transfer-Encoding: xchunked\r\n", "Transfer-Encoding: gzip\r\n", "Transfer-Encoding: \x0bchunked\r\n", "Transfer-Encoding : chunked\r\n",
		"Transfer-Encoding:\r\n chunked\r\n", "Transfer-Encoding: chunked\r\n", "Expect: 100-continue\r\nContent-Length: 39\r\n",
	} {
		for _, method := range []string{"GET", "HEAD", "POST"} {
			raw("body of "+method+" "+framing, method, " /index.html HTTP/1.1\r\n", host, framing, end, smuggled)
		}
	}
	const chunked = "GET /index.html HTTP/1.1\r\nHost: lab\r\nTransfer-Encoding: chunked\r\n"
	raw("chunks that end early, with a length", chunked, "Content-Length: 6\r\n\r\n0\r\n\r\n", smuggled)
	raw("chunks that end", chunked, "\r\n0\r\n\r\n", smuggled)
	raw("a chunk too large for a number", chunked, "\r\nfffffffffffffffff\r\n", smuggled)
	raw("a chunk below zero", chunked, "\r\n-1\r\n", smuggled)
	raw("a chunk with an endless extension", chunked, "\r\n1;", strings.Repeat("a", 100_000))
	raw("a trailer without end", chunked, "\r\n0\r\n", strings.Repeat("A: b\r\n", 20_000))
	raw("TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", strings.Repeat("\xaa", 506))
	raw("SSH", "SSH-2.0-OpenSSH_9.9\r\n\r\n")
	raw("zeros", strings.Repeat("\x00", 10_000))
	raw("lines without end", strings.Repeat("\r\n", 100_000))
	raw("a line without end", strings.Repeat("a", 10_000_000))

	for name, sent := range map[string]string{
		"a letter encoded":           "GET /%69ndex.html HTTP/1.1\r\nHost: lab\r\n\r\n",
		"as for a proxy":             "GET http://evil/index.html HTTP/1.1\r\nHost: evil\r\n\r\n",
		"a hostile query":            "GET /index.html?file=../../etc/passwd&x=%00;y HTTP/1.1\r\nHost: lab\r\n\r\n",
		"HTTP/1.0":                   "GET /index.html HTTP/1.0\r\n\r\n",
		"chunks in HTTP/1.0":         "GET /index.html HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n" + smuggled,
		"lines end as in Unix":       "GET /index.html HTTP/1.1\nHost: lab\n\n",
		"no name of a host":          "GET /index.html HTTP/1.1\r\nHost:\r\n\r\n",
		"a name of another host":     "GET /index.html HTTP/1.1\r\nHost: evil\r\n\r\n",
		"another path in a header":   "GET /index.html HTTP/1.1\r\nHost: lab\r\nX-Original-URL: /etc/passwd\r\nX-Rewrite-URL: /etc/passwd\r\n\r\n",
		"another method in a header": "GET /index.html HTTP/1.1\r\nHost: lab\r\nX-HTTP-Method-Override: PUT\r\n\r\n",
		"another protocol":           "GET /index.html HTTP/1.1\r\nHost: lab\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
		"a range":                    "GET /index.html HTTP/1.1\r\nHost: lab\r\nRange: bytes=0-0\r\n\r\n",
		"a thousand ranges":          "GET /index.html HTTP/1.1\r\nHost: lab\r\nRange: bytes=" + strings.Repeat("0-,", 1000) + "0-\r\n\r\n",
		"ranges below zero":          "GET /index.html HTTP/1.1\r\nHost: lab\r\nRange: bytes=-9223372036854775808\r\n\r\n",
		"thirty thousand tags":       "GET /index.html HTTP/1.1\r\nHost: lab\r\nIf-None-Match: " + strings.Repeat("a,", 30_000) + "b\r\n\r\n",
		"a codings bomb":             "GET /index.html HTTP/1.1\r\nHost: lab\r\nAccept-Encoding: " + strings.Repeat("a;q=0.1,", 7_000) + "b\r\n\r\n",
		"no content":                 "GET /index.html HTTP/1.1\r\nHost: lab\r\nContent-Length: 0\r\n\r\n",
		"a line folded":              "GET /index.html HTTP/1.1\r\nHost: lab\r\nA: b\r\n c\r\n\r\n",
	} {
		list = append(list, trick{name, sent, true})
	}
	return list
}

// try plays a trick on the server at addr, whose index.html is given. It returns an error unless the trick is refused (a
// status 4xx, or 5xx for a version or framing that HTTP/1.1 does not have), or answered by index.html where that is right;
// and in either case by one answer.
func (tr trick) try(addr string, index []byte) error {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(time.Minute))
	go func() {
		io.WriteString(conn, tr.sent) // the server need not take all of it
		conn.(*net.TCPConn).CloseWrite()
	}()
	method, _, _ := strings.Cut(tr.sent, " ")
	reader := bufio.NewReader(conn)
	answers := 0
	for ; ; answers++ {
		response, err := http.ReadResponse(reader, &http.Request{Method: method})
		if err != nil && answers > 0 {
			break // the connection's end, which may be hard where more was sent than the server took
		}
		if err != nil {
			return fmt.Errorf("no answer: %w", err)
		}
		if response.StatusCode == http.StatusContinue {
			return errors.New("asked for the content of a request that has none to give")
		}
		body, err := io.ReadAll(response.Body)
		refused := response.StatusCode/100 == 4 || response.StatusCode == http.StatusNotImplemented || response.StatusCode == http.StatusHTTPVersionNotSupported
		switch {
		case err != nil && !refused:
			return fmt.Errorf("the answer %s broke off: %w", response.Status, err)
		case refused && !tr.index:
			if len(body) > 200 {
				return fmt.Errorf("%s with %d bytes", response.Status, len(body))
			}
		case !tr.index || response.StatusCode != http.StatusOK:
			return fmt.Errorf("%s with %q", response.Status, body[:min(len(body), 40)])
		case !bytes.Equal(body, index):
			return fmt.Errorf("%d bytes that are not index.html, which has %d", len(body), len(index))
		}
	}
	if answers > 1 {
		return fmt.Errorf("%d answers to one request", answers)
	}
	return nil
}

func TestTricks(t *testing.T) {
	folder := t.TempDir()
	index := []byte("the page itself")
	for name, content := range map[string][]byte{"outside.txt": []byte("not of the page"), "page/index.html": index, "page/.keep": nil} {
		path := filepath.Join(folder, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, content, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	site, err := static.New(os.DirFS(filepath.Join(folder, "page")))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	url, done := start(t, ctx, site)
	for _, trick := range tricks() {
		if err := trick.try(strings.Trim(strings.TrimPrefix(url, "http:"), "/"), index); err != nil {
			t.Errorf("%.80q: %v", trick.name, err)
		}
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
}
