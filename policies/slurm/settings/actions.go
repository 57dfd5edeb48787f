package settings

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"backfill/engine"
	"backfill/engine/machine/hostlist"
	"backfill/engine/machine/slurmconf"
	"backfill/engine/param"
	"backfill/policies/slurm/limits"
)

// Action is something that people do while the cluster runs: with a job, with nodes, with a partition, with limits.
type Action struct {
	At        engine.Time
	Do        string      // one of Verbs
	Jobs      param.Set   // numbers of the jobs or, beside Tasks, of arrays
	Tasks     param.Set   // numbers of tasks; nil: Jobs are jobs
	Nodes     []string    // nil: it is not about nodes
	Partition int32       // number of the partition; -1: it is not about one
	Length    engine.Time // of the job or the reservation
	In        engine.Time // from At until the reservation begins
	Number    int32       // of the reservation, by which jobs name it; 0: none runs in it

	QOS         *limits.QOS         // with the limits that it has from then on; nil: it is not about one
	Association *limits.Association // the same
}

// Target is on what an action is.
type Target int

const (
	OnJobs Target = iota
	OnNodes
	OnPartition
	OnLimits
)

// verbs are what actions do, and on what.
var verbs = []struct {
	name string
	of   Target
}{
	{"hold", OnJobs}, {"release", OnJobs}, {"cancel", OnJobs}, {"requeue", OnJobs}, {"requeuehold", OnJobs}, {"suspend", OnJobs}, {"resumejob", OnJobs}, {"timelimit", OnJobs},
	{"drain", OnNodes}, {"down", OnNodes}, {"resume", OnNodes}, {"reserve", OnNodes},
	{"close", OnPartition}, {"open", OnPartition},
	{"limits", OnLimits},
}

// Verbs are the names of what actions do.
func Verbs() (names []string) {
	for i := range verbs {
		names = append(names, verbs[i].name)
	}
	return names
}

// TargetOf is on what an action is that does one of Verbs.
func TargetOf(verb string) Target {
	for i := range verbs {
		if verbs[i].name == verb {
			return verbs[i].of
		}
	}
	panic("no verb of an action: " + verb)
}

// mostNodes are named by one action.
const mostNodes = 100_000

// actionParams are the tables of licences and of what people do while the cluster runs.
var actionParams = []param.Param{
	{Name: "requeueDelay", Kind: param.Number, Unit: "s", Min: 0, Max: 1e6, Default: 121.0, Doc: "How long after it has been requeued a job may start at the earliest: a second more than cred_expire of AuthInfo."},
	{Name: "completeWait", Kind: param.Number, Unit: "s", Min: 0, Max: 65535, Default: 0.0, Doc: "CompleteWait: for so long no pass is made while a job is COMPLETING."},
	{Name: "licences", Kind: param.Table, Max: mostRows, Doc: "Licences that jobs hold while they run. There is no end of those that are not in the table.", Columns: []param.Param{
		{Name: "number", Kind: param.Integer, Min: 0, Max: 1 << 30, Required: true, Doc: "By which jobs name it."},
		{Name: "copies", Kind: param.Integer, Min: 0, Max: 1 << 30, Required: true, Doc: "How many jobs may hold at once."},
	}},
	{Name: "actions", Kind: param.Table, Max: 100_000, Doc: "What people do while the cluster runs. Other policies know nothing of it.", Columns: []param.Param{
		{Name: "at", Kind: param.Number, Unit: "s", Instant: true, Min: 0, Max: 1e12, Required: true, Doc: "When."},
		{Name: "do", Kind: param.Choice, Choices: Verbs(), Required: true, Doc: "With jobs: hold, release, cancel, requeue, requeuehold, suspend, resumejob, timelimit; with nodes: drain, down, resume, reserve; with a partition: close, open; with a QOS or an account: limits."},
		{Name: "jobs", Kind: param.Ranges, Min: 0, Max: 1e15, Doc: "Numbers of the jobs that it is about; beside tasks, those of arrays."},
		{Name: "tasks", Kind: param.Ranges, Min: 0, Max: 1 << 30, Doc: "Numbers of tasks, if jobs are the numbers of arrays."},
		{Name: "nodes", Kind: param.Text, Default: "", Doc: "Names of the nodes that it is about, such as n[01-03]."},
		{Name: "partition", Kind: param.Integer, Min: 0, Max: 1 << 30, Doc: "Number of the partition that it is about."},
		{Name: "length", Kind: param.Number, Unit: "s", Min: 1, Max: 1e12, Doc: "For timelimit, the new limit; for reserve, how long the reservation lasts: only its own jobs, and jobs that would end before it begins, start on its nodes."},
		{Name: "number", Kind: param.Integer, Min: 1, Max: 1 << 30, Doc: "For reserve, the number by which jobs that are to run in the reservation name it; if left out, none does."},
		{Name: "in", Kind: param.Number, Unit: "s", Min: 0, Max: 1e12, Default: 0.0, Doc: "For reserve, how much later the reservation begins."},
		{Name: "qos", Title: "QOS", Kind: param.Integer, Min: 0, Max: 1 << 30, Doc: "For limits, the number of the QOS that gets them."},
		{Name: "account", Kind: param.Integer, Min: 0, Max: 1 << 30, Doc: "For limits, the number of the account that gets them."},
		{Name: "user", Kind: param.Integer, Min: 0, Max: 1 << 30, Doc: "For limits, the number of the user of that account who gets them; if left out, the account as a whole gets them."},
		{Name: "limits", Kind: param.Text, Default: "", Doc: "For limits, those that change, as sacctmgr has them: MaxTRESPU=cpu=20 MaxJobsPU=4. Others stay; -1 takes one away."},
	}},
}

