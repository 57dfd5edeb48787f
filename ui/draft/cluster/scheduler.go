package cluster

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"backfill/engine/machine/slurmconf"
	"backfill/engine/param"
	"backfill/ui/draft"
)

// SlurmKind is the kind of the policies that a Scheduler can be.
const SlurmKind = "slurm"

// Scheduler is a policy slurm as it is being edited: the rows of its tables and its other fields.
type Scheduler struct {
	Label  string // what people call the policy
	Of     int    // how many policies of the experiment are of this kind; this is the first one
	form   draft.Form
	at     int // among the policies of the experiment
	policy draft.Choice
	tables map[string][]row
}

// schedulerTables are those of the policy's tables that are read as rows.
var schedulerTables = []string{"settings", "associations", "qos", "partitions"}

// FirstScheduler is the first policy slurm of an experiment; false if there is none, a sweep varies it, or its tables have mistakes.
func FirstScheduler(f draft.Form, d *draft.Draft) (*Scheduler, bool) {
	is := func(c draft.Choice) bool { return c.Kind == SlurmKind }
	at, of := slices.IndexFunc(d.Policies, is), 0
	if at < 0 || slices.ContainsFunc(d.Sweep, func(axis draft.Choice) bool { return strings.HasPrefix(axis.Kind, fmt.Sprintf("/policies/%d/", at)) }) {
		return nil, false
	}
	for _, c := range d.Policies {
		if is(c) {
			of++
		}
	}
	s, ok := readScheduler(f, d.Policies[at])
	if ok {
		s.Label, s.Of, s.at = f.Labels(d)[at], of, at
	}
	return s, ok
}

// readScheduler reads a policy; false if its tables have mistakes.
func readScheduler(f draft.Form, c draft.Choice) (*Scheduler, bool) {
	s := &Scheduler{form: f, policy: c.Clone(), tables: map[string][]row{}}
	if s.policy.Texts == nil {
		s.policy.Texts = map[string]string{}
	}
	for _, table := range schedulerTables {
		rows, ok := readRows(f.Policy(c.Kind), table, c.Texts[table])
		if !ok {
			return nil, false
		}
		s.tables[table] = rows
	}
	return s, true
}

// Choice is the policy as a choice.
func (s *Scheduler) Choice() draft.Choice {
	for table, rows := range s.tables {
		if len(rows) > 0 {
			s.policy.Texts[table] = rowsText(s.form.Policy(s.policy.Kind), table, rows)
		}
	}
	return s.policy
}

// Clone is a copy that shares nothing that is changed.
func (s *Scheduler) Clone() *Scheduler {
	c := *s
	c.policy, c.tables = s.policy.Clone(), map[string][]row{}
	for table, rows := range s.tables {
		for _, r := range rows {
			c.tables[table] = append(c.tables[table], maps.Clone(r))
		}
	}
	return &c
}

// Replace puts the policy in its place among those of an experiment.
func (s *Scheduler) Replace(d *draft.Draft) { d.Policies[s.at] = s.Choice() }

// Equal says whether both are the same policy.
func (s *Scheduler) Equal(other *Scheduler) bool {
	is := func(c *Scheduler) *draft.Draft { return &draft.Draft{Policies: []draft.Choice{c.Choice()}} }
	return is(s).Equal(*is(other))
}

// Word is the value of a word of SchedulerParameters, "" of one without a value; false if the policy does not have it.
func (s *Scheduler) Word(name string) (value string, is bool) {
	return param.Word(s.policy.Texts["parameters"], name)
}

// SetWord gives a word of SchedulerParameters a value, in its place if it is there; a word without a value is set by true and taken away by
// false.
func (s *Scheduler) SetWord(name string, value any) {
	s.policy.Texts["parameters"] = param.WithWord(s.policy.Texts["parameters"], name, value)
}

// Setting is what a line of slurm.conf about priorities says, "" if there is none.
func (s *Scheduler) Setting(key string) string {
	for _, r := range s.tables["settings"] {
		if strings.EqualFold(r.text("key"), key) {
			return r.text("value")
		}
	}
	return ""
}

// SetSetting changes it, or adds it.
func (s *Scheduler) SetSetting(key, value string) {
	for _, r := range s.tables["settings"] {
		if strings.EqualFold(r.text("key"), key) {
			r.setText("value", value)
			return
		}
	}
	r := row{}
	r.setText("key", key)
	r.setText("value", value)
	s.tables["settings"] = append(s.tables["settings"], r)
}

// Ranks says whether jobs have priorities of several factors.
func (s *Scheduler) Ranks() bool { return s.Setting("PriorityType") == "priority/multifactor" }

