package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"backfill/wasm/browser/visit"
)

// dated is a log that begins on 29 March 1997 at 0:00 UTC, 1:00 in Stockholm, where clocks go forward from 2:00 to 3:00 on the 30th, 25 h
// later. Its four jobs are submitted then, a day later, two days later and after nine days.
const dated = `; MaxProcs: 4
; UnixStartTime: 859593600
; TimeZoneString: Europe/Stockholm
1 0 0 3600 4 -1 -1 4 3600 -1 1 1 1 1 1 -1 -1 -1
2 86400 0 7200 2 -1 -1 2 7200 -1 1 2 1 1 1 -1 -1 -1
3 172800 0 7200 4 -1 -1 4 9000 -1 1 1 1 1 1 -1 -1 -1
4 777600 0 60 1 -1 -1 1 60 -1 1 2 1 1 1 -1 -1 -1
`

// Dates are read as they are shown, by the browser's own zone database: on the timeline by keyboard alone, in windows, and of jobs.
func TestDates(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	p := open(t, site(t), visit.Options{Width: 1400, Height: 900, Downloads: folder})
	p.drop(write(t, "dated.swf", dated))
	p.until(visit.Idle + ` && document.querySelector("#experiment-name").value === "dated.swf"`)

	p.do(chromedp.Focus("#timeline", chromedp.ByQuery))
	p.keys("g")
	p.until(`document.activeElement.id === "go-to-at"`)
	p.keys("30 mar 1997 2:30" + kb.Enter)
	p.says("#go-to-mistake", "30 mar 1997 2:30: clocks in Europe/Stockholm skip this time")
	p.until(`document.activeElement.id === "go-to-at"`)
	p.run(`document.activeElement.select()`)
	p.keys("1997-03-30 03:00" + kb.Enter)
	p.says("#announcer", "The timeline shows 30 Mar 1997 03:00:00.")
	p.until(`document.activeElement.id === "timeline"`)

	p.keys("g")
	p.until(`document.activeElement.id === "go-to-at"`)
	p.keys(kb.Tab + kb.Tab)
	p.until(`document.activeElement.id === "go-to-from" && document.activeElement.value === "29 Mar 1997 01:00:00"`)
	p.run(`document.activeElement.select()`)
	p.keys("1997-03-30" + kb.Tab)
	p.run(`document.activeElement.select()`)
	p.keys("1 Apr 1997" + kb.Enter)
	p.says("#announcer", "The timeline shows 30 Mar 1997 00:00:00 to 1 Apr 1997 00:00:00.")
	p.press(".picture", "In words")
	p.says(".picture .words", "from 30 Mar 1997 00:00:00 to 1 Apr 1997 00:00:00 (1 d 23 h)") // one of the days has 23 h

	p.keys("g")
	p.until(`document.activeElement.id === "go-to-at"`)
	p.run(`document.activeElement.select()`)
	p.keys("job 3" + kb.Enter)
	p.says("#inspector", "Job 3")

	// A window from the moment when the clocks change, 90,000 s after the log begins, and a job in it that comes a day earlier.
	p.choose("add-transformations", "Window")
	p.click("#add-transformations-button")
	p.put("#field-workload-transform-0-from", "1997-03-30 03:00", "input")
	p.untilRun(`document.querySelector("#answers").innerText.includes("2 jobs")`)
	p.says(".experiment", "From 1 d 01:00:00")
	p.put("#go-to-at", "#3", "input")
	p.press("#go-to", "Go")
	p.until(`document.querySelector("#change-job") !== null`)
	p.click("#change-job")
	p.put("#what-if-submit", "1997-04-02", "input")
	p.says("#whatif", "Job 3 is submitted at 2 Apr 1997 00:00:00 instead of 31 Mar 1997 02:00:00.")
	p.untilRun(`true`)
	if result := string(p.export(folder)); !strings.Contains(strings.Join(strings.Fields(result), ""), `"transform":[{"kind":"window","from":90000},{"kind":"change","jobs":[{"job":3,"submit":248400}]}]`) {
		t.Errorf("the scenario is %.1500s", result)
	}
}
