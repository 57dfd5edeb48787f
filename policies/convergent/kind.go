package convergent

import (
	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/scenario"
)

// Kind is the Convergent Scheduler as a scenario names it.
var Kind = scenario.PolicyKind{
	Description: param.Description{
		Kind: "convergent", Name: "Convergent Scheduler",
		Doc:    "At every event a new plan for all jobs: pairs of a job and a computer are taken by a weighted sum of criteria, the highest first, and running jobs are interrupted that the plan has elsewhere.",
		Source: "Baraglia, Capannini, Dazzi, Pagano 2013",
		Params: append(heuristicWeights(),
			param.Param{Name: "k", Kind: param.Number, Min: 0, Max: 1000, Default: 1.0,
				Doc: "By how much the deadline's criterion overestimates the time that a job has left to run."},
			param.Param{Name: "urgency", Kind: param.Choice, Default: "equation", Choices: []string{"equation", "figure"},
				Doc: "How the deadline counts: by the paper's equation 6, or by its figure 2, which favours the computers that only just meet it."},
			param.Param{Name: "matching", Kind: param.Choice, Default: "quicksort", Choices: []string{"quicksort", "counting"},
				Doc: "How pairs are sorted: by priority, or by 1,024 classes of it."},
			param.Param{Name: "every", Kind: param.Number, Unit: "s", Min: 0, Max: 1e6, Default: 0.0,
				Doc: "Plans are made at multiples of this time only, after events; 0: at every event. Time goes by in milliseconds: a shorter time is one."},
			param.Param{Name: "pairs", Kind: param.Choice, Default: "bounded", Choices: []string{"bounded", "all"},
				Doc: "Whether only those pairs are valued that may be taken, or all, as in the paper; the plans are the same, only the time to make them differs."},
		),
	},
	Needs: engine.Farms,
	New: func(v param.Values) engine.Policy {
		c := Config{
			Settings: Settings{K: v.Float("k"), Figure: v.Text("urgency") == "figure"},
			Counting: v.Text("matching") == "counting",
			Every:    everyOf(v.Float("every")),
			AllPairs: v.Text("pairs") == "all",
		}
		for _, h := range Heuristics {
			c.Weights = append(c.Weights, v.Float(h.Weight))
		}
		return New(c)
	},
}

// everyOf is the parameter every, in seconds, as a time: 0 alone means at every event.
func everyOf(seconds float64) engine.Time {
	if seconds == 0 {
		return 0
	}
	return max(engine.FromSeconds(seconds), engine.Millisecond)
}

// heuristicWeights are the parameters for the weights of the heuristics.
func heuristicWeights() []param.Param {
	var weights []param.Param
	for _, h := range Heuristics {
		weights = append(weights, param.Param{Name: h.Weight, Kind: param.Number, Min: 0, Max: 1e6, Default: h.Default, Doc: h.Doc})
	}
	return weights
}
