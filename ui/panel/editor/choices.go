package editor

import (
	"slices"
	"strconv"

	"github.com/vugu/vugu"

	"backfill/engine/param"
	"backfill/ui/draft"
	"backfill/ui/phrase"
	"backfill/ui/session"
	"backfill/ui/widget"
)

// Choices is a list of kinds with their fields: policies, transformations, the axes of a
// sweep or groupings.
type Choices struct {
	*Editor
	path             string // of the list
	noun, invitation string
	list             []draft.Choice
	kinds            []*param.Description
	least            int // how many there must be
	body             func(i int, about *param.Description) vugu.Builder
	most             int // of them
	add              func(kind string)
	remove           func(i int)
	move             func(i, to int) // nil: the order cannot be changed
	double           func(i int)     // nil: there is no use for two of them
}

func (c *Choices) at(i int) string { return c.path + "/" + strconv.Itoa(i) }

func (c *Choices) id(i int) string { return session.ChoiceID(c.noun, i) }

func (c *Choices) name(i int) string { return c.invitation + " " + strconv.Itoa(i+1) }

func (c *Choices) mistake(i int) string { return c.Wrong[c.at(i)+"/kind"] }

// wantsSlurmNodes says whether a policy is refused only because the machine with partitions chooses nodes otherwise than Slurm.
func (c *Choices) wantsSlurmNodes(i int) bool {
	m := &c.Draft.Machine
	return c.list[i].Kind == "slurm" && c.mistake(i) != "" && m.Kind == "partitions" && m.Texts["choice"] != "slurm"
}

// chooseAsSlurm has it choose them so, with which the button is gone.
func (c *Choices) chooseAsSlurm(i int) {
	c.Edit("/machine/choice", "slurm")
	c.Browser.Focus(c.id(i))
}

func (c *Choices) about(i int) *param.Description {
	for _, k := range c.kinds {
		if k.Kind == c.list[i].Kind {
			return k
		}
	}
	return nil
}

// kindName is the whole name of a kind, for which a narrow form has no room.
func (c *Choices) kindName(i int) string {
	if about := c.about(i); about != nil {
		return about.Name
	}
	return c.list[i].Kind
}

func (c *Choices) doc(i int) string {
	if about := c.about(i); about != nil {
		return about.Doc
	}
	return ""
}

func (c *Choices) itemBar(i int) vugu.Builder {
	remove := widget.Button{Text: "×", Name: "Remove " + phrase.LowerFirst(c.name(i)), Disabled: len(c.list) <= c.least, Do: func() { c.remove(i) }}
	if c.move == nil {
		return c.QuietBar(c.name(i), remove)
	}
	// The focus goes with what is moved.
	id := func(i int, way string) string { return c.id(i) + "-" + way }
	way := func(text, way string, to int) widget.Button {
		return widget.Button{Text: text, Name: "Move " + phrase.LowerFirst(c.name(i)) + " " + way, ID: id(i, way), Disabled: to < 0 || to >= len(c.list),
			Do: func() { c.move(i, to); c.Browser.Focus(id(to, way)) }}
	}
	return c.QuietBar(c.name(i), way("↑", "up", i-1), way("↓", "down", i+1),
		widget.Button{Text: "+", Name: "Duplicate " + phrase.LowerFirst(c.name(i)), Disabled: c.full(), Do: func() { c.double(i) }}, remove)
}

func (c *Choices) fields(i int) vugu.Builder {
	about := c.about(i)
	if about == nil {
		return c.fieldset(nil)
	}
	return c.body(i, about)
}

// chosen is what the button "Add" adds.
func (c *Choices) chosen() string {
	list := c.addable()
	for _, what := range []string{c.toAdd[c.path], "/workload/load"} {
		if slices.ContainsFunc(list, func(k *param.Description) bool { return k.Kind == what || draft.PresetNamed(k, what) != nil }) {
			return what
		}
	}
	if len(list) == 0 {
		return ""
	}
	return list[0].Kind
}

// families are the kinds that have presets.
func (c *Choices) families() []*param.Description {
	return slices.DeleteFunc(slices.Clone(c.addable()), func(k *param.Description) bool { return len(k.Presets) == 0 })
}

// chosenDoc says what the preset is that is chosen, "" if none is.
func (c *Choices) chosenDoc() string {
	for _, k := range c.families() {
		if p := draft.PresetNamed(k, c.chosen()); p != nil {
			if p.Source != "" {
				return p.Doc + " Source: " + p.Source + "."
			}
			return p.Doc
		}
	}
	return ""
}

// addable are the kinds that can be added.
func (c *Choices) addable() []*param.Description {
	if c.path == "/sweep" { // each parameter once
		return slices.DeleteFunc(slices.Clone(c.kinds), func(k *param.Description) bool { return c.Draft.Varied(k.Kind) })
	}
	return c.kinds
}

// script is the kind of policy of which people write the text, and the name of that, if one can be added; "" if none can.
func (c *Choices) script() (kind, text string) {
	if c.path == "/policies" && !c.full() {
		for _, k := range c.kinds {
			if i := slices.IndexFunc(k.Params, func(q param.Param) bool { return q.Kind == param.Script }); i >= 0 {
				return k.Kind, k.Params[i].Name
			}
		}
	}
	return "", ""
}

// offersScript says whether one can be added.
func (c *Choices) offersScript() bool {
	kind, _ := c.script()
	return kind != ""
}

// writeScript adds one and lets the reader write.
func (c *Choices) writeScript() {
	kind, text := c.script()
	c.add(kind)
	c.Browser.Focus(session.FieldID(c.at(len(c.Draft.Policies)-1) + "/" + text))
}

// full says whether there are as many as there may be.
func (c *Choices) full() bool { return len(c.list) >= c.most }

func (c *Choices) choose(what string) { c.toAdd[c.path] = what }
