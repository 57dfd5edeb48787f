package figures

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"

	"backfill/assets/lessons/pointer"
	"backfill/ui/placing"
	"backfill/ui/result"
)

// Results are what an experiment gave. As JSON they have the words of the message that an embedded page sends.
type Results struct {
	Scenario    json.RawMessage `json:"scenario"`
	Runs        []RunResult     `json:"runs"`
	Summary     []Mean          `json:"summary,omitempty"`     // with replications
	Comparisons []Difference    `json:"comparisons,omitempty"` // with replications
	ByHand      *placing.Report `json:"byHand,omitempty"`      // where jobs are placed by hand
}

// A RunResult is one policy's run, of the first replication.
type RunResult struct {
	Policy  string             `json:"policy"`
	Metrics map[string]float64 `json:"metrics"`
	Jobs    []result.Job       `json:"jobs"`

	Processors int32 `json:"-"` // of the machine if it is one pool, else 0
}

// A Mean is a metric over all replications with its confidence interval.
type Mean struct {
	Policy string   `json:"policy"`
	Metric string   `json:"metric"`
	Mean   float64  `json:"mean"`
	Low    *float64 `json:"low"`
	High   *float64 `json:"high"`
	N      int      `json:"n"`
}

// A Difference is by how much a metric differs from the baseline's, paired by replication.
type Difference struct {
	Policy     string   `json:"policy"`
	Baseline   string   `json:"baseline"`
	Metric     string   `json:"metric"`
	Kind       string   `json:"kind"` // difference, or ratio: the interval is that of Relative
	Difference float64  `json:"difference"`
	Relative   *float64 `json:"relative,omitempty"` // to the baseline's mean
	Low        *float64 `json:"low"`
	High       *float64 `json:"high"`
	N          int      `json:"n"`
}

// A Value is what a phrase amounts to: the number, the jobs or the policy, by its unit.
type Value struct {
	Number float64
	Jobs   []int64
	Policy string
}

// Evaluate is the value of a phrase; false if the results do not tell.
func (r *Results) Evaluate(p *Phrase) (Value, bool) {
	number := func(n float64) (Value, bool) { return Value{Number: n}, !math.IsNaN(n) && !math.IsInf(n, 0) }
	switch p.Is {
	case "number":
		return number(p.Number)
	case "parameter":
		return number(r.parameter(p))
	case "metric", "difference":
		return number(r.Measured(p.Is, p.Which, p.Policy, p.Bound))
	case "least", "most":
		return r.extreme(p)
	case "+", "-", "*", "/":
		a, ok := r.Evaluate(p.Left)
		b, known := r.Evaluate(p.Right)
		if !ok || !known {
			return Value{}, false
		}
		switch p.Is {
		case "+":
			return number(a.Number + b.Number)
		case "-":
			return number(a.Number - b.Number)
		case "*":
			return number(a.Number * b.Number)
		}
		return number(a.Number / b.Number)
	}
	jobs := r.JobsOf(p.Policy)
	if jobs == nil {
		return Value{}, false
	}
	switch p.Is {
	case "job":
		return number(jobField(jobs, p.Job, p.Which))
	case "overtakers":
		return overtakers(jobs, p.Job)
	case "longest":
		return longestWait(jobs)
	}
	at, ok := r.Evaluate(p.Left)
	if !ok {
		return Value{}, false
	}
	from := at.Number
	switch p.Is {
	case "first":
		return Value{Jobs: firstStart(jobs, from)}, true
	case "starts":
		to, ok := r.Evaluate(p.Right)
		if !ok {
			return Value{}, false
		}
		return Value{Jobs: numbers(starts(jobs, from, to.Number))}, true
	case "waiting":
		return Value{Jobs: numbers(waiting(jobs, from))}, true
	case "running":
		return Value{Jobs: numbers(running(jobs, from))}, true
	}
	busy := int64(0)
	for _, j := range running(jobs, from) {
		busy += int64(j.Processors)
	}
	return number(float64(busy))
}

// Holds says whether a condition is met; false for the second if the results do not tell.
func (r *Results) Holds(c Condition) (holds, known bool) {
	holds = true
	for _, each := range c {
		a, ok := r.Evaluate(each.Left)
		b, known := r.Evaluate(each.Right)
		if !ok || !known {
			return false, false
		}
		holds = holds && compare(a, each.Op, b, each.Left.Unit)
	}
	return holds, true
}

// compare says whether a comparison of two values holds.
func compare(a Value, op string, b Value, unit Unit) bool {
	switch {
	case unit == Policy:
		return a.Policy == b.Policy
	case unit == Jobs:
		return slices.Equal(a.Jobs, b.Jobs)
	}
	switch op {
	case "<":
		return a.Number < b.Number
	case "<=":
		return a.Number <= b.Number
	case ">":
		return a.Number > b.Number
	case ">=":
		return a.Number >= b.Number
	}
	return a.Number == b.Number
}

