package draft

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"backfill/engine/metrics"
	"backfill/policies"
)

// ownerWord calls owners as an accounting log of Slurm does, and plainly in other workloads.
func ownerWord(workload string, by metrics.Owner) string {
	if workload == "accounting" {
		return [...]string{metrics.ByUser: "user", metrics.ByGroup: "account", metrics.ByQueue: "partition"}[by]
	}
	return by.String()
}

func TestTransformationsInWords(t *testing.T) {
	for _, c := range []struct {
		kind  string
		texts map[string]string
		want  string
	}{
		{"filter", map[string]string{"rule": "drop", "users": "3"}, "without the jobs of user 3"},
		{"filter", map[string]string{"users": "3, 7-12", "queues": "0"}, "only the jobs of users 3, 7-12, in queue 0"},
		{"filter", map[string]string{"rule": "keep", "groups": "unknown", "processors": "1"}, "only the jobs of unknown groups, with 1 processor"},
		{"filter", map[string]string{"rule": "drop", "processors": "64-", "runAbove": "60", "runMost": "35968"}, "without the jobs with 64- processors, that run for more than 1 min, that run for at most 9 h 59 min 28 s"},
		{"filter", map[string]string{"runAbove": "2 h", "runMost": "long"}, "only the jobs that run for more than 2 h, that run for at most long"},
		{"filter", map[string]string{"rule": "drop"}, ""},
		{"load", map[string]string{"change": "20"}, "load +20 %"},
		{"load", map[string]string{"change": "-12.5"}, "load −12.5 %"},
		{"load", map[string]string{"load": "0.8"}, ""},
		{"estimates", map[string]string{}, "exact estimates"},
		{"estimates", map[string]string{"model": "factor", "factor": "1"}, "exact estimates"},
		{"estimates", map[string]string{"model": "factor"}, "estimates at most 2 times the run time"},
		{"estimates", map[string]string{"model": "factor", "capped": "false"}, ""},
		{"first", map[string]string{"jobs": "3"}, ""},
	} {
		if got := TransformWords(&Choice{Kind: c.kind, Texts: c.texts}, "swf", ownerWord); got != c.want {
			t.Errorf("%s %v: %q, want %q", c.kind, c.texts, got, c.want)
		}
	}
	filter := Choice{Kind: "filter", Texts: map[string]string{"rule": "drop", "groups": "2", "queues": "1, 3"}}
	if got, want := TransformWords(&filter, "accounting", ownerWord), "without the jobs of account 2, in partitions 1, 3"; got != want {
		t.Errorf("of an accounting log: %q, want %q", got, want)
	}
}

// Transformations of one kind are compared in their order: the first filter stays, the second has another user, the third is new.
func TestDifferencesOfTransformations(t *testing.T) {
	f := Form{Catalogs: policies.Catalogs()}
	filter := func(user string) Choice {
		return Choice{Kind: "filter", Texts: map[string]string{"rule": "drop", "users": user}}
	}
	first := Choice{Kind: "first", Texts: map[string]string{"jobs": "3"}}
	load := Choice{Kind: "load", Texts: map[string]string{"change": "20"}}
	draft := func(transforms ...Choice) *Draft {
		return &Draft{Machine: Choice{Kind: "cluster"}, Workload: Choice{Kind: "jobs"}, Transforms: transforms}
	}
	for _, c := range []struct {
		a, b *Draft
		want []string
	}{
		{draft(), draft(filter("3"), load), []string{"without the jobs of user 3", "load +20 %"}},
		{draft(filter("3"), filter("4")), draft(filter("3"), filter("5"), filter("6")), []string{"without the jobs of user 5", "without the jobs of user 6"}},
		{draft(load, filter("3"), first), draft(), []string{"no longer load +20 %", "no longer without the jobs of user 3", "without “First jobs”"}},
		{draft(filter("3")), draft(first, filter("3")), []string{"with “First jobs”"}},
		{draft(load), draft(load), nil},
	} {
		if got := f.Differences(c.a, c.b, ownerWord); !slices.Equal(got, c.want) {
			t.Errorf("%v to %v: %q, want %q", c.a.Transforms, c.b.Transforms, got, c.want)
		}
	}
}

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
		if got := strings.Join(f.Differences(was, is, ownerWord), ", "); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Few rows of settings are told one by one, many are not.
func TestDifferencesOfSettings(t *testing.T) {
	f := Form{Catalogs: policies.Catalogs()}
	draft := func(settings string) *Draft {
		return &Draft{Machine: Choice{Kind: "cluster"}, Workload: Choice{Kind: "jobs"}, Policies: []Choice{{Kind: "slurm", Label: "S", Texts: map[string]string{"settings": settings}}}}
	}
	const was = "key               value\nPriorityType      priority/multifactor\nPriorityWeightAge 1000\n"
	for is, want := range map[string]string{
		"key               value\nPriorityType      priority/multifactor\nPriorityWeightAge 2000\n":         "[S: PriorityWeightAge 2000]",
		"key value\nPriorityType priority/multifactor\n":                                                    "[S: no PriorityWeightAge]",
		"key value\nPriorityMaxAge 1-0\nPriorityWeightQOS 5\nPriorityWeightAge 3\nPriorityFavorSmall YES\n": "[S: other settings]",
	} {
		if got := fmt.Sprint(f.Differences(draft(was), draft(is), ownerWord)); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
