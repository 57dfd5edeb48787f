package settings

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"backfill/engine"
	"backfill/engine/machine/slurmconf"
	"backfill/engine/param"
	"backfill/policies/slurm/multifactor"
)

// Priorities are how priority/multifactor is set, with the accounts, users, QOS and partitions that it is about. These have the
// numbers of the workload.
type Priorities struct {
	multifactor.Config // what it has of the cluster is filled in when a simulation begins
	Associations       []Association
	QOS                []QOS
	AccrueAlways       bool              // PriorityFlags has ACCRUE_ALWAYS: age counts from the submission, also while a job could not start
	Billing            map[int32]Billing // by the number of a partition
	MostTRES           bool              // PriorityFlags has MAX_TRES
	JobFactors         map[int32]float64 // by the number of a partition; 1 for one that is not there
}

// Association is an account or a user of one.
type Association struct {
	Account int32
	Parent  int32 // account above an account; 0: the root
	User    int32 // -1: the account as a whole
	Shares  int64 // or multifactor.ParentShares
	Factor  float64
}

// QOS is a quality of service.
type QOS struct {
	Number int32
	multifactor.QOS
}

// weights are the lines about priorities that a sweep may vary.
func weights() (list []param.Param) {
	for _, of := range []string{"Age", "Fairshare", "JobSize", "Partition", "QOS", "Assoc"} {
		list = append(list, param.Param{Name: "PriorityWeight" + of, Kind: param.Integer, Min: 0, Max: math.MaxUint32, Default: int64(0), Doc: "The weight of this factor in the priority of a job."})
	}
	return list
}

// priorityParams are the tables about priorities.
var priorityParams = []param.Param{
	{Name: "settings", Kind: param.Table, Max: 40, Words: weights(), Doc: "Lines of slurm.conf about priorities, such as PriorityType and priority/multifactor, or PriorityWeightAge and 1000. Without them jobs have priorities in the order of submission.", Columns: []param.Param{
		{Name: "key", Kind: param.Text, Required: true, Doc: "Begins with Priority or FairShare."},
		{Name: "value", Kind: param.Text, Required: true, Doc: "As in slurm.conf."},
	}},
	{Name: "associations", Kind: param.Table, Max: mostRows, Doc: "Accounts and their users with their shares, for fair-share. Those of the workload that are not in the table have one share; accounts are below the root then.", Columns: []param.Param{
		{Name: "account", Kind: param.Integer, Min: 0, Max: 1 << 30, Required: true, Doc: "Number of the account, which is the group of a job."},
		{Name: "user", Kind: param.Integer, Min: 0, Max: 1 << 30, Doc: "Number of a user of the account; if left out, the row is about the account as a whole."},
		{Name: "parent", Kind: param.Integer, Min: 0, Max: 1 << 30, Default: int64(0), Doc: "For an account, the account above it; 0: the root."},
		{Name: "shares", Kind: param.Integer, Listed: true, Min: -1, Max: 1 << 30, Default: int64(1), Doc: "Among those below the same account; -1: those of the account (FairShare=parent)."},
		{Name: "priority", Kind: param.Integer, Min: 0, Max: 1 << 30, Default: int64(0), Doc: "For PriorityWeightAssoc."},
		{Name: "limits", Kind: param.Text, Default: "", Doc: "As sacctmgr has them, such as GrpTRES=cpu=16 MaxJobs=2."},
	}},
	{Name: "qos", Title: "QOS", Kind: param.Table, Max: mostRows, Doc: "Qualities of service.", Columns: []param.Param{
		{Name: "number", Kind: param.Integer, Min: 0, Max: 1 << 30, Required: true, Doc: "By which jobs name it."},
		{Name: "priority", Kind: param.Integer, Min: 0, Max: 1 << 30, Default: int64(0), Doc: "For PriorityWeightQOS."},
		{Name: "usageFactor", Kind: param.Number, Min: 0, Max: 1e6, Default: 1.0, Doc: "How many times usage of its jobs counts."},
		{Name: "preempts", Kind: param.Ranges, Min: 0, Max: 1 << 30, Doc: "Numbers of the QOS, each with a row, whose jobs make room for those of this one; jobs of one QOS do not make room for each other."},
		{Name: "preemptMode", Kind: param.Choice, Choices: preemptionModes, Default: preemptionModes[AsCluster], Doc: "What becomes of its jobs that make room."},
		{Name: "grace", Kind: param.Number, Unit: "s", Min: 0, Max: 1e9, Default: 0.0, Doc: "How long they run on."},
		{Name: "preemptExempt", Kind: param.Number, Unit: "s", Min: 0, Max: 1e9, Default: 0.0, Doc: "How long they have run before they make room; 0: as long as those of the cluster."},
		{Name: "limits", Kind: param.Text, Default: "", Doc: "As sacctmgr has them, such as MaxTRESPU=cpu=12 MaxJobsPU=2 Flags=DenyOnLimit."},
	}},
	{Name: "partitions", Kind: param.Table, Max: 256, Doc: "Partitions with a PriorityJobFactor, a QOS, weights for billing or a way to make room of their own.", Columns: []param.Param{
		{Name: "number", Kind: param.Integer, Min: 0, Max: 1 << 30, Required: true, Doc: "By which jobs name it."},
		{Name: "jobFactor", Kind: param.Number, Min: 0, Max: 65535, Default: 1.0, Doc: "For PriorityWeightPartition."},
		{Name: "qos", Title: "QOS", Kind: param.Integer, Min: 0, Max: 1 << 30, Doc: "Number of the QOS whose limits its jobs have, too."},
		{Name: "billing", Kind: param.Text, Default: "", Doc: "TRESBillingWeights, by which usage counts for fair-share, such as CPU=1.0,Mem=0.25G,GRES/gpu=2; processors if left out."},
		{Name: "preemptMode", Kind: param.Choice, Choices: preemptionModes, Default: preemptionModes[AsCluster], Doc: "What becomes of its jobs that make room for those of a higher tier."},
		{Name: "grace", Kind: param.Number, Unit: "s", Min: 0, Max: 1e9, Default: 0.0, Doc: "How long they run on."},
	}},
	{Name: "limits", Kind: param.Boolean, Default: false, Doc: "Whether the limits of associations and QOS hold (AccountingStorageEnforce=limits)."},
	{Name: "safe", Kind: param.Boolean, Default: false, Doc: "Whether jobs start only if they can end within GrpTRESMins (AccountingStorageEnforce=safe)."},
}

