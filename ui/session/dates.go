package session

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/workload"
	"backfill/engine/workload/demands"
	"backfill/ui/draft"
	"backfill/ui/result"
	"backfill/ui/timeline"
)

// dates is what is known of calendars and zones.
type dates struct {
	logs  map[string]*engine.Calendar // by the key of a log; nil: that log has no dates
	zones map[string]timeline.Zone    // by name
}

// Clock tells the time by the calendar of what is shown, if it has one.
func (s *Session) Clock() timeline.Clock {
	if w := s.Workload(); w != nil {
		return s.clockOf(w.Calendar)
	}
	return timeline.Clock{Minutes: s.Minutes}
}

// clockOf tells the time by a calendar; nil: there is none.
func (s *Session) clockOf(c *engine.Calendar) timeline.Clock {
	if c == nil {
		return timeline.Clock{Minutes: s.Minutes}
	}
	return timeline.Clock{Calendar: c, Zone: s.zone(c.Zone)}
}

// zone is that of a name, UTC if the browser knows none.
func (s *Session) zone(name string) timeline.Zone {
	zone, known := s.dates.zones[name]
	if known {
		return zone
	}
	zone = timeline.Zone{Name: "UTC"}
	if name != "" {
		if told, ok := s.Browser.Zone(name); ok {
			zone = told
		}
	}
	s.dates.zones[name] = zone
	return zone
}

// learnDates notes what the header of a log says. What was typed before may make sense now.
func (s *Session) learnDates(f result.FileRef, report *workload.Report) {
	if report == nil || report.Header == nil || demands.IsTable(f.Name) {
		return
	}
	_, known := s.dates.logs[f.Key()]
	s.dates.logs[f.Key()] = report.Header.Calendar()
	if !known && len(s.Wrong) > 0 {
		s.check()
	}
}

// ClockAt tells the time in the field at path of d: the jobs that it is about are dated by their source, and by the transformations
// before the one with that field. If that is not known, or other at each point of the sweep, it is time since zero.
func (s *Session) ClockAt(d *draft.Draft, path string) timeline.Clock {
	if !strings.HasPrefix(path, "/workload/") {
		return timeline.Clock{}
	}
	before := 0
	if _, err := fmt.Sscanf(path, "/workload/transform/%d/", &before); err != nil {
		before = 0
	}
	calendar := s.sourceDates(d)
	for i := range min(before, len(d.Transforms)) {
		c := d.Transforms[i]
		k := slices.IndexFunc(s.Form.Catalogs.Transforms, func(t workload.Transform) bool { return t.Kind == c.Kind })
		if k < 0 {
			return timeline.Clock{}
		}
		if t := &s.Form.Catalogs.Transforms[k]; t.Dates != nil {
			values, ok := s.Values(d, fmt.Sprintf("/workload/transform/%d", i), c, t.Params, s.clockOf(calendar))
			if !ok {
				return timeline.Clock{}
			}
			calendar = t.Dates(values, calendar)
		}
	}
	return s.clockOf(calendar)
}

// sourceDates is the calendar of the jobs of d before any transformation, nil if it is not known or there is none.
func (s *Session) sourceDates(d *draft.Draft) *engine.Calendar {
	kinds := s.Form.Catalogs.Workloads
	k := slices.IndexFunc(kinds, func(k workload.Kind) bool { return k.Kind == d.Workload.Kind })
	if k < 0 || d.Varied("/workload") {
		return nil
	}
	if kinds[k].Dates != nil {
		if values, ok := s.Values(d, "/workload", d.Workload, kinds[k].Params, timeline.Clock{}); ok {
			return kinds[k].Dates(values)
		}
		return nil
	}
	if log, known := s.logNamed(d.Workload.Texts["file"]); known && !d.Varied("/workload/file") {
		return s.dates.logs[log.Key()]
	}
	return nil
}

// Values are the parameters of a choice at path, with instants read by a clock; false if one is wrong or varied by the sweep.
func (s *Session) Values(d *draft.Draft, path string, c draft.Choice, params []param.Param, clock timeline.Clock) (param.Values, bool) {
	wrong, given := draft.Mistakes{}, map[string]json.RawMessage{}
	for i := range params {
		at := path + "/" + params[i].Name
		if d.Varied(at) || d.Varied(path) {
			return nil, false
		}
		if raw, ok := draft.CheckField(at, &params[i], c.Texts, clock, wrong); ok {
			given[params[i].Name] = raw
		}
	}
	values, err := param.Check(path, params, given)
	return values, err == nil && len(wrong) == 0
}
