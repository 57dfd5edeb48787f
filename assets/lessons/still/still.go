// Package still draws schedules for print, as SVG in black and grey.
package still

import (
	"cmp"
	"fmt"
	"html"
	"math"
	"slices"
	"strings"

	"backfill/assets/lessons/figures"
	"backfill/ui/result"
)

// Bounds of what is drawn for print.
const (
	mostDrawn = 60    // jobs
	mostRows  = 1_000 // processors
	wide      = 640.0 // units, of the time
	left      = 34.0  // units, for the labels of the processors
	tall      = 150.0 // units, of the processors
	below     = 30.0  // units, for the labels of the time
)

// A Still is a schedule for print: time to the right, processors upwards. A job takes processors that lie side by side, if such are
// free; in a pool of processors which it has is of no consequence.
type Still struct {
	jobs       []result.Job
	processors int
	until      float64 // seconds: what comes later is not drawn, and of running jobs only what they have asked for; +Inf for all
	right      float64 // seconds, at the right edge
}

// Of is the drawing of a run, with no job on it that starts later than a time in seconds, which may be +Inf; false if there is too much for one, or the machine is not one pool.
func Of(run *figures.RunResult, until float64) (*Still, bool) {
	s := &Still{jobs: run.Jobs, processors: int(run.Processors), until: until}
	if len(run.Jobs) == 0 || len(run.Jobs) > mostDrawn || s.processors < 1 || s.processors > mostRows {
		return nil, false
	}
	for _, j := range run.Jobs {
		if j.Start != nil && *j.Start <= until {
			s.right = max(s.right, s.end(&j))
		}
	}
	if !math.IsInf(until, 1) {
		s.right = max(s.right, until+60)
	}
	return s, s.right > 0
}

// end of a job's bar: where it ends or, when it is running at the last instant that is drawn, where it will by its request.
func (s *Still) end(j *result.Job) float64 {
	switch {
	case j.End != nil && *j.End <= s.until:
		return *j.End
	case !math.IsInf(s.until, 1):
		return max(*j.Start+j.Requested, s.until)
	case j.End != nil:
		return *j.End
	}
	return *j.Start + j.Requested
}

// rows finds processors for a job from a time on: those side by side that lie lowest, else the lowest ones. The jobs are asked in the order of their starts.
func (s *Still) rows(free []float64, start float64, n int) []int {
	var list []int
	for row, until := range free {
		switch {
		case until > start:
			if len(list) > 0 && len(list) < n {
				list = nil
			}
		case len(list) < n:
			list = append(list, row)
		}
	}
	if len(list) >= n {
		return list[:n]
	}
	list = nil
	for row, until := range free {
		if until <= start && len(list) < n {
			list = append(list, row)
		}
	}
	return list
}

// SVG draws it; people who do not see it hear the title.
func (s *Still) SVG(title string) string {
	var b strings.Builder
	x := func(t float64) float64 { return left + t/s.right*wide }
	high := tall / float64(s.processors)
	y := func(row int) float64 { return tall - float64(row)*high } // the lower edge
	fmt.Fprintf(&b, `<svg class="still" viewBox="0 0 %g %g" role="img" aria-label="%s" font-family="sans-serif" font-size="11">`, left+wide+20, tall+below+4, html.EscapeString(title))
	fmt.Fprintf(&b, `<rect x="%g" y="0" width="%g" height="%g" fill="none" stroke="#555"/>`, left, wide, tall)
	step, size, unit := ticks(s.right)
	for t := 0.0; t <= s.right; t += step {
		fmt.Fprintf(&b, `<path d="M%.1f 0V%g" stroke="#bbb" stroke-width="0.5"/><text x="%.1f" y="%g" text-anchor="middle">%s</text>`, x(t), tall+3, x(t), tall+15, figures.Rounded(t/size))
	}
	fmt.Fprintf(&b, `<text x="%g" y="%g" text-anchor="end">%s</text>`, left+wide, tall+28, unit)
	fmt.Fprintf(&b, `<text x="%g" y="10" text-anchor="end">%d</text><text x="%g" y="%g" text-anchor="end">0</text>`, left-4, s.processors, left-4, tall)
	order := slices.DeleteFunc(slices.Clone(s.jobs), func(j result.Job) bool { return j.Start == nil || *j.Start > s.until })
	slices.SortStableFunc(order, func(a, b result.Job) int { return cmp.Compare(*a.Start, *b.Start) })
	free := make([]float64, s.processors) // until when each is taken
	for i := range order {
		j := &order[i]
		rows := s.rows(free, *j.Start, int(j.Processors))
		end := s.end(j)
		really := end
		if j.End != nil {
			really = *j.End
		}
		for from := 0; from < len(rows); {
			to := from + 1
			for to < len(rows) && rows[to] == rows[to-1]+1 {
				to++
			}
			top, height := y(rows[to-1]+1), float64(to-from)*high
			fmt.Fprintf(&b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="#e4e8ee" stroke="#333"/>`, x(*j.Start), top, x(min(end, s.until))-x(*j.Start), height)
			if end > s.until {
				fmt.Fprintf(&b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="none" stroke="#333" stroke-dasharray="3 2"/>`, x(s.until), top, x(end)-x(s.until), height)
			}
			if from == 0 {
				fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="middle" dominant-baseline="central">%d</text>`, (x(*j.Start)+x(end))/2, top+height/2, j.Job)
			}
			from = to
		}
		for _, row := range rows {
			free[row] = really
		}
	}
	if !math.IsInf(s.until, 1) {
		fmt.Fprintf(&b, `<path d="M%.1f 0V%g" stroke="#000" stroke-width="1.5"/>`, x(s.until), tall)
	}
	b.WriteString("</svg>")
	return b.String()
}

// ticks are the distance of the labels of an axis, its unit in seconds, and the unit's name.
func ticks(right float64) (step, size float64, unit string) {
	size, unit = 60, "minutes"
	if right > 12*3600 {
		size, unit = 3600, "hours"
	}
	for _, step := range []float64{1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 1200, 3000, 6000, 12000} {
		if right/(step*size) <= 13 {
			return step * size, size, unit
		}
	}
	return right, size, unit
}
