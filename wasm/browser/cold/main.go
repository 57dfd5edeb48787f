// Command cold finds out which functions of the program are cold, that is, not needed for the first picture: it opens the built page in Chromium with
// a program that marks the functions that are called, and writes the names of all others into wasm/site/cold.txt. The build puts
// them into a part of the program that comes later. It runs in the module's root.
package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/emulation"

	"backfill/assets"
	"backfill/serve/static"
	"backfill/wasm/browser/visit"
)

func main() {
	names, err := coldFunctions()
	if err == nil {
		err = os.WriteFile(filepath.Join("wasm", "site", "cold.txt"), []byte(strings.Join(names, "\n")+"\n"), 0o666)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "cold:", err)
		os.Exit(1)
	}
}

// coldFunctions lists the functions that a first visit does not call, in order.
func coldFunctions() ([]string, error) {
	folder, err := os.MkdirTemp("", "backfill-cold-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	if out, err := exec.Command("go", "run", "./wasm/site", "-marked", folder).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build the program: %w\n%s", err, out)
	}
	functions, err := os.ReadFile(filepath.Join(folder, "functions.txt"))
	if err != nil {
		return nil, err
	}
	files, err := static.New(assets.Dist())
	if err != nil {
		return nil, err
	}
	s := &site{files: files, program: filepath.Join(folder, "backfill.wasm")}
	server := httptest.NewServer(s)
	defer server.Close()
	for _, o := range []visit.Options{{}, {Width: 320, Height: 600, Dark: true}} {
		for _, slower := range []float64{1, 8} {
			for _, address := range []string{"", "/?plain"} { // which is not shown prerendered
				if err := lookAround(server.URL+address, o, slower); err != nil {
					return nil, err
				}
			}
		}
	}
	used := map[string]bool{} // functions of one name are one
	for f, name := range strings.Split(string(functions), "\n") {
		used[name] = used[name] || s.marks[f/8]&(1<<(f%8)) != 0
	}
	var names []string
	for name, called := range used {
		if !called {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}

// A site serves the page with the program that marks the functions that are called, and gathers what it has marked.
type site struct {
	files   http.Handler
	program string

	mu    sync.Mutex
	marks [4096]byte
}

// tell makes each instance of the program, in the page and in workers, tell what it has marked, and collect its garbage often.
// What workers say comes slowly, so that the page is drawn after each message.
const tell = `
{
	const run = Go.prototype.run;
	Go.prototype.run = function (instance) {
		this.env.GOGC = "5";
		setInterval(() => fetch("marks", { method: "POST", body: new Uint8Array(instance.exports.mem.buffer, 0, 4096) }), 100);
		return run.call(this, instance);
	};
	const listen = Worker.prototype.addEventListener;
	Worker.prototype.addEventListener = function (type, hear) {
		let before = Promise.resolve();
		const slowly = (event) => {
			before = before.then(() => new Promise((next) => setTimeout(next, 300))).then(() => hear(event));
		};
		listen.call(this, type, type === "message" ? slowly : hear);
	};
}
`

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.Method == http.MethodPost:
		marked, err := io.ReadAll(io.LimitReader(r.Body, int64(len(s.marks))))
		if err == nil {
			s.mu.Lock()
			for i, m := range marked {
				s.marks[i] |= m
			}
			s.mu.Unlock()
		}
		w.WriteHeader(http.StatusNoContent)
	case strings.HasPrefix(r.URL.Path, "/backfill."):
		http.ServeFile(w, r, s.program)
	case strings.HasPrefix(r.URL.Path, "/wasm_exec."):
		script := httptest.NewRecorder()
		r.Header.Del("Accept-Encoding")
		s.files.ServeHTTP(script, r)
		w.Header().Set("Content-Type", script.Header().Get("Content-Type"))
		io.Copy(w, io.MultiReader(bytes.NewReader(script.Body.Bytes()), strings.NewReader(tell)))
	default:
		s.files.ServeHTTP(w, r)
	}
}

// lookAround opens the page on a processor so many times slower, waits for its picture and does what changes nothing.
func lookAround(url string, o visit.Options, slower float64) error {
	b, err := visit.Open(context.Background(), o)
	if err != nil {
		return err
	}
	defer b.Close()
	if err := b.Do(emulation.SetCPUThrottlingRate(slower)); err != nil {
		return err
	}
	if err := b.Goto(url); err != nil {
		return err
	}
	if err := b.Until(visit.Idle, time.Minute); err != nil {
		return err
	}
	return b.Evaluate(look, nil)
}

// look moves the pointer across the timeline, tells of a new size and moves the focus, then waits until all that was called has been told.
const look = `(async () => {
	const canvas = document.querySelector("#timeline canvas");
	const box = canvas.getBoundingClientRect();
	for (let i = 0; i < 50; i++) {
		const at = { clientX: box.left + (box.width * i) / 50, clientY: box.top + (box.height * (i % 10)) / 10, bubbles: true };
		canvas.dispatchEvent(new PointerEvent("pointermove", at));
		await new Promise((next) => requestAnimationFrame(next));
	}
	window.dispatchEvent(new Event("resize"));
	document.dispatchEvent(new FocusEvent("focusin"));
	await new Promise((next) => setTimeout(next, 3000));
})()`
