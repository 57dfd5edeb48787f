package priority

import (
	"slices"

	"backfill/engine"
	"backfill/engine/machine/farm"
	"backfill/engine/param"
	"backfill/engine/scenario"
)

// Flexible is EASY in the order of a priority that is computed anew at every arrival
// and every completion: the sum of how long a job has waited, how close its deadline is, how
// much its licences are in demand and how short it is.
//
// T is how long a job takes, by its estimate, on the fastest computer that can ever run it.
// If a job fits, a call costs O(n l) for n jobs that wait or run with l licences, beside what
// EASY costs.
//
// Source: Baraglia, Capannini, Dazzi, Pagano, A multi-criteria job scheduling framework for
// large computing farms, section 5. Slips of its equations are mended: the end of a job that
// starts now is now + T; the urgency of a deadline is the line through (latest start, 0) and
// (deadline, weight); wait minimisation is a product.
type Flexible struct {
	DeadlineWeight, AgingWeight, LicenceWeight, WaitWeight float64

	K       float64 // by how much T is overestimated for the latest start, not below 0
	Literal bool    // the wait counts in seconds, as printed, not as a share of wait + T

	takes   []engine.Time // by job that has arrived: T
	present []int32       // jobs that wait or run
	affine  []uint64

	ranking ranking
	others  []ranked
}

func (p *Flexible) Schedule(s *engine.State) {
	machine := farm.Of(s)
	p.update(s, machine)
	if !s.Recording() && s.Fitting(s.First()) == engine.NoJob {
		return
	}
	p.rank(s, machine)
	for {
		j := p.ranking.first()
		if j == engine.NoJob {
			return
		}
		p.ranking.remove()
		if !s.StartOrReserve(j) {
			break
		}
	}
	p.others = p.others[:0]
	for _, r := range p.ranking {
		if _, fits := s.Fits(r.job); fits || s.Recording() {
			p.others = append(p.others, r)
		}
	}
	slices.SortFunc(p.others, compareRanked)
	for _, r := range p.others {
		s.NoteStartsNow(r.job)
		if place, ok := s.StartsNow(r.job); ok {
			s.Start(r.job, place)
		}
	}
	s.DropAll()
}

// InOrder puts waiting jobs in the order of their priorities.
func (p *Flexible) InOrder(s *engine.State, waiting []int32) {
	p.rank(s, farm.Of(s))
	sortRanked(p.ranking, waiting)
}

// update takes in the jobs that have arrived since the last call.
func (p *Flexible) update(s *engine.State, machine *farm.Machine) {
	if p.takes == nil {
		p.takes = make([]engine.Time, len(s.Workload().Jobs))
		p.affine = make([]uint64, machine.Words())
	}
	for _, e := range s.Events() {
		if e.Kind == engine.Arrival {
			machine.Affine(e.Job, p.affine)
			p.takes[e.Job] = machine.Takes(e.Job, farm.Fastest(p.affine), s.Job(e.Job).Estimate)
		}
	}
}

// rank values all waiting jobs.
func (p *Flexible) rank(s *engine.State, machine *farm.Machine) {
	var pressure [engine.MaxLicences]float64 // by licence: jobs that wait or run and need it, for a copy
	p.present = s.Present(p.present[:0])
	for _, j := range p.present {
		for l := range s.Workload().Needs(j).Each {
			pressure[l]++
		}
	}
	for l, copies := range machine.Copies() {
		pressure[l] /= float64(copies)
	}
	shortest := engine.Never
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		shortest = min(shortest, p.takes[j])
	}
	p.ranking = p.ranking[:0]
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		w := s.Workload()
		age, takes := float64(s.Now()-w.Ready(j)), float64(p.takes[j])
		priority := p.aging(age, takes) + p.deadline(s.Now(), w.DeadlineOf(j), takes) +
			p.licences(w.Needs(j), &pressure) + float64(p.WaitWeight*(float64(shortest)/takes))
		p.ranking = append(p.ranking, ranked{priority: priority, place: int32(len(p.ranking)), job: j})
	}
	p.ranking.order()
}

// aging is the part of the priority of a job that has waited for age.
func (p *Flexible) aging(age, takes float64) float64 {
	if p.Literal {
		return float64(p.AgingWeight * (age / float64(engine.Second)))
	}
	return float64(p.AgingWeight * (age / (age + takes)))
}

// deadline grows from 0, where the job would start at its latest start, to the weight, where
// it would end at its deadline; it is 0 of a job that would be late or has none.
func (p *Flexible) deadline(now, deadline engine.Time, takes float64) float64 {
	if deadline == engine.Never {
		return 0
	}
	margin := float64(p.K * takes)
	end, latest := float64(now)+takes, float64(deadline)-margin
	if end <= latest || end > float64(deadline) {
		return 0
	}
	return float64(p.DeadlineWeight * ((end - latest) / margin))
}

// licences is the mean pressure on the licences that a job needs, at most the weight.
func (p *Flexible) licences(needs engine.Licences, pressure *[engine.MaxLicences]float64) float64 {
	if needs == 0 {
		return 0
	}
	sum := 0.0
	for l := range needs.Each {
		sum += pressure[l]
	}
	return float64(p.LicenceWeight * min(sum/float64(needs.Count()), 1))
}

// weightParam is the parameter for the weight of a part of a sum.
func weightParam(name string, value float64, doc string) param.Param {
	return param.Param{Name: name, Kind: param.Number, Min: 0, Max: 1e6, Default: value, Doc: doc, Source: "Baraglia et al."}
}

// FlexibleKind is flexible backfilling as a scenario names it.
var FlexibleKind = scenario.PolicyKind{
	Description: param.Description{
		Kind: "flexible-backfill", Name: "Flexible backfilling",
		Doc:    "EASY backfilling in the order of a priority of wait, deadline, licences and length; the fastest computer with room first. Jobs are not interrupted.",
		Source: "Baraglia, Capannini, Dazzi, Pagano",
		Params: []param.Param{
			weightParam("deadlineWeight", 15, "Weight of the urgency of a deadline that can be met only if the job starts soon."),
			weightParam("agingWeight", 5, "Weight of how long the job has waited."),
			weightParam("licenceWeight", 5, "Weight of the demand for the licences that the job needs."),
			weightParam("waitWeight", 8, "Weight of being short: the time of the shortest waiting job by that of this one."),
			{Name: "k", Kind: param.Number, Min: 0, Max: 100, Default: 1.0,
				Doc: "By which factor run times are overestimated to find the latest start that meets a deadline.", Source: "Baraglia et al."},
			{Name: "age", Kind: param.Choice, Choices: []string{"normalised", "literal"}, Default: "normalised",
				Doc: "How a wait counts: normalised as its share of wait and run time; literal in seconds as printed, which outweighs all else and makes it EASY."},
		},
	},
	Needs: engine.Estimates | engine.Farms,
	New: func(v param.Values) engine.Policy {
		return &Flexible{
			DeadlineWeight: v.Float("deadlineWeight"), AgingWeight: v.Float("agingWeight"),
			LicenceWeight: v.Float("licenceWeight"), WaitWeight: v.Float("waitWeight"),
			K: v.Float("k"), Literal: v.Text("age") == "literal",
		}
	},
}
