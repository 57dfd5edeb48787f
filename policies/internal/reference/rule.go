package reference

// Rule is a policy in the words of the plain simulators: FCFS if nothing else is said.
type Rule struct {
	Reservations int  // EASY with so many
	Shortest     bool // jobs behind the reservations are tried from the shortest estimate on; of Partitions
	ByPartition  bool // every partition has heads of its own; of Partitions

	Conservative bool
	Compress     bool // of conservative backfilling

	Flexible *Flexible // flexible backfilling
}

// Flexible are the parameters of flexible backfilling.
type Flexible struct {
	DeadlineWeight, AgingWeight, LicenceWeight, WaitWeight float64

	K       float64
	Literal bool
}
