package timeline

import (
	"fmt"
	"strings"
	"testing"

	"backfill/engine"
)

func TestTextHasContrast(t *testing.T) {
	for _, theme := range []*Theme{Light, Dark} {
		for name, text := range map[string]Color{"text": theme.Text, "muted": theme.Muted} {
			if c := Contrast(text, theme.Background); c < 4.5 {
				t.Errorf("dark=%v: %s has contrast %.1f", theme.Dark, name, c)
			}
		}
		for name, c := range map[string]Color{"hover": theme.Hover, "pinned": theme.Pinned, "utilisation": theme.Tracks[Blue], "queue": theme.Tracks[Orange]} {
			if c := Contrast(c, theme.Idle); c < 3 {
				t.Errorf("dark=%v: %s has contrast %.1f", theme.Dark, name, c)
			}
		}
	}
}

func TestQuantitiesStandOut(t *testing.T) {
	o := outcome(64, 1, span{0, 1, 1, false, false}, span{4, 12, 64, true, false})
	for _, theme := range []*Theme{Light, Dark} {
		for _, by := range []ColorBy{ByWait, BySize} {
			c := NewColoring(by, o)
			before := 0.0
			for i := range uint8(rampSteps + 1) {
				contrast := Contrast(c.Color(i, theme), theme.Idle)
				if contrast < 2.4 {
					t.Errorf("dark=%v: step %d has contrast %.2f with the idle machine", theme.Dark, i, contrast)
				}
				if i > 1 && contrast <= before-0.05 {
					t.Errorf("dark=%v: step %d stands out less than the one before", theme.Dark, i)
				}
				before = contrast
			}
		}
	}
}

func TestLegends(t *testing.T) {
	var spans []span
	for i := range 12 {
		spans = append(spans, span{engine.Time(i * i * 1000), engine.Time(i*i*1000 + 10), 1 << (i % 8), i%3 == 1, i == 5})
	}
	o := outcome(128, 1, spans...)
	for j := range o.Workload.User {
		o.Workload.User[j] = int32(j * j % 11)
	}
	for by, want := range map[ColorBy]string{
		ByWait: "no wait | up to 10 min | 1 h | 6 h | 1 d 10 h | bar at the end: killed at its limit | hatched: backfilled, started past an earlier job",
		BySize: "1 processor | 4 | 16 | 64 | 128 processors | bar at the end: killed at its limit | hatched: backfilled, started past an earlier job",
		ByUser: "user 5 | user 3 | user 0 | user 9 | user 1 | user 4 | bar at the end: killed at its limit | hatched: backfilled, started past an earlier job",
		ByKind: "started in order | backfilled | killed at its limit",
		ByJob:  "job 1, 7 | job 2, 8 | job 3, 9 | job 4, 10 | job 5, 11 | job 6, 12 | bar at the end: killed at its limit | hatched: backfilled, started past an earlier job",
	} {
		c := NewColoring(by, o)
		var texts []string
		hatched := 0
		for _, e := range c.Legend(Light) {
			if e.Hatched {
				hatched++
			}
			texts = append(texts, e.Text)
		}
		if got := strings.Join(texts, " | "); got != want {
			t.Errorf("%s: %s, want %s", by, got, want)
		}
		if hatched != 1 {
			t.Errorf("%s: %d hatched signs", by, hatched)
		}
		// Every colour that is drawn comes from the legend's range.
		for i, index := range c.Paint(o, Place(o)) {
			if by == ByKind && int(index) >= numKinds || by != ByUser && index > rampSteps {
				t.Errorf("%s: piece %d has colour %d", by, i, index)
			}
		}
	}
	o.Workload.User = nil
	if l := NewColoring(ByUser, o).Legend(Dark); len(l) != 3 || l[0].Text != "user unknown" {
		t.Errorf("legend without users: %v", l)
	}
}

// Job 0 ran in batch, job 1 in gpu and job 2 in short, 4, 12 and 12 processor-seconds; what is equal stands in the order of numbers.
func TestOwnersAndStates(t *testing.T) {
	o := onPartitions()
	o.Workload.Group, o.Workload.QOS = []int32{7, 8, 7}, []int32{3, -1, 3}
	o.Workload.Jobs = append(o.Workload.Jobs, o.Workload.Jobs[0], o.Workload.Jobs[0])
	for _, column := range []*[]int32{&o.Workload.Group, &o.Workload.QOS, &o.Workload.User, &o.Partition} {
		*column = append(*column, -1, -1) // of a job that is refused and of one that never starts
	}
	o.Start, o.End, o.Overtook = append(o.Start, -1, -1), append(o.End, -1, -1), append(o.Overtook, false, false)
	o.State = append(o.State, engine.Refused, engine.Unfinished)
	o.State[1] = engine.Killed
	for by, want := range map[ColorBy]struct{ legend, paint, owner string }{
		ByGroup:     {"group 7 | group 8", "[1 2 1]", "group 7"},
		ByPartition: {"partition gpu | partition short | partition batch", "[3 1 2]", "partition batch"},
		ByQOS:       {"QOS 3 | QOS unknown", "[1 0 1]", "QOS 3"},
		ByState: {"completed | killed at its limit | runs: at the instant that is played, or when the simulation ended | " +
			"not drawn: jobs that never started | not drawn: jobs that were refused or have no start", "[0 1 0]", ""},
	} {
		c := NewColoring(by, o)
		var texts []string
		for _, e := range c.Legend(Light) {
			if !strings.HasPrefix(e.Text, "bar") && !strings.HasPrefix(e.Text, "hatched") {
				texts = append(texts, e.Text)
			}
			if path, _ := e.Sign(); strings.HasPrefix(e.Text, "not drawn") != e.Missing || e.Missing && path == "" {
				t.Errorf("%s: %q has the sign %q", by, e.Text, path)
			}
		}
		if got := strings.Join(texts, " | "); got != want.legend {
			t.Errorf("%s: %s, want %s", by, got, want.legend)
		}
		if got := fmt.Sprint(c.Paint(o, Place(o))); got != want.paint {
			t.Errorf("%s: colours %s, want %s", by, got, want.paint)
		}
		if got := c.Owner(o, 0); got != want.owner {
			t.Errorf("%s: job 0 is of %q, want %q", by, got, want.owner)
		}
	}
	// A log tells partitions by number, on a machine without them.
	o.Partition, o.Partitions, o.Workload.Partition = nil, nil, []int32{4, 4, 9, 9, 9}
	if got := NewColoring(ByPartition, o).Owner(o, 2); got != "partition 9" {
		t.Errorf("job 2 is of %q", got)
	}
}

// While a run is played, a job that is killed later runs.
func TestStatesAtAnInstant(t *testing.T) {
	o := onPartitions()
	o.State[1] = engine.Killed
	s := sceneOf(o, 8, 8)
	s.Colors = NewColoring(ByState, o)
	s.Groups[0].Paint = s.Colors.Paint(o, s.Groups[0].Layout.Placement)
	for now, want := range map[engine.Time]string{3: "[2 2 0]", 4: "[0 1 2]", 8: "[0 1 0]"} {
		s.Play = &Play{Now: now * engine.Second}
		if got := fmt.Sprint(s.paintOf(0)); got != want {
			t.Errorf("at %d the colours are %s, want %s", now, got, want)
		}
	}
}

func TestCSS(t *testing.T) {
	if got := Color(0x0072b2).CSS(); got != "#0072b2" {
		t.Error(got)
	}
	if got := Color(0x0072b2).pixel(); got != 0xffb27200 {
		t.Errorf("%08x", got)
	}
}
