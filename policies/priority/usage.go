package priority

import (
	"math"

	"backfill/engine"
	"backfill/engine/portable"
)

// usage is what the jobs of each user do and have taken so far, for priorities in which that counts: fair-share. Jobs whose user is not
// known are those of one user.
//
// What was taken counts half after each half-life, continuously: of processors that are held at a rate of p, p h / ln 2 (1 - 2^(-t/h))
// is left after a time t, with the half-life h.
type usage struct {
	halfLife float64         // hours; 0: what was taken counts for ever
	place    map[int32]int32 // in users, by number
	users    []userUsage
	of       []int32 // by job: the place of its user
	held     []int32 // by job: the processors that it holds; 0: it does not run
	started  int     // of Outcome.StartOrder, how many have been taken in
}

type userUsage struct {
	waiting, running int32
	processors       int64       // of those that run
	used             float64     // processor-hours by the instant at
	at               engine.Time // when used and processors changed last
}

// update takes in what has happened since the last call of the policy.
func (u *usage) update(s *engine.State) {
	if u.of == nil {
		u.begin(s)
	}
	for _, e := range s.Events() {
		if e.Kind == engine.Arrival {
			u.users[u.of[e.Job]].waiting++
		}
	}
	order := s.Outcome().StartOrder
	for ; u.started < len(order); u.started++ {
		j := order[u.started]
		user := &u.users[u.of[j]]
		user.waiting--
		user.running++
		u.hold(j, s.Outcome().Start[j], s.Occupies(j))
	}
	for _, e := range s.Events() {
		switch {
		case e.Kind == engine.Completion:
			u.hold(e.Job, s.Now(), 0)
			u.users[u.of[e.Job]].running--
		case e.Kind == engine.Change && u.held[e.Job] > 0:
			u.hold(e.Job, s.Now(), s.Occupies(e.Job))
		}
	}
}

func (u *usage) begin(s *engine.State) {
	w := s.Workload()
	u.place, u.of, u.held = map[int32]int32{}, make([]int32, len(w.Jobs)), make([]int32, len(w.Jobs))
	for j := range w.Jobs {
		number := numberOf(w.User, int32(j))
		place, known := u.place[number]
		if !known {
			place = int32(len(u.users))
			u.place[number] = place
			u.users = append(u.users, userUsage{})
		}
		u.of[j] = place
	}
}

// hold says that job j holds so many processors from an instant on.
func (u *usage) hold(j int32, from engine.Time, processors int32) {
	user := &u.users[u.of[j]]
	u.advance(user, from)
	user.processors += int64(processors - u.held[j])
	u.held[j] = processors
}

// advance counts what the running jobs of a user take by an instant.
func (u *usage) advance(user *userUsage, to engine.Time) {
	if to <= user.at {
		return
	}
	past, rate := hours(to-user.at), float64(user.processors)
	user.at = to
	if u.halfLife == 0 {
		user.used += float64(rate * past)
		return
	}
	left := portable.Exp(-math.Ln2 * past / u.halfLife)
	user.used = float64(user.used*left) + float64(rate*u.halfLife/math.Ln2*(1-left))
}

// usedBy is what the user of job j has at an instant.
func (u *usage) usedBy(j int32, at engine.Time) *userUsage {
	user := &u.users[u.of[j]]
	u.advance(user, at)
	return user
}

// numberOf is what a column of the workload says of job j, -1 if that is not known.
func numberOf(column []int32, j int32) int32 {
	if column == nil {
		return -1
	}
	return column[j]
}
