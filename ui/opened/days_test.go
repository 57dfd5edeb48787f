package opened

import (
	"testing"
	"time"
)

func TestMissingDays(t *testing.T) {
	for _, c := range []struct {
		names []string
		first string
		count int
	}{
		{[]string{"20260302", "20260303", "20260305"}, "2026-03-04", 1},
		{[]string{"20260305", "20260228.gz", "20260302", "20260301"}, "2026-03-03", 2}, // February has 28 days
		{[]string{"sacct-2026-03-01.txt", "sacct-2026-03-02.txt", "sacct-2026-03-04.txt", "sacct-2026-03-08.txt"}, "2026-03-03", 4},
		{[]string{"20260302", "20260303", "20260303.gz"}, "", 0},                    // one twice, none missing
		{[]string{"week-2026-03-02", "week-2026-03-09", "week-2026-03-16"}, "", 0},  // not of days
		{[]string{"20260302", "20260303", "20260305", "today"}, "", 0},              // which day that is, nobody knows
		{[]string{"20260302", "20260303", "20261305"}, "", 0},                       // no date
		{[]string{"job-120260302", "job-120260303", "job-120260305"}, "", 0},        // a longer number
		{[]string{"00010101", "00010102", "99991231"}, "0001-01-03", 3_652_059 - 3}, // all days of 9,999 years but three
		{nil, "", 0},
	} {
		first, count := missingDays(c.names)
		want := time.Time{}
		if c.first != "" {
			want, _ = time.Parse(time.DateOnly, c.first)
		}
		if count != c.count || !first.Equal(want) {
			t.Errorf("missingDays(%q) = %s, %d; %s, %d are expected", c.names, first.Format(time.DateOnly), count, want.Format(time.DateOnly), c.count)
		}
	}
}
