// Package byhand has the starts of a schedule that somebody makes by hand: which job is to start when, as a text, read and written. It knows
// outcomes and carries nothing out; the policy of that name does.
package byhand

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"backfill/engine"
)

// Kind is the kind of the policy that carries moves out.
const Kind = "by-hand"

// MaxJobs is how many jobs a workload may have that is scheduled by hand.
const MaxJobs = 40

// Move is a start: of the job with that number, at that instant.
type Move struct {
	At  engine.Time
	Job int64
}

// Moves are starts in the order in which they are carried out; their instants ascend.
type Moves []Move

// Refused is the error about a move that cannot be carried out.
type Refused struct {
	Move
	Why string // such as "1 of its 5 processors are free"
}

func (r *Refused) Error() string {
	return fmt.Sprintf("job %d cannot start at %s s: %s", r.Job, seconds(r.At), r.Why)
}

const (
	accepted    = `instants in seconds, each with a colon and the numbers of the jobs that start then, such as "0:1,2; 240:4", are accepted`
	maxSeconds  = 1e12
	maxDecimals = 3 // time is in milliseconds
)

// Read reads moves such as "0:1,2; 240:4": jobs 1 and 2 start at 0, job 4 at 240 s. A text of blanks has none. It is an error if instants
// descend or a job starts twice.
func Read(text string) (Moves, error) {
	var list Moves
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	seen := map[int64]bool{}
	for _, group := range strings.Split(text, ";") {
		instant, jobs, ok := strings.Cut(group, ":")
		at, err := readSeconds(strings.TrimSpace(instant))
		if !ok || err != nil {
			return nil, fmt.Errorf("%q: %s", strings.TrimSpace(group), accepted)
		}
		if n := len(list); n > 0 && list[n-1].At > at {
			return nil, fmt.Errorf("%q: comes after %s s; instants that ascend are accepted", strings.TrimSpace(group), seconds(list[n-1].At))
		}
		for _, word := range strings.Split(jobs, ",") {
			job, err := strconv.ParseInt(strings.TrimSpace(word), 10, 64)
			if err != nil || job < 0 {
				return nil, fmt.Errorf("%q: %s", strings.TrimSpace(group), accepted)
			}
			if seen[job] {
				return nil, fmt.Errorf("%q: job %d starts twice; every job once is accepted", strings.TrimSpace(group), job)
			}
			seen[job] = true
			list = append(list, Move{at, job})
		}
	}
	return list, nil
}

// readSeconds reads an instant, 0 or later, with at most maxDecimals decimals.
func readSeconds(text string) (engine.Time, error) {
	_, decimals, _ := strings.Cut(text, ".")
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || !(f >= 0 && f <= maxSeconds) || len(decimals) > maxDecimals || strings.ContainsAny(text, "eExXpP_+-") {
		return 0, fmt.Errorf("%q is no instant", text)
	}
	return engine.Time(math.Round(f * float64(engine.Second))), nil
}

// seconds is an instant as Read reads it.
func seconds(t engine.Time) string { return strconv.FormatFloat(t.Seconds(), 'f', -1, 64) }

// String is the text that Read reads: "0:1,2; 240:4".
func (m Moves) String() string {
	var b strings.Builder
	for i, move := range m {
		switch {
		case i == 0:
			fmt.Fprintf(&b, "%s:%d", seconds(move.At), move.Job)
		case m[i-1].At == move.At:
			fmt.Fprintf(&b, ",%d", move.Job)
		default:
			fmt.Fprintf(&b, "; %s:%d", seconds(move.At), move.Job)
		}
	}
	return b.String()
}

// Of are the starts of an outcome as moves, in the order in which they happened.
func Of(o *engine.Outcome) Moves {
	var list Moves
	for _, j := range o.StartOrder {
		list = append(list, Move{o.Start[j], o.Workload.JobNumber(j)})
	}
	slices.SortStableFunc(list, func(a, b Move) int { return cmp.Compare(a.At, b.At) })
	return list
}
