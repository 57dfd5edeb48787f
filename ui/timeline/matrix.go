package timeline

import (
	"math"
	"slices"
	"strconv"

	"backfill/engine"
)

// Matrix is the picture of what a policy made of the pairs of a job and a computer in one
// plan: a heat map of their priorities, with a row for each job and a column for each
// computer, and below it, of one job, what the priorities are the sum of.
type Matrix struct {
	Plan      *engine.Matrix
	Lanes     []engine.Lane // the columns
	CharWidth float64       // mean, device pixels
	Number    func(job int32) int64

	// Ranked lists the rows of Plan by their highest priority, the highest first, ties in the
	// order of arrival.
	Ranked []int32
	MatrixView

	sum       []float32 // priority, by row of Plan and column; NaN: the computer cannot run the job
	best      []float32 // by row
	low, high float32   // ends of the ramp
}

// MatrixView is all that changes the picture of a plan.
type MatrixView struct {
	Theme *Theme
	Ratio float64 // device pixels per CSS pixel
	Width int     // device pixels
	// From and To bound those of Matrix.Ranked that are shown.
	From, To int
	// Detailed is the row of Matrix.Plan whose sums are shown, -1: none. Hover is the pair
	// that is pointed at.
	Detailed int
	Hover    Pair
}

// Pair is a row of Matrix.Plan and a column, -1 for none of them.
type Pair struct{ Row, Lane int }

// NewMatrix looks at a plan that ranks at least one job. O(values + jobs * log jobs).
func NewMatrix(plan *engine.Matrix, lanes []engine.Lane) *Matrix {
	n, terms := len(plan.Jobs), len(plan.Terms)
	m := &Matrix{Plan: plan, Lanes: lanes, MatrixView: MatrixView{To: n, Detailed: -1, Hover: Pair{-1, -1}},
		sum: make([]float32, n*plan.Lanes), best: make([]float32, n), Ranked: make([]int32, n)}
	m.low, m.high = math.MaxFloat32, -math.MaxFloat32
	top := float32(0)
	for i := range plan.Jobs {
		m.Ranked[i], m.best[i] = int32(i), -math.MaxFloat32
		for p := range plan.Lanes {
			at, v := i*plan.Lanes+p, float32(0)
			for _, term := range plan.Value[at*terms : (at+1)*terms] {
				v += term
			}
			m.sum[at] = v
			if v != v {
				continue
			}
			m.best[i], m.low, top = max(m.best[i], v), min(m.low, v), max(top, v)
			if int(plan.Where[i]) != p {
				m.high = max(m.high, v) // jobs stand out where they run: the ramp is for the others
			}
		}
	}
	if m.high <= m.low {
		m.high = max(top, m.low+1)
	}
	slices.SortStableFunc(m.Ranked, func(a, b int32) int {
		switch {
		case m.best[a] > m.best[b]:
			return -1
		case m.best[a] < m.best[b]:
			return 1
		}
		return 0
	})
	return m
}

// Sum is the priority of a pair, NaN if the computer cannot run the job.
func (m *Matrix) Sum(row, lane int) float32 { return m.sum[row*m.Plan.Lanes+lane] }

// Best is the column of the highest priority of a row, of several the first; -1: no computer
// can run the job.
func (m *Matrix) Best(row int) int {
	for p := range m.Plan.Lanes {
		if m.Sum(row, p) == m.best[row] {
			return p
		}
	}
	return -1
}

// Parts of the picture, in CSS pixels.
const (
	matrixGutter = 58  // numbers of jobs
	matrixAxis   = 30  // names of columns
	matrixMost   = 400 // height of all rows
	matrixRow    = 13  // height of a row, at most
	matrixNamed  = 11  // height of a row that is named, at least
	matrixMarked = 4   // size of a mark with an edge, at least
	matrixBars   = 110 // height of the sums
	matrixGap    = 26  // above the sums
)

func (m *Matrix) px(css float64) int { return max(int(math.Round(css*m.Ratio)), 1) }

