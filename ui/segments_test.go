package ui

import (
	"strings"
	"testing"

	"backfill/engine"
	"backfill/ui/explain"
	"backfill/ui/timeline"
)

// One computer of 400 MIPS, in seconds. When job 2 comes, at 5, job 1 has 95 left of 100: it is
// worth 40 x 5/95 for running, 5 x 5/100 for its age, 0 for its length, and, as it is due at 105,
// 15 (1 - f) f with f = (100 - 10)/95 for that, 3.1 in all; job 2 is worth 8 (1 - 10/95) = 7.2.
// Both need the licence. So job 1 is suspended until 15, and ends at 110.
const onFarm = `{"version":1,"name":"farm","machine":{"kind":"farm","machines":[{"processors":2,"speed":400}],"licences":[1]},"workload":{"kind":"jobs","jobs":[
	{"run":100,"processors":2,"licences":[1],"benchmark":400,"deadline":105},{"submit":5,"run":10,"processors":2,"licences":[1],"benchmark":400,"deadline":60}]},
	"policies":[{"kind":"convergent"},{"kind":"easy"}]}`

func TestSegmentsInWords(t *testing.T) {
	p, b := firstVisit(t)
	open(p, onFarm)
	if p.Notice.Problem || len(p.Wrong) > 0 {
		t.Fatal(p.Notice.Text, p.Wrong)
	}
	b.answer()
	p.Pin(0)
	f := p.Inspector.Fates()[0]
	if want := "Waited 10 s in all, started first at 0 on computer 1, was interrupted once, ended at 1 min 50 s on computer 1, 5 s after its deadline."; f.Summary.String() != want {
		t.Errorf("%q, want %q", f.Summary, want)
	}
	if want := "In one go it takes 1 min 40 s on computer 1 (400 MIPS)."; f.Lasts != want {
		t.Errorf("%q, want %q", f.Lasts, want)
	}
	const there = "on computer 1 (400 MIPS): "
	if got, want := lined(f.Segments), "Ran 5 s, from 0 to 5 s, "+there+"suspended: what it had done was kept there.\n"+
		"Ran 1 min 35 s, from 15 s to 1 min 50 s, "+there+"ended."; got != want {
		t.Errorf("the segments are\n%s", got)
	}
	facts := map[string]string{}
	for _, f := range p.Inspector.Facts() {
		facts[f.Name] = f.Text
	}
	if facts["Deadline"] != "1 min 45 s" || facts["Needs"] != "licence 1" || facts["Times hold at"] != "400 MIPS" {
		t.Errorf("the facts are %v", facts)
	}
	// The second piece is job 2, the third one job 1 again.
	if text, _ := p.Schedules.Hover(timeline.Hit{Lane: 2, Group: 0, Job: 0, Piece: 2, Step: -1}); !strings.Contains(text, "ended 5 s after its deadline") ||
		!strings.HasSuffix(text, "; here segment 2 of 2, on computer 1 (400 MIPS), from 15 s to 1 min 50 s: ended") {
		t.Errorf("the second segment: %q", text)
	}
	cells := map[string]string{}
	for _, c := range p.Jobs.Columns {
		cells[c.Title] = c.Text(0)
	}
	if cells["Deadline"] != "1 min 45 s" || cells["Late"] != "5 s late" || cells["Interrupted"] != "1" {
		t.Errorf("the job table says %v", cells)
	}
}

// While both jobs need the only copy, until 15, a bar lies along the track of the licence; the job
// that runs has it until 110.
func TestLicenceTracks(t *testing.T) {
	p, b := firstVisit(t)
	open(p, onFarm)
	b.answer()
	before := len(p.Timeline.Groups[0].Tracks)
	p.Schedules.ToggleLicences()
	tracks := p.Timeline.Groups[0].Tracks
	if len(tracks) != before+1 || !tracks[before].Row || tracks[before].Capacity != 1 {
		t.Fatalf("%d tracks, %d before", len(tracks), before)
	}
	for _, c := range []struct {
		from, to      engine.Time // s
		inUse, wanted float64
	}{{0, 5, 1, 1}, {5, 15, 1, 2}, {15, 110, 1, 1}, {110, 120, 0, 0}} {
		_, _, inUse := tracks[before].Reduce(c.from*engine.Second, c.to*engine.Second)
		_, _, wanted := tracks[before].Wanted.Reduce(c.from*engine.Second, c.to*engine.Second)
		if inUse != c.inUse || wanted != c.wanted {
			t.Errorf("from %d to %d: %g in use, %g wanted", c.from, c.to, inUse, wanted)
		}
	}
	for i, lane := range p.Timeline.View.Lanes {
		if lane.Group == 0 && int(lane.Part-timeline.TrackPart) == before {
			hit := timeline.Hit{Lane: i, Group: 0, Job: engine.NoJob, Band: -1, Piece: -1, Step: -1, Time: 7 * engine.Second, Value: 1}
			if text, _ := p.Schedules.Hover(hit); !strings.HasSuffix(text, "licence 1: 1 of 1 copy in use, 2 jobs need it") {
				t.Errorf("the track says %q", text)
			}
		}
	}
	if p.Schedules.ToggleLicences(); len(p.Timeline.Groups[0].Tracks) != before {
		t.Error("folding leaves tracks")
	}
}

// lined is a sentence a line.
func lined(list []explain.Sentence) string {
	var lines []string
	for _, s := range list {
		lines = append(lines, s.String())
	}
	return strings.Join(lines, "\n")
}
