package ui

import (
	"strings"
	"testing"
)

// believedJobs: on 4 processors jobs 1 and 2 of user 1 run 1 min each. So job 3, of the same user, is believed to run 1 min, and goes past job 4,
// which needs all processors and is due in 2 min, when job 5 of 3 processors ends. It runs 30 min instead, and the prediction is corrected four times:
// to 1 + 1, 5, 15 and 30 min.
const believedJobs = `{"version":1,"machine":{"kind":"cluster","processors":4},"workload":{"kind":"jobs","jobs":[
	{"submit":0,"run":60,"request":3600,"user":1},{"submit":60,"run":60,"request":3600,"user":1},
	{"submit":122,"run":1800,"request":3600,"user":1},{"submit":121,"run":60,"processors":4,"user":2},{"submit":120,"run":121,"processors":3,"user":2}]},
	"policies":[{"kind":"easy","label":"EASY++","belief":"userLastTwo","correction":"steps"},{"kind":"easy","label":"EASY"}]}`

func TestBeliefsAreTold(t *testing.T) {
	p, b := firstVisit(t)
	open(p, believedJobs)
	b.answer()
	number := map[int64]int32{}
	for j := range p.Workload().Jobs {
		number[p.Workload().JobNumber(int32(j))] = int32(j)
	}
	p.Pin(number[3])
	b.explain()
	text := render(t, p).ids["inspector"].text()
	for _, want := range []string{
		"The scheduler believed that it would run for 1 min; that was corrected 4 times, to 31 min at last.",
		"by its believed run time it ended by",
	} {
		if strings.Count(text, want) != 1 {
			t.Errorf("%q is not told once: %s", want, text)
		}
	}
}
