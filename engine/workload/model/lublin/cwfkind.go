package lublin

import (
	"fmt"
	"math"
	"strings"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/workload"
	"backfill/engine/workload/random"
	"backfill/engine/workload/table"
	"backfill/engine/workload/transform"
)

// CWFKind is the variant with dedicated and elastic jobs, which the Cloud Workload Format can hold.
var CWFKind = workload.Kind{
	Description: param.Description{
		Kind:   "lublin-cwf",
		Name:   "Lublin-Feitelson model with dedicated and elastic jobs",
		Doc:    "Draws jobs of whole allocation units, small and large, in daily bursts; some have a requested start, some are extended or reduced after the submission.",
		Source: workload.ElasticSource,
		Params: append([]param.Param{
			{Name: "jobs", Kind: param.Integer, Unit: "jobs", Min: 1, Max: 1_000_000, Default: int64(500), Doc: "How many jobs. Arrivals are rounded down to whole seconds, so that the daily cycle drifts by half a second a job; in a series of tens of thousands morning becomes night."},
			{Name: "processors", Kind: param.Integer, Unit: "processors", Min: 1, Max: engine.MaxProcessors,
				Doc: "Size of the machine that the jobs are made for, the scenario's if left out; the published one has 320."},
			{Name: "unit", Kind: param.Integer, Unit: "processors", Min: 1, Max: engine.MaxProcessors / smallestLarge, Default: int64(32),
				Doc: "Allocation unit: small jobs take 1 to 3 of them, large ones from 4 to the whole machine."},
			{Name: "smallShare", Kind: param.Number, Min: 0, Max: 1, Default: 0.5, Doc: "Probability of a small job (P_S)."},
			{Name: "dedicatedShare", Kind: param.Number, Min: 0, Max: 1, Default: 0.0, Doc: "Probability of a dedicated job, which has a requested start (P_D)."},
			{Name: "meanOffset", Kind: param.Number, Unit: "s", Min: 1, Max: table.MaxMean, Default: 10_000.0,
				Doc: "Mean of the exponential time from a dedicated job's submission to its requested start; not published."},
			{Name: "load", Kind: param.Number, Min: 0.1, Max: 20,
				Title: "Load (from time 0)",
				Doc: "Wanted load as the program of the paper counts it, 0.9 if neither it nor betaArr is given: processors times submitted run time of all jobs, by those of the machine from time 0 to the last submission. The offered load, which counts from the first submission, is higher, the more the fewer the jobs. " +
					"betaArr is solved for each workload to reach the load as nearly as empty nights allow."},
			{Name: "betaArr", Kind: param.Number, Min: lowestScale, Max: highestScale,
				Doc: "Instead of a load: scale of the gamma distribution of the logarithm of times between arrivals; published are values from 0.4101 to 0.6101."},
			{Name: "sizes", Kind: param.Choice, Choices: []string{"round", "floorLarge"}, Default: "round",
				Doc: "round: sizes are rounded to whole units, as published; floorLarge: large ones are rounded down and never take the whole machine, which fits the published mean sizes better."},
			{Name: "p", Kind: param.Choice, Choices: []string{"raw", "unit"}, Default: "raw",
				Doc: "What makes run times long, by the formula of the model: the number of processors, or that of units."},
			{Name: "arrivals", Kind: param.Choice, Choices: []string{"c", "gridsim"}, Default: "c",
				Doc: "c: the daily cycle of the model's own program; gridsim: that of its GridSim port, which forgets between two arrivals how much of the half hour is over, and makes a higher load of the same betaArr."},
		}, transform.ElasticParams(0, 0)...),
	},
	Random: true,
	Make:   makeCWF,
}

// defaultLoad is the wanted load if nothing is said about arrivals.
const defaultLoad = 0.9