// area is where the rows lie.
func (m *Matrix) area() Rect {
	n := m.To - m.From
	height := min(n*m.px(matrixRow), m.px(matrixMost))
	if n > 0 && height > n {
		height = height / n * n // all rows are of one height
	}
	return Rect{m.px(matrixGutter), m.px(matrixAxis), m.Width, m.px(matrixAxis) + height}
}

// bars is where the sums lie, empty if none are shown.
func (m *Matrix) bars() Rect {
	a := m.area()
	if m.Detailed < 0 {
		return Rect{a.X0, a.Y1, a.X1, a.Y1}
	}
	top := a.Y1 + m.px(matrixGap)
	return Rect{a.X0, top, a.X1, top + m.px(matrixBars)}
}

// Height is that of the picture, in device pixels.
func (m *Matrix) Height() int { return m.bars().Y1 + m.px(2) }

// column is the left edge of column p.
func (m *Matrix) column(p int) int {
	a := m.area()
	return a.X0 + p*(a.X1-a.X0)/max(m.Plan.Lanes, 1)
}

// line is the upper edge of the i-th of the rows that are shown.
func (m *Matrix) line(i int) int {
	a := m.area()
	return a.Y0 + i*(a.Y1-a.Y0)/max(m.To-m.From, 1)
}

// hidden says whether the i-th of the rows that are shown lies on the same pixels as the one
// before it, which is drawn alone.
func (m *Matrix) hidden(i int) bool { return i > 0 && m.line(i) == m.line(i-1) }

// cell is where a pair lies; at least a pixel.
func (m *Matrix) cell(i, p int) Rect {
	x, y := m.column(p), m.line(i)
	return Rect{x, y, max(m.column(p+1), x+1), max(m.line(i+1), y+1)}
}

// Hit is the pair at device pixel (x, y); of the sums, of the job that they are of.
func (m *Matrix) Hit(x, y int) Pair {
	hit := Pair{-1, -1}
	a, bars := m.area(), m.bars()
	if x < 0 || x >= m.Width || m.Plan.Lanes == 0 {
		return hit
	}
	if x >= a.X0 {
		for hit.Lane = 0; hit.Lane+1 < m.Plan.Lanes && m.column(hit.Lane+1) <= x; {
			hit.Lane++
		}
	}
	switch {
	case y >= a.Y0 && y < a.Y1:
		i := (y - a.Y0) * (m.To - m.From) / (a.Y1 - a.Y0)
		for i+1 < m.To-m.From && m.line(i+1) <= y {
			i++
		}
		for m.hidden(i) {
			i--
		}
		hit.Row = int(m.Ranked[m.From+i])
	case y >= bars.Y0 && y < bars.Y1:
		hit.Row = m.Detailed
	default:
		hit.Lane = -1
	}
	return hit
}

// color is that of a priority.
func (m *Matrix) color(v float32) Color {
	u := float64((min(max(v, m.low), m.high) - m.low) / (m.high - m.low))
	if m.Theme.Dark {
		return viridis(0.18 + 0.82*u)
	}
	return viridis(1 - 0.95*u)
}

// TermColor is the colour of a term of the sums.
func (m *Matrix) TermColor(term int) Color {
	c := palette[term%Distinct][0]
	if term >= Distinct {
		c = otherOwners[0]
	}
	return c
}

// Draw paints the picture into dst, resized; Labels has its texts. O(pixels + shown pairs).
func (m *Matrix) Draw(dst *Raster) {
	dst.Resize(m.Width, m.Height())
	dst.fill(0, dst.Height, m.Theme.Background.pixel())
	m.drawCells(dst)
	m.drawMarks(dst)
	m.drawBars(dst)
	m.drawOutlines(dst)
}

