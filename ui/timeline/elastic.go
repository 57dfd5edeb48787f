package timeline

import (
	"errors"
	"math"
	"strconv"

	"backfill/engine"
)

// Elastic is what a scene shows before its width is known: as shapes whose edges are instants, in both themes. A short
// script draws it like Scene.Draw (assets/ahead.js). Heights and places are CSS pixels, colours indices of Colors.
type Elastic struct {
	From       engine.Time    `json:"from"`
	To         engine.Time    `json:"to"`
	Height     int            `json:"height"`
	Colors     [][2]string    `json:"colors"` // light and dark
	Background int            `json:"background"`
	Idle       int            `json:"idle"`
	Grid       int            `json:"grid"`
	Ticks      int            `json:"ticks"`
	Axis       ElasticAxis    `json:"axis"`
	Strips     [][2]int       `json:"strips"` // top and bottom of what lies below one another, each of whole pixels in any ratio
	Lanes      []ElasticLane  `json:"lanes"`
	Labels     []ElasticLabel `json:"labels"`
}

// ElasticAxis is the time axis: of its steps the first one is shown that has room.
type ElasticAxis struct {
	Height int           `json:"height"`
	Middle float64       `json:"middle"` // of its labels
	Text   int           `json:"text"`
	Steps  []ElasticStep `json:"steps"`
}

// ElasticStep are the ticks at one distance. They have room in Least mean widths of a character or more.
type ElasticStep struct {
	Least float64       `json:"least"`
	At    []engine.Time `json:"at"`
	Text  []string      `json:"text"`
}

// ElasticLane has the blocks of a Gantt chart, or a track.
type ElasticLane struct {
	Top    int            `json:"top"`
	Bottom int            `json:"bottom"`
	Blocks []ElasticBlock `json:"blocks,omitempty"`
	Track  *ElasticTrack  `json:"track,omitempty"`
}

// ElasticBlock is a block of a job's processors, with the job's number if it is high enough for one.
type ElasticBlock struct {
	From   engine.Time `json:"from"`
	To     engine.Time `json:"to"`
	Top    int         `json:"top"`
	Bottom int         `json:"bottom"`
	Fill   int         `json:"fill"`
	Edge   int         `json:"edge"`
	Hatch  int         `json:"hatch,omitempty"` // of lines that rise to the left; 0: none
	End    int         `json:"end,omitempty"`   // of the bar at the end of a job that was killed; 0: none
	Number string      `json:"number,omitempty"`
	Middle float64     `json:"middle,omitempty"` // of the number
	Ink    int         `json:"ink"`              // of the number
}

// ElasticTrack is a step function: from At[i] on its line lies at Y[i].
type ElasticTrack struct {
	Color int           `json:"color"`
	At    []engine.Time `json:"at"`
	Y     []int         `json:"y"`
	Limit int           `json:"limit,omitempty"` // where its capacity is drawn; 0: nowhere
}

// ElasticLabel is text at the left edge.
type ElasticLabel struct {
	X    float64 `json:"x"`
	Y    float64 `json:"y"`
	Text string  `json:"text"`
	Ink  int     `json:"ink"`
	Bold bool    `json:"bold,omitempty"`
}

// NewElastic makes the picture of a scene of few jobs in its view, whose ratio is 1. It refuses a scene with anything that it has no shape
// for.
func NewElastic(s *Scene) (*Elastic, error) {
	if s.View.Ratio != 1 || s.Clock.Calendar != nil || s.Loads != nil || s.Colors == nil || s.Number == nil ||
		s.Sketch != nil || s.Play != nil || len(s.Marks) > 0 || s.Pinned >= 0 || s.Hover >= 0 || s.marksChanged() {
		return nil, errors.New("an elastic picture shows results at rest, without a calendar")
	}
	m := &elasticMaker{scene: s, colors: map[[2]Color]int{}, light: s.Colors.inks(Light), dark: s.Colors.inks(Dark)}
	e := &m.made
	m.color(0, 0) // so that 0 means none
	themed := func(of func(*Theme) Color) int { return m.color(of(Light), of(Dark)) }
	e.From, e.To, e.Height = s.View.T0, s.View.T1, s.View.Height
	e.Background = themed(func(t *Theme) Color { return t.Background })
	e.Idle = themed(func(t *Theme) Color { return t.Idle })
	e.Grid = themed(func(t *Theme) Color { return t.Grid })
	e.Ticks = themed(func(t *Theme) Color { return t.Muted })
	for _, lane := range s.View.Lanes {
		e.Strips = append(e.Strips, [2]int{lane.Top, lane.Top + lane.Height})
		switch {
		case lane.Part == AxisPart:
			e.Axis = ElasticAxis{lane.Height, float64(lane.Top) + axisMiddle*float64(lane.Height), themed(func(t *Theme) Color { return t.Text }), m.steps()}
		case lane.Part == GanttPart:
			if err := m.chart(lane); err != nil {
				return nil, err
			}
		case lane.Part >= TrackPart:
			if err := m.track(lane); err != nil {
				return nil, err
			}
		}
	}
	m.labels()
	return e, nil
}

type elasticMaker struct {
	scene       *Scene
	made        Elastic
	colors      map[[2]Color]int
	light, dark *[256]ink
}

