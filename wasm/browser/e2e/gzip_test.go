package e2e

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"strings"
	"testing"

	"backfill/wasm/browser/visit"
)

// What the browser cannot unpack is read all the same, or refused in words of our own.
func TestGzippedLogs(t *testing.T) {
	t.Parallel()
	part := func(from, to int) string {
		var lines, packed bytes.Buffer
		for i := from; i < to; i++ {
			fmt.Fprintf(&lines, "%d %d -1 %d 1 -1 -1 1 100 -1 1 1 1 -1 -1 -1 -1 -1\n", i, i*7, 1+i*31%97)
		}
		w := gzip.NewWriter(&packed)
		if _, err := w.Write(lines.Bytes()); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return packed.String()
	}
	whole := part(1, 5001)
	p := open(t, site(t), visit.Options{})
	says := func(selector, text string) {
		p.until(fmt.Sprintf(`document.querySelector(%q)?.innerText.includes(%q)`, selector, text))
	}
	p.drop(write(t, "whole.swf.gz", whole))
	says("#experiment", "5,000 job lines read")
	p.drop(write(t, "parts.swf.gz", part(1, 3001)+part(3001, 6001)))
	says("#experiment", "6,000 job lines read")
	p.drop(write(t, "short.swf.gz", whole[:len(whole)/2]))
	says(".notices", "the gzip data end too early")
	p.drop(write(t, "damaged.swf.gz", whole[:200]+strings.Repeat("?", 300)+whole[500:]))
	says(".notices", "the gzip data are damaged")
	says(".notices", "damaged.swf.gz")
}
