package grouping

import "testing"

func TestWords(t *testing.T) {
	for _, c := range []struct {
		conditions []Condition
		want       string
	}{
		{[]Condition{{By: "month", In: []string{"Jan 2001", "Mar 2001"}}, {By: "runTime", Most: new(float64(3600))}}, "submitted in Jan or Mar 2001, with run time up to 1 h"},
		{[]Condition{{By: "kind", In: []string{"batch jobs"}}, {By: "queue", In: []string{"sj vst"}}, {By: "user", Most: new(float64(3))}}, "that are batch jobs, in sj vst, of users with 1–3 jobs"},
		{[]Condition{{By: "request", Above: new(float64(60)), Most: new(float64(3600))}}, "with requested time 1 min – 1 h"},
		{[]Condition{{By: "memory", Above: new(float64(2))}}, "with memory over 2 GB"},
		{[]Condition{{By: "size", Above: new(float64(8))}}, "with 9 or more processors"},
		{[]Condition{{By: "size", Most: new(float64(8))}}, "with 1–8 processors"},
		{[]Condition{{By: "accuracy", Above: new(float64(2))}}, "with request more than 2 times the run time"},
	} {
		if got := Words(c.conditions); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestDurationLabels(t *testing.T) {
	for ms, want := range map[int64]string{
		1: "0.001 s", 250: "0.25 s", 45_000: "45 s", 60_000: "1 min", 90_000: "1 min 30 s", 3_600_000: "1 h",
		5_400_000: "1 h 30 min", 7_199_999: "2 h", 86_400_000: "1 d", 2*86_400_000 + 3_600_000: "2 d 1 h", 400 * 3_600_000: "400 h", 240 * 3_600_000: "10 d",
	} {
		if got := duration(ms); got != want {
			t.Errorf("%d ms is %s, want %s", ms, got, want)
		}
	}
	for _, test := range []struct {
		low, high int64
		want      string
	}{{-1, 60_000, "up to 1 min"}, {60_000, 600_000, "1 min – 10 min"}, {3_600_000, -1, "over 1 h"}, {30_000, 30_000, "30 s"}} {
		if got := durationLabel(test.low, test.high); got != test.want {
			t.Errorf("%v", got)
		}
	}
}

func TestLicenceLabels(t *testing.T) {
	for _, test := range []struct {
		low, high int64
		want      string
	}{{0, 0, "0 licences"}, {-1, 1, "up to 1 licence"}, {0, 3, "up to 3 licences"}, {1, 2, "1–2 licences"}, {4, -1, "4 or more licences"}} {
		if got := licenceLabel(test.low, test.high); got != test.want {
			t.Errorf("from %d to %d: %s, want %s", test.low, test.high, got, test.want)
		}
	}
}
