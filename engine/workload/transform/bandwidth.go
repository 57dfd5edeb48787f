package transform

import (
	"fmt"
	"strconv"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/workload"
	"backfill/engine/workload/demands"
	"backfill/engine/workload/random"
)

const sharingSource = "Guim, Corbalan and Labarta, Modeling the impact of resource sharing in backfilling policies using the Alvio simulator, MASCOTS 2007"

// What a process asks for, in MB/s.
const (
	highBandwidth   = 2000
	mediumBandwidth = 1000
	lowBandwidth    = 500
)

// bandwidthMix are the parameters of random demands.
var bandwidthMix = [...]param.Param{
	{Name: "high", Kind: param.Number, Min: 0, Max: 1, Default: 0.8, Doc: "Probability of a high demand; published are the mixes HIGH 0.8, MED 0.5 and LOW 0.1."},
	{Name: "medium", Kind: param.Number, Min: 0, Max: 1, Default: 0.1, Doc: "Probability of a medium demand, 0.1 in all published mixes; the rest of the jobs have a low one."},
}

// Bandwidth says what the processes of jobs ask for.
var Bandwidth = workload.Transform{
	Description: param.Description{
		Kind:   "bandwidth",
		Name:   "Demand for bandwidth",
		Doc:    "Says how much memory bandwidth the processes of each job ask for: 2000 (high), 1000 (medium) or 500 MB/s (low) at random, or what a file says.",
		Source: sharingSource,
		Params: append(bandwidthMix[:],
			param.Param{Name: "file", Kind: param.File, Doc: "A table (.csv, also .csv.gz) with a row for each job, instead of random demands. Its first line names the columns: job (number in the log; without it, rows are in the order of the jobs), bandwidth (MB/s of memory for each process) and network (the same). Jobs that it leaves out ask for nothing."}),
	},
	Random: true,
	Draws:  func(v param.Values) bool { return !v.Has("file") },
	Apply: func(v param.Values, w *engine.Workload, in workload.Inputs) (*engine.Workload, []string, error) {
		if v.Has("file") {
			return listedBandwidth(v, w, in)
		}
		return drawnBandwidth(v, w, in)
	},
}

// drawnBandwidth gives each job one of three demands at random.
func drawnBandwidth(v param.Values, w *engine.Workload, in workload.Inputs) (*engine.Workload, []string, error) {
	high, medium := v.Float("high"), v.Float("medium")
	if high+medium > 1 {
		return nil, nil, &param.Error{Path: "/medium", Value: fmt.Sprint(medium),
			Reason: fmt.Sprintf("high (%v) and medium (%v) together are above 1; at most 1 is accepted", high, medium)}
	}
	s := in.Stream(random.Bandwidth)
	out := *w
	out.Bandwidth = make([]int32, len(w.Jobs))
	counts := map[int32]int{}
	for i := range out.Bandwidth {
		demand := int32(lowBandwidth)
		switch u := s.Uniform(); {
		case u < high:
			demand = highBandwidth
		case u < high+medium:
			demand = mediumBandwidth
		}
		out.Bandwidth[i] = demand
		counts[demand]++
	}
	return &out, []string{fmt.Sprintf("%d jobs ask for a high, %d for a medium and %d for a low memory bandwidth",
		counts[highBandwidth], counts[mediumBandwidth], counts[lowBandwidth])}, nil
}

// listedBandwidth gives jobs what a file says. Of memory and network it changes what the
// file has a column of. O(n).
func listedBandwidth(v param.Values, w *engine.Workload, in workload.Inputs) (*engine.Workload, []string, error) {
	for _, q := range bandwidthMix {
		if v[q.Name] != q.Default {
			return nil, nil, &param.Error{Path: "/" + q.Name, Value: param.Format(v[q.Name]), Reason: "stands beside a file, which says what each job asks for; one of the two is accepted"}
		}
	}
	name := v.Text("file")
	if !demands.IsTable(name) {
		return nil, nil, &param.Error{Path: "/file", Value: strconv.Quote(name), Reason: "a name that ends in .csv or .csv.gz is accepted"}
	}
	f, err := in.File(name)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	d, err := demands.Read(f, name)
	if err != nil {
		return nil, nil, err
	}
	rows, known, err := d.RowsOf(w, name)
	if err != nil {
		return nil, nil, err
	}
	out := *w
	if d.Bandwidth != nil {
		out.Bandwidth = demandsOf(d.Bandwidth, rows)
	}
	if d.Network != nil {
		out.Network = demandsOf(d.Network, rows)
	}
	note := workload.SomeJobs(known, len(rows)) + workload.Verb(known, " has", " have") + " a row in " + name
	if known < len(rows) {
		note += "; the others ask for no bandwidth"
	}
	return &out, []string{note}, nil
}

// demandsOf is a column of demands, by job: -1 where there is no row about the job.
func demandsOf(column []int32, rows []int) []int32 {
	of := make([]int32, len(rows))
	for i, row := range rows {
		of[i] = -1
		if row >= 0 {
			of[i] = column[row]
		}
	}
	return of
}
