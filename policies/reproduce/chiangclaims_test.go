package reproduce

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"
)

// lineKind says what a line of the claims says of a ratio.
type lineKind uint8

const (
	larger  lineKind = iota // above 1
	smaller                 // below 1
	equal                   // about what is quoted
	found                   // claimed to be above 1, but not so in the prototype either: reported as found
)

// claimLine compares a figure of one case with that of another: the policy with the
// requested times behind a semicolon.
type claimLine struct {
	claim       string
	kind        lineKind
	figure      string // of a month
	over, under string // the ratio is that of over to under; under "" is over
	months      []string
	// Of the prototype: in how many pairs of a month and a seed the ratio is on its side
	// of 1, and its geometric mean over them; 0 if not told.
	pairs int
	ratio float64
	// The mean ratio that the spec sets as a target, 0 if it sets none.
	least, most float64
}

// quotedSeeds are those behind each quoted figure.
const quotedSeeds = 5

var (
	heavy = chiangMonths[:heavyMonths]
	july  = chiangMonths[4:]
)

const (
	fcfs1    = "FCFS k=1d; R"
	fcfs2    = "FCFS k=2d; R"
	sjf1     = "SJF k=1d; R"
	lxf1     = "LXF k=1d; R"
	sqrt2    = "L√XF&W(0.01) k=2d; R"
	sqrt2T   = "L√XF&W(0.01) k=2d; T"
	sqrt22T  = "L√XF&W(0.01) k=2d; 2T"
	sqrt2H41 = "L√XF&W(0.01) k=2d; H41"
	sqrt2H32 = "L√XF&W(0.01) k=2d; H32"
	tested25 = "L√XF&W(0.01) k=2d; 2T, 25 % tested"
	tested   = "L√XF&W(0.01) k=2d; 2T, all tested"
	hybrid11 = "L√XF&W(0.01) k=2d; H11, 25 % tested"
)

