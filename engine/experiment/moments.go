package experiment

import (
	"errors"

	"backfill/engine"
)

// Moments repeats policy i as far as it takes to note what is wanted: wanted, filled in.
func (t *Task) Moments(i int, wanted engine.Moments) (*engine.Moments, error) {
	options := t.options(i)
	options.RecordAll, options.Record, options.Clock = false, nil, nil
	options.Moments = &wanted
	if _, err := t.simulate(i, options); err != nil && !errors.Is(err, engine.ErrEnough) {
		return nil, err
	}
	return &wanted, nil
}
