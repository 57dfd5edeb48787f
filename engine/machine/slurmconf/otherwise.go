package slurmconf

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// otherwise notes how a policy schedules otherwise than a place says, and what is assumed.
func (r *reader) otherwise(at place, format string, args ...any) {
	r.cluster.Otherwise = append(r.cluster.Otherwise, at.String()+": "+fmt.Sprintf(format, args...))
}

// finishScheduling notes what the policy slurm does otherwise than configured.
func (r *reader) finishScheduling() {
	r.tellParameters("SchedulerParameters", "")
	r.tellParameters("PreemptParameters", preemptPrefix)
	ranked := r.cluster.Ranks()
	for _, s := range []struct {
		key      string
		only     bool
		ordinary []string
		assumed  string
	}{
		{"SchedulerType", true, []string{"sched/backfill", "sched/builtin"}, "is not known: sched/builtin is assumed"},
		{"PriorityType", true, []string{"priority/basic", "priority/multifactor"}, "is not known: priority/basic, the order of submission, is assumed"},
		{"PrioritySiteFactorPlugin", ranked, []string{"priority/site_factor/none", "site_factor/none", "none"}, "is not modelled: it adds nothing"},
		{"PreemptType", true, []string{"preempt/none", "preempt/qos", "preempt/partition_prio"}, "is not known: nobody is preempted"},
	} {
		if used, is := r.used(s.key); is && s.only && used.value != "" && !slices.Contains(s.ordinary, strings.ToLower(used.value)) {
			r.otherwise(used.at, "%s=%s %s", s.key, used.value, s.assumed)
		}
	}
	r.tellPriorities(ranked)
	r.tellWords("AccountingStorageEnforce", []string{"associations", "limits", "nojobs", "nosteps", "qos", "safe", "wckeys"})
	r.tellTables(ranked)
	r.tellLimits()
}

// used is what was said last of a setting.
func (r *reader) used(key string) (said, bool) {
	list := r.said[key]
	if len(list) == 0 {
		return said{}, false
	}
	return list[len(list)-1], true
}

// tellParameters tells of the words of SchedulerParameters, or of those of another setting, which SchedulerParameters has with a prefix, that
// are not followed.
func (r *reader) tellParameters(key, prefix string) {
	used, is := r.used(key)
	if !is {
		return
	}
	var unknown []string
	EachParameter(prefixed(used.value, prefix), func(string, int64) {}, func(word string, err error) {
		if err == nil {
			unknown = append(unknown, word)
			return
		}
		r.otherwise(used.at, "in %s %v: Slurm's default is assumed", key, err)
	})
	if len(unknown) > 0 {
		r.otherwise(used.at, "not modelled of %s: %s", key, strings.Join(unknown, ", "))
	}
}

// Flags of PriorityFlags that are followed, or that decide nothing when jobs start.
var priorityFlags = []string{"DEPTH_OBLIVIOUS", "FAIR_TREE", "ACCRUE_ALWAYS", "INCR_ONLY", "MAX_TRES", "NO_FAIR_TREE", "NO_NORMAL_ALL", "NO_NORMAL_ASSOC", "NO_NORMAL_PART", "NO_NORMAL_QOS", "NO_NORMAL_TRES", "SMALL_RELATIVE_TO_TIME", "CALCULATE_RUNNING"}

// tellPriorities tells of priorities that are computed otherwise.
func (r *reader) tellPriorities(ranked bool) {
	if !ranked {
		for _, key := range SettingKeys() {
			if used, is := r.used(key); is && strings.HasPrefix(key, "PriorityWeight") && used.value != "" && used.value != "0" {
				r.otherwise(used.at, "%s=%s counts only with PriorityType=priority/multifactor: the order of submission is assumed", key, used.value)
			}
		}
		return
	}
	r.tellWords("PriorityFlags", priorityFlags)
	if used, is := r.used("PriorityWeightTRES"); is {
		if _, left := countedWeights(used.value); len(left) > 0 {
			r.otherwise(used.at, "not counted of PriorityWeightTRES: %s", strings.Join(left, ","))
		}
	}
}

// countedWeights are the parts of PriorityWeightTRES that are counted, and the others.
func countedWeights(list string) (counted, left []string) {
	for _, part := range listed(list) {
		if name, _, _ := strings.Cut(part, "="); slices.Contains(CountedTRES, strings.ToLower(name)) {
			counted = append(counted, part)
		} else {
			left = append(left, part)
		}
	}
	return counted, left
}

