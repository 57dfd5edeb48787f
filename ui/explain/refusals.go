package explain

import (
	"fmt"
	"strings"

	"backfill/engine"
	"backfill/ui/phrase"
	"backfill/ui/result"
)

// Unrun are the jobs of a run that never ran because the machine, or a limit, never lets them.
type Unrun struct {
	Refused int // when they were submitted
	Waiting int // that would wait for ever in the queue, as in Slurm
	Unknown int // of which a log that is repeated has no start
}

// All is how many they are.
func (u Unrun) All() int { return u.Refused + u.Waiting + u.Unknown }

// UnrunOf counts those of a run. O(jobs) if there are any.
func UnrunOf(r *result.Run) (u Unrun) {
	if r.Metrics.Value("refused") == 0 {
		return u
	}
	o := r.Outcome
	for j, why := range o.EachRefusal {
		switch {
		case o.NeverStarts(j):
			u.Waiting++
		case why == engine.NoRecordedWait:
			u.Unknown++
		default:
			u.Refused++
		}
	}
	return u
}

// Verb is what becomes of n of them: "are refused", "can never start", "have no start in the log".
func (u Unrun) Verb(n int) string {
	switch {
	case u.Unknown > 0:
		return phrase.Verb(n, "has", "have") + " no start in the log"
	case u.Waiting > 0 && u.Refused > 0:
		return phrase.Verb(n, "is", "are") + " refused or can never start"
	case u.Waiting > 0:
		return "can never start"
	}
	return phrase.Verb(n, "is", "are") + " refused"
}

// Title is Verb at the head of a list.
func (u Unrun) Title() string {
	switch {
	case u.Waiting > 0 && u.Refused > 0:
		return "Refused or never starting"
	case u.Waiting > 0:
		return "Can never start"
	}
	return "Refused"
}

// unstarted is why a log has no start of a job.
func unstarted(w *engine.Workload) string {
	changed := ""
	if len(w.Changes) > 0 {
		changed = ", changed here"
	}
	return "still waiting when the log ended, cancelled before a start" + changed + ", or with a wait that was not recorded"
}

// WithoutStart says of how many jobs a run that repeats the log has no start; "" if of none. Nobody refused them.
func WithoutStart(r *result.Run) string {
	n := UnrunOf(r).Unknown
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("Under %s %s %s no start: %s.", r.Label, phrase.Plural(int64(n), "job"), phrase.Verb(n, "has", "have"), unstarted(r.Outcome.Workload))
}

// RefusedFor lists the reasons for which jobs are refused, or never start, with how many there are in a
// single run if they differ.
func RefusedFor(runs []*result.Run) string {
	var reasons []string
	jobs := map[string]int64{}
	for _, r := range runs {
		for _, why := range r.Outcome.EachRefusal {
			if jobs[why]++; jobs[why] == 1 {
				reasons = append(reasons, why)
			}
		}
	}
	for i, why := range reasons {
		if len(runs) == 1 && len(reasons) > 1 {
			reasons[i] = phrase.Grouped(jobs[why]) + " " + why
		}
	}
	return phrase.List(reasons)
}

// neverWords says why a job can never start, for which the scheduler need not refuse it: it waits for ever with the reason that squeue shows, where that
// is known.
func neverWords(why string) string {
	if strings.HasSuffix(why, "(PartitionTimeLimit)") {
		return "It would wait for ever: " + why
	}
	return "No partition can ever run it: " + why
}
