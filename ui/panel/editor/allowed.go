package editor

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"backfill/engine/param"
	"backfill/ui/draft"
	"backfill/ui/phrase"
)

// Allowance is a parameter that the reader of a frame may change, within a range if it is a
// number and has one.
type Allowance struct {
	path   string // as of a field
	Ranged *Slider
}

// Allowances are all of them, as they are shown.
type Allowances []Allowance

// Slider is a range of numbers and the step from one to the next, 0 for a suitable one.
type Slider struct{ From, To, Step float64 }

// ReadAllowance reads "/workload/load", "/workload/load:0.5..0.9" or "/workload/load:0.5..0.9:0.1".
func ReadAllowance(text string) (Allowance, error) {
	accepted := errors.New("a parameter's path, perhaps with a range and a step, such as /workload/load:0.5..0.9:0.1, is accepted")
	path, ranged, given := strings.Cut(text, ":")
	if !strings.HasPrefix(path, "/") || path == "/" {
		return Allowance{}, accepted
	}
	if !given {
		return Allowance{path: path}, nil
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
	return Allowance{path, &s}, nil
}

// Finite is the number in text, NaN if there is none.
func Finite(text string) float64 {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(v, 0) {
		return math.NaN()
	}
	return v
}

// sliderOf is the slider of a field within an allowed range or, without one, within the
// parameter's own if that is short; nil: the field has none.
func sliderOf(q *param.Param, ranged *Slider) *Slider {
	if q.Kind != param.Integer && q.Kind != param.Number {
		return nil
	}
	const short = 100
	s := Slider{From: q.Min, To: q.Max}
	switch {
	case ranged != nil:
		s = *ranged
	case !(q.Max-q.Min <= short):
		return nil
	}
	if s.Step == 0 {
		s.Step = SuitableStep(s.To - s.From)
		if q.Kind == param.Integer {
			s.Step = max(s.Step, 1)
		}
	}
	return &s
}

// SuitableStep divides a length into at most 125 steps, and not much fewer, of 1, 2 or 5 times
// a power of ten.
func SuitableStep(length float64) float64 {
	const most = 125
	step := math.Pow(10, math.Floor(math.Log10(length/most)))
	for _, factor := range []float64{1, 2, 5} {
		if length/(step*factor) <= most {
			return step * factor
		}
	}
	return 10 * step
}

// Outside are the values beyond what the reader of the frame may choose.
func (list Allowances) Outside(d *draft.Draft) draft.Mistakes {
	wrong := draft.Mistakes{}
	for _, a := range list {
		c, name := d.Choice(a.path)
		if c == nil || a.Ranged == nil {
			continue
		}
		text := strings.TrimSpace(strings.Replace(c.Texts[name], ",", ".", 1))
		if v, err := strconv.ParseFloat(text, 64); err == nil && (v < a.Ranged.From || v > a.Ranged.To) {
			wrong.Note(a.path, text+": "+draft.Bound(a.Ranged.From)+" to "+draft.Bound(a.Ranged.To)+" is accepted here")
		}
	}
	return wrong
}

// FieldAt is the field of the parameter at path, whether the form folds it or not; false if
// the experiment has none.
func (e *Editor) FieldAt(path string) (Field, bool) {
	d := &e.Draft
	c, name := d.Choice(path)
	if c == nil {
		return Field{}, false
	}
	params := append(draft.SettingParams(), draft.RepeatParams(d)...)
	if c != &d.Settings {
		about := e.About(path, c.Kind)
		if name == "kind" {
			list := e.kindField(strings.TrimSuffix(path, "/kind"), e.kindLabel(path), c, e.Form.Catalogs.KindsAt(path))
			return append(list, Field{})[0], len(list) > 0
		}
		if about == nil {
			return Field{}, false
		}
		params = about.Params
	}
	i := slices.IndexFunc(params, func(q param.Param) bool { return q.Name == name })
	if i < 0 {
		return Field{}, false
	}
	q := params[i]
	text, given := c.Texts[name]
	if !given {
		text = draft.DefaultText(&q)
	}
	return Field{
		Param: q, Path: path, Label: e.controlLabel(path), Text: text, mistake: e.Wrong[path],
		varied: d.Varied(path), Words: draft.SettingWords[name], own: c.Own,
	}, true
}

func (e *Editor) kindLabel(path string) string { return e.PlaceOf(path).Words }

// controlLabel is what stands beside a parameter that is shown without its card.
func (e *Editor) controlLabel(path string) string {
	name := e.ParameterName(path)
	for _, card := range []string{"Machine: ", "Workload: "} {
		name = strings.TrimPrefix(name, card)
	}
	if rest, sole := strings.CutPrefix(name, e.soleLabel()+": "); sole {
		name = rest
	}
	return phrase.UpperFirst(name)
}

// soleLabel is the label of the only policy, "" if there are several.
func (e *Editor) soleLabel() string {
	if labels := e.Form.Labels(&e.Draft); len(labels) == 1 {
		return labels[0]
	}
	return ""
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

// Controls shows them.
type Controls struct{ *Editor }

func (c *Controls) fields() vugu.Builder { return c.fieldset(c.controls()) }

func (f Field) slides() bool { return f.slider != nil }

func (f Field) sliderFrom() string { return phrase.Number(f.slider.From) }
func (f Field) sliderTo() string   { return phrase.Number(f.slider.To) }
func (f Field) sliderStep() string { return phrase.Number(f.slider.Step) }

// position is where the slider stands: at its beginning while the field has no number.
func (f Field) position() string {
	if v := Finite(strings.TrimSpace(f.Text)); !math.IsNaN(v) {
		return phrase.Number(v)
	}
	return f.sliderFrom()
}