// Limits says whether limits hold.
func (s *Scheduler) Limits() bool { return s.policy.Texts["limits"] == "true" }

// Owner is a row of accounts and their users, or of QOS.
type Owner struct {
	QOS     int64 // number; -1: it is an account
	Account int64
	User    int64 // -1: the account as a whole
}

// Owners are the rows of the QOS, then those of accounts, then those of users.
func (s *Scheduler) Owners() (list []Owner) {
	for _, r := range s.tables["qos"] {
		list = append(list, Owner{QOS: r.number("number", -1), Account: -1, User: -1})
	}
	var users []Owner
	for _, r := range s.tables["associations"] {
		if o := (Owner{-1, r.number("account", -1), r.number("user", -1)}); o.User < 0 {
			list = append(list, o)
		} else {
			users = append(users, o)
		}
	}
	return append(list, users...)
}

// IsQOS says whether it is a QOS.
func (o Owner) IsQOS() bool { return o.QOS >= 0 }

// rowOf is the row of an owner, an empty one if there is none.
func (s *Scheduler) rowOf(o Owner) row {
	if o.IsQOS() {
		if r := rowNumbered(s.tables["qos"], "number", o.QOS); r != nil {
			return r
		}
	}
	for _, r := range s.tables["associations"] {
		if !o.IsQOS() && r.number("account", -1) == o.Account && r.number("user", -1) == o.User {
			return r
		}
	}
	return row{}
}

// ParentShares are those of a user who has the ones of the account.
const ParentShares = -1

// Shares are those of an account or user, or ParentShares.
func (s *Scheduler) Shares(o Owner) int64 { return s.rowOf(o).number("shares", 1) }

// SetShares changes them.
func (s *Scheduler) SetShares(o Owner, shares int64) {
	s.rowOf(o).setNumber("shares", float64(shares))
}

// Limit is a limit of slurmconf.LimitNames, such as 2, 1-00:00:00 or cpu=16,mem=4000; "" if there is none.
func (s *Scheduler) Limit(o Owner, name string) string {
	return limitIn(s.rowOf(o).text("limits"), name)
}

// limitIn is a limit among words such as MaxJobs=2 MaxWall=1-00:00:00.
func limitIn(words, name string) string {
	for _, word := range strings.Fields(words) {
		if n, value, _ := strings.Cut(word, "="); strings.EqualFold(n, name) {
			return value
		}
	}
	return ""
}

// LimitAfter is a limit after a change, "" for none. As with sacctmgr, TRES that the value does not name stay; "" takes the whole limit away. An
// error says what is accepted.
func (s *Scheduler) LimitAfter(o Owner, name, value string) (string, error) {
	words, err := s.limitsAfter(o, name, value)
	return limitIn(words, name), err
}

// SetLimit changes one so.
func (s *Scheduler) SetLimit(o Owner, name, value string) error {
	words, err := s.limitsAfter(o, name, value)
	if err != nil {
		return err
	}
	r := s.rowOf(o)
	if delete(r, "limits"); words != "" {
		r.setText("limits", words)
	}
	return nil
}

// limitsAfter are all limits of an owner after a change of one.
func (s *Scheduler) limitsAfter(o Owner, name, value string) (string, error) {
	words := s.rowOf(o).text("limits")
	change := name + "=" + value
	switch {
	case value == "" && limitIn(words, name) == "":
		return words, nil
	case value == "":
		change = name + "=-1"
		if slurmconf.CountsTRES(name) {
			var kinds []string
			for part := range strings.SplitSeq(limitIn(words, name), ",") {
				kind, _, _ := strings.Cut(part, "=")
				kinds = append(kinds, kind+"=-1")
			}
			change = name + "=" + strings.Join(kinds, ",")
		}
	}
	words, err := slurmconf.ChangeLimits(words, change, o.IsQOS())
	if err != nil {
		return "", err
	}
	read, err := slurmconf.ReadLimits([]string{words}, o.IsQOS())
	switch {
	case err != nil:
		return "", err
	case o.IsQOS():
		return read.QOS[0].LimitWords(), nil
	}
	return read.Associations[0].LimitWords(), nil
}

// JobFactor is the PriorityJobFactor of a partition.
func (s *Scheduler) JobFactor(partition int64) int64 {
	return rowNumbered(s.tables["partitions"], "number", partition).number("jobFactor", 1)
}

// SetJobFactor changes it.
func (s *Scheduler) SetJobFactor(partition, factor int64) {
	r := rowNumbered(s.tables["partitions"], "number", partition)
	if r == nil {
		r = row{}
		r.setNumber("number", float64(partition))
		s.tables["partitions"] = append(s.tables["partitions"], r)
	}
	r.setNumber("jobFactor", float64(factor))
}
