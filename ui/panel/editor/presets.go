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
func (p *Editor) PresetField() Field {
	f := Field{
		Param: param.Param{Name: "preset", Kind: param.Choice, Choices: []string{""}, Doc: "Well-known machines, to begin with."},
		Path:  session.PresetPath, Label: "Preset", Words: map[string]string{"": "Your own"},
	}
	for _, k := range p.Form.Catalogs.Machines {
		for _, preset := range k.Presets {
			f.Choices = append(f.Choices, preset.Name)
			f.Words[preset.Name] = preset.Name
			if p.Form.IsPreset(p.Draft.Machine, &k.Description, preset) {
				f.Text, f.Doc, f.Source = preset.Name, preset.Doc, preset.Source
			}
		}
	}
	return f
}

// MachineName is the preset that the machine is, "" if none.
func (p *Editor) MachineName() string { return p.PresetField().Text }

// machineValues are the parameters of the machine; false if there is a mistake in them.
func (p *Editor) machineValues() (param.Values, bool) {
	c := p.Draft.Machine
	about := p.Form.Machine(c.Kind)
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
func (p *Editor) hostsSentence() string {
	values, ok := p.machineValues()
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
	text := phrase.Join(": ", p.MachineName(), phrase.Plural(hosts, "host")+", "+phrase.Plural(processors, "processor")+", "+phrase.Decimals(memory, phrase.DigitsOf(memory))+" GB")
	if values.Text("choice") == "bestFit" {
		text += ", best fit"
	}
	return strings.TrimSpace(text)
}

// farmSentence is such as "Farm of 150 computers", what was changed of a farm that is drawn, or
// of a table "Farm of 4 computers, 12 processors, 2 licences".
func (p *Editor) farmSentence() string {
	if name := p.MachineName(); name != "" {
		return name
	}
	values, ok := p.machineValues()
	if !ok || !values.Has("machines") {
		return p.SentenceOf(p.Draft.Machine, p.Form.Machine("farm"))
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
