package change

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"backfill/engine/machine/slurmconf"
	"backfill/engine/param"
)

// commands writes those of sacctmgr for QOS, accounts and users.
func (w *writer) commands() {
	w.changedRows("qos", func(row param.Values) string { return strconv.Itoa(number(row, "number")) }, w.qosCommand, func(row param.Values) string { return "QOS " + w.name(qos, number(row, "number")) })
	w.changedRows("associations", func(row param.Values) string { return fmt.Sprint(number(row, "account"), number(row, "user")) }, w.associationCommand, w.associationName)
}

// changedRows calls write for each row of a table that is another one now. Rows that come and go are told.
func (w *writer) changedRows(table string, key func(row param.Values) string, write func(was, is param.Values), name func(row param.Values) string) {
	before := map[string]param.Values{}
	for _, row := range rows(w.before.Policy, table) {
		before[key(row)] = row
	}
	for _, is := range rows(w.after.Policy, table) {
		was := before[key(is)]
		if delete(before, key(is)); was == nil {
			w.say("The %s is new: sacctmgr adds it.", name(is))
			continue
		}
		write(was, is)
	}
	for _, row := range rows(w.before.Policy, table) {
		if before[key(row)] != nil {
			w.say("The %s is gone: sacctmgr deletes it.", name(row))
		}
	}
}

// command adds one, if it sets something.
func (w *writer) command(what string, sets []string) {
	if len(sets) > 0 {
		w.Commands = append(w.Commands, "sacctmgr modify "+what+" set "+strings.Join(sets, " "))
	}
}

// qosCommand changes a QOS.
func (w *writer) qosCommand(was, is param.Values) {
	name := w.name(qos, number(is, "number"))
	sets := limitSets(was.Text("limits"), is.Text("limits"), true)
	for _, f := range []struct{ field, key string }{{"priority", "Priority"}, {"usageFactor", "UsageFactor"}, {"grace", "GraceTime"}} {
		if !same(was, is, f.field) {
			sets = append(sets, f.key+"="+strings.Trim(param.Format(is[f.field]), `"`))
		}
	}
	w.command("qos "+shell(name), sets)
	for _, field := range []string{"preempts", "preemptMode", "preemptExempt"} {
		if !same(was, is, field) {
			w.say("What the QOS %s has as %s has changed; no command is written for it.", name, field)
		}
	}
	if flagsOf(was.Text("limits")) != flagsOf(is.Text("limits")) {
		w.say("The flags of the QOS %s have changed; no command is written for them.", name)
	}
}

// associationName is that of an account, or of a user of one.
func (w *writer) associationName(row param.Values) string {
	account := "root"
	if n := number(row, "account"); n > 0 {
		account = w.name(accounts, n)
	}
	if n := number(row, "user"); n >= 0 {
		return "user " + w.name(users, n) + " of the account " + account
	}
	return "account " + account
}

// associationCommand changes an account, or a user of one.
func (w *writer) associationCommand(was, is param.Values) {
	var sets []string
	if !same(was, is, "shares") {
		text := strconv.FormatInt(is.Int("shares"), 10)
		if is.Int("shares") < 0 {
			text = "parent"
		}
		sets = append(sets, "fairshare="+text)
	}
	if !same(was, is, "priority") {
		sets = append(sets, "Priority="+strconv.FormatInt(is.Int("priority"), 10))
	}
	sets = append(sets, limitSets(was.Text("limits"), is.Text("limits"), false)...)
	if !same(was, is, "parent") {
		w.say("The %s is below another account; no command is written for that.", w.associationName(is))
	}
	if len(sets) == 0 {
		return
	}
	account := "root"
	if n := number(is, "account"); n > 0 {
		account = w.name(accounts, n)
	}
	what, where := "account "+shell(account), []string(nil)
	user := ""
	if n := number(is, "user"); n >= 0 {
		user = w.name(users, n)
		what, where = "user "+shell(user), append(where, "account="+shell(account))
	}
	if cluster := w.of.Settings["ClusterName"]; cluster != "" && slices.ContainsFunc(w.of.Associations, func(a slurmconf.Association) bool { return !w.of.IsOwn(&a) }) {
		where = append(where, "cluster="+shell(cluster)) // the database has others
	}
	if where != nil {
		what += " where " + strings.Join(where, " ")
	}
	w.command(what, sets)
	if user != "" && slices.ContainsFunc(w.of.Associations, func(a slurmconf.Association) bool {
		return a.User == user && a.Account == account && a.Partition != "" && w.of.IsOwn(&a)
	}) {
		w.say("The user %s has rows for single partitions, which the command changes, too.", user)
	}
}

// longNames are the names of limits that sacctmgr(1) gives for modify, where they are others than those that it shows.
var longNames = map[string]string{
	"GrpSubmit": "GrpSubmitJobs", "MaxSubmit": "MaxSubmitJobs", "MaxWall": "MaxWallDurationPerJob", "MaxTRES": "MaxTRESPerJob", "MaxTRESMins": "MaxTRESMinsPerJob",
	"MaxTRESPU": "MaxTRESPerUser", "MaxTRESPA": "MaxTRESPerAccount", "MaxJobsPU": "MaxJobsPerUser", "MaxJobsPA": "MaxJobsPerAccount", "MaxSubmitPU": "MaxSubmitJobsPerUser", "MaxSubmitPA": "MaxSubmitJobsPerAccount",
}

// limitSets are what sacctmgr sets so that limits become others, both as LimitWords of slurmconf has them. -1 takes a limit away; what is not
// named stays.
func limitSets(was, is string, ofQOS bool) (sets []string) {
	before, after := limitsOf(was), limitsOf(is)
	for _, name := range slurmconf.LimitNames(ofQOS) {
		if before[name] == after[name] {
			continue
		}
		key, value := name, after[name]
		if long := longNames[name]; long != "" {
			key = long
		}
		if slurmconf.CountsTRES(name) {
			value = tresSets(before[name], value)
		} else if value == "" {
			value = "-1"
		}
		sets = append(sets, key+"="+value)
	}
	return sets
}

// tresSets are the amounts that have changed, -1 for those that are gone.
func tresSets(was, is string) string {
	var list []string
	after := param.WordsOf(is)
	for _, part := range after {
		if !slices.Contains(param.WordsOf(was), part) {
			list = append(list, part)
		}
	}
	for _, part := range param.WordsOf(was) {
		kind, _, _ := strings.Cut(part, "=")
		if !slices.ContainsFunc(after, func(p string) bool { return strings.HasPrefix(p, kind+"=") }) {
			list = append(list, kind+"=-1")
		}
	}
	return strings.Join(list, ",")
}

// limitsOf are limits by their names.
func limitsOf(words string) map[string]string {
	of := map[string]string{}
	for _, word := range strings.Fields(words) {
		name, value, _ := strings.Cut(word, "=")
		of[name] = value
	}
	return of
}

func flagsOf(words string) string { return limitsOf(words)["Flags"] }

// shell is a name as a word of a command.
func shell(name string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-+@:/", r)
	}
	if name != "" && !strings.ContainsFunc(name, func(r rune) bool { return !plain(r) }) {
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}
