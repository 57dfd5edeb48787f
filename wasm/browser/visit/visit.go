// Package visit opens the built page in Chromium, for tests and measurements: a
// browser without history on a server of its own.
package visit

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http/httptest"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"backfill/serve/static"
)

// ErrNoBrowser says that there is no Chromium.
var ErrNoBrowser = errors.New(`no Chromium is installed: run "make chromium"`)

// Site serves a folder with a built page on a free loopback port.
func Site(folder fs.FS) (*httptest.Server, error) {
	site, err := static.New(folder)
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
	Profile       string // folder of the profile, for a Chromium that Open starts; "": a new empty one
	Keeps         bool   // pages are kept for use without a network, which in a shared Chromium only some tests are about
}

// Browser is a tab of a Chromium.
type Browser struct {
	ctx    context.Context
	cancel cancels
	within *Chromium            // that it shares with others; nil: it has its own
	id     cdp.BrowserContextID // in the Chromium that it shares
	keeps  bool                 // as Options.Keeps

	mu         sync.Mutex
	complaints []string
	contexts   []frameContext
}

// Open starts a browser in a Chromium of its own. Close it.
func Open(ctx context.Context, o Options) (*Browser, error) {
	width, height := o.size()
	b := &Browser{}
	allocator, cancel := newAllocator(ctx, width, height, o.Profile)
	b.cancel = append(b.cancel, cancel)
	b.ctx, cancel = chromedp.NewContext(allocator)
	b.cancel = append(b.cancel, cancel)
	return b.begin(o)
}

// size is that of the window.
func (o Options) size() (width, height int) {
	if o.Width == 0 {
		return 1280, 900
	}
	return o.Width, o.Height
}

// newAllocator prepares a Chromium, which starts with the first thing that is done in it.
func newAllocator(ctx context.Context, width, height int, profile string) (context.Context, context.CancelFunc) {
	flags := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WindowSize(width, height),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("lang", "en-US"),
		// Those of chromedp, and pages that each window would load for suggestions below its address.
		chromedp.Flag("disable-features", "site-per-process,Translate,BlinkGenPropertyTrees,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup"),
		chromedp.WSURLReadTimeout(time.Minute))
	if profile != "" {
		flags = append(flags, chromedp.UserDataDir(profile))
	}
	return chromedp.NewExecAllocator(ctx, flags...)
}

// begin starts a browser whose context is made; if that fails it is closed.
func (b *Browser) begin(o Options) (*Browser, error) {
	chromedp.ListenTarget(b.ctx, b.listen)
	chromedp.ListenTarget(b.ctx, b.listenContexts)
	setup := []chromedp.Action{runtime.Enable(), log.Enable(), preferTheme(o.Dark)}
	if o.Downloads != "" {
		setup = append(setup, downloadInto(b.id, o.Downloads))
	}
	if b.within != nil {
		width, height := o.size()
		setup = append(setup, b.shares(), chromedp.EmulateViewport(int64(width), int64(height)))
	}
	if err := run(b.ctx, setup...); err != nil {
		b.cancel.all() // there may be no browser whose end Close could wait for
		return nil, err
	}
	return b, nil
}

// run is what a Chromium does first.
func run(ctx context.Context, setup ...chromedp.Action) error {
	err := chromedp.Run(ctx, setup...)
	if errors.Is(err, exec.ErrNotFound) {
		return ErrNoBrowser
	}
	if err != nil {
		return fmt.Errorf("start Chromium: %w", err)
	}
	return nil
}

// cancels end contexts, the last one first.
type cancels []context.CancelFunc

func (c cancels) all() {
	for _, cancel := range slices.Backward(c) {
		cancel()
	}
}

// shares prepares a tab of a Chromium that others have tabs of: it has the focus, whatever they do, and fetches its page only once.
func (b *Browser) shares() chromedp.Tasks {
	prepare := chromedp.Tasks{emulation.SetFocusEmulationEnabled(true)}
	if !b.keeps {
		prepare = append(prepare, RunFirst(`delete Navigator.prototype.serviceWorker`))
	}
	return prepare
}

// Chromium is a process whose browsers know nothing of each other: none has what another one has stored.
type Chromium struct {
	ctx    context.Context
	cancel cancels
}

