package draft

import (
	"strings"

	"backfill/engine/metrics"
	"backfill/ui/phrase"
)

// The kinds of transformations that have words of their own, beside ChangeKind.
const (
	FilterKind    = "filter"
	LoadKind      = "load"
	EstimatesKind = "estimates"
)

// OwnerWord is what the jobs of a kind of workload call a user, a group or a queue.
type OwnerWord func(workload string, by metrics.Owner) string

// TransformWords say what a transformation does to the jobs: "without the jobs of user 3", "load +20 %"; "" where its name and its
// parameters have to do. The jobs come from that kind of workload.
func TransformWords(c *Choice, workload string, owner OwnerWord) string {
	text := func(name string) string { return strings.TrimSpace(c.Texts[name]) }
	switch {
	case c.Kind == FilterKind:
		return filterWords(text, func(by metrics.Owner) string { return owner(workload, by) })
	case c.Kind == LoadKind && text("change") != "" && text("load") == "" && text("factor") == "":
		return "load " + SignedPercent(text("change"))
	case c.Kind == EstimatesKind && (text("model") == "" || text("model") == "exact"):
		return "exact estimates"
	case c.Kind == EstimatesKind && text("model") == "factor" && text("capped") != "false":
		return estimateWords(text("factor"))
	}
	return ""
}

// estimateWords say how far requests lie above run times at most, if that is a text of a field.
func estimateWords(factor string) string {
	switch factor {
	case "1":
		return "exact estimates"
	case "":
		factor = "2"
	}
	return "estimates at most " + factor + " times the run time"
}

// SignedPercent is a percentage with its sign, as a text of a field has it: "+20 %".
func SignedPercent(text string) string {
	if number, negative := strings.CutPrefix(text, "-"); negative {
		return "−" + number + " %"
	}
	return "+" + strings.TrimPrefix(text, "+") + " %"
}

// filterWords say which jobs a filter keeps or drops.
func filterWords(text func(name string) string, noun func(by metrics.Owner) string) string {
	var who []string
	for _, owner := range []struct {
		name, before string
		by           metrics.Owner
	}{{"users", "of ", metrics.ByUser}, {"groups", "of ", metrics.ByGroup}, {"queues", "in ", metrics.ByQueue}} {
		switch set := text(owner.name); {
		case set == "":
		case set == "unknown":
			who = append(who, owner.before+"unknown "+noun(owner.by)+"s")
		default:
			who = append(who, owner.before+numbered(set, noun(owner.by)))
		}
	}
	if set := text("processors"); set != "" {
		who = append(who, "with "+phrase.PluralOf(set, "processor"))
	}
	for _, bound := range []struct{ name, words string }{{"runAbove", "that run for more than "}, {"runMost", "that run for at most "}} {
		length := text(bound.name)
		if length == "" {
			continue
		}
		if d, err := phrase.ParseSpan(length); err == nil {
			length = phrase.ExactSeconds(d.Seconds())
		}
		who = append(who, bound.words+length)
	}
	if len(who) == 0 {
		return ""
	}
	if text("rule") == "drop" {
		return "without the jobs " + strings.Join(who, ", ")
	}
	return "only the jobs " + strings.Join(who, ", ")
}

// numbered are things by their numbers: "user 3", "users 3, 7-12".
func numbered(set, noun string) string {
	if strings.ContainsAny(set, ",-–.") {
		noun += "s"
	}
	return noun + " " + set
}
