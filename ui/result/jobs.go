package result

import "backfill/engine"

// maxFewJobs is up to how many jobs the message of results holds what became of each.
const maxFewJobs = 1000

// Job is what became of a job under a policy, in the words of the messages to the page around a frame. Times are in
// seconds, absent where they never came. A job that was cancelled while it waited ended then and has no start.
type Job struct {
	Policy     string   `json:"policy,omitempty"`
	Job        int64    `json:"job"`
	Submit     float64  `json:"submit"`
	Start      *float64 `json:"start,omitempty"`
	End        *float64 `json:"end,omitempty"`
	Wait       *float64 `json:"wait,omitempty"`
	Processors int32    `json:"processors"`
	Requested  float64  `json:"requested"`
	State      string   `json:"state"`
}

// FewJobs are Jobs, nil if there are so many that only who asks for them is told.
func FewJobs(o *engine.Outcome) []Job {
	if len(o.Workload.Jobs) > maxFewJobs {
		return nil
	}
	return Jobs(o)
}

// Jobs are the results of all jobs, in workload order.
func Jobs(o *engine.Outcome) []Job {
	jobs := make([]Job, len(o.Workload.Jobs))
	for j := range jobs {
		jobs[j] = JobOf(o, int32(j))
	}
	return jobs
}

// JobOf is the result of job j.
func JobOf(o *engine.Outcome, j int32) Job {
	job := Job{
		Job: o.Workload.JobNumber(j), Submit: o.Submitted(j).Seconds(), Processors: o.Size(j),
		Requested: o.Workload.Jobs[j].Estimate.Seconds(), State: o.State[j].String(),
	}
	seconds := func(t engine.Time) *float64 { s := t.Seconds(); return &s }
	if o.Start[j] < 0 && o.End[j] >= 0 { // cancelled
		job.Wait = seconds(o.Wait(j))
	}
	if o.Start[j] >= 0 {
		job.Start, job.Wait = seconds(o.Start[j]), seconds(o.Wait(j))
	}
	if o.End[j] >= 0 {
		job.End = seconds(o.End[j])
	}
	return job
}
