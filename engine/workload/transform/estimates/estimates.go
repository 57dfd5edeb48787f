// Package estimates changes the requested times by which the scheduler plans: to exact ones, to multiples of the run
// times, to those of users who try their jobs first, and to the round values that users give. It changes nothing else
// of a job.
package estimates

import (
	"fmt"
	"math"
	"slices"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/workload"
	"backfill/engine/workload/random"
	"backfill/engine/workload/table"
)

// Transform gives jobs the requested times of a model.
var Transform = workload.Transform{
	Description: param.Description{
		Kind:   "estimates",
		Name:   "Estimates",
		Doc:    "Changes the requested times by which the scheduler plans.",
		Source: "Chiang, Arpaci-Dusseau and Vernon, The impact of more accurate requested runtimes on production job scheduling performance, JSSPP 2002 (factor, hybrid)",
		Params: []param.Param{
			{Name: "model", Kind: param.Choice, Choices: []string{"exact", "factor", "log", "hybrid", "testRuns", "fModel", "tsafrir"}, Default: "exact",
				Doc: "exact: the run time; factor: the run time times the factor, but never more than what was requested; log: as they are; hybrid: some jobs as with factor, the others as they are; " +
					"testRuns: as with hybrid, but some of the jobs that would be improved run for a short test first; " +
					"fModel: the run time times a random factor; tsafrir: drawn from a few popular values, as users do."},
			{Name: "factor", Kind: param.Number, Min: 1, Max: 1000, Default: 2.0, Only: &param.Only{Name: "model", In: []string{"factor", "hybrid", "testRuns"}}, Doc: "For the models factor, hybrid and testRuns: how far estimates lie above run times at most."},
			{Name: "capped", Kind: param.Boolean, Default: true, Only: &param.Only{Name: "model", In: []string{"factor", "hybrid"}},
				Doc: "For the models factor and hybrid: whether estimates never exceed what was requested; where the requests are the run times, as in most generated workloads, false lets estimates be larger."},
			{Name: "share", Kind: param.Number, Min: 0, Max: 1, Default: 0.8, Only: &param.Only{Name: "model", In: []string{"hybrid", "testRuns"}},
				Doc: "For the models hybrid and testRuns: probability that a job is accurate; 0.8, 0.6 and 0.5 were published as hybrid(4:1), (3:2) and (1:1)."},
			{Name: "tests", Kind: param.Number, Min: 0, Max: 1, Default: 1.0, Only: &param.Only{Name: "model", In: []string{"testRuns"}},
				Doc: "For the model testRuns: probability that a job which becomes accurate, and requested more than that, runs for a test first: for a tenth of its request, one hour at most. If it has not ended by then, it is submitted again; 0.25 and 1 were published."},
			{Name: "overestimate", Kind: param.Number, Min: 0, Max: 1000, Default: 1.0, Only: &param.Only{Name: "model", In: []string{"fModel"}},
				Doc:    "For the model fModel: estimates are (1 + u) times the run time with u evenly distributed from 0 to this; from 0 to 300 were published.",
				Source: "Feitelson and Weil, Utilization and predictability in scheduling the IBM SP2 with backfilling, IPPS 1998"},
			{Name: "maxEstimate", Kind: param.Number, Unit: "s", Min: tsafrirShortest, Max: 1e9, Only: &param.Only{Name: "model", In: []string{"tsafrir"}},
				Doc:    "For the model tsafrir: the longest estimate, which many jobs have; if left out, the longest request in whole hours, at least two.",
				Source: tsafrirSource},
			{Name: "maxShare", Kind: param.Number, Min: 0.01, Max: 0.88, Only: &param.Only{Name: "model", In: []string{"tsafrir"}},
				Doc:    "For the model tsafrir: share of the jobs that have the longest estimate, about 0.22 if left out.",
				Source: tsafrirSource},
		},
	},
	Random: true,
	Draws: func(v param.Values) bool {
		switch v.Text("model") {
		case "hybrid", "testRuns", "fModel", "tsafrir":
			return true
		}
		return false
	},
	Apply: apply,
}

// apply gives jobs new estimates, each at least 1 ms and rounded to the
// millisecond. For a run time T, a request R and a factor k they are
//
//	exact    T
//	factor   min(R, kT): a request below the run time stays, so that jobs that hit their
//	         limit still do; kT if they are not capped
//	testRuns see withTestRuns
//	hybrid   as with factor for jobs chosen at random, each on its own, R for the others
//	fModel   (1 + fU) T with U from [0, 1)
//	tsafrir  see tsafrir
//
// A job takes one random number from the stream of its model, so that another share or f changes
// as little as can be. Cost: O(n), for tsafrir O(n log n).
func apply(v param.Values, w *engine.Workload, in workload.Inputs) (*engine.Workload, []string, error) {
	model, factor := v.Text("model"), v.Float("factor")
	if model == "log" {
		return w, []string{"estimates are as they were"}, nil
	}
	if model == "testRuns" {
		out, note, err := withTestRuns(v, w, in)
		return out, []string{note}, err
	}
	stretched := func(j *engine.Job) engine.Time {
		t := times(j.Run, factor)
		if v.Bool("capped") {
			t = min(t, j.Estimate)
		}
		return t
	}
	atMost := "at most "
	if !v.Bool("capped") {
		atMost = ""
	}

	estimates := make([]engine.Time, len(w.Jobs))
	var what string
	switch model {
	case "exact":
		for i := range w.Jobs {
			estimates[i] = w.Jobs[i].Run
		}
		what = "the run time"
	case "factor":
		for i := range w.Jobs {
			estimates[i] = stretched(&w.Jobs[i])
		}
		what = fmt.Sprintf("%s%v times the run time", atMost, factor)
	case "hybrid":
		accurate, jobs := in.Stream(random.Accurate), 0
		for i := range w.Jobs {
			estimates[i] = w.Jobs[i].Estimate
			if accurate.Uniform() < v.Float("share") {
				estimates[i] = stretched(&w.Jobs[i])
				jobs++
			}
		}
		what = fmt.Sprintf("%s%v times the run time for %d jobs", atMost, factor, jobs)
	case "fModel":
		s, f := in.Stream(random.Overestimate), v.Float("overestimate")
		for i := range w.Jobs {
			estimates[i] = times(w.Jobs[i].Run, 1+float64(f*s.Uniform()))
		}
		what = fmt.Sprintf("up to %v times the run time", 1+f)
	case "tsafrir":
		t := newTsafrir(v, w)
		t.popularity, t.tail, t.assignment = in.Stream(random.Popularity), in.Stream(random.Tail), in.Stream(random.Assignment)
		different, err := t.estimate(w.Jobs, estimates)
		if err != nil {
			return nil, nil, err
		}
		what = fmt.Sprintf("drawn from %d values up to %d s", different, t.longest)
	}

	out := *w
	out.Jobs = slices.Clone(w.Jobs)
	changed := 0
	for i, estimate := range estimates {
		if j := &out.Jobs[i]; estimate != j.Estimate {
			j.Estimate = estimate
			changed++
		}
	}
	return &out, []string{fmt.Sprintf("estimates are %s: %d of %d changed", what, changed, len(out.Jobs))}, nil
}

// times is t multiplied by a factor from 1 to 1001, but at most the latest time that is
// accepted.
func times(t engine.Time, factor float64) engine.Time {
	return min(table.Latest, engine.Time(math.Floor(float64(factor*float64(t))+0.5)))
}
