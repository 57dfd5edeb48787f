package timeline

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"backfill/engine"
)

// onHosts puts three jobs on a host of 2 processors, in rows 4 to 5, and one of 4, in
// rows 0 to 3. Job 1 would fit beside job 0 in one pool, and lies on the other host.
func onHosts() *engine.Outcome {
	o := outcome(6, 1, span{start: 0, end: 4, processors: 1}, span{start: 0, end: 4, processors: 2}, span{start: 4, end: 8, processors: 2})
	o.Lanes = []engine.Lane{{Kind: "host", Name: "host 1", Processors: 2, Memory: 512}, {Kind: "host", Name: "host 2", Processors: 4, Memory: 30 * 1024}}
	o.Lane = []int32{0, 1, 0}
	return o
}

func TestJobsLieInTheirBands(t *testing.T) {
	s := sceneOf(onHosts(), 8, 6)
	for _, c := range []struct {
		x, y, band int
		job        int32
	}{
		{0, 0, 0, engine.NoJob}, {0, 1, 0, 0}, {7, 0, 0, 2}, {7, 1, 0, 2},
		{0, 2, 1, engine.NoJob}, {0, 3, 1, engine.NoJob}, {0, 4, 1, 1}, {0, 5, 1, 1}, {7, 5, 1, engine.NoJob},
	} {
		if hit := s.Hit(c.x, c.y); hit.Band != c.band || hit.Job != c.job {
			t.Errorf("at %d, %d lie band %d and job %d, want %d and %d", c.x, c.y, hit.Band, hit.Job, c.band, c.job)
		}
	}
	if hit := sceneOf(outcome(2, 1, span{start: 0, end: 4, processors: 1}), 8, 6).Hit(0, 0); hit.Band != -1 {
		t.Errorf("one pool has band %d", hit.Band)
	}
}

// A job of 2 + 1 processors on two clusters of 2 and 4 lies in both, rows 4 to 5 and 0 to 3;
// processors with numbers lie where their numbers say, the first of a lane at its top.
func TestPiecesLieInTheirBands(t *testing.T) {
	o := onHosts()
	o.Lane = nil
	o.Pieces, o.PieceEnd = []engine.Piece{{Lane: 0, Processors: 1, First: -1}, {Lane: 1, Processors: 2, First: -1}, {Lane: 0, Processors: 1, First: -1}, {Lane: 1, Processors: 1, First: -1}}, []int32{1, 2, 4}
	place := Place(o)
	if want := []int32{4, 0, 4, 0}; !slices.Equal(place.First, want) || !slices.Equal(place.Offset, []int32{0, 1, 2, 4}) {
		t.Errorf("blocks at %v, want %v", place.First, want)
	}
	// Processors 0 and 1 are rows 5 and 4, processors 2 to 5 rows 3 to 0.
	o.Pieces = []engine.Piece{{Lane: 0, Processors: 1, First: 1}, {Lane: 1, Processors: 2, First: 3}, {Lane: 0, Processors: 1, First: 0}, {Lane: 1, Processors: 1, First: 2}}
	place = Place(o)
	if want := []int32{4, 1, 5, 3}; !slices.Equal(place.First, want) || !slices.Equal(place.Count, []int32{1, 2, 1, 1}) {
		t.Errorf("blocks at %v of %v, want %v", place.First, place.Count, want)
	}
	if line := Place(o).Bands[1].First; line != 0 {
		t.Errorf("the lower band begins at %d", line)
	}
}

// Host 1 runs 1 processor for 4 s and 2 for 4 s, of 2 for 8 s: 12/16. Host 2 runs 2 of 4 for
// half of the time.
func TestDescriptionOfHosts(t *testing.T) {
	o := onHosts()
	s := sceneOf(o, 8, 6)
	want := "From the top, busy: host 1 (2 processors, 0.5 GB) 75 %, host 2 (4 processors, 30 GB) 25 %."
	if got := s.Describe(0, o); !strings.Contains(got, want) {
		t.Errorf("%q\nwant in it %q", got, want)
	}
}

// Of 60 pixel rows the upper host has 20, the lower 40: both have room for a name, and a
// line lies between them. Names that would cover more than a quarter of the width, nearly, are told
// without the capacity, then not at all.
func TestBandsAreNamedAndSeparated(t *testing.T) {
	s := sceneOf(onHosts(), 800, 60)
	s.CharWidth = 7
	names := func() string {
		var texts []string
		for _, l := range s.Labels() {
			texts = append(texts, l.Text)
		}
		return strings.Join(texts, "; ")
	}
	if got := names(); got != "Host 1: 2, 0.5 GB; Host 2: 4, 30 GB" {
		t.Errorf("the names are %s", got)
	}
	var dst Raster
	s.Draw(&dst)
	if row := dst.row(19); slices.Contains(row, s.Theme.Idle.pixel()) || row[700] != s.Theme.Text.pixel() {
		t.Error("no line between the hosts")
	}
	for i, want := range []string{"Host 1; Host 2", ""} {
		s.View.Width = []int{300, 100}[i]
		if got := names(); got != want {
			t.Errorf("in a width of %d the names are %q", s.View.Width, got)
		}
	}
}

