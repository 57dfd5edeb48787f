package belief

import (
	"backfill/engine"
)

// Predictor is how the run time of a job is predicted when the job is submitted.
type Predictor uint8

const (
	// Request: what the user requests.
	Request Predictor = iota
	// Clairvoyant: the run time itself.
	Clairvoyant
	// DoubleRequest: twice what the user requests.
	DoubleRequest
	// UserLastTwo: the mean run time of the user's last two jobs that have ended, in whole seconds, rounded down, at least one and at
	// most the request; the request as long as the user has fewer, or is not known.
	//
	// Source: Tsafrir, Etsion, Feitelson, Backfilling using system-generated predictions rather than user runtime estimates, IEEE TPDS
	// 18(6), 2007.
	UserLastTwo
)

// Corrector is how a prediction is corrected that a job has outlived.
type Corrector uint8

const (
	// ToRequest: to what the user requests.
	ToRequest Corrector = iota
	// Steps: to the first prediction plus 1, 5, 15 and 30 min, 1, 2, 5, 10, 20, 50 and 100 h, at most the request, and then to that.
	//
	// Source: Tsafrir, Etsion, Feitelson 2007.
	Steps
	// Doubling: to twice the last prediction.
	//
	// Source: Gaussier, Glesser, Reis, Trystram, Improving backfilling by using machine learning to predict running times, SC 2015.
	Doubling
)

// steps of the corrector of that name, each counted from the first prediction.
var steps = [...]engine.Time{
	engine.Minute, 5 * engine.Minute, 15 * engine.Minute, 30 * engine.Minute,
	engine.Hour, 2 * engine.Hour, 5 * engine.Hour, 10 * engine.Hour, 20 * engine.Hour, 50 * engine.Hour, 100 * engine.Hour,
}

// Belief is what a policy believes of run times during one simulation. A policy embeds a *Belief, which is nil if it goes by requests.
type Belief struct {
	Predictor Predictor
	Corrector Corrector

	first []engine.Time            // by job: the first prediction, for Steps
	last  map[int32][2]engine.Time // by user: run times of the last two jobs that have ended, the newer first; 0: none
}

// Believes says whether anything else is believed than what is requested.
func (b *Belief) Believes() bool { return b != nil && b.Predictor != Request }

// Believe is the first prediction of job j.
func (b *Belief) Believe(s *engine.State, j int32, request engine.Time) engine.Time {
	if b.first == nil {
		b.first = make([]engine.Time, len(s.Workload().Jobs))
		b.last = map[int32][2]engine.Time{}
	}
	b.first[j] = b.predict(s, j, request)
	return b.first[j]
}

func (b *Belief) predict(s *engine.State, j int32, request engine.Time) engine.Time {
	switch b.Predictor {
	case Clairvoyant:
		return s.Job(j).Run
	case DoubleRequest:
		return 2 * request
	case UserLastTwo:
		if last := b.last[user(s, j)]; last[1] > 0 {
			mean := (last[0] + last[1]) / 2
			return min(max(mean-mean%engine.Second, engine.Second), request)
		}
	}
	return request
}

// Correct is the next prediction of job j.
func (b *Belief) Correct(s *engine.State, j int32, request engine.Time, k int32) engine.Time {
	switch believed := s.Job(j).Estimate; {
	case b.Corrector == Steps && int(k) <= len(steps):
		return min(b.first[j]+steps[k-1], request)
	case b.Corrector == Doubling:
		return 2 * believed
	}
	return request
}

// Learn takes in how long job j ran.
func (b *Belief) Learn(s *engine.State, j int32, ran engine.Time) {
	if b.Predictor != UserLastTwo {
		return
	}
	if u := user(s, j); u >= 0 {
		b.last[u] = [2]engine.Time{ran, b.last[u][0]}
	}
}

// user is the number of the user who submitted job j, -1 if it is not known.
func user(s *engine.State, j int32) int32 {
	if users := s.Workload().User; users != nil {
		return users[j]
	}
	return -1
}
