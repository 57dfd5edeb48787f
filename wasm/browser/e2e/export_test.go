package e2e

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"backfill/engine/scenario"
	"backfill/engine/workload/logs"
	"backfill/wasm/browser/visit"
)

// openExports opens the export dialog, once an earlier one is gone.
func (p *page) openExports() {
	p.t.Helper()
	p.until(`document.querySelector(".dialogs").hidden`)
	p.click("#export-button")
	p.until(`document.querySelector("#export-dialog #export-width") !== null`)
}

// save chooses an item of the export dialog and waits for the file, whose name matches pattern.
func (p *page) save(folder, item, pattern string) []byte {
	p.t.Helper()
	p.openExports()
	p.do(chromedp.Evaluate(fmt.Sprintf(`[...document.querySelectorAll("#export-dialog .item")].find(b => b.innerText.startsWith(%q)).click()`, item), nil))
	return p.download(folder, pattern)
}

// download waits for the file in the folder of downloads whose name matches pattern. The browser gives it its name when it is complete.
func (p *page) download(folder, pattern string) []byte {
	p.t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); p.do(chromedp.Sleep(20 * time.Millisecond)) {
		if names, _ := filepath.Glob(filepath.Join(folder, pattern)); len(names) == 1 {
			content, err := os.ReadFile(names[0])
			if err != nil {
				p.t.Fatal(err)
			}
			if len(content) == 0 {
				continue
			}
			if *pictures != "" {
				if err := os.WriteFile(filepath.Join(*pictures, filepath.Base(names[0])), content, 0o644); err != nil {
					p.t.Fatal(err)
				}
			}
			return content
		}
	}
	p.t.Fatalf("no %s was saved; the page says: %s", pattern, p.text(".notices"))
	return nil
}

// choose chooses an option of a select by its text.
func (p *page) choose(id, text string) {
	p.t.Helper()
	p.do(chromedp.Evaluate(fmt.Sprintf(`(() => {
		const select = document.getElementById(%q);
		select.value = [...select.options].find(o => o.text === %q).value;
		select.dispatchEvent(new Event("change", {bubbles: true}));
	})()`, id, text), nil))
}

// wellFormed fails unless text is XML.
func wellFormed(t *testing.T, text []byte) {
	t.Helper()
	for dec := xml.NewDecoder(bytes.NewReader(text)); ; {
		if _, err := dec.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("%v in\n%.2000s", err, text)
		}
	}
}

// A user saves every kind of file, and each is what it should be; all say where they come from.
func TestExportsAreWhatTheyShouldBe(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	p := open(t, site(t), visit.Options{Downloads: folder, Dark: true})

	if s, err := scenario.Read(p.save(folder, "Experiment", "*.scenario.json")); err != nil || len(s.Policies) != 3 {
		t.Errorf("the scenario has %v, %v", s, err)
	}
	if metrics := string(p.save(folder, "Metrics", "*-metrics.csv")); !strings.Contains(metrics, "\nmetric,unit,FCFS,EASY,Conservative\n") || !strings.Contains(metrics, "# Backfill ") {
		t.Errorf("the metrics are\n%s", metrics)
	}
	if jobs := string(p.save(folder, "Jobs", "*case-jobs.csv")); strings.Count(jobs, "\nEASY,") != 12 {
		t.Errorf("the jobs are\n%s", jobs)
	}
	if result := p.save(folder, "Result", "*case.json"); !json.Valid(result) {
		t.Error("the result is no JSON")
	}

	p.openExports()
	p.choose("export-policy", "EASY")
	p.until(`document.querySelector("#export-policy").selectedOptions[0].text === "EASY"`)
	p.click("#dialog-close")
	swf := p.save(folder, "Log", "*-easy.swf")
	w, _, err := logs.ReadSWF(bytes.NewReader(swf), "saved.swf")
	if err != nil || len(w.Jobs) != 12 || w.Wait == nil || !strings.Contains(string(swf), "; Note: policy: EASY\n") {
		t.Errorf("the log is read with %v:\n%s", err, swf)
	}
	if sacct := strings.Split(string(p.save(folder, "Accounting", "*-easy-sacct.txt")), "\n"); len(sacct) != 14 || !strings.Contains(sacct[1], "|COMPLETED|") {
		t.Errorf("the accounting log is %q", sacct)
	}
	lines, err := csv.NewReader(bytes.NewReader(p.save(folder, "Batsim", "*-easy-jobs.csv"))).ReadAll()
	if err != nil || len(lines) != 13 || !regexp.MustCompile(`^\d+(-\d+)?( \d+(-\d+)?)*$`).MatchString(lines[1][14]) || !strings.Contains(lines[1][16], "seed 1") {
		t.Errorf("the table of Batsim is %q, %v", lines, err)
	}
	var trace struct {
		OtherData   struct{ Origin string }
		TraceEvents []struct{ Ph string }
	}
	if err := json.Unmarshal(p.save(folder, "Trace", "*.trace.json"), &trace); err != nil || len(trace.TraceEvents) < 3*12 || !strings.Contains(trace.OtherData.Origin, "seed 1") {
		t.Errorf("the trace: %v, %d events", err, len(trace.TraceEvents))
	}

	p.openExports()
	p.choose("export-width", "85 mm: one column")
	p.choose("export-size", "7 pt")
	p.click("#dialog-close")
	svg := p.save(folder, "Timeline as SVG", "*-timeline.svg")
	wellFormed(t, svg)
	if text := string(svg); !strings.Contains(text, `width="85mm"`) || !strings.Contains(text, ">EASY</text>") || !strings.Contains(text, "seed 1") || strings.Contains(text, "<image") {
		t.Errorf("the timeline is\n%.3000s", text)
	}
	content := p.save(folder, "Timeline as PNG", "*-timeline.png")
	picture, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	if got := picture.Bounds().Dx(); got != 1004 { // 85 / 25.4 * 300
		t.Errorf("85 mm at 300 dots per inch are %d pixels wide", got)
	}
	if r, g, b, _ := picture.At(1, 1).RGBA(); r+g+b != 3*0xffff {
		t.Error("the paper is not white, though the page is dark")
	}
	for _, word := range []string{"pHYs", "iTXtDescription", "seed 1", `"kind":"cluster"`} {
		if !bytes.Contains(content, []byte(word)) {
			t.Errorf("the file does not hold %q", word)
		}
	}

	p.do(chromedp.Evaluate(`[...document.querySelector("#chart-wait").closest("figure").querySelectorAll("button")].find(b => b.innerText === "Save SVG").click()`, nil))
	chart := p.download(folder, "*-wait.svg")
	wellFormed(t, chart)
	if text := string(chart); !strings.Contains(text, `width="85mm"`) || strings.Contains(text, "var(") || !strings.Contains(text, "#0072b2") {
		t.Errorf("the chart is no figure in the colours of paper:\n%.2000s", text)
	}
	p.do(chromedp.Evaluate(`[...document.querySelector("#chart-wait").closest("figure").querySelectorAll("button")].find(b => b.innerText === "Save PNG").click()`, nil))
	if picture, err = png.Decode(bytes.NewReader(p.download(folder, "*-wait.png"))); err != nil || picture.Bounds().Dx() != 1004 {
		t.Errorf("the chart as PNG: %v", err)
	}
}

