package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"backfill/wasm/browser/visit"
)

// A log without a header, of which one job is absurdly wide, is dropped on the textbook case: nobody is refused, the notice says which
// machine that is and what load it has, and the reader uses a smaller one by a button, and a
// reload keeps what is said of the machine.
//
// 200 jobs, one every 100 s, run for 90 s: one on 50,000 processors, one on 16, the others on 2. They ask for
// 90 (50,000 + 16 + 198 * 2) of 50,000 * 19,900 processor seconds: 0.456 %.
func TestLogWithoutAMachine(t *testing.T) {
	inBrowser(t)
	var b strings.Builder
	for i := range 200 {
		size := map[int]int{3: 50_000, 5: 16}[i]
		if size == 0 {
			size = 2
		}
		fmt.Fprintf(&b, "%d %d -1 90 %d -1 -1 %d 90 -1 1 1 1 -1 -1 -1 -1 -1\n", i+1, 100*i, size, size)
	}
	p := open(t, site(t), visit.Options{})
	p.drop(write(t, "bare.swf", b.String()))
	p.untilRun(`document.querySelector("#field-machine-processors")?.value === "50000"`)
	const notice = ".notices .notice:not([hidden]) p"
	if got := p.text(notice); !strings.Contains(got, "50,000 processors, with an offered load of 0.5 %. Only 1 of 200 jobs needs more than 16 processors") {
		t.Errorf("the notice says %q", got)
	}
	if got := p.text(".description"); !strings.HasPrefix(got, "The header of the log names no machine.") {
		t.Errorf("described as %q", got)
	}
	p.click("#change-machine-button")
	p.until(`document.activeElement.id === "field-machine-processors"`)
	p.click("#use-others-button")
	p.untilRun(`document.querySelector("#field-machine-processors").value === "16" && document.querySelector(".notices").innerText.includes("1 of 200 jobs is refused")`)
	p.until(`document.activeElement.id === "field-machine-processors" && !document.querySelector("#use-others-button")`)
	p.do(chromedp.Reload())
	p.untilRun(`document.querySelector("#field-machine-processors")?.value === "16"`)
	if got := p.text(".description"); !strings.HasPrefix(got, "Changed from “bare.swf”, which this describes: ") {
		t.Errorf("after a reload described as %q", got)
	}
}
