package workload

import (
	"fmt"
	"math"

	"backfill/engine"
	"backfill/engine/param"
)

// OfferedLoad is the sum of processors times run time over all jobs, divided by the
// machine's processors times the time from the first to the last submission: the
// utilisation that the jobs ask for. It is 0 if all jobs come at once.
//
// The archive's definition counts from time 0, which is where its logs begin;
// counting from the first job gives the same there, and a sensible number for a
// piece of a log.
//
// Cost: O(n).
//
// Source: comments of the program of Lublin and Feitelson.
func OfferedLoad(w *engine.Workload, processors int32) float64 {
	span := w.Jobs[len(w.Jobs)-1].Submit - w.Jobs[0].Submit
	if span == 0 {
		return 0
	}
	area := 0.0
	for i := range w.Jobs {
		area += float64(float64(w.Jobs[i].Run) * float64(w.Jobs[i].Processors))
	}
	return area / float64(float64(processors)*float64(span))
}

// stretch is w with all times between submissions multiplied by factor, rounded to
// the millisecond; the first job keeps its time. What the log says about waits and
// about dates does not hold for the new times: both are gone.
// The error says that the last job would come too late.
func stretch(w *engine.Workload, factor float64) (*engine.Workload, error) {
	first := w.Jobs[0].Submit
	span := float64(w.Jobs[len(w.Jobs)-1].Submit - first)
	if float64(factor*span) > maxSeconds*float64(engine.Second)-float64(first) {
		return nil, fmt.Errorf("the last job would be submitted after %d s", int64(maxSeconds))
	}
	out := *w
	out.Wait, out.Calendar = nil, nil
	out.Jobs = make([]engine.Job, len(w.Jobs))
	for i, j := range w.Jobs {
		j.Submit = first + engine.Time(math.Floor(float64(factor*float64(j.Submit-first))+0.5))
		out.Jobs[i] = j
	}
	return &out, nil
}

// stretchTo is stretch to a wanted offered load on the given processors. A wrong
// value is named by path.
func stretchTo(w *engine.Workload, load float64, processors int32, path string) (*engine.Workload, string, error) {
	refuse := func(reason string) (*engine.Workload, string, error) {
		return nil, "", &param.Error{Path: path, Value: fmt.Sprint(load), Reason: reason}
	}
	natural := OfferedLoad(w, processors)
	if natural == 0 {
		return refuse("all jobs are submitted at one time, so that no load is defined; jobs submitted at two times or more are accepted")
	}
	factor := natural / load
	out, err := stretch(w, factor)
	if err != nil {
		return refuse(err.Error())
	}
	return out, fmt.Sprintf("times between submissions are multiplied by %.4g: the offered load on %d processors goes from %.4g to %.4g",
		factor, processors, natural, load), nil
}
