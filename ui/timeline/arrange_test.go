package timeline

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"backfill/engine"
)

// onPartitions puts three jobs on nodes n1 and n2 of 2 processors and g1 of 4: job 0 has one processor of n1, job 1 three of g1, job 2, after
// them, both of n2 and one of g1.
func onPartitions() *engine.Outcome {
	o := outcome(8, 1, span{start: 0, end: 4, processors: 1}, span{start: 0, end: 4, processors: 3}, span{start: 4, end: 8, processors: 3})
	for _, lane := range []engine.Lane{{Name: "n1", Processors: 2}, {Name: "g1", Processors: 4}, {Name: "n2", Processors: 2}} {
		lane.Kind = "node"
		o.Lanes = append(o.Lanes, lane)
	}
	o.Pieces = []engine.Piece{{Lane: 0, Processors: 1, First: -1}, {Lane: 1, Processors: 3, First: -1}, {Lane: 1, Processors: 1, First: -1}, {Lane: 2, Processors: 2, First: -1}}
	o.PieceEnd = []int32{1, 2, 4}
	o.Partitions = []engine.Partition{{Name: "batch", Number: 5, Lanes: []int32{0, 2}}, {Name: "gpu", Number: 1, Lanes: []int32{1}}, {Name: "short", Number: 2, Lanes: []int32{0, 1, 2}}}
	o.Partition = []int32{0, 1, 2}
	return o
}

// atHeight is the layout in which the lanes have so many CSS pixels.
func atHeight(p *Placement, sections []Section, height float64) *Layout {
	a := Arrange(p, sections, height, MaxRows)
	for a.Step() {
	}
	return a.Layout
}

// The lanes have 8 processors in 128 pixels, so that a heading of 16 takes as much as one processor. From the top: a heading, n1, n2, a heading,
// g1. In each lane a job has the lowest processors.
func TestNodesByPartition(t *testing.T) {
	o := onPartitions()
	s := sceneOf(o, 8, 10)
	sections := PartitionSections(o)
	if got := fmt.Sprint(sections); got != "[{batch + short [0 2]} {gpu + short [1]}]" {
		t.Fatalf("sections %v", got)
	}
	s.Groups[0].Layout = atHeight(Place(o), sections, 128)
	read := func(rows int) (bands []int, jobs []string) {
		for y := range rows {
			bands = append(bands, s.Hit(0, y).Band)
			jobs = append(jobs, fmt.Sprint(s.Hit(0, y).Job, s.Hit(7, y).Job))
		}
		return bands, jobs
	}
	bands, jobs := read(10)
	if want := []int{-1, 0, 0, 2, 2, -1, 1, 1, 1, 1}; !slices.Equal(bands, want) {
		t.Errorf("from the top lie the lanes %v, want %v", bands, want)
	}
	if got, want := strings.Join(jobs, ", "), "-1 -1, -1 -1, 0 -1, -1 2, -1 2, -1 -1, -1 -1, 1 -1, 1 -1, 1 2"; got != want {
		t.Errorf("jobs %s, want %s", got, want)
	}
	// Only gpu: 4 processors in 64 pixels. Job 0 lies elsewhere, and is no place for who reads job after job.
	s = sceneOf(o, 8, 5)
	s.Groups[0].Layout = atHeight(Place(o), PartitionSection(o, 1), 64)
	bands, jobs = read(5)
	if want := []int{-1, 1, 1, 1, 1}; !slices.Equal(bands, want) {
		t.Errorf("from the top lie the lanes %v, want %v", bands, want)
	}
	if got, want := strings.Join(jobs, ", "), "-1 -1, -1 -1, 1 -1, 1 -1, 1 2"; got != want {
		t.Errorf("jobs %s, want %s", got, want)
	}
	if got := s.NextInLane(Nowhere, 0, 1).Job; got != 1 {
		t.Errorf("the first job that is read is %d, want 1", got)
	}
	if s.Rects(0, 0) != nil || len(s.Rects(0, 2)) != 1 {
		t.Errorf("job 0 lies at %v, job 2 at %v", s.Rects(0, 0), s.Rects(0, 2))
	}
}