// countedBilling are the weights of TRESBillingWeights that are counted.
func (p *Partition) countedBilling() string {
	counted, _ := countedWeights(p.Billing)
	return strings.Join(counted, ",")
}

// tellWords tells of words of a setting that are not among those that are known.
func (r *reader) tellWords(key string, known []string) {
	used, is := r.used(key)
	if !is {
		return
	}
	var unknown []string
	for _, word := range listed(used.value) {
		if !slices.Contains(known, word) {
			unknown = append(unknown, word)
		}
	}
	if len(unknown) > 0 {
		r.otherwise(used.at, "not modelled of %s: %s", key, strings.Join(unknown, ","))
	}
}

// tellTables tells of accounts that are above others or have users and no row, and of tables that are not there.
func (r *reader) tellTables(ranked bool) {
	c := r.cluster
	limited := c.EnforcesLimits()
	enforce, _ := r.used("AccountingStorageEnforce")
	if limited && len(c.Associations)+len(c.QOS) == 0 {
		r.otherwise(enforce.at, "AccountingStorageEnforce=%s, but no file has limits: none are assumed. Give what sacctmgr -P show assoc and sacctmgr -P show qos print, too", enforce.value)
	}
	if share, is := r.used("PriorityWeightFairshare"); is && ranked && share.value != "0" && len(c.Associations) == 0 {
		r.otherwise(share.at, "PriorityWeightFairshare=%s, but no file has accounts: one share for each is assumed. Give what sacctmgr -P show assoc prints, too", share.value)
	}
	if limited {
		for i := range r.partitions {
			p := &r.partitions[i]
			if of := p.partition.LimitsOf; of != "" && len(c.QOS) > 0 && !slices.ContainsFunc(c.QOS, func(q QOS) bool { return q.Name == of }) {
				r.otherwise(p.at, "QOS=%s of the partition %s, which no row is about: it adds no limits", of, p.partition.Name)
			}
		}
	}
	if !ranked && !limited {
		return
	}
	rows := r.associationRows()
	if c.Settings["ClusterName"] == "" && len(rows) > 0 && len(rows) < len(c.Associations) {
		r.otherwise(rows[0].at, "rows of several clusters, and no file says ClusterName: %s is assumed", rows[0].association.Cluster)
	}
	own, above, flat := map[string]bool{"root": true}, false, place{}
	for _, row := range rows {
		a := row.association
		own[a.Account] = own[a.Account] || a.User == "" && a.Partition == ""
		above = above || a.Parent != ""
		if flat.line == 0 && a.Account != "root" {
			flat = row.at
		}
	}
	var missing sameOfRows
	for _, row := range rows {
		a := row.association
		if a.Partition != "" {
			what := a.Account
			if a.User != "" {
				what = "the user " + a.User + " of " + what
			}
			missing.add("the row of "+what+" for the partition "+a.Partition+" alone", "is not used", row.at)
		}
		if a.Parent != "" && !own[a.Parent] {
			missing.add("the account "+a.Parent+" above "+a.Account, "has no row: it is taken to be below the root, with one share and without limits", row.at)
		}
		if !own[a.Account] {
			missing.add("the account "+a.Account, "has no row but those of its users: it is taken to be below the root, with one share and without limits", row.at)
		}
	}
	missing.tell(r)
	if !above && flat.line > 0 {
		r.otherwise(flat, "no column says which account is above another: all are taken to be below the root. Give what sacctmgr -P show assoc format=Account,ParentName,User,Share and so on prints")
	}
}

// placedAssociation is a row of this cluster, and where it stands.
type placedAssociation struct {
	association *Association
	at          place
}

// associationRows are those of this cluster, in their order.
func (r *reader) associationRows() (rows []placedAssociation) {
	at := make([]place, len(r.cluster.Associations))
	for _, row := range r.associationAt {
		at[row.k] = row.at
	}
	for i := range r.cluster.Associations {
		if a := &r.cluster.Associations[i]; r.cluster.IsOwn(a) {
			rows = append(rows, placedAssociation{a, at[i]})
		}
	}
	return rows
}

// checkTree finds accounts that are above themselves.
func (r *reader) checkTree() error {
	parent := map[string]string{}
	rows := r.associationRows()
	for _, row := range rows {
		if a := row.association; a.User == "" {
			parent[a.Account] = a.Parent
		}
	}
	for _, row := range rows {
		above, steps := row.association.Account, 0
		for ; above != "" && above != "root"; above = parent[above] {
			if steps++; steps > len(parent)+1 {
				return &Error{row.at.file, row.at.line, "ParentName", parent[row.association.Account], "the account " + row.association.Account + " would be above itself; accounts below the root are accepted"}
			}
		}
	}
	return nil
}

