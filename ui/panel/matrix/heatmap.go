package matrix

import (
	"backfill/engine"
	"backfill/ui/timeline"
)

// Ids of the empty elements that the browser side fills for the heat map, as it does for the timeline.
const (
	PictureHost = "matrix"
	HintHost    = "matrix-hint"
)

// fewRows is how many rows are shown with their numbers.
const fewRows = 28

// rowChoices are the choices of rows.
var rowChoices = []string{"the first", "around the chosen job", "all"}

// dress gives the heat map the width of the timeline and the colours of the page.
func (p *PriorityMatrix) dress() {
	if m := p.Picture; m != nil {
		m.Width, m.Ratio, m.Theme = p.Width, p.Ratio, p.Theme()
	}
}

// arrange chooses the rows that are shown, and the one of the pinned job; no cell is lit.
func (p *PriorityMatrix) arrange() {
	m := p.Picture
	if m == nil {
		return
	}
	m.Detailed, m.Hover = p.pinnedRow(), timeline.Pair{Row: -1, Lane: -1}
	n := len(m.Ranked)
	m.From, m.To = 0, min(fewRows, n)
	switch {
	case p.rows == "all":
		m.To = n
	case p.rows == rowChoices[1] && m.Detailed >= 0:
		m.From = min(max(0, p.rankOf(m.Detailed)-fewRows/2), n-m.To)
		m.To += m.From
	}
	p.Browser.Redraw()
}

// pinnedRow is the row of the pinned job, -1 if it has none.
func (p *PriorityMatrix) pinnedRow() int {
	if m := p.Came; m != nil && p.Pinned != engine.NoJob {
		for i, j := range m.Jobs {
			if j == p.Pinned {
				return i
			}
		}
	}
	return -1
}

// rankOf is the place of a row in the order of priority, from 0.
func (p *PriorityMatrix) rankOf(row int) int {
	for i, r := range p.Picture.Ranked {
		if int(r) == row {
			return i
		}
	}
	return -1
}

// HeatMap is the heat map, nil as long as there is none or no width.
func (p *PriorityMatrix) HeatMap() *timeline.Matrix {
	if p.Picture != nil && p.Picture.Width > 0 && p.Unfolded["matrix"] {
		return p.Picture
	}
	return nil
}

// chooseRows shows the rows of one of rowChoices.
func (p *PriorityMatrix) chooseRows(rows string) {
	p.rows = rows
	p.arrange()
}

func (p *PriorityMatrix) legend() []timeline.LegendEntry {
	if m := p.HeatMap(); m != nil {
		return m.Legend()
	}
	return nil
}

// Hover lights up a pair and returns the line of text for HintHost. changed says
// whether the picture needs to be drawn anew.
func (p *PriorityMatrix) Hover(h timeline.Pair) (text string, changed bool) {
	m := p.Picture
	if m == nil {
		return "", false
	}
	changed = m.Hover != h
	m.Hover = h
	return p.line(h), changed
}

// PinRow pins the job of a row. It needs a rendering.
func (p *PriorityMatrix) PinRow(row int) {
	if m := p.Picture; m != nil && row >= 0 && row < len(m.Plan.Jobs) {
		small := p.Small()
		p.Pin(m.Plan.Jobs[row])
		if small {
			p.Browser.Focus(PictureHost) // what it changes is here
		}
	}
}

// Key moves what lights up, as an arrow key on the heat map does, and returns what is
// there now; false says that the key means something else.
func (p *PriorityMatrix) Key(key string) (timeline.Pair, bool) {
	m := p.Picture
	if m == nil {
		return timeline.Pair{Row: -1, Lane: -1}, false
	}
	h := m.Hover
	at := max(m.From, p.rankOf(h.Row))
	if h.Row < 0 || h.Lane < 0 {
		h = timeline.Pair{Row: int(m.Ranked[m.From]), Lane: max(m.Best(int(m.Ranked[m.From])), 0)}
	}
	switch key {
	case "ArrowUp":
		at = max(at-1, m.From)
	case "ArrowDown":
		at = min(at+1, m.To-1)
	case "ArrowLeft":
		h.Lane = max(h.Lane-1, 0)
	case "ArrowRight":
		h.Lane = min(h.Lane+1, m.Plan.Lanes-1)
	case "Home":
		h.Lane = max(m.Best(h.Row), 0)
	default:
		return h, false
	}
	h.Row = int(m.Ranked[at])
	return h, true
}
