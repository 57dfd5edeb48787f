package editor

import (
	"backfill/engine/param"
	"backfill/ui/session"
)

// PresetField offers the presets of all kinds of machines. It shows the one that the
// machine is, or that it is the reader's own.
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
