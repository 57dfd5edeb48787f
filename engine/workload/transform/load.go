package transform

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/workload"
	"backfill/engine/workload/table"
)

// OfferedLoad is the offered load of w on a machine of so many processors, NaN if all jobs come at
// once. Jobs wider than the machine, which will be refused, offer none.
func OfferedLoad(w *engine.Workload, processors int32) float64 {
	return w.Offered(func(j int32) engine.Time {
		if w.Jobs[j].Processors > processors {
			return -1
		}
		return w.Jobs[j].Submit
	}).Load(processors)
}

// stretch is w with all times between submissions multiplied by factor, rounded to
// the millisecond; the first job keeps its time. Requested starts, deadlines, commands and when
// people entered a job move with it and keep their distance to the submission, but no requested start
// comes before 0; commands that would are left out, and early is how many. Delays after dependencies and
// think times stay, as run times do.
// What the log says about waits and about dates does not hold for the new times: both
// are gone. The error says that something would come too late.
func stretch(w *engine.Workload, factor float64) (out *engine.Workload, early int, err error) {
	first := w.Jobs[0].Submit
	span := float64(w.Jobs[len(w.Jobs)-1].Submit - first)
	if float64(factor*span) > table.MaxSeconds*float64(engine.Second)-float64(first) {
		return nil, 0, tooLate("the last job would be submitted")
	}
	copied := *w
	out = &copied
	out.Wait, out.Calendar, out.Months = nil, nil, nil
	out.Until, out.LogEnd = 0, 0
	out.Jobs = make([]engine.Job, len(w.Jobs))
	for i, j := range w.Jobs {
		j.Submit = first + engine.Time(math.Floor(float64(factor*float64(j.Submit-first))+0.5))
		out.Jobs[i] = j
	}
	out.Requested = slices.Clone(w.Requested)
	for i, at := range w.Requested {
		if at < 0 {
			continue
		}
		if at += out.Jobs[i].Submit - w.Jobs[i].Submit; at > table.Latest {
			return nil, 0, tooLate("a dedicated job would be requested to start")
		}
		out.Requested[i] = max(at, 0)
	}
	out.Deadline = slices.Clone(w.Deadline)
	for i, at := range w.Deadline {
		if at >= 0 {
			out.Deadline[i] = min(table.Latest, at+out.Jobs[i].Submit-w.Jobs[i].Submit)
		}
	}
	out.Entered = slices.Clone(w.Entered)
	for i, at := range w.Entered {
		if at >= 0 {
			out.Entered[i] = max(0, at+out.Jobs[i].Submit-w.Jobs[i].Submit)
		}
	}
	out.Commands, early = table.MovedCommands(w.Commands, func(c engine.Command) engine.Time {
		return c.At + out.Jobs[c.Job].Submit - w.Jobs[c.Job].Submit
	})
	if n := len(out.Commands); n > 0 && out.Commands[n-1].At > table.Latest {
		return nil, 0, tooLate("a command would be issued")
	}
	return out, early, nil
}

func tooLate(what string) error {
	return fmt.Errorf("%s after %d s, the latest time that is accepted", what, int64(table.MaxSeconds))
}

// StretchTo is stretch to a wanted offered load on the given processors, with a note on what was done. A wrong
// value is named by path.
func StretchTo(w *engine.Workload, load float64, processors int32, path string) (*engine.Workload, string, error) {
	out, note, err := toLoad(w, load, processors)
	if err != nil {
		return nil, "", &param.Error{Path: path, Value: fmt.Sprint(load), Reason: err.Error()}
	}
	return out, note, nil
}

// wider is the number of jobs that need more than the given processors.
func wider(w *engine.Workload, processors int32) int {
	n := 0
	for i := range w.Jobs {
		if w.Jobs[i].Processors > processors {
			n++
		}
	}
	return n
}

// Load makes jobs come faster or more slowly.
var Load = workload.Transform{
	Description: param.Description{
		Kind: "load",
		Name: "Load",
		Doc:  "Multiplies the times between submissions by one factor, given or such that the offered load becomes the wanted one or changes by so many per cent; requested starts, deadlines and elastic commands keep their distance to the submission, recorded waits and dates do not hold any more.",
		Params: []param.Param{
			{Name: "load", Kind: param.Number, Min: 0.001, Max: 100,
				Doc: "Wanted offered load: processors times run time of all jobs that the machine can run, by those of the machine from the first to the last submission."},
			{Name: "factor", Kind: param.Number, Min: 0.0001, Max: 10_000,
				Doc: "Instead of a load: what times between submissions are multiplied by; below 1 jobs come faster."},
			{Name: "change", Kind: param.Number, Unit: "%", Min: -99, Max: 10_000,
				Doc: "Instead of a load: by how many per cent it changes. 20 makes the jobs come so much faster that they offer 1.2 times what they offer now, on whatever machine."},
		},
	},
	Resubmits: true,
	Dates:     func(param.Values, *engine.Calendar) *engine.Calendar { return nil },
	Apply:     applyLoad,
}

