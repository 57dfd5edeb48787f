package engine

// JobChange is what was changed by hand of one job of a workload.
type JobChange struct {
	Number int64 `json:"number"` // what people call the job
	Was    Job   `json:"was"`    // without processors: it was added
	Is     Job   `json:"is"`     // without processors: it was removed
}

// Added says whether the job was not there before.
func (c *JobChange) Added() bool { return c.Was.Processors == 0 }

// Removed says whether the job is not there any more.
func (c *JobChange) Removed() bool { return c.Is.Processors == 0 }
