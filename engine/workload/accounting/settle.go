package accounting

import (
	"errors"
	"fmt"
	"slices"
)

// settle makes the times of a record agree with each other, and says which remarks are to be made. clock tells what the clocks showed by
// which the times were written; nil: they are seconds since 1970 in UTC already. An error says why no run is made of the record.
func (r *Record) settle(clock *clock) (found uint32, err error) {
	if clock != nil {
		for _, at := range []*int64{&r.Submit, &r.Eligible, &r.Start, &r.End} {
			if *at >= 0 {
				*at = clock.unix(*at)
			}
		}
	}
	if r.moveEnd() {
		found |= 1 << clocksChanged
	}
	if r.Submit < 0 {
		r.Submit = r.Eligible
	}
	switch {
	case r.Requested < 1:
		return found, errors.New("no number of processors")
	case r.Submit < 0:
		return found, errors.New("no time of submission")
	case r.Started() && r.End < 0 && r.State != Running:
		return found, wrong("end", "a job that "+r.State.String()+" has none")
	case !r.Started() && r.State == Running:
		return found, wrong("start", "a job that runs has none")
	case r.End >= 0 && r.Started() && r.End < r.Start:
		return found, fmt.Errorf("it ended %d s before it started", r.Start-r.End)
	case r.Started() && r.Start < r.Submit-3600:
		return found, fmt.Errorf("it started %d s before it was submitted", r.Submit-r.Start)
	}
	switch {
	case r.Eligible < 0 && r.Started():
		r.Eligible = min(r.Submit, r.Start)
	case r.Eligible >= 0:
		r.Eligible = max(r.Eligible, r.Submit)
	}
	if r.Started() && r.Eligible > r.Start {
		found |= 1 << eligibleLate
		r.Eligible = r.Start
	}
	return found, nil
}

// moveEnd moves the end of a run by an hour if start and end are so much more or less apart than the run took: one of them lies in the
// hour that the clocks of the zone showed twice, or the clocks were those of another zone.
func (r *Record) moveEnd() bool {
	if !r.Started() || r.End < 0 || r.Elapsed == 0 {
		return false
	}
	by := int64(r.Elapsed) + int64(r.Stopped) - (r.End - r.Start)
	if by != 3600 && by != -3600 {
		return false
	}
	r.End += by
	return true
}

// settle settles all records and leaves out those of which no run can be made.
func (l *Log) settle(c *clock) {
	if !l.local {
		c = nil
	}
	n := 0 // that are kept
	for i := range l.Records {
		r := &l.Records[i]
		found, err := r.settle(c)
		if err != nil {
			l.insertUnreadable(int(r.Line), err.Error())
			continue
		}
		for _, kind := range []remarkKind{clocksChanged, eligibleLate} {
			if found&(1<<kind) != 0 {
				l.remarks[kind].Add(int(r.Line))
			}
		}
		if n != i {
			l.Records[n] = *r
		}
		n++
	}
	l.Records = l.Records[:n]
}

// longOver is how long a run may go on behind its limit, in s, as limits are changed and jobs are not stopped at once.
const longOver = 24 * 3600

// endLost ends runs at their limits that cannot run any more when the log ends: it lacks their ends, as that of a PBS does of which a day is missing, and
// as Slurm's database does of jobs that ran away.
func (l *Log) endLost() {
	end := l.last()
	for i := range l.Records {
		r := &l.Records[i]
		if r.Started() && r.End < 0 && r.Limit > 0 && end-r.Start > int64(r.Limit)+int64(r.Stopped)+longOver {
			r.End, r.State = r.Start+int64(r.Limit), OtherState
			l.remarks[lostEnd].Add(int(r.Line))
		}
	}
}

// insertUnreadable counts a line that cannot be read among those that are known, in the order of the file.
func (l *Log) insertUnreadable(line int, reason string) {
	m := &l.remarks[unreadableLine]
	at, _ := slices.BinarySearch(m.Lines, line)
	m.AddFor(line, reason)
	if n := len(m.Lines); n == m.Count && len(m.Reasons) == n { // else the list is full
		copy(m.Lines[at+1:], m.Lines[at:n-1])
		copy(m.Reasons[at+1:], m.Reasons[at:n-1])
		m.Lines[at], m.Reasons[at] = line, reason
	}
}
