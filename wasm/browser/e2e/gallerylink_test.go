package e2e

import (
	"strings"
	"testing"

	"backfill/wasm/browser/visit"
)

// An address may name an item of the gallery. If there is none of that name, the page says so and shows the textbook case.
func TestLinkToAnItem(t *testing.T) {
	t.Parallel()
	url := site(t)
	const title = `document.querySelector("#experiment-name").value`
	p := open(t, url+"/?gallery=lublin", visit.Options{})
	if got := eval[string](p, title); !strings.Contains(got, "A busy week") {
		t.Errorf("the title is %q", got)
	}
	if got := eval[string](p, `location.search + location.hash.slice(0, 5)`); got != "?gallery=lublin#s=1." {
		t.Errorf("the address ends with %q", got)
	}
	p = open(t, url+"/?gallery=nothing", visit.Options{})
	if got := p.text(".notices"); !strings.Contains(got, "The gallery's nothing.json cannot be opened") {
		t.Errorf("the notice is %q", got)
	}
	if got := eval[string](p, title); got != "A textbook case" {
		t.Errorf("the title is %q", got)
	}
}
