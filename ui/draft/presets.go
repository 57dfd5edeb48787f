package draft

import (
	"bytes"
	"encoding/json"

	"backfill/engine/param"
	"backfill/engine/scenario"
)

// PresetMark stands between a kind and the name of a preset.
const PresetMark = ": "

// PresetOf names a preset of a kind in lists of kinds and presets.
func PresetOf(kind string, preset param.Preset) string { return kind + PresetMark + preset.Name }

// PresetNamed is the preset of a kind that PresetOf names so, nil if there is none.
func PresetNamed(about *param.Description, name string) *param.Preset {
	for i, p := range about.Presets {
		if PresetOf(about.Kind, p) == name {
			return &about.Presets[i]
		}
	}
	return nil
}

// PresetChoice is the choice that a preset makes.
func (f Form) PresetChoice(about *param.Description, preset param.Preset) Choice {
	return f.readChoice(scenario.Part{Kind: about.Kind, Fields: preset.Fields}, about)
}

// IsPreset says whether c says the same as a preset of its kind.
func (f Form) IsPreset(c Choice, about *param.Description, preset param.Preset) bool {
	if c.Kind != about.Kind {
		return false
	}
	text := func(c Choice) []byte {
		wrong := Mistakes{}
		b, err := json.Marshal(f.writeChoice(&Draft{}, "", c, about, wrong))
		if err != nil || len(wrong) > 0 {
			return nil
		}
		return b
	}
	is := text(c)
	return is != nil && bytes.Equal(is, text(f.PresetChoice(about, preset)))
}

// ChooseMachine makes the machine of d the preset of that name; nothing if there is none.
func (f Form) ChooseMachine(d *Draft, name string) {
	for _, k := range f.Catalogs.Machines {
		for _, preset := range k.Presets {
			if preset.Name == name {
				d.Machine = f.PresetChoice(&k.Description, preset)
			}
		}
	}
}
