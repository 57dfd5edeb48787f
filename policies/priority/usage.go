package priority

import (
	"math"

	"backfill/engine"
	"backfill/engine/portable"
)

// usage is what the jobs of each user, or of each group, do and have taken so far, for priorities in which that counts: fair-share. Jobs
// of which it is not known are those of one user or group.
//
// What was taken counts half after each half-life, continuously: of processors that are held at a rate of p, p h / ln 2 (1 - 2^(-t/h))
// is left after a time t, with the half-life h. It changes with starts and ends alone, not with looks: whoever looks when, it is the same.
type usage struct {
	halfLife float64 // hours; 0: what was taken counts for ever
	accounts []account
	of       []int32 // by job: its place in accounts
	held     []int32 // by job: the processors that it holds; 0: it does not run
	started  int     // of Outcome.StartOrder, how many have been taken in
}

// account is that of one user or group.
type account struct {
	waiting, running int32
	processors       int64       // of those that run
	used             float64     // processor-milliseconds by the instant at
	at               engine.Time // when used and processors changed last
}

// update takes in what has happened since the last call of the policy. The column says whose each job is.
func (u *usage) update(s *engine.State, column []int32) {
	if u.of == nil {
		u.begin(column, len(s.Workload().Jobs))
	}
	for _, e := range s.Events() {
		if e.Kind == engine.Arrival {
			u.account(e.Job).waiting++
		}
	}
	order := s.Outcome().StartOrder
	for ; u.started < len(order); u.started++ {
		j := order[u.started]
		u.account(j).waiting--
		u.account(j).running++
		u.hold(j, s.Outcome().Start[j], s.Occupies(j))
	}
	for _, e := range s.Events() {
		switch {
		case e.Kind == engine.Completion:
			u.hold(e.Job, s.Now(), 0)
			u.account(e.Job).running--
		case e.Kind == engine.Change && u.held[e.Job] > 0:
			u.hold(e.Job, s.Now(), s.Occupies(e.Job))
		}
	}
}

func (u *usage) begin(column []int32, jobs int) {
	u.of, u.held = make([]int32, jobs), make([]int32, jobs)
	places := map[int32]int32{} // in accounts, by number
	for j := range u.of {
		number := numberOf(column, int32(j))
		place, known := places[number]
		if !known {
			place = int32(len(u.accounts))
			places[number] = place
			u.accounts = append(u.accounts, account{})
		}
		u.of[j] = place
	}
}

// account is that to which job j belongs.
func (u *usage) account(j int32) *account { return &u.accounts[u.of[j]] }

// hold says that job j holds so many processors from an instant on.
func (u *usage) hold(j int32, from engine.Time, processors int32) {
	a := u.account(j)
	a.used, a.at = u.used(a, from), from
	a.processors += int64(processors - u.held[j])
	u.held[j] = processors
}

// used is what the jobs of an account have taken by an instant, in processor-milliseconds: whole ones where they count for ever.
func (u *usage) used(a *account, by engine.Time) float64 {
	past, rate := float64(by-a.at), float64(a.processors)
	if u.halfLife == 0 {
		return a.used + float64(rate*past)
	}
	halfLife := float64(u.halfLife * float64(engine.Hour))
	left := portable.Exp2(max(-past/halfLife, -longAgo))
	return float64(a.used*left) + float64(rate*halfLife/math.Ln2*(1-left))
}

// look is how many jobs of the account of job j wait and run, and how many processor-hours its jobs have taken by an instant.
func (u *usage) look(j int32, by engine.Time) (waiting, running, used float64) {
	a := u.account(j)
	return float64(a.waiting), float64(a.running), u.used(a, by) / float64(engine.Hour)
}

// longAgo is after how many half-lives nothing is left that counts.
const longAgo = 999

// numberOf is what a column of the workload says of job j, -1 if that is not known.
func numberOf(column []int32, j int32) int32 {
	if column == nil {
		return -1
	}
	return column[j]
}
