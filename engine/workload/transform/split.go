package transform

import (
	"fmt"
	"math"
	"slices"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/workload"
	"backfill/engine/workload/random"
	"backfill/engine/workload/table"
)

// CoallocationSource is the source of what splits jobs into components.
const CoallocationSource = "Ngubiri and van Vliet, Group-wise performance evaluation of processor co-allocation in multi-cluster systems, JSSPP 2007"

// Split divides large jobs into components.
var Split = workload.Transform{
	Description: param.Description{
		Kind:   "split",
		Name:   "Split into components",
		Doc:    "Divides large jobs into components, which run on different clusters of a multi-cluster at the same time.",
		Source: CoallocationSource,
		Params: SplitParams,
	},
	Random: true,
	Draws:  func(v param.Values) bool { return v.Text("split") == "random" },
	Apply: func(v param.Values, w *engine.Workload, in workload.Inputs) (*engine.Workload, []string, error) {
		out := *w
		sizes := make([]float64, 0)
		for i := range w.Jobs {
			size := int(w.Jobs[i].Processors)
			for len(sizes) <= size {
				sizes = append(sizes, 0)
			}
			sizes[size]++
		}
		s := NewSplitter(v, sizes, in.Stream(random.Components))
		out.Components = s.Components(w.Jobs)
		return &out, []string{s.Note(out.Components)}, nil
	},
}

// SplitParams are the parameters of a split, in the transformation and in generators.
var SplitParams = []param.Param{
	{Name: "threshold", Kind: param.Integer, Unit: "processors", Min: 1, Max: table.MaxProcessors, Default: int64(11),
		Doc: "Largest size of a job that has one component; larger ones are split."},
	{Name: "maxComponents", Kind: param.Integer, Min: 2, Max: 64, Default: int64(4), Doc: "Most components of a job (k)."},
	{Name: "split", Kind: param.Choice, Choices: []string{"random", "phased"}, Default: "random",
		Doc: "How many components a large job has: random, from 2 to maxComponents with equal probability whatever its size; phased, the more the larger it is, in classes of about equally many jobs."},
}

// Splitter decides how many components a job has and how wide they are.
type Splitter struct {
	threshold, most int32
	bounds          []int32 // of a phased split: the largest sizes with 2, 3, ... components; nil: random
	choice          *random.Stream
}

// NewSplitter reads SplitParams. weights are how frequent each size is, from 0 on; choice is
// drawn from for every job, large or not, if the split is random.
func NewSplitter(v param.Values, weights []float64, choice *random.Stream) *Splitter {
	s := &Splitter{threshold: int32(v.Int("threshold")), most: int32(v.Int("maxComponents")), choice: choice}
	if v.Text("split") == "phased" {
		s.bounds = phases(weights, int(s.threshold), int(s.most))
	}
	return s
}

// phases are the bounds of a phased split into up to most components: for j = 1, ...,
// most-2 the size above the threshold up to which the share of the larger jobs is nearest to
// j/(most-1), of two equally near ones the smaller.
func phases(weights []float64, threshold, most int) []int32 {
	total := 0.0
	for size := threshold + 1; size < len(weights); size++ {
		total += weights[size]
	}
	bounds := []int32{}
	for j := 1; j <= most-2; j++ {
		best, sum := threshold, 0.0
		nearest := math.Inf(1)
		for size := threshold + 1; size < len(weights); size++ {
			sum += weights[size]
			distance := math.Abs(sum/total - float64(j)/float64(most-1))
			if distance < nearest {
				best, nearest = size, distance
			}
		}
		bounds = append(bounds, int32(best))
	}
	return bounds
}

// count is the number of components of a job of the given size, not above its size.
func (s *Splitter) count(size int32) int32 {
	n := int32(2)
	if s.bounds == nil {
		n += int32(math.Floor(float64(s.choice.Uniform() * float64(s.most-1))))
	} else {
		for _, bound := range s.bounds {
			if size > bound {
				n++
			}
		}
	}
	if size <= s.threshold {
		return 1
	}
	return min(n, size)
}

// Components are the widths for each job, the widest first: all but that one are the
// whole part of the size by their number. Jobs that are not split have none.
func (s *Splitter) Components(jobs []engine.Job) [][]int32 {
	counts := make([]int32, len(jobs))
	sum := 0
	for i := range jobs {
		if counts[i] = s.count(jobs[i].Processors); counts[i] > 1 {
			sum += int(counts[i])
		}
	}
	all := make([]int32, 0, sum)
	components := make([][]int32, len(jobs))
	for i, n := range counts {
		if n == 1 {
			continue
		}
		width := jobs[i].Processors / n
		from := len(all)
		all = append(all, jobs[i].Processors-(n-1)*width)
		for range n - 1 {
			all = append(all, width)
		}
		components[i] = all[from:len(all):len(all)]
	}
	return components
}

// Note says how many jobs were split, and at which sizes.
func (s *Splitter) Note(components [][]int32) string {
	n := 0
	for _, widths := range components {
		if widths != nil {
			n++
		}
	}
	text := fmt.Sprintf("%d of %d jobs, those above %d processors, have more than one component", n, len(components), s.threshold)
	if len(s.bounds) > 0 {
		text += fmt.Sprintf("; one more each above %v processors", slices.Compact(slices.Clone(s.bounds)))
	}
	return text
}
