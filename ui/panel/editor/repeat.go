package editor

import (
	"math"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"backfill/ui/draft"
	"backfill/ui/phrase"
)

// Repeat is the body of the card about sweep and replications.
type Repeat struct{ *Editor }

func (c *Repeat) fields() vugu.Builder {
	return c.fieldset(c.settingFields(draft.RepeatParams(&c.Draft)))
}

// RepeatSentence is such as "200 workloads at 6 loads; 3 policies; 3,600 simulations".
func (e *Editor) RepeatSentence() string {
	d := &e.Draft
	text := d.Settings.Texts
	workloads, most := 1, ""
	if n, err := strconv.Atoi(strings.TrimSpace(text["replications"])); err == nil {
		workloads = n
	}
	if d.AsksFor("precision") {
		most = "up to "
		workloads = max(workloads, 1000)
		if n, err := strconv.Atoi(strings.TrimSpace(text["precision/maxReplications"])); err == nil {
			workloads = n
		}
	}
	points := 1
	var axes []string
	for _, axis := range d.Sweep {
		values, err := e.Form.ValuesOfAxis(d, axis)
		if err != nil {
			continue
		}
		points *= len(values)
		if draft.IsPart(axis.Kind) {
			axes = append(axes, phrase.Plural(int64(len(values)), "variant")+" of "+phrase.LowerFirst(e.ParameterName(axis.Kind)))
		} else {
			name := e.ParameterName(axis.Kind)
			if i := strings.LastIndex(name, ": "); i >= 0 {
				name = name[i+len(": "):]
			}
			axes = append(axes, valuesOf(len(values), phrase.LowerFirst(name)))
		}
	}
	steady := ""
	if d.AsksFor("steady") {
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
	return phrase.Join("; ", most+phrase.Plural(int64(workloads), "workload")+at, phrase.Policies(len(d.Policies)), most+phrase.Plural(n, "simulation"), e.precisionWords(), steady)
}

// precisionWords is such as "until the mean wait is known to ±5 %".
func (e *Editor) precisionWords() string {
	if !e.Draft.AsksFor("precision") {
		return ""
	}
	half, name := 0.05, "meanWait"
	if f, err := strconv.ParseFloat(e.Draft.Settings.Texts["precision/relativeHalfWidth"], 64); err == nil && !math.IsNaN(f) {
		half = f
	}
	if given := e.Draft.Settings.Texts["precision/metric"]; given != "" {
		name = given
	}
	inGroups := ""
	if e.Draft.Settings.Texts["precision/groups"] == "true" {
		inGroups = " in every group"
	}
	return "until the " + phrase.LowerFirst(draft.MetricTitles()[name]) + " is known to ±" + phrase.Percent(half) + inGroups
}

// valuesOf is such as "6 loads" or "3 values of processors".
func valuesOf(n int, noun string) string {
	if strings.Contains(noun, " ") || strings.HasSuffix(noun, "s") {
		return phrase.Plural(int64(n), "value") + " of " + noun
	}
	return phrase.Plural(int64(n), noun)
}
