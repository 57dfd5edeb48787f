//go:build js && wasm

package main

import (
	"slices"
	"time"

	"github.com/hack-pad/safejs"

	"backfill/engine/experiment"
	"backfill/ui/result"
	"backfill/wasm/browser/deal"
	"backfill/wasm/wire"
)

const (
	// growPause is how long a book grows at least before the page is told of it.
	growPause = 400 * time.Millisecond
	// renderShare of the time is what the page may take at most to show how a book grows,
	// since the workers need the processors as well.
	renderShare = 5 // percent
)

// measuring is an experiment of many runs on its way through several workers. What it
// does to the book it does under the renderer's lock.
type measuring struct {
	browser *browser
	run     int
	program *program     // of the workers
	request wire.Request // without cells
	logs    []log
	book    *experiment.Book
	deal    *deal.Deal
	most    int // workers at the same time, that of Simulate included
	hands   []*hand
	begun   time.Time
	told    time.Time // when the page was told last that the book has grown
	telling bool      // it will be told again
	over    bool
}

// hand is a worker with the portions that it has.
type hand struct {
	worker *worker
	has    []*deal.Portion // in the order in which it simulates them
	again  bool            // it is fresh and tries cells whose workers broke
}

func (b *browser) Measure(run int, scenario []byte, files []result.FileRef, expressions bool, book *experiment.Book, workers int) {
	if b.simulating && b.run != run {
		b.stopSimulating()
	}
	b.measuring.stop()
	m := &measuring{
		browser: b, run: run, book: book, most: workers, begun: time.Now(),
		program: b.program(expressions),
		request: wire.Request{Ask: wire.Measure, Scenario: scenario, Files: files},
	}
	if m.most == 0 {
		m.most = concurrency()
	}
	m.deal = deal.New(book, m.most)
	b.measuring = m
	b.showBusy()
	if len(files) == 0 && m.program.ready() {
		b.After(0, m.proceed)
		return
	}
	go guard(func() {
		logs, failed := b.supplies(m.program, files)
		b.quietly(func() {
			if failed != nil {
				m.fail(*failed)
			}
			m.logs = logs
			m.proceed()
		})
	})
}

// concurrency is the number of workers that use the computer's processors but one, which
// is left to the page: from 1 to 8.
func concurrency() int {
	s := &script{}
	n := s.number(s.global("navigator", "hardwareConcurrency"))
	if s.err != nil {
		return 1
	}
	return min(max(int(n)-1, 1), 8)
}

// proceed gives every worker something to do, as far as there is anything.
func (m *measuring) proceed() {
	switch {
	case m.over:
		return
	case m.book.Done():
		m.end(func() { m.browser.page.MeasureFinished(m.run, time.Since(m.begun).Seconds()) })
		return
	}
	workers := m.most
	if m.browser.simulating {
		workers--
	}
	m.hands = slices.DeleteFunc(m.hands, func(h *hand) bool { return !slices.Contains(m.browser.pool.workers, h.worker) })
	m.engage(workers)
	for _, h := range m.hands[:min(workers, len(m.hands))] {
		m.fill(h, 1)
	}
	// The next portion is at hand when the page is late in dealing it.
	for _, h := range m.hands[:min(workers, len(m.hands))] {
		if m.deal.Ahead() {
			m.fill(h, 2)
		}
	}
}

// engage takes on as many workers as there are portions for.
func (m *measuring) engage(workers int) {
	pool := m.browser.pool
	wanted := func() bool { // a fresh one
		return m.deal.Suspects() && !slices.ContainsFunc(m.hands, func(h *hand) bool { return h.again })
	}
	if done := slices.IndexFunc(m.hands, func(h *hand) bool { return len(h.has) == 0 }); done >= 0 && wanted() {
		pool.release(m.hands[done].worker)
		m.hands = slices.Delete(m.hands, done, done+1)
	}
	for len(m.hands) < workers && !m.over {
		h := &hand{again: wanted()}
		p, more := m.next(h)
		if !more {
			return
		}
		var err error
		if h.worker, err = pool.hold(m.program, h.again); err != nil {
			m.deal.Return(p)
			m.fail(result.Failure{Reason: err.Error(), Crash: true})
			return
		}
		m.hands = append(m.hands, h)
		m.give(h, p)
		report(pool.spare(m.program))
	}
}

