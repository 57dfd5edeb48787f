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

// patience is how long a stopping server waits for answers under way.
const patience = 5 * time.Second

// run serves until the context ends, then lets the answers under way finish.
func run(ctx context.Context, addr string, handler http.Handler, out io.Writer) error {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return fmt.Errorf("%w; -addr takes another address or port, such as -addr 127.0.0.1:8081", err)
	}
	fmt.Fprintf(out, "Backfill is at %s\n", pageURL(listener.Addr()))
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      2 * time.Minute, // the whole program over a slow line
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
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
		return errors.Join(fmt.Errorf("stop: %w", err), server.Close())
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
