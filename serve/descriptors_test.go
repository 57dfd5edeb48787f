//go:build campaign && linux

package main

import (
	"fmt"
	"io"
	"net"
	"strings"
	"syscall"
	"time"
)

// descriptorLimit is how many files and connections the server may have here.
const descriptorLimit = 100

// occupations are ways to keep all of a server's descriptors, each until the server lets go or its clients do.
var occupations = []struct{ name, sent string }{
	{"half-open", "GET /ind"},
	{"with an answer read and nothing more asked", "HEAD / HTTP/1.1\r\nHost: lab\r\n\r\n"},
	{"with an answer that nobody reads", "GET /LARGEST HTTP/1.1\r\nHost: lab\r\n\r\n"},
}

// runOut opens thrice as many connections as the server has descriptors, and sees that it serves newcomers afterwards, without a new start.
func (p *page) runOut(program string, n int64) error {
	server, err := launch(program, "127.0.0.1:0", descriptorLimit)
	if err != nil {
		return err
	}
	defer server.stop(syscall.SIGKILL)
	what := occupations[n%int64(len(occupations))]
	what.sent = strings.ReplaceAll(what.sent, "LARGEST", p.largest(""))
	var conns []net.Conn
	for range 3 * descriptorLimit {
		conn, err := net.Dial("tcp", server.addr)
		if err != nil {
			return fmt.Errorf("connection %d: %w", len(conns), err)
		}
		defer conn.Close()
		io.WriteString(conn, what.sent)
		conns = append(conns, conn)
	}
	time.Sleep(2 * time.Second)
	if got := server.descriptors(); got < descriptorLimit-2 {
		return fmt.Errorf("%s: it has %d descriptors open, of %d: they did not run out", what.name, got, descriptorLimit)
	}
	if what.name != occupations[0].name { // half-open ones the server closes by itself, which is waited for
		for _, conn := range conns {
			conn.Close()
		}
	}
	c := client{page: p, addr: server.addr}
	defer c.close()
	begun := time.Now()
	for i := range 1000 {
		if err := c.ask(question{method: "GET", name: "index.html", header: "Accept-Encoding: br\r\n", status: 200, coding: "br"}); err != nil {
			return fmt.Errorf("%s: request %d, %v afterwards: %w: %s", what.name, i, time.Since(begun), err, server.log.String())
		}
	}
	if waited := time.Since(begun); waited > time.Minute {
		return fmt.Errorf("%s: newcomers waited for %v", what.name, waited)
	}
	if log := server.log.Len(); log > 20_000 {
		return fmt.Errorf("%s: it filled its log: %d bytes", what.name, log)
	}
	return server.stop(syscall.SIGTERM)
}
