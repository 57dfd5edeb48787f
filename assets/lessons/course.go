package lessons

import (
	"errors"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// A Need is a lesson that the reader should have done before.
type Need struct {
	Name  string
	Title string
}

// Page is the name of its page in the built site.
func (n Need) Page() string { return pageOf(n.Name) }

// need is the lesson of that name among those that come before the lesson "of", if that is one of Names; else any of them.
func need(name, of string) (Need, error) {
	before := Names
	if i := slices.Index(Names, of); i >= 0 {
		before = Names[:i]
	}
	if !slices.Contains(before, name) {
		return Need{}, wrong("needs", "%q: names of lessons that come before are accepted: %s", name, strings.Join(before, ", "))
	}
	text, err := Files.ReadFile(name + ".md")
	if err != nil {
		return Need{}, fmt.Errorf("lessons: %w", err)
	}
	matter, _, _ := strings.Cut(strings.TrimPrefix(string(text), fence), "\n"+fence)
	var about struct{ Title string }
	_, err = toml.Decode(matter, &about)
	return Need{name, about.Title}, err
}

// checkGoals accepts none, or two to four sentences that say what the reader can do after the lesson.
func checkGoals(goals []string) error {
	if n := len(goals); n == 1 || n > 4 {
		return wrong("goals", "%d: two to four are accepted, or none", n)
	}
	for _, g := range goals {
		if !strings.HasPrefix(g, "You can ") || !strings.HasSuffix(g, ".") {
			return wrong("goals", `%q: a sentence that begins with "You can" is accepted`, g)
		}
	}
	return nil
}

// head is what stands at the head of a lesson: what it needs and what it is good for; "" if the lesson says neither.
func (l *Lesson) head() (string, error) {
	if len(l.Needs)+len(l.Goals) == 0 {
		return "", nil
	}
	return render("head", l)
}

// place reads what the front matter says of the lesson's place in a course.
func (l *Lesson) place(f *front, line int) error {
	var all []error
	for _, name := range f.Needs {
		n, err := need(name, l.Name)
		all = append(all, err)
		l.Needs = append(l.Needs, n)
	}
	all = append(all, checkGoals(f.Goals))
	for _, g := range f.Goals {
		text, err := inline(g, markdown{}, line)
		all = append(all, wrongIn("goals", err))
		l.Goals = append(l.Goals, template.HTML(text))
	}
	if f.Plan != nil {
		var err error
		l.Plan, err = f.Plan.read(line)
		all = append(all, err)
	}
	return errors.Join(all...)
}
