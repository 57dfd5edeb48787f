package main

import "fmt"

// measurePlans measures the Convergent Scheduler on the paper's farm of 150 computers: what a
// plan costs on average until as many jobs as a row says, submitted at about the same moment,
// have ended, and what all plans of a run of 1500 jobs cost. Everything else that a run does
// is part of it.
func measurePlans(url string, repeat int) error {
	fmt.Printf("Convergent Scheduler: a whole run, best of %d\n", repeat)
	rows := [][]any{{"jobs", "mean gap s", "policy", "plans", "native ms", "browser ms", "native ms a plan", "browser ms a plan", "browser ÷ native"}}
	measure := func(jobs int, gap float64, policies string) error {
		x := timed{scenario: fmt.Appendf(nil, `{"version": 1, "machine": {"kind": "farm"}, "workload": {"kind": "farm", "jobs": %d, "meanGap": %g}, "policies": [%s]}`, jobs, gap, policies)}
		labels, native, plans, _, err := x.natively(repeat)
		if err != nil {
			return err
		}
		browser, err := x.inBrowser(url, repeat)
		if err != nil {
			return err
		}
		for i, label := range labels {
			n, b := native[i]*1000, browser[i]*1000
			each := float64(plans[i])
			rows = append(rows, []any{jobs, gap, label, plans[i], ms(n), ms(b), fmt.Sprintf("%.2f", n/each), fmt.Sprintf("%.2f", b/each), fmt.Sprintf("%.2f", b/n)})
		}
		return nil
	}
	for _, jobs := range []int{250, 500, 1000, 2000, 4000} {
		if err := measure(jobs, 0.001, growingFarm); err != nil {
			return err
		}
	}
	for _, gap := range []float64{1, 4} {
		if err := measure(1500, gap, everyVersion); err != nil {
			return err
		}
	}
	table(rows...)
	return nil
}

const (
	growingFarm = `{"kind": "convergent", "every": 300, "label": "CS"},
		{"kind": "convergent", "every": 300, "matching": "counting", "label": "CS-Cs"},
		{"kind": "convergent", "every": 300, "pairs": "all", "label": "CS, all pairs"},
		{"kind": "convergent", "every": 300, "matching": "counting", "pairs": "all", "label": "CS-Cs, all pairs"}`

	everyVersion = `{"kind": "easy"}, {"kind": "flexible-backfill"},
		{"kind": "convergent", "label": "CS"},
		{"kind": "convergent", "matching": "counting", "label": "CS-Cs"},
		{"kind": "convergent", "every": 10, "label": "CS-Td"},
		{"kind": "convergent", "matching": "counting", "every": 10, "label": "CS-CsTd"}`
)
