package visit

import (
	"context"
	"path/filepath"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

func preferTheme(dark bool) chromedp.Action {
	scheme := "light"
	if dark {
		scheme = "dark"
	}
	return emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}})
}

func downloadInto(id cdp.BrowserContextID, folder string) chromedp.Action {
	return browser.SetDownloadBehavior(browser.SetDownloadBehaviorBehaviorAllow).WithBrowserContextID(id).WithDownloadPath(folder).WithEventsEnabled(true)
}

// RunFirst runs a script in every document that the tab opens from now on, before those of the document.
func RunFirst(script string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(script).Do(ctx)
		return err
	})
}

// Drop drags files from outside onto the page and lets go.
func (b *Browser) Drop(paths ...string) error {
	const x, y = 100, 300 // within the narrowest window
	files := make([]string, len(paths))
	for i, path := range paths {
		var err error
		if files[i], err = filepath.Abs(path); err != nil { // the browser reads no other paths, and says nothing
			return err
		}
	}
	data := &input.DragData{Items: []*input.DragDataItem{}, Files: files, DragOperationsMask: 1}
	return b.Do(
		input.DispatchDragEvent(input.DragEnter, x, y, data),
		input.DispatchDragEvent(input.DragOver, x, y, data),
		input.DispatchDragEvent(input.Drop, x, y, data),
	)
}
