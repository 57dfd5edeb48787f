package e2e

import (
	"fmt"
	"strings"
	"testing"

	"backfill/wasm/browser/visit"
)

// crowdedCluster is a cluster of two nodes with 60 jobs of six users in three accounts, which come within half an hour and run as long each, so that
// most wait for hours. Priorities have age, fair-share, size and QOS.
func crowdedCluster() string {
	var jobs []string
	for j := range 60 {
		jobs = append(jobs, fmt.Sprintf(`{"id": %d, "submit": %d, "run": 1800, "request": 2400, "processors": %d, "user": %d, "group": %d, "qos": %d}`,
			j+1, 30*j, 1+j*7%8, 1+j%6, 1+j%3, 1+j%5/4))
	}
	return `"machine": {"kind": "partitions", "choice": "slurm", "nodes": [{"name": "n[1-2]", "processors": 8}], "partitions": [{"name": "batch"}]},
	"workload": {"kind": "jobs", "jobs": [` + strings.Join(jobs, ",") + `]},
	"policies": [{"kind": "slurm", "label": "Slurm", "settings": [{"key": "PriorityType", "value": "priority/multifactor"}, {"key": "PriorityWeightAge", "value": "1000"}, {"key": "PriorityMaxAge", "value": "12:00:00"},
		{"key": "PriorityWeightFairshare", "value": "2000"}, {"key": "PriorityWeightJobSize", "value": "500"}, {"key": "PriorityWeightQOS", "value": "800"}, {"key": "PriorityDecayHalfLife", "value": "2:00:00"}],
		"associations": [{"account": 1, "shares": 5}, {"account": 2, "shares": 3}, {"account": 3, "parent": 2, "shares": 1}], "qos": [{"number": 1}, {"number": 2, "priority": 100}]},
		{"kind": "slurm", "label": "Basic"}], "seed": 7`
}

// showPriorities opens the crowded cluster with the priorities of its job 40.
func showPriorities(t *testing.T, p *page) {
	p.shows(t, "crowded", crowdedCluster())
	p.click("#show-priorities")
	p.until(`document.querySelector("#share-table tbody tr") !== null`)
	p.put("#filter-text", "40", "input")
	p.until(`document.querySelector("#show-job-39") !== null`)
	p.click("#show-job-39")
	p.until(`document.querySelector("#verdict p") !== null && document.querySelector("#chart-priority svg") !== null && document.querySelector("#chart-fair-share svg") !== null`)
}

// The panel shows the chart of a job's priority and says what would make it the next, at the instant of the slider; the tree is that of
// another slider. Under priority/basic there is nothing to show.
func TestPriorities(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{Width: 1366, Height: 900})
	showPriorities(t, p)
	p.says("#verdict", "as long as the priorities of the others stay")
	p.says("#verdict", "a nice of −")
	p.put("#priority-at", "0", "change")
	p.says("#verdict", "At 19 min 30 s job 40 has ") // when it came: 39 * 30 s
	p.press("#priorities", "Numbers")
	p.until(`document.querySelector("#chart-priority-table").innerText.includes("needed to be the first")`)
	p.put("#shares-at", "0", "change")
	p.until(`[...document.querySelectorAll("#share-table tbody tr")].length === 10 && document.querySelector("#share-table tbody tr td:nth-child(4)").innerText === "0.00"`)
	p.choose("shares-view", "usage")
	p.until(`document.querySelector("#chart-fair-share").innerText.includes("account 1")`)
	p.choose("priorities-policy", "Basic")
	p.says("#unweighed", "There is nothing to show under Basic: without PriorityType=priority/multifactor")
}
