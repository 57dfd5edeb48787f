package forecast

import (
	"backfill/engine"
	"backfill/engine/workload/transform/forecast"
)

// Never is why the job asked about never starts.
type Never struct {
	Refused string        `json:"refused,omitempty"` // continues "the job is refused:"; "": it waits for ever, for the reason in Last
	Waits   bool          `json:"waits,omitempty"`   // what is refused here waits for ever in the queue of its scheduler: see engine.Refusal
	AtMost  string        `json:"atMost,omitempty"`  // how much it might ask for of what it asks too much of, such as "64 processors"; "": that is not known
	Last    engine.Reason `json:"last"`              // why it waits for ever, by what the policy said last; its Rule is 0 if that said nothing
}

// never repeats a drawing in which the job asked about does not start, and finds out why.
func (m *Model) never(p *forecast.Past, n int) (*Never, error) {
	w, job, _ := p.DrawFor(m.Plan.Points[m.Point].Seed, n, forecast.Longest)
	o, machine, err := m.simulate(w, n, engine.Options{Record: []int32{job}})
	if err != nil {
		return nil, err
	}
	why := &Never{}
	if o.State[job] == engine.Refused {
		why.Refused, why.Waits = o.Refusal(job), o.NeverStarts(job)
		if b, ok := machine.(engine.Bounding); ok && !machine.CanEver(job) {
			why.AtMost = b.AtMost(job)
		}
		return why, nil
	}
	for i := range o.Decisions {
		if o.Decisions[i].Job == job {
			why.Last = o.Decisions[i].Reason
		}
	}
	return why, nil
}
