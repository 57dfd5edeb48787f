package timeline

import (
	"fmt"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/metrics/metricstest"
)

// stoppedOnNodes are two nodes of 4 processors and jobs of 4, in seconds: job 0 runs on a from 0 to 10, by partition second, is preempted, and
// runs on b from 20 to 40, by partition first. Job 1 runs on b from 0 to 20, job 2 on a from 10 to 30, when it is cancelled; job 3 is cancelled
// at 15, while it waits.
func stoppedOnNodes() *engine.Outcome {
	o := metricstest.Outcome(8, 1, []metricstest.Row{
		{Start: 20, End: 40, Size: 4, Stopped: []metricstest.Stop{{From: 0, To: 10, Preempted: true}}},
		{Start: 0, End: 20, Size: 4},
		{Start: 10, End: 30, Size: 4, Cancelled: true},
		{Start: -1, End: 15, Size: 4, Cancelled: true},
	}, engine.Second)
	a, b := engine.Piece{Lane: 0, Processors: 4, First: -1}, engine.Piece{Lane: 1, Processors: 4, First: -1}
	o.Lanes = []engine.Lane{{Kind: "node", Name: "a", Processors: 4}, {Kind: "node", Name: "b", Processors: 4}}
	o.Pieces, o.PieceEnd = []engine.Piece{b, a, b}, []int32{1, 2, 3}
	o.Partitions = []engine.Partition{{Name: "first", Number: 1, Lanes: []int32{0, 1}}, {Name: "second", Number: 2, Lanes: []int32{0, 1}}}
	o.Partition = []int32{0, 0, 0, engine.NoPartition}
	o.Stopped[0].Pieces, o.Stopped[0].Partition = []engine.Piece{a}, 1
	return o
}

// A stopped run is a piece where and while it ran, and is painted by its own partition. Node a lies above b.
func TestStoppedRunsArePieces(t *testing.T) {
	o := stoppedOnNodes()
	p := Place(o)
	checkPlacement(t, o, p)
	var got []string
	for i, j := range p.Job {
		i := int32(i)
		got = append(got, fmt.Sprint(j, p.Start(i)/engine.Second, p.End(i)/engine.Second, p.First[p.Offset[i]:p.Offset[i+1]], p.Marks[i]))
	}
	want := []string{
		fmt.Sprint(0, 0, 10, []int32{4}, WasLost), fmt.Sprint(1, 0, 20, []int32{0}, Mark(0)),
		fmt.Sprint(2, 10, 30, []int32{4}, WasCancelled), fmt.Sprint(0, 20, 40, []int32{0}, Mark(0)),
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", got, want)
	}
	c := NewColoring(ByPartition, o)
	legend := c.Legend(Light)
	paint := c.Paint(o, p)
	if of := func(piece int) string { return legend[paint[piece]-1].Text }; of(0) != "partition second" || of(3) != "partition first" {
		t.Errorf("the runs of job 0 are painted as %s and %s", of(0), of(3))
	}
}

// A second a pixel, two pixels a processor. The stopped run is crossed in the colour of what was lost, the cancelled one ends in a broken bar.
func TestStoppedRunsAreDrawn(t *testing.T) {
	o := stoppedOnNodes()
	s := sceneOf(o, 40, 16)
	s.Groups[0].Outcome = o
	var r Raster
	s.Draw(&r)
	inks := s.Colors.inks(Light)
	legend := map[uint32]rune{
		Light.Idle.pixel(): '.', inks[kindInOrder].fill: '#', inks[kindInOrder].edge: 'm',
		inks[kindLost].fill: 'l', inks[kindLost].edge: 'n', inks[kindLost].end: 'x',
		inks[kindCancelled].fill: 'c', inks[kindCancelled].edge: 'd', inks[kindCancelled].end: 'E',
	}
	// A line lies between the nodes.
	want := "" +
		"nnnnnnnnnndddddddddddddddddddd..........\n" +
		"nxllllxlxldccccccccccccccccEEE..........\n" +
		"nlxllxlllxdccccccccccccccccccc..........\n" +
		"nllxxllllldccccccccccccccccccc..........\n" +
		"nllxxllllldccccccccccccccccccc..........\n" +
		"nlxllxlllxdccccccccccccccccEEE..........\n" +
		"nxllllxlxldccccccccccccccccEEE..........\n" +
		"????????????????????????????????????????\n" +
		"mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm\n" +
		strings.Repeat("m###################m###################\n", 7)
	if got := ascii(&r, legend); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	var texts []string
	for _, e := range s.Colors.Legend(Light) {
		texts = append(texts, e.Text)
	}
	if got, want := strings.Join(texts, " | "), "started in order | ran to no avail: what was done was lost | cancelled while it ran"; got != want {
		t.Errorf("legend %s, want %s", got, want)
	}
}

func TestStoppedRunsAreDescribed(t *testing.T) {
	o := stoppedOnNodes()
	s := sceneOf(o, 40, 16)
	s.Groups[0].Outcome = o
	for _, want := range []string{
		" 3 jobs ran, 3 of them started here, 0 by backfilling; 0 were killed at their time limits here. 1 job was cancelled here.",
		" 1 run was stopped: 1 for another job, 0 requeued; what was done was lost, and the jobs waited again.",
	} {
		if got := s.Describe(0, o); !strings.Contains(got, want) {
			t.Errorf("%q, want in it %q", got, want)
		}
	}
	s.Play = &Play{Now: 16 * engine.Second}
	want := "policy at 16 s: 8 of 8 processors are busy. Job 2 (4 processors) and job 3 (4 processors) run. Job 1 (4 processors) ran and waits again. 1 job was cancelled."
	if got := s.Describe(0, o); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	// By state: job 0 ran and waits again, the others run.
	s.Colors = NewColoring(ByState, o)
	s.Groups[0].Paint = s.Colors.Paint(o, s.Groups[0].Layout.Placement)
	if got, want := fmt.Sprint(s.paintOf(0)), fmt.Sprint([]int{stateAgain, stateRunning, stateRunning, stateCompleted}); got != want {
		t.Errorf("colours %s, want %s", got, want)
	}
	if got, want := fmt.Sprint(s.Groups[0].Paint), fmt.Sprint([]int{stateCompleted, stateCompleted, stateCancelled, stateCompleted}); got != want {
		t.Errorf("in the end the colours are %s, want %s", got, want)
	}
}
