package editor

import (
	"fmt"

	"github.com/vugu/vugu"

	"backfill/engine/param"
	"backfill/ui/draft"
)

// ValuesField is the field with the values of axis i.
func (e *Editor) ValuesField(i int) Field {
	at := fmt.Sprintf("/sweep/%d/values", i)
	doc := "Values that the parameter takes: such as “0.5, 0.6, 0.7”, or “0.5 to 1 step 0.1”; words are separated by commas."
	part := draft.IsPart(e.Draft.Sweep[i].Kind)
	if part {
		doc = "A line for each value: what stands here in the file of the experiment, as JSON, with a label; commas between them."
	}
	return Field{
		Param: param.Param{Name: "values", Kind: param.Text, Required: true, Doc: doc},
		Path:  at, Label: "Values", Text: e.Draft.Sweep[i].Texts["values"], mistake: e.Wrong[at],
		long: true, lines: part,
	}
}

// axes is the editor of the sweep.
func (e *Editor) axes() vugu.Builder {
	return e.Guard(&Choices{
		Editor: e, path: "/sweep", noun: "axes", invitation: "Vary",
		list: e.Draft.Sweep, kinds: e.Sweepables(), most: draft.MaxAxes, add: e.AddAxis, remove: e.RemoveAxis,
		body: func(i int, _ *param.Description) vugu.Builder { return e.fieldset([]Field{e.ValuesField(i)}) },
	})
}