// prioritySettings are those of the tables; nil for priority/basic. Errors name the row.
func prioritySettings(v param.Values) (*Priorities, error) {
	settings := rows(v, "settings")
	var lines strings.Builder
	lines.WriteString("ClusterName=c\n")
	for i, row := range settings {
		key := row.Text("key")
		wrong := func(column, reason string) error {
			return &param.Error{Path: fmt.Sprintf("/settings/%d/%s", i, column), Value: strconv.Quote(row.Text(column)), Reason: reason}
		}
		if known := slices.IndexFunc(slurmconf.SettingKeys(), func(k string) bool { return strings.EqualFold(k, key) }); known < 0 ||
			!strings.HasPrefix(strings.ToLower(key), "priority") && !strings.HasPrefix(strings.ToLower(key), "fairshare") {
			return nil, wrong("key", "a setting of slurm.conf that begins with Priority or FairShare is accepted")
		}
		if strings.ContainsAny(row.Text("value"), "\n#\\") {
			return nil, wrong("value", "one value as in slurm.conf is accepted")
		}
		fmt.Fprintf(&lines, "%s=%s\n", key, row.Text("value"))
	}
	cluster, err := slurmconf.Read(slurmconf.File{Name: "slurm.conf", Text: lines.String()})
	if err != nil {
		at := 0
		if e, is := err.(*slurmconf.Error); is {
			at = max(e.Line-2, 0)
		}
		return nil, &param.Error{Path: fmt.Sprintf("/settings/%d/value", at), Value: strconv.Quote(settings[at].Text("value")), Reason: err.Error()}
	}
	set := cluster.Settings
	if set["PriorityType"] != "priority/multifactor" {
		return nil, nil
	}
	p := &Priorities{JobFactors: map[int32]float64{}, Billing: map[int32]Billing{}}
	if p.Config, err = multifactorConfig(set); err != nil {
		return nil, &param.Error{Path: "/settings", Reason: err.Error()}
	}
	flags := strings.Split(set["PriorityFlags"], ",")
	p.AccrueAlways, p.MostTRES = slices.Contains(flags, "ACCRUE_ALWAYS"), slices.Contains(flags, "MAX_TRES")
	p.Associations = associationsOf(v)
	if err := checkTree(p.Associations); err != nil {
		return nil, err
	}
	for _, row := range rows(v, "qos") {
		p.QOS = append(p.QOS, QOS{int32(row.Int("number")), multifactor.QOS{Priority: float64(row.Int("priority")), UsageFactor: row.Float("usageFactor")}})
	}
	for i, row := range rows(v, "partitions") {
		number := int32(row.Int("number"))
		p.JobFactors[number] = row.Float("jobFactor")
		if p.Billing[number], err = ParseBilling(row.Text("billing")); err != nil {
			return nil, &param.Error{Path: fmt.Sprintf("/partitions/%d/billing", i), Value: strconv.Quote(row.Text("billing")), Reason: err.Error()}
		}
	}
	return p, nil
}

// associationsOf are those of the table.
func associationsOf(v param.Values) (list []Association) {
	for _, row := range rows(v, "associations") {
		a := Association{Account: int32(row.Int("account")), Parent: int32(row.Int("parent")), User: -1, Shares: row.Int("shares"), Factor: float64(row.Int("priority"))}
		if _, is := row["user"]; is {
			a.User = int32(row.Int("user"))
		}
		list = append(list, a)
	}
	return list
}