// chiangClaims are those of the paper with what a prototype found.
var chiangClaims = []claimLine{
	{"SJF has a lower 95th percentile than FCFS", larger, "p95", fcfs1, sjf1, chiangMonths, 21, 2.4, 0, 0},
	{"LXF&W has a lower 95th percentile than FCFS", larger, "p95", fcfs1, "LXF&W(0.02) k=1d; R", chiangMonths, 23, 1.58, 0, 0},
	{"SJF has a poor maximum wait", larger, "max", sjf1, fcfs1, chiangMonths, 25, 4.3, 2, 0},
	{"... with one fixed reservation", larger, "max", "SJF k=1f; R", fcfs1, chiangMonths, 0, 0, 0, 0},
	{"LXF&W has a maximum above that of FCFS in heavy months", larger, "max", "LXF&W(0.02) k=1d; R", fcfs1, heavy, 15, 1.62, 0, 0},
	{"... and in July", larger, "max", "LXF&W(0.02) k=1d; R", fcfs1, july, 3, 1.15, 0, 0},
	{"2 reservations cut the maximum of LXF", smaller, "max", "LXF k=2d; R", lxf1, heavy, 13, 0.78, 0, 0},
	{"4 reservations cut the maximum of LXF", smaller, "max", "LXF k=4d; R", lxf1, heavy, 15, 0.54, 0, 0.75},
	{"2 reservations cut the maximum of FCFS", smaller, "max", fcfs2, fcfs1, heavy, 0, 0.77, 0, 0},
	{"4 reservations cut the maximum of FCFS", smaller, "max", "FCFS k=4d; R", fcfs1, heavy, 0, 0.68, 0, 0},
	{"6 reservations: little more gain in the maximum than 4", smaller, "max", "LXF k=6d; R", lxf1, heavy, 0, 0.44, 0, 0},
	{"8 reservations: the same", smaller, "max", "LXF k=8d; R", lxf1, heavy, 0, 0.42, 0, 0},
	{"16 reservations: the same", smaller, "max", "LXF k=16d; R", lxf1, heavy, 0, 0.39, 0, 0},
	{"4 reservations: longer mean wait", larger, "mean", "LXF k=4d; R", lxf1, heavy, 0, 1.25, 0, 0},
	{"6 reservations: longer mean wait", larger, "mean", "LXF k=6d; R", lxf1, heavy, 0, 1.48, 0, 0},
	{"8 reservations: longer mean wait", larger, "mean", "LXF k=8d; R", lxf1, heavy, 0, 1.64, 0, 0},
	{"16 reservations: longer mean wait", larger, "mean", "LXF k=16d; R", lxf1, heavy, 0, 2.27, 0, 0},
	{"2 reservations: longer 95th percentile", larger, "p95", "LXF k=2d; R", lxf1, heavy, 0, 1.38, 0, 0},
	{"4 reservations: longer 95th percentile", larger, "p95", "LXF k=4d; R", lxf1, heavy, 0, 2.3, 0, 0},
	{"8 reservations: longer 95th percentile", larger, "p95", "LXF k=8d; R", lxf1, heavy, 0, 3.3, 0, 0},
	{"16 reservations: longer 95th percentile", larger, "p95", "LXF k=16d; R", lxf1, heavy, 0, 4.6, 0, 0},
	{"July: 2 reservations hardly matter", equal, "mean", "LXF k=2d; R", lxf1, july, 0, 0.90, 0, 0},
	{"July: 4 reservations hardly matter", equal, "mean", "LXF k=4d; R", lxf1, july, 0, 1.05, 0, 0},

	{"Fixed reservations are about as good as dynamic ones: L√XF&W", equal, "mean", "L√XF&W(0.01) k=2f; R", sqrt2, chiangMonths, 0, 1.02, 0, 0},
	{"... maximum", equal, "max", "L√XF&W(0.01) k=2f; R", sqrt2, chiangMonths, 0, 0.96, 0, 0},
	{"... 95th percentile", equal, "p95", "L√XF&W(0.01) k=2f; R", sqrt2, chiangMonths, 0, 1.07, 0, 0},
	{"Fixed reservations are about as good as dynamic ones: LXF", equal, "mean", "LXF k=2f; R", "LXF k=2d; R", chiangMonths, 0, 1.09, 0, 0},
	{"... maximum", equal, "max", "LXF k=2f; R", "LXF k=2d; R", chiangMonths, 0, 0.80, 0, 0},
	{"SJF: 1 dynamic reservation has a higher maximum than a fixed one", larger, "max", sjf1, "SJF k=1f; R", chiangMonths, 24, 0, 0, 0},
	{"... 2 reservations", larger, "max", "SJF k=2d; R", "SJF k=2f; R", chiangMonths, 23, 0, 0, 0},
	{"... 4 reservations", larger, "max", "SJF k=4d; R", "SJF k=4f; R", chiangMonths, 25, 0, 0, 0},

	{"L√XF&W: w = 0.005 cuts the maximum of w = 0", smaller, "max", "L√XF&W(0.005) k=1d; R", "L√XF k=1d; R", heavy, 15, 0.56, 0, 0},
	{"... w = 0.01", smaller, "max", "L√XF&W(0.01) k=1d; R", "L√XF k=1d; R", heavy, 15, 0, 0, 0},
	{"... w = 0.02", smaller, "max", "L√XF&W(0.02) k=1d; R", "L√XF k=1d; R", heavy, 15, 0, 0, 0},
	{"... w = 0.05", smaller, "max", "L√XF&W(0.05) k=1d; R", "L√XF k=1d; R", heavy, 15, 0.40, 0, 0},
	{"w = 0.005: mean wait", larger, "mean", "L√XF&W(0.005) k=1d; R", "L√XF k=1d; R", heavy, 0, 1.18, 0, 0},
	{"w = 0.05: mean wait", larger, "mean", "L√XF&W(0.05) k=1d; R", "L√XF k=1d; R", heavy, 0, 1.39, 0, 0},
	{"w = 0.005: 95th percentile", larger, "p95", "L√XF&W(0.005) k=1d; R", "L√XF k=1d; R", heavy, 0, 1.50, 0, 0},
	{"w = 0.05: 95th percentile", larger, "p95", "L√XF&W(0.05) k=1d; R", "L√XF k=1d; R", heavy, 0, 2.39, 0, 0},
	{"w = 1: mean wait much longer", larger, "mean", "L√XF&W(1) k=1d; R", "L√XF k=1d; R", heavy, 0, 1.56, 0, 0},
	{"w = 1: 95th percentile much longer", larger, "p95", "L√XF&W(1) k=1d; R", "L√XF k=1d; R", heavy, 0, 2.55, 0, 0},
	{"w = 1: little more gain in the maximum", smaller, "max", "L√XF&W(1) k=1d; R", "L√XF k=1d; R", heavy, 0, 0.36, 0, 0},

	{"L√XF&W has a shorter mean wait than FCFS", larger, "mean", fcfs2, sqrt2, chiangMonths, 24, 1.29, 0, 0},
	{"... 95th percentile", larger, "p95", fcfs2, sqrt2, chiangMonths, 23, 1.36, 0, 0},
	{"... slowdown", larger, "slowdown", fcfs2, sqrt2, chiangMonths, 25, 1.36, 0, 0},
	{"... and a maximum not far above", larger, "max", sqrt2, fcfs2, chiangMonths, 0, 1.22, 0, 0},
	{"S√TF&W has a better 95th percentile than L√XF&W", larger, "p95", sqrt2, "S√TF&W(0.05) k=2d; R", chiangMonths, 21, 1.37, 0, 0},
	{"... a worse maximum", larger, "max", "S√TF&W(0.05) k=2d; R", sqrt2, chiangMonths, 0, 1.23, 0, 0},
	{"... also than FCFS", larger, "max", "S√TF&W(0.05) k=2d; R", fcfs2, chiangMonths, 0, 1.50, 0, 0},
	{"... a better mean wait", found, "mean", sqrt2, "S√TF&W(0.05) k=2d; R", chiangMonths, 0, 1, 0, 0},

	{"FCFS: exact requests hardly change the mean wait", equal, "mean", fcfs2, "FCFS k=2d; T", chiangMonths, 0, 1.02, 0, 0},
	{"... nor the 95th percentile", equal, "p95", fcfs2, "FCFS k=2d; T", chiangMonths, 0, 1.00, 0, 0},
	{"... but lower the maximum", smaller, "max", "FCFS k=2d; T", fcfs2, chiangMonths, 24, 0.66, 0, 0},
	{"... and the slowdown", smaller, "slowdown", "FCFS k=2d; T", fcfs2, chiangMonths, 25, 0.67, 0, 0},

	{"L√XF&W: exact requests shorten the mean wait", larger, "mean", sqrt2, sqrt2T, chiangMonths, 25, 1.56, 0, 0},
	{"... 95th percentile", larger, "p95", sqrt2, sqrt2T, chiangMonths, 25, 1.65, 0, 0},
	{"... slowdown", larger, "slowdown", sqrt2, sqrt2T, chiangMonths, 25, 5.9, 3, 10},
	{"Requests of 2T are nearly as good as exact ones: mean wait", equal, "mean", sqrt22T, sqrt2T, chiangMonths, 0, 1.03, 0, 0},
	{"... 95th percentile", equal, "p95", sqrt22T, sqrt2T, chiangMonths, 0, 0.87, 0, 0},
	{"... slowdown", equal, "slowdown", sqrt22T, sqrt2T, chiangMonths, 0, 1.18, 0, 0},
	{"... maximum", equal, "max", sqrt22T, sqrt2T, chiangMonths, 0, 1.25, 0, 0},
	{"Requests of 2T lower the slowdown", larger, "slowdown", sqrt2, sqrt22T, chiangMonths, 25, 5.0, 3, 0},
	{"The maximum wait falls with exact requests", larger, "max", sqrt2, sqrt2T, chiangMonths, 16, 1.15, 0, 0},
	{"... with requests of 2T", found, "max", sqrt2, sqrt22T, chiangMonths, 8, 0.92, 0, 0},
	{"... with hybrid(4:1)", found, "max", sqrt2, sqrt2H41, chiangMonths, 7, 0, 0, 0},
	{"... with hybrid(3:2)", found, "max", sqrt2, sqrt2H32, chiangMonths, 5, 0, 0, 0},

	{"hybrid(4:1) lowers the slowdown", larger, "slowdown", sqrt2, sqrt2H41, chiangMonths, 25, 2.75, 2, 0},
	{"hybrid(3:2) lowers the slowdown", larger, "slowdown", sqrt2, sqrt2H32, chiangMonths, 25, 1.85, 1.4, 0},
	{"hybrid(4:1): 95th percentile", larger, "p95", sqrt2, sqrt2H41, chiangMonths, 0, 1.69, 0, 0},
	{"hybrid(3:2): 95th percentile", larger, "p95", sqrt2, sqrt2H32, chiangMonths, 0, 1.50, 0, 0},
	{"hybrid(4:1): mean wait", larger, "mean", sqrt2, sqrt2H41, chiangMonths, 0, 1.38, 0, 0},
	{"hybrid(3:2): mean wait", larger, "mean", sqrt2, sqrt2H32, chiangMonths, 0, 1.24, 0, 0},
	{"hybrid(4:1) is about as good as exact requests: mean wait", equal, "mean", sqrt2H41, sqrt2T, chiangMonths, 0, 1.13, 0, 0},
	{"... 95th percentile", equal, "p95", sqrt2H41, sqrt2T, chiangMonths, 0, 0.97, 0, 0},

	{"hybrid(3:2), run times below 50 h: accurate jobs wait less than inaccurate ones", larger, "inaccurate mean / accurate mean", sqrt2H32, "", chiangMonths, 24, 1.76, 0, 0},
	{"... 95th percentile", larger, "inaccurate p95 / accurate p95", sqrt2H32, "", chiangMonths, 25, 2.1, 0, 0},
	{"... slowdown", larger, "inaccurate slowdown / accurate slowdown", sqrt2H32, "", chiangMonths, 25, 8.7, 0, 0},
	{"... inaccurate ones wait less than all did with users' requests", found, "below 50 h mean / inaccurate mean", sqrt2, sqrt2H32, chiangMonths, 14, 1.01, 0, 0},
	{"... 95th percentile", found, "below 50 h p95 / inaccurate p95", sqrt2, sqrt2H32, chiangMonths, 15, 1.13, 0, 0},

	{"25 % of test runs are about as good as exact requests: mean wait", equal, "mean", tested25, sqrt2T, chiangMonths, 0, 1.17, 0, 0},
	{"... 95th percentile", equal, "p95", tested25, sqrt2T, chiangMonths, 0, 0.95, 0, 0},
	{"... slowdown", equal, "slowdown", tested25, sqrt2T, chiangMonths, 0, 1.25, 0, 0},
	{"... maximum", equal, "max", tested25, sqrt2T, chiangMonths, 0, 1.33, 0, 0},
	{"25 % of test runs lower the slowdown", larger, "slowdown", sqrt2, tested25, chiangMonths, 0, 0, 3, 0},
	{"Test runs of all are still better than users' requests: slowdown", larger, "slowdown", sqrt2, tested, chiangMonths, 25, 3.5, 0, 0},
	{"... 95th percentile", larger, "p95", sqrt2, tested, chiangMonths, 22, 1.43, 0, 0},
	{"... mean wait", larger, "mean", sqrt2, tested, chiangMonths, 15, 1.04, 0, 0},
	{"hybrid(1:1) with 25 % of test runs is better than users' requests: slowdown", larger, "slowdown", sqrt2, hybrid11, chiangMonths, 25, 1.66, 0, 0},
	{"... 95th percentile", larger, "p95", sqrt2, hybrid11, chiangMonths, 24, 1.35, 0, 0},
}

