package belief

import (
	"slices"

	"backfill/engine"
	"backfill/engine/param"
)

// predictors and correctors as a scenario names them, in the order of the constants.
var (
	predictors = []string{"request", "clairvoyant", "doubleRequest", "userLastTwo"}
	correctors = []string{"request", "steps", "doubling"}
)

// Params are the parameters of every policy that may plan with beliefs.
var Params = []param.Param{
	{Name: "belief", Title: "Believed run time", Kind: param.Choice, Choices: predictors, Default: "request",
		Doc: "How long the scheduler believes that a job runs, whatever the job is stopped at: what it requests; clairvoyant, how long it would run if nothing stopped it; twice the request; or " +
			"userLastTwo, the mean run time of the user's last two jobs that have ended, at most the request, which counts as long as there are fewer.",
		Source: "Tsafrir, Etsion, Feitelson, IEEE TPDS 18(6), 2007 (userLastTwo); Zotkin and Keleher, HPDC 1999 (doubleRequest)"},
	{Name: "correction", Kind: param.Choice, Choices: correctors, Default: "request", Only: &param.Only{Name: "belief", In: []string{"userLastTwo"}},
		Doc: "What is believed of a job that outlives its prediction: its request; steps, the first prediction plus 1, 5, 15 and 30 min, 1, 2, 5, 10, 20, 50 and 100 h, at most the request; " +
			"or doubling, twice the last prediction.",
		Source: "Tsafrir, Etsion, Feitelson 2007 (steps); Gaussier, Glesser, Reis, Trystram, SC 2015 (doubling)"},
}

// Of is the belief with these values, for one simulation; nil if it is the request.
func Of(v param.Values) *Belief {
	b := &Belief{Predictor: Predictor(slices.Index(predictors, v.Text("belief"))), Corrector: Corrector(slices.Index(correctors, v.Text("correction")))}
	if b.Predictor == Request {
		return nil
	}
	return b
}

// Demands are what the belief with these values needs of machine and workload.
func Demands(v param.Values) engine.Capability {
	switch v.Text("belief") {
	case predictors[Request]:
		return 0
	case predictors[UserLastTwo]:
		return engine.OneSpeed | engine.Users
	}
	return engine.OneSpeed
}

// Check refuses a corrector of predictions that are never outlived.
func Check(v param.Values) error {
	if c := v.Text("correction"); c != correctors[ToRequest] && v.Text("belief") != predictors[UserLastTwo] {
		return &param.Error{Path: "/correction", Value: `"` + c + `"`, Reason: "nothing is predicted that could be corrected; with the belief userLastTwo it is accepted"}
	}
	return nil
}