// A report is read without the page: it has the answer, tables and figures, runs nothing and breaks no rule of its own policy.
func TestReport(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	p := open(t, site(t), visit.Options{Downloads: folder})
	report := p.save(folder, "Report", "*.html")
	answer := p.text("#answer")
	path := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(path, report, 0o644); err != nil {
		t.Fatal(err)
	}
	reader := openOther(t, "file://"+path)
	for what, want := range map[string]string{
		"h1": "A textbook case", ".answer": answer, "pre": `{"kind":"easy"`, "main": "Backfill ", "title": "A textbook case",
	} {
		if got := eval[string](reader, fmt.Sprintf(`document.querySelector(%q).textContent`, what)); !strings.Contains(strings.ReplaceAll(got, "\u00a0", " "), strings.ReplaceAll(want, "\u00a0", " ")) {
			t.Errorf("%s says %q, want %q", what, got, want)
		}
	}
	if n := eval[int](reader, `document.querySelectorAll("figure > svg").length`); n != 4 {
		t.Errorf("%d figures, want 4", n)
	}
	if n := eval[int](reader, `document.scripts.length + document.querySelectorAll("[style], link, iframe, img[src^=http]").length`); n != 0 {
		t.Errorf("%d things that a report must not have", n)
	}
	if width := eval[float64](reader, `document.querySelector("figure svg").getBoundingClientRect().width`); width < 300 {
		t.Errorf("the timeline is %v pixels wide", width)
	}
	if *pictures != "" {
		var shot []byte
		reader.do(chromedp.FullScreenshot(&shot, 100))
		if err := os.WriteFile(filepath.Join(*pictures, "report.png"), shot, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// Files of 100,000 jobs under three policies are whole, the page says how large they are, and it answers while they are written. As in
// TestNoLongTasks a task counts as too long only if it is far beyond what is aimed at.
func TestLargeExports(t *testing.T) {
	onlyLong(t)
	const tolerable = 200
	folder := t.TempDir()
	p := alone(t, visit.Options{Downloads: folder, Width: 1366, Height: 768})
	p.do(chromedp.Navigate(site(t)))
	p.until(visit.Idle)
	p.shows(t, "large", large)
	lines := func(n int) func([]byte) bool {
		return func(b []byte) bool { return bytes.Count(b, []byte("\n")) >= n && bytes.HasSuffix(b, []byte("\n")) }
	}
	for _, file := range []struct {
		item, pattern string
		whole         func([]byte) bool
	}{
		{"Jobs", "*-large-jobs.csv", lines(300_000)},
		{"Log", "*.swf", lines(100_000)},
		{"Batsim", "*-fcfs-jobs.csv", lines(100_001)},
		{"Trace", "*.trace.json", func(b []byte) bool { return json.Valid(b) && bytes.Count(b, []byte(`"ph":"X"`)) >= 300_000 }},
		{"Timeline as SVG", "*.svg", func(b []byte) bool { wellFormed(t, b); return bytes.Count(b, []byte("<image")) == 3 }},
		{"Timeline as PNG", "*.png", func(b []byte) bool { _, err := png.Decode(bytes.NewReader(b)); return err == nil }},
		{"Report", "*.html", func(b []byte) bool { return bytes.HasSuffix(b, []byte("</html>\n")) }},
	} {
		var content []byte
		computed := p.traced(func() { content = p.save(folder, file.item, file.pattern) })
		t.Logf("%s: %.1f MB, a task computes for at most %.0f ms", file.item, float64(len(content))/1e6, computed)
		if !file.whole(content) {
			t.Fatalf("%s: the file of %d bytes is not whole", file.item, len(content))
		}
		if computed > tolerable {
			t.Errorf("%s: a task computes for %.0f ms", file.item, computed)
		}
		if told := p.text(".notices"); !strings.Contains(told, "is written") {
			t.Errorf("%s: the page says %q", file.item, told)
		}
	}
}

// openOther opens an address that is none of the page's in a new browser.
func openOther(t *testing.T, url string) *page {
	t.Helper()
	p := start(t, visit.Options{})
	p.do(chromedp.Navigate(url))
	return p
}
