//go:build js && wasm

package screen

import (
	"fmt"
	"time"

	"github.com/hack-pad/safejs"

	"backfill/wasm/javascript"
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
	s := &javascript.Script{}
	settled := time.AfterFunc(time.Hour, func() {
		javascript.Guard(func() {
			clear(c.shown)
			c.rendered()
		})
	})
	settled.Stop()
	s.Listen(s.Global("window"), "resize", func(safejs.Value) { settled.Reset(resizePause) })
	javascript.Report(s.Err)
	return c
}

// show notes the chart, which is drawn once the element has been rendered.
func (c *charts) show(id string, spec []byte) {
	c.specs[id] = spec
	delete(c.shown, id)
}

// rendered draws what is new and what a rendering has moved to another element,
// each chart in a task of its own. Their places have their heights at once.
func (c *charts) rendered() {
	for id, spec := range c.specs {
		s := &javascript.Script{}
		host := s.Call(s.Global("document"), "getElementById", id)
		if s.Err != nil || host.IsNull() {
			delete(c.shown, id) // folded away
			continue
		}
		if last, ok := c.shown[id]; ok && last.Equal(host) && javascript.Present(s.Get(host, "firstChild")) {
			continue
		}
		s.Call(s.Global("backfill"), "reserveChart", host, s.Call(s.Global("JSON"), "parse", string(spec)))
		javascript.Report(s.Err)
		if !javascript.Present(c.module) {
			c.fetch()
			continue
		}
		c.shown[id] = host
		go javascript.Guard(func() {
			javascript.Turn()
			c.draw(id, host)
		})
	}
}

func (c *charts) draw(id string, host safejs.Value) {
	s := &javascript.Script{}
	if s.Truthy(host, "isConnected") {
		s.Call(c.module, "draw", host, s.Call(s.Global("JSON"), "parse", string(c.specs[id])))
	}
	javascript.Report(s.Err)
}

func (c *charts) fetch() {
	if c.asked {
		return
	}
	c.asked = true
	go javascript.Guard(func() {
		s := &javascript.Script{}
		module := s.Await(s.Call(s.Global("backfill"), "charts"))
		if s.Err != nil {
			javascript.Report(fmt.Errorf("fetch the charts: %w", s.Err))
			c.asked = false // a later rendering tries again
			return
		}
		c.module = module
		c.rendered()
	})
}
