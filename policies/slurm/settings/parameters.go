package settings

import (
	"strings"

	"backfill/engine/machine/slurmconf"
	"backfill/engine/param"
)

// set sets what a word of slurmconf.SchedulerParameters is about.
var set = map[string]func(c *Config, n int64){
	"default_queue_depth":       func(c *Config, n int64) { c.DefaultQueueDepth = int(n) },
	"batch_sched_delay":         func(c *Config, n int64) { c.BatchSchedDelay = n },
	"sched_interval":            func(c *Config, n int64) { c.SchedInterval = n },
	"partition_job_depth":       func(c *Config, n int64) { c.PartitionJobDepth = int(n) },
	"sched_max_job_start":       func(c *Config, n int64) { c.MaxJobStart = int(n) },
	"bf_interval":               func(c *Config, n int64) { c.BfInterval = n },
	"bf_resolution":             func(c *Config, n int64) { c.BfResolution = n },
	"bf_window":                 func(c *Config, n int64) { c.BfWindow = n * 60 },
	"bf_window_linear":          func(c *Config, n int64) { c.BfWindowLinear = n },
	"bf_busy_nodes":             func(c *Config, _ int64) { c.BfBusyNodes = true },
	"bf_running_job_reserve":    func(c *Config, _ int64) { c.BfRunningJobReserve = true },
	"bf_max_job_test":           func(c *Config, n int64) { c.BfMaxJobTest = int(n) },
	"bf_max_job_user":           func(c *Config, n int64) { c.BfMaxJobUser = int(n) },
	"bf_max_job_part":           func(c *Config, n int64) { c.BfMaxJobPart = int(n) },
	"bf_max_job_assoc":          func(c *Config, n int64) { c.BfMaxJobAssoc = int(n) },
	"bf_max_job_user_part":      func(c *Config, n int64) { c.BfMaxJobUserPart = int(n) },
	"bf_max_job_array_resv":     func(c *Config, n int64) { c.BfMaxJobArrayResv = int(n) },
	"bf_max_job_start":          func(c *Config, n int64) { c.BfMaxJobStart = int(n) },
	"bf_min_prio_reserve":       func(c *Config, n int64) { c.BfMinPrioReserve = n },
	"bf_min_age_reserve":        func(c *Config, n int64) { c.BfMinAgeReserve = n },
	"bf_job_part_count_reserve": func(c *Config, n int64) { c.BfJobPartCountReserve = int(n) },
	"bf_one_resv_per_job":       func(c *Config, _ int64) { c.BfOneResvPerJob = true },
	"defer":                     func(c *Config, _ int64) { c.Defer = true },
	"preempt_youngest_first":    func(c *Config, _ int64) { c.Preemption.YoungestFirst = true },
	"preempt_strict_order":      func(c *Config, _ int64) { c.Preemption.StrictOrder = true },
	"preempt_reorder_count":     func(c *Config, n int64) { c.Preemption.ReorderCount = int(n) },
	"assoc_limit_stop":          func(c *Config, _ int64) { c.AssocLimitStop = true },
}

// words describe those of slurmconf.SchedulerParameters, for sweeps.
func words() (list []param.Param) {
	for _, p := range slurmconf.SchedulerParameters {
		q := param.Param{Name: p.Name, Kind: param.Boolean, Default: false, Doc: "A word of SchedulerParameters, there or not, as in slurm.conf."}
		if p.Most > 0 {
			q = param.Param{Name: p.Name, Kind: param.Integer, Unit: p.Unit, Min: float64(p.Least), Max: float64(p.Most), Default: p.Default, Doc: "A word of SchedulerParameters, as in slurm.conf."}
		}
		list = append(list, q)
	}
	return list
}

// unknownWords tells of words of SchedulerParameters that are not known; "" if there are none.
func unknownWords(words string) string {
	c := Defaults()
	if c.Set(words) != nil || len(c.Unknown) == 0 {
		return ""
	}
	return "Not modelled, and without effect: " + strings.Join(c.Unknown, ", ") + "."
}

// Set takes over the words of SchedulerParameters, such as "bf_interval=60,bf_window=2880". Those that are not known are left in Unknown,
// as Slurm ignores them.
func (c *Config) Set(words string) (wrong error) {
	c.Unknown = nil
	slurmconf.EachParameter(words, func(name string, value int64) { set[name](c, value) }, func(word string, err error) {
		switch {
		case err == nil:
			c.Unknown = append(c.Unknown, word)
		case wrong == nil:
			wrong = err
		}
	})
	return wrong
}
