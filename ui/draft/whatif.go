package draft

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/engine/workload"
)

// What people ask "what if" about as a whole. An answer is told as a comparison with what was before, base: asking again with another
// number takes the place of what was asked since then, and never adds to it. Only jobs that are left out add up.
//
// Changes of single jobs by hand come after other loads and estimates, as they are typed in times and requests that are on the page,
// and before jobs are left out, whose numbers may be among them.

// AskLoad lets the jobs of d offer so many per cent more load than those of base.
func (d *Draft) AskLoad(base *Draft, percent string) {
	d.put(base, Choice{Kind: LoadKind, Texts: map[string]string{"change": percent}},
		func(c *Choice) bool { return c.Kind == LoadKind && c.Texts["change"] != "" }, ChangeKind, "closedLoop")
}

// AskEstimates lets no job of d request more than so many times its run time, 1 for exact requests; jobs that are stopped at their
// request still are.
func (d *Draft) AskEstimates(base *Draft, factor string) {
	d.put(base, Choice{Kind: EstimatesKind, Texts: map[string]string{"model": "factor", "factor": factor}},
		func(c *Choice) bool { return c.Kind == EstimatesKind && c.Texts["model"] == "factor" }, ChangeKind)
}

// AskWithout leaves the jobs of one user, group or queue out of d: name is the filter's parameter, and number "unknown" or a number.
func (f Form) AskWithout(d, base *Draft, name, number string) {
	drops := func(c *Choice) bool {
		return c.Kind == FilterKind && c.Texts["rule"] == "drop" && onlyGiven(c, "rule", name)
	}
	set := number
	if i := last(d.Transforms, drops); i >= 0 && countOf(d.Transforms, drops) > countOf(base.Transforms, drops) {
		if set = d.Transforms[i].Texts[name]; !f.hasNumber(name, set, number) {
			set += ", " + number
		}
	}
	d.put(base, Choice{Kind: FilterKind, Texts: map[string]string{"rule": "drop", name: set}}, drops)
}

// hasNumber says whether a set of the filter has a number already.
func (f Form) hasNumber(name, set, number string) bool {
	read := func(text string) param.Set {
		v, err := param.Check("", []param.Param{*ParamNamed(f.Transform(FilterKind), name)}, map[string]json.RawMessage{name: quoted(text)})
		if err != nil {
			return nil
		}
		return v.Set(name)
	}
	one := read(number)
	return len(one) == 1 && read(set).Range(one[0].From) >= 0
}

// onlyGiven says whether a choice has no other texts than those named.
func onlyGiven(c *Choice, names ...string) bool {
	for name, text := range c.Texts {
		if strings.TrimSpace(text) != "" && !slices.Contains(names, name) {
			return false
		}
	}
	return true
}

// put makes transformation c a part of d: in place of the last one like it, if d has more of these than base, else before the first
// of some kinds, or last.
func (d *Draft) put(base *Draft, c Choice, like func(*Choice) bool, before ...string) {
	if i := last(d.Transforms, like); i >= 0 && countOf(d.Transforms, like) > countOf(base.Transforms, like) {
		d.Transforms[i] = c
		return
	}
	at := slices.IndexFunc(d.Transforms, func(t Choice) bool { return slices.Contains(before, t.Kind) })
	if at < 0 {
		at = len(d.Transforms)
	}
	d.Transforms = slices.Insert(d.Transforms, at, c)
	d.Follow("/workload/transform", func(i int) int {
		if i >= at {
			return i + 1
		}
		return i
	})
}

// last is the place of the last choice that is like something, -1 if none is.
func last(list []Choice, like func(*Choice) bool) int {
	for i := len(list) - 1; i >= 0; i-- {
		if like(&list[i]) {
			return i
		}
	}
	return -1
}

// countOf is how many choices are like something.
func countOf(list []Choice, like func(*Choice) bool) int {
	n := 0
	for i := range list {
		if like(&list[i]) {
			n++
		}
	}
	return n
}

// MoreProcessors is a number of processors that is so many per cent more, rounded up to whole processors, in whole allocation units
// of the machine; false if the machine has no one number of processors.
func (f Form) MoreProcessors(machine *Choice, percent float64) (int64, bool) {
	q := ParamNamed(f.Machine(machine.Kind), "processors")
	n, err := strconv.ParseInt(strings.TrimSpace(machine.Texts["processors"]), 10, 64)
	if q == nil || err != nil || n < 1 {
		return 0, false
	}
	return f.WholeUnits(machine, PercentMore(float64(n), percent)), true
}

// PercentMore is so many per cent more than n, rounded up.
func PercentMore(n, percent float64) float64 { return math.Ceil(n*(100+percent)/100 - 1e-9) }

// WholeUnits is a number of processors, rounded up to the allocation units of the machine, within what its kind accepts.
func (f Form) WholeUnits(machine *Choice, processors float64) int64 {
	q := ParamNamed(f.Machine(machine.Kind), "processors")
	unit, err := strconv.ParseFloat(strings.TrimSpace(machine.Texts["unit"]), 64)
	if err != nil || unit < 1 {
		unit = 1
	}
	n := math.Ceil(processors/unit) * unit
	most := math.Floor(q.Max/unit) * unit
	return int64(min(max(n, unit), most))
}

// Resubmits says whether a kind of transformation takes recorded waits away.
func (f Form) Resubmits(kind string) bool {
	return slices.ContainsFunc(f.Catalogs.Transforms, func(t workload.Transform) bool { return t.Kind == kind && t.Resubmits })
}

// RemoveRecorded takes the policies that repeat recorded waits away, unless they are all,
// and returns their labels.
func (f Form) RemoveRecorded(d *Draft) (labels []string) {
	recorded := func(c Choice) bool { return c.Kind == scenario.Recorded }
	if !slices.ContainsFunc(d.Policies, func(c Choice) bool { return !recorded(c) }) {
		return nil
	}
	for i := slices.IndexFunc(d.Policies, recorded); i >= 0; i = slices.IndexFunc(d.Policies, recorded) {
		label := f.Labels(d)[i]
		if d.Settings.Texts["baseline"] == label {
			delete(d.Settings.Texts, "baseline")
		}
		labels = append(labels, "“"+label+"”")
		d.Policies = slices.Delete(d.Policies, i, i+1)
		d.Follow("/policies", Without(i))
	}
	return labels
}
