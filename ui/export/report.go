package export

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"backfill/engine/export"
	"backfill/engine/metrics"
	"backfill/ui/answer"
	"backfill/ui/draft"
	"backfill/ui/panel/answers"
	"backfill/ui/panel/editor"
	"backfill/ui/phrase"
)

// ReportStyle is all of a report's style. The policy of the report allows no other: ReportStyleHash is its SHA-256.
const (
	ReportStyle = `body{font:10.5pt/1.45 Helvetica,Arial,"Liberation Sans",sans-serif;color:#1c2126;background:#fff;max-width:60rem;margin:0 auto;padding:1rem}
h1{font-size:17pt;line-height:1.2;margin:.5rem 0}h2{font-size:13pt;margin:1.6rem 0 .5rem;border-bottom:1px solid #d5dade;break-after:avoid}
p,ul,ol,dl,figure{margin:.5rem 0}.answer{font-size:12pt;font-weight:600}.about{color:#56606b}
dt{font-weight:600}dd{margin:0 0 .4rem}
table{border-collapse:collapse;font-size:9pt;font-variant-numeric:tabular-nums;break-inside:avoid}caption{text-align:left;color:#56606b;padding:.2rem 0}
th,td{padding:.2rem .6rem;border-bottom:1px solid #d5dade;text-align:right;vertical-align:top}th:first-child{text-align:left}thead th{border-bottom:2px solid #7d8894}
tr{break-inside:avoid}td span{display:block}.bounds{color:#56606b;font-size:8pt}.better{color:#00664a}.worse{color:#a83c00}
figure{break-inside:avoid}figcaption{color:#56606b;margin-bottom:.3rem}svg{max-width:100%;height:auto}
pre,code{font:8.5pt/1.4 "Liberation Mono",Menlo,Consolas,monospace}pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#f6f8fa;padding:.6rem}
a{color:#0b5c9e;overflow-wrap:anywhere}.wide{overflow-x:auto}
@page{margin:18mm 16mm}@media print{body{padding:0;max-width:none}.wide{overflow:visible}}
`
	ReportStyleHash = "sha256-TSDF0gqIFU6M3X+VF7AdTPO9NkjttjGvqAz/KLKgMGg="
)

// report is a report that is being written: one HTML file without scripts, to be read offline, printed and sent on.
type report struct {
	*Exports
	out bytes.Buffer
}

// add writes markup whose arguments are texts: nothing in them is markup.
func (r *report) add(markup string, texts ...string) {
	escaped := make([]any, len(texts))
	for i, text := range texts {
		escaped[i] = export.Markup(text)
	}
	fmt.Fprintf(&r.out, markup, escaped...)
}

// SaveReport offers a report of what is on the page, with its figures.
func (e *Exports) SaveReport() {
	e.Tell("The report is being written…")
	name := e.ResultName() + ".html"
	r := &report{Exports: e}
	r.begin()
	e.drawTimeline(func(svg []byte) {
		r.timeline(svg)
		charts := e.chartsShown()
		var draw func(i int)
		draw = func(i int) {
			if i < len(charts) {
				e.Browser.DrawChart(charts[i].host, e.Paper, func(svg []byte) {
					r.chart(charts[i], svg)
					draw(i + 1)
				})
				return
			}
			r.end()
			e.Browser.Save(name, "text/html", r.out.Bytes())
			e.Tell(name + " is written: " + phrase.FileSize(int64(r.out.Len())) + ".")
		}
		draw(0)
	})
}

// reportWhy says why there can be no report now, "" if there can be one.
func (e *Exports) reportWhy() string {
	switch {
	case e.Shown.Results == nil || e.Timeline == nil:
		return NothingYet
	case len(e.Wrong) > 0 || !e.UpToDate():
		return "The experiment has changed since it was simulated: run it first."
	}
	return ""
}

