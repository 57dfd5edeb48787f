package workload

import "testing"

// One is one, the only one is called so, and several are several.
func TestCountsOfJobs(t *testing.T) {
	for got, want := range map[string]string{
		Plural(1, "job") + ", " + Plural(0, "line") + ", " + Plural(3, "line"): "1 job, 0 lines, 3 lines",
		SomeJobs(1, 1) + Verb(1, " is", " are"):                                "the only job is",
		SomeJobs(1, 5) + Verb(1, " is", " are"):                                "1 of 5 jobs is",
		SomeJobs(3, 5) + Verb(3, " is", " are"):                                "3 of 5 jobs are",
		SomeJobs(0, 1) + Verb(0, " is", " are"):                                "0 of 1 job are",
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
