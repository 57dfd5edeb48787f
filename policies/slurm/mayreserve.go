package slurm

// tooLow says whether the job of a record has too low a priority, or could start for too short a time, to have others wait for it. By
// priority/basic none is too low.
func (c *controller) tooLow(r *record) bool {
	return c.BfMinPrioReserve > 0 && r.priority >= 0 && r.priority < c.BfMinPrioReserve || c.BfMinAgeReserve > 0 && c.now-c.since[r.job] < c.BfMinAgeReserve
}

// mayReserve says whether the backfill scheduler promises something to the job of a record.
func (c *controller) mayReserve(r *record) bool {
	return (c.limits == nil || c.limits.MayReserve(r.job)) && !c.tooLow(r) &&
		(c.BfJobPartCountReserve == 0 || c.promisesIn[r.partition] < c.BfJobPartCountReserve) &&
		!(c.BfOneResvPerJob && c.promised[r.job] == c.pass)
}
