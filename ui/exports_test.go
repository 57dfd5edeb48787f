package ui

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/ui/export"
	"backfill/ui/opened"
	"backfill/ui/phrase"
	"backfill/ui/timeline"
)

// saveAll saves everything that can be exported.
func saveAll(p *Page) {
	for _, item := range p.Exports.Items() {
		if item.Why == "" {
			item.Do()
		}
	}
}

// The policy of a report names its style, and nothing else may run or be loaded.
func TestStyleOfReports(t *testing.T) {
	sum := sha256.Sum256([]byte(export.ReportStyle))
	if want := "sha256-" + base64.StdEncoding.EncodeToString(sum[:]); export.ReportStyleHash != want {
		t.Errorf("reportStyleHash must be %q", want)
	}
}

// Before there are results only the experiment itself can be saved; the rest says why not and does nothing. A report is of what is
// on the page, so that a changed experiment has none until it has run.
func TestExportsThatMakeNoSense(t *testing.T) {
	p, b := newPage(t)
	p.Open("", "")
	for _, item := range p.Exports.Items() {
		if item.Title != "Experiment" && item.Why != export.NothingYet {
			t.Errorf("%s can be saved before anything is simulated", item.Title)
		}
		p.follow(item)
	}
	if len(b.saved) != 1 {
		t.Errorf("%d files were saved", len(b.saved))
	}
	p, b = firstVisit(t)
	p.Edit("/machine/processors", "16")
	p.Exports.SaveReport()
	for _, item := range p.Exports.Items() {
		if item.Title == "Report" && !strings.Contains(item.Why, "run it first") {
			t.Errorf("a report of an experiment that has changed: %q", item.Why)
		}
	}
	b.pass()
	b.answer()
	for _, item := range p.Exports.Items() {
		if item.Title == "Report" && item.Why != "" {
			t.Errorf("no report of a new run: %q", item.Why)
		}
	}
}

// A file that takes long is announced, and not written on once its message is cancelled; the next one is.
func TestWritingIsCancelled(t *testing.T) {
	p, _ := firstVisit(t)
	if err := p.Exports.Writing("a.csv", 2_500_000); err != nil || p.Notice.Text != "Writing a.csv: 2.5 MB so far…" || (&Notices{p}).button() != "Cancel" {
		t.Errorf("the page says %q, %v", p.Notice.Text, err)
	}
	p.dismissNotice()
	err := p.Exports.Writing("a.csv", 3_000_000)
	if !errors.Is(err, export.ErrUnwanted) || p.Notice.Text != "" {
		t.Errorf("a file that nobody wants is written on: %v, %q", err, p.Notice.Text)
	}
	p.Exports.Written("a.csv", 3_000_000, fmt.Errorf("write: %w", err))
	if p.Notice.Text != "a.csv is not written: cancelled." {
		t.Errorf("the page says %q", p.Notice.Text)
	}
	if err := p.Exports.Writing("a.csv", 100); err != nil {
		t.Errorf("asked for again it is not written: %v", err)
	}
	p.Exports.Written("a.csv", 5_000, nil)
	if p.Notice.Text != "a.csv is written: 5,000 bytes." || (&Notices{p}).button() != "Dismiss" {
		t.Errorf("the page says %q", p.Notice.Text)
	}
}

// A report of many cells has intervals, curves and claims.
func TestReportOfManyCells(t *testing.T) {
	p, b := firstVisit(t)
	open(p, sweptScenario)
	whole(p, b)
	p.Exports.SaveReport()
	report := string(b.saved["backfill-swept.html"])
	for _, part := range []string{p.Answers.Sentence(), `<span class="bounds">`, `id="chart-curves"`, "Published claims", "By hand.", "Table I"} {
		if !strings.Contains(report, part) && !strings.Contains(report, strings.ReplaceAll(part, "'", "&#39;")) {
			t.Errorf("the report has no %q", part)
		}
	}
}

// A chart that is a picture gets the bytes that the browser makes of it.
func TestTimelineWithPictures(t *testing.T) {
	p, b := newPage(t)
	p.FileCame(opened.File{Scenario: []byte(`{"version": 1, "name": "nodes", "machine": {"kind": "nodes", "processors": 16, "perNode": 4, "bandwidth": 6000, "model": "rate"},
		"workload": {"kind": "lublin", "jobs": 30, "processors": 16, "transform": [{"kind": "bandwidth"}]}, "policies": [{"kind": "easy"}]}`)})
	p.Sized(900, 1)
	b.answer()
	p.Schedules.ShowDemand(true)
	p.Exports.SaveTimeline("svg")
	svg := string(b.saved["backfill-nodes-timeline.svg"])
	if want := `href="data:image/png;base64,` + base64.StdEncoding.EncodeToString([]byte("\x89PNG")) + `"`; strings.Count(svg, want) != 1 {
		t.Errorf("the figure has no picture of the demand:\n%.2000s", svg)
	}
	if p.Notice.Problem || !strings.Contains(p.Notice.Text, "178 mm wide") {
		t.Errorf("the page says %q", p.Notice.Text)
	}
}

