package editor

import (
	"encoding/json"
	"strings"

	"backfill/engine/param"
	"backfill/ui/draft"
	"backfill/ui/phrase"
	"backfill/ui/session"
)

// PresetField offers the presets of all kinds of machines. It shows the one that the
// machine is, or that it is the user's own.
func (e *Editor) PresetField() Field {
	f := Field{
		Param: param.Param{Name: "preset", Kind: param.Choice, Choices: []string{""}, Doc: "Well-known machines, to begin with."},
		Path:  session.PresetPath, Label: "Preset", Words: map[string]string{"": "Your own"},
	}
	for _, k := range e.Form.Catalogs.Machines {
		for _, preset := range k.Presets {
			f.Choices = append(f.Choices, preset.Name)
			f.Words[preset.Name] = preset.Name
			if e.Form.IsPreset(e.Draft.Machine, &k.Description, preset) {
				f.Text, f.Doc, f.Source = preset.Name, preset.Doc, preset.Source
			}
		}
	}
	return f
}

// MachineName is the preset that the machine is, "" if none.
func (e *Editor) MachineName() string { return e.PresetField().Text }

// machineValues are the parameters of the machine; false if there is a mistake in them.
func (e *Editor) machineValues() (param.Values, bool) {
	c := e.Draft.Machine
	about := e.Form.Machine(c.Kind)
	wrong := draft.Mistakes{}
	fields := map[string]json.RawMessage{}
	for i := range about.Params {
		if raw, given := draft.CheckField("/"+about.Params[i].Name, &about.Params[i], c.Texts, wrong); given {
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
		return e.SentenceOf(e.Draft.Machine, e.Form.Machine("farm"))
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
