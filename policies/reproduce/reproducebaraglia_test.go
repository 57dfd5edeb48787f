//go:build reproduce

package reproduce

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"backfill/assets/gallery"
)

// Workloads, each with a farm of its own, of every study of Baraglia and others.
const baragliaWorkloads = 20

func reproduceBaraglia(t *testing.T, b *strings.Builder) {
	s := simulations{measures: baragliaMeasures}
	keepOnDisk(t, &s, "../../bin/reproduce-baraglia.csv")
	fmt.Fprintf(b, "\n## Baraglia, Capannini, Dazzi and Pagano: figures of an independent prototype\n\n"+
		"1500 jobs on a farm of 150 unequal computers with 20 licences, both drawn anew %d times; rows are mean times between arrivals (s). In italics the figures of a prototype that was written apart from "+
		"this program and drew other random numbers: from 20 workloads (flexible backfilling with the age as printed 10, the four versions 6, what follows reading B 3). The two may differ by 3.5 standard errors of the difference, "+
		"and half a unit of the last digit. In each cell of the first tables: late jobs of those with a deadline (%%) / mean / median slowdown / usage of machines / of licences (%%). Flexible backfilling has the age "+
		"normalised; CS-Cs sorts by counting, CS by quicksort, Td plans every 10 s; Figure 2 means the deadline's criterion as drawn there, pinned a weight of a million on what runs, so that hardly anything is interrupted.\n", baragliaWorkloads)
	studies := baragliaStudies(t, baragliaTables, baragliaWorkloads)
	c := agreement(t, b, &s, baragliaTables, studies)
	fmt.Fprintf(b, "\n%d of the %d figures differ by more than is allowed, and %.1f %% by more than 1.96 instead of 3.5 standard errors; the figures of a cell come from the same runs and differ together.\n\n",
		len(c.disagree), c.all, 100*float64(c.unlikely)/float64(c.all))
	for _, text := range c.disagree {
		fmt.Fprintf(b, "- %s\n", text)
		t.Error(text)
	}
	baragliaPreemptions(t, b, &s, studies["A"])
	baragliaContention(t, b, &s, studies)
	baragliaSuspension(t, b, &s, studies["A"])
	scarce := func(policy string) float64 {
		return 100 * stat.Mean(baragliaValues(t, &s, studies["tight licences"], "4", policy, "licenceUsage"), nil)
	}
	fmt.Fprintf(b, "\nWith a fifth of the licences EASY uses %.0f %% of them at 4 s between arrivals, CS-Cs %.0f %%; *80 and 87*, not said at which time, from 3 workloads.\n", scarce("EASY"), scarce("CS-Cs"))
	baragliaClaims(t, b, &s, studies)
	baragliaVerdicts(t, b, &s)
}

// baragliaValues are a metric of a policy at a time between arrivals, by workload.
func baragliaValues(t *testing.T, s *simulations, x *study, gap, policy, metric string) []float64 {
	t.Helper()
	at := simulated{x, x.point(gap), x.policy(policy)}
	s.measure(t, x, at.point, []int{at.policy})
	return s.values(at, metric)
}

// baragliaPreemptions says how often jobs are interrupted.
func baragliaPreemptions(t *testing.T, b *strings.Builder, s *simulations, x *study) {
	b.WriteString("\n### Preemptions\n\nPreemptions of a job, reading A. The prototype: *0.35 to 0.6*, and *2.7* with W_C = 0; at 1 s there are a few more here.\n\n| | CS | CS-Cs | CS-Td | CS-CsTd | W_C = 0 | pinned |\n|---|---|---|---|---|---|---|\n")
	for gap := range strings.SplitSeq(baragliaGaps, ", ") {
		fmt.Fprintf(b, "| %s", gap)
		for _, policy := range []string{"CS", "CS-Cs", "CS-Td", "CS-CsTd", "W_C=0", "pinned"} {
			if (policy == "W_C=0" || policy == "pinned") && gap != "4" && gap != "8" {
				b.WriteString(" | ")
				continue
			}
			fmt.Fprintf(b, " | %.2f", stat.Mean(baragliaValues(t, s, x, gap, policy, "preemptions"), nil))
		}
		b.WriteString(" |\n")
	}
}

