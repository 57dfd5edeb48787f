package grouping

import (
	"strings"
	"time"

	"backfill/engine"
)

// monthLayout is how months are called.
const monthLayout = "Jan 2006"

// monthName is the name of the month of that number.
func monthName(number int64) string {
	return time.Date(int(number/12), time.January+time.Month(number%12), 1, 0, 0, 0, 0, time.UTC).Format(monthLayout)
}

// monthNumber counts months from the year 0 on.
func monthNumber(m engine.Month) int64 { return int64(m.Year)*12 + int64(m.Month-time.January) }

// monthsWords lists months, consecutive ones as a range: "Jan–Mar or Jun–Jul 2001". A year stands
// behind the last of its months.
func monthsWords(names []string) string {
	type span struct{ first, last time.Time }
	var words []string
	var spans []span
	for _, name := range names {
		month, err := time.Parse(monthLayout, name)
		if err != nil {
			words = append(words, name)
			continue
		}
		if n := len(spans); n > 0 && spans[n-1].last.AddDate(0, 1, 0).Equal(month) {
			spans[n-1].last = month
			continue
		}
		spans = append(spans, span{month, month})
	}
	var listed []string
	for i, s := range spans {
		layout := monthLayout
		if i+1 < len(spans) && spans[i+1].first.Year() == s.last.Year() && spans[i+1].last.Year() == s.last.Year() {
			layout = "Jan"
		}
		text := s.last.Format(layout)
		switch {
		case s.first.Equal(s.last):
		case s.first.Year() == s.last.Year():
			text = s.first.Format("Jan") + "–" + text
		default:
			text = s.first.Format(monthLayout) + "–" + s.last.Format(monthLayout)
		}
		listed = append(listed, text)
	}
	return strings.Join(append(listed, words...), " or ")
}