// begin writes everything up to the figures.
func (r *report) begin() {
	title := cmp.Or(r.Draft.Name, "An experiment with Backfill")
	r.out.WriteString(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src '` + ReportStyleHash + `'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
`)
	r.add("<title>%s</title>\n<style>", title)
	r.out.WriteString(ReportStyle)
	r.add("</style>\n</head>\n<body>\n<main>\n<h1>%s</h1>\n", title)
	for paragraph := range strings.SplitSeq(r.Draft.Description, "\n\n") {
		if strings.TrimSpace(paragraph) != "" {
			r.add("<p>%s</p>\n", paragraph)
		}
	}
	r.beforeAfter()
	r.lines()
	r.fit()
	r.forecast()
	if answer, _, _ := r.Forecast.Report(); answer != "" || r.BeforeAndAfter() != nil {
		r.add("<h2>All policies</h2>\n")
	}
	r.add("<p class=\"answer\">%s</p>\n", r.Answers.Sentence())
	r.list(r.Answers.Warnings())
	if of, omitted := r.Answers.Omitted(); omitted != nil {
		r.add("<p>Not modelled of %s:</p>\n", of)
		r.list(omitted)
	}
	r.add("<p class=\"about\">%s</p>\n<h2>Experiment</h2>\n<dl>\n", r.Answers.Effort())
	for _, card := range (&editor.Experiment{Editor: r.Editor}).Cards() {
		r.add("<dt>%s</dt><dd>%s</dd>\n", card.Title, card.Sentence)
	}
	r.add("</dl>\n")
	load := &editor.Load{Editor: r.Editor}
	if sentence := load.ReportSentence(); sentence != "" {
		r.add("<p>%s</p>\n", sentence)
		r.list(load.ReportLines())
	}
	r.story()
	r.metrics()
	r.claims()
}

// story writes what the log recorded, if that is on the page.
func (r *report) story() {
	s := r.Story
	if !s.Open() {
		return
	}
	r.add("<h2>What the log recorded</h2>\n")
	for _, sentence := range append(s.Filters(), s.Sentences()...) {
		r.add("<p>%s</p>\n", sentence)
	}
	for _, t := range s.Tables(mostStoryRows) {
		r.table(t.Caption, t.Head, t.Rows)
	}
	r.add("<p class=\"about\">%s</p>\n", s.LevelRemark())
	for _, l := range s.Levels() {
		r.figure(l.Title+", up to "+l.Most, []byte(l.SVG()))
	}
}

// fit writes how well the model of the scheduler fits the log, or that this has not been checked, and what it does otherwise than configured.
func (r *report) fit() {
	m := r.ModelFit
	if m.Inapplicable() {
		return
	}
	r.add("<h2>How well the model fits</h2>\n")
	if told := m.Report(); told == nil {
		r.add("<p>The model of the scheduler was not held against the log: nobody knows how well it fits this cluster.</p>\n")
	} else {
		for _, sentence := range told {
			r.add("<p>%s</p>\n", sentence)
		}
		r.table("Mean waits, in the log and of the model over its drawings", []string{"Jobs of", "Jobs", "Wait in the log", "Model, median", "5th percentile", "95th percentile", "Drawings"}, m.Table(phrase.Seconds)[1:])
	}
	if title := m.OtherwiseTitle(); title != "" {
		r.add("<p>%s</p>\n", title)
		r.list(m.OtherwiseRemarks())
	}
}

// forecast writes when a job would start, if that is on the page.
func (r *report) forecast() {
	answer, depends, tried := r.Forecast.Report()
	if answer == "" {
		return
	}
	r.add("<h2>When would it start?</h2>\n<p class=\"answer\">%s</p>\n", answer)
	r.list(depends)
	for _, sentence := range tried {
		r.add("<p>%s</p>\n", sentence)
	}
}

// mostBeforeRows is how many groups of a table of before and after a report has.
const mostBeforeRows = 20

// beforeAfter writes what came of the last changes, if there are any.
func (r *report) beforeAfter() {
	c := r.BeforeAndAfter()
	if c == nil {
		return
	}
	r.add("<h2>Before and after</h2>\n<p>%s</p>\n<p class=\"answer\">%s</p>\n", c.Title(), c.Sentence())
	if c.OneDrawing() != "" {
		r.add("<p>When this report was written, the range over drawings had not come.</p>\n")
	}
	r.list(c.Remarks)
	head := []string{"Metric"}
	for _, one := range c.Changed() {
		head = append(head, one.Label())
	}
	row := func(about []string, cells []answer.Cell) []string {
		texts := about
		for _, cell := range cells {
			texts = append(texts, phrase.Join("; ", phrase.Join(" ", cell.Text, cell.Difference), cell.Interval))
		}
		return texts
	}
	var rows [][]string
	for _, one := range c.Rows() {
		rows = append(rows, row([]string{one.Title}, one.Cells))
	}
	if len(rows) > 0 {
		r.table("Metrics of each policy before and after the change", head, rows)
	}
	d := &metrics.Descriptions[metrics.Index("meanWait")]
	for _, kind := range c.GroupKinds() {
		var rows [][]string
		for _, one := range r.GroupRows(kind, d) {
			rows = append(rows, row([]string{one.Name, one.Jobs}, one.Cells))
		}
		if len(rows) > 1 {
			for _, sentence := range r.GroupSentences(kind) {
				r.add("<p>%s</p>\n", sentence)
			}
			r.table("Mean wait by "+kind.Word+", of the jobs that ended both times, "+c.GroupOrder(), append([]string{"Jobs of", "Jobs"}, head[1:]...), rows[:min(len(rows), mostBeforeRows)])
		}
	}
}

// lines writes what to change of the configuration of Slurm, if that is what the last changes are about.
func (r *report) lines() {
	c := r.WhatIf.LinesForReports()
	if c == nil {
		return
	}
	r.add("<h2>Changed lines</h2>\n")
	if !r.Named {
		r.add("<p>Numbers and names are those of the scenario: put your own for them.</p>\n")
	}
	if text := c.Text(); text != "" {
		r.add("<pre>%s</pre>\n", text)
	}
	r.list(append(append([]string(nil), c.InWords...), c.Remarks()...))
}

// mostStoryRows is how many rows of a table of what the log recorded a report has.
const mostStoryRows = 20

// list writes texts below each other.
func (r *report) list(texts []string) {
	if len(texts) == 0 {
		return
	}
	r.add("<ul>\n")
	for _, text := range texts {
		r.add("<li>%s</li>\n", text)
	}
	r.add("</ul>\n")
}

// metrics writes the table of all metrics, of one cell or with intervals.
func (r *report) metrics() {
	table := r.Answers.RowsOf(true)
	r.add("<h2>Metrics</h2>\n<div class=\"wide\"><table>\n<caption>%s</caption>\n<thead><tr><th scope=\"col\">Metric</th>", phrase.Join(" ", "Metrics of each policy, with the difference to the baseline.", r.Answers.TableRemark()))
	notes := r.Answers.Notes()
	for i, label := range r.Answers.Labels() {
		r.add("<th scope=\"col\">%s</th>", phrase.Join(", ", label, notes[i]))
	}
	r.add("</tr></thead>\n<tbody>\n")
	for _, row := range table {
		r.add("<tr><th scope=\"row\">%s</th>", row.About.Title)
		for _, cell := range row.Cells {
			r.add("<td>%s", cell.Text)
			for _, small := range []struct{ class, text string }{{"bounds", cell.Interval}, {"bounds", cell.ClosedForm}, {cell.Verdict, cell.Difference}, {"bounds", cell.Bounds}} {
				if small.text != "" {
					r.add("<span class=\"%s\">%s</span>", small.class, small.text)
				}
			}
			r.add("</td>")
		}
		r.add("</tr>\n")
	}
	r.add("</tbody>\n</table></div>\n")
}

// claims writes the published claims beside what was measured.
func (r *report) claims() {
	claims := &answers.Claims{Answers: r.Answers}
	list := claims.List()
	if len(list) == 0 {
		return
	}
	r.add("<h2>Published claims</h2>\n<dl>\n")
	for _, j := range list {
		r.add("<dt>%s: %s</dt>\n<dd>%s</dd>\n", j.Verdict, j.Statement, phrase.Join(" ", j.Measured, j.Published, j.Remark))
	}
	r.add("</dl>\n<p class=\"about\">%s</p>\n", claims.Remark())
}

// figure writes a picture, an SVG that Backfill drew, with its caption; nil if it could not be drawn.
func (r *report) figure(caption string, svg []byte) {
	r.add("<figure>\n<figcaption>%s</figcaption>\n", caption)
	if svg == nil {
		r.add("<p class=\"about\">This picture could not be drawn.</p>\n")
	}
	r.out.Write(svg)
	r.add("</figure>\n")
}

// timeline writes the picture of the timeline, and what it shows in words.
func (r *report) timeline(svg []byte) {
	r.add("<h2>Timeline</h2>\n")
	r.figure(phrase.Join(" ", "For each policy the machine’s processors over time, and how many are busy and how many jobs wait.", r.CellRemark()), svg)
	for _, words := range r.Schedules.Words(false) {
		r.add("<p>%s</p>\n", words.Summary)
	}
	if len(r.chartsShown()) > 0 {
		r.add("<h2>Charts</h2>\n")
	}
}

// chart writes a chart and, of a distribution, its table.
func (r *report) chart(c chartShown, svg []byte) {
	r.figure(c.caption, svg)
	if c.host != answers.WaitChart && c.host != answers.SlowdownChart {
		return
	}
	head := append([]string{"Share of jobs"}, r.RunLabels()...)
	var table [][]string
	for _, row := range r.Answers.Quantiles(c.host) {
		table = append(table, append([]string{row.Share}, row.Cells...))
	}
	r.table(c.caption, head, table)
}

// table writes texts in rows; the first of each is what the row is about.
func (r *report) table(caption string, head []string, table [][]string) {
	r.add("<div class=\"wide\"><table>\n<caption>%s</caption>\n<thead><tr>", caption)
	for _, text := range head {
		r.add("<th scope=\"col\">%s</th>", text)
	}
	r.add("</tr></thead>\n<tbody>\n")
	for _, row := range table {
		r.add("<tr><th scope=\"row\">%s</th>", row[0])
		for _, text := range row[1:] {
			r.add("<td>%s</td>", text)
		}
		r.add("</tr>\n")
	}
	r.add("</tbody>\n</table></div>\n")
}

// mostGroupRows is how many rows of groups a report has: a file of groups has them all.
const mostGroupRows = 200

// groups writes the groups of jobs with how many there are, and their mean waits, response times and slowdowns.
func (r *report) groups() {
	if r.Measurement != nil || len(r.Shown.Plan.Scenario.Groups) == 0 {
		return
	}
	columns := []string{"jobs", "meanWait", "meanResponse", "meanBoundedSlowdown"}
	head := []string{"Group", "Policy"}
	for _, name := range columns {
		head = append(head, metrics.Descriptions[metrics.Index(name)].Title)
	}
	runs, _ := r.Runs()
	var table [][]string
	for g := range r.Shown.Plan.Scenario.Groups {
		for _, run := range runs {
			if g >= len(run.Groups) {
				continue
			}
			b := run.Groups[g]
			for i, label := range b.Label {
				if b.Panel != nil {
					label = b.PanelLabel[i] + ", " + label
				}
				row := []string{phrase.Join(": ", draft.GroupTitle(&r.Shown.Plan.Scenario.Groups[g]), label), run.Label}
				for _, name := range columns {
					k := metrics.Index(name)
					row = append(row, answer.Value(&metrics.Descriptions[k], b.Value(i, k)))
				}
				table = append(table, row)
			}
		}
	}
	r.add("<h2>Groups of jobs</h2>\n")
	caption := "Jobs by group and policy."
	if len(table) > mostGroupRows {
		caption += fmt.Sprintf(" The first %d of %d rows; a file of groups (CSV) has them all.", mostGroupRows, len(table))
		table = table[:mostGroupRows]
	}
	r.table(caption, head, table)
}

// end writes what is behind the figures: groups, and how to reproduce everything.
func (r *report) end() {
	r.groups()
	r.add("<h2>How to reproduce this</h2>\n<p>Backfill %s gives the same numbers again from the scenario below", r.Shown.Results.Version)
	if len(r.Shown.Files) > 0 {
		r.add(" and these files, which are not in this report")
	}
	r.add(": open the link, or save the scenario as experiment.json, drop it on the page, or run it without a browser: <code>backfill run experiment.json</code>.</p>\n")
	var files []string
	for _, f := range r.Shown.Files {
		files = append(files, fmt.Sprintf("%s, %s bytes, SHA-256 %s", f.Name, phrase.Grouped(f.Size), f.SHA256))
	}
	r.list(files)
	r.add("<p><a href=\"%s\">Open this experiment</a></p>\n", r.Address())
	origin, _, _ := strings.Cut(r.Origin(), "\n")
	r.add("<p>%s</p>\n", origin)
	scenario, _ := r.Reported()
	r.add("<pre>%s</pre>\n", lineByKey(scenario))
	r.add("</main>\n</body>\n</html>\n")
}

// lineByKey is a JSON object with a line for each of its keys.
func lineByKey(object []byte) string {
	dec := json.NewDecoder(bytes.NewReader(object))
	if _, err := dec.Token(); err != nil {
		return string(object)
	}
	var b strings.Builder
	b.WriteString("{\n")
	for dec.More() {
		key, wrong := dec.Token()
		var value json.RawMessage
		if wrong != nil || dec.Decode(&value) != nil {
			return string(object)
		}
		fmt.Fprintf(&b, "  %q: %s", key, value)
		if dec.More() {
			b.WriteByte(',')
		}
		b.WriteByte('\n')
	}
	return b.String() + "}"
}
