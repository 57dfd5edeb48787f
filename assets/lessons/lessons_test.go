package lessons

import (
	"io/fs"
	"slices"
	"strings"
	"sync"
	"testing"
)

// read reads the lessons once: that simulates the numbers in their texts.
var read = sync.OnceValues(All)

func all(t *testing.T) []*Lesson {
	t.Helper()
	lessons, err := read()
	if err != nil {
		t.Fatal(err)
	}
	return lessons
}

func TestEveryFileIsOffered(t *testing.T) {
	files, err := fs.Glob(Files, "*.md")
	if err != nil {
		t.Fatal(err)
	}
	named := slices.Clone(Names)
	for i := range named {
		named[i] += ".md"
	}
	slices.Sort(named)
	if !slices.Equal(named, files) {
		t.Errorf("named are %v, there are %v", named, files)
	}
}

// Every question has one right answer, which the simulation knows, and wrong ones; goals are not met at first and can be
// reached by one slider; whatever is told has its numbers.
func TestEveryQuestionIsAnsweredBySimulation(t *testing.T) {
	for _, l := range all(t) {
		if n := len(l.Questions); n < 4 || n > 8 {
			t.Errorf("%s has %d questions", l.Name, n)
		}
		for _, q := range l.Questions {
			r, err := q.lab.Results()
			if err != nil {
				t.Fatal(err)
			}
			if q.Kind == "goal" {
				pointer, value, reached, err := q.Reach()
				if err != nil {
					t.Errorf("%s: %v", l.Name, err)
					continue
				}
				r = reached
				t.Logf("%s: %s is met with %s = %v", l.Name, q.ID, pointer, value)
			} else {
				right, err := q.Right(r)
				if err != nil {
					t.Errorf("%s: %v", l.Name, err)
				}
				t.Logf("%s: %s is %v", l.Name, q.ID, right)
			}
			for _, p := range q.Unknown(r) {
				t.Errorf("%s: %s tells of something unknown: %+v", l.Name, q.ID, *p)
			}
		}
	}
}

// A lab that answers a question is not shown before, and each lesson ends with something to try and a note for teachers.
func TestLessonsGiveNothingAway(t *testing.T) {
	for _, l := range all(t) {
		for _, q := range l.Questions {
			if q.Kind != "goal" && q.lab.After == "" {
				t.Errorf("%s: the lab %s shows the answer of %s", l.Name, q.About, q.ID)
			}
		}
		for _, want := range []string{`href="./#s=1.`, `<details class="teacher">`, "Try it yourself"} {
			if !strings.Contains(l.Body, want) {
				t.Errorf("%s has no %s", l.Name, want)
			}
		}
	}
}

// What the texts say of the experiments is so.
func TestTheTextsAreRight(t *testing.T) {
	for _, l := range all(t) {
		if len(l.checks) == 0 {
			t.Errorf("%s checks nothing", l.Name)
		}
		for _, c := range l.checks {
			r, err := c.lab.Results()
			if err != nil {
				t.Fatal(err)
			}
			for _, each := range c.when {
				if holds, _ := r.Holds(Condition{each}); !holds {
					left, _ := r.Evaluate(each.Left)
					right, _ := r.Evaluate(each.Right)
					t.Errorf("%s: in %s %s of job %d %s is %v, which is not %s %v", l.Name, c.lab.ID, each.Left.Which, each.Left.Job, each.Left.Policy, left, each.Op, right)
				}
			}
		}
	}
}
