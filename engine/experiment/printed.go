package experiment

import "backfill/engine"

// Printed repeats policy i, which people wrote and which fails, and returns the last lines, at most n, that it printed up to then.
func (t *Task) Printed(i, n int) []string {
	options := t.options(i)
	options.RecordAll, options.Record, options.Clock = false, nil, nil
	last := &lastLines{most: n}
	options.Observers = []engine.Observer{last}
	if _, err := t.simulate(i, options); err == nil {
		return nil
	}
	return last.lines
}

// lastLines keeps the last lines that a policy prints.
type lastLines struct {
	most  int
	lines []string
}

func (l *lastLines) Printed(_ *engine.State, text string) {
	if len(l.lines) == l.most {
		l.lines = append(l.lines[:0], l.lines[1:]...)
	}
	l.lines = append(l.lines, text)
}

func (l *lastLines) Begin(*engine.State) bool                    { return true }
func (l *lastLines) Wants(int32, bool) bool                      { return false }
func (l *lastLines) Decided(*engine.State, int32, engine.Reason) {}
func (l *lastLines) Reserved(*engine.State, int32, engine.Slot)  {}
func (l *lastLines) Dropping(*engine.State)                      {}
func (l *lastLines) End(*engine.State, engine.Policy)            {}
func (l *lastLines) Conclude(*engine.Outcome)                    {}
func (l *lastLines) Unprinted(*engine.State, int32)              {}
