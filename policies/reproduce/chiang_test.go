package reproduce

import (
	"fmt"
	"math"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"backfill/engine/workload/workloadtest"
)

// chiangRequests are the transformations of the requested times R of the workload into
// the simulated ones, for run times T: R* = T, min(R, kT), and mixtures; with test runs of
// some of the jobs whose request is changed.
var chiangRequests = map[string]string{
	"R":    ``,
	"T":    `{"kind": "estimates", "model": "exact"}`,
	"2T":   `{"kind": "estimates", "model": "factor", "factor": 2}`,
	"1.2T": `{"kind": "estimates", "model": "factor", "factor": 1.2}`,
	"H41":  `{"kind": "estimates", "model": "hybrid", "share": 0.8, "factor": 2}`,
	"H32":  `{"kind": "estimates", "model": "hybrid", "share": 0.6, "factor": 2}`,

	"2T, 25 % tested":  `{"kind": "estimates", "model": "testRuns", "share": 1, "tests": 0.25, "factor": 2}`,
	"2T, all tested":   `{"kind": "estimates", "model": "testRuns", "share": 1, "tests": 1, "factor": 2}`,
	"H41, 25 % tested": `{"kind": "estimates", "model": "testRuns", "share": 0.8, "tests": 0.25, "factor": 2}`,
	"H11, 25 % tested": `{"kind": "estimates", "model": "testRuns", "share": 0.5, "tests": 0.25, "factor": 2}`,
}

// chiangHosts are the machine's 352 GB in hosts of 64 and 32 GB, less 2 GB each.
const chiangHosts = `"hosts": [{"processors": 64, "memory": 30}, {"processors": 128, "memory": 30, "count": 4}, {"processors": 128, "memory": 62, "count": 3}]`

// chiangStudy is a study of policies, named as in chiangTables, for so many workloads of
// consecutive months from an empty machine on. Jobs are stopped an hour behind their
// requests.
func chiangStudy(t *testing.T, hosts, workload, request string, policies []string, workloads int) *study {
	t.Helper()
	var list []string
	for _, p := range policies {
		list = append(list, chiangPolicy(t, p))
	}
	transform, known := chiangRequests[request]
	if !known {
		t.Fatalf("no requested times %q", request)
	}
	x := newStudy(t, fmt.Appendf(nil, `{"version": 1, "machine": {"kind": "hosts", %s}, "workload": {"kind": "o2k", %s, "transform": [%s]},
		"kill": {"rule": "grace", "grace": 3600}, "policies": [%s]}`, hosts, workload, transform, strings.Join(list, ", ")), workloads)
	x.source = workload
	return x
}

var chiangPolicyForm = regexp.MustCompile(`^([^( ]+)(?:\((.+)\))? k=(\d+)([df])$`)

// chiangPolicy is the policy that is named like "L√XF&W(0.01) k=2d".
func chiangPolicy(t *testing.T, label string) string {
	t.Helper()
	parts := chiangPolicyForm.FindStringSubmatch(label)
	if parts == nil {
		t.Fatalf("%q is no policy", label)
	}
	priority, weight := parts[1], parts[2]
	name := map[string]string{"FCFS": "fcfs", "SJF": "sjf", "LXF": "lxf", "LXF&W": "lxf-w", "SJF&W": "sjf-w", "S√TF&W": "sqrt-sjf-w",
		"L√XF&W": "sqrt-lxf-w", "L√XF": "sqrt-lxf-w"}[priority]
	if weight == "" {
		weight = "0"
	}
	return fmt.Sprintf(`{"kind": "priority-backfill", "priority": %q, "waitWeight": %s, "reservations": %s, "reservation": %q, "label": %q}`,
		name, weight, parts[3], map[string]string{"d": "dynamic", "f": "fixed"}[parts[4]], label)
}

// The lines of the claims with a target for their ratio, in the heavy months alone, from
// two workloads that begin a month before them.
func TestSampleOfChiang(t *testing.T) {
	workloadtest.OnlyNatively(t)
	if runtime.GOARCH == "wasm" {
		t.Skip("schedules are the same there, as the golden ones show, and it would take long")
	}
	const workloads = 2
	policies := map[string][]string{}
	var lines []claimLine
	for _, l := range chiangClaims {
		if l.least == 0 && l.most == 0 {
			continue
		}
		l.months = heavy
		lines = append(lines, l)
		for _, name := range []string{l.over, l.under} {
			policy, request, _ := strings.Cut(name, "; ")
			if !slices.Contains(policies[request], policy) {
				policies[request] = append(policies[request], policy)
			}
		}
	}
	studies := map[string]*study{}
	for request, list := range policies {
		studies[request] = chiangStudy(t, chiangHosts, `"months": "2000-12..2001-03"`, request, list, workloads)
	}
	s := simulations{measures: chiangMeasures}
	for _, l := range lines {
		m := s.measureLine(t, studies, &l, workloads)
		if wrong := l.judge(m); wrong != "" || m.share < 0.8 {
			t.Errorf("%s: ratio %.3g, in %.0f %% of the pairs as claimed; %s", l.claim, math.Exp(m.ratio.value), 100*m.share, wrong)
		}
	}
	if len(lines) != 7 {
		t.Errorf("%d lines are looked at", len(lines))
	}
}
