//go:build campaign && linux

package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"backfill/engine/campaign"
)

// How much of everything there is at once, and how many requests in all.
const (
	connections = 1000
	halfOpened  = 1000
	requests    = 1_000_000
	each        = 50 // requests of one connection in a case
	snails      = 60
)

// flat is by how much the server's memory may grow, in KiB, after the first fifth of the requests.
const flat = 32 << 10

// TestCampaignServer has a million requests answered over a thousand connections by the server as its users start it, beside a thousand half-open
// connections, clients that read a byte in a second, telephones and every trick; then it ends servers under load, and has them run out of
// descriptors.
func TestCampaignServer(t *testing.T) {
	p := builtPage(t)
	program := build(t)
	server, err := launch(program, "127.0.0.1:0", 0)
	if err != nil {
		t.Fatal(err)
	}
	defer server.command.Process.Kill()
	say := func(when string) (resident int) {
		resident, anonymous, most, err := server.memory()
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: RSS %d MiB, of that %d MiB not of files, at most %d MiB so far; %d descriptors; %v of processors", when, resident>>10, anonymous>>10, most>>10, server.descriptors(), server.processor())
		return resident
	}
	say("at its start")
	if err := p.learnTags(server.addr); err != nil {
		t.Fatal(err)
	}
	before := say("after every file once")

	var slow, half results
	patient := startSlow(p, server.addr, &slow)
	ctx, enough := context.WithCancel(context.Background())
	defer enough()
	var idlers sync.WaitGroup
	idlers.Go(func() { keepHalfOpen(ctx, server.addr, halfOpened, &half) })

	x := load{page: p, server: server, clients: make([]client, connections)}
	for i := range x.clients {
		x.clients[i] = client{page: p, addr: server.addr}
	}
	began := time.Now()
	campaign.Run(t, campaign.Plan{
		Name: "server/answers", About: "answers against the bytes of the files, at 1,000 connections beside 1,000 half-open ones; memory flat",
		Cases: requests, Each: connections * each, InTurn: true, Limit: 20 * time.Minute,
	}, x.block)
	t.Logf("%d answers in %v", len(x.took), time.Since(began).Round(time.Second))
	t.Log(quantiles("answers", x.took))
	say("after the load")

	list := tricks()
	campaign.Run(t, campaign.Plan{
		Name: "server/tricks", About: "hostile paths, headers and lines, sent to a server under attack: refused, once, and never a file outside",
		Cases: int64(20 * len(list)), Limit: 5 * time.Minute,
	}, func(n int64) error {
		trick := list[n%int64(len(list))]
		if err := trick.try(server.addr, p.files["index.html"][""]); err != nil {
			return fmt.Errorf("%.80q: %w", trick.name, err)
		}
		return nil
	})
	say("after the tricks")
	campaign.Run(t, campaign.Plan{
		Name: "server/half-open", About: "half-open connections are closed", Cases: 20_000, Each: 1000, InTurn: true, Limit: 20 * time.Minute,
	}, func(n int64) error { return half.wait(n + 1000) })
	t.Logf("%d half-open connections", half.done)
	t.Log(quantiles("half-open ones are closed after", half.took))
	enough()

	again := restarts{program: program, addr: "127.0.0.1:0", page: p}
	campaign.Run(t, campaign.Plan{
		Name: "server/restarts", About: "ended under load and started again: no client takes a part for the whole", Cases: 40, InTurn: true, Limit: 10 * time.Minute,
	}, again.restart)
	t.Logf("%d whole answers; with SIGTERM %d requests without answer and %d answers cut, with SIGKILL %d and %d", again.whole.Load(),
		again.ends[0].unanswered.Load(), again.ends[0].cut.Load(), again.ends[1].unanswered.Load(), again.ends[1].cut.Load())
	if again.whole.Load() > 0 && again.ends[1].cut.Load() == 0 {
		t.Error("no answer was cut: the campaign does not see what it should")
	}
	campaign.Run(t, campaign.Plan{
		Name: "server/descriptors", About: "out of descriptors, a server goes on", Cases: 6, InTurn: true, Limit: 5 * time.Minute,
	}, func(n int64) error { return p.runOut(program, n) })

	campaign.Run(t, campaign.Plan{
		Name: "server/slow", About: "a telephone gets the whole program, a client that reads a byte in a second is ended", Cases: int64(patient), Each: int64(patient), InTurn: true, Limit: 20 * time.Minute,
	}, func(int64) error { return slow.wait(int64(patient)) })

	idlers.Wait()
	for i := range x.clients {
		x.clients[i].close()
	}
	time.Sleep(10 * time.Second)
	after := say("after all")
	if left := server.descriptors(); left > 20 {
		t.Errorf("%d descriptors are still open", left)
	}
	if len(x.took) > 0 && after > before+flat {
		t.Errorf("RSS %d KiB before, %d KiB after", before, after)
	}
	if err := server.stop(syscall.SIGTERM); err != nil || server.log.Len() > 0 {
		t.Errorf("it ended with %v and said %.1000q", err, server.log.String())
	}
}

