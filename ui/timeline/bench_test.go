package timeline

import (
	"fmt"
	"sync"
	"testing"

	"backfill/engine"
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