// Launch starts a Chromium for several browsers. Close it.
func Launch(ctx context.Context) (*Chromium, error) {
	width, height := Options{}.size()
	c := &Chromium{}
	allocator, cancel := newAllocator(ctx, width, height, "")
	c.cancel = append(c.cancel, cancel)
	c.ctx, cancel = chromedp.NewContext(allocator)
	c.cancel = append(c.cancel, cancel)
	if err := run(c.ctx); err != nil {
		c.cancel.all()
		return nil, err
	}
	return c, nil
}

// Open starts a browser without history in the Chromium. Close it.
func (c *Chromium) Open(o Options) (*Browser, error) {
	executor := cdp.WithExecutor(c.ctx, chromedp.FromContext(c.ctx).Browser)
	id, err := target.CreateBrowserContext().Do(executor)
	if err != nil {
		return nil, fmt.Errorf("open a browser: %w", err)
	}
	// chromedp would ask for a tab in a window that is there, which a new browser has not.
	tab, err := target.CreateTarget("about:blank").WithBrowserContextID(id).WithNewWindow(true).Do(executor)
	if err != nil {
		return nil, fmt.Errorf("open a window: %w", err)
	}
	b := &Browser{within: c, id: id, keeps: o.Keeps}
	var cancel context.CancelFunc
	b.ctx, cancel = chromedp.NewContext(c.ctx, chromedp.WithTargetID(tab))
	b.cancel = append(b.cancel, cancel)
	return b.begin(o)
}

// Close ends the Chromium and waits until it is gone.
func (c *Chromium) Close() {
	chromedp.Cancel(c.ctx)
	c.cancel.all()
}

// Tab opens another tab of the same browser. It is gone with the browser at the latest; to close it alone, Close it.
func (b *Browser) Tab() (*Browser, error) {
	tab := &Browser{}
	var options []chromedp.ContextOption
	if b.within != nil {
		options = append(options, chromedp.WithExistingBrowserContext(b.id))
	}
	var cancel context.CancelFunc
	tab.ctx, cancel = chromedp.NewContext(b.ctx, options...)
	tab.cancel = append(tab.cancel, cancel)
	chromedp.ListenTarget(tab.ctx, tab.listen)
	setup := []chromedp.Action{runtime.Enable(), log.Enable()}
	if b.within != nil {
		setup = append(setup, b.shares())
	}
	if err := chromedp.Run(tab.ctx, setup...); err != nil {
		tab.cancel.all()
		return nil, fmt.Errorf("open a tab: %w", err)
	}
	return tab, nil
}

// Close ends the browser and waits until it is gone.
func (b *Browser) Close() {
	chromedp.Cancel(b.ctx)
	b.cancel.all()
	if b.within != nil {
		// With it go its tabs. The Chromium may be gone.
		target.DisposeBrowserContext(b.id).Do(cdp.WithExecutor(b.within.ctx, chromedp.FromContext(b.within.ctx).Browser))
	}
}

// MayUseClipboard allows the pages of the browser what a person is asked for: to read and to write the clipboard, which all browsers
// have in common.
func (b *Browser) MayUseClipboard() error {
	return b.Do(browser.GrantPermissions([]browser.PermissionType{browser.PermissionTypeClipboardReadWrite, browser.PermissionTypeClipboardSanitizedWrite}).WithBrowserContextID(b.id))
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
	var last error
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		var yes bool
		asked := time.Now()
		// It fails as long as a new page is on its way.
		if last = b.Evaluate("Boolean("+expression+")", &yes); yes {
			return nil
		}
		if b.ctx.Err() != nil {
			return b.ctx.Err()
		}
		pause(time.Since(asked))
	}
	var text string
	if err := b.Evaluate(`document.body.innerText.slice(0, 2000)`, &text); err != nil {
		text = err.Error()
	}
	return fmt.Errorf("waited %v for: %s (%v)\nconsole: %s\nthe page says: %s", patience, expression, last, strings.Join(b.Complaints(), "\n"), text)
}

// pause is between two questions, the last of which took so long: to answer costs the page time, since it may have to be laid out for
// that, which is to be left for what is waited for.
func pause(took time.Duration) { time.Sleep(min(max(30*time.Millisecond, 3*took), time.Second)) }

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
		for _, a := range e.Args {
			text += string(a.Value) + a.Description + " "
		}
		// Go's runtime logs what ends a program.
		ends := strings.Contains(text, "panic: ") || strings.Contains(text, "fatal error: ")
		if e.Type != runtime.APITypeError && e.Type != runtime.APITypeAssert && !ends {
			return
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
