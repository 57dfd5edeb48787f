package editor

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"backfill/engine/param"
	"backfill/policies/scripting"
	"backfill/ui/draft"
	"backfill/ui/phrase"
)

// Allowance is a parameter that the reader of a frame may change, within a range if it is a
// number and has one, or beginning from some of the examples if it is a script.
type Allowance struct {
	path   string // of its field
	Ranged *Slider
	from   []string // names of the examples; nil: all
}

// Allowances are what the reader of a frame may change, in the order in which it is shown.
type Allowances []Allowance

// ReadAllowance reads "/workload/load", "/workload/load:0.5..0.9", "/workload/load:0.5..0.9:0.1" or "/policies/1/source:fcfs.star|easy.star", of which
// nothing behind the colon stands for no example.
func ReadAllowance(text string) (Allowance, error) {
	accepted := errors.New("a parameter's path, perhaps with a range and a step, such as /workload/load:0.5..0.9:0.1, or with examples of scripts, such as /policies/1/source:fcfs.star|easy.star, is accepted")
	path, ranged, given := strings.Cut(text, ":")
	if !strings.HasPrefix(path, "/") || path == "/" {
		return Allowance{}, accepted
	}
	if !given {
		return Allowance{path: path}, nil
	}
	if !strings.Contains(ranged, "..") {
		names := []string{}
		for file := range strings.SplitSeq(ranged, "|") {
			example := scripting.ExampleIn(file)
			if example == nil && ranged != "" {
				return Allowance{}, accepted
			}
			if example != nil {
				names = append(names, example.Name)
			}
		}
		return Allowance{path: path, from: names}, nil
	}
	ends, step, stepped := strings.Cut(ranged, ":")
	low, high, both := strings.Cut(ends, "..")
	s := Slider{From: Finite(low), To: Finite(high)}
	if stepped {
		s.Step = Finite(step)
	}
	if !both || !(s.From < s.To) || stepped && !(s.Step > 0 && s.Step <= s.To-s.From) {
		return Allowance{}, accepted
	}
	return Allowance{path: path, Ranged: &s}, nil
}

// Outside are the values beyond what the reader of the frame may choose, however they are written.
func (e *Editor) Outside(d *draft.Draft) draft.Mistakes {
	wrong := draft.Mistakes{}
	for _, a := range e.Allowed {
		c, name := d.Choice(a.path)
		f, ok := e.FieldAt(a.path)
		if c == nil || !ok || a.Ranged == nil {
			continue
		}
		texts := c.Texts
		if cell, is := c.Cell(name); is {
			texts = map[string]string{f.Name: cell}
		}
		text := strings.TrimSpace(texts[f.Name])
		value := text // as by default
		if raw, given := draft.CheckField(a.path, &f.Param, texts, e.ClockAt(d, a.path), draft.Mistakes{}); given {
			value = string(raw)
		}
		if v, err := strconv.ParseFloat(value, 64); err == nil && (v < a.Ranged.From || v > a.Ranged.To) {
			wrong.Note(a.path, text+": "+draft.Bound(a.Ranged.From)+" to "+draft.Bound(a.Ranged.To)+" is accepted here")
		}
	}
	return wrong
}

// beginnings are those of the examples from which the reader may begin the script at path.
func (e *Editor) beginnings(path string, examples []param.Preset) []param.Preset {
	i := slices.IndexFunc(e.Allowed, func(a Allowance) bool { return a.path == path && a.from != nil })
	if i < 0 {
		return examples
	}
	return slices.DeleteFunc(slices.Clone(examples), func(p param.Preset) bool { return !slices.Contains(e.Allowed[i].from, p.Name) })
}

// controls are the fields that the reader of a frame may change.
func (e *Editor) controls() []Field {
	var fields []Field
	for _, a := range e.Allowed {
		if f, ok := e.FieldAt(a.path); ok {
			f.slider = sliderOf(&f.Param, a.Ranged)
			fields = append(fields, f)
		}
	}
	return fields
}

// UnknownAllowed says which parameters that the reader should be able to change the experiment has under none of its
// kinds; "" if there are none.
func (e *Editor) UnknownAllowed() string {
	var unknown []string
	for _, a := range e.Allowed {
		if _, ok := e.FieldAt(a.path); !ok && !e.ofAnotherKind(a.path) {
			unknown = append(unknown, phrase.Cut(a.path, 100))
		}
	}
	if len(unknown) == 0 {
		return ""
	}
	return "allow in this frame's address: the experiment has no parameter " + strings.Join(unknown, ", ") + "."
}

// ofAnotherKind says whether path names a parameter of another kind that could be chosen there.
func (e *Editor) ofAnotherKind(path string) bool {
	c, name := e.Draft.Choice(path)
	return c != nil && slices.ContainsFunc(e.Form.Catalogs.KindsAt(path), func(kind *param.Description) bool {
		return slices.ContainsFunc(kind.Params, func(q param.Param) bool { return q.Name == name })
	})
}

// Controls shows the fields that the reader of a frame may change.
type Controls struct{ *Editor }

func (c *Controls) fields() vugu.Builder { return c.fieldset(c.controls()) }

// AllowsScript says whether the reader of a frame may change a script.
func (e *Editor) AllowsScript() bool {
	return slices.ContainsFunc(e.controls(), func(f Field) bool { return f.isScript() })
}