// makeCWF draws a workload from the model. Every attribute has a stream of its
// own: shares, means and the load change nothing but what they name.
func makeCWF(v param.Values, in workload.Inputs) (*engine.Workload, *workload.Report, error) {
	const (
		gapStream = iota
		sizeStream
		runStream
		dedicatedStream
		offsetStream
	)
	m := &cwfModel{
		jobType:    elasticType,
		processors: in.Processors, unit: int32(v.Int("unit")), smallShare: v.Float("smallShare"),
		floorLarge: v.Text("sizes") == "floorLarge", unitP: v.Text("p") == "unit",
		sizes: in.Stream(sizeStream), runs: in.Stream(runStream), gaps: gapPool{Source: in.Stream(gapStream)},
		cycle: *newArrivalProcess(&elasticType, nil),
	}
	m.cycle.forgets = v.Text("arrivals") == "gridsim"
	if v.Has("processors") {
		m.processors = int32(v.Int("processors"))
	}
	if m.processors == 0 {
		return nil, nil, &param.Error{Path: "/processors", Reason: "missing, and the machine is not one pool whose size could be used; the number of processors is accepted"}
	}
	if m.processors/m.unit < smallestLarge {
		return nil, nil, &param.Error{Path: "/unit", Value: fmt.Sprint(m.unit),
			Reason: fmt.Sprintf("the %d processors are fewer than %d units, the size of the smallest large job; a smaller unit or a larger machine is accepted", m.processors, smallestLarge)}
	}
	if v.Has("load") && v.Has("betaArr") {
		return nil, nil, &param.Error{Path: "/betaArr", Value: fmt.Sprint(v.Float("betaArr")), Reason: "load is given too; one of load and betaArr is accepted"}
	}
	commands, err := transform.NewElasticity(v, in)
	if err != nil {
		return nil, nil, err
	}

	w := &engine.Workload{Jobs: m.jobs(int(v.Int("jobs"))), Machine: m.processors}
	arrivals, err := m.submit(w.Jobs, v)
	if err != nil {
		return nil, nil, err
	}
	w.Requested = requestedStarts(w.Jobs, v.Float("dedicatedShare"), v.Float("meanOffset"), in.Stream(dedicatedStream), in.Stream(offsetStream))
	w = commands.Applied(w)
	report := workload.ReportOf(w)
	report.Notes = append(report.Notes, arrivals)
	return w, report, nil
}

// submit gives jobs their submit times by "load" or "betaArr", and says how.
func (m *cwfModel) submit(jobs []engine.Job, v param.Values) (note string, err error) {
	if v.Has("betaArr") {
		m.arrive(jobs, v.Float("betaArr"))
		return m.loadsNote(jobs), nil
	}
	load := defaultLoad
	if v.Has("load") {
		load = v.Float("load")
	}
	scale, ok := m.solve(jobs, load)
	if !ok {
		return "", &param.Error{Path: "/load", Value: fmt.Sprint(load), Reason: fmt.Sprintf(
			"no betaArr from %v to %v gives it to these jobs; loads nearer to 1 and more jobs are accepted", lowestScale, highestScale)}
	}
	return fmt.Sprintf("betaArr is %.5f: %s", scale, m.loadsNote(jobs)), nil
}

// loadsNote says what the load from time 0 is, which the paper's program knows, and what the offered
// load.
func (m *cwfModel) loadsNote(jobs []engine.Job) string {
	var notes []string
	if last := jobs[len(jobs)-1].Submit; last > 0 {
		notes = append(notes, fmt.Sprintf("the load from time 0 to the last submission is %.4g", engine.Offered{Work: area(jobs), Span: last}.Load(m.processors)))
	}
	if offered := transform.OfferedLoad(&engine.Workload{Jobs: jobs}, m.processors); !math.IsNaN(offered) {
		notes = append(notes, fmt.Sprintf("the offered load, which counts from the first submission, is %.4g", offered))
	}
	return strings.Join(notes, "; ")
}

// requestedStarts makes a share of jobs dedicated, with exponential times (s) from the
// submission to the requested start; nil if no job is.
func requestedStarts(jobs []engine.Job, share, mean float64, dedicated, offsets *random.Stream) []engine.Time {
	var requested table.Column[engine.Time]
	for i := range jobs {
		at := engine.Time(-1)
		is, offset := dedicated.Uniform() < share, offsets.Exponential()
		if is {
			at = table.Later(jobs[i].Submit, table.WholeSeconds(offset, mean))
		}
		requested.Set(i, at, len(jobs))
	}
	return requested.Values
}
