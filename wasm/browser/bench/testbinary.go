package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"backfill/wasm/browser/bench/printed"
	"backfill/wasm/browser/visit"
)

// testBinary is a package's tests, compiled natively and as WebAssembly.
type testBinary struct {
	native, wasm string // files
	folder       string // of the package
}

// compileTests compiles a package's tests into folder, as WebAssembly by the same profile as the page's program.
func compileTests(pkg, folder string) (testBinary, error) {
	base := filepath.Join(folder, strings.ReplaceAll(filepath.Clean(pkg), string(filepath.Separator), "-"))
	t := testBinary{native: base + ".test", wasm: base + ".wasm", folder: pkg}
	for _, target := range []struct{ file, goos, goarch, profile string }{{t.native, "", "", "off"}, {t.wasm, "js", "wasm", "wasm/browser/default.pgo"}} {
		c := exec.Command("go", "test", "-c", "-pgo="+target.profile, "-o", target.file, "./"+pkg)
		if target.goos != "" {
			c.Env = append(os.Environ(), "GOOS="+target.goos, "GOARCH="+target.goarch)
		}
		if text, err := c.CombinedOutput(); err != nil {
			return t, fmt.Errorf("compile the tests of %s: %w\n%s", pkg, err, text)
		}
	}
	return t, nil
}

// arguments run the benchmarks of a pattern and nothing else, often and not for long: the best
// of them is one that nobody has disturbed.
func arguments(pattern string) []string {
	return []string{"-test.run=^$", "-test.bench=" + pattern, "-test.count=8", "-test.benchtime=2x", "-test.timeout=0"}
}

// natively runs benchmarks in this machine's code.
func (t testBinary) natively(pattern string) ([]printed.Value, error) {
	c := exec.Command(t.native, arguments(pattern)...)
	c.Dir = t.folder
	text, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("benchmarks %s: %w\n%s", pattern, err, text)
	}
	return printed.Values(bytes.NewReader(text), pattern)
}

// inBrowser runs them in a worker of Chromium that has nothing else to do.
func (t testBinary) inBrowser(b *visit.Browser, pattern string) ([]printed.Value, error) {
	argv, err := json.Marshal(append([]string{"test"}, arguments(pattern)...))
	if err != nil {
		return nil, err
	}
	var said struct {
		Code int
		Text string
	}
	script := fmt.Sprintf(`new Promise((resolve, reject) => {
		const worker = new Worker(%q);
		worker.onerror = (e) => reject(e.message);
		worker.onmessage = ({data}) => { worker.terminate(); resolve(data); };
		worker.postMessage({url: %q, argv: %s});
	})`, testWorkerPath, testsPath+filepath.Base(t.wasm), argv)
	if err := b.Evaluate(script, &said); err != nil {
		return nil, fmt.Errorf("benchmarks %s in the browser: %w", pattern, err)
	}
	if said.Code != 0 {
		return nil, fmt.Errorf("benchmarks %s in the browser: exit status %d\n%s", pattern, said.Code, said.Text)
	}
	return printed.Values(strings.NewReader(said.Text), pattern)
}
