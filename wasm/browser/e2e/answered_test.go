package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"

	"backfill/wasm/browser/visit"
)

// The build has asked what a first visit asks a worker first, so that the worker is not asked. It answers whatever comes next: the same after a change and its undo.
func TestFirstQuestionIsAnsweredAlready(t *testing.T) {
	t.Parallel()
	const counted = `window.simulated = 0; const post = Worker.prototype.postMessage; Worker.prototype.postMessage = function (message, ...rest) {
		if (message.head?.includes('"simulate"')) simulated++;
		return post.call(this, message, ...rest);
	}`
	p := start(t, visit.Options{})
	p.do(visit.RunFirst(counted), chromedp.Navigate(site(t)))
	p.until(visit.Idle)
	if n := eval[int](p, `simulated`); n != 0 {
		t.Errorf("a first visit has workers simulate %d times", n)
	}
	const shown = `document.querySelector("#answers").innerText` + untimed
	before := eval[string](p, shown)
	p.put("#field-machine-processors", "9", "input")
	p.until(visit.Idle + ` && simulated > 0`)
	if eval[string](p, shown) == before {
		t.Error("one more processor changes no answer")
	}
	p.click("#undo-button")
	p.until(visit.Idle + ` && ` + shown + ` === ` + quoted(t, before))
}
