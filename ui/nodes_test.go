package ui

import (
	"strings"
	"testing"

	"backfill/ui/timeline"
)

// Node n of 4 processors with a batch of two, and g with a GPU. Job 1 takes n for 10 s, job 2 the GPU of g for 20 s; job 3 may run in either
// partition and gets the other processors of g at 1 s, in short, for 5 s.
const onTwoNodes = `{"version":1,"machine":{"kind":"partitions","nodes":[{"name":"n","processors":4,"memory":8},{"name":"g","processors":4,"memory":8,"gpus":"1"}],
	"partitions":[{"name":"batch","nodes":"n","default":true},{"name":"gpu","nodes":"g"},{"name":"short","tier":2}]},
	"workload":{"kind":"jobs","jobs":[{"run":10,"processors":4,"group":3},{"run":20,"processors":1,"partitions":[2],"gpus":1,"nodes":1,"nodeMemory":2,"group":4},{"submit":1,"run":5,"processors":3,"partitions":[3],"group":3}]},
	"policies":[{"kind":"fcfs"}]}`

func TestNodesOnTheTimeline(t *testing.T) {
	p, b := firstVisit(t)
	p.Sized(800, 1)
	open(p, onTwoNodes)
	b.answer()
	if p.Notice.Problem || len(p.Wrong) > 0 {
		t.Fatal(p.Notice.Text, p.Wrong)
	}
	tracks := func() (labels []string) {
		for _, track := range p.Timeline.Groups[0].Tracks {
			labels = append(labels, track.Label)
		}
		return labels
	}
	if got := strings.Join(tracks(), ", "); got != "busy processors, memory in use, GPUs in use, jobs waiting" {
		t.Errorf("tracks of %s", got)
	}
	ordered := p.Timeline.View.Height
	p.Schedules.ShowNodes("partitions")
	if got := p.Timeline.View.Height; got != ordered+2*timeline.HeadingHeight {
		t.Errorf("with two headings the timeline is %d high, without them %d", got, ordered)
	}
	var headings []string
	for _, l := range p.Timeline.Labels() {
		if l.Bold && strings.Contains(l.Text, "node") {
			headings = append(headings, l.Text)
		}
	}
	if got := strings.Join(headings, ", "); got != "batch + short: 1 node, gpu + short: 1 node" {
		t.Errorf("headings %s", got)
	}
	p.ColorBy("partition")
	if got := p.Timeline.Describe(0, p.Drawn[0].Outcome); !strings.Contains(got, "Jobs by partition: batch 1, gpu 1 and short 1.") {
		t.Error(got)
	}
	at := func(job int32) timeline.Hit {
		r := p.Timeline.Rects(0, job)
		if len(r) != 1 {
			t.Fatalf("job %d lies at %v", job+1, r)
		}
		return p.Timeline.Hit(r[0].X0, (r[0].Y0+r[0].Y1)/2)
	}
	if text, _ := p.Schedules.Hover(at(2)); !strings.HasPrefix(text, "Job 3, partition short, 3 processors") {
		t.Error(text)
	}
	p.ColorBy("group")
	if text, _ := p.Schedules.Hover(at(1)); !strings.HasPrefix(text, "Job 2, group 4, 1 processor") {
		t.Error(text)
	}

	p.Schedules.ShowNodes("partition:gpu")
	if got := strings.Join(tracks(), ", "); got != "busy processors of gpu, busy processors, whole machine, memory in use, whole machine, GPUs in use, whole machine, jobs waiting, whole machine" {
		t.Errorf("of gpu alone: tracks of %s", got)
	}
	// 1 processor for 20 s and 3 for 5 s of 4 for 20 s.
	for _, want := range []string{"Only nodes of gpu. 2 jobs ran", "Busy on average, from the top: gpu (1 node) 44 %.", " on average (44 % of 4), between 1 and 4."} {
		if got := p.Timeline.Describe(0, p.Drawn[0].Outcome); !strings.Contains(got, want) {
			t.Errorf("%s\nlacks %s", got, want)
		}
	}
	if p.Timeline.Rects(0, 0) != nil || at(1).Job != 1 {
		t.Error("of gpu alone: job 1 is shown, or job 2 is not")
	}

	// What was chosen stays; on a machine without that partition all nodes are shown.
	open(p, strings.Replace(onTwoNodes, `"processors":3`, `"processors":2`, 1))
	b.answer()
	if p.Timeline.Rects(0, 0) != nil {
		t.Error("another run shows all nodes")
	}
	open(p, onHosts)
	b.answer()
	if p.Timeline.Rects(0, 0) == nil || strings.Contains(strings.Join(tracks(), ", "), "whole machine") {
		t.Error("hosts are left out")
	}
}

func TestNodesOfAFrame(t *testing.T) {
	for query, want := range map[string]string{"order": "", "partitions": "", "partition:gpu": "", "gpu": "gpu: order, partitions, or partition: with a partition's name are accepted", "partition:": "partition: with"} {
		f := readQuery(t, "view=timeline&color=group&nodes="+query)
		if wrong := strings.Join(f.wrong, " "); !strings.Contains(wrong, want) || want == "" && (wrong != "" || f.nodes != query) {
			t.Errorf("%s: %q, %q", query, f.nodes, wrong)
		}
	}
}
