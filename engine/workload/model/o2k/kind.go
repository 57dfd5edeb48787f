package o2k

import (
	"fmt"
	"slices"
	"strings"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/workload"
)

const source = "Chiang, Arpaci-Dusseau and Vernon, The impact of more accurate requested runtimes on production job scheduling performance, JSSPP 2002"

// Kind is the model of the months.
var Kind = workload.Kind{
	Description: param.Description{
		Kind: "o2k",
		Name: "Months of the NCSA Origin 2000",
		Doc: "Draws jobs with memory and with requested times that are mostly far above the run times, in months that have the published numbers of jobs and demands of twelve classes, on 960 processors and 336 GB; " +
			"a job's queue is its class, 1 to 12: small (1-4), medium (5-8) and large (9-12), each by requests up to 5, 50, 200 and 400 h. " +
			"Some jobs run up to an hour longer than requested, which the machine let them: the kill rule with a grace of 3600 s does too.",
		Source: source,
		Params: []param.Param{
			{Name: "months", Kind: param.Text, Default: "2001-01",
				Doc: `Which months, from 2000-10 to 2001-07: one, several with commas between, or all from one to another as "2001-01..2001-03"; they follow each other in calendar order, so that a month inherits what waits from the month before.`},
			{Name: "calibration", Kind: param.Choice, Choices: []string{"plain", "classes", "nearest"}, Default: "plain",
				Doc: "What is taken where the published figures leave several run times, sizes and memories open: plain, the most even ones, with the demands of the whole month; " +
					"classes, the most even ones with the demands of each class, which do not quite add up to those of the month; nearest, whatever comes nearest to the demands of each class, " +
					"which has more wide jobs and more with much memory. In February 2001 jobs wait 0.73, 0.85 and 1.02 h under the priority sqrt-lxf-w with weight 0.03, one fixed reservation and exact requests."},
		},
	},
	Random: true,
	Make:   makeWorkload,
	Dates: func(v param.Values) *engine.Calendar {
		months, err := readMonths(v.Text("months"))
		if err != nil {
			return nil
		}
		return datesOf(months)
	},
}

// makeWorkload draws months. Jobs that run into their limit run up to an hour longer than
// requested, for schedulers that give them that grace. Time zero is the beginning of
// the first month; if a month is left out there are no dates.
func makeWorkload(v param.Values, in workload.Inputs) (*engine.Workload, *workload.Report, error) {
	months, err := readMonths(v.Text("months"))
	if err != nil {
		return nil, nil, err
	}
	g := &model{seed: in.Seed, replication: in.Replication, calibration: v.Text("calibration")}
	w := g.generate(months)
	report := workload.ReportOf(w)
	if !consecutive(months) {
		report.Notes = append(report.Notes, "months are left out, so that times have no dates")
	}
	return w, report, nil
}

// readMonths reads names of months, and ranges of them, as places in monthTable in ascending order.
func readMonths(text string) ([]int, error) {
	refuse := func(part, reason string) error {
		return &param.Error{Path: "/months", Value: param.Excerpt([]byte(part)), Reason: reason}
	}
	find := func(name string) (int, error) {
		name = strings.TrimSpace(name)
		if i := slices.IndexFunc(monthTable[:], func(m publishedMonth) bool { return m.name() == name }); i >= 0 {
			return i, nil
		}
		return 0, refuse(name, fmt.Sprintf("not a month; months from %s to %s with commas between, or two with .. between, are accepted",
			monthTable[0].name(), monthTable[len(monthTable)-1].name()))
	}
	var taken [len(monthTable)]bool
	for _, part := range strings.Split(text, ",") {
		first, last, ranged := strings.Cut(part, "..")
		if !ranged {
			last = first
		}
		from, err := find(first)
		if err != nil {
			return nil, err
		}
		to, err := find(last)
		if err != nil {
			return nil, err
		}
		if from > to {
			return nil, refuse(part, "ends before it begins; a range in calendar order is accepted")
		}
		for m := from; m <= to; m++ {
			if taken[m] {
				return nil, refuse(part, fmt.Sprintf("%s is there twice; each month once is accepted", monthTable[m].name()))
			}
			taken[m] = true
		}
	}
	var months []int
	for m, is := range taken {
		if is {
			months = append(months, m)
		}
	}
	return months, nil
}