// checkTree finds accounts that are not in the table, and those that are above themselves.
func checkTree(table []Association) error {
	parent := map[int32]int32{root: root}
	for _, a := range table {
		if a.User < 0 && a.Account != root {
			parent[a.Account] = a.Parent
		}
	}
	for i, a := range table {
		column, account := "parent", a.Parent
		if a.User >= 0 {
			column, account = "account", a.Account
		}
		refuse := func(reason string) error {
			return &param.Error{Path: fmt.Sprintf("/associations/%d/%s", i, column), Value: fmt.Sprint(account), Reason: reason}
		}
		if _, known := parent[account]; !known {
			return refuse("no row is about this account; the number of one that has a row, or 0 for the root, is accepted")
		}
		for above, steps := account, 0; above != root; above, steps = parent[above], steps+1 {
			if steps > len(table) {
				return refuse("this account is above itself; accounts below the root are accepted")
			}
			if _, known := parent[parent[above]]; !known {
				break // told at its own row
			}
		}
	}
	return nil
}

// tresWeights are those of a list such as CPU=1000,Mem=2000, in the order of slurmconf.CountedTRES; nil if it is empty.
func tresWeights(list string, before error) (weights []float64, err error) {
	if list == "" || before != nil {
		return nil, before
	}
	weights = make([]float64, len(slurmconf.CountedTRES))
	for _, part := range strings.Split(list, ",") {
		name, text, _ := strings.Cut(part, "=")
		at := slices.Index(slurmconf.CountedTRES, strings.ToLower(name))
		n, parsing := strconv.ParseFloat(text, 64)
		if at < 0 || parsing != nil || n < 0 {
			return nil, fmt.Errorf("PriorityWeightTRES has %q; weights of %s such as CPU=1000 are accepted", part, strings.Join(slurmconf.CountedTRES, ", "))
		}
		weights[at] = n
	}
	return weights, nil
}

// multifactorConfig is what settings of slurm.conf say, with Slurm's defaults.
func multifactorConfig(set map[string]string) (c multifactor.Config, err error) {
	number := func(key string, otherwise float64) float64 {
		text, is := set[key]
		if !is {
			return otherwise
		}
		n, parsing := strconv.ParseFloat(text, 64)
		if parsing != nil && err == nil {
			err = fmt.Errorf("%s is %q; a number is accepted", key, text)
		}
		return n
	}
	length := func(key string, otherwise engine.Time) engine.Time {
		text, is := set[key]
		if !is {
			return otherwise
		}
		seconds, parsing := slurmconf.Seconds(text)
		if (parsing != nil || seconds == slurmconf.Unlimited) && err == nil {
			err = fmt.Errorf("%s is %q; a length such as 7-00:00:00 is accepted", key, text)
		}
		return engine.Time(seconds) * engine.Second
	}
	flags := strings.Split(set["PriorityFlags"], ",")
	flag := func(name string) bool { return slices.Contains(flags, name) }
	raw := func(name string) bool { return flag("NO_NORMAL_ALL") || flag("NO_NORMAL_"+name) }
	c = multifactor.Config{
		Weights: multifactor.Weights{
			Age: number("PriorityWeightAge", 0), Assoc: number("PriorityWeightAssoc", 0), FairShare: number("PriorityWeightFairshare", 0),
			JobSize: number("PriorityWeightJobSize", 0), Partition: number("PriorityWeightPartition", 0), QOS: number("PriorityWeightQOS", 0),
		},
		CalcPeriod: length("PriorityCalcPeriod", 5*engine.Minute), MaxAge: length("PriorityMaxAge", 7*engine.Day), HalfLife: length("PriorityDecayHalfLife", 7*engine.Day),
		Classic: flag("NO_FAIR_TREE"), DepthOblivious: flag("DEPTH_OBLIVIOUS"), SmallRelativeToTime: flag("SMALL_RELATIVE_TO_TIME"), IncreaseOnly: flag("INCR_ONLY"),
		RawAssoc: raw("ASSOC"), RawPartition: raw("PART"), RawQOS: raw("QOS"), RawTRES: raw("TRES"),
		FavorSmall: set["PriorityFavorSmall"] == "YES", Dampening: number("FairShareDampeningFactor", 1),
	}
	if c.Weights.TRES, err = tresWeights(set["PriorityWeightTRES"], err); err != nil {
		return c, err
	}
	resets := []string{"NONE", "DAILY", "WEEKLY", "MONTHLY", "QUARTERLY", "YEARLY"}
	if text, is := set["PriorityUsageResetPeriod"]; is && text != "NOW" {
		at := slices.Index(resets, text)
		if at < 0 && err == nil {
			err = fmt.Errorf("PriorityUsageResetPeriod is %q; one of %s is accepted", text, strings.Join(resets, ", "))
		}
		c.Reset = multifactor.Reset(max(at, 0))
	}
	if c.CalcPeriod < engine.Second && err == nil {
		err = fmt.Errorf("PriorityCalcPeriod is %q; at least a second is accepted", set["PriorityCalcPeriod"])
	}
	return c, err
}
