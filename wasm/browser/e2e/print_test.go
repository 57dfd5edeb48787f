package e2e

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"backfill/wasm/browser/visit"
)

// The saved timeline has margins, and says in the file where it comes from.
func TestSavedTimeline(t *testing.T) {
	folder := t.TempDir()
	p := open(t, site(t), visit.Options{Downloads: folder, Dark: true})
	width := eval[int](p, `document.querySelector("#timeline canvas").width`)
	p.click("#export-button")
	p.until(`document.querySelector("#export-dialog") !== null`)
	p.do(chromedp.Evaluate(`[...document.querySelectorAll("#export-dialog .item")].find(b => b.innerText.startsWith("Timeline")).click()`, nil))
	var content []byte
	for deadline := time.Now().Add(patience); len(content) == 0 && time.Now().Before(deadline); {
		p.do(chromedp.Sleep(20 * time.Millisecond))
		if names, _ := filepath.Glob(filepath.Join(folder, "*.png")); len(names) == 1 {
			var err error
			if content, err = os.ReadFile(names[0]); err != nil {
				t.Fatal(err)
			}
		}
	}
	picture, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	if got, least := picture.Bounds().Dx(), 2*width; got <= least {
		t.Errorf("the picture is %d pixels wide, want more than %d", got, least)
	}
	if r, g, b, _ := picture.At(1, 1).RGBA(); r+g+b != 3*0xffff {
		t.Error("the paper is not white")
	}
	for _, word := range []string{"iTXtDescription", "seed 1", `"kind":"cluster"`} {
		if !bytes.Contains(content, []byte(word)) {
			t.Errorf("the file does not hold %q", word)
		}
	}
	if *pictures != "" {
		if err := os.WriteFile(filepath.Join(*pictures, "saved.png"), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
