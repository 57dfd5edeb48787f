package grouping

import (
	"cmp"
	"math"
	"slices"

	"backfill/engine"
)

// division is a Division carried out: the classes that jobs may be in, in order, and the
// place of each job's class among them.
type division struct {
	of    []int32
	class []int32
	label []string
}

// divide carries out d; quantiles and extents are those of the jobs that count.
func divide(o *engine.Outcome, d Division, counts []bool) *division {
	if d.By == "" {
		return &division{of: make([]int32, len(o.State)), class: []int32{1}, label: []string{"all"}}
	}
	a := AttributeNamed(d.By)
	column := a.Column(o.Workload)
	if a.Natural {
		return naturalDivision(o.Workload, a, column, counts)
	}
	bounds := d.bounds()
	if d.Quantiles > 0 {
		bounds = quantiles(column, counts, d.Quantiles)
	}
	// Class c holds the values in (bounds[c-1], bounds[c]]; the unknown have the last.
	n := len(bounds) + 1
	v := &division{of: make([]int32, len(column))}
	low, high := slices.Repeat([]int64{math.MaxInt64}, n), slices.Repeat([]int64{-1}, n)
	for j, value := range column {
		if value < 0 {
			v.of[j] = int32(n)
			continue
		}
		c := 0
		for c < len(bounds) && value > bounds[c] {
			c++
		}
		v.of[j] = int32(c)
		if counts[j] {
			low[c], high[c] = min(low[c], value), max(high[c], value)
		}
	}
	alike := map[string]int{}
	for c := range n {
		if d.Quantiles == 0 {
			low[c], high[c] = limits(a, bounds, c) // a quantile class is called by its extent
		}
		alike[a.label(low[c], high[c])]++
	}
	for c := range n {
		label := a.label(low[c], high[c])
		if alike[label] > 1 {
			label = a.exactly(low[c], high[c])
		}
		v.add(int32(c)+1, label)
	}
	v.add(Unknown, a.none)
	return v
}

func (v *division) add(class int32, label string) {
	v.class, v.label = append(v.class, class), append(v.label, label)
}

// quantiles are the k - 1 inner bounds of k quantile classes.
func quantiles(column []int64, counts []bool, k int) []int64 {
	sorted := make([]int64, 0, len(column))
	for j, v := range column {
		if v >= 0 && counts[j] {
			sorted = append(sorted, v)
		}
	}
	slices.Sort(sorted)
	var bounds []int64
	for i := 1; i < k && len(sorted) > 0; i++ {
		rank := (i*len(sorted) + k - 1) / k
		bounds = append(bounds, sorted[rank-1])
	}
	return bounds
}

// naturalDivision makes a class of each value that counts, or of the most frequent ones.
func naturalDivision(w *engine.Workload, a *Attribute, column []int64, counts []bool) *division {
	jobs := map[int64]int{}
	for j, value := range column {
		if value >= 0 && counts[j] {
			jobs[value]++
		}
	}
	var values []int64
	for value := range jobs {
		values = append(values, value)
	}
	slices.SortFunc(values, func(x, y int64) int { return cmp.Or(cmp.Compare(jobs[y], jobs[x]), cmp.Compare(x, y)) })
	rare := len(values) > MaxClasses
	if rare {
		values = values[:MaxClasses-1]
	}
	slices.Sort(values)
	v := &division{of: make([]int32, len(column))}
	place := map[int64]int32{}
	for i, value := range values {
		place[value] = int32(i)
		v.add(int32(value)+1, a.name(w, value))
	}
	if rare {
		v.add(Others, "others")
	}
	v.add(Unknown, a.none)
	for j, value := range column {
		p, named := place[value]
		switch {
		case named:
			v.of[j] = p
		case value < 0:
			v.of[j] = int32(len(v.class) - 1)
		case rare:
			v.of[j] = int32(len(v.class) - 2)
		}
	}
	return v
}
