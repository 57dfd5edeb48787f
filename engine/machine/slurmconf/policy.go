package slurmconf

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// setting, associationRow, qosRow and factorRow are rows of tables of the policy slurm in a scenario.
type setting struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

type associationRow struct {
	Account  int    `json:"account"`
	User     int    `json:"user,omitempty"`
	Parent   int    `json:"parent,omitempty"`
	Shares   int64  `json:"shares"`
	Priority int64  `json:"priority,omitempty"`
	Limits   string `json:"limits,omitempty"`
}

type qosRow struct {
	Number      int     `json:"number"`
	Priority    int64   `json:"priority,omitempty"`
	UsageFactor float64 `json:"usageFactor"`
	Limits      string  `json:"limits,omitempty"`

	Preempts      string `json:"preempts,omitempty"`
	PreemptMode   string `json:"preemptMode,omitempty"`
	Grace         int64  `json:"grace,omitempty"`
	PreemptExempt int64  `json:"preemptExempt,omitempty"`
}

type factorRow struct {
	Number    int   `json:"number"`
	JobFactor int32 `json:"jobFactor"`
	QOS       int   `json:"qos,omitempty"`

	Billing     string `json:"billing,omitempty"`
	PreemptMode string `json:"preemptMode,omitempty"`
	Grace       int64  `json:"grace,omitempty"`
}

type licenceRow struct {
	Number int `json:"number"`
	Copies int `json:"copies"`
}

// Versions of Slurm that differ in how they schedule, the oldest first.
var Versions = []string{"22.05", "23.02", "23.11", "24.11", "25.11"}

// Stops is the rule by which the cluster stops jobs at their limits, and for how many seconds they may run on before that, as a scenario says it.
func (c *Cluster) Stops() (rule string, grace int) {
	if c.Settings["OverTimeLimit"] == "UNLIMITED" {
		return "never", 0
	}
	minutes, _ := strconv.Atoi(c.Settings["OverTimeLimit"]) // 0 if it is missing
	return "sweep", 60 * minutes
}

// Policy describes how the cluster schedules, by the names of the fields of the policy slurm. Accounts, users, QOS and partitions have the
// numbers of the legend of a log; those that are not in it get numbers behind them.
func (c *Cluster) Policy(log *Legend) map[string]json.RawMessage {
	fields := map[string]any{}
	if version := c.version(); version != "" {
		fields["version"] = version
	}
	set := func(key string) string { return c.Settings[key] }
	if words := withoutWrong(c.schedulerWords()); words != "" {
		fields["parameters"] = words
	}
	if kind := set("SchedulerType"); kind != "" {
		fields["backfill"] = kind == "sched/backfill"
	}
	if set("Epilog") != "" {
		fields["epilog"] = true
	}
	if wait, err := strconv.Atoi(set("KillWait")); err == nil {
		fields["killWait"] = wait
	}
	if wait, err := strconv.Atoi(set("CompleteWait")); err == nil && wait > 0 {
		fields["completeWait"] = wait
	}
	if delay := c.requeueDelay(); delay > 0 {
		fields["requeueDelay"] = delay
	}
	if rows := c.licenceRows(log); rows != nil {
		fields["licences"] = rows
	}
	by := c.preemptsBy()
	if by != "" {
		fields["preempt"], fields["preemptMode"] = by, cmp.Or(preemptionMode(set("PreemptMode")), "off")
		if exempt, err := Seconds(set("PreemptExemptTime")); err == nil && exempt > 0 {
			fields["preemptExempt"] = exempt
		}
	}
	ranked, limited := c.Ranks(), c.EnforcesLimits()
	if ranked {
		var settings []setting
		for _, key := range SettingKeys() {
			value := set(key)
			if key == "PriorityWeightTRES" {
				counted, _ := countedWeights(value)
				value = strings.Join(counted, ",")
			}
			if value != "" && isOfPriorities(key) {
				settings = append(settings, setting{key, value})
			}
		}
		fields["settings"] = settings
	}
	if limited {
		fields["limits"] = true
		fields["safe"] = c.EnforcesSafe()
	}
	if ranked || limited {
		fields["associations"] = c.associationRows(log, limited)
	}
	if ranked || limited || by != "" {
		var qos []qosRow
		for i := range c.QOS {
			q := &c.QOS[i]
			row := qosRow{Number: NumberOf(log.QOS, q.Name, i), Priority: max(q.Priority, 0), UsageFactor: q.UsageFactor}
			if limited {
				row.Limits = q.LimitWords()
			}
			if by == "qos" {
				c.addPreemption(&row, q, log)
			}
			qos = append(qos, row)
		}
		fields["qos"] = qos
		var factors []factorRow
		for i := range c.Partitions {
			p := &c.Partitions[i]
			row := factorRow{Number: NumberOf(log.Partitions, p.Name, i), JobFactor: p.JobFactor}
			if at := slices.IndexFunc(c.QOS, func(q QOS) bool { return q.Name == p.LimitsOf }); limited && at >= 0 {
				row.QOS = NumberOf(log.QOS, p.LimitsOf, at)
			}
			if by == "partition" {
				if row.Grace = p.GraceTime; p.PreemptMode != set("PreemptMode") {
					row.PreemptMode = preemptionMode(p.PreemptMode)
				}
			}
			if ranked {
				row.Billing = p.countedBilling()
			}
			if row.JobFactor != 1 || row.Billing != "" || row.QOS > 0 || row.PreemptMode != "" || row.Grace > 0 {
				factors = append(factors, row)
			}
		}
		fields["partitions"] = factors
	}
	return inJSON(fields)
}

