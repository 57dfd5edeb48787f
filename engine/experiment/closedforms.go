package experiment

import "backfill/engine/scenario"

// ClosedForm is a metric of one policy as queueing theory has it, in steady state. A mean over simulations that begin with
// an empty machine comes near it if they are long, or if Plan.Steady leaves the beginning out.
type ClosedForm struct {
	Policy  string         `json:"policy"`
	Point   map[string]any `json:"point"`
	Queue   string         `json:"queue"`   // in Kendall's notation: "M/M/4"
	Formula string         `json:"formula"` // what it is called after: "Erlang C"
	Metric  string         `json:"metric"`
	Value   float64        `json:"value"` // in the metric's unit
}

// ClosedForms are those that are known for the points and policies of a plan, the metrics of each together.
func ClosedForms(p *scenario.Plan) []ClosedForm {
	var list []ClosedForm
	for i := range p.Points {
		for k, policy := range p.Policies {
			q := p.Points[i].Queue(k)
			if q == nil {
				continue
			}
			for _, m := range []struct {
				metric string
				value  float64
			}{{"meanWait", q.Wait}, {"meanResponse", q.Response}, {"utilization", q.Utilization}, {"meanQueue", q.Length}} {
				list = append(list, ClosedForm{policy.Label, p.Points[i].Values, q.Name, q.Formula, m.metric, m.value})
			}
		}
	}
	return list
}
