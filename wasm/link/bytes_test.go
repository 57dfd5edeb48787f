package link

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"github.com/andybalholm/brotli"
)

var measured = flag.String("program", "", "a `file` with a compiled program: TestBytes tells what each pass saves of it")

// TestBytes tells what doc.go says of a program, which takes a quarter of an hour (the page itself is compiled with more flags: wasm/site/program.go):
//
//	GOOS=js GOARCH=wasm go build -ldflags='-s -w' -o /tmp/page.wasm ./wasm/browser
//	go test -timeout 1h -run TestBytes -v ./wasm/link -args -program /tmp/page.wasm
func TestBytes(t *testing.T) {
	if *measured == "" {
		t.Skip("-program names no program to measure")
	}
	module, err := os.ReadFile(*measured)
	if err != nil {
		t.Fatal(err)
	}
	tell := func(after string) {
		var b bytes.Buffer
		w := brotli.NewWriterLevel(&b, brotli.BestCompression)
		w.Write(module)
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		t.Logf("%-10s %5d kB", after, b.Len()/1000)
	}
	tell("as linked")
	for _, p := range passes {
		if module, err = p.do(module); err != nil {
			t.Fatalf("%s: %v", p.name, err)
		}
		tell(p.name)
	}
}
