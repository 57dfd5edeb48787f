package opened

import (
	"slices"
	"time"
)

// dateIn is the first date in the name of a file: PBS calls the accounting of a day 20260304, others write sacct-2026-03-04.txt. False if there is none.
func dateIn(name string) (day time.Time, ok bool) {
	digit := func(i int) bool { return i >= 0 && i < len(name) && '0' <= name[i] && name[i] <= '9' }
	for i := range name {
		for _, layout := range []string{"20060102", time.DateOnly} {
			end := i + len(layout)
			if end > len(name) || digit(i-1) || digit(end) {
				continue
			}
			if day, err := time.Parse(layout, name[i:end]); err == nil {
				return day, true
			}
		}
	}
	return time.Time{}, false
}

// missingDays counts the days between the first and the last file that no file is of, and says which is the first of them. It can tell only
// where every name has a date, and the dates of two follow each other, so that there is likely to be a file for each day; else there are 0.
func missingDays(names []string) (first time.Time, count int) {
	days := make([]time.Time, len(names))
	for i, name := range names {
		day, ok := dateIn(name)
		if !ok {
			return time.Time{}, 0
		}
		days[i] = day
	}
	slices.SortFunc(days, time.Time.Compare)
	days = slices.CompactFunc(days, time.Time.Equal)
	daily := false
	for i := 1; i < len(days); i++ {
		between := int((days[i].Unix()-days[i-1].Unix())/(24*60*60)) - 1
		if between == 0 {
			daily = true
		} else if count == 0 {
			first = days[i-1].AddDate(0, 0, 1)
		}
		count += between
	}
	if !daily {
		return time.Time{}, 0
	}
	return first, count
}
