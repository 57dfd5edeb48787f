package accounting

import (
	"backfill/engine/workload/accounting/header"
	"strings"
)

// Assignable is something that a column of a table can say.
type Assignable struct{ Name, Title string }

// Assignables are all that is read of tables. Name stands before the = in Options.Columns.
var Assignables = []Assignable{
	{"Submit", "When it was submitted"}, {"Eligible", "When it could have started"}, {"Start", "When it started"}, {"Wait", "How long it waited"}, {"End", "When it ended"}, {"Elapsed", "How long it ran"},
	{"AllocCPUS", "Processors"}, {"Timelimit", "Requested time"}, {"User", "User"}, {"Account", "Account or group"}, {"Partition", "Partition or queue"}, {"QOS", "QOS"},
	{"State", "How it ended"}, {"NNodes", "Nodes"}, {"GPUs", "GPUs"}, {"ReqMem", "Memory"}, {"JobID", "Number of the job"},
}

// ColumnsOf are the names in the first line of a table; nil if that has fewer than three, or none of the usual delimiters.
func ColumnsOf(line []byte) []string {
	text := strings.TrimRight(strings.TrimPrefix(string(line), "\xef\xbb\xbf"), "\r\n")
	if strings.HasPrefix(text, ";") || strings.HasPrefix(text, "#") || len(text) > 1<<16 {
		return nil
	}
	delimiter := header.Delimiter([]byte(text))
	if len(delimiter) != 1 || !strings.Contains("|,;\t", string(delimiter)) {
		return nil
	}
	var names []string
	for _, name := range strings.Split(text, string(delimiter)) {
		names = append(names, strings.Trim(name, " \""))
	}
	if len(names) < 3 || len(names) > mostColumns {
		return nil
	}
	return names
}

// Unassigned says whether a line may be the first one of a table that cannot be read unless somebody says what its columns are.
func Unassigned(line []byte) bool {
	if ColumnsOf(line) == nil {
		return false
	}
	names, delimiter := header.Read(line)
	s := &slurmReader{reader: &reader{}}
	return names == nil || s.assign(names, delimiter, "") != nil
}

// Means is the name of what a column of that name says, as far as it is known without being told; "" if it is not. Not exactly says that
// another column, which says it better, is read instead where there is one.
func Means(column string) (what string, exactly bool) {
	role, known := header.RoleOf(column)
	if !known {
		return "", false
	}
	for _, a := range Assignables {
		if means, _ := header.RoleOf(a.Name); means == role {
			return a.Name, true
		}
	}
	return sameThing[role], false
}

// sameThing are columns that say what another one says in other units or words.
var sameThing = map[header.Role]string{header.UID: "User", header.Group: "Account", header.GID: "Account", header.ElapsedRaw: "Elapsed", header.TimelimitRaw: "Timelimit", header.NCPUS: "AllocCPUS", header.ReqCPUS: "AllocCPUS", header.JobIDRaw: "JobID"}
