package slurm

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// parameter is a word of SchedulerParameters.
type parameter struct {
	name        string
	set         func(c *Config, n int64)
	least, most int64 // of its value; 0 and 0: it has none
}

var parameters = []parameter{
	{"default_queue_depth", func(c *Config, n int64) { c.DefaultQueueDepth = int(n) }, 1, 1e6},
	{"batch_sched_delay", func(c *Config, n int64) { c.BatchSchedDelay = n }, 0, 1e6},
	{"sched_interval", func(c *Config, n int64) { c.SchedInterval = n }, 1, 1e6},
	{"partition_job_depth", func(c *Config, n int64) { c.PartitionJobDepth = int(n) }, 0, 1e6},
	{"sched_max_job_start", func(c *Config, n int64) { c.MaxJobStart = int(n) }, 0, 1e6},
	{"bf_interval", func(c *Config, n int64) { c.BfInterval = n }, 1, 10800},
	{"bf_resolution", func(c *Config, n int64) { c.BfResolution = n }, 1, 3600},
	{"bf_window", func(c *Config, n int64) { c.BfWindow = n * 60 }, 1, 43200},
	{"bf_window_linear", func(c *Config, n int64) { c.BfWindowLinear = n }, 0, 1e9},
	{"bf_busy_nodes", func(c *Config, _ int64) { c.BfBusyNodes = true }, 0, 0},
	{"bf_running_job_reserve", func(c *Config, _ int64) { c.BfRunningJobReserve = true }, 0, 0},
	{"bf_max_job_test", func(c *Config, n int64) { c.BfMaxJobTest = int(n) }, 1, 1e6},
	{"bf_max_job_user", func(c *Config, n int64) { c.BfMaxJobUser = int(n) }, 0, 1e6},
	{"bf_max_job_part", func(c *Config, n int64) { c.BfMaxJobPart = int(n) }, 0, 1e6},
	{"bf_max_job_assoc", func(c *Config, n int64) { c.BfMaxJobAssoc = int(n) }, 0, 1e6},
	{"bf_max_job_user_part", func(c *Config, n int64) { c.BfMaxJobUserPart = int(n) }, 0, 1e6},
	{"bf_max_job_array_resv", func(c *Config, n int64) { c.BfMaxJobArrayResv = int(n) }, 1, 1000},
	{"bf_max_job_start", func(c *Config, n int64) { c.BfMaxJobStart = int(n) }, 0, 1e6},
	{"bf_min_prio_reserve", func(c *Config, n int64) { c.BfMinPrioReserve = n }, 0, math.MaxUint32},
	{"bf_min_age_reserve", func(c *Config, n int64) { c.BfMinAgeReserve = n }, 0, 2592000},
	{"bf_job_part_count_reserve", func(c *Config, n int64) { c.BfJobPartCountReserve = int(n) }, 0, 100000},
	{"bf_one_resv_per_job", func(c *Config, _ int64) { c.BfOneResvPerJob = true }, 0, 0},
	{"defer", func(c *Config, _ int64) { c.Defer = true }, 0, 0},
	{"preempt_youngest_first", func(c *Config, _ int64) { c.Preemption.YoungestFirst = true }, 0, 0},
	{"preempt_strict_order", func(c *Config, _ int64) { c.Preemption.StrictOrder = true }, 0, 0},
	{"preempt_reorder_count", func(c *Config, n int64) { c.Preemption.ReorderCount = int(n) }, 1, 100},
	{"assoc_limit_stop", func(c *Config, _ int64) { c.AssocLimitStop = true }, 0, 0},
}

// Set takes over the words of SchedulerParameters, such as "bf_interval=60,bf_window=2880". Those that are not known are left in Unknown,
// as Slurm ignores them.
func (c *Config) Set(words string) error {
	c.Unknown = nil
next:
	for _, word := range strings.FieldsFunc(words, func(r rune) bool { return r == ',' || r == ' ' }) {
		name, text, _ := strings.Cut(word, "=")
		for _, p := range parameters {
			if !strings.EqualFold(p.name, name) {
				continue
			}
			if p.most == 0 {
				p.set(c, 1)
				continue next
			}
			n, err := strconv.ParseInt(text, 10, 64)
			if err != nil || n < p.least || n > p.most {
				return fmt.Errorf("%s is %q; a whole number from %d to %d is accepted", p.name, text, p.least, p.most)
			}
			p.set(c, n)
			continue next
		}
		c.Unknown = append(c.Unknown, word)
	}
	return nil
}
