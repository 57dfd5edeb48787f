package editor

import (
	"math"
	"strconv"
	"strings"

	"backfill/engine/param"
	"backfill/ui/phrase"
)

// Slider is a range of numbers and the step from one to the next, 0 for a suitable one.
type Slider struct{ From, To, Step float64 }

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
