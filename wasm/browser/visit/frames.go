package visit

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// frameContext is where the scripts of a document run.
type frameContext struct {
	id     runtime.ExecutionContextID
	origin string
}

// listenContexts keeps track of the documents in the tab and its frames. Frames in a process
// of their own are not among them.
func (b *Browser) listenContexts(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExecutionContextCreated:
		var about struct{ IsDefault bool }
		if json.Unmarshal(e.Context.AuxData, &about) == nil && about.IsDefault {
			b.contexts = append(b.contexts, frameContext{e.Context.ID, e.Context.Origin})
		}
	case *runtime.EventExecutionContextDestroyed:
		b.contexts = slices.DeleteFunc(b.contexts, func(c frameContext) bool { return c.id == e.ExecutionContextID })
	case *runtime.EventExecutionContextsCleared:
		b.contexts = nil
	}
}

// EvaluateInFrame is Evaluate in the i-th document of an origin, in the order in which they
// came up.
func (b *Browser) EvaluateInFrame(origin string, i int, expression string, into any) error {
	b.mu.Lock()
	of := slices.DeleteFunc(slices.Clone(b.contexts), func(c frameContext) bool { return c.origin != origin })
	b.mu.Unlock()
	if i >= len(of) {
		return fmt.Errorf("there are %d documents of %s", len(of), origin)
	}
	return b.Do(chromedp.Evaluate(expression, into, func(p *runtime.EvaluateParams) *runtime.EvaluateParams {
		return p.WithAwaitPromise(true).WithContextID(of[i].id)
	}))
}

// Frame is the frame in a process of its own whose address begins so, as those in files are, once it is there. It is gone with the
// browser.
func (b *Browser) Frame(address string, patience time.Duration) (*Browser, error) {
	var addresses []string
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); pause(0) {
		infos, err := chromedp.Targets(b.ctx)
		if err != nil {
			return nil, fmt.Errorf("look for frames: %w", err)
		}
		addresses = nil
		for _, info := range infos {
			if info.Type != "iframe" || info.BrowserContextID != b.id {
				continue
			}
			if addresses = append(addresses, info.URL); !strings.HasPrefix(info.URL, address) {
				continue
			}
			frame := &Browser{}
			var cancel context.CancelFunc
			frame.ctx, cancel = chromedp.NewContext(b.ctx, chromedp.WithTargetID(info.TargetID))
			b.cancel = append(b.cancel, cancel)
			chromedp.ListenTarget(frame.ctx, frame.listen)
			return frame, chromedp.Run(frame.ctx, runtime.Enable(), log.Enable())
		}
	}
	return nil, fmt.Errorf("waited %v for a frame of %s; there are %q", patience, address, addresses)
}

// UntilInFrame is Until in such a document.
func (b *Browser) UntilInFrame(origin string, i int, condition string, patience time.Duration) error {
	var last error
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		var yes bool
		asked := time.Now()
		if last = b.EvaluateInFrame(origin, i, "Boolean("+condition+")", &yes); yes {
			return nil
		}
		pause(time.Since(asked))
	}
	return fmt.Errorf("waited %v for: %s in a frame (%v)\nconsole: %s", patience, condition, last, strings.Join(b.Complaints(), "\n"))
}
