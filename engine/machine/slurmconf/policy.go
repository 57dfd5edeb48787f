package slurmconf

import (
	"cmp"
	"encoding/json"
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
	Account  int   `json:"account"`
	User     int   `json:"user,omitempty"`
	Parent   int   `json:"parent,omitempty"`
	Shares   int64 `json:"shares"`
	Priority int64 `json:"priority,omitempty"`
}

type qosRow struct {
	Number      int     `json:"number"`
	Priority    int64   `json:"priority,omitempty"`
	UsageFactor float64 `json:"usageFactor"`
}

type factorRow struct {
	Number    int   `json:"number"`
	JobFactor int32 `json:"jobFactor"`
}

// Versions of Slurm that differ in how they schedule, the oldest first.
var Versions = []string{"22.05", "23.02", "23.11", "24.11", "25.11"}

// Policy describes how the cluster schedules, by the names of the fields of the policy slurm. Accounts, users, QOS and partitions have the numbers of the legend of a
// log; those that are not in it get numbers behind them.
func (c *Cluster) Policy(log *Legend) map[string]json.RawMessage {
	fields := map[string]any{}
	if version := c.version(); version != "" {
		fields["version"] = version
	}
	set := func(key string) string { return c.Settings[key] }
	if words := set("SchedulerParameters"); words != "" {
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
	if set("PriorityType") == "priority/multifactor" {
		var settings []setting
		for _, key := range SettingKeys() {
			if value := set(key); value != "" && isOfPriorities(key) {
				settings = append(settings, setting{key, value})
			}
		}
		fields["settings"] = settings
		fields["associations"] = c.associationRows(log)
		var qos []qosRow
		for i := range c.QOS {
			qos = append(qos, qosRow{numberOf(log.QOS, c.QOS[i].Name, i), max(c.QOS[i].Priority, 0), c.QOS[i].UsageFactor})
		}
		fields["qos"] = qos
		var factors []factorRow
		for i := range c.Partitions {
			if p := &c.Partitions[i]; p.JobFactor != 1 {
				factors = append(factors, factorRow{numberOf(log.Partitions, p.Name, i), p.JobFactor})
			}
		}
		fields["partitions"] = factors
	}
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

// numberOf is the number of a name: its place in the legend from 1, or one behind them all for the other-th name of the configuration.
func numberOf(names []string, name string, other int) int {
	if at := slices.Index(names, name); at >= 0 {
		return at + 1
	}
	return len(names) + 1 + other
}

// associationRows are the accounts, with the root as the parent 0 of those right below it, and their users.
func (c *Cluster) associationRows(log *Legend) (rows []associationRow) {
	number := map[string]int{"root": 0, "": 0}
	for i := range c.Associations {
		if account := c.Associations[i].Account; account != "root" {
			if _, known := number[account]; !known {
				number[account] = numberOf(log.Accounts, account, i)
			}
		}
	}
	for i := range c.Associations {
		a := &c.Associations[i]
		if a.Account == "root" && a.User == "" || a.Partition != "" {
			continue
		}
		row := associationRow{Account: number[a.Account], Parent: number[cmp.Or(a.Parent, "root")], Shares: a.Share, Priority: max(a.Priority, 0)}
		if a.Share == ParentShare {
			row.Shares = -1
		}
		if a.User != "" {
			row.User, row.Parent = numberOf(log.Users, a.User, i), 0
		}
		rows = append(rows, row)
	}
	return rows
}
