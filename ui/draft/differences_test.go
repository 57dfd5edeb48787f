package draft

import (
	"strings"
	"testing"

	"backfill/policies"
)

// What differs is told in the words of the form, one of a thing in the singular.
func TestDifferencesInWords(t *testing.T) {
	f := Form{Catalogs: policies.Catalogs()}
	draft := func(processors, jobs, rule, events string) *Draft {
		return &Draft{
			Machine:  Choice{Kind: "cluster", Texts: map[string]string{"processors": processors}},
			Workload: Choice{Kind: "lublin", Texts: map[string]string{"jobs": jobs}},
			Policies: []Choice{{Kind: "fcfs"}},
			Settings: Choice{Texts: map[string]string{"kill/rule": rule, "simultaneous": events}},
		}
	}
	was := draft("8", "500", "", "")
	for want, is := range map[string]*Draft{
		"":                                       draft("8", "500", "estimate", "batch"),
		"1 processor":                            draft("1", "500", "", ""),
		"2 processors, 1,000 jobs":               draft("2", "1000", "", ""),
		"1 job, overlong jobs are stopped never": draft("8", "1", "never", ""),
		"events of one instant one after the other (sequential)": draft("8", "500", "", "sequential"),
	} {
		if got := strings.Join(f.Differences(was, is), ", "); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
