package engine

import "time"

// Month is one calendar month of a workload's submissions.
type Month struct {
	Year   int        `json:"year"`
	Month  time.Month `json:"month"`
	Begin  Time       `json:"begin"`  // may lie before time zero
	Length Time       `json:"length"` // of the whole month
}

// LoadZone finds how many seconds east of UTC clocks of a zone, named as in the zone
// database, are at unix seconds. A program sets it before the first simulation, since
// hosts keep that database in different places; nil: no zone is known.
var LoadZone func(name string) (offset func(unix int64) int, err error)

// SubmitMonths lists the months in which jobs may have been submitted, in ascending
// order, from time zero to the last submission: those that the workload names itself or
// those of its calendar, in its zone (in UTC if the zone is unknown); none without.
func (w *Workload) SubmitMonths() []Month {
	if w.Months != nil || w.Calendar == nil || len(w.Jobs) == 0 {
		return w.Months
	}
	c := w.Calendar
	offset := func(int64) int { return 0 }
	if c.Zone != "" && LoadZone != nil {
		if known, err := LoadZone(c.Zone); err == nil {
			offset = known
		}
	}
	// begin is when clocks show the first midnight of a month.
	begin := func(year int, month time.Month) Time {
		local := time.Date(year, month, 1, 0, 0, 0, 0, time.UTC).Unix()
		unix := local - int64(offset(local))
		unix = local - int64(offset(unix))
		return Time(unix-c.UnixStart) * Second
	}
	first := time.Unix(c.UnixStart+int64(offset(c.UnixStart)), 0).UTC()
	var months []Month
	for y, m := first.Year(), first.Month(); ; m++ {
		if m > time.December {
			y, m = y+1, time.January
		}
		at, next := begin(y, m), begin(y, m+1)
		if at > w.Jobs[len(w.Jobs)-1].Submit {
			return months
		}
		months = append(months, Month{Year: y, Month: m, Begin: at, Length: next - at})
	}
}
