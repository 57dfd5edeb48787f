package reproduce

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// quantity is what a figure says: the mean of a metric over the workloads or, with
// versus, by how many percent of that of the other policy it is better, from the ratio
// of the means. Shares are in percent, times in seconds.
type quantity struct {
	metric         string
	policy, versus string // labels; as the row says if empty
}

// isShare says whether a metric is quoted in percent.
func isShare(metric string) bool {
	switch metric {
	case "utilization", "dedicatedOnTime", "penalizedRuntime", "late", "machineUsage", "licenceUsage":
		return true
	}
	return false
}

// quotedTable are figures of an independent prototype. In the cells of a row, each
// figure belongs to one quantity of the column.
type quotedTable struct {
	title     string
	study     string // name
	workloads int    // behind each figure
	columns   []quotedColumn
	// rows begin with the value of the study's sweep, a policy or "policy vs policy".
	rows    string
	sampled string // pattern of the rows that "make test" looks at; "": none
}

type quotedColumn struct {
	title   string
	study   string // if not that of the table
	point   string // if not that of the row
	figures []quantity
}

// cell is the figures of a row in one column.
type cell []quoted

// quoted is a figure with what it says.
type quoted struct {
	figure
	simulated
	versus int // index of the other policy, -1 for a mean
	metric string
	name   string // table, row, column and metric
	behind int    // workloads behind the figure
}

// row is a row of a quoted table.
type row struct {
	label string
	cells []cell
}

// figures are all those of rows.
func figures(rows []row) []quoted {
	var list []quoted
	for _, r := range rows {
		for _, c := range r.cells {
			list = append(list, c...)
		}
	}
	return list
}

// read finds the study, point and policies of each figure.
func (q *quotedTable) read(t *testing.T, studies map[string]*study) []row {
	t.Helper()
	var rows []row
	for _, line := range strings.Split(strings.TrimSpace(q.rows), "\n") {
		fields := strings.Split(line, "|")
		r := row{label: strings.TrimSpace(fields[0])}
		if len(fields) != len(q.columns)+1 {
			t.Fatalf("%s, %s: %d cells, want %d", q.title, r.label, len(fields)-1, len(q.columns))
		}
		for i, c := range q.columns {
			r.cells = append(r.cells, q.cell(t, studies, r.label, c, strings.TrimSpace(fields[i+1])))
		}
		rows = append(rows, r)
	}
	return rows
}

func (q *quotedTable) cell(t *testing.T, studies map[string]*study, label string, c quotedColumn, text string) cell {
	t.Helper()
	if text == "-" {
		return nil
	}
	name := q.study
	if c.study != "" {
		name = c.study
	}
	x := studies[name]
	policy, versus, _ := strings.Cut(label, " vs ")
	point := max(0, x.point(c.point))
	if p := x.point(label); p >= 0 {
		policy, point = "", p
	}
	texts := strings.Split(text, " / ")
	if len(texts) > len(c.figures) {
		t.Fatalf("%s, %s, %s: %d figures, want %d at most", q.title, label, c.title, len(texts), len(c.figures))
	}
	var cell cell
	for k, text := range texts {
		f, err := parseFigure(strings.TrimSpace(text))
		if err != nil {
			t.Fatalf("%s, %s, %s: %v", q.title, label, c.title, err)
		}
		of := c.figures[k]
		if of.policy == "" {
			of.policy = policy
		}
		if of.versus == "" {
			of.versus = versus
		}
		found := quoted{figure: f, simulated: simulated{x, point, x.policy(of.policy)}, versus: x.policy(of.versus), metric: of.metric,
			name: strings.Join([]string{q.title, label, c.title, of.metric}, "; "), behind: q.workloads}
		if found.policy < 0 || found.versus < 0 && of.versus != "" {
			t.Fatalf("%s: no policy %q or %q", found.name, of.policy, of.versus)
		}
		cell = append(cell, found)
	}
	return cell
}

// measureFigures simulates what the figures need.
func (s *simulations) measureFigures(t *testing.T, figures []quoted) {
	t.Helper()
	type place struct {
		study *study
		point int
	}
	needed := map[place][]int{}
	var order []place
	for _, f := range figures {
		at := place{f.study, f.point}
		if needed[at] == nil {
			order = append(order, at)
		}
		needed[at] = append(needed[at], f.policy)
		if f.versus >= 0 {
			needed[at] = append(needed[at], f.versus)
		}
	}
	for _, at := range order {
		s.measure(t, at.study, at.point, needed[at])
	}
}

// estimate is what was measured of a figure.
func (s *simulations) estimate(f *quoted) estimate {
	values := s.values(f.simulated, f.metric)
	if f.versus >= 0 {
		return gainOf(values, s.values(simulated{f.study, f.point, f.versus}, f.metric), f.metric == "utilization")
	}
	if isShare(f.metric) {
		return meanOf(values, 100)
	}
	return meanOf(values, 1)
}

// agrees says whether an estimate may differ from the figure as it does.
func (f *quoted) agrees(e estimate) bool { return math.Abs(e.value-f.value) <= f.allowed(e, f.behind) }

// disagreement says in words how an estimate differs from the figure.
func (f *quoted) disagreement(e estimate) string {
	return fmt.Sprintf("%s: measured %s, quoted %s; they may differ by %.3g", f.name, f.format(e.value), f.text, f.allowed(e, f.behind))
}