// sameOfRows collects what is told of rows: the same of several once, with the first place.
type sameOfRows struct {
	order []string
	first map[string]sameOfRow
}

type sameOfRow struct {
	at   place
	what string // of the first
	told string // of all
	rows int
}

func (s *sameOfRows) add(what, told string, at place) { s.addAs(what, what, told, at) }

// addAs adds what is the same for all rows with a key.
func (s *sameOfRows) addAs(key, what, told string, at place) {
	if s.first == nil {
		s.first = map[string]sameOfRow{}
	}
	key += told
	row, known := s.first[key]
	if !known {
		s.order = append(s.order, key)
		row = sameOfRow{at, what, told, 0}
	}
	row.rows++
	s.first[key] = row
}

func (s *sameOfRows) tell(r *reader) {
	for _, key := range s.order {
		row, more := s.first[key], ""
		switch {
		case row.rows == 2:
			more = ", and of another row,"
		case row.rows > 2:
			more = fmt.Sprintf(", and of %d more rows,", row.rows-1)
		}
		r.otherwise(row.at, "%s%s %s", row.what, more, row.told)
	}
}

// tellLimits tells of limits that do not hold.
func (r *reader) tellLimits() {
	c := r.cluster
	var told sameOfRows
	row := func(whose string, at place, words string, tres map[string]TRES) {
		if !c.EnforcesLimits() {
			if words != "" || len(tres) > 0 {
				told.addAs("", "limits of "+whose, "do not hold, as AccountingStorageEnforce does not have limits", at)
			}
			return
		}
		for _, column := range slices.Sorted(maps.Keys(tres)) {
			for _, kind := range slices.Sorted(maps.Keys(tres[column])) {
				told.addAs(column+kind, fmt.Sprintf("%s=%s=%d of %s", column, kind, tres[column][kind], whose), "does not hold: only "+strings.Join(CountedTRES, ", ")+" are counted", at)
			}
		}
	}
	for _, own := range r.associationRows() {
		a := own.association
		whose := "the account " + a.Account
		if a.User != "" {
			whose = "the user " + a.User + " of " + whose
		}
		if a.Partition == "" {
			row(whose, own.at, a.LimitWords(), a.uncounted())
		}
	}
	at := make([]place, len(c.QOS))
	for _, row := range r.qosAt {
		at[row.k] = row.at
	}
	for i := range c.QOS {
		q, whose := c.QOS[i], "the QOS "+c.QOS[i].Name
		flags := q.Flags
		q.Flags = nil
		row(whose, at[i], q.LimitWords(), q.uncounted())
		for _, flag := range flags {
			if c.EnforcesLimits() && !slices.ContainsFunc(followedFlags, func(known string) bool { return strings.EqualFold(known, flag) }) {
				told.addAs("flag"+flag, "the flag "+flag+" of "+whose, "is not modelled", at[i])
			}
		}
	}
	told.tell(r)
}

// followedFlags are the flags of a QOS that are followed.
var followedFlags = []string{"DenyOnLimit", "NoDecay", "NoReserve", "OverPartQOS"}

// uncounted are the TRES limits that are on other TRES than those that are counted, by their columns.
func (l *Limits) uncounted() map[string]TRES {
	return uncounted(map[string]TRES{"GrpTRES": l.GrpTRES, "GrpTRESMins": l.GrpTRESMins, "GrpTRESRunMins": l.GrpTRESRunMins, "MaxTRES": l.MaxTRES, "MaxTRESPerNode": l.MaxTRESPerNode, "MaxTRESMins": l.MaxTRESMins})
}

func (q *QOS) uncounted() map[string]TRES {
	all := uncounted(map[string]TRES{"MinTRES": q.MinTRES, "MaxTRESPU": q.MaxTRESPerUser, "MaxTRESPA": q.MaxTRESPerAccount})
	maps.Copy(all, q.Limits.uncounted())
	return all
}

func uncounted(columns map[string]TRES) map[string]TRES {
	left := map[string]TRES{}
	for name, t := range columns {
		for kind, n := range t {
			if !slices.Contains(CountedTRES, kind) {
				if left[name] == nil {
					left[name] = TRES{}
				}
				left[name][kind] = n
			}
		}
	}
	return left
}
