package placing

import (
	"backfill/engine"
	"backfill/ui/explain"
)

// Report is how far a schedule by hand has come, in the words of messages.
type Report struct {
	Policy   string  `json:"policy"` // its label
	Moves    string  `json:"moves"`
	Placed   int     `json:"placed"` // jobs
	Jobs     int     `json:"jobs"`   // that can be placed
	Complete bool    `json:"complete"`
	Rule     string  `json:"rule,omitempty"`    // the policy that was to be followed
	Departs  *Depart `json:"departs,omitempty"` // where a complete schedule departs from the rule first
}

// Depart is a departure, in words.
type Depart struct {
	At   float64 `json:"at"` // seconds
	Text string  `json:"text"`
}

// Report is how far the schedule has come. There may be no rule: nil.
func (h *Hand) Report(rule *Rule) *Report {
	r := &Report{Policy: h.Label, Moves: h.Moves.String(), Placed: h.Placed(), Jobs: h.Jobs(), Complete: h.Complete()}
	if rule == nil {
		return r
	}
	r.Rule = rule.Label
	if !r.Complete {
		return r
	}
	if d := h.Departure(rule, engine.Never); d != nil {
		r.Departs = &Depart{d.At.Seconds(), explain.Text(d.Told)}
	}
	return r
}