// baragliaContention says how many jobs are in the system.
func baragliaContention(t *testing.T, b *strings.Builder, s *simulations, studies map[string]*study) {
	fmt.Fprintf(b, "\n### Jobs in the system (Figure 3)\n\nJobs that wait or run under CS-Cs when half of all have been submitted / when all have, with standard deviations. The paper: contention grows below 12 s, and is nearly constant from there on. "+
		"The prototype, a single run of reading A: *grows linearly to 790 at 4 s; reaches 280 at 12 s, still growing mildly*.\n\n| | reading A | reading B |\n|---|---|---|\n")
	for gap := range strings.SplitSeq(baragliaGaps, ", ") {
		fmt.Fprintf(b, "| %s", gap)
		for _, reading := range []string{"A", "B"} {
			half := meanOf(baragliaValues(t, s, studies[reading], gap, "CS-Cs", presentHalfway), 1)
			last := meanOf(baragliaValues(t, s, studies[reading], gap, "CS-Cs", presentAtLast), 1)
			fmt.Fprintf(b, " | %.0f ± %.0f / %.0f ± %.0f", half.value, half.deviation, last.value, last.deviation)
			if quoted := map[string]float64{"4": 790, "12": 280}[gap]; reading == "A" && quoted > 0 {
				fmt.Fprintf(b, ", *%.0f*", quoted)
				if math.Abs(last.value-quoted) > 3.5*math.Hypot(last.deviation, last.standardError(last.workloads)) {
					t.Errorf("%.1f jobs in the system at %s s, quoted %v", last.value, gap, quoted)
				}
			}
		}
		b.WriteString(" |\n")
	}
}

// baragliaSuspension says what it matters which computers suspend jobs.
func baragliaSuspension(t *testing.T, b *strings.Builder, s *simulations, half *study) {
	b.WriteString("\n### Which computers suspend jobs\n\nLate jobs (%) under CS-Cs, reading A, where no computer, half of them or every one suspends jobs. The prototype: *no change above 0.5*.\n\n| | none | half | all |\n|---|---|---|---|\n")
	none, all := baragliaStudy(t, "none suspends", baragliaWorkloads), baragliaStudy(t, "all suspend", baragliaWorkloads)
	for _, gap := range []string{"1", "4", "8"} {
		fmt.Fprintf(b, "| %s", gap)
		middle := meanOf(baragliaValues(t, s, half, gap, "CS-Cs", "late"), 100).value
		for _, x := range []*study{none, half, all} {
			late := meanOf(baragliaValues(t, s, x, gap, "CS-Cs", "late"), 100).value
			fmt.Fprintf(b, " | %.1f", late)
			if math.Abs(late-middle) > 0.5 {
				t.Errorf("at %s s %.2f %% are late, %.2f %% where half of the computers suspend", gap, late, middle)
			}
		}
		b.WriteString(" |\n")
	}
}

// baragliaLine is a claim that compares two policies, or one with itself at another time
// between arrivals.
type baragliaLine struct {
	claim       string
	says        guimSide
	reading     string
	metric      string
	over, under string     // policies
	gaps        string     // where
	quoted      []guimSide // of the prototype, by gap; untold: within its errors
}

