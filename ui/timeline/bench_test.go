package timeline

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"backfill/engine"
	"backfill/engine/machine/partitions"
	"backfill/engine/metrics/resources"
)

// benchSizes are numbers of jobs and processors.
var benchSizes = []struct {
	jobs       int
	processors int32
}{{10_000, 128}, {100_000, 512}, {1_000_000, 1024}}

var benchScenes sync.Map

func benchScene(jobs int, processors int32) *Scene {
	if s, ok := benchScenes.Load(jobs); ok {
		return s.(*Scene)
	}
	o := busyMachine(jobs, processors, 1)
	s := sceneOf(o, 1200, 300)
	s.Colors = NewColoring(ByWait, o)
	s.Groups[0].Paint = s.Colors.Paint(o, s.Groups[0].Layout.Placement)
	s.Groups[0].Tracks = tracksOf(o)
	benchScenes.Store(jobs, s)
	return s
}

// BenchmarkDraw is one frame of 1200 by 300 pixels in which the window has just moved.
func BenchmarkDraw(b *testing.B) {
	for _, size := range benchSizes {
		for _, zoom := range []float64{1, 4, 16, 64, 1024} {
			b.Run(fmt.Sprintf("jobs=%d/zoom=%g", size.jobs, zoom), func(b *testing.B) {
				s := benchScene(size.jobs, size.processors)
				s.View = s.View.Reset().Zoom(700, zoom)
				s.View.Lanes = []Lane{{0, GanttPart, 0, 300}}
				s.Pinned = int32(size.jobs / 2)
				var r Raster
				b.ResetTimer()
				for i := range b.N {
					s.View = s.View.Pan(float64(1 - i%2*2))
					s.Draw(&r)
				}
			})
		}
	}
}

// BenchmarkDrawTracks is utilisation and queue length, 1200 by 44 pixels each.
func BenchmarkDrawTracks(b *testing.B) {
	for _, size := range benchSizes {
		b.Run(fmt.Sprintf("jobs=%d", size.jobs), func(b *testing.B) {
			s := benchScene(size.jobs, size.processors)
			s.View = s.View.Reset()
			s.View.Lanes = []Lane{{0, TrackPart, 0, 44}, {0, TrackPart + 1, 47, 44}}
			var r Raster
			b.ResetTimer()
			for range b.N {
				s.Draw(&r)
			}
		})
	}
}

// BenchmarkLayout is what a worker does once per simulated policy.
func BenchmarkLayout(b *testing.B) {
	for _, size := range benchSizes {
		o := busyMachine(size.jobs, size.processors, 1)
		perJob := func(b *testing.B) {
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(size.jobs), "ns/job")
		}
		b.Run(fmt.Sprintf("Place/jobs=%d", size.jobs), func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				Place(o)
			}
			perJob(b)
		})
		p := Place(o)
		b.Run(fmt.Sprintf("NewLayout/jobs=%d", size.jobs), func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				NewLayout(p, MaxRows)
			}
			perJob(b)
		})
	}
}

// BenchmarkPlaceWide is a machine of 100,000 processors.
func BenchmarkPlaceWide(b *testing.B) {
	o := busyMachine(200_000, 100_000, 1)
	for range b.N {
		Place(o)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/200_000, "ns/job")
}

// BenchmarkHit is one pointer event.
func BenchmarkHit(b *testing.B) {
	s := benchScene(1_000_000, 1024)
	s.View = s.View.Reset()
	s.View.Lanes = []Lane{{0, GanttPart, 0, 300}}
	for i := range b.N {
		if s.Hit(i%1200, i%300).Job < engine.NoJob {
			b.Fatal("impossible")
		}
	}
}

// BenchmarkDrawDemand is one frame of what 288 nodes are asked for by n jobs.
func BenchmarkDrawDemand(b *testing.B) {
	for _, n := range []int{10_000, 1_000_000} {
		o := busyMachine(n, 1152, 1)
		for node := range int32(288) {
			o.Lanes = append(o.Lanes, engine.Lane{Processors: 4, Name: fmt.Sprintf("node %d", node+1)})
		}
		for i := range o.StartOrder {
			// Any nodes will do: what is drawn is never compared with what there is room for.
			for k := range (o.Workload.Jobs[o.StartOrder[i]].Processors + 3) / 4 {
				o.Pieces = append(o.Pieces, engine.Piece{Lane: (int32(i)*7 + k) % 288, Processors: 4, First: -1})
			}
			o.PieceEnd = append(o.PieceEnd, int32(len(o.Pieces)))
			o.Workload.Bandwidth = append(o.Workload.Bandwidth, []int32{500, 1000, 2000}[i%3])
		}
		o.Sharing = &engine.Sharing{Bandwidth: 6000, Scale: 1}
		d := resources.DemandOf(o)
		whole := *o
		whole.Pieces, whole.PieceEnd, whole.Lanes = nil, nil, nil
		s := sceneOf(&whole, 1200, 320)
		s.CharWidth = 13
		s.Groups[0].Layout.Bands = Bands(o.Lanes)
		s.Loads = NewLoading(d)
		s.Groups[0].Heat = s.Loads.Heat(d)
		for _, zoom := range []float64{1, 16} {
			b.Run(fmt.Sprintf("jobs=%d/steps=%d/zoom=%g", n, len(d.At), zoom), func(b *testing.B) {
				s.View = s.View.Reset().Zoom(700, zoom)
				var r Raster
				for i := range b.N {
					s.View = s.View.Pan(float64(1 - i%2*2))
					s.Draw(&r)
				}
			})
		}
		b.Run(fmt.Sprintf("DemandOf/jobs=%d", n), func(b *testing.B) {
			for range b.N {
				resources.DemandOf(o)
			}
		})
	}
}

