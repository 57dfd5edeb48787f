package opened

import (
	"regexp"
	"slices"
	"time"
)

// dateInName is a date in the name of a file, such as 20260304, as PBS calls the accounting of a day, or sacct-2026-03-04.txt.
var dateInName = regexp.MustCompile(`(?:^|\D)(\d{4})-?(\d\d)-?(\d\d)(?:\D|$)`)

// missingDays counts the days between the first and the last file that no file is of, and says which is the first of them. It can tell only
// where every name has a date, and the dates of two follow each other, so that there is likely to be a file for each day; else there are 0.
func missingDays(names []string) (first time.Time, count int) {
	days := make([]time.Time, len(names))
	for i, name := range names {
		found := dateInName.FindStringSubmatch(name)
		if found == nil {
			return time.Time{}, 0
		}
		day, err := time.Parse(time.DateOnly, found[1]+"-"+found[2]+"-"+found[3])
		if err != nil {
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