func baragliaLines() []baragliaLine {
	six := func(side guimSide) []guimSide { return []guimSide{side, side, side, side, side, side} }
	low := []guimSide{below, below, below, untold, untold, untold}
	return []baragliaLine{
		{"CS has fewer late jobs than EASY, far fewer at 1 and 4 s", below, "A", "late", "CS-Cs", "EASY", baragliaGaps, six(below)},
		{"...", below, "B", "late", "CS-Cs", "EASY", baragliaGaps, low},
		{"CS has fewer late jobs than flexible backfilling", below, "A", "late", "CS-Cs", "Flexible", baragliaGaps, six(below)},
		{"...", below, "B", "late", "CS-Cs", "Flexible", baragliaGaps, low},
		{"CS keeps machines busier than EASY", above, "A", "machineUsage", "CS-Cs", "EASY", baragliaGaps, []guimSide{untold, below, below, below, below, below}},
		{"...", above, "B", "machineUsage", "CS-Cs", "EASY", baragliaGaps, six(untold)},
		{"CS uses licences better than EASY", above, "A", "licenceUsage", "CS-Cs", "EASY", baragliaGaps, []guimSide{above, above, above, above, untold, below}},
		{"...", above, "B", "licenceUsage", "CS-Cs", "EASY", baragliaGaps, []guimSide{untold, above, above, above, above, above}},
		{"Quicksort makes better plans than counting sort: fewer late jobs", below, "A", "late", "CS", "CS-Cs", baragliaGaps, six(untold)},
		{"...", below, "B", "late", "CS", "CS-Cs", baragliaGaps, six(untold)},
	}
}

// baragliaClaims judges the claims.
func baragliaClaims(t *testing.T, b *strings.Builder, s *simulations, studies map[string]*study) {
	fmt.Fprintf(b, "\n## Baraglia, Capannini, Dazzi and Pagano: what they claim\n\nFrom %d workloads, paired, with intervals of 95 %%. In italics what the prototype says; it cannot tell where its errors overlap.\n\n"+
		"| claim | reading | time between arrivals (s) | figures | claimed | found |\n|---|---|---|---|---|---|\n", baragliaWorkloads)
	for _, l := range baragliaLines() {
		x := studies[l.reading]
		for i, gap := range strings.Split(l.gaps, ", ") {
			over, under := baragliaValues(t, s, x, gap, l.over, l.metric), baragliaValues(t, s, x, gap, l.under, l.metric)
			side := sideOf(over, under)
			fmt.Fprintf(b, "| %s | %s | %s | %.1f and %.1f %% | %s | %s, *%s* |\n", l.claim, l.reading, gap, meanOf(over, 100).value, meanOf(under, 100).value, l.says, side, l.quoted[i])
			if quoted := l.quoted[i]; quoted != untold && side != quoted {
				t.Errorf("%s, reading %s, %s s: %s, quoted %s", l.claim, l.reading, gap, side, quoted)
			}
		}
	}
	baragliaFall(t, b, s, studies)
	baragliaLevels(t, b, s, studies)
}

// baragliaFall says whether fewer jobs are late the rarer they arrive.
func baragliaFall(t *testing.T, b *strings.Builder, s *simulations, studies map[string]*study) {
	b.WriteString("\n### The fewer jobs arrive, the fewer are late\n\nLate jobs (%) at each time between arrivals; bold where they are surely fewer than at the one before. The prototype: *falls for all*.\n\n| reading | policy | " +
		strings.ReplaceAll(baragliaGaps, ", ", " | ") + " |\n|---|---|---|---|---|---|---|---|\n")
	for _, reading := range []string{"A", "B"} {
		for _, policy := range []string{"EASY", "Flexible", "CS", "CS-Cs", "CS-Td", "CS-CsTd"} {
			if reading == "B" && strings.HasSuffix(policy, "Td") {
				continue
			}
			fmt.Fprintf(b, "| %s | %s", reading, policy)
			var before []float64
			for gap := range strings.SplitSeq(baragliaGaps, ", ") {
				late := baragliaValues(t, s, studies[reading], gap, policy, "late")
				text := fmt.Sprintf("%.1f", meanOf(late, 100).value)
				if before != nil {
					switch sideOf(late, before) {
					case below:
						text = "**" + text + "**"
					case above:
						t.Errorf("reading %s, %s: more are late at %s s than at the time before", reading, policy, gap)
					}
				}
				before = late
				fmt.Fprintf(b, " | %s", text)
			}
			b.WriteString(" |\n")
		}
	}
}