// Of 60 pixel rows the upper computer has 20: with its speed its name would cover most of its jobs.
// Of 600 columns names may cover 144, 20 characters.
func TestComputersAreNamedWithTheirSpeed(t *testing.T) {
	o := onHosts()
	o.Lanes[0].Speed, o.Lanes[1].Speed = 600, 400
	s := sceneOf(o, 600, 60)
	s.CharWidth = 7
	var texts []string
	for _, name := range s.namesOfBands(s.View.Lanes[0], s.Groups[0].Layout) {
		texts = append(texts, name.text)
	}
	if got, want := strings.Join(texts, "; "), "Host 1; Host 2, 400 MIPS"; got != want {
		t.Errorf("the names are %q, want %q", got, want)
	}
	// Plates 120 wide reach the numbers: those stand in the middle of the rest, or not at all.
	plates := []bandName{{"", Rect{0, 0, 120, 13}}, {"", Rect{0, 20, 90, 33}}}
	for y, want := range map[float64]int{-7: 0, 10: 120, 17: 120, 30: 90, 40: 0} {
		if got := plateEdge(plates, y); got != want {
			t.Errorf("at the height %g plates end at %d, want %d", y, got, want)
		}
	}
}

// 128 nodes in 256 pixel rows are too low for lines between them and for a name each: as a name
// needs 13 rows, with as much again above and below it, every 20th has one.
func TestManyBands(t *testing.T) {
	o := outcome(512, 1, span{start: 0, end: 4, processors: 512})
	for i := range 128 {
		o.Lanes = append(o.Lanes, engine.Lane{Kind: "node", Name: fmt.Sprintf("node %d", i+1), Processors: 4})
	}
	o.Lane = nil
	for i := range int32(128) {
		o.Pieces = append(o.Pieces, engine.Piece{Lane: i, Processors: 4, First: 4 * i})
	}
	o.PieceEnd = []int32{128}
	s := sceneOf(o, 800, 256)
	s.CharWidth, s.Number = 7, func(int32) int64 { return 9 }
	var texts []string
	for _, name := range s.namesOfBands(s.View.Lanes[0], s.Groups[0].Layout) {
		texts = append(texts, name.text)
	}
	if got, want := strings.Join(texts, ", "), "Node 1, Node 20, Node 40, Node 60, Node 80, Node 100, Node 120"; got != want {
		t.Errorf("the names are %s, want %s", got, want)
	}
	if numbers := s.jobNumbers(s.View.Lanes[0]); len(numbers) != 1 || numbers[0].Y != 128 {
		t.Errorf("the numbers are %+v", numbers)
	}
	var with, without Raster
	s.Draw(&with)
	s.Groups[0].Layout.Bands = nil
	s.Draw(&without)
	for y := range 256 {
		if with.row(y)[700] != without.row(y)[700] {
			t.Fatalf("there is a line at %d", y)
		}
	}
}

// Random schedules on hosts: no job leaves its band, and no processor has two jobs at once.
func TestPlacesOnHostsAreValid(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 5))
		o := &engine.Outcome{Workload: &engine.Workload{}, Unit: 1}
		busy := make([][]int32, 1+r.IntN(4)) // of each host and instant
		for i := range busy {
			o.Lanes = append(o.Lanes, engine.Lane{Processors: 1 + r.Int32N(8)})
			o.Processors += o.Lanes[i].Processors
			busy[i] = make([]int32, 60)
		}
		for range 60 {
			lane, start, run := r.IntN(len(busy)), r.IntN(50), 1+r.IntN(9)
			size := 1 + r.Int32N(o.Lanes[lane].Processors)
			if slices.Max(busy[lane][start:start+run])+size > o.Lanes[lane].Processors {
				continue
			}
			for at := start; at < start+run; at++ {
				busy[lane][at] += size
			}
			o.Workload.Jobs = append(o.Workload.Jobs, engine.Job{Processors: size})
			o.Start, o.End = append(o.Start, engine.Time(start)), append(o.End, engine.Time(start+run))
			o.State, o.Overtook = append(o.State, engine.Completed), append(o.Overtook, false)
			o.Lane = append(o.Lane, int32(lane))
		}
		sortOrders(o)
		p := Place(o)
		used := map[[2]int32]bool{}
		for piece, j := range p.Job {
			band := p.Bands[o.Lane[j]]
			total := int32(0)
			for b := p.Offset[piece]; b < p.Offset[piece+1]; b++ {
				total += p.Count[b]
				if p.First[b] < band.First || p.First[b]+p.Count[b] > band.First+band.Processors {
					t.Fatalf("seed %d: job %d leaves its band", seed, j)
				}
				for i := p.First[b]; i < p.First[b]+p.Count[b]; i++ {
					for at := p.Start(int32(piece)); at < p.End(int32(piece)); at++ {
						if place := [2]int32{i, int32(at)}; used[place] {
							t.Fatalf("seed %d: processor %d has two jobs at %d", seed, i, at)
						} else {
							used[place] = true
						}
					}
				}
			}
			if total != o.Workload.Jobs[j].Processors {
				t.Fatalf("seed %d: job %d has %d processors", seed, j, total)
			}
		}
	}
}