// fill gives a worker portions up to that number.
func (m *measuring) fill(h *hand, most int) {
	for len(h.has) < most && !m.over {
		p, more := m.next(h)
		if !more {
			return
		}
		m.give(h, p)
	}
}

// next is a portion for that worker.
func (m *measuring) next(h *hand) (deal.Portion, bool) {
	if h.again {
		if p, more := m.deal.Again(); more {
			return p, true
		}
		h.again = false // from now on one like the others
	}
	return m.deal.Next()
}

func (m *measuring) give(h *hand, p deal.Portion) {
	given := &p
	h.has = append(h.has, given)
	r := m.request
	r.Cells = p.Cells
	t, err := m.browser.pool.give(h.worker, r, m.logs, safejs.Undefined(), func(a wire.Answer, data []byte) {
		go guard(func() { m.take(h, given, a, data) })
	})
	if err != nil {
		m.fail(result.Failure{Reason: err.Error(), Crash: true})
		return
	}
	t.again = func() {
		go m.browser.quietly(func() {
			if !m.over {
				m.deal.Return(h.back(given))
				m.proceed()
			}
		})
	}
}

// back takes a portion from the worker.
func (h *hand) back(p *deal.Portion) deal.Portion {
	h.has = slices.DeleteFunc(h.has, func(other *deal.Portion) bool { return other == p })
	return *p
}

// take enters in the book what came of a portion.
func (m *measuring) take(h *hand, p *deal.Portion, a wire.Answer, data []byte) {
	var runs [][]*experiment.Run
	var unreadable error
	if a.Say == wire.Measured && !m.over {
		step := pace()
		runs, unreadable = wire.DecodeMeasured(data, m.book.Plan, p.Cells, step)
		step()
	}
	m.browser.quietly(func() {
		if m.over {
			return
		}
		portion := h.back(p)
		switch {
		case unreadable != nil:
			m.deal.Return(portion)
			m.fail(result.Failure{Reason: unreadable.Error(), Crash: true})
		case a.Say == wire.Measured:
			m.deal.Took(portion, runs, a.Seconds)
			m.grew()
		case a.Failure.Crash:
			m.hands = slices.DeleteFunc(m.hands, func(other *hand) bool { return other == h })
			if !m.deal.Broke(portion, a.Failure.Reason) {
				m.fail(*a.Failure)
			}
			m.grew() // by a lost cell, perhaps
			a.Failure = nil
		default:
			m.deal.Return(portion)
		}
		if a.Failure != nil {
			m.fail(*a.Failure)
		}
		m.proceed()
	})
}

// grew tells the page before long that there is more in the book.
func (m *measuring) grew() {
	if m.telling {
		return
	}
	m.telling = true
	pause := min(max(growPause, m.browser.took*100/renderShare), 10*growPause)
	m.browser.Proceed(pause-time.Since(m.told), func() bool {
		m.telling, m.told = false, time.Now()
		return !m.over && m.browser.page.Measured(m.run)
	})
}

// fail ends the experiment, and whatever belongs to it, without the rest.
func (m *measuring) fail(f result.Failure) {
	m.end(func() { m.browser.fail(m.run, f) })
}

// end stops, and tells the page why.
func (m *measuring) end(tell func()) {
	if m.over {
		return
	}
	m.stop()
	m.browser.After(0, func() {
		if m.browser.measuring == m {
			m.browser.measuring = nil
			tell()
		}
	})
}

// stop ends all that is under way, at once. What no worker has finished goes back into
// the book.
func (m *measuring) stop() {
	if m == nil || m.over {
		return
	}
	m.over = true
	pool := m.browser.pool
	for _, h := range m.hands {
		for _, p := range h.has {
			m.deal.Return(*p)
		}
		if len(h.worker.tasks) > 0 {
			pool.drop(h.worker)
		} else {
			pool.release(h.worker)
		}
	}
	m.deal.Stop()
	if m.program.ready() {
		report(pool.spare(m.program))
	}
}
