package workload

// Sizing is how large a machine the jobs of a log need, whose header may not say how large its own was.
type Sizing struct {
	Jobs   int      `json:"jobs"`
	Busy   int32    `json:"busy,omitempty"` // most processors that were busy at once, by an accounting log
	Widest int32    `json:"widest"`         // processors of the widest job
	Load   *float64 `json:"load,omitempty"` // offered load on that many; nil if all jobs come at once

	// A few jobs may be far wider than all others: at most one in a thousand, or one of a hundred and more, and more than twice as
	// wide. Others is how many processors the widest of the others needs then, if so many are enough for the work; else it is 0.
	Others int32    `json:"others,omitempty"`
	Wider  int      `json:"wider,omitempty"`  // jobs that need more
	Within *float64 `json:"within,omitempty"` // offered load of the others on so many; nil if all jobs come at once
}
