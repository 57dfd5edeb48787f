package lublin

import (
	"fmt"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/workload"
	"backfill/engine/workload/transform"
)

const source = "Lublin and Feitelson, The workload on parallel supercomputers: modeling the characteristics of rigid jobs, J. Parallel and Distributed Computing 63(11), 2003"

// Kind is the model with its published parameters, or others.
var Kind = workload.Kind{
	Description: param.Description{
		Kind:   "lublin",
		Name:   "Lublin-Feitelson model",
		Doc:    "Draws rigid jobs as they were seen on large machines: sizes near powers of two, run times over many orders of magnitude, a daily cycle of arrivals.",
		Source: source,
		Params: append([]param.Param{
			{Name: "jobs", Kind: param.Integer, Unit: "jobs", Min: 1, Max: 10_000_000, Default: int64(5000), Doc: "How many jobs. The model rounds arrivals down to whole seconds, so that its daily cycle drifts by half a second a job: in a series of tens of thousands noon becomes night."},
			{Name: "processors", Kind: param.Integer, Unit: "processors", Min: 1, Max: engine.MaxProcessors,
				Doc: "Size of the machine that the jobs are made for, the scenario's if left out; the published parameters are for 128, and sizes keep their distance from the machine's in powers of two."},
			{Name: "types", Kind: param.Choice, Choices: []string{"typeless", "two"}, Default: "typeless",
				Doc: "All jobs of one kind, or interactive and batch jobs (queues 0 and 1) with their own parameters."},
			{Name: "load", Kind: param.Number, Min: 0.001, Max: 100,
				Doc: "Wanted offered load: processors times run time of all jobs, by those of the machine from the first to the last submission; times between submissions are multiplied to reach it. If left out, the model's own, about 0.73 on 128 processors."},
		}, typeParams...),
	},
	Random: true,
	Make:   makeWorkload,
}

// typeParams are the parameters of jobType. What is left out has the published value.
var typeParams = []param.Param{
	{Name: "serial", Kind: param.Number, Min: 0, Max: 1, Doc: "Probability of a job on one processor; like all that follow, the published value of each type if left out, else the same for both."},
	{Name: "powerOfTwo", Kind: param.Number, Min: 0, Max: 1, Doc: "Probability of a parallel job with a power of two as size."},
	{Name: "uLow", Title: "Smallest size (uLow)", Kind: param.Number, Min: 0, Max: 24, Doc: "Binary logarithm of the smallest size of parallel jobs."},
	{Name: "uMed", Title: "Size where the parts meet (uMed)", Kind: param.Number, Min: 0, Max: 24, Doc: "Binary logarithm of the size where the two uniform parts of the distribution meet."},
	{Name: "uHi", Title: "Largest size (uHi)", Kind: param.Number, Min: 0, Max: 24, Doc: "Binary logarithm of the largest size."},
	{Name: "uProb", Title: "Share of the smaller sizes (uProb)", Kind: param.Number, Min: 0, Max: 1, Doc: "Probability of the part of smaller sizes."},
	{Name: "a1", Title: "First run times, shape (a1)", Kind: param.Number, Min: 0.01, Max: 10_000, Doc: "Shape of the first gamma distribution of the logarithm of run times."},
	{Name: "b1", Title: "First run times, scale (b1)", Kind: param.Number, Min: 0.0001, Max: 100, Doc: "Scale of the first gamma distribution of the logarithm of run times."},
	{Name: "a2", Title: "Second run times, shape (a2)", Kind: param.Number, Min: 0.01, Max: 10_000, Doc: "Shape of the second gamma distribution of the logarithm of run times."},
	{Name: "b2", Title: "Second run times, scale (b2)", Kind: param.Number, Min: 0.0001, Max: 100, Doc: "Scale of the second gamma distribution of the logarithm of run times."},
	{Name: "pa", Title: "First run times, slope (pa)", Kind: param.Number, Min: -1, Max: 1, Doc: "Slope, over the size, of the probability of the first distribution of run times."},
	{Name: "pb", Title: "First run times, share (pb)", Kind: param.Number, Min: -1, Max: 2, Doc: "Probability of the first distribution of run times at size 0."},
	{Name: "aarr", Title: "Times between arrivals, shape (aarr)", Kind: param.Number, Min: 0.01, Max: 10_000, Doc: "Shape of the gamma distribution of the logarithm of times between arrivals."},
	{Name: "barr", Title: "Times between arrivals, scale (barr)", Kind: param.Number, Min: 0.0001, Max: 100, Doc: "Scale of the gamma distribution of the logarithm of times between arrivals."},
	{Name: "anum", Title: "Arrivals over the day, shape (anum)", Kind: param.Number, Min: 0.1, Max: 1000, Doc: "Shape of the gamma distribution of arrivals over the day, in half hours."},
	{Name: "bnum", Title: "Arrivals over the day, scale (bnum)", Kind: param.Number, Min: 0.01, Max: 1000, Doc: "Scale of the gamma distribution of arrivals over the day, in half hours."},
	{Name: "arar", Title: "Factor of a whole day (arar)", Kind: param.Number, Min: 0.01, Max: 100, Doc: "Factor on aarr: times between all arrivals of a day to those in its busy hours."},
}

