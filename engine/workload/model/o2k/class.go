package o2k

import (
	"cmp"
	"math"
	"slices"

	"backfill/engine/portable"
	"backfill/engine/workload/random"
)

// Sizes of jobs and their weights. The number of processors to the power of the
// class's exponent multiplies the weight.
var (
	sizeTable   = [...]int32{1, 2, 4, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64}
	sizeWeights = [len(sizeTable)]float64{3, 2.2, 2.4, 0.5, 2.2, 0.4, 0.6, 2.2, 0.3, 0.5, 1.6, 0.2, 0.3, 1}
)

// leastMemory is the smallest memory of a job, in GB.
const leastMemory = 1.0 / 32

// jobClass is the jobs of one class of one month: what has been drawn of them, and what
// they become with the four numbers that calibrate finds.
//
// Jobs of a class beyond the first are in it because they are wide, needing more
// processors than the class before, or because they need more memory.
type jobClass struct {
	space    *spaceClass
	previous spaceClass // none for the first class
	seconds  float64    // of the month

	// Drawn, one entry a job.
	request []float64 // h
	place   []float64 // b of runTime
	size    []float64 // from [0, 1): place among jobs in order of processors
	width   []float64 // from [0, 1): wide are those below a share
	memoryU []float64 // logarithm of a number from (0, 1]
	bySize  []int32   // jobs in order of size

	// Made of it.
	run        []int64 // s
	processors []int32
	memory     []int64 // KB per processor

	groups  [2]sizeGroup
	weights []float64 // GB s, for memoryDemand
}

// sizeGroup is the jobs of a class that are wide, or those that are not, in order of
// size.
type sizeGroup struct {
	jobs     []int32
	runs     []int64 // runs[k] is the run time of the first k jobs together, s
	from, to int     // the sizes they may have, a range of sizeTable
}

// newJobClass draws n jobs of a class. Places in the order of run times are stratified:
// one job in each n-th part, at random.
func newJobClass(class, days, n int, streams *[streamsOfMonth]*random.Stream) *jobClass {
	c := &jobClass{
		space:   &spaceTable[class/lengths],
		seconds: float64(days) * 86400,
		request: make([]float64, n), place: make([]float64, n), size: make([]float64, n), width: make([]float64, n),
		memoryU: make([]float64, n), bySize: make([]int32, n),
		run: make([]int64, n), processors: make([]int32, n), memory: make([]int64, n),
		weights: make([]float64, n),
	}
	if class >= lengths {
		c.previous = spaceTable[class/lengths-1]
	}
	length := &lengthTable[class%lengths]
	for i, stratum := range random.Permutation(streams[stratumStream], n) {
		c.request[i] = length.request(streams[requestStream])
		c.place[i] = (float64(stratum) + streams[runStream].Uniform()) / float64(n)
		c.size[i] = streams[sizeStream].Uniform()
		c.width[i] = streams[widthStream].Uniform()
		c.memoryU[i] = portable.Log(1 - streams[memoryStream].Uniform())
		c.bySize[i] = int32(i)
	}
	slices.SortFunc(c.bySize, func(a, b int32) int {
		return cmp.Or(cmp.Compare(c.size[a], c.size[b]), cmp.Compare(a, b))
	})
	below := func(processors int32) int {
		k, _ := slices.BinarySearch(sizeTable[:], processors+1)
		return k
	}
	for g := range c.groups {
		c.groups[g] = sizeGroup{jobs: make([]int32, 0, n), runs: make([]int64, 0, n+1), to: below(c.space.processors)}
	}
	c.groups[wideGroup].from = below(c.previous.processors)
	return c
}

// Places in jobClass.groups.
const (
	narrowGroup = iota
	wideGroup
)

// group says to which group job i belongs if the given share is wide.
func (c *jobClass) group(i int32, wide float64) int {
	if c.previous.processors > 0 && c.width[i] < wide {
		return wideGroup
	}
	return narrowGroup
}