// inJSON are the fields of a part of a scenario, without lists that are nil.
func inJSON(fields map[string]any) map[string]json.RawMessage {
	texts := map[string]json.RawMessage{}
	for name, value := range fields {
		text, err := json.Marshal(value)
		if err != nil {
			panic(err) // of numbers and texts
		}
		if string(text) != "null" {
			texts[name] = text
		}
	}
	return texts
}

// isOfPriorities says whether a setting is one of those that the policy slurm knows.
func isOfPriorities(key string) bool {
	return key != "PriorityParameters" && !strings.HasPrefix(key, "PrioritySiteFactor") && (strings.HasPrefix(key, "Priority") || key == "FairShareDampeningFactor")
}

// withoutWrong are the words of SchedulerParameters without those whose values are not accepted, for which Slurm takes its default.
func withoutWrong(words string) string {
	var wrong []string
	EachParameter(words, func(string, int64) {}, func(word string, err error) {
		if err != nil {
			wrong = append(wrong, word)
		}
	})
	if wrong == nil {
		return words
	}
	return strings.Join(slices.DeleteFunc(strings.FieldsFunc(words, separatesWords), func(word string) bool { return slices.Contains(wrong, word) }), ",")
}

// Ranks says whether jobs have priorities of several factors.
func (c *Cluster) Ranks() bool { return c.Settings["PriorityType"] == "priority/multifactor" }

// EnforcesLimits says whether limits hold, by AccountingStorageEnforce.
func (c *Cluster) EnforcesLimits() bool { return c.EnforcesSafe() || c.enforces("limits") }

// EnforcesSafe says whether jobs start only if they can end within the limits on usage.
func (c *Cluster) EnforcesSafe() bool { return c.enforces("safe") || c.enforces("all") }

// enforces says whether AccountingStorageEnforce has a word.
func (c *Cluster) enforces(word string) bool {
	return slices.Contains(strings.Split(strings.ToLower(c.Settings["AccountingStorageEnforce"]), ","), word)
}

// version is the latest of Versions that is not above that of the cluster; "" if this is not known.
func (c *Cluster) version() string {
	of := strings.TrimPrefix(c.Settings["SLURM_VERSION"], "slurm ")
	if of == "" {
		return ""
	}
	latest := Versions[0]
	for _, v := range Versions {
		if v <= of {
			latest = v
		}
	}
	return latest
}

// NumberOf is the number of a name: its place in the legend from 1, or one behind them all for the other-th name of the configuration.
func NumberOf(names []string, name string, other int) int {
	if at := slices.Index(names, name); at >= 0 {
		return at + 1
	}
	return len(names) + 1 + other
}

// IsOwn says whether an association is of this cluster: a database may have several. If no file names the cluster, it is the first of those
// that associations name.
func (c *Cluster) IsOwn(a *Association) bool {
	here := c.Settings["ClusterName"]
	for i := 0; here == "" && i < len(c.Associations); i++ {
		here = c.Associations[i].Cluster
	}
	return here == "" || a.Cluster == "" || strings.EqualFold(here, a.Cluster)
}

// associationRows are the accounts, with the root as the parent 0 of those right below it, and their users.
func (c *Cluster) associationRows(log *Legend, limited bool) (rows []associationRow) {
	number := c.accountNumbers(log)
	own := map[string]bool{"root": true, "": true} // have a row about the account as a whole
	for i := range c.Associations {
		a := &c.Associations[i]
		if !c.IsOwn(a) {
			continue
		}
		own[a.Account] = own[a.Account] || a.User == "" && a.Partition == ""
	}
	for _, account := range slices.Sorted(maps.Keys(number)) {
		if !own[account] { // the table is a part
			rows = append(rows, associationRow{Account: number[account], Shares: 1})
		}
	}
	for i := range c.Associations {
		a := &c.Associations[i]
		if a.Account == "root" && a.User == "" && !(limited && a.LimitWords() != "") || a.Partition != "" || !c.IsOwn(a) {
			continue
		}
		row := associationRow{Account: number[a.Account], Parent: number[cmp.Or(a.Parent, "root")], Shares: a.Share, Priority: max(a.Priority, 0)}
		if a.Share == ParentShare {
			row.Shares = -1
		}
		if a.User != "" {
			row.User, row.Parent = NumberOf(log.Users, a.User, i), 0
		}
		if limited {
			row.Limits = a.LimitWords()
		}
		rows = append(rows, row)
	}
	return rows
}
