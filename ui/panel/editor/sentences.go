package editor

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"backfill/engine/param"
	"backfill/ui/draft"
	"backfill/ui/phrase"
)

// MachineSentence is such as "320 processors, in units of 32".
func (e *Editor) MachineSentence() string {
	c := e.Draft.Machine
	if c.Kind == "hosts" {
		if text := e.hostsSentence(); text != "" {
			return text
		}
	}
	if c.Kind == "farm" {
		return e.farmSentence()
	}
	if c.Kind != "cluster" {
		return e.SentenceOf("/machine", c, e.Form.Machine(c.Kind))
	}
	text := phrase.PluralOf(c.Texts["processors"], "processor")
	if unit := c.Texts["unit"]; unit != "" && unit != "1" {
		text += ", in units of " + unit
	}
	return text
}

// WorkloadSentence is such as "500 jobs, Lublin-Feitelson, load 0.9".
func (e *Editor) WorkloadSentence() string {
	c := e.Draft.Workload
	var text string
	switch c.Kind {
	case "jobs":
		lines := 0
		for _, line := range strings.Split(c.Texts["jobs"], "\n") {
			if strings.TrimSpace(line) != "" {
				lines++
			}
		}
		text = phrase.Plural(int64(max(lines-1, 0)), "job") + ", typed by hand"
	case "swf", "cwf", "accounting":
		text = c.Texts["file"]
		if text == "" {
			text = "No log chosen yet"
		}
	case "farm":
		about := e.Form.Workload(c.Kind)
		value := func(name string) string {
			if text := strings.TrimSpace(c.Texts[name]); text != "" {
				return text
			}
			return draft.DefaultText(draft.ParamNamed(about, name))
		}
		text = phrase.PluralOf(value("jobs"), "job") + " for a farm, one every " + phrase.Unbroken(draft.WithUnit(value("meanGap"), "s")) + " on average"
		if e.Draft.Varied("/workload/meanGap") {
			text = phrase.PluralOf(value("jobs"), "job") + " for a farm, mean gap varied"
		}
	default:
		about := e.Form.Workload(c.Kind)
		jobs := c.Texts["jobs"]
		if q := draft.ParamNamed(about, "jobs"); q != nil && jobs == "" {
			jobs = draft.DefaultText(q)
		}
		var parts []string
		if jobs != "" {
			parts = append(parts, phrase.PluralOf(jobs, "job"))
		}
		if about != nil {
			parts = append(parts, modelName(about))
		}
		if q := draft.ParamNamed(about, "months"); q != nil {
			parts = append(parts, e.monthsWords(q))
		}
		if q := draft.ParamNamed(about, "load"); q != nil {
			name := phrase.LowerFirst(draft.ParamLabel(q))
			if load := c.Texts["load"]; e.Draft.Varied("/workload/load") {
				parts = append(parts, name+" varied")
			} else if load != "" {
				parts = append(parts, name+" "+load)
			}
		}
		parts = append(parts, e.shareWords()...)
		text = phrase.Join(", ", parts...)
	}
	for i, t := range e.Draft.Transforms {
		text += "; " + phrase.LowerFirst(e.SentenceOf("/workload/transform/"+strconv.Itoa(i), t, e.Form.Transform(t.Kind)))
	}
	return text
}

// monthsWords are the months of the workload: "Jan 2001 to Mar 2001".
func (e *Editor) monthsWords(q *param.Param) string {
	text := e.Draft.Workload.Texts[q.Name]
	if e.Draft.Varied("/workload/" + q.Name) {
		return "months varied"
	}
	if strings.TrimSpace(text) == "" {
		text = draft.DefaultText(q)
	}
	var ranges []string
	for _, part := range strings.Split(text, ",") {
		var ends []string
		for _, end := range strings.Split(part, "..") {
			end = strings.TrimSpace(end)
			if month, err := time.Parse("2006-01", end); err == nil {
				end = month.Format("Jan 2006")
			}
			ends = append(ends, end)
		}
		ranges = append(ranges, strings.Join(ends, " to "))
	}
	return phrase.List(ranges)
}

// modelName is the name of a generator, without the jobs that there need not be.
func modelName(about *param.Description) string {
	if name, _, ok := strings.Cut(about.Name, " with dedicated"); ok {
		return name + " in units"
	}
	return about.Name
}

// shareWords name the special jobs of a generated workload, where there are any: "50 %
// dedicated", "20 % extended".
func (e *Editor) shareWords() []string {
	var words []string
	for _, share := range []struct{ name, word string }{{"dedicatedShare", "dedicated"}, {"extendShare", "extended"}, {"reduceShare", "reduced"}} {
		text := strings.TrimSpace(e.Draft.Workload.Texts[share.name])
		part, err := strconv.ParseFloat(text, 64)
		switch {
		case e.Draft.Varied("/workload/" + share.name):
			words = append(words, "share of "+share.word+" jobs varied")
		case err == nil && part > 0 && part <= 1:
			words = append(words, phrase.Percent(part)+" "+share.word)
		}
	}
	return words
}