// divide gives jobs the run times of a shape and divides them into groups.
func (c *jobClass) divide(shape, wide float64) {
	const shortest = 5 // s
	for i := range c.run {
		c.run[i] = max(shortest, int64(math.Floor(float64(runTime(c.place[i], c.request[i], shape)*3600)+0.5)))
	}
	for g := range c.groups {
		group := &c.groups[g]
		group.jobs, group.runs = group.jobs[:0], append(group.runs[:0], 0)
	}
	for _, i := range c.bySize {
		group := &c.groups[c.group(i, wide)]
		group.jobs = append(group.jobs, i)
		group.runs = append(group.runs, group.runs[len(group.runs)-1]+c.run[i])
	}
}

// bounds calls visit with each size that jobs of g may have and with the range of its
// jobs that have it when weights are multiplied by processors^exponent.
func (c *jobClass) bounds(g *sizeGroup, exponent float64, visit func(processors int32, from, to int)) {
	var cumulative [len(sizeTable)]float64
	sum := 0.0
	for k := g.from; k < g.to; k++ {
		sum += float64(sizeWeights[k] * portable.Pow(float64(sizeTable[k]), exponent))
		cumulative[k] = sum
	}
	from := 0
	for k := g.from; k < g.to; k++ {
		to := len(g.jobs)
		if k < g.to-1 {
			limit := cumulative[k] / sum
			to, _ = slices.BinarySearchFunc(g.jobs, limit, func(i int32, limit float64) int { return cmp.Compare(c.size[i], limit) })
		}
		visit(sizeTable[k], from, to)
		from = to
	}
}

// processingDemand is that of the divided jobs with an exponent of sizes, per cent.
func (c *jobClass) processingDemand(exponent float64) float64 {
	var sum int64 // processor seconds
	for g := range c.groups {
		group := &c.groups[g]
		c.bounds(group, exponent, func(processors int32, from, to int) {
			sum += int64(processors) * (group.runs[to] - group.runs[from])
		})
	}
	return 100 * float64(sum) / float64(machineProcessors*c.seconds)
}

// memoryRange is what memory (GB) a job of the group may have: above low, up to high.
// Low is a megabyte above the limit of the class before, so that rounding stays in the class.
func (c *jobClass) memoryRange(group int) (low, high float64) {
	const megabyte = 1.0 / 1024
	if group == wideGroup || c.previous.memory == 0 {
		return leastMemory, c.space.memory
	}
	return c.previous.memory + megabyte, c.space.memory
}

// weigh prepares memoryDemand for the divided jobs: what remains for exponents that
// make memories as small as can be, in GB s.
func (c *jobClass) weigh() (least float64) {
	for g := range c.groups {
		low, high := c.memoryRange(g)
		for _, i := range c.groups[g].jobs {
			least += float64(low * float64(c.run[i]))
			c.weights[i] = float64((high - low) * float64(c.run[i]))
		}
	}
	return least
}

// memoryDemand is that of the weighed jobs with an exponent of memories, per cent.
func (c *jobClass) memoryDemand(least, exponent float64) float64 {
	sum := least
	for i, weight := range c.weights {
		sum += float64(weight * portable.Exp(float64(exponent*c.memoryU[i])))
	}
	return 100 * sum / float64(machineMemory*c.seconds)
}

// assign gives the divided jobs their processors and memories.
func (c *jobClass) assign(f fit) {
	for g := range c.groups {
		group := &c.groups[g]
		c.bounds(group, f.sizes, func(processors int32, from, to int) {
			for _, i := range group.jobs[from:to] {
				c.processors[i] = processors
			}
		})
		low, high := c.memoryRange(g)
		for _, i := range group.jobs {
			gigabytes := low + float64((high-low)*portable.Exp(float64(f.memories*c.memoryU[i])))
			c.memory[i] = int64(math.Floor(float64(gigabytes*(1<<20)) / float64(c.processors[i])))
		}
	}
}