// Measured is a metric of a policy or, if that is what it is to be, its difference to the baseline: is is "metric" or "difference". bound is "low" or "high" for an
// end of its interval, else "". NaN if the results do not tell.
func (r *Results) Measured(is, metric, policy, bound string) float64 {
	ends := func(middle float64, low, high *float64) float64 {
		end := low
		switch bound {
		case "":
			return middle
		case "high":
			end = high
		}
		if end == nil {
			return math.NaN()
		}
		return *end
	}
	if is == "difference" {
		for _, d := range r.Comparisons {
			if d.Policy == policy && d.Metric == metric && d.Kind != "ratio" {
				return ends(d.Difference, d.Low, d.High)
			}
		}
		return math.NaN()
	}
	for _, m := range r.Summary {
		if m.Policy == policy && m.Metric == metric {
			return ends(m.Mean, m.Low, m.High)
		}
	}
	// With replications a metric is its mean over all of them, never that of the one run whose schedule is drawn.
	if r.Summary != nil {
		return math.NaN()
	}
	for _, run := range r.Runs {
		if value, ok := run.Metrics[metric]; ok && run.Policy == policy && bound == "" {
			return value
		}
	}
	return math.NaN()
}

// extreme is the policy with the least or most of a metric; false if several share it.
func (r *Results) extreme(p *Phrase) (Value, bool) {
	best, shared := -1, false
	var value float64
	for i, run := range r.Runs {
		v := r.Measured("metric", p.Which, run.Policy, "")
		switch {
		case math.IsNaN(v):
			return Value{}, false
		case best < 0, p.Is == "least" && v < value, p.Is == "most" && v > value:
			best, value, shared = i, v, false
		case v == value:
			shared = true
		}
	}
	if best < 0 || shared {
		return Value{}, false
	}
	return Value{Policy: r.Runs[best].Policy}, true
}

// parameter is the number at a JSON pointer of the scenario or the default, NaN if there is none.
func (r *Results) parameter(p *Phrase) float64 {
	var at any
	if json.Unmarshal(r.Scenario, &at) != nil {
		return math.NaN()
	}
	if n, ok := pointer.At(at, p.Pointer).(float64); ok {
		return n
	}
	if p.Default != nil {
		return *p.Default
	}
	return math.NaN()
}

// run is that of a policy; the first one without a policy. nil if there is none.
func (r *Results) run(policy string) *RunResult {
	for i := range r.Runs {
		if policy == "" || r.Runs[i].Policy == policy {
			return &r.Runs[i]
		}
	}
	return nil
}

// JobsOf are those of a policy's run, nil if there is none.
func (r *Results) JobsOf(policy string) []result.Job {
	if run := r.run(policy); run != nil {
		return run.Jobs
	}
	return nil
}

// jobField is a field of the job with that number, times in seconds; NaN if it is not known.
func jobField(jobs []result.Job, number int64, field string) float64 {
	i := slices.IndexFunc(jobs, func(j result.Job) bool { return j.Job == number })
	if i < 0 {
		return math.NaN()
	}
	j := &jobs[i]
	known := func(v *float64) float64 {
		if v == nil {
			return math.NaN()
		}
		return *v
	}
	switch field {
	case "submit":
		return j.Submit
	case "start":
		return known(j.Start)
	case "end":
		return known(j.End)
	case "run":
		return known(j.End) - known(j.Start)
	case "wait":
		return known(j.Wait)
	case "request":
		return j.Requested
	}
	return float64(j.Processors)
}

// numbers are those of jobs.
func numbers(jobs []result.Job) []int64 {
	list := []int64{}
	for _, j := range jobs {
		list = append(list, j.Job)
	}
	return list
}

// starts are the jobs that start from one time to before another, by start.
func starts(jobs []result.Job, from, to float64) []result.Job {
	found := some(jobs, func(j *result.Job) bool { return j.Start != nil && *j.Start >= from && *j.Start < to })
	slices.SortStableFunc(found, func(a, b result.Job) int { return cmp.Compare(*a.Start, *b.Start) })
	return found
}

// some are the jobs that are so.
func some(jobs []result.Job, is func(*result.Job) bool) []result.Job {
	var found []result.Job
	for i := range jobs {
		if is(&jobs[i]) {
			found = append(found, jobs[i])
		}
	}
	return found
}

// firstStart are the jobs that start at the first instant after t at which any does.
func firstStart(jobs []result.Job, t float64) []int64 {
	later := some(jobs, func(j *result.Job) bool { return j.Start != nil && *j.Start > t })
	next := math.Inf(1)
	for _, j := range later {
		next = min(next, *j.Start)
	}
	return numbers(some(later, func(j *result.Job) bool { return *j.Start == next }))
}

// waiting are the jobs that have arrived by t and start later, or never.
func waiting(jobs []result.Job, t float64) []result.Job {
	return some(jobs, func(j *result.Job) bool { return j.Submit <= t && (j.Start == nil || *j.Start > t) })
}

// running are the jobs that have started by t and end later, or never.
func running(jobs []result.Job, t float64) []result.Job {
	return some(jobs, func(j *result.Job) bool { return j.Start != nil && *j.Start <= t && (j.End == nil || *j.End > t) })
}

// overtakers are the jobs behind a job in the queue that start before it, by start.
func overtakers(jobs []result.Job, number int64) (Value, bool) {
	i := slices.IndexFunc(jobs, func(j result.Job) bool { return j.Job == number })
	if i < 0 || jobs[i].Start == nil {
		return Value{}, false
	}
	return Value{Jobs: numbers(starts(jobs[i+1:], jobs[i].Submit, *jobs[i].Start))}, true
}

// longestWait is the job that waits longest; false if several do.
func longestWait(jobs []result.Job) (Value, bool) {
	best, most, shared := int64(0), -1.0, false
	for _, j := range jobs {
		switch {
		case j.Wait == nil:
		case *j.Wait > most:
			best, most, shared = j.Job, *j.Wait, false
		case *j.Wait == most:
			shared = true
		}
	}
	return Value{Jobs: []int64{best}}, most >= 0 && !shared
}
