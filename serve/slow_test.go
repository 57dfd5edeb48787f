package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"backfill/serve/static"
)

// pipes is a listener without a network, so that slow clients cost a test no time: their clock is that of synctest.
type pipes chan net.Conn

func (p pipes) Accept() (net.Conn, error) {
	if conn, ok := <-p; ok {
		return conn, nil
	}
	return nil, net.ErrClosed
}

func (p pipes) Close() error { close(p); return nil }

func (p pipes) Addr() net.Addr { return &net.TCPAddr{} }

// program is as long as the page's program, compressed.
var program = bytes.Repeat([]byte("a scheduler "), 180_000)

// withClient has a client talk to a server over a pipe. When it is done, the server is told to stop, and then the client's
// end is closed. It returns how long the stop took, and what the server says of it.
func withClient(t *testing.T, client func(t *testing.T, conn net.Conn)) (took time.Duration, stopped error) {
	t.Helper()
	site, err := static.New(fstest.MapFS{"index.html": {Data: []byte("page")}, "program.wasm": {Data: program}})
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		listener := make(pipes)
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- serve(ctx, listener, site) }()
		ours, theirs := net.Pipe()
		defer ours.Close()
		listener <- theirs
		client(t, ours)
		asked := time.Now()
		stop()
		stopped, took = <-done, time.Since(asked)
	})
	return took, stopped
}

// A telephone whose allowance is used up gets 32 kbit/s: 4,000 bytes in a second, so that 2,160,000 bytes need nine minutes.
func TestSlowTelephone(t *testing.T) {
	withClient(t, func(t *testing.T, conn net.Conn) {
		fmt.Fprint(conn, "GET /program.wasm HTTP/1.1\r\nHost: lab\r\n\r\n")
		begun := time.Now()
		response, err := http.ReadResponse(bufio.NewReader(slowly{conn, 4000}), nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(response.Body)
		if err != nil || !bytes.Equal(got, program) {
			t.Errorf("%d bytes of %d after %v: %v", len(got), len(program), time.Since(begun), err)
		}
	})
}

// slowly reads as many bytes in a second, and no more.
type slowly struct {
	io.Reader
	bytes int
}

func (s slowly) Read(p []byte) (int, error) {
	time.Sleep(time.Second)
	return s.Reader.Read(p[:min(len(p), s.bytes)])
}

// Who keeps a connection without making use of it is let go: with a header that never ends after 5 s, with a file of which
// one byte is read in a second after a minute, with a connection that asks for nothing more after two.
func TestIdlersAreLetGo(t *testing.T) {
	for _, test := range []struct {
		name, request string
		feed          string // sent again and again after the request, a second apart
		bound         time.Duration
	}{
		{"silent", "", "", 5 * time.Second},
		{"half a request line", "GET /ind", "", 5 * time.Second},
		{"a header without end", "GET / HTTP/1.1\r\nHost: lab\r\n", "A: b\r\n", 5 * time.Second},
		{"a body without end", "POST / HTTP/1.1\r\nHost: lab\r\nContent-Length: 100000\r\n\r\n", "a", 10 * time.Second},
		{"a file, byte by byte", "GET /program.wasm HTTP/1.1\r\nHost: lab\r\n\r\n", "", static.Patience},
		{"nothing more", "GET / HTTP/1.1\r\nHost: lab\r\n\r\n", "", 2 * time.Minute},
	} {
		t.Run(test.name, func(t *testing.T) {
			withClient(t, func(t *testing.T, conn net.Conn) {
				begun, fed := time.Now(), make(chan bool)
				go func() {
					defer close(fed)
					io.WriteString(conn, test.request)
					for test.feed != "" {
						time.Sleep(time.Second)
						if _, err := io.WriteString(conn, test.feed); err != nil {
							return
						}
					}
				}()
				reader := slowly{conn, 4096}
				if test.bound == static.Patience {
					reader.bytes = 1
				}
				io.Copy(io.Discard, reader)
				conn.Close()
				<-fed
				// The reader itself wakes only once in a second.
				if lasted := time.Since(begun); lasted > test.bound+2*time.Second {
					t.Errorf("let go after %v, want %v", lasted, test.bound)
				}
			})
		})
	}
}

// A client that has asked for nothing is no reason to say that answers were cut off; one that takes its time over a file is.
func TestStopWithIdlers(t *testing.T) {
	for request, cut := range map[string]bool{
		"":                                false,
		"GET /ind":                        false,
		"GET / HTTP/1.1\r\nHost: lab\r\n": false,
		"GET /program.wasm HTTP/1.1\r\nHost: lab\r\n\r\n": true,
	} {
		took, err := withClient(t, func(t *testing.T, conn net.Conn) {
			io.WriteString(conn, request)
			gone := make(chan bool)
			go func() {
				defer close(gone)
				io.Copy(io.Discard, slowly{conn, 1000})
			}()
			t.Cleanup(func() { <-gone })
			synctest.Wait()
		})
		if (err != nil) != cut || took > patience+time.Second {
			t.Errorf("%q: stopped with %v after %v", request, err, took)
		}
	}
}
