package answers

// PlotSpec is what chart.js draws.
type PlotSpec struct {
	Kind    string      `json:"kind"` // "lines" over a sweep, "classes" of jobs, else "dots" with whiskers
	Title   string      `json:"title"`
	X       string      `json:"x"` // the axis's name with its unit
	Y       string      `json:"y"`
	Ordinal bool        `json:"ordinal"` // values of the axis are words
	LogX    bool        `json:"logX"`
	LogY    bool        `json:"logY"`
	Time    bool        `json:"time,omitempty"`    // values of the metric are seconds
	Zero    bool        `json:"zero"`              // a line marks zero
	Here    any         `json:"here"`              // the value of the axis that is shown elsewhere; nil: none
	Classes []string    `json:"classes,omitempty"` // whose places are the x of points
	Bars    bool        `json:"bars,omitempty"`    // of classes, instead of lines
	Panels  []plotPanel `json:"panels"`
	Origin  string      `json:"origin"` // what saved pictures carry
}

// plotPanel is one of several pictures with the same axes: at one value of the second axis,
// or of the jobs of one class.
type plotPanel struct {
	Title  string       `json:"title"`
	Series []plotSeries `json:"series"`
}

// plotSeries is one line: a policy, or a value of the sweep.
type plotSeries struct {
	Name   string      `json:"name"`
	Index  int         `json:"index"` // of its colour and its mark
	Points []PlotPoint `json:"points"`
}

// PlotPoint is a value with its interval, nil bounds if it has none.
type PlotPoint struct {
	X    any      `json:"x"`
	Y    float64  `json:"y"`
	Low  *float64 `json:"low,omitempty"`
	High *float64 `json:"high,omitempty"`
}

// in is the point in another unit.
func (p PlotPoint) in(per float64) PlotPoint {
	p.Y /= per
	for _, bound := range []**float64{&p.Low, &p.High} {
		if *bound != nil {
			v := **bound / per
			*bound = &v
		}
	}
	return p
}

// logAxis is a checkbox that makes an axis logarithmic.
type logAxis struct {
	ID, Label string
	on        *bool
}

// onALogScale follows the name of an axis in the label of its checkbox.
const onALogScale = " on a logarithmic scale"

// positiveX says whether all values of the axis are numbers above 0.
func positiveX(s *PlotSpec) bool {
	if s.Kind != "lines" || s.Ordinal {
		return false
	}
	return everyPoint(s, func(t PlotPoint) bool { return asNumber(t.X) > 0 })
}

// positiveY says whether all values of the metric, with their intervals, are above 0.
func positiveY(s *PlotSpec) bool {
	if s.Zero {
		return false
	}
	return everyPoint(s, func(t PlotPoint) bool { return t.Y > 0 && (t.Low == nil || *t.Low > 0) })
}

// positiveMeans is positiveY without the intervals.
func positiveMeans(s *PlotSpec) bool {
	return everyPoint(s, func(t PlotPoint) bool { return t.Y > 0 })
}

func everyPoint(s *PlotSpec, holds func(PlotPoint) bool) bool {
	some := false
	for _, panel := range s.Panels {
		for _, series := range panel.Series {
			for _, t := range series.Points {
				some = true
				if !holds(t) {
					return false
				}
			}
		}
	}
	return some
}

func asNumber(v any) float64 {
	switch v := v.(type) {
	case int64:
		return float64(v)
	case float64:
		return v
	}
	return 0
}
