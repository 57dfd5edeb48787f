//go:build js && wasm

package main

import (
	"fmt"
	"time"

	"github.com/hack-pad/safejs"

	"backfill/wasm/promise"
)

// charts draws with chart.js, which is fetched when the first chart is wanted.
type charts struct {
	module safejs.Value      // undefined until it is there
	asked  bool              // it is being fetched
	specs  map[string][]byte // what each host element is to show
	shown  map[string]safejs.Value
}

// resizePause is how long a window must have kept its size for charts to follow.
const resizePause = 150 * time.Millisecond

func newCharts() *charts {
	c := &charts{specs: map[string][]byte{}, shown: map[string]safejs.Value{}}
	s := &script{}
	settled := time.AfterFunc(time.Hour, func() {
		guard(func() {
			clear(c.shown)
			c.rendered()
		})
	})
	settled.Stop()
	s.listen(s.global("window"), "resize", func(safejs.Value) { settled.Reset(resizePause) })
	report(s.err)
	return c
}

// show notes the chart, which is drawn once the element has been rendered.
func (c *charts) show(id string, spec []byte) {
	c.specs[id] = spec
	delete(c.shown, id)
}

// rendered draws what is new and what a rendering has moved to another element,
// each chart in a task of its own.
func (c *charts) rendered() {
	for id := range c.specs {
		s := &script{}
		host := s.call(s.global("document"), "getElementById", id)
		if s.err != nil || host.IsNull() {
			delete(c.shown, id) // folded away
			continue
		}
		if last, ok := c.shown[id]; ok && last.Equal(host) && present(s.get(host, "firstChild")) {
			continue
		}
		if !present(c.module) {
			c.fetch()
			return
		}
		c.shown[id] = host
		go guard(func() {
			turn()
			c.draw(id, host)
		})
	}
}

func (c *charts) draw(id string, host safejs.Value) {
	s := &script{}
	if s.truthy(host, "isConnected") {
		s.call(c.module, "draw", host, s.call(s.global("JSON"), "parse", string(c.specs[id])))
	}
	report(s.err)
}

func (c *charts) fetch() {
	if c.asked {
		return
	}
	c.asked = true
	go guard(func() {
		s := &script{}
		coming := s.call(s.global("backfill"), "charts")
		var module safejs.Value
		if s.err == nil {
			module, s.err = promise.Await(coming)
		}
		if s.err != nil {
			report(fmt.Errorf("fetch the charts: %w", s.err))
			c.asked = false // a later rendering tries again
			return
		}
		c.module = module
		c.rendered()
	})
}