// cases are what the line compares.
func (l *claimLine) cases() (over, under string) {
	if l.under == "" {
		return l.over, l.over
	}
	return l.over, l.under
}

// metrics of a month that are compared.
func (l *claimLine) metrics(month string) (over, under string) {
	over, under, two := strings.Cut(l.figure, " / ")
	if !two {
		under = over
	}
	return month + " " + over, month + " " + under
}

// measuredLine is what so many workloads say of a line.
type measuredLine struct {
	share float64  // of the pairs of a month and a workload that are on the side that is claimed
	ratio estimate // its logarithm, the mean over the months of a workload
}

// measureLine simulates what a line compares in the first so many workloads of studies.
func (s *simulations) measureLine(t *testing.T, studies map[string]*study, l *claimLine, workloads int) measuredLine {
	t.Helper()
	over, under := l.cases()
	a, b := chiangCase(t, studies, over), chiangCase(t, studies, under)
	s.measure(t, a.study, 0, []int{a.policy})
	s.measure(t, b.study, 0, []int{b.policy})
	logs := make([]float64, workloads)
	claimed := 0
	for _, month := range l.months {
		overMetric, underMetric := l.metrics(month)
		x, y := s.values(a, overMetric), s.values(b, underMetric)
		for r := range logs {
			logs[r] += math.Log(x[r]/y[r]) / float64(len(l.months))
			if l.kind == smaller && x[r] < y[r] || l.kind != smaller && x[r] > y[r] {
				claimed++
			}
		}
	}
	mean, deviation := stat.MeanStdDev(logs, nil)
	return measuredLine{float64(claimed) / float64(workloads*len(l.months)), estimate{mean, deviation, workloads}}
}

