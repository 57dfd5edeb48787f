package timeline

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"os"
	"strings"
	"testing"

	"backfill/engine"
)

// kth is the schedule that TIMELINE_SCHEDULE names: rows of job, submit, run time,
// processors, requested time, user, wait, backfilled (0 or 1), in seconds, gzipped.
func scheduleFile(t *testing.T, path string, processors int32) *engine.Outcome {
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	o := &engine.Outcome{Workload: &engine.Workload{}, Processors: processors, Unit: 1}
	lines := bufio.NewScanner(z)
	lines.Scan()
	for lines.Scan() {
		var number, submit, run, width, asked, user, wait, back int64
		if _, err := fmt.Sscan(strings.ReplaceAll(lines.Text(), ",", " "), &number, &submit, &run, &width, &asked, &user, &wait, &back); err != nil {
			t.Fatal(err)
		}
		o.Workload.Jobs = append(o.Workload.Jobs, engine.Job{Submit: engine.Time(submit) * 1000, Run: engine.Time(run) * 1000, Estimate: engine.Time(asked) * 1000, Processors: int32(width)})
		o.Workload.User = append(o.Workload.User, int32(user))
		o.Start = append(o.Start, engine.Time(submit+wait)*1000)
		o.End = append(o.End, engine.Time(submit+wait+run)*1000)
		state := engine.Completed
		if run >= asked {
			state = engine.Killed
		}
		o.State = append(o.State, state)
		o.Overtook = append(o.Overtook, back == 1)
	}
	sortOrders(o)
	return o
}

func TestShow(t *testing.T) {
	path := os.Getenv("TIMELINE_SCHEDULE")
	if path == "" {
		t.Skip("TIMELINE_SCHEDULE names no schedule")
	}
	o := scheduleFile(t, path, 100)
	zone, err := LoadZone("Europe/Stockholm")
	if err != nil {
		t.Log(err)
	}
	tracks := tracksOf(o)
	for _, theme := range []*Theme{Light, Dark} {
		for by := ByWait; by <= ByKind; by++ {
			colors := NewColoring(by, o)
			layout := NewLayout(Place(o), MaxRows)
			s := &Scene{Colors: colors, Theme: theme, CharWidth: 6.5, Hover: 5103, Pinned: 5100,
				Clock:  Clock{&engine.Calendar{UnixStart: 843480031, Zone: "Europe/Stockholm"}, zone},
				Groups: []Group{{"EASY", layout, colors.Paint(o, layout.Placement), tracks}}}
			last := o.End[o.EndOrder[len(o.EndOrder)-1]]
			s.View = NewView(0, last, 1200, 1).Stack(DefaultHeights, s.Groups)
			for i, view := range []View{s.View, s.View.Zoom(600, 12), s.View.Fit(o.Start[5100]-engine.Day, o.Start[5100]+2*engine.Day), s.View.FitTo(o, 5100).Zoom(600, 0.4)} {
				s.View = view
				var r Raster
				s.Draw(&r)
				name := "light"
				if theme.Dark {
					name = "dark"
				}
				save(t, fmt.Sprintf("%s-%s-%d", name, by, i), &r)
				if by == 0 && !theme.Dark {
					t.Log(s.Describe(0, o))
					for _, l := range s.Labels() {
						t.Log(l)
					}
				}
			}
			t.Log(colors.Legend(theme))
		}
	}
}