func (m *Matrix) drawCells(dst *Raster) {
	a := m.area()
	dst.rect(a, 0, dst.Height, m.Theme.Idle.pixel())
	hatch := blend(m.Theme.Idle, m.Theme.Muted, 0.35).pixel()
	for y := a.Y0; y < a.Y1; y++ {
		for x := a.X0 + y%m.px(5); x < a.X1; x += m.px(5) {
			dst.Pix[y*dst.Width+x] = hatch
		}
	}
	for i := range m.To - m.From {
		if m.hidden(i) {
			continue
		}
		row := int(m.Ranked[m.From+i])
		for p := range m.Plan.Lanes {
			if v := m.Sum(row, p); v == v {
				dst.rect(m.cell(i, p), 0, dst.Height, m.color(v).pixel())
			}
		}
	}
}

// drawMarks shows where jobs ran and where the plan has them.
func (m *Matrix) drawMarks(dst *Raster) {
	for i := range m.To - m.From {
		row := m.Ranked[m.From+i]
		where, plan := m.Plan.Where[row], m.Plan.Plan[row]
		if where != engine.NoPlace {
			y0, y1 := m.line(i), max(m.line(i+1), m.line(i)+1)
			dst.rect(Rect{m.px(matrixGutter - 5), y0, m.px(matrixGutter - 2), y1}, 0, dst.Height, m.Theme.Text.pixel())
			if where != plan {
				m.mark(dst, m.cell(i, int(where)), m.Theme.Hover, m.Theme.Halo)
			}
		}
		if plan != engine.NoPlace {
			m.mark(dst, m.cell(i, int(plan)), m.Theme.Halo, m.Theme.Hover)
		}
	}
}

// mark puts a small square into a cell.
func (m *Matrix) mark(dst *Raster, cell Rect, edge, fill Color) {
	size := min(cell.X1-cell.X0, cell.Y1-cell.Y0, m.px(9))
	if size < m.px(matrixMarked) {
		dst.rect(cell, 0, dst.Height, fill.pixel())
		return
	}
	x, y := (cell.X0+cell.X1-size)/2, (cell.Y0+cell.Y1-size)/2
	square := Rect{x, y, x + size, y + size}
	dst.rect(square, 0, dst.Height, edge.pixel())
	dst.rect(square.grow(-m.px(1)), 0, dst.Height, fill.pixel())
}

// scale is the largest sum of the job whose sums are shown, at least 1.
func (m *Matrix) scale() float32 { return max(m.best[m.Detailed], 1) }

func (m *Matrix) drawBars(dst *Raster) {
	if m.Detailed < 0 {
		return
	}
	b, terms := m.bars(), len(m.Plan.Terms)
	grid := m.Theme.Grid.pixel()
	for _, v := range m.levels() {
		y := m.level(v)
		dst.rect(Rect{b.X0, y - 1, b.X1, y}, 0, dst.Height, grid)
	}
	for p := range m.Plan.Lanes {
		if sum := m.Sum(m.Detailed, p); sum != sum {
			continue
		}
		x0, x1 := m.column(p), m.column(p+1)
		if x1-x0 > m.px(3) {
			x1 -= m.px(1)
		}
		at := (m.Detailed*m.Plan.Lanes + p) * terms
		height := float32(0)
		for t, v := range m.Plan.Value[at : at+terms] {
			low := m.level(height)
			height += v
			dst.rect(Rect{x0, m.level(height), x1, low}, 0, dst.Height, m.TermColor(t).pixel())
		}
	}
	dst.rect(Rect{b.X0, b.Y1 - 1, b.X1, b.Y1}, 0, dst.Height, m.Theme.Muted.pixel())
}

// level is the row of pixels at which a sum ends.
func (m *Matrix) level(v float32) int {
	b := m.bars()
	return b.Y1 - int(float32(b.Y1-b.Y0)*v/m.scale()+0.5)
}

// levels are the sums that the axis names.
func (m *Matrix) levels() []float32 {
	step := float32(1)
	for i := 0; m.scale()/step > 4; i++ {
		step *= [...]float32{2, 2.5, 2}[i%3]
	}
	var levels []float32
	for v := step; v <= m.scale(); v += step {
		levels = append(levels, v)
	}
	return levels
}

