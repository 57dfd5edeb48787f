package slurmconf

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// words are limits as sacctmgr takes them, such as "GrpTRES=cpu=16 MaxJobs=2"; "" for none.
func (l *Limits) words() (list []string) {
	list = append(list, countWords("GrpJobs", l.GrpJobs)...)
	list = append(list, countWords("GrpSubmit", l.GrpSubmit)...)
	list = append(list, lengthWords("GrpWall", l.GrpWall)...)
	list = append(list, lengthWords("MaxWall", l.MaxWall)...)
	for _, t := range []struct {
		name string
		tres TRES
	}{{"GrpTRES", l.GrpTRES}, {"GrpTRESMins", l.GrpTRESMins}, {"GrpTRESRunMins", l.GrpTRESRunMins}, {"MaxTRES", l.MaxTRES}, {"MaxTRESPerNode", l.MaxTRESPerNode}, {"MaxTRESMins", l.MaxTRESMins}} {
		list = append(list, tresWords(t.name, t.tres)...)
	}
	return list
}

func countWords(name string, n int64) []string {
	if n == Unlimited {
		return nil
	}
	return []string{fmt.Sprintf("%s=%d", name, n)}
}

func lengthWords(name string, seconds int64) []string {
	if seconds == Unlimited {
		return nil
	}
	return []string{name + "=" + lengthText(seconds)}
}

