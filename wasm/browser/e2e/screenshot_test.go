package e2e

import (
	"flag"
	"os"
	"testing"

	"github.com/chromedp/chromedp"

	"backfill/wasm/browser/visit"
)

var (
	screenshot = flag.String("screenshot", "", "the `file` to write the README's picture to")
	thorough   = flag.Bool("long", false, "look for what takes too long for every day (make test-long)")
	pictures   = flag.String("pictures", "", "the `folder` for the pictures of TestPictures")
)

// The README's picture: "make screenshot".
func TestScreenshot(t *testing.T) {
	t.Parallel()
	if *screenshot == "" {
		t.Skip(`no -screenshot: only "make screenshot" writes the picture`)
	}
	p := open(t, site(t), visit.Options{})
	p.do(chromedp.EmulateViewport(1440, 960))
	p.drop(write(t, "model.json", `{"version": 1, "name": "300 jobs of the Lublin-Feitelson model", "machine": {"kind": "cluster", "processors": 128},
	 "workload": {"kind": "lublin", "jobs": 300, "processors": 128, "load": 0.7}, "seed": 4,
	 "policies": [{"kind": "fcfs", "label": "FCFS"}, {"kind": "easy", "label": "EASY"}, {"kind": "conservative", "label": "Conservative"}], "baseline": "FCFS"}`))
	p.until(visit.Idle + ` && document.querySelector("#experiment-name").value.startsWith("300 jobs")`)
	p.frame()
	var png []byte
	p.do(chromedp.CaptureScreenshot(&png))
	const most = 300_000
	if len(png) > most {
		t.Errorf("the picture has %d bytes, more than %d", len(png), most)
	}
	if err := os.WriteFile(*screenshot, png, 0o644); err != nil {
		t.Fatal(err)
	}
}
