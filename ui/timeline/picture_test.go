package timeline

import (
	"errors"
	"fmt"
	"image"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/steps"
)

// span is one job of a hand-made schedule, in seconds.
type span struct {
	start, end engine.Time
	processors int32
	overtook   bool
	killed     bool
}

// outcome is the schedule as a simulation would report it. Jobs are submitted at
// zero and numbered in the order given.
func outcome(processors, unit int32, spans ...span) *engine.Outcome {
	n := len(spans)
	o := &engine.Outcome{
		Workload: &engine.Workload{Jobs: make([]engine.Job, n), User: make([]int32, n)},
		Start:    make([]engine.Time, n), End: make([]engine.Time, n),
		State: make([]engine.JobState, n), Overtook: make([]bool, n),
		Processors: processors, Unit: unit,
	}
	for j, s := range spans {
		o.Workload.Jobs[j] = engine.Job{Run: (s.end - s.start) * engine.Second, Estimate: engine.Hour, Processors: s.processors}
		o.Workload.User[j] = int32(j % 3)
		o.Start[j], o.End[j], o.Overtook[j] = s.start*engine.Second, s.end*engine.Second, s.overtook
		o.State[j] = engine.Completed
		if s.killed {
			o.State[j] = engine.Killed
		}
	}
	sortOrders(o)
	return o
}

// sortOrders fills in the orders of starts and ends.
func sortOrders(o *engine.Outcome) {
	by := func(times []engine.Time) []int32 {
		var order []int32
		for j, t := range times {
			if t >= 0 {
				order = append(order, int32(j))
			}
		}
		slices.SortStableFunc(order, func(a, b int32) int { return int(min(max(times[a]-times[b], -1), 1)) })
		return order
	}
	o.StartOrder, o.EndOrder = by(o.Start), by(o.End)
}

// sceneOf shows one outcome as a Gantt chart of the given size in device pixels,
// without anything else: not even a grid, for which labels are too wide.
func sceneOf(o *engine.Outcome, width, height int) *Scene {
	last := engine.Time(0)
	for j := range o.End {
		last = max(last, o.End[j], o.Start[j]+1)
	}
	layout := NewLayout(Place(o), MaxRows)
	colors := NewColoring(ByKind, o)
	s := &Scene{
		Groups: []Group{{Name: "policy", Layout: layout, Paint: colors.Paint(o, layout.Placement)}},
		Colors: colors, Theme: Light, Hover: engine.NoJob, Pinned: engine.NoJob,
		CharWidth: math.Inf(1), View: NewView(0, last, width, 1),
	}
	s.View.Lanes, s.View.Height = []Lane{{0, GanttPart, 0, height}}, height
	return s
}