// baragliaLevels holds slowdown and usage against what they are said to be.
func baragliaLevels(t *testing.T, b *strings.Builder, s *simulations, studies map[string]*study) {
	b.WriteString("\n### Slowdown near 1, machines always busy\n\nThe paper: slowdown under CS equal to 1 or very close for more than 1 s between arrivals, and all machines always busy. Mean slowdown / median / usage of machines (%) of CS. " +
		"The prototype: *reading A: not so, mean 2.65 to 1.39, 79 to 84 %; reading B: at most 1.05, at least 97 %*.\n\n| reading | " + strings.ReplaceAll(baragliaGaps, ", ", " | ") + " |\n|---|---|---|---|---|---|---|\n")
	for _, reading := range []string{"A", "B"} {
		fmt.Fprintf(b, "| %s", reading)
		for gap := range strings.SplitSeq(baragliaGaps, ", ") {
			value := func(metric string) float64 {
				return stat.Mean(baragliaValues(t, s, studies[reading], gap, "CS", metric), nil)
			}
			mean, usage := value("meanSlowdown"), 100*value("machineUsage")
			fmt.Fprintf(b, " | %.2f / %.2f / %.1f", mean, value("medianSlowdown"), usage)
			if gap != "1" && (reading == "B") != (mean < 1.06) || gap != "1" && (reading == "B") != (usage > 96.5) {
				t.Errorf("reading %s, %s s: slowdown %v, usage %v %%", reading, gap, mean, usage)
			}
		}
		b.WriteString(" |\n")
	}
	b.WriteString("\nNo reading gives both Figure 3, in which contention grows up to 12 s, and Figures 5 and 6: with a queue that grows a mean slowdown of 1 is impossible. What the paper says of times to make a plan depends on the computer; the gallery's items measure it.\n")
}

// baragliaVerdicts judges the claims of the gallery's items.
func baragliaVerdicts(t *testing.T, b *strings.Builder, s *simulations) {
	fmt.Fprintf(b, "\n### The claims of the gallery's items\n\nFrom %d workloads, with intervals of 95 %%; differences are relative. Those about times are left out.\n\n"+
		"| item | claim | source | printed | measured | at | verdict |\n|---|---|---|---|---|---|---|\n", baragliaWorkloads)
	for _, item := range gallery.Items {
		if !strings.HasPrefix(item.File, "baraglia-") {
			continue
		}
		x := galleryStudy(t, item.File, 1)
		if len(x.plan.Claims) == 0 || x.plan.Scenario.Record == "times" {
			continue
		}
		x = galleryStudy(t, item.File, baragliaWorkloads)
		for _, c := range judged(t, s, x) {
			claim := strings.Join([]string{c.Policy, c.Direction, c.Metric, "than", c.Versus}, " ")
			if c.Direction == "same" {
				claim = strings.Join([]string{c.Policy, "same", c.Metric, "as", c.Versus}, " ")
			}
			figures := "unknown"
			if c.Low != nil {
				figures = fmt.Sprintf("%+.1f %% [%+.1f, %+.1f]", 100**c.Measured, 100**c.Low, 100**c.High)
			}
			if c.Versus == "" {
				claim = fmt.Sprintf("%s of %s is %v within %.0f %%", c.Metric, c.Policy, *c.Value, 100**c.Within)
				figures = fmt.Sprintf("%.3f [%.3f, %.3f]", *c.Measured, *c.Low, *c.High)
			}
			fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %s | %s |\n", strings.TrimSuffix(item.File, ".json"), claim, c.Source, c.Published, figures, place(c.Point), c.Verdict)
		}
	}
}

// baragliaStudies are the variants that tables name.
func baragliaStudies(t *testing.T, tables []quotedTable, workloads int) map[string]*study {
	t.Helper()
	studies := map[string]*study{}
	for _, table := range tables {
		if studies[table.study] == nil {
			studies[table.study] = baragliaStudy(t, table.study, workloads)
		}
	}
	return studies
}
