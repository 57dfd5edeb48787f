package draft

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"backfill/engine/param"
	"backfill/ui/phrase"
)

// Differences say in a few words each what experiment b has other than a: "64 processors", "job 7
// changed", "without FCFS".
func (f Form) Differences(a, b *Draft, owner OwnerWord) []string {
	list := f.choiceWords(&a.Machine, &b.Machine, f.Machine)
	list = append(list, f.choiceWords(&a.Workload, &b.Workload, f.Workload)...)
	list = append(list, f.transformWords(a, b, owner)...)
	list = append(list, f.policyWords(a, b)...)
	for _, params := range [][]param.Param{SettingParams(), RepeatParams(b)} {
		for i := range params {
			if q := &params[i]; q.Name != "baseline" && settled(&a.Settings, q) != settled(&b.Settings, q) {
				list = append(list, paramWords(q, settled(&b.Settings, q)))
			}
		}
	}
	return list
}

// OnlyWorkloadDiffers says whether two experiments have workloads of the same kind with other values in their fields, and differ in nothing else.
func (f Form) OnlyWorkloadDiffers(a, b *Draft) bool {
	if a.Workload.Kind != b.Workload.Kind || len(f.choiceWords(&a.Workload, &b.Workload, f.Workload)) == 0 {
		return false
	}
	other := *b
	other.Workload = a.Workload
	return len(f.Differences(a, &other, nil)) == 0
}

// settled is the text of a parameter in a choice, that of its default if it is left out.
func settled(c *Choice, q *param.Param) string {
	if text := valueText(q, c.Texts[q.Name]); text != "" {
		return text
	}
	return DefaultText(q)
}

// choiceWords say how the choice of a kind differs.
func (f Form) choiceWords(a, b *Choice, of func(kind string) *param.Description) []string {
	about := of(b.Kind)
	switch {
	case about == nil:
		return nil
	case a.Kind != b.Kind:
		return []string{phrase.LowerFirst(about.Name)}
	}
	var list []string
	for i := range about.Params {
		q := &about.Params[i]
		if was, is := settled(a, q), settled(b, q); was != is {
			list = append(list, cmp.Or(settingWords(q, was, is), rowWords(q, was, is), paramWords(q, is)))
		}
	}
	return list
}

// mostSettings is how many changed rows of a table of settings are told one by one.
const mostSettings = 3

// settingWords are the few rows of a table of keys and values that are others: "PriorityWeightAge 2000"; "" if the table is another one, or too many are.
func settingWords(q *param.Param, was, is string) string {
	if q.Kind != param.Table || len(q.Columns) != 2 || q.Columns[0].Name != "key" {
		return ""
	}
	rows := func(text string) (rows []string) {
		for i, line := range strings.Split(text, "\n") {
			if row := strings.Join(strings.Fields(line), " "); i > 0 && row != "" {
				rows = append(rows, row)
			}
		}
		return rows
	}
	before, now := rows(was), rows(is)
	var changed []string
	for _, row := range now {
		if !slices.Contains(before, row) {
			changed = append(changed, row)
		}
	}
	for _, row := range before {
		key, _, _ := strings.Cut(row, " ")
		if !slices.ContainsFunc(now, func(r string) bool { return strings.HasPrefix(r, key+" ") }) {
			changed = append(changed, "no "+key)
		}
	}
	if len(changed) > mostSettings {
		return ""
	}
	return strings.Join(changed, ", ")
}

// paramWords are a parameter with its value: "64 processors", "load 0.9", "overlong jobs are stopped never".
func paramWords(q *param.Param, text string) string {
	name := phrase.LowerFirst(ParamLabel(q))
	text = cmp.Or(SettingWords[q.Name][text], ChoiceLabels[q.Name][text], text)
	switch {
	case q.Kind == param.Table || q.Kind == param.Script:
		return "other " + name
	case text == "":
		return "no " + name
	case strings.HasSuffix(q.Unit, "s") && strings.HasSuffix(name, q.Unit):
		return phrase.PluralOf(text, strings.TrimSuffix(name, "s"))
	case q.Kind == param.Boolean && text == "true":
		return name
	case q.Kind == param.Boolean:
		return "not " + name
	}
	return phrase.Join(" ", name, WithUnit(text, q.Unit))
}