// ascii is a picture with one character a pixel; the legend maps colours.
func ascii(r *Raster, legend map[uint32]rune) string {
	var b strings.Builder
	for y := range r.Height {
		for _, p := range r.row(y) {
			c, ok := legend[p]
			if !ok {
				c = '?'
			}
			b.WriteRune(c)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// busyMachine is a made schedule without gaps of a machine: n jobs of random widths and
// lengths on given processors, each started as soon as the sweep finds room.
func busyMachine(n int, processors int32, seed uint64) *engine.Outcome {
	r := rand.New(rand.NewPCG(seed, 1))
	o := &engine.Outcome{
		Workload: &engine.Workload{Jobs: make([]engine.Job, n), User: make([]int32, n)},
		Start:    make([]engine.Time, n), End: make([]engine.Time, n),
		State: make([]engine.JobState, n), Overtook: make([]bool, n),
		StartOrder: make([]int32, 0, n), EndOrder: make([]int32, 0, n),
		Processors: processors, Unit: 1,
	}
	var ends endHeap
	now, free := engine.Time(0), processors
	for j := range int32(n) {
		width := int32(1) << r.IntN(8)
		width = min(max(width*processors/1024, 1), processors)
		run := engine.Time(1+r.IntN(60)) * engine.Time(1+r.IntN(600)) * 100
		for free < width {
			e := ends.pop(o.End)
			now = max(now, o.End[e])
			free += o.Workload.Jobs[e].Processors
			o.EndOrder = append(o.EndOrder, e)
		}
		if r.IntN(10) == 0 {
			now += engine.Time(r.IntN(1000))
		}
		o.Workload.Jobs[j] = engine.Job{Submit: max(0, now-engine.Time(r.IntN(5000000))), Run: run, Estimate: 2 * run, Processors: width}
		o.Workload.User[j] = int32(r.IntN(40))
		o.Start[j], o.End[j], o.State[j], o.Overtook[j] = now, now+run, engine.Completed, r.IntN(3) == 0
		o.StartOrder = append(o.StartOrder, j)
		free -= width
		ends.push(j, o.End)
	}
	for len(ends) > 0 {
		o.EndOrder = append(o.EndOrder, ends.pop(o.End))
	}
	// A workload is in the order of submission; no job comes later than it starts by that, as starts ascend.
	submits := make([]engine.Time, n)
	for j := range submits {
		submits[j] = o.Workload.Jobs[j].Submit
	}
	slices.Sort(submits)
	for j, at := range submits {
		o.Workload.Jobs[j].Submit = at
	}
	return o
}

// endHeap is a heap of jobs by their end.
type endHeap []int32

func (h *endHeap) push(j int32, end []engine.Time) {
	*h = append(*h, j)
	for i := len(*h) - 1; i > 0; {
		up := (i - 1) / 2
		if end[(*h)[up]] <= end[(*h)[i]] {
			break
		}
		(*h)[up], (*h)[i] = (*h)[i], (*h)[up]
		i = up
	}
}

func (h *endHeap) pop(end []engine.Time) int32 {
	top, last := (*h)[0], len(*h)-1
	(*h)[0] = (*h)[last]
	*h = (*h)[:last]
	for i := 0; ; {
		c := 2*i + 1
		if c >= last {
			break
		}
		if c+1 < last && end[(*h)[c+1]] < end[(*h)[c]] {
			c++
		}
		if end[(*h)[i]] <= end[(*h)[c]] {
			break
		}
		(*h)[i], (*h)[c] = (*h)[c], (*h)[i]
		i = c
	}
	return top
}

// tracksOf is busy processors and queue length of an outcome.
func tracksOf(o *engine.Outcome) []*Track {
	type change struct {
		at    engine.Time
		value int32
	}
	sums := func(changes []change) ([]engine.Time, []int32) {
		slices.SortFunc(changes, func(a, b change) int { return int(min(max(a.at-b.at, -1), 1)) })
		var at []engine.Time
		var values []int32
		sum := int32(0)
		for i, c := range changes {
			sum += c.value
			if i+1 < len(changes) && changes[i+1].at == c.at {
				continue
			}
			at, values = append(at, c.at), append(values, sum)
		}
		return at, values
	}
	var busy, queue []change
	for _, j := range o.StartOrder {
		busy = append(busy, change{o.Start[j], o.Occupied(j)}, change{o.End[j], -o.Occupied(j)})
		queue = append(queue, change{o.Workload.Jobs[j].Submit, 1}, change{o.Start[j], -1})
	}
	at, values := sums(busy)
	utilisation := NewTrack("busy processors", Blue, steps.InstantsOf(at), steps.CountsOf(values))
	utilisation.Capacity = o.Processors
	at, values = sums(queue)
	return []*Track{utilisation, NewTrack("waiting jobs", Orange, steps.InstantsOf(at), steps.CountsOf(values))}
}

// TestShow writes pictures into the folder that TIMELINE_PICTURES names, to be looked at.
func TestShow(t *testing.T) {
	dir := os.Getenv("TIMELINE_PICTURES")
	if dir == "" {
		t.Skip("TIMELINE_PICTURES names no folder")
	}
	o := busyMachine(2000, 128, 5)
	o.Processors = 120 // as if a log had more running than the machine holds
	layout := NewLayout(Place(o), MaxRows)
	for _, theme := range []*Theme{Light, Dark} {
		for by := ByWait; by <= ByKind; by++ {
			colors := NewColoring(by, o)
			s := &Scene{
				Groups: []Group{{Name: "policy", Layout: layout, Paint: colors.Paint(o, layout.Placement), Tracks: tracksOf(o)}},
				Colors: colors, Theme: theme, CharWidth: 13, Hover: 1004, Pinned: 1000,
			}
			s.View = NewView(0, layout.End(int32(len(layout.Job)-1)), 1200, 2).Stack(DefaultHeights, s.Groups)
			for _, zoom := range []float64{1, 8, 64} {
				s.View = s.View.Reset().Zoom(s.View.Reset().X(o.Start[1000]), zoom)
				var r Raster
				s.Draw(&r)
				name := fmt.Sprintf("%s-zoom%g-dark=%v.png", by, zoom, theme.Dark)
				f, err := os.Create(filepath.Join(dir, name))
				if err != nil {
					t.Fatal(err)
				}
				picture := &image.RGBA{Pix: r.Bytes(), Stride: 4 * r.Width, Rect: image.Rect(0, 0, r.Width, r.Height)}
				if err := errors.Join(png.Encode(f, picture), f.Close()); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}
