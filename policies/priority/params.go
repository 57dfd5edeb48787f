package priority

import (
	"slices"
	"strings"
	"unicode"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/policies/belief"
)

// Parameters of the policies that go by a priority.
var (
	byPriority = param.Param{Name: "priority", Kind: param.Formula, Choices: priorityNames(), Default: "fcfs", Example: "sqrt((wait+R)/R) + 0.01*wait",
		Doc: "Which job goes first, by wait J and request R in hours: fcfs J; sjf M/R, the shortest request; lxf (J+R)/R, the largest expansion factor; -w adds w J; sqrt- takes the root of the rest. M is maxRequest, w is waitWeight. " +
			"By request and processors n: ljf, the longest request; saf and laf, the smallest and the largest area R n; srf and lrf, the smallest and the largest ratio R / n; f1 to f4, wfp3 and unicef as published, and unicep as one program computes unicef. Or an expression: the larger goes first.",
		Language: "wait (or J), R (requested time) and submit in hours; processors; memory of the job in GB; numbers of its user, group and queue, -1 of a job without; of the user's jobs, how many wait (userWaiting) and run (userRunning), and the processor-hours that they have taken so far (userUsed), which count half after each half-life, and the same of the group's (groupWaiting, groupRunning, groupUsed); waitWeight (or w), maxRequest (or M). Operators + - * / **, comparisons, condition ? a : b; functions sqrt, abs, exp, log, pow, min, max."}
	waitWeight = param.Param{Name: "waitWeight", Kind: param.Number, Unit: "per hour", Min: 0, Max: 1000, Default: 0.01, Only: &param.Only{Name: "priority", In: []string{"lxf-w", "sjf-w", "sqrt-sjf-w", "sqrt-lxf-w"}},
		Doc: "Weight w of the wait in the priorities that end in -w."}
	maxRequest = param.Param{Name: "maxRequest", Kind: param.Number, Unit: "h", Min: 0.001, Max: 1e6, Default: 400.0, Only: &param.Only{Name: "priority", In: []string{"sjf", "sjf-w", "sqrt-sjf-w"}},
		Doc: "Longest request M in the priorities of short jobs, which sets how much a wait counts beside them."}
	halfLife = param.Param{Name: "halfLife", Title: "Half-life of use", Kind: param.Number, Unit: "h", Min: 0, Max: 1e6, Default: 0.0, Only: &param.Only{Name: "priority"},
		Doc: "After how long what the jobs of a user or group have taken counts half in userUsed and groupUsed; 0: it counts for ever."}
)

// read takes the priority from checked values. Without a compiler an expression is an error.
func (p *Priority) read(v param.Values, compile Compiler) (err error) {
	p.Name, p.WaitWeight, p.MaxRequest = v.Text("priority"), v.Float("waitWeight"), v.Float("maxRequest")
	if slices.Contains(priorityNames(), p.Name) {
		return nil
	}
	if compile == nil {
		compile = noExpressions
	}
	p.Expression, err = compile(p.Name)
	if names(p.Name, userNames) {
		p.users = &usage{halfLife: v.Float("halfLife")}
	}
	if names(p.Name, groupNames) {
		p.groups = &usage{halfLife: v.Float("halfLife")}
	}
	return err
}

// What the jobs of a user and of a group do and have taken.
var (
	userNames  = []string{"userWaiting", "userRunning", "userUsed"}
	groupNames = []string{"groupWaiting", "groupRunning", "groupUsed"}
)

// names says whether an expression names one of these.
func names(expression string, list []string) bool {
	words := strings.FieldsFunc(expression, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return slices.ContainsFunc(words, func(word string) bool { return slices.Contains(list, word) })
}

// demands are what belief and priority with these values need of machine and workload.
func demands(v param.Values) engine.Capability {
	all := belief.Demands(v)
	priority := v.Text("priority")
	if slices.Contains(priorityNames(), priority) {
		return all
	}
	if names(priority, append([]string{"user"}, userNames...)) {
		all |= engine.Users
	}
	if names(priority, append([]string{"group"}, groupNames...)) {
		all |= engine.Groups
	}
	if names(priority, []string{"queue"}) {
		all |= engine.Queues
	}
	return all
}