// loads are the parameters of which one is given.
var loads = []string{"load", "factor", "change"}

// applyLoad stretches by "factor", by "change" or to "load" on the scenario's machine, or where
// that is not one pool, on the one that the workload was recorded on or made for.
func applyLoad(v param.Values, w *engine.Workload, in workload.Inputs) (*engine.Workload, []string, error) {
	given := slices.DeleteFunc(slices.Clone(loads), func(name string) bool { return !v.Has(name) })
	switch len(given) {
	case 0:
		return nil, nil, &param.Error{Path: "/load", Reason: "missing; one of load, factor and change is accepted"}
	case 1:
	default:
		last := given[len(given)-1]
		return nil, nil, &param.Error{Path: "/" + last, Value: fmt.Sprint(v.Float(last)), Reason: given[0] + " is given too; one of load, factor and change is accepted"}
	}
	processors := in.Processors
	if processors == 0 {
		processors = w.Machine
	}
	value := v.Float(given[0])
	var out *engine.Workload
	var note string
	var err error
	switch given[0] {
	case "load":
		out, note, err = toLoad(w, value, processors)
	case "factor":
		out, note, err = byFactor(w, value, fmt.Sprintf("times between submissions are multiplied by %v", value))
	case "change":
		out, note, err = changeLoad(w, value, processors)
	}
	if err != nil {
		return nil, nil, &param.Error{Path: "/" + given[0], Value: fmt.Sprint(value), Reason: err.Error()}
	}
	return out, []string{note}, nil
}

// byFactor is stretch with a note that begins with words.
func byFactor(w *engine.Workload, factor float64, words string) (*engine.Workload, string, error) {
	out, early, err := stretch(w, factor)
	return out, words + table.NoteLeftOut(early), err
}

// toLoad stretches to a wanted offered load on so many processors, 0 if nobody says how many.
func toLoad(w *engine.Workload, load float64, processors int32) (*engine.Workload, string, error) {
	if processors == 0 {
		return nil, "", errors.New("neither the machine nor the workload says for how many processors; a factor or a change is accepted instead")
	}
	natural := OfferedLoad(w, processors)
	if math.IsNaN(natural) {
		return nil, "", errors.New("no load is defined; jobs no wider than the machine, submitted at two or more instants, are accepted")
	}
	words := fmt.Sprintf("times between submissions are multiplied by %.4g: the offered load on %d processors goes from %.4g to %.4g",
		natural/load, processors, natural, load)
	if wide := wider(w, processors); wide > 0 {
		words += "; " + workload.Plural(wide, "job") + workload.Verb(wide, " wider than that offers none", " wider than that offer none")
	}
	return byFactor(w, natural/load, words)
}

// changeLoad makes jobs come so much faster, or more slowly, that they offer so many per cent more work in the same
// time. For processors, 0 if unknown, the note says what that is.
func changeLoad(w *engine.Workload, percent float64, processors int32) (*engine.Workload, string, error) {
	last := len(w.Jobs) - 1
	if w.Jobs[0].Submit == w.Jobs[last].Submit {
		return nil, "", errors.New("no load is defined, as all jobs are submitted at once; jobs submitted at two or more instants are accepted")
	}
	for j, after := range w.After {
		if after != engine.NoJob && (w.Continues == nil || !w.Continues[j]) {
			return nil, "", errors.New("jobs are submitted when others have ended, so that their load depends on the schedule; it is accepted before the transformation closedLoop")
		}
	}
	factor := 100 / (100 + percent)
	words := fmt.Sprintf("times between submissions are multiplied by %.4g: the offered load changes by %+.4g %%", factor, percent)
	if natural := OfferedLoad(w, processors); processors > 0 && !math.IsNaN(natural) {
		words += fmt.Sprintf(", on %d processors from %.4g to %.4g", processors, natural, natural/factor)
	}
	return byFactor(w, factor, words)
}
