package timeline

import (
	"fmt"
	"math"
	"sort"
	"strconv"
	"strings"

	"backfill/engine"
)

// Band is a lane of the machine as a Gantt chart shows it: processors First to
// First+Processors-1.
type Band struct {
	engine.Lane
	First int32
}

// Bands are the lanes of a machine from the top of the chart to its bottom, so that the
// first one has the highest processors.
func Bands(lanes []engine.Lane) []Band {
	var bands []Band
	above := int32(0)
	for _, lane := range lanes {
		above += lane.Processors
	}
	for _, lane := range lanes {
		above -= lane.Processors
		bands = append(bands, Band{lane, above})
	}
	return bands
}

// shaded says whether bands are told from their neighbours by their ground, since they are of
// different heights: those of computers.
func (p *Placement) shaded() bool { return len(p.Bands) > 1 && p.Bands[0].Speed > 0 }

// bandAt is the band of processor i, -1 if the machine is one pool or the processor that of a heading. O(log bands).
func (p *Placement) bandAt(i int32) int {
	k := sort.Search(p.shownBands(), func(k int) bool { return p.Bands[p.lane(k)].First <= i })
	if k == p.shownBands() {
		return -1
	}
	b := p.lane(k)
	if band := &p.Bands[b]; p.order != nil && i >= band.First+band.Processors {
		return -1
	}
	return b
}

// Heights in CSS pixels from which a band is told from its neighbours, and has its
// name written into it.
const (
	bandSeparated = 3
	bandNamed     = 13
)

// bandNames is a share of the chart's width that the names of bands may cover: where
// they would need more, they are not told with their capacity, nor their speed, or not at all.
const bandNames = 0.24

// plate is how much of what lies under a name is covered, of 256: the name is readable, and
// jobs are still seen.
const plate = 184

// drawBands separates the bands of a Gantt chart, and lays a plate under their names.
func (s *Scene) drawBands(dst *Raster, lane Lane, l *Layout) {
	bottom, line := lane.Top+lane.Height, s.px(1)
	for band := range l.fromTop {
		y0, y1 := l.pixelOf(band.First, lane.Height), l.pixelOf(band.First+band.Processors, lane.Height)
		// Rounding to pixels must not separate some of many that are alike.
		if height := float64(band.Processors) / float64(l.Processors) * float64(lane.Height); band.First == 0 || height < float64(s.px(bandSeparated)) || l.shaded() && y1-y0 < s.px(bandNamed) {
			continue
		}
		if y1-y0 >= s.px(bandNamed) {
			dst.rect(Rect{0, bottom - y0 - 2*line, dst.Width, bottom - y0 + line}, lane.Top, bottom, s.Theme.Background.pixel())
		}
		dst.rect(Rect{0, bottom - y0 - line, dst.Width, bottom - y0}, lane.Top, bottom, s.Theme.Text.pixel())
	}
	s.drawHeadings(dst, lane, l)
	for _, name := range s.namesOfBands(lane, l) {
		for y := max(name.area.Y0, lane.Top); y < min(name.area.Y1, bottom); y++ {
			row := dst.row(y)
			for x := range row[:min(name.area.X1, len(row))] {
				row[x] = mix(row[x], s.Theme.Background.pixel(), plate)
			}
		}
	}
}

// bandName is the name of a band and the plate that lies under it.
type bandName struct {
	text string
	area Rect
}

// namesOfBands are those of the bands of a Gantt chart that are high enough or, if none is, of
// some: the first and others at a round distance, each in the middle of its band.
func (s *Scene) namesOfBands(lane Lane, l *Layout) []bandName {
	var names []bandName
	words := s.bandWords(l, Band.label, Band.brief, Band.name)
	if words == nil {
		return nil
	}
	bottom := lane.Top + lane.Height
	for band := range l.fromTop {
		y0, y1 := l.pixelOf(band.First, lane.Height), l.pixelOf(band.First+band.Processors, lane.Height)
		if y1-y0 < s.px(bandNamed) {
			continue
		}
		text := words(band)
		if band.Speed > 0 && y1-y0 < 2*s.px(bandNamed) {
			text = band.Name // it covers most of the jobs there
		}
		width := int(math.Ceil(float64(runes(text))*s.CharWidth)) + s.px(8)
		names = append(names, bandName{band.heading(text), Rect{0, bottom - y1, width, bottom - y1 + s.px(bandNamed)}})
	}
	if len(names) > 0 || l.shownBands() == 0 {
		return names
	}
	words = s.bandWords(l, Band.brief, Band.name)
	step, next, i := bandStep(3*s.px(bandNamed)*l.shownBands()/lane.Height), lane.Top, -1
	for band := range l.fromTop {
		if i++; i > 0 && (i+1)%step != 0 {
			continue
		}
		middle := bottom - (l.pixelOf(band.First, lane.Height)+l.pixelOf(band.First+band.Processors, lane.Height))/2
		top := max(middle-s.px(bandNamed)/2, lane.Top)
		if top >= next && top+s.px(bandNamed) <= bottom {
			text := words(band)
			width := int(math.Ceil(float64(runes(text))*s.CharWidth)) + s.px(8)
			names = append(names, bandName{band.heading(text), Rect{0, top, width, top + s.px(bandNamed)}})
			next = top + s.px(bandNamed)
		}
	}
	return names
}

// bandWords is the first of several ways to call bands for which there is room, nil if there is none.
func (s *Scene) bandWords(l *Layout, ways ...func(Band) string) func(Band) string {
	for _, words := range ways {
		length := 0
		for band := range l.fromTop {
			length = max(length, runes(words(band)))
		}
		if float64(length)*s.CharWidth <= bandNames*float64(s.View.Width) {
			return words
		}
	}
	return nil
}

// bandStep is a round number, of 1, 2, 5, 10 and so on, that is larger than n.
func bandStep(n int) int {
	step := 1
	for i := 0; step <= n; i++ {
		step = [...]int{2, 5, 10}[i%3] * int(math.Pow10(i/3))
	}
	return step
}

// heading is a text that begins with the name of a band, with a capital letter unless that is a name of its own, such as n01.
func (b Band) heading(text string) string {
	if strings.HasPrefix(b.Name, b.Kind) {
		return sentence(text)
	}
	return text
}

// label is the name of a band with its capacity: "host 3: 128, 30 GB", "computer 7: 4, 589 MIPS".
func (b Band) label() string {
	text := fmt.Sprintf("%s: %d", b.Name, b.Processors)
	if b.Memory > 0 {
		text += ", " + Gigabytes(float64(b.Memory))
	}
	if b.GPUs == 1 {
		text += ", 1 GPU"
	} else if b.GPUs > 1 {
		text += fmt.Sprintf(", %d GPUs", b.GPUs)
	}
	if b.Speed > 0 {
		text += fmt.Sprintf(", %d MIPS", b.Speed)
	}
	return text
}

// brief is the name of a band with its speed: "computer 7, 589 MIPS"; the name alone if it has none.
func (b Band) brief() string {
	if b.Speed == 0 {
		return b.Name
	}
	return fmt.Sprintf("%s, %d MIPS", b.Name, b.Speed)
}

func (b Band) name() string { return b.Name }

// Gigabytes is an amount of memory, in MB, in words: up to two decimals of a GB.
func Gigabytes(megabytes float64) string {
	return strconv.FormatFloat(math.Round(megabytes/1024*100)/100, 'f', -1, 64) + " GB"
}