// chiangCase finds the simulations of a case like "FCFS k=1d; R".
func chiangCase(t *testing.T, studies map[string]*study, name string) simulated {
	t.Helper()
	policy, request, _ := strings.Cut(name, "; ")
	for of, x := range studies {
		if of, _, _ = strings.Cut(of, ":"); of == request && x.policy(policy) >= 0 {
			return simulated{x, 0, x.policy(policy)}
		}
	}
	t.Fatalf("nothing simulates %q", name)
	return simulated{}
}

// difference says by how much the ratio and a quoted one differ, "" if by no more than 3.5
// standard errors of the difference, on the scale of logarithms, and half a unit of the
// second decimal.
func (l *claimLine) difference(m measuredLine) string {
	allowed := 3.5*math.Hypot(m.ratio.standardError(m.ratio.workloads), m.ratio.standardError(quotedSeeds)) + 0.005/l.ratio
	if l.ratio == 0 || math.Abs(m.ratio.value-math.Log(l.ratio)) <= allowed {
		return ""
	}
	return fmt.Sprintf("mean ratio %.3g, quoted %v; they may differ by a factor of %.3g", math.Exp(m.ratio.value), l.ratio, math.Exp(allowed))
}

// judge says what is wrong with what was measured, "" if nothing is. A side that the
// prototype has in nine of ten pairs must be ours in eight of ten, others in more than
// half; where a line says "about equal" the ratios must not differ.
func (l *claimLine) judge(m measuredLine) string {
	ratio := math.Exp(m.ratio.value)
	switch {
	case l.least > 0 && ratio < l.least, l.most > 0 && ratio > l.most:
		return fmt.Sprintf("mean ratio %.3g, target from %v to %v", ratio, l.least, l.most)
	case l.kind == equal:
		return l.difference(m)
	case l.kind != found:
		least := 0.5
		if float64(l.pairs) >= 0.9*float64(quotedSeeds*len(l.months)) {
			least = 0.8
		}
		if m.share < least || m.share == 0.5 {
			return fmt.Sprintf("in %.0f %% of the pairs, want %.0f %%", 100*m.share, 100*least)
		}
	}
	return ""
}
