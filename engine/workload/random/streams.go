package random

// Streams of random numbers of transformations, beyond those of every model, which count
// theirs from 0: a transformation gives what a model with the same parameters gives. The
// model of the months of the Origin 2000 has those from 64 on.
const (
	// Elastic commands: which jobs get one, how much it changes and when it is issued.
	Commands = 16 + iota
	Amounts
	Delays

	// Estimates: which are accurate, how far others are above the run times, popular and other
	// values, which job gets which, and which jobs run for a test.
	Accurate
	Overestimate
	Popularity
	Tail
	Assignment
	Tests

	Components // how many a job has
	Bandwidth  // that the processes of a job ask for
	Demand     // of nodes, memory and GPUs

	// Forecasts: how long jobs run that have not ended, which blocks of the past come again, and how long jobs of these run that have not ended.
	Remaining
	PastBlocks
	RemainingAgain
)