// Two runs of 100,000 jobs: the whole picture, and one in which only the job pointed at is another.
func BenchmarkDifferences(b *testing.B) {
	n := 100_000
	first, second := make([]engine.Time, n), make([]engine.Time, n)
	for i := range first {
		first[i], second[i] = engine.Time(i*7919%1000_003)*100, engine.Time(i*104729%1000_003)*100
	}
	d := differencesOf(first, second)
	var r Raster
	b.Run("all", func(b *testing.B) {
		for range b.N {
			d.based, d.placed = DifferencesView{}, Rect{}
			d.Draw(&r)
		}
	})
	b.Run("mark", func(b *testing.B) {
		for i := range b.N {
			d.Hover = int32(i % n)
			d.Draw(&r)
		}
	})
	b.Run("hit", func(b *testing.B) {
		s := d.scatter()
		for i := range b.N {
			d.Hit(s.X0+i%200, s.Y0+i%200)
		}
	})
}

// largeCluster is 1,000 nodes of 64 processors and 4 GPUs, on most of which 20,000 jobs of 1 to 1,000 processors run at any time.
func largeCluster(b testing.TB) *engine.Outcome {
	c := partitions.Config{GPUTypes: []string{""}}
	for i := range 1000 {
		c.Nodes = append(c.Nodes, partitions.Node{Name: fmt.Sprintf("n%04d", i+1), Processors: 64, Memory: 256 << 10, GPUs: [partitions.MaxGPUTypes]int32{4}})
	}
	for p, nodes := range [][2]int32{{0, 900}, {800, 1000}, {0, 1000}} {
		part := partitions.Partition{Name: []string{"batch", "gpu", "short"}[p], Number: int32(p + 1)}
		for n := nodes[0]; n < nodes[1]; n++ {
			part.Nodes = append(part.Nodes, n)
		}
		c.Partitions = append(c.Partitions, part)
	}
	random := rand.New(rand.NewPCG(1, 2))
	w := &engine.Workload{Partition: make([]int32, 20_000)}
	at := engine.Time(0)
	for j := range w.Partition {
		at += engine.Time(random.ExpFloat64() * 6 * float64(engine.Second))
		run := engine.Time((1 + random.ExpFloat64()*3600) * float64(engine.Second))
		w.Jobs = append(w.Jobs, engine.Job{Submit: at, Run: run, Estimate: run, Processors: int32(math.Exp(random.Float64() * math.Log(1000)))})
		w.Partition[j] = 1 + random.Int32N(3)
	}
	o, err := engine.Simulate(w, partitions.New(c), startsInOrder{}, engine.Options{})
	if err != nil {
		b.Fatal(err)
	}
	return o
}

// startsInOrder starts whoever fits, in the order of arrival.
type startsInOrder struct{}

func (startsInOrder) Schedule(s *engine.State) {
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		if p, ok := s.Fits(j); ok {
			s.Start(j, p)
		}
	}
}

// BenchmarkDrawNodes is one frame of the timeline by node of a large cluster, 1200 by 300 pixels, with its tracks.
func BenchmarkDrawNodes(b *testing.B) {
	o := largeCluster(b)
	b.Logf("%d jobs on %d nodes, %d pieces", len(o.StartOrder), len(o.Lanes), len(o.Pieces))
	whole := Place(o)
	for name, layout := range map[string]*Layout{
		"order":      NewLayout(whole, MaxRows),
		"partitions": atHeight(whole, PartitionSections(o), 260),
		"partition":  atHeight(whole, PartitionSection(o, 1), 260),
	} {
		s := sceneOf(o, 1200, 300)
		s.CharWidth = 7
		s.Number = o.Workload.JobNumber
		s.Groups[0].Layout, s.Groups[0].Outcome, s.Groups[0].Tracks = layout, o, tracksOf(o)
		s.Colors = NewColoring(ByPartition, o)
		s.Groups[0].Paint = s.Colors.Paint(o, layout.Placement)
		for _, zoom := range []float64{1, 4, 16, 64, 1024} {
			b.Run(fmt.Sprintf("%s/levels=%d/zoom=%g", name, len(layout.Levels), zoom), func(b *testing.B) {
				s.View = s.View.Reset().Zoom(700, zoom).Stack(DefaultHeights, s.Groups)
				s.Pinned = int32(len(o.Workload.Jobs) / 2)
				var r Raster
				b.ResetTimer()
				for i := range b.N {
					s.View = s.View.Pan(float64(1 - i%2*2))
					s.Draw(&r)
					s.Labels()
				}
			})
		}
	}
}