func tresWords(name string, t TRES) []string {
	if len(t) == 0 {
		return nil
	}
	var parts []string
	for _, kind := range slices.Sorted(maps.Keys(t)) {
		if slices.Contains(CountedTRES, kind) {
			parts = append(parts, fmt.Sprintf("%s=%d", kind, t[kind]))
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return []string{name + "=" + strings.Join(parts, ",")}
}

// LimitWords are the limits of an association, such as "GrpTRES=cpu=16 MaxJobs=2".
func (a *Association) LimitWords() string {
	return strings.Join(slices.Concat(a.words(), countWords("MaxJobs", a.MaxJobs), countWords("MaxSubmit", a.MaxSubmit)), " ")
}

// LimitWords are the limits of a QOS, such as "MaxTRESPU=cpu=12 MaxJobsPU=2", with its flags.
func (q *QOS) LimitWords() string {
	list := q.words()
	for _, t := range []struct {
		name string
		tres TRES
	}{{"MinTRES", q.MinTRES}, {"MaxTRESPU", q.MaxTRESPerUser}, {"MaxTRESPA", q.MaxTRESPerAccount}} {
		list = append(list, tresWords(t.name, t.tres)...)
	}
	list = append(list, countWords("MaxJobsPU", q.MaxJobsPerUser)...)
	list = append(list, countWords("MaxJobsPA", q.MaxJobsPerAccount)...)
	list = append(list, countWords("MaxSubmitPU", q.MaxSubmitPerUser)...)
	list = append(list, countWords("MaxSubmitPA", q.MaxSubmitPerAccount)...)
	if len(q.Flags) > 0 {
		list = append(list, "Flags="+strings.Join(q.Flags, ","))
	}
	return strings.Join(list, " ")
}

// limitsOfAll are the limits that associations and QOS both have.
var limitsOfAll = []string{"GrpJobs", "GrpSubmit", "GrpWall", "MaxWall", "GrpTRES", "GrpTRESMins", "GrpTRESRunMins", "MaxTRES", "MaxTRESPerNode", "MaxTRESMins"}

// LimitNames are the limits that associations may have, or QOS, as LimitWords names them.
func LimitNames(ofQOS bool) []string {
	if ofQOS {
		return slices.Concat(limitsOfAll, []string{"MinTRES", "MaxTRESPU", "MaxTRESPA", "MaxJobsPU", "MaxJobsPA", "MaxSubmitPU", "MaxSubmitPA"})
	}
	return slices.Concat(limitsOfAll, []string{"MaxJobs", "MaxSubmit"})
}

// CountsTRES says whether a limit of LimitNames is on TRES, with values such as cpu=16,mem=4000, and not a number or a length.
func CountsTRES(limit string) bool { return strings.Contains(limit, "TRES") }

// limitWord is a word such as GrpTRES=cpu=16, with the name as sacctmgr writes it; false if it is none.
func limitWord(word string, ofQOS bool) (name, value string, known bool) {
	names := LimitNames(ofQOS)
	if ofQOS {
		names = append(names, "Flags")
	}
	name, value, is := strings.Cut(word, "=")
	at := slices.IndexFunc(names, func(k string) bool { return strings.EqualFold(k, name) })
	if !is || at < 0 || strings.Contains(word, "|") {
		return "", "", false
	}
	return names[at], value, true
}

func notALimit(word string) string {
	return word + " is not known; limits such as GrpTRES=cpu=16 or MaxJobs=2 are accepted"
}

// ChangeLimits are limits after a change, both as LimitWords has them. A limit that the change does not name stays, also one on another TRES;
// -1 takes one away, as in sacctmgr. Flags cannot be changed. What is no limit at all is an error; whether its value is accepted, ReadLimits
// finds out.
func ChangeLimits(words, change string, ofQOS bool) (string, error) {
	var names []string
	values := map[string]string{}
	take := func(list string) error {
		for _, word := range strings.Fields(list) {
			name, value, known := limitWord(word, ofQOS)
			if !known {
				return &Error{Value: word, Reason: notALimit(word)}
			}
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
			if CountsTRES(name) {
				value = changeTRES(values[name], value)
			}
			values[name] = value
		}
		return nil
	}
	if err := take(words); err != nil {
		return "", err
	}
	for _, word := range strings.Fields(change) {
		if name, _, _ := limitWord(word, ofQOS); name == "Flags" {
			return "", &Error{Value: word, Reason: word + " is no limit; limits such as GrpTRES=cpu=16 or MaxJobs=2 are accepted, flags stay"}
		}
	}
	if err := take(change); err != nil {
		return "", err
	}
	var list []string
	for _, name := range names {
		if value := values[name]; value != "" && value != "-1" {
			list = append(list, name+"="+value)
		}
	}
	return strings.Join(list, " "), nil
}

// changeTRES are limits such as cpu=16,node=4 after a change of some of them. What is none of these stays for ReadLimits to refuse.
func changeTRES(old, change string) string {
	var names []string
	values := map[string]string{}
	for _, part := range strings.Split(old+","+change, ",") {
		if part == "" {
			continue
		}
		name, value := part, ""
		if at := strings.LastIndexByte(part, '='); at > 0 {
			name, value = part[:at], part[at:]
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		values[name] = value
	}
	var list []string
	for _, name := range names {
		if values[name] != "=-1" {
			list = append(list, name+values[name])
		}
	}
	return strings.Join(list, ",")
}

// ReadLimits reads the limits of associations, or of QOS, as LimitWords has them: those of row i are of the account, or the QOS, named i.
// Errors name the row by the line i + 1.
func ReadLimits(rows []string, ofQOS bool) (*Cluster, error) {
	var columns []string // in all rows
	cells := make([]map[string]string, len(rows))
	for i, row := range rows {
		cells[i] = map[string]string{}
		for _, word := range strings.Fields(row) {
			name, value, known := limitWord(word, ofQOS)
			if !known {
				return nil, &Error{Line: i + 1, Value: word, Reason: notALimit(word)}
			}
			if !slices.Contains(columns, name) {
				columns = append(columns, name)
			}
			cells[i][name] = value
		}
	}
	// A column that tells the kind of the table comes first, though it has nothing.
	text := "Account|Share|" + strings.Join(columns, "|") + "\n"
	if ofQOS {
		text = "Name|UsageFactor|" + strings.Join(columns, "|") + "\n"
	}
	for i := range rows {
		text += fmt.Sprintf("%d|1", i)
		for _, name := range columns {
			text += "|" + cells[i][name]
		}
		if len(columns) == 0 {
			text += "|"
		}
		text += "\n"
	}
	cluster, err := Read(File{Text: text})
	if e, is := err.(*Error); is {
		return nil, &Error{Line: e.Line - 1, Key: e.Key, Value: e.Value, Reason: e.Reason}
	}
	if err != nil {
		return nil, err
	}
	for i := range rows {
		var left map[string]TRES
		if ofQOS {
			left = cluster.QOS[i].uncounted()
		} else {
			left = cluster.Associations[i].uncounted()
		}
		for _, column := range slices.Sorted(maps.Keys(left)) {
			for _, kind := range slices.Sorted(maps.Keys(left[column])) {
				return nil, &Error{Line: i + 1, Key: column, Value: rows[i], Reason: column + " of " + kind + " is not counted; limits on " + strings.Join(CountedTRES, ", ") + " are accepted"}
			}
		}
	}
	return cluster, nil
}
