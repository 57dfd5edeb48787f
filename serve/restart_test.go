//go:build campaign && linux

package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"backfill/engine/campaign"
)

// Restarts are what clients saw of a server that was ended and started again.
type restarts struct {
	program, addr string
	page          *page
	whole         atomic.Int64
	ends          [2]struct{ unanswered, cut atomic.Int64 } // by SIGTERM, by SIGKILL
}

// restartClients ask at once, one of ten of them with pauses, so that it is in the midst of an answer at almost any time.
const restartClients = 200

// restart ends a server under load, by SIGTERM in even cases and by SIGKILL in odd ones, and starts another one at the same address at once.
// Every answer is whole, or its client can tell that it is not; all clients get whole ones from the other server.
func (x *restarts) restart(n int64) error {
	server, err := launch(x.program, x.addr, 0)
	if err != nil {
		return err
	}
	x.addr = server.addr
	var (
		mu      sync.Mutex
		wrong   []error
		again   atomic.Bool // the other server is there
		served  atomic.Int64
		all     sync.WaitGroup
		by      = &x.ends[n%2]
		r       = campaign.Rand("server/restarts", n)
		seed    = r.Uint64()
		working = 300*time.Millisecond + time.Duration(r.IntN(700))*time.Millisecond
		until   = time.Now().Add(2 * time.Minute)
	)
	for i := range restartClients {
		all.Go(func() {
			c := client{page: x.page, addr: x.addr}
			if i%10 == 0 {
				c.pause = 20 * time.Millisecond
			}
			defer c.close()
			r := rand.New(rand.NewPCG(seed, uint64(i)))
			for time.Now().Before(until) {
				q := x.page.next(r)
				if c.pause > 0 || r.IntN(20) == 0 {
					q = question{method: "GET", name: x.page.large[r.IntN(len(x.page.large))], status: 200}
				}
				fromOther := again.Load()
				if fromOther { // small ones, so that a busy machine has all of them served in time
					c.pause, q = 0, question{method: "GET", name: "index.html", status: 200}
				}
				err := c.ask(q)
				ended, isCut := errors.AsType[cut](err)
				switch {
				case err == nil:
					x.whole.Add(1)
					if fromOther {
						served.Add(1)
						return
					}
				case !isCut:
					mu.Lock()
					wrong = append(wrong, err)
					mu.Unlock()
				case ended.begun:
					by.cut.Add(1)
				default:
					by.unanswered.Add(1)
					time.Sleep(50 * time.Millisecond)
				}
			}
		})
	}
	time.Sleep(working)
	signal := [2]syscall.Signal{syscall.SIGTERM, syscall.SIGKILL}[n%2]
	ended := server.stop(signal)
	other, err := launch(x.program, x.addr, 0)
	again.Store(true)
	all.Wait()
	if err != nil {
		return fmt.Errorf("started again after %v: %w", signal, err)
	}
	if served.Load() != restartClients {
		wrong = append(wrong, fmt.Errorf("after %v, %d of %d clients were served by the other server", signal, served.Load(), restartClients))
	}
	// A server that was told to stop says so if it had to cut answers off, and only then ends with an error.
	if signal == syscall.SIGTERM && (ended != nil) != (server.log.Len() > 0) {
		wrong = append(wrong, fmt.Errorf("it ended with %w and said %q", ended, server.log.String()))
	}
	other.stop(syscall.SIGTERM)
	return errors.Join(wrong...)
}
