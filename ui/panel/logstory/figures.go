package logstory

import (
	"fmt"
	"strings"
	"time"

	"backfill/engine/workload/story"
	"backfill/ui/phrase"
)

// Level is a picture of a level over time.
type Level struct {
	Title string
	Most  string // the highest mean of a step
	Path  string // of an area in a box of levelWidth x levelHeight
}

// Size of the pictures of levels; they are stretched to the width of the page.
const (
	levelWidth  = 1000
	levelHeight = 100
	LevelBox    = "0 0 1000 100"
)

// Levels are the pictures of what was in use, and of how many jobs waited.
func (p *Story) Levels() []Level { return p.levels }

// drawLevels makes them.
func (p *Story) drawLevels() []Level {
	s := &p.told.Series
	var list []Level
	add := func(title string, means []float64, text func(float64) string) {
		if len(means) == 0 {
			return
		}
		most := 0.0
		for _, v := range means {
			most = max(most, v)
		}
		list = append(list, Level{title, text(most), area(means, most)})
	}
	count := func(v float64) string { return phrase.Decimals(v, phrase.DigitsOf(v)) }
	add("Jobs waiting", s.Waiting, count)
	add("Processors in use", s.Busy, count)
	add("GPUs in use", s.GPUs, count)
	add("Memory that running jobs asked for", s.Memory, func(kb float64) string { return count(kb/(1<<20)) + " GB" })
	return list
}

// SVG is the picture by itself.
func (l Level) SVG() string {
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="` + LevelBox + `" preserveAspectRatio="none" width="700" height="70"><path fill="#56789a" d="` + l.Path + `"/></svg>`
}

// area is the path of the area below means, the highest of which is most.
func area(means []float64, most float64) string {
	if most <= 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "M0 %d", levelHeight)
	last := -1.0
	for i, v := range means {
		y := levelHeight * (1 - v/most)
		if y != last {
			fmt.Fprintf(&b, "H%.1fV%.1f", float64(levelWidth)*float64(i)/float64(len(means)), y)
		}
		last = y
	}
	fmt.Fprintf(&b, "H%dV%dZ", levelWidth, levelHeight)
	return b.String()
}

// LevelRemark says what a step of the pictures is.
func (p *Story) LevelRemark() string {
	s := &p.told.Series
	return fmt.Sprintf("From %s to %s. Each point is the mean of %s, so that peaks are lower than at an instant. Jobs that were cancelled while they waited count here, but not above.", p.instant(s.From), p.instant(p.told.To), span(s.Step))
}

// day is a row of the picture of the week.
type day struct {
	Name  string
	Hours []hourCell
}

// hourCell is an hour of the week.
type hourCell struct {
	Class int32
	Shade string // class of its colour, from "h0", nothing, to "h8"
	Title string
}

// shades is how many colours there are beside that of nothing.
const shades = 8

// showWeek makes the picture of the week show waits, or submissions.
func (p *Story) showWeek(waits bool) {
	p.waits = waits
	p.week = p.drawWeek()
}

// drawWeek makes the picture of the hours of a week: in which the jobs came, or how long those waited that came then. Nil: there are no
// dates.
func (p *Story) drawWeek() []day {
	if !p.told.Dated {
		return nil
	}
	var value [168]float64
	var jobs [168]int
	most := 0.0
	for _, row := range p.told.Tables[story.HourOfWeek] {
		if row.Class < 0 || row.Class >= 168 {
			continue
		}
		v := float64(row.Jobs)
		if p.waits {
			v = float64(row.Median)
		}
		value[row.Class], jobs[row.Class] = v, row.Jobs
		most = max(most, v)
	}
	var week []day
	for d := range 7 {
		row := day{Name: time.Weekday((d + 1) % 7).String()[:3]}
		for h := range 24 {
			class := int32(24*d + h)
			shade := 0
			if value[class] > 0 {
				shade = 1 + int((shades-1)*value[class]/most)
			}
			text := phrase.Plural(int64(jobs[class]), "job")
			if p.waits && jobs[class] > 0 {
				text += ", median wait " + wait(int64(value[class]))
			}
			row.Hours = append(row.Hours, hourCell{class, fmt.Sprintf("h%d", shade), p.label(story.HourOfWeek, class) + ": " + text})
		}
		week = append(week, row)
	}
	return week
}

// WeekRemark says what the darkest colour is.
func (p *Story) WeekRemark() string {
	most, jobs := int64(0), 0
	for _, row := range p.told.Tables[story.HourOfWeek] {
		most, jobs = max(most, row.Median), max(jobs, row.Jobs)
	}
	if p.waits {
		return "By the hour in which the jobs could have started: the darker, the longer their median wait, up to " + wait(most) + "."
	}
	return "By the hour in which the jobs could have started: the darker, the more jobs, up to " + phrase.Grouped(int64(jobs)) + "."
}
