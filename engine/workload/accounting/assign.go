package accounting

import "strings"

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
	delimiter := delimiterOf([]byte(text))
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

// Means is the name of what a column of that name says, as far as it is known without being told; "" if it is not.
func Means(column string) string {
	role, known := columnRole(column)
	if !known {
		return ""
	}
	for _, a := range Assignables {
		if means, _ := columnRole(a.Name); means == role || sameThing[role] == a.Name {
			return a.Name
		}
	}
	return ""
}

// sameThing are columns that say what another one says in other units or words.
var sameThing = map[slurmRole]string{slurmUID: "User", slurmGroup: "Account", slurmGID: "Account", slurmElapsedRaw: "Elapsed", slurmTimelimitRaw: "Timelimit", slurmNCPUS: "AllocCPUS", slurmReqCPUS: "AllocCPUS", slurmJobIDRaw: "JobID"}
