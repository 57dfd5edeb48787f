package workload

// Streams of random numbers of transformations, beyond those of every model, which count
// theirs from 0: a transformation gives what a model with the same parameters gives. The
// model of the months of the Origin 2000 has those from 64 on.
const (
	commandStream = 16 + iota
	amountStream
	delayStream
	accurateStream
	overestimateStream
	popularityStream
	tailStream
	assignmentStream
	testStream
	componentsStream
	bandwidthStream
)