// SentenceOf is a kind, chosen at path, with what differs from its defaults.
func (e *Editor) SentenceOf(path string, c draft.Choice, about *param.Description) string {
	if about == nil {
		return c.Kind
	}
	if words := draft.TransformWords(&c, e.Draft.Workload.Kind, e.OwnerWordIn); words != "" && about == e.Form.Transform(c.Kind) {
		return phrase.UpperFirst(words)
	}
	var given []string
	for i := range about.Params {
		q := &about.Params[i]
		if text := strings.TrimSpace(c.Texts[q.Name]); text != "" && text != draft.DefaultText(q) && q.Kind != param.Table {
			if q.Kind == param.File {
				text = "from " + text
			} else {
				if q.Instant {
					text = e.dated(path+"/"+q.Name, text)
				}
				text = strings.ToLower(phrase.Humanised(q.Name)) + " " + text
			}
			given = append(given, text)
		}
	}
	if len(given) == 0 {
		return about.Name
	}
	return about.Name + " (" + strings.Join(given, ", ") + ")"
}

// dated is the instant in a field as a date, if it is in seconds and dates are known.
func (e *Editor) dated(path, text string) string {
	clock := e.ClockAt(&e.Draft, path)
	if t, err := clock.Read(text); err == nil && clock.Calendar != nil {
		return clock.Format(t)
	}
	return text
}

// PoliciesSentence is such as "FCFS, EASY and conservative".
func (e *Editor) PoliciesSentence() string {
	labels := e.Form.Labels(&e.Draft)
	if len(labels) == 0 {
		return "No policy yet"
	}
	return phrase.List(labels)
}

// SettingsSentence names what the settings say.
func (e *Editor) SettingsSentence() string {
	t := e.Draft.Settings.Texts
	rule := t["kill/rule"]
	if rule == "" {
		rule = "estimate"
	}
	text := "Jobs are stopped " + draft.ChoiceLabels["kill/rule"][rule]
	switch grace := strings.TrimSpace(t["kill/grace"]); {
	case rule == "never":
		text = "Jobs are never stopped"
	case rule == "sweep":
	case rule == "grace" && grace != "":
		text += " of " + draft.WithUnit(grace, "s")
	case rule == "grace":
		text = "Jobs are stopped at their estimate (no grace period given)"
	}
	seed := t["seed"]
	if seed == "" {
		seed = "1"
	}
	if t["simultaneous"] == "sequential" {
		text += "; events one after the other"
	}
	return text + "; seed " + seed
}

// machineValues are the parameters of the machine; false if there is a mistake in them.
func (e *Editor) machineValues() (param.Values, bool) {
	c := e.Draft.Machine
	about := e.Form.Machine(c.Kind)
	wrong := draft.Mistakes{}
	fields := map[string]json.RawMessage{}
	for i := range about.Params {
		if raw, given := draft.CheckField("/"+about.Params[i].Name, &about.Params[i], c.Texts, nil, wrong); given {
			fields[about.Params[i].Name] = raw
		}
	}
	values, err := param.Check("", about.Params, fields)
	return values, err == nil && len(wrong) == 0
}

// hostsSentence is such as "8 hosts, 960 processors, 336 GB"; "" if there is a mistake in
// the table.
func (e *Editor) hostsSentence() string {
	values, ok := e.machineValues()
	if !ok {
		return ""
	}
	hosts, processors, memory := int64(0), int64(0), 0.0
	for _, row := range values.Rows("hosts") {
		n := row.Int("count")
		hosts += n
		processors += n * row.Int("processors")
		memory += float64(n) * row.Float("memory")
	}
	text := phrase.Join(": ", e.MachineName(), phrase.Plural(hosts, "host")+", "+phrase.Plural(processors, "processor")+", "+phrase.Decimals(memory, phrase.DigitsOf(memory))+" GB")
	if values.Text("choice") == "bestFit" {
		text += ", best fit"
	}
	return strings.TrimSpace(text)
}

// farmSentence is such as "Farm of 150 computers", what was changed of a farm that is drawn, or
// of a table "Farm of 4 computers, 12 processors, 2 licences".
func (e *Editor) farmSentence() string {
	if name := e.MachineName(); name != "" {
		return name
	}
	values, ok := e.machineValues()
	if !ok || !values.Has("machines") {
		return e.SentenceOf("/machine", e.Draft.Machine, e.Form.Machine("farm"))
	}
	computers, processors := int64(0), int64(0)
	for _, row := range values.Rows("machines") {
		n := row.Int("count")
		computers += n
		processors += n * row.Int("processors")
	}
	text := "Farm of " + phrase.Plural(computers, "computer") + ", " + phrase.Plural(processors, "processor")
	if values.Has("licences") {
		text += ", " + phrase.Plural(int64(len(values.Ints("licences"))), "licence")
	}
	return text
}
