package draft

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"backfill/engine/metrics"
	"backfill/engine/param"
	"backfill/ui/phrase"
)

// settingLabels are the labels of parameters whose names alone would not do.
var settingLabels = map[string]string{
	"machines": "Computers", "computers": "Computers to draw", "licenceKinds": "Kinds of licences",
	"ratioMin": "Copies per computer, least", "ratioMax": "Copies per computer, most", "processorsMin": "Fewest processors", "processorsMax": "Most processors",
	"kill/rule": "Overlong jobs are stopped", "kill/grace": "Grace period",
	"simultaneous": "Events of one instant", "seed": "Seed",
	"qos":  "QOS",
	"each": "Separately for each", "eachClasses": "Classes of that", "where": "Only jobs with", "unit": "Allocation unit",
	"precision": "Repeat until precise", "precision/relativeHalfWidth": "Half width, relative", "precision/level": "Confidence level",
	"precision/groups": "In every group", "precision/maxReplications": "At most", "precision/metric": "Metric",
	"steady": "Steady state only", "steady/warmup": "Warm-up", "steady/batch": "Batch",
}

// FieldLabel is what people call the parameter of that name.
func FieldLabel(name string) string {
	if label, ok := settingLabels[name]; ok {
		return label
	}
	return phrase.Humanised(name)
}

// ParamLabel is what people call a parameter.
func ParamLabel(q *param.Param) string {
	if q.Title != "" {
		return q.Title
	}
	return FieldLabel(q.Name)
}

// Bound is the least or the greatest value of a parameter in words.
func Bound(v float64) string {
	if v == float64(int64(v)) {
		return phrase.Grouped(int64(v))
	}
	return phrase.Number(v)
}

// SettingWords are the words for the values of parameters that have names of their own.
var SettingWords = map[string]map[string]string{
	"precision/metric": MetricTitles(),
	"format":           {"pbs": "PBS", "lsf": "LSF", "grid-engine": "Grid Engine"},
	"preempt":          {"qos": "QOS"},
	"priority": {
		"fcfs": "FCFS", "sjf": "SJF", "lxf": "LXF", "lxf-w": "LXF&W", "sjf-w": "SJF&W", "sqrt-sjf-w": "S√TF&W", "sqrt-lxf-w": "L√XF&W",
		"ljf": "LJF", "saf": "SAF", "laf": "LAF", "srf": "SRF", "lrf": "LRF", "f1": "F1", "f2": "F2", "f3": "F3", "f4": "F4", "wfp3": "WFP3", "unicef": "UNICEF", "unicep": "UNICEP",
	},
}

// ChoiceLabels are the words for the values of settings in the form and in sentences, where those of the scenario would not do.
var ChoiceLabels = map[string]map[string]string{
	"kill/rule":    {"estimate": "at their estimate", "grace": "after a grace period", "sweep": "at the next half minute after their estimate", "never": "never"},
	"simultaneous": {"batch": "taken together (batch)", "sequential": "one after the other (sequential)"},
}

// MetricTitles are the titles of all metrics by their names.
func MetricTitles() map[string]string {
	titles := map[string]string{}
	for i := range metrics.Descriptions {
		titles[metrics.Descriptions[i].Name] = metrics.Descriptions[i].Title
	}
	return titles
}

// PlainName is what people call a kind of policy in a table: "FCFS", "EASY", "Delayed-LOS".
func PlainName(about *param.Description) string {
	if about.Kind == "fcfs" {
		return "FCFS"
	}
	return strings.TrimSuffix(about.Name, " backfilling")
}

// Labels are the names of the policies in results.
func (f Form) Labels(d *Draft) []string {
	var labels []string
	for _, p := range d.Policies {
		label := p.Label
		if label == "" {
			label = DefaultLabel(p, f.Policy(p.Kind))
		}
		labels = append(labels, label)
	}
	return labels
}

// DefaultLabel is the name that the scenario's compiler gives: the kind with its
// parameters that are not as by default.
func DefaultLabel(c Choice, about *param.Description) string {
	if about == nil {
		return c.Kind
	}
	var given []string
	for i := range about.Params {
		p := &about.Params[i]
		text := strings.TrimSpace(c.Texts[p.Name])
		if text == "" || text == DefaultText(p) || p.Kind == param.Script { // which is too long for a label
			continue
		}
		if p.Kind == param.Integers {
			text = listed(text)
		}
		if p.Default == nil || text != param.Format(p.Default) {
			given = append(given, p.Name+"="+text)
		}
	}
	if c.Elastic {
		given = append(given, "elastic=true")
	}
	if len(given) == 0 {
		return c.Kind
	}
	return c.Kind + "(" + strings.Join(given, ", ") + ")"
}

// listed is a list of whole numbers as a label has it: [100,1000]; text itself if it is none.
func listed(text string) string {
	list, err := phrase.ReadIntegers(text, ", ")
	if err != nil {
		return text
	}
	return string(list)
}

// DefaultText is the default of p as a field shows it, "" if it has none.
func DefaultText(p *param.Param) string {
	switch d := p.Default.(type) {
	case nil:
		return ""
	case float64:
		return phrase.Number(d)
	case []int64:
		return phrase.IntegersText(json.RawMessage(param.Format(d)), ", ")
	default:
		return fmt.Sprint(d)
	}
}

// NewLabel is a label that no policy has: the name, with a number if need be.
func (f Form) NewLabel(d *Draft, name string) string {
	label := name
	for i := 2; slices.Contains(f.Labels(d), label); i++ {
		label = fmt.Sprintf("%s %d", name, i)
	}
	return label
}

// KeepNames lets the baseline follow a policy whose label changed, and the claims if it
// is the same policy under another name.
func KeepNames(d *Draft, was, is []string, renamed bool) {
	for i := range was {
		if was[i] == is[i] || slices.Contains(is, was[i]) {
			continue
		}
		if d.Settings.Texts["baseline"] == was[i] {
			d.Settings.Texts["baseline"] = is[i]
		}
		for k := 0; renamed && k < len(d.Claims); k++ {
			for _, label := range []*string{&d.Claims[k].Policy, &d.Claims[k].Versus} {
				if *label == was[i] {
					*label = is[i]
				}
			}
		}
		return
	}
}