// transformWords say which transformations were added, removed or changed.
func (f Form) transformWords(a, b *Draft, owner OwnerWord) []string {
	var list []string
	kinds := func(d *Draft) (kinds []string) {
		for _, c := range d.Transforms {
			kinds = append(kinds, c.Kind)
		}
		return kinds
	}
	name := func(kind string) string {
		if about := f.Transform(kind); about != nil {
			return "“" + about.Name + "”"
		}
		return kind
	}
	was, is := kinds(a), kinds(b)
	for i, kind := range was {
		if kind == ChangeKind || nth(is, kind, count(was[:i], kind)) >= 0 {
			continue
		}
		if words := TransformWords(&a.Transforms[i], a.Workload.Kind, owner); words != "" {
			list = append(list, "no longer "+words)
		} else {
			list = append(list, "without "+name(kind))
		}
	}
	for i := range b.Transforms {
		c := &b.Transforms[i]
		k := nth(was, c.Kind, count(is[:i], c.Kind))
		var changed []string
		if k >= 0 {
			changed = f.choiceWords(&a.Transforms[k], c, f.Transform)
		}
		words := TransformWords(c, b.Workload.Kind, owner)
		switch {
		case c.Kind == ChangeKind || k >= 0 && changed == nil:
		case words != "":
			list = append(list, words)
		case k < 0:
			list = append(list, "with "+name(c.Kind))
		default:
			list = append(list, changed...)
		}
	}
	return append(list, f.jobWords(a, b)...)
}

// count is how many of the kinds are kind.
func count(kinds []string, kind string) int {
	n := 0
	for _, k := range kinds {
		if k == kind {
			n++
		}
	}
	return n
}

// nth is the place of the one of a kind before which there are n of that kind, -1 if there is none.
func nth(kinds []string, kind string, n int) int {
	for i, k := range kinds {
		if k == kind {
			if n == 0 {
				return i
			}
			n--
		}
	}
	return -1
}

// jobWords say which single jobs differ: "job 7 changed", "3 jobs added".
func (f Form) jobWords(a, b *Draft) []string {
	rowsA, _, _ := f.ChangesOf(a)
	rowsB, _, _ := f.ChangesOf(b)
	text := func(c JobChange) string {
		return fmt.Sprintf("%d %s %s %s %s %s", c.Number(), c.Action(), c["submit"], c["processors"], c["run"], c["request"])
	}
	was, is := map[string]bool{}, map[int64]bool{}
	for _, c := range rowsA {
		was[text(c)] = true
	}
	done := map[string][]int64{}
	for _, c := range rowsB {
		is[c.Number()] = true
		if !was[text(c)] {
			done[c.Action()] = append(done[c.Action()], c.Number())
		}
	}
	for _, c := range rowsA {
		if !is[c.Number()] {
			done["as it was"] = append(done["as it was"], c.Number())
		}
	}
	var list []string
	for _, what := range []struct{ action, one, many string }{
		{"change", "changed", "changed"}, {"remove", "removed", "removed"}, {"add", "added", "added"}, {"as it was", "as it was", "as they were"},
	} {
		switch numbers := done[what.action]; {
		case len(numbers) == 1 && numbers[0] >= 0:
			list = append(list, fmt.Sprintf("job %d %s", numbers[0], what.one))
		case len(numbers) > 0:
			list = append(list, phrase.Plural(int64(len(numbers)), "job")+" "+what.many)
		}
	}
	return list
}

// policyWords say which policies differ.
func (f Form) policyWords(a, b *Draft) []string {
	was, is, pairs := f.Labels(a), f.Labels(b), f.PairPolicies(a, b)
	var list, gone []string
	for i, label := range is {
		k := slices.Index(was, label)
		if k < 0 && b.Policies[i].Label != "" {
			k = pairs[i] // such a label says nothing of parameters
		}
		if k < 0 || was[k] != label && f.SamePolicy(&a.Policies[k], &b.Policies[i]) {
			list = append(list, label)
			continue
		}
		for _, words := range f.choiceWords(&a.Policies[k], &b.Policies[i], f.Policy) {
			list = append(list, label+": "+words)
		}
		if a.Policies[k].Elastic != b.Policies[i].Elastic {
			list = append(list, label+": elastic commands")
		}
	}
	for _, label := range was {
		if !slices.Contains(is, label) {
			gone = append(gone, label)
		}
	}
	if len(gone) > 0 && len(list) == 0 {
		list = append(list, "without "+strings.Join(gone, ", "))
	}
	return list
}
