package slurmconf

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// SchedulerParameter is a word of SchedulerParameters that the policy slurm follows.
type SchedulerParameter struct {
	Name        string
	Least, Most int64  // of its value, a whole number; both 0: it has none
	Default     int64  // that Slurm takes without it
	Unit        string // of the value: s, min, jobs and so on
}

// SchedulerParameters are all of them.
var SchedulerParameters = []SchedulerParameter{
	{"default_queue_depth", 1, 1e6, 100, "jobs"},
	{"batch_sched_delay", 0, 1e6, 3, "s"},
	{"sched_interval", 1, 1e6, 60, "s"},
	{"partition_job_depth", 0, 1e6, 0, "jobs"},
	{"sched_max_job_start", 0, 1e6, 0, "jobs"},
	{"bf_interval", 1, 10800, 30, "s"},
	{"bf_resolution", 1, 3600, 60, "s"},
	{"bf_window", 1, 43200, 1440, "min"},
	{"bf_window_linear", 0, 1e9, 0, "s"},
	{"bf_busy_nodes", 0, 0, 0, ""},
	{"bf_running_job_reserve", 0, 0, 0, ""},
	{"bf_max_job_test", 1, 1e6, 500, "jobs"},
	{"bf_max_job_user", 0, 1e6, 0, "jobs"},
	{"bf_max_job_part", 0, 1e6, 0, "jobs"},
	{"bf_max_job_assoc", 0, 1e6, 0, "jobs"},
	{"bf_max_job_user_part", 0, 1e6, 0, "jobs"},
	{"bf_max_job_array_resv", 1, 1000, 20, "tasks"},
	{"bf_max_job_start", 0, 1e6, 0, "jobs"},
	{"bf_min_prio_reserve", 0, math.MaxUint32, 0, ""},
	{"bf_min_age_reserve", 0, 2592000, 0, "s"},
	{"bf_job_part_count_reserve", 0, 100000, 0, "jobs"},
	{"bf_one_resv_per_job", 0, 0, 0, ""},
	{"defer", 0, 0, 0, ""},
	{"preempt_youngest_first", 0, 0, 0, ""},
	{"preempt_strict_order", 0, 0, 0, ""},
	{"preempt_reorder_count", 1, 100, 1, ""},
	{"assoc_limit_stop", 0, 0, 0, ""},
}

func separatesWords(r rune) bool { return r == ',' || r == ' ' }

// EachParameter calls take with each word of SchedulerParameters that is followed and its value, 1 if it has none, and other with each that
// is not: err says what is accepted, and is nil if the word is not known.
func EachParameter(words string, take func(name string, value int64), other func(word string, err error)) {
next:
	for _, word := range strings.FieldsFunc(words, separatesWords) {
		name, text, _ := strings.Cut(word, "=")
		for _, p := range SchedulerParameters {
			if !strings.EqualFold(p.Name, name) {
				continue
			}
			n, err := int64(1), error(nil)
			if p.Most > 0 {
				if n, err = strconv.ParseInt(text, 10, 64); err != nil || n < p.Least || n > p.Most {
					other(word, fmt.Errorf("%s is %q; a whole number from %d to %d is accepted", p.Name, text, p.Least, p.Most))
					continue next
				}
			}
			take(p.Name, n)
			continue next
		}
		other(word, nil)
	}
}
