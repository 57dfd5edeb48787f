//go:build campaign && linux

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
	"strings"
	"sync"
	"time"
)

// Results are what came of clients that run beside others: how many are done, and what was wrong.
type results struct {
	mu   sync.Mutex
	done int64
	bad  []error
	took []time.Duration
}

func (r *results) add(took time.Duration, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.done++
	r.took = append(r.took, took)
	if err != nil {
		r.bad = append(r.bad, err)
	}
}

// wait waits until so many are done, and returns what was wrong since it was asked last.
func (r *results) wait(count int64) error {
	for {
		r.mu.Lock()
		if r.done >= count {
			err := errors.Join(r.bad...)
			r.bad = nil
			r.mu.Unlock()
			return err
		}
		r.mu.Unlock()
		time.Sleep(100 * time.Millisecond)
	}
}

// late is how much longer than its own bound a server may take on a machine that does much else.
const late = 30 * time.Second

// halfOpen are connections on which a request never becomes whole.
var halfOpen = []struct{ sent, again string }{
	{"", ""},
	{"GET /ind", ""},
	{"GET / HTTP/1.1\r\nHost: lab\r\n", ""},
	{"GET / HTTP/1.1\r\nHost: lab\r\n", "A: b\r\n"},
	{"GET / HTTP/1.1\r\nHost: lab\r\nA: " + strings.Repeat("a", 60_000), ""},
	{"HEAD / HTTP/1.1\r\nHost: lab\r\n\r\nGET /ind", ""},
	{"POST / HTTP/1.1\r\nHost: lab\r\nContent-Length: 1000000\r\n\r\n", "a"},
	{"POST / HTTP/1.1\r\nHost: lab\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\na\r\n"},
}

// keepHalfOpen keeps so many half-open connections until the context ends: where the server closes one, there is another.
func keepHalfOpen(ctx context.Context, addr string, count int, r *results) {
	var all sync.WaitGroup
	for i := range count {
		all.Go(func() {
			for n := i; ctx.Err() == nil; n++ {
				begun := time.Now()
				err := beHalfOpen(addr, halfOpen[n%len(halfOpen)].sent, halfOpen[n%len(halfOpen)].again)
				r.add(time.Since(begun), err)
				if err != nil {
					time.Sleep(time.Second)
				}
			}
		})
	}
	all.Wait()
}

// beHalfOpen sends part of a request and waits until the server closes the connection.
func beHalfOpen(addr, sent, again string) error {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(headerPatience + late))
	if _, err := io.WriteString(conn, sent); err != nil {
		return fmt.Errorf("%.40q: %w", sent, err)
	}
	closed := make(chan bool)
	defer close(closed)
	go func() {
		for again != "" {
			select {
			case <-closed:
				return
			case <-time.After(time.Second):
				io.WriteString(conn, again)
			}
		}
	}()
	text, err := io.ReadAll(conn)
	if ended, ok := errors.AsType[net.Error](err); ok && ended.Timeout() {
		return fmt.Errorf("%.40q: still open after %v", sent, headerPatience+late)
	}
	if bytes.Contains(text, []byte(" 200 OK")) && !strings.HasPrefix(sent, "HEAD") || bytes.Count(text, []byte("HTTP/1.1 ")) > 2 {
		return fmt.Errorf("%.40q was answered by %.40q", sent, text)
	}
	return nil
}

// A telephone gets so many bytes in a second, and gets the whole file.
func (p *page) telephone(addr, name, coding string, rate int) error {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	content := p.files[name][coding]
	conn.(*net.TCPConn).SetReadBuffer(32 << 10)
	fmt.Fprintf(conn, "GET /%s HTTP/1.1\r\nHost: lab\r\nAccept-Encoding: %s\r\n\r\n", name, coding)
	begun := time.Now()
	response, err := http.ReadResponse(bufio.NewReaderSize(slowly{conn, rate}, rate), nil)
	if err != nil {
		return err
	}
	got, err := io.ReadAll(response.Body)
	if err != nil || !bytes.Equal(got, content) {
		return fmt.Errorf("/%s at %d bytes in a second: %d of %d bytes after %v: %w", name, rate, len(got), len(content), time.Since(begun).Round(time.Second), err)
	}
	return nil
}

// snail asks for a file as often as told, reads a byte in a second, or none, and finds after a while that the server has ended the connection
// in the midst of an answer.
func (p *page) snail(addr, name string, times, bytes int) error {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	conn.(*net.TCPConn).SetReadBuffer(32 << 10) // with less, what the system still had on its way would take its time
	go io.WriteString(conn, strings.Repeat("GET /"+name+" HTTP/1.1\r\nHost: lab\r\n\r\n", times))
	const bound = 150 * time.Second // a minute, and what the system takes meanwhile, on a busy machine
	first := make([]byte, 0, 1000)
	for begun := time.Now(); time.Since(begun) < bound; time.Sleep(time.Second) {
		n, err := conn.Read(first[len(first) : len(first)+bytes])
		if first = first[:len(first)+n]; err != nil {
			return nil // ended before it read all that was on its way
		}
	}
	conn.SetDeadline(time.Now().Add(late))
	response, err := http.ReadResponse(bufio.NewReader(io.MultiReader(strings.NewReader(string(first)), conn)), nil)
	if err != nil {
		return nil
	}
	count, err := io.Copy(io.Discard, response.Body)
	if ended, ok := errors.AsType[net.Error](err); err == nil || ok && ended.Timeout() {
		return fmt.Errorf("/%s, %d bytes in a second: after %v there were %d of %d bytes: %w", name, bytes, bound, count, response.ContentLength, err)
	}
	if count > 1<<20 {
		return fmt.Errorf("/%s, %d bytes in a second: %d bytes were on their way", name, bytes, count)
	}
	return nil
}
