package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// walker notes what the focus comes to. walk.here tells what is wrong with it there; walk.missed are the elements that
// can be used and were never come to.
const walker = `(() => {
	const name = e => e.tagName + "#" + e.id + " " + (e.getAttribute("aria-label") ?? e.innerText ?? "").slice(0, 40);
	const usable = () => [...document.querySelectorAll("a[href], button, input, select, textarea, summary, iframe, [tabindex='0']")]
		.filter(e => e.checkVisibility({visibilityProperty: true}) && !e.closest("[inert]") && !e.disabled && e.tabIndex >= 0 && !(e.type === "radio" && otherOf(e)));
	// otherOf tells whether Tab leads to another radio button of the same name.
	const otherOf = e => {
		const group = [...document.querySelectorAll("input[type=radio]")].filter(other => other.name === e.name && other.form === e.form);
		return e !== (group.find(other => other.checked) ?? group[0]);
	};
	const seen = new Set();
	let last = null;
	document.activeElement?.blur();
	window.walk = {
		count: () => usable().length,
		here: () => {
			const e = document.activeElement;
			if (e === null || e === document.body || e === document.documentElement) return ""; // between the end and the beginning
			const inside = e.tagName === "IFRAME" || e.shadowRoot !== null; // what is in a frame is tested as a page of its own
			if (inside && e === last) return "";
			if (seen.has(e)) return "again: " + name(e);
			seen.add(e);
			last = e;
			if (inside) return "";
			const style = getComputedStyle(e);
			if (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2) return name(e) + ": the focus cannot be seen";
			const box = e.getBoundingClientRect();
			const left = Math.max(box.left, 0), right = Math.min(box.right, innerWidth), top = Math.max(box.top, 0), bottom = Math.min(box.bottom, innerHeight);
			if (right - left < 1 || bottom - top < 1) return name(e) + ": the focus is out of sight";
			const points = [0.1, 0.5, 0.9].flatMap(x => [0.1, 0.5, 0.9].map(y => [left + (right - left) * x, top + (bottom - top) * y]));
			const free = points.some(([x, y]) => { const top = document.elementFromPoint(x, y); return top !== null && (e.contains(top) || top.contains(e)); });
			return free ? "" : name(e) + ": something lies over the focus";
		},
		missed: () => usable().filter(e => !seen.has(e)).map(name),
	};
	return true;
})()`

// atRest waits until nothing that can be used has moved for twenty frames: charts are drawn anew some time after the
// window has got another width.
const atRest = `(async () => {
	const places = () => [...document.querySelectorAll("button, input, select, summary")].map(e => e.getBoundingClientRect().top).join();
	for (let before = "", still = 0, frames = 0; still < 20 && frames < 2000; frames++) {
		await new Promise(requestAnimationFrame);
		const now = places();
		still = now === before ? still + 1 : 0;
		before = now;
	}
	return true;
})()`

// hasKeyboard goes through the page with Tab, and a little back with Shift and Tab: the focus comes to everything that
// can be used, is to be seen there, and leaves again. Radio buttons of one name count as one.
func hasKeyboard(t *testing.T, p *page) {
	p.do(chromedp.EmulateViewport(1366, 768))
	eval[bool](p, atRest)
	eval[bool](p, walker)
	count := eval[int](p, `walk.count()`)
	most := 2*count + 20
	if eval[bool](p, `document.querySelector("iframe, backfill-lab") !== null`) {
		most += 1000
	}
	steps := 0
	for ; steps < most; steps++ {
		p.do(keyboard(kb.Tab))
		if here := eval[string](p, `walk.here()`); strings.HasPrefix(here, "again: ") {
			break
		} else if here != "" {
			t.Error(here)
		}
	}
	if steps == most {
		t.Errorf("after %d steps the focus has not come round", steps)
	}
	for _, missed := range eval[[]string](p, `walk.missed()`) {
		t.Errorf("the focus never comes to %s", missed)
	}
	back := func() string {
		p.do(keyboard(kb.Tab, chromedp.KeyModifiers(input.ModifierShift)))
		return eval[string](p, `document.activeElement.tagName + " " + (document.activeElement.id || document.activeElement.innerText) + [...document.querySelectorAll("*")].indexOf(document.activeElement)`)
	}
	before := back()
	for range min(5, count-1) { // with one element there is no other to go to
		now := back()
		if now == before && !strings.HasPrefix(now, "IFRAME") && !strings.HasPrefix(now, "BACKFILL-LAB") {
			t.Errorf("the focus does not go back from %s", now)
		}
		before = now
	}
}