// color is the index of a colour.
func (m *elasticMaker) color(light, dark Color) int {
	pair := [2]Color{light, dark}
	i, known := m.colors[pair]
	if !known {
		i = len(m.made.Colors)
		m.colors[pair] = i
		m.made.Colors = append(m.made.Colors, [2]string{light.CSS(), dark.CSS()})
	}
	return i
}

// steps are the steps of the axis, as Clock.Axis tries them.
func (m *elasticMaker) steps() []ElasticStep {
	s, c := m.scene.View.Scale, m.scene.Clock
	var steps []ElasticStep
	for _, step := range c.steps() {
		if step.length > s.Span() {
			break
		}
		made := ElasticStep{Least: closest * float64(s.Span()) / float64(step.length)}
		if made.Least > mostCharacters {
			continue
		}
		for at := range c.ticks(s, step) {
			text, _ := c.label(at, step)
			if n := len(made.At); n > 0 {
				characters := float64(runes(made.Text[n-1])+runes(text))/2 + apart
				made.Least = max(made.Least, characters*float64(s.Span())/float64(at-made.At[n-1]))
			}
			made.At, made.Text = append(made.At, at), append(made.Text, text)
		}
		made.Least = math.Ceil(made.Least*1e6) / 1e6
		steps = append(steps, made)
	}
	return steps
}

// mostCharacters is how many characters the widest timeline has room for.
const mostCharacters = 1200

func (m *elasticMaker) chart(lane Lane) error {
	s, bottom := m.scene, lane.Top+lane.Height
	group := &s.Groups[lane.Group]
	l := group.Layout
	if l == nil || group.Heat != nil || len(l.Bands) > 0 || l.Processors > l.Machine || l.levelFor(s.View.Scale) != nil {
		return errors.New("an elastic picture shows few jobs on one machine")
	}
	made := ElasticLane{Top: lane.Top, Bottom: bottom}
	for p := range l.StartedBefore(s.View.T1) {
		mark := l.Marks[p]
		if mark&(WasLost|Dedicated|WasStopped|WentOn) != 0 || group.Outcome == nil || group.Outcome.Workload.Deadline != nil {
			return errors.New("an elastic picture shows jobs that run from start to end, without deadlines")
		}
		rising, falling := s.Colors.texture(group.Paint[p], mark)
		if falling {
			return errors.New("an elastic picture has one texture")
		}
		light, dark := m.light[group.Paint[p]], m.dark[group.Paint[p]]
		pair := func(of func(ink) uint32) int { return m.color(colorOf(of(light)), colorOf(of(dark))) }
		for b := l.Offset[p]; b < l.Offset[p+1]; b++ {
			y0, y1 := l.pixelOf(l.First[b], lane.Height), l.pixelOf(l.First[b]+l.Count[b], lane.Height)
			block := ElasticBlock{
				From: l.Start(p), To: l.End(p), Top: bottom - y1, Bottom: bottom - y0,
				Fill: pair(func(i ink) uint32 { return i.fill }), Edge: pair(func(i ink) uint32 { return i.edge }),
			}
			if rising {
				block.Hatch = pair(func(i ink) uint32 { return i.hatch })
			}
			if mark&WasKilled != 0 {
				block.End = pair(func(i ink) uint32 { return i.end })
			}
			if y1-y0 >= numbered {
				block.Number = strconv.FormatInt(s.Number(l.Job[p]), 10)
				block.Middle = float64(bottom) - float64(y0+y1)/2
				block.Ink = m.color(readableOn(s.Colors.Color(group.Paint[p], Light)), readableOn(s.Colors.Color(group.Paint[p], Dark)))
			}
			made.Blocks = append(made.Blocks, block)
		}
	}
	m.made.Lanes = append(m.made.Lanes, made)
	return nil
}

func (m *elasticMaker) track(lane Lane) error {
	t := m.scene.Groups[lane.Group].Tracks[lane.Part-TrackPart]
	if t.Row || t.Wanted != nil {
		return errors.New("an elastic picture shows tracks of their own")
	}
	top := lane.Top + m.scene.caption(lane, t)
	y := func(v int32) int { return t.y(float64(v), top, lane.Top+lane.Height-top, trackLine(1)) }
	made := &ElasticTrack{Color: m.color(Light.Tracks[t.Hue], Dark.Tracks[t.Hue]), At: []engine.Time{m.scene.View.T0}, Y: []int{y(0)}}
	for i, at := range t.At.All() {
		if last := len(made.At) - 1; at <= made.At[last] {
			made.Y[last] = y(t.Values.At(i))
		} else {
			made.At, made.Y = append(made.At, at), append(made.Y, y(t.Values.At(i)))
		}
	}
	if t.Capacity > 0 && t.Capacity <= t.Top {
		made.Limit = y(t.Capacity)
	}
	m.made.Lanes = append(m.made.Lanes, ElasticLane{Top: top, Bottom: lane.Top + lane.Height, Track: made})
	return nil
}

// labels are all that do not depend on the width.
func (m *elasticMaker) labels() {
	plain := *m.scene
	plain.Number = nil
	both := [2][]Label{}
	for i, theme := range []*Theme{Light, Dark} {
		plain.Theme = theme
		both[i] = plain.Labels()
	}
	for i, label := range both[0] {
		if label.Align == AlignCenter {
			continue // of a tick
		}
		m.made.Labels = append(m.made.Labels, ElasticLabel{label.X, label.Y, label.Text, m.color(label.Color, both[1][i].Color), label.Bold})
	}
}
