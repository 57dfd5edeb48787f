package experiment

import (
	"errors"

	"backfill/engine"
	"backfill/engine/snapshot"
)

// Snapshots repeats policy i until all that is wanted is noted, and returns wanted, filled in.
func (t *Task) Snapshots(i int, wanted snapshot.Series) (*snapshot.Series, error) {
	options := t.options(i)
	options.RecordAll, options.Record, options.Clock = false, nil, nil
	options.Observers = []engine.Observer{wanted.Observer()}
	if _, err := t.simulate(i, options); err != nil && !errors.Is(err, snapshot.ErrEnough) {
		return nil, err
	}
	return &wanted, nil
}