// From 0 to 8 of the clock: in batch + short 1 * 4 + 2 * 4 of 4 * 8 processors times time are used, 37.5 %; in gpu + short 3 * 4 + 1 * 4 of
// 4 * 8, 50 %.
func TestSectionsInWords(t *testing.T) {
	o := onPartitions()
	s := sceneOf(o, 8, 10)
	s.Colors = NewColoring(ByPartition, o)
	s.Groups[0].Outcome = o
	s.Groups[0].Layout = atHeight(Place(o), PartitionSections(o), 128)
	for _, want := range []string{"Busy on average, from the top: batch + short (2 nodes) 38 %, gpu + short (1 node) 50 %.", "Jobs by partition: gpu 1, short 1 and batch 1.",
		" n1 (2 processors) 25 %, n2 (2 processors) 50 %, g1 (4 processors) 50 %."} {
		if got := s.Describe(0, o); !strings.Contains(got, want) {
			t.Errorf("%s\nlacks %s", got, want)
		}
	}
	s.Groups[0].Layout = atHeight(Place(o), PartitionSection(o, 0), 128)
	if got := s.Describe(0, o); !strings.Contains(got, "Only nodes of batch. 2 jobs ran") {
		t.Errorf("of batch alone: %s", got)
	}
	s.Play = &Play{Now: 5 * engine.Second}
	if got := s.Describe(0, o); !strings.Contains(got, "on the nodes of batch, 2 of 4 processors are busy. Job 3 (3 processors) runs. 1 job has ended.") {
		t.Errorf("of batch alone, at an instant: %s", got)
	}
}

// However nodes are arranged, each job has as many processors of each node as before, and where they lay in the node.
func TestArrangedJobsStayOnTheirNodes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := onPartitions()
		n := rapid.IntRange(1, 12).Draw(t, "nodes")
		o.Lanes, o.Pieces, o.PieceEnd, o.Processors = nil, nil, nil, 0
		for i := range n {
			o.Lanes = append(o.Lanes, engine.Lane{Kind: "node", Name: fmt.Sprint(i), Processors: rapid.Int32Range(2, 40).Draw(t, "processors")})
			o.Processors += o.Lanes[i].Processors
		}
		for range o.StartOrder[:2] { // which run together, each on half of some nodes
			for i := range n {
				if i == 0 || rapid.Bool().Draw(t, "there") {
					o.Pieces = append(o.Pieces, engine.Piece{Lane: int32(i), Processors: o.Lanes[i].Processors / 2, First: -1})
				}
			}
			o.PieceEnd = append(o.PieceEnd, int32(len(o.Pieces)))
		}
		o.PieceEnd = append(o.PieceEnd, int32(len(o.Pieces)))
		order := rapid.Permutation(identity(n)).Draw(t, "order")
		cut, end := rapid.IntRange(0, n).Draw(t, "cut"), rapid.IntRange(1, n).Draw(t, "end")
		var sections []Section
		for _, lanes := range [][]int32{order[:min(cut, end)], order[min(cut, end):end]} {
			if len(lanes) > 0 {
				sections = append(sections, Section{"some", lanes})
			}
		}
		place := Place(o)
		arranged := atHeight(place, sections, rapid.Float64Range(20, 400).Draw(t, "height"))
		type block struct{ job, lane, from, count int32 }
		blocks := func(p *Placement) (list []block) {
			for i, j := range p.Job {
				for b := p.Offset[i]; b < p.Offset[i+1]; b++ {
					lane := p.bandAt(p.First[b])
					if slices.Contains(order[:end], int32(lane)) {
						list = append(list, block{j, int32(lane), p.First[b] - p.Bands[lane].First, p.Count[b]})
					}
				}
			}
			return list
		}
		if got, want := blocks(arranged.Placement), blocks(place); !slices.Equal(got, want) {
			t.Fatalf("blocks %v, want %v", got, want)
		}
		for i := range arranged.Job {
			if arranged.Offset[i] == arranged.Offset[i+1] {
				t.Fatalf("job %d lies nowhere", arranged.Job[i])
			}
		}
	})
}

func identity(n int) (list []int32) {
	for i := range n {
		list = append(list, int32(i))
	}
	return list
}
