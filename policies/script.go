package policies

import (
	"encoding/json"
	"errors"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/policies/scripting"
)

// A scenario accepts no longer scripts than the compiler, and no shorter ones.
var _ = [1]struct{}{}[param.MaxScript-scripting.MaxSource]

// unreadable is the policy of a script that could not be compiled.
type unreadable struct{ err error }

func (u unreadable) Schedule(s *engine.State) { s.Fail(u.err) }

// errOnlySource is what programs say of a script in a file. The command reads it before the scenario is checked.
const errOnlySource = "only the command reads a script from a file; here its text is accepted, as source"

// scriptKind is a policy that people write. What it needs of the machine follows from the script. Without a compiler a run fails.
func scriptKind(compile scripting.Compiler) scenario.PolicyKind {
	return scenario.PolicyKind{
		Description: param.Description{
			Kind: "script", Name: "Script",
			Doc: "A policy of your own, written in Starlark, a small language with the syntax of Python.",
			Params: []param.Param{
				{Name: "source", Title: "Script", Kind: param.Script, Default: scripting.Examples[0].Source, Fixed: true,
					Doc: "The script: a function schedule() that is called whenever a job has arrived or ended, and starts jobs."},
				{Name: "file", Kind: param.Text, Default: "", Fixed: true,
					Doc: "Name of a file with the script, beside the scenario, instead of source. Only the command reads it."},
			},
			Presets: scriptPresets(),
		},
		Check: func(v param.Values) error {
			if file := v.Text("file"); file != "" {
				return &param.Error{Path: "/file", Value: param.Excerpt([]byte(file)), Reason: errOnlySource}
			}
			return nil
		},
		New: func(v param.Values) engine.Policy {
			if compile == nil {
				return unreadable{errors.New("this program runs no scripts")}
			}
			program, err := compile(v.Text("source"))
			if err != nil {
				return unreadable{err}
			}
			return program.New()
		},
	}
}

// scriptPresets are the examples to begin from.
func scriptPresets() []param.Preset {
	var list []param.Preset
	for _, e := range scripting.Examples {
		source, err := json.Marshal(e.Source)
		if err != nil {
			panic(err) // every text can be written
		}
		list = append(list, param.Preset{Name: e.Name, Doc: e.Doc, Fields: map[string]json.RawMessage{"source": source}})
	}
	return list
}