// What a spreadsheet could take for a formula is text in every table, and comments stay what they say: the scenario in one is still JSON with the same
// name.
func TestTablesHoldNoFormulas(t *testing.T) {
	const evil = `=HYPERLINK("http://x","y"),=1+1;@SUM(1); +2,-3+cmd|'/C calc'!A0, "=9"`
	p, b := newPage(t)
	name, _ := json.Marshal(evil)
	p.FileCame(opened.File{Scenario: []byte(`{"version": 1, "name": ` + string(name) + `, "machine": {"kind": "cluster", "processors": 4},
		"workload": {"kind": "jobs", "jobs": [{"submit": 0, "run": 60}, {"submit": 1, "run": 60}]}, "policies": [{"kind": "easy", "label": ` + string(name) + `}, {"kind": "fcfs", "label": "-1"}]}`)})
	p.Sized(900, 1)
	b.answer()
	saveAll(p)
	tables := 0
	for file, content := range b.saved {
		if !strings.HasSuffix(file, ".csv") {
			continue
		}
		tables++
		rows := csv.NewReader(bytes.NewReader(content))
		rows.FieldsPerRecord, rows.LazyQuotes = -1, true
		lines, err := rows.ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range lines {
			for _, cell := range line {
				cell = strings.TrimSpace(cell)
				if cell != "" && strings.ContainsRune("=+@", rune(cell[0])) || strings.HasPrefix(cell, "-3") {
					t.Errorf("%s: the cell %q is a formula", file, cell)
				}
			}
		}
		for line := range strings.Lines(string(content)) {
			if text, ok := strings.CutPrefix(line, "# scenario: "); ok {
				var s struct{ Name string }
				if err := json.Unmarshal([]byte(text), &s); err != nil || s.Name != evil {
					t.Errorf("%s: the scenario is called %q, %v in %s", file, s.Name, err, text)
				}
			}
		}
	}
	if tables != 3 {
		t.Errorf("%d tables were saved, want those of metrics, jobs and Batsim", tables)
	}
}

// hostile holds markup, script and what ends quoted texts.
const hostile = `<img src=x onerror="window.__pwned=1"></title></style></pre><script>window.__pwned=1</script>'"]]>&amp; ../../\..`

// Names, descriptions and labels are texts in all files, whose names are plain.
func TestExportsEscapeEverything(t *testing.T) {
	p, b := newPage(t)
	text, _ := json.Marshal(hostile)
	p.FileCame(opened.File{Scenario: []byte(`{"version": 1, "name": ` + string(text) + `, "description": ` + string(text) + `, "machine": {"kind": "cluster", "processors": 4},
		"workload": {"kind": "jobs", "jobs": [{"submit": 0, "run": 60}, {"submit": 1, "run": 60}]}, "policies": [{"kind": "easy", "label": ` + string(text) + `}],
		"groups": [{"by": "size", "bounds": [1]}],
		"claims": [{"metric": "meanWait", "policy": ` + string(text) + `, "direction": "lower", "value": 1, "published": ` + string(text) + `, "source": ` + string(text) + `, "remark": ` + string(text) + `}]}`)})
	if p.Notice.Problem {
		t.Fatal(p.Notice.Text)
	}
	p.Sized(900, 1)
	b.answer()
	saveAll(p)
	if len(b.saved) < 9 {
		t.Errorf("only %d files were saved", len(b.saved))
	}
	for file, content := range b.saved {
		if strings.Trim(file, "abcdefghijklmnopqrstuvwxyz0123456789-.") != "" || strings.Contains(file, "..") || len(file) > 220 {
			t.Errorf("the file is called %q", file)
		}
		markup := strings.HasSuffix(file, ".html") || strings.HasSuffix(file, ".svg") || strings.HasSuffix(file, ".png")
		if lower := bytes.ToLower(content); markup && (bytes.Contains(lower, []byte("<script")) || bytes.Contains(lower, []byte("<img"))) {
			t.Errorf("%s has markup of a name:\n%.1500s", file, content)
		}
		if strings.HasSuffix(file, ".json") && !json.Valid(content) {
			t.Errorf("%s is no JSON", file)
		}
	}
	report := string(b.saved["backfill-"+phrase.FileName(hostile)+".html"])
	if !strings.Contains(report, "&lt;script&gt;") || strings.Count(report, "<pre>") != 1 || strings.Count(report, "</style>") != 1 {
		t.Errorf("the report is\n%.3000s", report)
	}
}

// A name of a megabyte makes a file's name that systems take.
func TestLongNamesOfFiles(t *testing.T) {
	if got := phrase.FileName(strings.Repeat("Ab ", 1<<20)); len(got) > 80 || !strings.HasPrefix(got, "ab-ab") {
		t.Errorf("%d letters: %.40s", len(got), got)
	}
	if got := phrase.FileName("../../etc/passwd\x00\r\n"); got != "etc-passwd" {
		t.Errorf("a path is called %q", got)
	}
}

// Sizes of figures that are chosen hold for every figure.
func TestPaperIsChosen(t *testing.T) {
	p, b := firstVisit(t)
	options := p.Exports.Options(export.AsFigures)
	options[0].Choose("85 mm: one column")
	options[1].Choose("7 pt")
	p.Exports.SaveTimeline("svg")
	if p.Paper != (timeline.Paper{Width: 85, Points: 7}) || !bytes.Contains(b.saved["backfill-a-textbook-case-timeline.svg"], []byte(`width="85mm"`)) {
		t.Errorf("the paper is %+v", p.Paper)
	}
	if pinned := p.Timeline.Pinned; pinned != engine.NoJob {
		t.Errorf("drawing a figure has pinned job %d", pinned)
	}
}