// startSlow starts telephones and snails, and returns how many there are.
func startSlow(p *page, addr string, r *results) (count int) {
	start := func(client func() error) {
		count++
		go func() {
			begun := time.Now()
			err := client()
			r.add(time.Since(begun), err)
		}()
	}
	for range 5 {
		start(func() error { return p.telephone(addr, p.programName(), "br", 8000) })
		start(func() error { return p.telephone(addr, p.programName(), "br", 4000) })
		start(func() error { return p.telephone(addr, p.smallestFrom(360_000, "gzip"), "gzip", 2000) })
	}
	for i := range snails {
		start(func() error { return p.snail(addr, p.largest(""), []int{1, 1, 100}[i%3], []int{1, 0, 0}[i%3]) })
	}
	return count
}

// A load is clients that ask a server, and how long each answer took.
type load struct {
	page    *page
	server  *process
	clients []client
	blocks  int
	highest int // memory in the first fifth, in KiB
	took    []time.Duration
}

// block has all clients ask, from request n on, and looks at the server's memory meanwhile.
func (x *load) block(n int64) error {
	var mu sync.Mutex
	var bad []error
	var all sync.WaitGroup
	for i := range x.clients {
		all.Go(func() {
			r := campaign.Rand("server/answers", n+int64(i)*each)
			took := make([]time.Duration, 0, each)
			for range each {
				begun := time.Now()
				err := x.clients[i].ask(x.page.next(r))
				took = append(took, time.Since(begun))
				if err != nil {
					mu.Lock()
					bad = append(bad, err)
					mu.Unlock()
				}
			}
			mu.Lock()
			x.took = append(x.took, took...)
			mu.Unlock()
		})
	}
	done := make(chan bool)
	go func() { all.Wait(); close(done) }()
	highest := 0
	for running := true; running; {
		resident, _, _, err := x.server.memory()
		if err != nil {
			return err
		}
		highest = max(highest, resident)
		select {
		case <-done:
			running = false
		case <-time.After(100 * time.Millisecond):
		}
	}
	x.blocks++
	switch fifth := requests / 5 / (connections * each); {
	case x.blocks <= fifth:
		x.highest = max(x.highest, highest)
	case highest > x.highest+flat:
		bad = append(bad, fmt.Errorf("the server has %d KiB in memory, after %d KiB in the first fifth", highest, x.highest))
	}
	return errors.Join(bad[:min(len(bad), 5)]...)
}

// quantiles says how long things took.
func quantiles(what string, took []time.Duration) string {
	if len(took) == 0 {
		return what + ": none"
	}
	slices.Sort(took)
	at := func(q float64) time.Duration { return took[int(q*float64(len(took)-1))].Round(time.Millisecond / 10) }
	return fmt.Sprintf("%s: half %v, 99 of 100 %v, the longest %v", what, at(0.5), at(0.99), at(1))
}
