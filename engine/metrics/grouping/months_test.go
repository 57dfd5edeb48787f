package grouping

import (
	"strings"
	"testing"
)

func TestMonthsWords(t *testing.T) {
	for names, want := range map[string]string{
		"Feb 2001":                   "Feb 2001",
		"Jan 2001,Feb 2001,Mar 2001": "Jan–Mar 2001",
		"Jan 2001,Feb 2001,Mar 2001,Jun 2001,Jul 2001": "Jan–Mar or Jun–Jul 2001",
		"Dec 2000,Jan 2001":                            "Dec 2000–Jan 2001",
		"Nov 2000,Jan 2001,Mar 2001":                   "Nov 2000 or Jan or Mar 2001",
		"Jun 2001,month unknown":                       "Jun 2001 or month unknown",
	} {
		if got := monthsWords(strings.Split(names, ",")); got != want {
			t.Errorf("%s are %q, want %q", names, got, want)
		}
	}
}
