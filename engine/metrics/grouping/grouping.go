// Package grouping says which jobs belong together: by attributes of jobs, in classes of them,
// and under conditions. It reads what a scenario asks for, finds the group of each job of a run
// and what it is called in words. It computes no metric.
package grouping

import (
	"math"
	"slices"
	"strings"

	"backfill/engine"
)

// MaxClasses is the largest number of classes of one partition. If a natural attribute has more,
// the classes with the fewest jobs are put together.
const MaxClasses = 20

// MaxGroupings and MaxConditions bound what one scenario asks for.
const (
	MaxGroupings  = 20
	MaxConditions = 8
)

// Division asks for one partition of jobs into classes of an attribute: into Quantiles
// classes of about equally many jobs, or into the classes between Bounds; into the
// attribute's own classes if it is natural.
type Division struct {
	By        string    `json:"by,omitempty"`        // name of an Attribute; empty: one class of all jobs
	Quantiles int       `json:"quantiles,omitempty"` // from 2 to MaxClasses
	Bounds    []float64 `json:"bounds,omitempty"`    // strictly increasing, in the attribute's unit; a bound belongs to the class below it
}

// Grouping asks for groups of jobs: the classes of its Division, separately within each
// class of Each, of those jobs that meet every condition of Where.
type Grouping struct {
	Division
	Each  *Division   `json:"each,omitempty"`
	Where []Condition `json:"where,omitempty"`
}

// Condition picks jobs by an attribute: jobs above Above and at most at Most or, if the attribute
// is natural, jobs of the classes In. A job whose attribute is unknown does not meet it.
type Condition struct {
	By    string   `json:"by"`
	Above *float64 `json:"above,omitempty"`
	Most  *float64 `json:"most,omitempty"`
	In    []string `json:"in,omitempty"` // labels
}

// Most is the largest number of groups that g can have.
func (g *Grouping) Most() int {
	if g.Each == nil {
		return g.Division.most()
	}
	return g.Division.most() * g.Each.most()
}

// Words says which jobs meet the conditions, to be read after the word jobs: "submitted
// in Jan 2001, with run time up to 2 d".
func Words(conditions []Condition) string {
	var words []string
	for i := range conditions {
		words = append(words, conditions[i].words())
	}
	return strings.Join(words, ", ")
}

// Same says whether both lists have the same conditions in the same order.
func Same(a, b []Condition) bool {
	return slices.EqualFunc(a, b, func(x, y Condition) bool {
		if x.By != y.By || !slices.Equal(x.In, y.In) {
			return false
		}
		above, most := x.ends()
		otherAbove, otherMost := y.ends()
		return above == otherAbove && most == otherMost
	})
}

func (c *Condition) words() string {
	a := AttributeNamed(c.By)
	if c.By == "month" {
		return a.with + " " + monthsWords(c.In)
	}
	if a.Natural {
		return a.with + " " + strings.Join(c.In, " or ")
	}
	low, high := c.ends()
	if c.Above != nil && a.whole {
		low++
	}
	return a.with + " " + a.label(low, high)
}

// ends are Above and Most as values of the attribute's column, -1 where missing.
func (c *Condition) ends() (above, most int64) {
	a := AttributeNamed(c.By)
	above, most = -1, -1
	if c.Above != nil {
		above = a.value(*c.Above)
	}
	if c.Most != nil {
		most = a.value(*c.Most)
	}
	return above, most
}

// most counts the jobs of which the attribute is unknown as a class.
func (d *Division) most() int {
	classes := MaxClasses
	switch {
	case d.By == "":
		return 1
	case d.Quantiles > 0:
		classes = d.Quantiles
	case d.Bounds != nil:
		classes = len(d.Bounds) + 1
	case d.By == "kind":
		return 2
	}
	if AttributeNamed(d.By).none != "" {
		classes++
	}
	return classes
}

// bounds are Bounds as values of the attribute's column.
func (d *Division) bounds() []int64 {
	a := AttributeNamed(d.By)
	var bounds []int64
	for _, b := range d.Bounds {
		bounds = append(bounds, a.value(b))
	}
	return bounds
}

// limits are the bounds of class c: what a given class is called by. Counts begin
// one above the bound below.
func limits(a *Attribute, bounds []int64, c int) (low, high int64) {
	low, high = -1, -1
	if c > 0 {
		low = bounds[c-1]
		if a.whole {
			low++
		}
	}
	if c < len(bounds) {
		high = bounds[c]
	}
	return low, high
}

// boundsAccepted says whether values in the attribute's unit strictly increase from
// above 0.
func (a *Attribute) boundsAccepted(bounds []float64) bool {
	below := int64(0)
	for _, b := range bounds {
		if !a.accepts(b) || a.value(b) <= below {
			return false
		}
		below = a.value(b)
	}
	return true
}

// accepts says whether b, in the attribute's unit, is positive and a value of its column.
func (a *Attribute) accepts(b float64) bool {
	return b > 0 && float64(b*a.scale) <= float64(engine.MaxTime) && (!a.whole || b == math.Trunc(b)) && a.value(b) > 0
}

// what says which values are accepted, in words.
func (a *Attribute) what() string {
	switch {
	case a.Unit == "s":
		return "numbers of seconds, to the millisecond"
	case a.whole:
		return "whole numbers of " + a.Unit
	case a.Unit == "":
		return "numbers, to the millionth"
	}
	return "numbers of " + a.Unit
}

// value is b, in the attribute's unit, as a value of its column.
func (a *Attribute) value(b float64) int64 { return int64(math.Floor(float64(b*a.scale) + 0.5)) }

// AttributeNamed is the attribute of that name, nil if there is none.
func AttributeNamed(name string) *Attribute {
	for i := range Attributes {
		if Attributes[i].Name == name {
			return &Attributes[i]
		}
	}
	return nil
}

func attributeNames() string {
	var names []string
	for i := range Attributes {
		names = append(names, Attributes[i].Name)
	}
	return strings.Join(names, ", ")
}
