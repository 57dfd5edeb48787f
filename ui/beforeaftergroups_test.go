package ui

import (
	"slices"
	"strings"
	"testing"

	"backfill/engine"
)

// Two nodes of 4 processors under batch, one with 2 GPUs under gpu, all three under short, for up to 100 s. Under EASY job 1 has both nodes
// of batch until 1000. Jobs 2 and 3, of 4 processors, wait from 10 and 20 until then. Job 4 has one GPU from 30 to 330; job 5 wants both from
// 40 on and waits until then. Job 6, for short, is refused.
const onThreeNodes = `{"version":1,"name":"three","machine":{"kind":"partitions","nodes":[{"name":"n[1-2]","processors":4},{"name":"g1","processors":4,"gpus":"2"}],
	"partitions":[{"name":"batch","nodes":"n[1-2]"},{"name":"gpu","nodes":"g1"},{"name":"short","maxTime":100}]},"policies":[{"kind":"easy","label":"EASY"}],
	"workload":{"kind":"jobs","jobs":[{"run":1000,"processors":8,"group":1,"partitions":[1]},{"submit":10,"run":500,"processors":4,"group":1,"partitions":[1]},
		{"submit":20,"run":200,"processors":4,"group":2,"partitions":[1]},{"submit":30,"run":300,"processors":2,"group":2,"partitions":[2],"nodes":1,"gpus":1},
		{"submit":40,"run":100,"processors":2,"group":3,"partitions":[2],"nodes":1,"mostNodes":1,"gpus":2},{"submit":2000,"run":150,"processors":1,"group":4,"partitions":[3]}]}}`

// groupLines are the rows of the table of before and after by group, each as "name | jobs | cell".
func groupLines(t *testing.T, p *Page) []string {
	t.Helper()
	r := render(t, p)
	if r.ids["before-groups"] == nil {
		t.Fatal("there is no table of groups")
	}
	inside := func(e *element) bool {
		for ; e != nil; e = e.parent {
			if e == r.ids["before-groups"] {
				return true
			}
		}
		return false
	}
	var lines []string
	for _, row := range r.all {
		if row.Data != "tr" || !inside(row) || row.parent.Data != "tbody" {
			continue
		}
		var cells []string
		for _, cell := range row.children {
			if text := strings.Join(strings.Fields(strings.ReplaceAll(cell.text(), "\u00a0", " ")), " "); text != "" {
				cells = append(cells, text)
			}
		}
		lines = append(lines, strings.Join(cells, " | "))
	}
	return lines
}

