package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

// start runs the server on a free port and returns its URL and what run returns.
func start(t *testing.T, ctx context.Context, handler http.Handler) (url string, done <-chan error) {
	t.Helper()
	in, out := io.Pipe()
	result := make(chan error, 1)
	go func() { result <- run(ctx, "127.0.0.1:0", handler, out) }()
	line, err := bufio.NewReader(in).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	i := strings.Index(line, "http://127.0.0.1:")
	if i < 0 {
		t.Fatalf("it said %q, without the page's URL", line)
	}
	return strings.TrimSpace(line[i:]), result
}

func TestGracefulStop(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	asked, release := make(chan bool), make(chan bool)
	url, done := start(t, ctx, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		close(asked)
		<-release
		fmt.Fprint(w, "whole answer")
	}))

	answer := make(chan string, 1)
	go func() {
		response, err := http.Get(url)
		if err != nil {
			answer <- err.Error()
			return
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		answer <- fmt.Sprint(string(body), err)
	}()
	<-asked
	stop()
	// The server refuses newcomers before it lets go of the answer under way.
	for {
		conn, err := net.Dial("tcp", strings.Trim(strings.TrimPrefix(url, "http:"), "/"))
		if err != nil {
			break
		}
		conn.Close()
	}
	close(release)
	if got, want := <-answer, "whole answer<nil>"; got != want {
		t.Errorf("the answer under way: %q, want %q", got, want)
	}
	if err := <-done; err != nil {
		t.Errorf("stopped with %v", err)
	}
}

func TestAddressInUse(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	addr := listener.Addr().String()
	if err := run(context.Background(), addr, nil, io.Discard); err == nil || !strings.Contains(err.Error(), addr) {
		t.Errorf("error %v, want one that names %s", err, addr)
	}
}

func TestPageURL(t *testing.T) {
	for addr, want := range map[string]string{
		"127.0.0.1:8080": "http://127.0.0.1:8080/",
		"0.0.0.0:80":     "http://localhost:80/",
		"[::]:80":        "http://localhost:80/",
		"[::1]:80":       "http://[::1]:80/",
	} {
		tcp, err := net.ResolveTCPAddr("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		if got := pageURL(tcp); got != want {
			t.Errorf("pageURL(%s) = %s, want %s", addr, got, want)
		}
	}
}