// fields are where typeParams go, in their order.
func (t *jobType) fields() []*float64 {
	return []*float64{&t.serial, &t.powerOfTwo, &t.uLow, &t.uMed, &t.uHi, &t.uProb, &t.a1, &t.b1, &t.a2, &t.b2, &t.pa, &t.pb,
		&t.aarr, &t.barr, &t.anum, &t.bnum, &t.arar}
}

// makeWorkload draws a workload from the model. Each type draws arrivals, sizes and
// run times from streams of their own.
func makeWorkload(v param.Values, in workload.Inputs) (*engine.Workload, *workload.Report, error) {
	m := &model{types: [2]jobType{typeless, typeless}, processors: in.Processors}
	if v.Text("types") == "two" {
		m.types, m.twoTypes = [2]jobType{interactive, batch}, true
	}
	if v.Has("processors") {
		m.processors = int32(v.Int("processors"))
	}
	if m.processors == 0 {
		return nil, nil, &param.Error{Path: "/processors", Reason: "missing, and the machine is not one pool whose size could be used; the number of processors is accepted"}
	}
	for k := range m.types {
		t := m.types[k].forMachine(m.processors)
		for i, field := range t.fields() {
			if name := typeParams[i].Name; v.Has(name) {
				*field = v.Float(name)
			}
		}
		if err := t.check(v); err != nil {
			return nil, nil, err
		}
		m.types[k] = t
		const attributes = 3
		m.arrivals[k] = in.Stream(attributes * k)
		m.sizes[k] = in.Stream(attributes*k + 1)
		m.runs[k] = in.Stream(attributes*k + 2)
	}

	w, err := m.generate(int(v.Int("jobs")))
	switch err {
	case nil:
	case errNoRun:
		return nil, nil, &param.Error{Path: "/a1", Reason: err.Error() + "; smaller shapes and scales of run times (a1, b1, a2, b2) are accepted"}
	default:
		return nil, nil, &param.Error{Path: "/aarr", Reason: err.Error() + "; smaller shapes and scales of arrivals (aarr, barr, arar) are accepted"}
	}
	report := workload.ReportOf(w)
	if v.Has("load") {
		var note string
		if w, note, err = transform.StretchTo(w, v.Float("load"), m.processors, "/load"); err != nil {
			return nil, nil, err
		}
		report.Notes = append(report.Notes, note)
	}
	return w, report, nil
}

// check refuses parameters that contradict each other.
func (t *jobType) check(v param.Values) error {
	for _, c := range []struct {
		low, high   float64
		lower, name string
	}{{t.uLow, t.uMed, "uLow", "uMed"}, {t.uMed, t.uHi, "uMed", "uHi"}} {
		if c.low > c.high {
			at, value := c.name, c.high
			if !v.Has(c.name) {
				at, value = c.lower, c.low
			}
			return &param.Error{Path: "/" + at, Value: fmt.Sprint(value),
				Reason: fmt.Sprintf("%s (%.4g) is above %s (%.4g); uLow <= uMed <= uHi is accepted", c.lower, c.low, c.name, c.high)}
		}
	}
	if t.serial+t.powerOfTwo > 1 {
		at := "powerOfTwo"
		if !v.Has(at) {
			at = "serial"
		}
		return &param.Error{Path: "/" + at, Value: fmt.Sprint(v.Float(at)),
			Reason: fmt.Sprintf("serial (%.4g) and powerOfTwo (%.4g) together are above 1; at most 1 is accepted", t.serial, t.powerOfTwo)}
	}
	return nil
}
