// Package visit opens the built page in Chromium, for tests and measurements: a
// browser without history on a server of its own.
package visit

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"backfill/assets"
	"backfill/serve/static"
)

// ErrNoBrowser says that there is no Chromium.
var ErrNoBrowser = errors.New(`no Chromium is installed: run "make chromium"`)

// Site serves the built page on a free loopback port.
func Site() (*httptest.Server, error) {
	site, err := static.New(assets.Dist())
	if err != nil {
		return nil, err
	}
	return httptest.NewServer(site), nil
}

// Conditions for Until.
const (
	// Drawn: the timeline shows something.
	Drawn = `document.querySelector("#timeline canvas[data-drawn]") !== null`
	// Idle: it shows the results of the experiment as it is, and nothing runs.
	Idle = Drawn + ` && !document.documentElement.hasAttribute("data-busy") && document.querySelector(".running").hidden && document.querySelector(".stale").hidden`
)

// Options of a browser.
type Options struct {
	Width, Height int    // of the window, CSS pixels; 1280 x 900 if 0
	Dark          bool   // the system prefers dark
	Downloads     string // folder for downloads
	Profile       string // folder of the profile; "": a new empty one
}

// Browser is a tab of a Chromium.
type Browser struct {
	ctx    context.Context
	cancel []context.CancelFunc

	mu         sync.Mutex
	complaints []string
	contexts   []frameContext
}

// Open starts a browser. Close it.
func Open(ctx context.Context, o Options) (*Browser, error) {
	if o.Width == 0 {
		o.Width, o.Height = 1280, 900
	}
	flags := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WindowSize(o.Width, o.Height),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("lang", "en-US"),
		chromedp.WSURLReadTimeout(time.Minute))
	if o.Profile != "" {
		flags = append(flags, chromedp.UserDataDir(o.Profile))
	}
	b := &Browser{}
	allocator, cancel := chromedp.NewExecAllocator(ctx, flags...)
	b.cancel = append(b.cancel, cancel)
	b.ctx, cancel = chromedp.NewContext(allocator)
	b.cancel = append(b.cancel, cancel)
	chromedp.ListenTarget(b.ctx, b.listen)
	chromedp.ListenTarget(b.ctx, b.listenContexts)
	setup := []chromedp.Action{runtime.Enable(), log.Enable(), preferTheme(o.Dark)}
	if o.Downloads != "" {
		setup = append(setup, downloadInto(o.Downloads))
	}
	if err := chromedp.Run(b.ctx, setup...); err != nil {
		b.stop() // there may be no browser whose end Close could wait for
		if errors.Is(err, exec.ErrNotFound) {
			return nil, ErrNoBrowser
		}
		return nil, fmt.Errorf("start Chromium: %w", err)
	}
	return b, nil
}

// Tab opens another tab of the same browser. It is gone with the browser at the latest; to close it alone, Close it.
func (b *Browser) Tab() (*Browser, error) {
	tab := &Browser{}
	var cancel context.CancelFunc
	tab.ctx, cancel = chromedp.NewContext(b.ctx)
	tab.cancel = append(tab.cancel, cancel)
	chromedp.ListenTarget(tab.ctx, tab.listen)
	if err := chromedp.Run(tab.ctx, runtime.Enable(), log.Enable()); err != nil {
		tab.stop()
		return nil, fmt.Errorf("open a tab: %w", err)
	}
	return tab, nil
}

// Close ends the browser and waits until it is gone.
func (b *Browser) Close() {
	chromedp.Cancel(b.ctx)
	b.stop()
}

func (b *Browser) stop() {
	for i := len(b.cancel) - 1; i >= 0; i-- {
		b.cancel[i]()
	}
}

// Goto opens a page and waits until it is loaded.
func (b *Browser) Goto(url string) error { return b.Do(chromedp.Navigate(url)) }

// Do runs actions.
func (b *Browser) Do(actions ...chromedp.Action) error { return chromedp.Run(b.ctx, actions...) }

// Evaluate evaluates a JavaScript expression, waits for its promise if it is one,
// and stores its value.
func (b *Browser) Evaluate(expression string, into any) error {
	return b.Do(chromedp.Evaluate(expression, into, func(p *runtime.EvaluateParams) *runtime.EvaluateParams {
		return p.WithAwaitPromise(true)
	}))
}

// Until waits until a JavaScript expression is true. If that takes longer than
// patience it says what the page shows.
func (b *Browser) Until(expression string, patience time.Duration) error {
	const interval = 30 * time.Millisecond
	var last error
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(interval) {
		var yes bool
		// It fails as long as a new page is on its way.
		if last = b.Evaluate("Boolean("+expression+")", &yes); yes {
			return nil
		}
		if b.ctx.Err() != nil {
			return b.ctx.Err()
		}
	}
	var text string
	if err := b.Evaluate(`document.body.innerText.slice(0, 2000)`, &text); err != nil {
		text = err.Error()
	}
	return fmt.Errorf("waited %v for: %s (%v)\nconsole: %s\nthe page says: %s", patience, expression, last, strings.Join(b.Complaints(), "\n"), text)
}

// Complaints are the errors that the console has shown: exceptions, refusals by the
// security policy, files that could not be loaded.
func (b *Browser) Complaints() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]string(nil), b.complaints...)
}

// Listen calls f with every event of the tab. f must not wait for the browser.
func (b *Browser) Listen(f func(event any)) { chromedp.ListenTarget(b.ctx, f) }

func (b *Browser) listen(event any) {
	var text string
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		if e.Type != runtime.APITypeError && e.Type != runtime.APITypeAssert {
			return
		}
		for _, a := range e.Args {
			text += string(a.Value) + a.Description + " "
		}
	case *runtime.EventExceptionThrown:
		text = e.ExceptionDetails.Error()
	case *log.EventEntryAdded:
		if e.Entry.Level != log.LevelError {
			return
		}
		text = e.Entry.Text + " " + e.Entry.URL
	default:
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.complaints = append(b.complaints, strings.TrimSpace(text))
}
