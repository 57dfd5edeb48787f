package lessons

import (
	"errors"
	"html/template"
	"regexp"
	"strconv"
)

// plan is the table of that name in the front matter: how a teacher may use the lesson. All its texts are Markdown of one paragraph.
type plan struct {
	Prepare string   `toml:"prepare"` // what the teacher does before the class
	Before  string   `toml:"before"`  // what students do before the class
	Class45 []string `toml:"class45"` // steps such as "10 min: Draw the queue.", 45 minutes together
	Class90 []string `toml:"class90"` // the same for 90 minutes
	Home    string   `toml:"home"`    // what students do after the class
}

// A Plan says how a teacher may use a lesson.
type Plan struct {
	Prepare, Before, Home template.HTML
	Classes               []Class
}

// A Class is one way to spend the time in class.
type Class struct {
	Minutes int
	Steps   []Step
}

// A Step is a part of a class.
type Step struct {
	Minutes int
	Text    template.HTML
}

var timed = regexp.MustCompile(`^([1-9][0-9]?) min: (.+)$`)

// read makes the plan's HTML. The steps of a class must take its time, to the minute.
func (p *plan) read(line int) (*Plan, error) {
	made := &Plan{}
	var all []error
	for _, each := range []struct {
		key, source string
		into        *template.HTML
	}{{"prepare", p.Prepare, &made.Prepare}, {"before", p.Before, &made.Before}, {"home", p.Home, &made.Home}} {
		if each.source == "" {
			all = append(all, wrong("plan."+each.key, "missing; a text of one paragraph is accepted"))
			continue
		}
		text, err := inline(each.source, markdown{}, line)
		all = append(all, wrongIn("plan."+each.key, err))
		*each.into = template.HTML(text)
	}
	for _, each := range []struct {
		key     string
		steps   []string
		minutes int
	}{{"class45", p.Class45, 45}, {"class90", p.Class90, 90}} {
		c, err := readClass("plan."+each.key, each.steps, each.minutes, line)
		all = append(all, err)
		made.Classes = append(made.Classes, c)
	}
	return made, errors.Join(all...)
}

// readClass reads the steps of a class. What time they take together is told if each says how much it takes.
func readClass(key string, steps []string, minutes, line int) (Class, error) {
	c := Class{Minutes: minutes}
	var all []error
	sum, known := 0, true
	for _, source := range steps {
		parts := timed.FindStringSubmatch(source)
		if parts == nil {
			known = false
			all = append(all, wrong(key, `%q: a step such as "10 min: Draw the queue." is accepted`, source))
			continue
		}
		text, err := inline(parts[2], markdown{}, line)
		all = append(all, wrongIn(key, err))
		s := Step{Text: template.HTML(text)}
		s.Minutes, _ = strconv.Atoi(parts[1])
		sum += s.Minutes
		c.Steps = append(c.Steps, s)
	}
	if known && sum != minutes {
		all = append(all, wrong(key, "its steps take %d min; %d are accepted", sum, minutes))
	}
	return c, errors.Join(all...)
}
