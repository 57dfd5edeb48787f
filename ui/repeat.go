package ui

import (
	"math"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"backfill/engine/metrics"
	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/ui/phrase"
)

// Repeat is the body of the card about sweep and replications.
type Repeat struct{ page *Page }

func (c *Repeat) fields() vugu.Builder {
	return c.page.fieldset(c.page.settingFields(repeatParams(&c.page.draft)))
}

// optionalParts are the parts of a scenario that a checkbox of the same name asks for,
// with what that means.
var optionalParts = map[string]string{
	"precision": "Repeat, in blocks of ten, until the interval of a metric's mean is narrow enough under every policy.",
	"steady":    "Look at the steady state of one long run: the first jobs are left out, and batches of the others tell how sure a mean is.",
}

// asksFor says whether the checkbox of an optional part is on.
func (d *Draft) asksFor(part string) bool { return d.Settings.Texts[part] == "true" }

// repeatParams describes the fields that say how often everything is simulated, and on
// how many workers: those that matter to d. Names are as in settingParams.
func repeatParams(d *Draft) []param.Param {
	params := []param.Param{scenario.Setting("replications")}
	part := func(name string, below []param.Param) {
		params = append(params, param.Param{Name: name, Kind: param.Boolean, Default: false, Doc: optionalParts[name]})
		if !d.asksFor(name) {
			return
		}
		for _, q := range below {
			q.Name = name + "/" + q.Name
			params = append(params, q)
		}
	}
	part("precision", scenario.PrecisionParams())
	part("steady", scenario.SteadyParams())
	return append(params, scenario.Setting("workers"))
}

// isRepeatSetting says whether the setting of that name stands in the card about sweep
// and replications.
func isRepeatSetting(name string) bool {
	part, _, _ := strings.Cut(name, "/")
	return name == "replications" || name == "workers" || optionalParts[part] != ""
}

// readRepeat takes what a scenario says of replications apart.
func readRepeat(s *scenario.Scenario, texts map[string]string) {
	count := func(name string, n int) {
		if n != 0 {
			texts[name] = strconv.Itoa(n)
		}
	}
	count("replications", s.Replications)
	count("workers", s.Workers)
	if q := s.Precision; q != nil {
		texts["precision"] = "true"
		texts["precision/relativeHalfWidth"], texts["precision/level"] = phrase.Number(q.RelativeHalfWidth), phrase.Number(q.Level)
		texts["precision/maxReplications"], texts["precision/metric"] = strconv.Itoa(q.MaxReplications), q.Metric
		texts["precision/groups"] = strconv.FormatBool(q.Groups)
	}
	if q := s.Steady; q != nil {
		texts["steady"] = "true"
		texts["steady/warmup"], texts["steady/batch"] = strconv.Itoa(q.Warmup), strconv.Itoa(q.Batch)
	}
}

// settingWords are the words for the values of parameters that have names of their own.
var settingWords = map[string]map[string]string{
	"precision/metric": metricTitles(),
	"priority": {
		"fcfs": "FCFS", "sjf": "SJF", "lxf": "LXF", "lxf-w": "LXF&W", "sjf-w": "SJF&W", "sqrt-sjf-w": "S√TF&W", "sqrt-lxf-w": "L√XF&W",
	},
}

func metricTitles() map[string]string {
	titles := map[string]string{}
	for i := range metrics.Descriptions {
		titles[metrics.Descriptions[i].Name] = metrics.Descriptions[i].Title
	}
	return titles
}

// policyFields are the fields that every policy has: its name and whether it obeys
// elastic control commands.
func (p *Page) policyFields(i int, about *param.Description) []Field {
	c := p.draft.Policies[i]
	at := "/policies/" + strconv.Itoa(i)
	label := defaultLabel(c, about)
	fields := []Field{{
		Param: param.Param{Name: "label", Kind: param.Text, Doc: "What results call this policy; if empty, " + label + "."},
		Path:  at + "/label", Label: "Name", Text: c.Label, Mistake: p.wrong[at+"/label"], empty: label,
	}}
	return append(fields, Field{
		Param: param.Param{Name: "elastic", Kind: param.Boolean, Default: false,
			Doc: "Whether commands of the workload that extend or reduce jobs are obeyed; otherwise they are ignored."},
		Path: at + "/elastic", Label: "Elastic", Text: strconv.FormatBool(c.Elastic), Mistake: p.wrong[at+"/elastic"],
	})
}

// repeatSentence is such as "200 workloads at 6 loads; 3 policies; 3,600 simulations".
func (p *Page) repeatSentence() string {
	d := &p.draft
	text := d.Settings.Texts
	workloads, most := 1, ""
	if n, err := strconv.Atoi(strings.TrimSpace(text["replications"])); err == nil {
		workloads = n
	}
	if d.asksFor("precision") {
		most = "up to "
		workloads = max(workloads, 1000)
		if n, err := strconv.Atoi(strings.TrimSpace(text["precision/maxReplications"])); err == nil {
			workloads = n
		}
	}
	points := 1
	var axes []string
	for _, axis := range d.Sweep {
		values, err := sweepValues(axis.Texts["values"])
		if err != nil {
			continue
		}
		points *= len(values)
		if isPart(axis.Kind) {
			axes = append(axes, phrase.Plural(int64(len(values)), "variant")+" of "+phrase.LowerFirst(p.parameterName(axis.Kind)))
		} else {
			axes = append(axes, valuesOf(len(values), axis.Kind))
		}
	}
	steady := ""
	if d.asksFor("steady") {
		steady = "steady state"
	}
	if workloads == 1 && len(axes) == 0 && most == "" {
		return phrase.Join("; ", "One run of each policy", steady)
	}
	at := ""
	if len(axes) > 0 {
		at = " at " + strings.Join(axes, " by ")
	}
	n := int64(workloads) * int64(points) * int64(len(d.Policies))
	return phrase.Join("; ", most+phrase.Plural(int64(workloads), "workload")+at, policyCount(len(d.Policies)), most+phrase.Plural(n, "simulation"), p.precisionWords(), steady)
}

// valuesOf is such as "6 loads" or "3 values of processors" for the parameter at path.
func valuesOf(n int, path string) string {
	noun := phrase.LowerFirst(fieldLabel(path[strings.LastIndexByte(path, '/')+1:]))
	if strings.Contains(noun, " ") || strings.HasSuffix(noun, "s") {
		return phrase.Plural(int64(n), "value") + " of " + noun
	}
	return phrase.Plural(int64(n), noun)
}

// precisionWords is such as "until the mean wait is known to ±5 %".
func (p *Page) precisionWords() string {
	if !p.draft.asksFor("precision") {
		return ""
	}
	half, name := 0.05, "meanWait"
	if f, err := strconv.ParseFloat(p.draft.Settings.Texts["precision/relativeHalfWidth"], 64); err == nil && !math.IsNaN(f) {
		half = f
	}
	if given := p.draft.Settings.Texts["precision/metric"]; given != "" {
		name = given
	}
	inGroups := ""
	if p.draft.Settings.Texts["precision/groups"] == "true" {
		inGroups = " in every group"
	}
	return "until the " + phrase.LowerFirst(metricTitles()[name]) + " is known to ±" + phrase.Percent(half) + inGroups
}
