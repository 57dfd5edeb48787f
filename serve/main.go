// Command serve serves the built page, by default to this machine only.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"backfill/assets"
	"backfill/engine/version"
	"backfill/serve/static"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:8080", "the `address` and port to listen on; port 0 takes a free one")
	page := flag.String("page", "", "a `folder` with a page, such as \"make dist\" writes, to be served instead of the one inside")
	tell := flag.Bool("version", false, "say which version this is, and of which commit")
	flag.Parse()
	if *tell {
		fmt.Print(version.Text("serve"))
		return
	}
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "serve: unexpected argument %q\n", flag.Arg(0))
		os.Exit(2)
	}
	// Most of the memory is the page, which never becomes garbage: as much garbage as that need not pile up before it is collected.
	debug.SetGCPercent(25)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	folder := assets.Dist()
	if *page != "" {
		folder = os.DirFS(*page)
	}
	site, err := static.New(folder)
	if err == nil {
		err = run(ctx, *addr, site, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "serve:", err)
		os.Exit(1)
	}
}

// headerPatience is how long a client may take for the head of its request.
const headerPatience = 5 * time.Second

// patience is how long a stopping server waits for answers under way: longer than for a client that has not asked yet, such as a
// browser that connects beforehand, so that only an answer is ever cut off.
const patience = headerPatience + time.Second

// sendBuffer bounds how much of an answer the system keeps for a client that reads slowly, in bytes. Without a bound it keeps
// up to some MB, and a slow line needs longer than static.Patience to make room in those.
const sendBuffer = 128 << 10

// run listens at addr, says where on out, and serves there.
func run(ctx context.Context, addr string, handler http.Handler, out io.Writer) error {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return fmt.Errorf("%w; -addr takes another address or port, such as -addr 127.0.0.1:8081", err)
	}
	fmt.Fprintf(out, "Backfill is at %s\n", pageURL(listener.Addr()))
	return serve(ctx, listener, handler)
}

// serve answers on a listener until the context ends, then lets the answers under way finish.
func serve(ctx context.Context, listener net.Listener, handler http.Handler) error {
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: headerPatience,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      static.Patience, // for what is not a file; package static gives files more
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		// "OPTIONS *" is answered as everything but GET and HEAD is.
		DisableGeneralOptionsHandler: true,
		ConnContext: func(ctx context.Context, conn net.Conn) context.Context {
			if tcp, ok := conn.(*net.TCPConn); ok {
				tcp.SetWriteBuffer(sendBuffer) // where that fails, the system's own bound holds
			}
			return ctx
		},
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	deadline, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	if err := server.Shutdown(deadline); err != nil {
		return errors.Join(fmt.Errorf("stop: answers were still under way after %v and are cut off: %w", patience, err), server.Close())
	}
	return nil
}

// pageURL is an address that a browser on this machine can open.
func pageURL(addr net.Addr) string {
	host, port, err := net.SplitHostPort(addr.String())
	if err != nil {
		return "http://" + addr.String() + "/"
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port) + "/"
}