func (m *Matrix) drawOutlines(dst *Raster) {
	line, bars := m.px(1), m.bars()
	for i := range m.To - m.From {
		row := int(m.Ranked[m.From+i])
		if row == m.Detailed {
			first, last := m.cell(i, 0), m.cell(i, m.Plan.Lanes-1)
			r := Rect{first.X0, first.Y0, last.X1 - m.px(2), last.Y1}
			dst.frame(r.grow(line), line, 0, dst.Height, m.Theme.Halo.pixel())
			dst.frame(r, line, 0, dst.Height, m.Theme.Pinned.pixel())
		}
	}
	if m.Hover.Lane < 0 {
		return
	}
	for i := range m.To - m.From {
		if int(m.Ranked[m.From+i]) == m.Hover.Row {
			r := m.cell(i, m.Hover.Lane)
			dst.frame(r.grow(line), line, 0, dst.Height, m.Theme.Halo.pixel())
			dst.frame(r, line, 0, dst.Height, m.Theme.Hover.pixel())
		}
	}
	if m.Detailed >= 0 {
		dst.rect(Rect{m.column(m.Hover.Lane), bars.Y1, m.column(m.Hover.Lane + 1), bars.Y1 + m.px(2)}, 0, dst.Height, m.Theme.Hover.pixel())
	}
}

// Labels lists the texts: computers by their speeds, the numbers of jobs where rows are high
// enough, and what the sums are.
func (m *Matrix) Labels() []Label {
	var labels []Label
	a, text, muted := m.area(), m.Theme.Text, m.Theme.Muted
	add := func(x, y float64, words string, align Align, c Color) {
		labels = append(labels, Label{X: x, Y: y, Text: words, Align: align, Color: c})
	}
	left := 4 * m.Ratio
	add(left, float64(a.Y0)*0.72, "MIPS", AlignLeft, muted)
	end := float64(a.X0) - m.CharWidth
	for p := range m.Plan.Lanes {
		words := strconv.Itoa(int(m.Lanes[p].Speed))
		half := m.CharWidth * float64(len(words)) / 2
		x := float64(m.column(p)+m.column(p+1)) / 2
		if x-half < end+6*m.CharWidth && p > 0 || x+half > float64(a.X1) {
			continue
		}
		end = x + half
		add(x, float64(a.Y0)*0.72, words, AlignCenter, text)
	}
	if m.To > m.From && m.line(1)-m.line(0) >= m.px(matrixNamed) {
		for i := range m.To - m.From {
			row := m.Ranked[m.From+i]
			labels = append(labels, Label{X: left, Y: float64(m.line(i)+m.line(i+1)) / 2,
				Text: strconv.FormatInt(m.Number(m.Plan.Jobs[row]), 10), Color: text, Bold: int(row) == m.Detailed})
		}
	} else {
		add(left, float64(a.Y0)+7*m.Ratio, "no. "+strconv.Itoa(m.From+1), AlignLeft, muted)
		add(left, float64(a.Y1)-7*m.Ratio, "no. "+strconv.Itoa(m.To), AlignLeft, muted)
	}
	if m.Detailed >= 0 {
		b := m.bars()
		add(left, float64(b.Y0)-0.55*float64(m.px(matrixGap)), "Priority of job "+strconv.FormatInt(m.Number(m.Plan.Jobs[m.Detailed]), 10)+" on each computer", AlignLeft, text)
		for _, v := range m.levels() {
			add(left, float64(m.level(v)), strconv.FormatFloat(float64(v), 'f', -1, 32), AlignLeft, muted)
		}
	}
	return labels
}

// Legend explains the colours and the marks of the heat map.
func (m *Matrix) Legend() []LegendEntry {
	var legend []LegendEntry
	for i := range 5 {
		v := m.low + (m.high-m.low)*float32(i)/4
		words := strconv.FormatFloat(float64(v), 'f', 1, 32)
		switch i {
		case 0:
			words = "priority " + words
		case 4:
			words += " and more"
		}
		legend = append(legend, LegendEntry{Color: m.color(v), Text: words})
	}
	return append(legend, LegendEntry{Color: m.Theme.Idle, Text: "cannot run there", Hatched: true})
}
