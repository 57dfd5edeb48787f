package ui

import (
	"strings"
	"testing"

	"backfill/engine"
	"backfill/ui/phrase"
	"backfill/ui/timeline"
)

// Both jobs have two processes on the first node, each of which asks for 2,000 of 6,000 MB/s.
// Job 2 comes at 5 min, when job 1 has done half of its 10 min. From then on both do 6/8 of
// the work in the same time: job 1 ends at 11 min 40 s, 1 min 40 s late. Job 2 has done 5 min
// of work by then and would need 5 more, but asked for 10 min 50 s: it is killed at 15 min 50 s.
const onSharedNodes = `{"version":1,"machine":{"kind":"nodes","processors":8},"policies":[{"kind":"fcfs"}],
	"workload":{"kind":"jobs","jobs":[{"run":600,"request":900,"processors":2},{"submit":300,"run":600,"request":650,"processors":2},
		{"submit":2000,"run":60,"processors":2}],"transform":[{"kind":"bandwidth","high":1,"medium":0}]}}`

func TestSharedShadowsAreTold(t *testing.T) {
	p, b := firstVisit(t)
	p.Sized(800, 1)
	open(p, onSharedNodes)
	b.answer()
	p.Unfolded["shadows"] = true
	cost := "node 1, which was asked for more than it has, cost it 1 min 40 s."
	for j, want := range []string{
		"It ran 1 min 40 s (17 %) longer than its run time: " + cost,
		"Killed because of sharing: " + cost + " Without that it would have ended in time, after 10 min.",
		"It lost no time to sharing: its nodes were never asked for more than they have.",
	} {
		p.Pin(int32(j))
		f := p.Inspector.Fates()[0]
		if f.Lost != want {
			t.Errorf("job %d: %q, want %q", j+1, f.Lost, want)
		}
		if j == 2 && f.Shadows != nil {
			t.Errorf("job 3 has the shadows %v", f.Shadows)
		}
	}
	p.Pin(0)
	var rows []string
	for _, row := range p.Inspector.Fates()[0].Shadows {
		rows = append(rows, strings.Join(row, "|"))
	}
	if got, want := strings.Join(rows, "\n"), "Node|From|To|Demand of 6,000 MB/s|Penalty|Lost\nnode 1|5 min|11 min 40 s|8,000|1/3|1 min 40 s\nSum on node 1: 1 min 40 s"; got != want {
		t.Errorf("the shadows are\n%s", got)
	}
	if text := render(t, p).ids["inspector"].text(); !strings.Contains(text, "Demand of 6,000 MB/s") {
		t.Errorf("the inspector says %s", text)
	}
	p.Inspector.SaveShadows()
	for name, data := range b.saved {
		if !strings.HasSuffix(name, "-shadows.csv") || !strings.HasSuffix(string(data), "\nfcfs,1,node 1,300,700,8000,0,"+phrase.Number(1./3)+",100\n") {
			t.Errorf("%s holds %s", name, data)
		}
	}
}

// A job of 8 processes of 2,000 MB/s has two nodes of 4 for itself and is slowed down on both
// by 8,000 of 6,000 MB/s: 10 min take 13 min 20 s. One of 5 loses time on the first node only.
func TestLossOnAllNodes(t *testing.T) {
	p, b := firstVisit(t)
	p.Sized(800, 1)
	open(p, `{"version":1,"machine":{"kind":"nodes","processors":8},"policies":[{"kind":"fcfs"}],"kill":{"rule":"never"},
	"workload":{"kind":"jobs","jobs":[{"run":600,"processors":8,"bandwidth":2000},{"submit":2000,"run":600,"processors":5,"bandwidth":2000}]}}`)
	b.answer()
	for j, want := range []string{"cost it 3 min 20 s, and so did 1 other node.", "cost it 3 min 20 s."} {
		p.Pin(int32(j))
		if lost := p.Inspector.Fates()[0].Lost; !strings.HasSuffix(lost, want) {
			t.Errorf("job %d: %q, want at its end %q", j+1, lost, want)
		}
	}
}

func TestDemandIsShown(t *testing.T) {
	p, b := firstVisit(t)
	if choice := render(t, p).ids["show"]; p.Shares() || choice != nil {
		t.Error("one pool offers a demand that nobody shares")
	}
	p.Sized(800, 1)
	open(p, onSharedNodes)
	b.answer()
	if tracks := p.Timeline.Groups[0].Tracks; len(tracks) != 3 || tracks[1].Label != "nodes over capacity" || tracks[1].Capacity != 2 || tracks[1].Top != 1 {
		t.Errorf("the tracks are %v", tracks)
	}
	p.Pin(1)
	p.Schedules.ShowDemand(true)
	if !p.Schedules.ShowsDemand() || p.Timeline.Groups[0].Heat == nil || len(p.Timeline.Groups[0].Shadows) != 1 {
		t.Fatal("demand is not shown")
	}
	hit := timeline.Hit{Lane: 2, Group: 0, Band: 0, Step: p.Timeline.Groups[0].Heat.Demand.StepAt(0, 400*engine.Second), Job: 0}
	text, _ := p.Schedules.Hover(hit)
	if want := "job 2 lost 1 min 40 s on node 1, 5 min to 11 min 40 s: demand 8,000 of 6,000 MB/s; penalty 1/3"; text != want {
		t.Errorf("%q, want %q", text, want)
	}
	if got := p.Schedules.Words(false)[0].Summary; !strings.Contains(got, "asked for more than they have") {
		t.Errorf("in words: %q", got)
	}
	// Job 2 was killed.
	if last := p.Schedules.Legend[len(p.Schedules.Legend)-1]; !last.Ended {
		t.Errorf("the legend ends with %+v", last)
	}
	legend := p.Schedules.Legend[len(p.Schedules.Legend)-2]
	if !legend.Hatched || !strings.HasPrefix(legend.Text, "133 %") {
		t.Errorf("the legend ends with %+v", legend)
	}
	// Other results are shown in the same way.
	p.Edit("/machine/bandwidth", "5000")
	b.answer()
	if p.Timeline.Groups[0].Heat == nil || p.Timeline.Groups[0].Heat.Demand.Outcome != p.Drawn[0].Outcome {
		t.Error("new results are not shown as demand")
	}
	p.Schedules.ShowDemand(false)
	if p.Timeline.Groups[0].Heat != nil || p.Schedules.ShowsDemand() {
		t.Error("jobs are not shown again")
	}
}

// Where none of a few jobs waits, the page shows by itself what nodes are asked for, or which
// job is which; else their waits, and always what somebody chose.
func TestViewOfFewJobs(t *testing.T) {
	quiet := strings.Replace(onSharedNodes, `"kind":"nodes","processors":8`, `"kind":"cluster","processors":8`, 1)
	crowded := strings.Replace(onSharedNodes, `"processors":8`, `"processors":2`, 1)
	view := func(p *Page, b *fake, scenario string) string {
		open(p, scenario)
		b.answer()
		return p.Colors.String() + map[bool]string{true: " demand"}[p.Schedules.ShowsDemand()]
	}
	p, b := firstVisit(t)
	p.Sized(800, 1)
	for scenario, want := range map[string]string{onSharedNodes: "job demand", quiet: "job", crowded: "wait"} {
		if got := view(p, b, scenario); got != want {
			t.Errorf("%q is shown for %s, want %q", got, scenario, want)
		}
	}
	p.ColorBy("size")
	p.Schedules.ShowDemand(false)
	if got := view(p, b, onSharedNodes); got != "size" {
		t.Errorf("%q is shown though somebody chose the sizes of jobs", got)
	}
}
