package main

import (
	"cmp"
	"fmt"
	"html"
	"math"
	"slices"
	"strconv"
	"strings"
)

// chart has two logarithmic axes.
type chart struct {
	title, x, y string
	curves      []curve
}

// curve has at least one point, all positive, by ascending x.
type curve struct {
	label  string
	points []point
}

type point struct{ x, y float64 }

// Sizes in pixels.
const (
	width, height           = 760, 400
	left, right, top, below = 64, 190, 56, 52
	dotRadius               = 3.5
	labelHeight             = 16
)

// style has the colours of a light and a dark page, with their own background, since a
// picture in a page knows only what the system prefers.
const style = `
text { font: 13px system-ui, sans-serif; fill: #24292f; }
.title { font-size: 15px; font-weight: 600; }
.page { fill: #ffffff; }
.grid { stroke: #d0d7de; }
.c0 { --c: #0060a8; } .c1 { --c: #c04a00; } .c2 { --c: #00795a; } .c3 { --c: #9a3f78; } .c4 { --c: #6b5a00; }
.curve { fill: none; stroke: var(--c); stroke-width: 2; stroke-linejoin: round; }
.dot { fill: var(--c); }
.label { fill: var(--c); font-weight: 600; }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3; }
.page { fill: #0d1117; }
.grid { stroke: #30363d; }
.c0 { --c: #58a6ff; } .c1 { --c: #ff9d5c; } .c2 { --c: #4cc9a0; } .c3 { --c: #e58cc4; } .c4 { --c: #d6c04a; }
}
`

// axis maps values to pixels by their logarithms.
type axis struct {
	least, most float64
	from, to    float64 // pixels
}

func (a axis) at(v float64) float64 {
	return a.from + (a.to-a.from)*math.Log(v/a.least)/math.Log(a.most/a.least)
}

// newAxis spans all values, from one tick to another.
func newAxis(values []float64, from, to float64) axis {
	least, most := slices.Min(values), slices.Max(values)
	down := math.Pow(10, math.Floor(math.Log10(least)+1e-9))
	a := axis{least: down, most: down * 10, from: from, to: to}
	for a.most < most*(1-1e-9) {
		a.most *= 10
	}
	// The decades at the ends are shown from where something is measured on.
	for _, step := range []float64{5, 2} {
		if least >= down*step {
			a.least = down * step
			break
		}
	}
	for _, step := range []float64{5, 2} {
		if most <= a.most/step && a.most/step > a.least {
			a.most /= step
			break
		}
	}
	return a
}

// ticks are the values 1, 2 and 5 of each decade on the axis; of many decades, 1 only.
func (a axis) ticks() (list []float64) {
	steps := []float64{1, 2, 5}
	if a.most/a.least > 300 {
		steps = steps[:1]
	}
	for decade := math.Floor(math.Log10(a.least) + 1e-9); decade <= math.Log10(a.most)+1e-9; decade++ {
		for _, step := range steps {
			if v := step * math.Pow(10, decade); v >= a.least*(1-1e-9) && v <= a.most*(1+1e-9) {
				list = append(list, v)
			}
		}
	}
	return list
}

// number has commas between thousands and no more decimals than it needs.
func number(v float64) string {
	if v < 1000 {
		return strconv.FormatFloat(v, 'g', 6, 64)
	}
	digits := strconv.FormatFloat(v, 'f', 0, 64)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// svg is the picture.
func (c chart) svg() string {
	var xs, ys []float64
	for _, k := range c.curves {
		for _, p := range k.points {
			xs, ys = append(xs, p.x), append(ys, p.y)
		}
	}
	x, y := newAxis(xs, left, width-right), newAxis(ys, height-below, top)
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img">`, width, height)
	fmt.Fprintf(&b, "\n<title>%s, %s against %s</title>\n<style>%s</style>\n", html.EscapeString(c.title), c.y, c.x, style)
	fmt.Fprintf(&b, `<rect class="page" width="%d" height="%d" rx="8"/>`+"\n", width, height)
	text := func(class, anchor string, x, y float64, words string) {
		fmt.Fprintf(&b, `<text class="%s" text-anchor="%s" x="%.1f" y="%.1f">%s</text>`+"\n", class, anchor, x, y, html.EscapeString(words))
	}
	text("title", "start", 16, 24, c.title)
	text("", "start", 16, 44, c.y)
	text("", "end", width-right, height-12, c.x)
	for _, v := range x.ticks() {
		fmt.Fprintf(&b, `<path class="grid" d="M%.1f %d V%d"/>`+"\n", x.at(v), top, height-below)
		text("", "middle", x.at(v), height-below+18, number(v))
	}
	for _, v := range y.ticks() {
		fmt.Fprintf(&b, `<path class="grid" d="M%d %.1f H%d"/>`+"\n", left, y.at(v), width-right)
		text("", "end", left-8, y.at(v)+4, number(v))
	}
	heights := c.labelHeights(y)
	for i, k := range c.curves {
		fmt.Fprintf(&b, `<g class="c%d">`+"\n"+`<path class="curve" d="`, i%5)
		for j, p := range k.points {
			fmt.Fprintf(&b, "%c%.1f %.1f", "ML"[min(j, 1)], x.at(p.x), y.at(p.y))
		}
		b.WriteString(`"/>` + "\n")
		for _, p := range k.points {
			fmt.Fprintf(&b, `<circle class="dot" r="%g" cx="%.1f" cy="%.1f"><title>%s %s: %.3g %s</title></circle>`+"\n",
				dotRadius, x.at(p.x), y.at(p.y), number(p.x), c.x, p.y, c.y)
		}
		last := k.points[len(k.points)-1]
		text("label", "start", x.at(last.x)+10, heights[i]+4, k.label)
		b.WriteString("</g>\n")
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// labelHeights is where the curves' labels stand: at their last points, moved apart.
func (c chart) labelHeights(y axis) []float64 {
	heights := make([]float64, len(c.curves))
	order := make([]int, len(c.curves))
	for i, k := range c.curves {
		heights[i], order[i] = y.at(k.points[len(k.points)-1].y), i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(heights[a], heights[b]) })
	for n, i := range order[1:] {
		heights[i] = max(heights[i], heights[order[n]]+labelHeight)
	}
	return heights
}