// licenceCopies are those of the table.
func licenceCopies(v param.Values) map[int32]int32 {
	copies := map[int32]int32{}
	for _, row := range rows(v, "licences") {
		copies[int32(row.Int("number"))] = int32(row.Int("copies"))
	}
	return copies
}

// actionsOf are those of the table. Errors name the row.
func actionsOf(v param.Values) (list []Action, err error) {
	for i, row := range rows(v, "actions") {
		a := Action{At: engine.FromSeconds(row.Float("at")), Do: row.Text("do"), Partition: -1, In: engine.FromSeconds(row.Float("in"))}
		wrong := func(column, reason string) error {
			value := ""
			if text, is := row[column].(string); is && text != "" {
				value = strconv.Quote(text)
			}
			return &param.Error{Path: fmt.Sprintf("/actions/%d/%s", i, column), Value: value, Reason: reason}
		}
		switch of := TargetOf(a.Do); {
		case of == OnJobs && !row.Has("jobs"):
			return nil, wrong("jobs", a.Do+" needs numbers of jobs")
		case of == OnJobs:
			a.Jobs = row.Set("jobs")
			if row.Has("tasks") {
				a.Tasks = row.Set("tasks")
			}
		case of == OnPartition && !row.Has("partition"):
			return nil, wrong("partition", a.Do+" needs the number of a partition")
		case of == OnPartition:
			a.Partition = int32(row.Int("partition"))
		case of == OnLimits && row.Has("qos") == row.Has("account"):
			return nil, wrong("qos", "limits needs either the number of a QOS or that of an account")
		case of == OnLimits && row.Has("user") && !row.Has("account"):
			return nil, wrong("account", "limits of a user need the number of an account")
		case of == OnLimits && strings.TrimSpace(row.Text("limits")) == "":
			return nil, wrong("limits", "limits needs some, such as MaxTRESPU=cpu=20 MaxJobsPU=4")
		case of == OnLimits:
			if row.Has("qos") {
				q := limits.NewQOS(int32(row.Int("qos")))
				a.QOS = &q
			} else {
				of := limits.NewAssociation(int32(row.Int("account")), limits.None, limits.None)
				if row.Has("user") {
					of.User = int32(row.Int("user"))
				}
				a.Association = &of
			}
		default:
			if a.Nodes, err = hostlist.Expand(row.Text("nodes"), mostNodes); err != nil || len(a.Nodes) == 0 {
				return nil, wrong("nodes", a.Do+" needs names of nodes, such as n[01-03]")
			}
		}
		if row.Has("length") {
			a.Length = engine.FromSeconds(row.Float("length"))
		} else if a.Do == "timelimit" || a.Do == "reserve" {
			return nil, wrong("length", a.Do+" needs a length of time")
		}
		if row.Has("number") {
			a.Number = int32(row.Int("number"))
		}
		list = append(list, a)
	}
	return list, changeLimits(v, list)
}

// changeLimits finds out which limits the QOS and associations of actions have from then on: those of their rows, after all changes until
// then. Errors name the row.
func changeLimits(v param.Values, list []Action) error {
	var order []int // of the actions on limits, by time
	for i := range list {
		if list[i].Do == "limits" {
			order = append(order, i)
		}
	}
	if order == nil {
		return nil
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(list[i].At, list[j].At) })
	ofQOS, ofMembers := map[int32]string{}, map[[2]int32]string{}
	for _, row := range rows(v, "qos") {
		ofQOS[int32(row.Int("number"))] = row.Text("limits")
	}
	for i, a := range associationsOf(v) {
		ofMembers[[2]int32{a.Account, a.User}] = rows(v, "associations")[i].Text("limits")
	}
	for _, i := range order {
		a, text := &list[i], rows(v, "actions")[i].Text("limits")
		refuse := func(err error) error {
			reason := err.Error()
			if e, is := errors.AsType[*slurmconf.Error](err); is {
				reason = e.Reason
			}
			return &param.Error{Path: fmt.Sprintf("/actions/%d/limits", i), Value: strconv.Quote(text), Reason: reason}
		}
		words := ""
		if a.QOS != nil {
			words = ofQOS[a.QOS.Number]
		} else {
			words = ofMembers[[2]int32{a.Association.Account, a.Association.User}]
		}
		words, err := slurmconf.ChangeLimits(words, text, a.QOS != nil)
		if err != nil {
			return refuse(err)
		}
		cluster, err := slurmconf.ReadLimits([]string{words}, a.QOS != nil)
		if err != nil {
			return refuse(err)
		}
		if a.QOS != nil {
			ofQOS[a.QOS.Number] = words
			a.QOS.SetLimits(&cluster.QOS[0])
		} else {
			ofMembers[[2]int32{a.Association.Account, a.Association.User}] = words
			a.Association.SetLimits(&cluster.Associations[0])
		}
	}
	return nil
}

// About is what an action is about, for messages.
func (a *Action) About() string {
	switch {
	case a.Nodes != nil:
		return strings.Join(a.Nodes[:min(len(a.Nodes), 3)], ",")
	case a.Partition >= 0:
		return fmt.Sprintf("partition %d", a.Partition)
	case a.QOS != nil:
		return fmt.Sprintf("of QOS %d", a.QOS.Number)
	case a.Association != nil && a.Association.User >= 0:
		return fmt.Sprintf("of user %d in account %d", a.Association.User, a.Association.Account)
	case a.Association != nil:
		return fmt.Sprintf("of account %d", a.Association.Account)
	case a.Tasks != nil:
		return "job " + a.Jobs.String() + "_" + a.Tasks.String()
	}
	return "job " + a.Jobs.String()
}
