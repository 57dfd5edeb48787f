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
	s.alter(ProcessorsPath, func(d *draft.Draft) { d.Machine.Texts["processors"] = fmt.Sprint(n) })
	text := "The widest of " + phrase.Plural(int64(z.Jobs), "job") + " needs " + phrase.Plural(int64(z.Widest), "processor") + ": the machine has "
	if n == int64(z.Widest) {
		text += "as many now, with an offered load of " + loadWords(z.Load) + "."
	} else {
		text += phrase.Grouped(n) + " now, in whole allocation units."
	}
	s.tellSizing(text, z)
}
