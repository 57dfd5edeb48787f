package accounts

import (
	"backfill/engine"
	"backfill/engine/machine/partitions"
)

// Ranking is what gives jobs their priorities.
type Ranking interface {
	// Advance makes what is due by an instant, and says whether priorities may have changed.
	Advance(now engine.Time) bool
	Submit(now, entered engine.Time, j int32) // one that people submitted when it entered may start from now on
	Pass(now engine.Time)                     // one of either scheduler begins
	Start(now engine.Time, j, partition int32, has partitions.Amounts)
	End(now engine.Time, j int32)                        // neither waits nor runs any more
	Hold(j int32)                                        // one that waits
	Release(now engine.Time, j int32)                    // one that was held
	Requeue(now engine.Time, j int32, begin engine.Time) // a running one waits again, and may start from begin on
	Change(now engine.Time, j int32)                     // somebody has changed a waiting one
	Of(j, partition int32) int64                         // the priority of a waiting job in a partition; equal ones count by submission
}

// bySubmission is priority/basic: whoever is submitted or released gets a lower priority than all before. Who is requeued keeps it.
type bySubmission struct{ since []engine.Time } // by job: when that was

// BySubmission is the ranking of so many jobs by priority/basic.
func BySubmission(jobs int) Ranking { return &bySubmission{make([]engine.Time, jobs)} }

func (b *bySubmission) Submit(_, entered engine.Time, j int32) { b.since[j] = entered }
func (b *bySubmission) Release(now engine.Time, j int32)       { b.since[j] = now }
func (b *bySubmission) Of(j, _ int32) int64                    { return -int64(b.since[j]) }

func (*bySubmission) Advance(engine.Time) bool                            { return false }
func (*bySubmission) Pass(engine.Time)                                    {}
func (*bySubmission) Start(engine.Time, int32, int32, partitions.Amounts) {}
func (*bySubmission) End(engine.Time, int32)                              {}
func (*bySubmission) Hold(int32)                                          {}
func (*bySubmission) Requeue(engine.Time, int32, engine.Time)             {}
func (*bySubmission) Change(engine.Time, int32)                           {}
