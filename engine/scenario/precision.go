package scenario

import (
	"encoding/json"
	"fmt"
	"slices"

	"backfill/engine"
	"backfill/engine/metrics"
	"backfill/engine/param"
)

// Precision asks for as many replications as it takes until, at each point, the confidence
// interval of the metric's mean is narrow enough under every policy. A policy that turns out to
// be unstable in steady state is not waited for.
type Precision struct {
	RelativeHalfWidth float64 `json:"relativeHalfWidth"` // of the interval, relative to the mean's magnitude
	Level             float64 `json:"level"`             // of confidence
	MaxReplications   int     `json:"maxReplications"`   // at each point, whatever the interval
	Metric            string  `json:"metric"`
	Groups            bool    `json:"groups,omitempty"` // in each group of the scenario, too
}

var precisionParams = []param.Param{
	{Name: "relativeHalfWidth", Kind: param.Number, Min: 0.0001, Max: 1, Default: 0.05,
		Doc: "Half of the confidence interval's width that is wanted, relative to the mean."},
	{Name: "level", Kind: param.Number, Min: 0.5, Max: 0.999, Default: defaultLevel,
		Doc: "Level of confidence of this and all other intervals."},
	{Name: "maxReplications", Kind: param.Integer, Unit: "replications", Min: 2, Max: maxReplications, Default: int64(1000),
		Doc: "How many replications there are at most at each point of a sweep."},
	{Name: "metric", Kind: param.Choice, Choices: metricNames(), Default: "meanWait",
		Doc: "Metric whose mean is to be known so precisely, under every policy."},
	{Name: "groups", Kind: param.Boolean, Default: false,
		Doc: "Whether it is to be known so precisely in each group of jobs, too."},
}

// PrecisionParams describes the entries of the key precision.
func PrecisionParams() []param.Param { return precisionParams }

func metricNames() []string {
	var names []string
	for i := range metrics.Descriptions {
		names = append(names, metrics.Descriptions[i].Name)
	}
	return names
}

func (s *Scenario) readPrecision(path string, raw json.RawMessage) error {
	fields, err := object(path, raw)
	if err != nil {
		return err
	}
	v, err := param.Check(path, precisionParams, fields)
	if err != nil {
		return err
	}
	s.Precision = &Precision{
		RelativeHalfWidth: v.Float("relativeHalfWidth"), Level: v.Float("level"),
		MaxReplications: int(v.Int("maxReplications")), Metric: v.Text("metric"), Groups: v.Bool("groups"),
	}
	return nil
}

// Steady asks for the metrics of a system in its steady state: the jobs that end
// first are left out, and the others are taken in batches.
type Steady struct {
	Warmup int `json:"warmup"` // completions that are left out
	Batch  int `json:"batch"`  // completions in a batch; an incomplete last one is left out
}

var steadyParams = []param.Param{
	{Name: "warmup", Kind: param.Integer, Unit: "jobs", Min: 0, Max: 1e9, Default: int64(0),
		Doc: "How many of the first jobs to end are left out, while the system fills."},
	{Name: "batch", Kind: param.Integer, Unit: "jobs", Min: 1, Max: 1e9, Required: true,
		Doc: "How many jobs that end one after the other make a batch; the means of batches tell how sure a mean is. What fills no batch, or ends after the last arrival, is left out. To notice that a queue grows without end takes five batches, or two in each of several runs."},
}

// SteadyParams describes the entries of the key steady.
func SteadyParams() []param.Param { return steadyParams }

func (s *Scenario) readSteady(path string, raw json.RawMessage) error {
	fields, err := object(path, raw)
	if err != nil {
		return err
	}
	v, err := param.Check(path, steadyParams, fields)
	if err != nil {
		return err
	}
	s.Steady = &Steady{Warmup: int(v.Int("warmup")), Batch: int(v.Int("batch"))}
	return nil
}

// compileReplications checks how often everything is repeated.
func (p *Plan) compileReplications() error {
	s := p.Scenario
	p.Replications, p.Workers, p.Precision, p.Steady = max(1, s.Replications), s.Workers, s.Precision, s.Steady
	most, path := p.Replications, "/replications"
	if s.Precision != nil {
		p.Level = s.Precision.Level
		if p.Replications > s.Precision.MaxReplications {
			return &param.Error{Path: path, Value: fmt.Sprint(p.Replications),
				Reason: fmt.Sprintf("no more than the maxReplications %d of precision are accepted", s.Precision.MaxReplications)}
		}
		most, path = s.Precision.MaxReplications, "/precision/maxReplications"
		if metric := metrics.Index(s.Precision.Metric); s.Precision.Groups && !metrics.Descriptions[metric].Group {
			return &param.Error{Path: "/precision/metric", Value: quote(s.Precision.Metric),
				Reason: "of some of the jobs is undefined; a metric of jobs is accepted with groups"}
		}
		if s.Precision.Groups && len(s.Groups) == 0 {
			return &param.Error{Path: "/precision/groups", Value: "true", Reason: "the scenario asks for no groups; false is accepted"}
		}
	}
	if most > 1 && !p.DrawsJobs() && !p.DrawsLoops() {
		return &param.Error{Path: path, Value: fmt.Sprint(most),
			Reason: "the workload is the same every time and no policy draws anything, so that repeating it says nothing new; 1 replication without precision is accepted"}
	}
	if perReplication := len(p.Points) * len(p.Policies); most > maxRuns/perReplication {
		return &param.Error{Path: path, Value: fmt.Sprint(most),
			Reason: fmt.Sprintf("makes more than %d runs; with %d points and %d policies at most %d replications are accepted",
				maxRuns, len(p.Points), len(p.Policies), maxRuns/perReplication)}
	}
	return nil
}

// DrawsJobs says whether replications differ in their jobs or their machine at some point, and not only in what policies draw.
func (p *Plan) DrawsJobs() bool {
	return slices.ContainsFunc(p.Points, func(at Point) bool { return at.random() })
}

// DrawsLoops says whether some policy draws when its loops begin.
func (p *Plan) DrawsLoops() bool {
	return slices.ContainsFunc(p.Policies, func(q PlannedPolicy) bool { return q.Kind.Draws })
}

// LetsWait says whether a job that the machine can never run need not be refused at some point: see engine.LetsWait.
func (p *Plan) LetsWait() bool {
	return slices.ContainsFunc(p.Points, func(at Point) bool { return at.offers&engine.LetsWait != 0 })
}

// DrawsSource says whether the source of the jobs draws others with another seed.
func (p *Parts) DrawsSource() bool { return p.workload.kind.Random }

// random says whether replications differ.
func (p *Parts) random() bool {
	for _, t := range p.transforms {
		if t.kind.Differs(t.values) {
			return true
		}
	}
	return p.workload.kind.Random || p.draws
}
