package schedules

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"backfill/engine"
	"backfill/ui/panel"
	"backfill/ui/phrase"
)

// GoTo is the form to go to a time, a job or a range of time on the timeline.
type GoTo struct{ *Schedules }

// goingTo is what is typed into the form, by field, and what is wrong with it.
type goingTo struct{ texts, mistakes map[string]string }

// The fields of the form.
const (
	goToAt   = "at"
	goToFrom = "from"
	goToTo   = "to"
)

func goToID(field string) string { return "go-to-" + field }

// GoesTo says whether the form is unfolded.
func (s *Schedules) GoesTo() bool { return s.Unfolded["go to"] && s.Timeline != nil }

// OpenGoTo unfolds the form, if need be, with the range that the timeline shows, and moves the focus there.
func (s *Schedules) OpenGoTo() {
	if s.Timeline == nil || s.Locked {
		return
	}
	if !s.GoesTo() {
		s.Unfolded["go to"] = true
		clock, v := s.Timeline.Clock, s.Timeline.View
		s.goingTo = goingTo{texts: map[string]string{goToFrom: clock.Format(v.T0), goToTo: clock.Format(v.T1)}}
	}
	s.Browser.Focus(goToID(goToAt))
}

// CloseGoTo folds the form.
func (s *Schedules) CloseGoTo() {
	s.Unfolded["go to"] = false
	s.Browser.Focus(panel.TimelineHost)
}

// goToField is one field of the form.
type goToField struct {
	id, label, text, empty, mistake string

	edit  func(text string)
	press func(key string)
}

// goToLine is some fields with the button that goes where they say, as Enter does.
type goToLine struct {
	fields []goToField
	action string
	do     func()
}

func (c *GoTo) goToLines() []goToLine {
	if !c.GoesTo() {
		return nil
	}
	line := func(action string, do func(), fields ...goToField) goToLine {
		for i := range fields {
			f := &fields[i]
			name := f.id
			f.id, f.text, f.mistake = goToID(name), c.goingTo.texts[name], c.goingTo.mistakes[name]
			f.edit = func(text string) { c.TypeGoTo(name, text) }
			f.press = func(key string) {
				switch key {
				case "Enter":
					do()
				case "Escape":
					c.CloseGoTo()
				}
			}
		}
		return goToLine{fields, action, do}
	}
	return []goToLine{
		line("Go", c.Go, goToField{id: goToAt, label: "Time or job"}),
		line("Show range", c.ShowRange, goToField{id: goToFrom, label: "From", empty: "the beginning"}, goToField{id: goToTo, label: "to", empty: "the end"}),
	}
}

// TypeGoTo puts text into a field of the form.
func (s *Schedules) TypeGoTo(field, text string) {
	s.goingTo.texts[field] = text
	s.goingTo.mistakes = nil
}

// goToMistake is what is wrong, "" if nothing is.
func (c *GoTo) goToMistake() string {
	for _, name := range []string{goToAt, goToFrom, goToTo} {
		if mistake := c.goingTo.mistakes[name]; mistake != "" {
			return mistake
		}
	}
	return ""
}

func (c *GoTo) goToAbout() string {
	if !c.GoesTo() {
		return ""
	}
	return phrase.UpperFirst(c.Timeline.Clock.Accepts()) + ". A number alone is a job's."
}

// refuse puts a mistake beside a field, which gets the focus.
func (s *Schedules) refuse(field, mistake string) {
	s.goingTo.mistakes = map[string]string{field: phrase.UpperFirst(mistake) + "."}
	s.Browser.Focus(goToID(field))
}

// Go shows the job or the time that is typed.
func (s *Schedules) Go() {
	if !s.GoesTo() {
		return
	}
	s.goingTo.mistakes = nil
	text := strings.TrimSpace(s.goingTo.texts[goToAt])
	if number, ok := jobNumber(text); ok {
		j := s.Workload().JobNumbered(number)
		if j == engine.NoJob {
			s.refuse(goToAt, fmt.Sprintf("no job has the number %d; as a time it is %d s", number, number))
			return
		}
		s.ShowJob(j)
		return
	}
	at, ok := s.readOnTimeline(goToAt)
	if !ok {
		return
	}
	s.ShowInstant(at)
	s.Browser.Focus(panel.TimelineHost)
}

// ShowRange shows the range that is typed: without a from or a to as far as there is something.
func (s *Schedules) ShowRange() {
	if !s.GoesTo() {
		return
	}
	s.goingTo.mistakes = nil
	v := s.Timeline.View
	from, to := v.First, v.Last
	var ok bool
	if strings.TrimSpace(s.goingTo.texts[goToFrom]) != "" {
		if from, ok = s.readOnTimeline(goToFrom); !ok {
			return
		}
	}
	clock := s.Timeline.Clock
	if text := strings.TrimSpace(s.goingTo.texts[goToTo]); text != "" {
		var err error
		if to, err = clock.Read(text); err != nil {
			s.refuse(goToTo, err.Error())
			return
		}
		if to <= from {
			s.refuse(goToTo, text+": not after "+clock.Format(from)+", where the range begins")
			return
		}
	}
	v = v.Between(from, to)
	s.SetView(v)
	s.Browser.Say("The timeline shows " + clock.Format(v.T0) + " to " + clock.Format(v.T1) + ".")
	s.Browser.Focus(panel.TimelineHost)
}

// readOnTimeline is the instant in a field, which is refused if the timeline does not have it.
func (s *Schedules) readOnTimeline(field string) (at engine.Time, ok bool) {
	clock, v, text := s.Timeline.Clock, s.Timeline.View, strings.TrimSpace(s.goingTo.texts[field])
	at, err := clock.Read(text)
	switch {
	case text == "":
		s.refuse(field, clock.Accepts())
	case err != nil:
		s.refuse(field, err.Error())
	case at < v.First-engine.Second || at >= v.Last:
		s.refuse(field, text+": the timeline goes from "+clock.Format(v.First)+" to "+clock.Format(v.Last))
	default:
		return max(at, v.First), true
	}
	return 0, false
}

// jobNumber reads a job's number: 12, #12 or job 12.
func jobNumber(text string) (int64, bool) {
	text = strings.ToLower(phrase.Ungrouped(text))
	number := strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(text, "job"), "#"))
	n, err := strconv.ParseInt(number, 10, 64)
	return n, err == nil && n >= 0
}

// goToForm is the form.
func (s *Schedules) goToForm() vugu.Builder { return s.Guard(&GoTo{s}) }
