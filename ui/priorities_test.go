package ui

import (
	"fmt"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/workload/accounting"
)

// weighedJobs is the case of TestFactorsByHand (engine/experiment), with a nice of job 2 and a policy beside: at 305 s job 2 has 750 and is behind job 3,
// which has 1,000 and came after it.
const weighedJobs = `{"version":1,"machine":{"kind":"partitions","choice":"slurm","nodes":[{"name":"n","processors":4}],"partitions":[{"name":"p","nodes":"n"}]},
 "workload":{"kind":"jobs","jobs":[
  {"id":1,"submit":0,"run":600,"request":600,"processors":4,"user":1,"group":5},{"id":2,"submit":60,"run":60,"request":600,"processors":2,"user":2,"group":5%s},
  {"id":3,"submit":70,"run":60,"request":600,"processors":4,"user":1,"group":5},{"id":4,"submit":80,"run":60,"request":900,"processors":1,"user":1,"group":5,"nice":125,"qos":7}]},
 "policies":[{"kind":"slurm","label":"Slurm","settings":[{"key":"PriorityType","value":"priority/multifactor"},{"key":"PriorityWeightJobSize","value":"1000"},{"key":"PriorityWeightQOS","value":"200"},{"key":"PriorityCalcPeriod","value":"1-00:00:00"}],
  "associations":[{"account":5},{"account":5,"user":1,"shares":3},{"account":5,"user":2}],"qos":[{"number":7,"priority":10}]},{"kind":"slurm","label":"Basic"},{"kind":"easy","label":"EASY"}]}`

// onPriorities is a page that shows what the priority of job j is made of.
func onPriorities(t *testing.T, change string, j int32) (*Page, *fake) {
	t.Helper()
	p, b := firstVisit(t)
	open(p, fmt.Sprintf(weighedJobs, change))
	b.answer()
	p.Unfolded["priorities"] = true
	p.Select(j)
	b.weigh()
	p.Priorities.LookAt(305 * engine.Second)
	b.weigh()
	return p, b
}

// What is said to be enough is carried out in the scenario, and job 2 is the first.
func TestVerdictOnAPriority(t *testing.T) {
	const about = "To be the first is not to start"
	for _, c := range []struct{ change, want string }{
		{"", "At 5 min 5 s job 2 has 750 in partition p. 1 job is ahead of it: job 3 with 1,000. It would be ahead with 250 more, as long as the priorities of the others stay." +
			"|Each of these alone would be enough: a size factor of 1.0000 instead of 0.7500, which only asking for other nodes or processors gives; a nice of −250 instead of 0 (below 0 only operators may set it)." +
			"|Not enough alone: QOS, which gives 0.0 of at most 200.0." +
			"|Not weighed here, or not comparable: age, association, fair-share and TRES. The factor of the partition is the same for all jobs in it."},
		{`,"nice":-250`, "At 5 min 5 s job 2 has 1,000 and is the first in the queue of partition p: nothing would have to change."},
		{`,"nice":-249`, "At 5 min 5 s job 2 has 999 in partition p. 1 job is ahead of it: job 3 with 1,000. It would be ahead with 1 more, as long as the priorities of the others stay." +
			"|Each of these alone would be enough: a size factor of 0.7510 instead of 0.7500, which only asking for other nodes or processors gives; QOS 7 (+200.0), if its account may use it; a nice of −250 instead of −249 (below 0 only operators may set it)." +
			"|Not weighed here, or not comparable: age, association, fair-share and TRES. The factor of the partition is the same for all jobs in it."},
	} {
		p, b := onPriorities(t, c.change, 1)
		var said []string
		for _, s := range p.Priorities.Verdict() {
			said = append(said, s.String())
		}
		if got := strings.Join(said[:len(said)-1], "|"); got != c.want || !strings.HasPrefix(said[len(said)-1], about) {
			t.Errorf("%s: %s\nwant %s", c.change, got, c.want)
		}
		text := render(t, p).ids["verdict"].text()
		if !strings.Contains(text, said[0]) {
			t.Errorf("the page has %s", text)
		}
		if spec := string(b.charts["chart-priority"]); !strings.Contains(spec, `"job size"`) || strings.Contains(spec, `"fair-share"`) {
			t.Errorf("the chart is %s", spec)
		}
		if tree := render(t, p).ids["share-table"].text(); !strings.Contains(tree, "user 1") || !strings.Contains(tree, "0.7500") {
			t.Errorf("the tree is %s", tree)
		}
	}
}

// Accounts and users have the names of an accounting log while these are shown, and numbers else.
func TestNamesInTheTree(t *testing.T) {
	p, b := firstVisit(t)
	f := droppedLog(t, "small.swf")
	f.Legend = &accounting.Legend{}
	for user := range 200 {
		f.Legend[accounting.Users] = append(f.Legend[accounting.Users], fmt.Sprintf("ann%d", user+1))
	}
	p.FileCame(f)
	open(p, `{"version":1,"machine":{"kind":"partitions","choice":"slurm","nodes":[{"name":"n","processors":128}],"partitions":[{"name":"p","nodes":"n"}]},
		"workload":{"kind":"swf","file":"small.swf"},"policies":[{"kind":"slurm","settings":[{"key":"PriorityType","value":"priority/multifactor"},{"key":"PriorityWeightFairshare","value":"100"}]}]}`)
	b.answer()
	p.Unfolded["priorities"] = true
	p.Priorities.Ask()
	b.weigh()
	if tree := render(t, p).ids["priorities"].text(); strings.Contains(tree, "ann") || !strings.Contains(tree, "Show names") || !strings.Contains(tree, "user 7") {
		t.Errorf("the tree is %s", tree)
	}
	render(t, p).do("shares-names", "click", "")
	if tree := render(t, p).ids["share-table"].text(); !strings.Contains(tree, "user 7 ann7") || !strings.Contains(string(b.charts["chart-fair-share"]), "ann") {
		t.Errorf("the tree is %s, the chart %s", tree, b.charts["chart-fair-share"])
	}
}

// A policy without factors says why there is nothing to show; without Slurm there is no such panel.
func TestNoPriorities(t *testing.T) {
	p, b := onPriorities(t, "", 1)
	p.Priorities.ChoosePolicy("Basic")
	b.weigh()
	if text := render(t, p).ids["unweighed"].text(); !strings.HasPrefix(text, "There is nothing to show under Basic: without PriorityType=priority/multifactor") {
		t.Errorf("the page says %q", text)
	}
	p, _ = firstVisit(t)
	if p.Priorities.WeighedRun() != nil {
		t.Error("the textbook case has priorities")
	}
}
