package slurm

// shares count the jobs of a pass of the backfill scheduler by whose they are and where they want to run: of each user, partition, user of
// an account and user in a partition it looks at so many at most.
type shares struct {
	counts map[share]int
}

// share is jobs that count together; -1 stands for any account, user or partition.
type share struct{ account, user, partition int32 }

func (s *shares) reset() { clear(s.counts) }

// tooMany counts the job of a record and says whether there are too many like it.
func (s *shares) tooMany(c *controller, r *record) (too bool) {
	w := c.workload
	of := func(column []int32) int32 {
		if column == nil {
			return 0
		}
		return column[r.job]
	}
	for _, limit := range [...]struct {
		most int
		key  share
	}{
		{c.BfMaxJobUser, share{-1, of(w.User), -1}},
		{c.BfMaxJobPart, share{-1, -1, r.partition}},
		{c.BfMaxJobAssoc, share{of(w.Group), of(w.User), -1}},
		{c.BfMaxJobUserPart, share{-1, of(w.User), r.partition}},
	} {
		if limit.most == 0 {
			continue
		}
		if s.counts == nil {
			s.counts = map[share]int{}
		}
		if s.counts[limit.key]++; s.counts[limit.key] > limit.most {
			too = true
		}
	}
	return too
}
