package session

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"backfill/engine"
	"backfill/engine/scenario"
	"backfill/engine/workload"
	"backfill/engine/workload/transform"
	"backfill/ui/draft"
	"backfill/ui/phrase"
)

// ProcessorsPath is the path of the number of processors of a machine that is one pool.
const ProcessorsPath = "/machine/processors"

// widest remembers how large a machine the jobs on the page need.
type widest struct {
	of          *engine.Workload
	shown, plan *scenario.Plan
	sizing      *workload.Sizing // nil: the jobs on the page are not those of the experiment as it is
}

// WidestJob is what can be typed in place of a number of processors.
const WidestJob = "widest job"

// Sizing is how large a machine the jobs need that the experiment has as it is edited, nil if that is not known: they are not on the
// page, or have been cut to fit the machine that there is. O(jobs) when they are others.
func (s *Session) Sizing() *workload.Sizing {
	w := s.Workload()
	if w == nil || s.Plan == nil || s.Shown.opening != s.Draft.Opening || slices.ContainsFunc(s.Draft.Transforms, func(c draft.Choice) bool { return c.Texts["rule"] == "clip" }) {
		return nil
	}
	for path := range s.Wrong {
		if strings.HasPrefix(path, "/workload") {
			return nil
		}
	}
	if k := &s.widest; k.of != w || k.shown != s.Shown.Plan || k.plan != s.Plan {
		*k = widest{of: w, shown: s.Shown.Plan, plan: s.Plan}
		if reflect.DeepEqual(s.Shown.Plan.Scenario.Workload, s.Plan.Scenario.Workload) {
			k.sizing = transform.SizingOf(w)
		}
	}
	return s.widest.sizing
}

// WidestProcessors is how many processors the machine has if it is as wide as the widest job, in whole allocation units; false if that
// is not known, or if the machine has no one number of processors or they are varied.
func (s *Session) WidestProcessors() (int64, bool) {
	if draft.ParamNamed(s.Form.Machine(s.Draft.Machine.Kind), "processors") == nil || s.Draft.Varied(ProcessorsPath) || s.Draft.Varied("/machine") {
		return 0, false
	}
	z := s.Sizing()
	if z == nil {
		return 0, false
	}
	return s.Form.WholeUnits(&s.Draft.Machine, float64(z.Widest)), true
}

// UseWidest makes the machine as wide as the widest job and says what number that is, with the offered load there.
func (s *Session) UseWidest() {
	n, ok := s.WidestProcessors()
	if !ok {
		return
	}
	z := s.Sizing()
	s.Alter(ProcessorsPath, func(d *draft.Draft) { d.Machine.Texts["processors"] = fmt.Sprint(n) })
	text := "The widest of " + phrase.Plural(int64(z.Jobs), "job") + " needs " + phrase.Plural(int64(z.Widest), "processor") + ": the machine has "
	if n == int64(z.Widest) {
		text += "as many now, with an offered load of " + LoadWords(z.Load) + "."
	} else {
		text += phrase.Grouped(n) + " now, in whole allocation units."
	}
	s.TellSizing(text, z)
}

// TellSizing is a notice about a machine as wide as the widest job, which also says whether a far smaller one would do for nearly all
// jobs, and offers that.
func (s *Session) TellSizing(text string, z *workload.Sizing, choices ...Choice) {
	if z.Others > 0 {
		others := phrase.Plural(int64(z.Others), "processor")
		need := " needs"
		if z.Wider > 1 {
			need = " need"
		}
		text += " Only " + phrase.Grouped(int64(z.Wider)) + " of " + phrase.Plural(int64(z.Jobs), "job") + need + " more than " + others +
			" and would be refused there; the offered load of the others would be " + LoadWords(z.Within) + "."
		choices = append(choices, Choice{Text: "Use " + others, ID: "use-others-button", Do: func() {
			s.Edit(ProcessorsPath, fmt.Sprint(z.Others))
			s.ShowField("machine", ProcessorsPath)
		}})
	}
	s.Tell(text)
	s.Notice.Choices = choices
}

// LoadWords are an offered load as the tables have it; nil if the jobs come at once.
func LoadWords(load *float64) string {
	if load == nil {
		return "no defined size, as all jobs come at once"
	}
	return phrase.Percent(*load)
}
