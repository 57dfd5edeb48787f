package ui

import (
	"testing"

	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/ui/session"
)

// Every preset makes a machine.
func TestPresetsAreMachines(t *testing.T) {
	n := 0
	for _, k := range scenario.Machines {
		for _, preset := range k.Presets {
			values, err := param.Check("", k.Params, preset.Fields)
			if err == nil {
				_, err = k.New(values)
			}
			if err != nil {
				t.Errorf("%s: %v", preset.Name, err)
			}
			n++
		}
	}
	if n == 0 {
		t.Error("no presets")
	}
}

// One choice makes the cluster of the first visit the Origin 2000; any change makes it
// the user's own; undo takes both back.
func TestPreset(t *testing.T) {
	p, _ := firstVisit(t)
	if f := p.Editor.PresetField(); f.Text != "" || f.Words[f.Text] != "Your own" {
		t.Errorf("the first machine is %q", f.Text)
	}
	p.Edit(session.PresetPath, "NCSA Origin 2000")
	if got := p.Editor.MachineSentence(); got != "NCSA Origin 2000: 8 hosts, 960 processors, 336 GB" || len(p.Wrong) > 0 {
		t.Errorf("the machine is %q, %v", got, p.Wrong)
	}
	p.Edit(session.PresetPath, "")
	if got := p.Editor.PresetField().Text; got != "NCSA Origin 2000" {
		t.Errorf("it became %q by itself", got)
	}
	p.Edit("/machine/choice", "bestFit")
	if got := p.Editor.MachineSentence(); got != "8 hosts, 960 processors, 336 GB, best fit" {
		t.Errorf("the machine is %q", got)
	}
	p.Edit(session.PresetPath, "NCSA Origin 2000, an eighth of the memory reserved")
	if got := p.Editor.MachineSentence(); got != "NCSA Origin 2000, an eighth of the memory reserved: 8 hosts, 960 processors, 336 GB" {
		t.Errorf("the machine is %q", got)
	}
	p.Edit("/machine/hosts", "processors memory\n4 x")
	if got := p.Editor.MachineSentence(); got != "Hosts with shared memory" {
		t.Errorf("with a mistake the machine is %q", got)
	}
	for range 4 {
		p.Undo()
	}
	p.Edit("/machine/kind", "hosts")
	if got := p.Editor.MachineName(); got != "NCSA Origin 2000" {
		t.Errorf("the first machine of hosts is %q", got)
	}
	p.Undo()
	if p.Draft.Machine.Kind != "cluster" {
		t.Errorf("undone, the machine is %v", p.Draft.Machine)
	}
}
