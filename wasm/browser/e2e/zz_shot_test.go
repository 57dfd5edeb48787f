package e2e

import (
	"os"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"backfill/wasm/browser/visit"
)

func TestZZShots(t *testing.T) {
	url := site(t)
	p := start(t, visit.Options{Width: 1280, Height: 900})
	shot := func(name string) {
		var png []byte
		p.do(chromedp.CaptureScreenshot(&png))
		os.WriteFile("/tmp/shots/"+name+".png", png, 0o644)
	}
	os.MkdirAll("/tmp/shots", 0o755)
	p.do(chromedp.Navigate(url + "/write.html"))
	begun := time.Now()
	p.until(`document.querySelector("#state").innerText === "No mistakes."`)
	t.Log("no mistakes after", time.Since(begun))
	shot("write")
	p.wears(true)
	p.do(chromedp.EmulateViewport(1280, 900))
	shot("write-dark")
	p.do(chromedp.EmulateViewport(390, 844))
	shot("write-narrow-dark")
	p.wears(false)
	shot("write-narrow")
	p.do(chromedp.EmulateViewport(1280, 900))
	p.do(chromedp.Navigate(url + "/lesson-own.html"))
	p.until(`!document.querySelector("#opening").hidden`)
	shot("own-empty")
	p.do(chromedp.Navigate(url + "/lesson-own.html#name=my-lesson"))
	p.until(`!document.querySelector("#lesson").hidden`)
	p.do(chromedp.Sleep(2*time.Second))
	shot("own")
	p.do(chromedp.Navigate(url + "/write.html#lesson=why-backfilling"))
	begun = time.Now()
	p.until(`document.querySelector("#state").innerText === "No mistakes." && document.querySelector("article h1").innerText.startsWith("Why")`)
	t.Log("why: no mistakes after", time.Since(begun))
	p.do(chromedp.Evaluate(`document.querySelector("#reveal").click()`, nil), chromedp.Sleep(3*time.Second))
	shot("write-why")
}