// With batch and gpu merged, job 2 has the node with GPUs from 10 to 510, job 3 from 510 to 710, and job 4 has its GPU only then, until 1010,
// when job 5 starts. The waits of jobs 1 to 5 were 0, 990, 980, 0 and 290 s and are 0, 0, 490, 680 and 970 s: of batch 1970 / 3 and 490 / 3 s,
// of gpu 290 / 2 and 1650 / 2 s, of accounts 1 to 3 990 / 2 and 0, 980 / 2 and 1170 / 2, 290 and 970 s. Sums change by 1480 and 1360 s; by 990,
// 190 and 680 s. Times are rounded to the second.
func TestBeforeAndAfterByPartitionAndAccount(t *testing.T) {
	p, b := firstVisit(t)
	open(p, onThreeNodes)
	b.answer()
	b.press(p, "merge")
	want := []string{
		"Partition batch | 3 | 10 min 57 s → 2 min 43 s −75 % ✓",
		"Partition gpu | 2 | 2 min 25 s → 13 min 45 s +469 % ✗",
		"Account 1 | 2 | 8 min 15 s → 0 s −100 % ✓",
		"Account 3 | 1 | 4 min 50 s → 16 min 10 s +234 % ✗",
		"Account 2 | 2 | 8 min 10 s → 9 min 45 s +19 % ✗",
	}
	if got := groupLines(t, p); !slices.Equal(got, want) {
		t.Errorf("by partition and account:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	p.WhatIf.SetGroupsBy("account")
	p.WhatIf.SetGroupMetric("maxWait")
	want = []string{"Account 1 | 2 | 16 min 30 s → 0 s −100 % ✓", "Account 3 | 1 | 4 min 50 s → 16 min 10 s +234 % ✗", "Account 2 | 2 | 16 min 20 s → 11 min 20 s −31 % ✓"}
	slices.Sort(want)
	got := groupLines(t, p)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("longest waits by account:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	// So does batch come before gpu, whose mean has changed by more.
	if text := whatIf(t, p); !strings.Contains(text, "first where the change times the number of jobs is largest.") {
		t.Errorf("the page does not say why groups stand in this order: %s", text)
	}
}

// With a time limit of 200 s short takes job 6, which is not compared: it ended once. Partitions that are merged then stay so with the limit.
func TestAnotherLimitIsComparedLikeForLike(t *testing.T) {
	p, b := firstVisit(t)
	open(p, onThreeNodes)
	b.answer()
	b.press(p, "partition") // at first twice the time limit
	if o := p.Shown.Results.Runs[0].Outcome; o.State[5] != engine.Completed || o.Start[1] != 1000*engine.Second {
		t.Errorf("job 6 is %v, job 2 starts at %d", o.State[5], o.Start[1])
	}
	want := []string{"Partition batch | 3 | 10 min 57 s same", "Partition gpu | 2 | 2 min 25 s same", "Account 1 | 2 | 8 min 15 s same", "Account 2 | 2 | 8 min 10 s same", "Account 3 | 1 | 4 min 50 s same"}
	if got := groupLines(t, p); !slices.Equal(got, want) {
		t.Errorf("by partition and account:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	limit := p.Draft.Machine.Texts["partitions"]
	b.press(p, "merge")
	if is := p.Draft.Machine.Texts["partitions"]; is == limit || p.Shown.Results.Runs[0].Outcome.State[5] != engine.Completed {
		t.Errorf("merged, the partitions are\n%s\nand job 6 is %v", is, p.Shown.Results.Runs[0].Outcome.State[5])
	}
}

// What the questions about a machine with partitions ask at first, and what they refuse.
func TestQuestionsAboutPartitions(t *testing.T) {
	p, b := firstVisit(t)
	open(p, onThreeNodes)
	b.answer()
	for _, c := range []struct {
		key, number, text, want string
		asks                    bool
	}{
		{"gpus", "", "", "1 node with GPUs from gpu to batch: gpu would have no node left.", false},
		{"gpus", "gpus-from", "3", "1 node with GPUs from short to batch: ", true},
		{"gpus", "gpus", "2", "2 nodes with GPUs from short to batch: Whole numbers up to 1 are accepted: that many nodes with GPUs has short and batch not.", false},
		{"gpus", "gpus-from", "1", "2 nodes with GPUs from batch to batch: batch has no nodes with GPUs that batch has not.", false},
		{"partition", "", "", "short: MaxTime 3 min 20 s, now 1 min 40 s: ", true},
		{"partition", "partition MaxTime 3", "1:40", "Another MaxTime: That is the present value.", false},
		{"partition", "partition MaxTime 3", "soon", "Another MaxTime: A length of time is accepted, such as 2 h, 90 min or 7-00:00:00; none for no limit.", false},
		{"partition", "partition MaxTime 3", "none", "short: MaxTime without limit, now 1 min 40 s: ", true},
		{"partition", "partition-setting", "1", "batch: MaxNodes 1, now without limit: ", true},
		{"partition", "partition MaxNodes 1", "1.5", "Another MaxNodes: A whole number from 1 to 1,000,000 is accepted; none for no limit.", false},
		{"partition", "partition-setting", "3", "batch: PriorityTier 2, now 1: ", true},
		{"partition", "partition-setting", "4", "batch: GPUs of a node 1, now none: ", true},
		{"partition", "partition-of", "2", "gpu: GPUs of a node 4, now 2: ", true},
		{"partition", "partition GPUs of a node 2", "2", "Other GPUs: That is the present value.", false},
		{"partition", "partition GPUs of a node 2", "x", "Other GPUs: Numbers from 0 to 1,024 are accepted, behind a type if there are several: 4, or a100:4,v100:2.", false},
		{"everywhere", "", "", "batch on all nodes: ", true},
		{"everywhere", "everywhere-of", "3", "short on all nodes: short is so.", false},
		{"limits", "", "", "short without limits: ", true},
		{"merge", "", "", "batch and gpu on the nodes of both: ", true},
		{"merge", "merge-b", "1", "batch and batch on the nodes of both: Two different partitions are accepted.", false},
	} {
		if c.number != "" {
			p.WhatIf.SetNumber(c.number, c.text)
		}
		for _, q := range p.WhatIf.Questions() {
			if got := q.Answer + ": " + q.Remark(); q.Key == c.key && (got != c.want || q.Asks() != c.asks) {
				t.Errorf("%s: %q, may be asked: %v; want %q, %v", c.key, got, q.Asks(), c.want, c.asks)
			}
		}
	}
}

// Until 330 job 5 waits for two GPUs, of which one is free: it is of no use, nor are the two processors beside it to jobs 2 and 3, which may
// not run there.
func TestStrandedTracks(t *testing.T) {
	p, b := firstVisit(t)
	p.Sized(800, 1)
	open(p, onThreeNodes)
	b.answer()
	before := len(p.Timeline.Groups[0].Tracks)
	p.Schedules.ToggleStranded()
	tracks := p.Timeline.Groups[0].Tracks
	var labels []string
	for _, track := range tracks {
		labels = append(labels, track.Label)
	}
	if want := []string{"busy processors", "GPUs in use", "stranded processors", "stranded GPUs", "jobs waiting"}; !slices.Equal(labels, want) {
		t.Fatalf("the tracks are %v, want %v", labels, want)
	}
	for _, c := range []struct {
		from, to         engine.Time // s
		processors, gpus float64
	}{{0, 10, 0, 0}, {10, 30, 4, 0}, {30, 40, 2, 0}, {40, 330, 2, 1}, {330, 430, 2, 0}, {430, 1000, 4, 0}, {1000, 2000, 0, 0}} {
		_, _, processors := tracks[2].Reduce(c.from*engine.Second, c.to*engine.Second)
		_, _, gpus := tracks[3].Reduce(c.from*engine.Second, c.to*engine.Second)
		if processors != c.processors || gpus != c.gpus {
			t.Errorf("from %d to %d: %g processors and %g GPUs are stranded, want %g and %g", c.from, c.to, processors, gpus, c.processors, c.gpus)
		}
	}
	if p.Schedules.ToggleStranded(); len(p.Timeline.Groups[0].Tracks) != before {
		t.Error("folding leaves tracks")
	}
}
