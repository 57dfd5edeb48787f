package transform

import (
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
// the millisecond; the first job keeps its time. Requested starts, deadlines and commands move
// with their jobs and keep their distance to the submission, but no requested start
// comes before 0; commands that would are left out, and early is how many.
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

// StretchTo is stretch to a wanted offered load on the given processors. A wrong
// value is named by path.
func StretchTo(w *engine.Workload, load float64, processors int32, path string) (*engine.Workload, string, error) {
	refuse := func(reason string) (*engine.Workload, string, error) {
		return nil, "", &param.Error{Path: path, Value: fmt.Sprint(load), Reason: reason}
	}
	natural := OfferedLoad(w, processors)
	if math.IsNaN(natural) {
		return refuse("no load is defined; jobs no wider than the machine that are submitted at two times or more are accepted")
	}
	factor := natural / load
	out, early, err := stretch(w, factor)
	if err != nil {
		return refuse(err.Error())
	}
	note := fmt.Sprintf("times between submissions are multiplied by %.4g: the offered load on %d processors goes from %.4g to %.4g",
		factor, processors, natural, load)
	if wide := wider(w, processors); wide > 0 {
		note += fmt.Sprintf("; %d jobs wider than that offer none", wide)
	}
	return out, note + table.NoteLeftOut(early), nil
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
		Doc:  "Multiplies the times between submissions by one factor, given or such that the offered load becomes the wanted one; requested starts, deadlines and elastic commands keep their distance to the submission, recorded waits and dates do not hold any more.",
		Params: []param.Param{
			{Name: "load", Kind: param.Number, Min: 0.001, Max: 100,
				Doc: "Wanted offered load: processors times run time of all jobs that the machine can run, by those of the machine from the first to the last submission."},
			{Name: "factor", Kind: param.Number, Min: 0.0001, Max: 10_000,
				Doc: "Instead of a load: what times between submissions are multiplied by; below 1 jobs come faster."},
		},
	},
	Resubmits: true,
	Dates:     func(param.Values, *engine.Calendar) *engine.Calendar { return nil },
	Apply:     applyLoad,
}

// applyLoad stretches by "factor" or to "load" on the scenario's machine, or where
// that is not one pool, on the one that the workload was recorded on or made for.
func applyLoad(v param.Values, w *engine.Workload, in workload.Inputs) (*engine.Workload, []string, error) {
	switch {
	case v.Has("load") && v.Has("factor"):
		return nil, nil, &param.Error{Path: "/factor", Value: fmt.Sprint(v.Float("factor")), Reason: "load is given too; one of load and factor is accepted"}
	case v.Has("factor"):
		factor := v.Float("factor")
		out, early, err := stretch(w, factor)
		if err != nil {
			return nil, nil, &param.Error{Path: "/factor", Value: fmt.Sprint(factor), Reason: err.Error()}
		}
		return out, []string{fmt.Sprintf("times between submissions are multiplied by %v", factor) + table.NoteLeftOut(early)}, nil
	case v.Has("load"):
		processors := in.Processors
		if processors == 0 {
			processors = w.Machine
		}
		if processors == 0 {
			return nil, nil, &param.Error{Path: "/load", Value: fmt.Sprint(v.Float("load")),
				Reason: "neither the machine nor the workload says for how many processors; a factor is accepted instead"}
		}
		out, note, err := StretchTo(w, v.Float("load"), processors, "/load")
		if err != nil {
			return nil, nil, err
		}
		return out, []string{note}, nil
	}
	return nil, nil, &param.Error{Path: "/load", Reason: "missing; one of load and factor is accepted"}
}
