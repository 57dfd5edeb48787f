package ui

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"backfill/ui/panel/answers"
	"backfill/ui/panel/inspector"
)

// A click, or a choice, may come when another experiment has taken the place of the one that its element is about, and the page has not been rendered
// since. Nothing fails then.
func TestEventsThatComeLate(t *testing.T) {
	for name, scenario := range map[string]string{
		"a sweep":  sweptScenario,
		"classes":  classScenario,
		"hosts":    onHosts,
		"a script": withOwnScript,
		"two axes": `{"version":1,"machine":{"kind":"cluster","processors":32},"workload":{"kind":"lublin","jobs":30,"load":0.9},"policies":[{"kind":"easy"},{"kind":"fcfs"}],"replications":2,"sweep":[{"path":"/workload/load","values":[0.5,0.9]},{"path":"/policies/0/reservations","values":[1,2,4]}]}`,
		"partitions": `{"version":1,"machine":{"kind":"partitions","choice":"slurm","nodes":[{"name":"n[1-4]","processors":4}],"partitions":[{"name":"a"},{"name":"b"}]},
			"workload":{"kind":"lublin","jobs":30,"processors":16,"load":0.9},"policies":[{"kind":"slurm"},{"kind":"easy"}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			p, b := firstVisit(t)
			open(p, scenario)
			b.answer()
			if p.Measurement != nil {
				b.measure(math.MaxInt32)
			}
			if p.Notice.Problem || len(p.Wrong) > 0 {
				t.Fatal(p.Notice.Text, p.Wrong)
			}
			p.Editor.FoldedCards = map[string]bool{}
			for _, what := range []string{"all metrics", "report", answers.WaitChart, answers.SlowdownChart, answers.ClassChart, answers.CurveChart, "apart", "apart jobs", inspector.LooksKey(0)} {
				p.Unfolded[what] = true
			}
			p.Pin(4)
			b.explain()
			b.need()
			late := slices.DeleteFunc(render(t, p).all, func(e *element) bool { return e.isHidden() || e.has("disabled") || e.attr("id") == "reload-button" })
			for _, e := range late {
				for _, h := range e.DOMEventHandlerSpecList {
					values := e.optionValues()
					if len(values) == 0 {
						values = []string{e.attr("value")}
					}
					open(p, threeJobs)
					if p.Running {
						b.answer()
					}
					what := fmt.Sprintf("%s of %s#%s %.30q", h.EventType, e.Data, e.attr("id"), e.text())
					h.Func(happening{target: map[string]any{"value": values[len(values)-1], "checked": true}, key: "Enter"})
					b.pass()
					render(t, p)
					if len(b.reported) > 0 {
						t.Errorf("%s: %.1500s", what, b.reported)
						b.reported, p.Notice.Text = nil, ""
					}
				}
			}
		})
	}
}
