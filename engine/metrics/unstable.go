package metrics

import "math"

// RisingBatches is over how many batches the queue of an unstable system rises.
const RisingBatches = 5

// Unstable says whether the queue of a steady run does not come to rest: over its last
// RisingBatches batches the mean queue length rises from each batch to the next, above
// that of all batches before. The queue of a system that gets more work than it can do
// grows with time, and so does every mean over a window of time.
//
// Of a stable system whose n batches were independent that would happen with probability
// (n-5)!/n!: 1/120 for five batches and 1 in 30,240 for ten. False with fewer batches
// than five, which do not tell.
func Unstable(batches []Summary) bool {
	n := len(batches)
	if n < RisingBatches {
		return false
	}
	queue := Index("meanQueue")
	before := math.Inf(-1)
	for _, b := range batches[:n-RisingBatches] {
		before = max(before, b[queue])
	}
	for _, b := range batches[n-RisingBatches:] {
		if !(b[queue] > before) { // or one of them is undefined
			return false
		}
		before = b[queue]
	}
	return true
}
