//go:build campaign

// Package campaign has the built page go through failures and through random actions, in Chromium.
package campaign

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"backfill/assets"
	"backfill/engine/experiment"
	"backfill/engine/scenario"
	"backfill/policies/written"
	"backfill/wasm/browser/visit"
)

// patience bounds every wait for something that is to come.
const patience = time.Minute

// lab is a server with the page and a Chromium.
type lab struct {
	url      string
	chromium *visit.Chromium
}

func newLab(t *testing.T) *lab {
	t.Helper()
	if _, err := fs.Stat(assets.Dist(), "index.html"); err != nil {
		t.Skip(`the page is not built: run "make build"`)
	}
	server, err := visit.Site(assets.Dist())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	chromium, err := visit.Launch(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(chromium.Close)
	return &lab{server.URL, chromium}
}

// page is a visit of the page, whose workers, reads and stores are counted by the script steps.
type page struct {
	*visit.Browser
	folder string // for downloads
}

// visit opens the page in a browser without history, and waits for its first picture.
func (l *lab) visit(folder string) (*page, error) {
	b, err := l.chromium.Open(visit.Options{Downloads: folder})
	if err != nil {
		return nil, err
	}
	p := &page{b, folder}
	if err := p.Do(visit.RunFirst(steps), chromedp.Navigate(l.url)); err != nil {
		b.Close()
		return nil, err
	}
	if err := p.Until(visit.Idle, patience); err != nil {
		b.Close()
		return nil, err
	}
	return p, nil
}

// script runs JavaScript that has no value.
func (p *page) script(text string) error { return p.Do(chromedp.Evaluate(text+"; 0", nil)) }

// text is the value of an expression that is a text.
func (p *page) text(expression string) (text string, err error) {
	err = p.Evaluate(expression, &text)
	return text, err
}

// is the value of a condition.
func (p *page) is(condition string) (yes bool, err error) {
	err = p.Evaluate("Boolean("+condition+")", &yes)
	return yes, err
}

const (
	// atRest: nothing runs, whatever is on the page.
	atRest = `(!document.documentElement.hasAttribute("data-busy") && document.querySelector(".running").hidden)`
	// finished: nothing runs nor waits for an answer to be run, and what is on the page is whole.
	finished = visit.Idle + ` && document.querySelector("#run-anyway-button") === null && !/So far|were stopped/.test(document.querySelector("#answer").innerText)`
	// experimentName is the name of the experiment that is on the page.
	experimentName = `document.querySelector("#experiment-name").value`
	// notices are what the page says.
	notices = `[...document.querySelectorAll(".notices .notice:not(.welcome), #failure, .stale")].filter((e) => !e.hidden).map((e) => e.innerText).join("\n")`
)

// shows is the condition that an experiment is on the page as a whole.
func shows(name string) string {
	return finished + ` && ` + isNamed(name)
}

// isNamed is the condition that the experiment on the page, or what is there of it, has this name.
func isNamed(name string) string { return fmt.Sprintf(`%s === %q`, experimentName, name) }

// ran is a condition that holds after what stands in the fields has been simulated, even if the page asks before.
func ran(condition string) string {
	return `(document.querySelector("#run-button")?.offsetParent && document.querySelector("#run-button").click(), ` + condition + `)`
}

// result saves the result as JSON and is its content.
func (p *page) result() ([]byte, error) {
	pattern := filepath.Join(p.folder, "*.json")
	old, err := filepath.Glob(pattern)
	if err != nil {
		return nil, err
	}
	for _, name := range old {
		if err := os.Remove(name); err != nil {
			return nil, err
		}
	}
	if err := p.script(`document.querySelector("#export-button").click()`); err != nil {
		return nil, err
	}
	if err := p.Until(`document.querySelector("#export-dialog") !== null`, patience); err != nil {
		return nil, err
	}
	if err := p.script(`[...document.querySelectorAll("#export-dialog .item")].find((b) => b.innerText.startsWith("Result")).click()`); err != nil {
		return nil, err
	}
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		names, err := filepath.Glob(pattern)
		if err != nil {
			return nil, err
		}
		if len(names) == 0 {
			continue
		}
		content, err := os.ReadFile(names[0])
		if err != nil {
			return nil, err
		}
		if json.Valid(content) {
			return content, p.script(`document.querySelector("#dialog-close")?.click()`)
		}
	}
	return nil, errors.New("no result was saved")
}

// native is the result of a scenario without a browser, as JSON.
func native(text []byte) ([]byte, error) {
	s, err := scenario.Read(text)
	if err != nil {
		return nil, err
	}
	plan, err := scenario.Compile(s, written.Catalogs())
	if err != nil {
		return nil, err
	}
	cells := experiment.NewCells(plan)
	if err := cells.MeasureAll(); err != nil {
		return nil, err
	}
	return cells.Result().JSON()
}

// runs are the metrics of a result by what they are of.
func runs(result []byte) (map[string]string, error) {
	var r struct{ Runs []*experiment.Run }
	if err := json.Unmarshal(result, &r); err != nil {
		return nil, err
	}
	all := map[string]string{}
	for _, run := range r.Runs {
		all[fmt.Sprint(run.Point, run.Replication, run.Policy)] = fmt.Sprintf("%.12g", []float64(run.Metrics))
	}
	return all, nil
}

// same says what differs in the numbers of two results.
func same(got, want []byte) error {
	a, err := runs(got)
	if err != nil {
		return err
	}
	b, err := runs(want)
	if err != nil {
		return err
	}
	if len(b) == 0 || len(a) != len(b) {
		return fmt.Errorf("%d runs, want %d", len(a), len(b))
	}
	for name, metrics := range b {
		if a[name] != metrics {
			return fmt.Errorf("run %s has the metrics %s, want %s", name, a[name], metrics)
		}
	}
	return nil
}

// wentWrong is what the page or its console say of mistakes of the program itself.
func (p *page) wentWrong() error {
	said, err := p.text(notices)
	if err != nil {
		return err
	}
	for _, sign := range []string{"not your fault", "The program has stopped", "could not be drawn", "could not be run"} {
		if strings.Contains(said, sign) && !strings.Contains(said, "two workers broke") && !strings.Contains(said, "as told") {
			return fmt.Errorf("the page says %q, the console %.3000q", said, p.Complaints())
		}
	}
	for _, complaint := range p.Complaints() {
		if strings.Contains(complaint, "panic") || strings.Contains(complaint, "Uncaught") {
			return fmt.Errorf("the console says %.1000q", complaint)
		}
	}
	return nil
}
