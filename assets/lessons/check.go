package lessons

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"time"

	"backfill/assets/lessons/figures"
)

// Seeds is how many seeds Check tries besides the empty one: "1", "2" and so on.
const Seeds = 50

// longestCheck is how long Check goes on to further seeds.
const longestCheck = 60 * time.Second

// Check says what is wrong with a lesson: that it cannot be read, a question without just one right answer, a goal that is met before
// anything is changed or cannot be reached, a number that the results do not have, a check that does not hold. A lesson that draws numbers
// is tried with the empty seed and with Seeds others; what is wrong with several seeds is told once, with the first of them and its
// numbers. Experiments are simulated once for all seeds with which they are the same. No further seed is tried when a minute is over;
// then a mistake of the first line says how many have been.
func Check(name string, source []byte) []*Mistake { return CheckWith(nil, name, source) }

// CheckWith is Check with another Simulation than figures.Simulate, if it is not nil.
func CheckWith(simulate Simulation, name string, source []byte) []*Mistake {
	c := &checking{name: name, source: source, simulated: simulations{}, simulation: simulate, found: map[mistakeKind]*variantMistake{}}
	begin := time.Now()
	draws := c.try("")
	tried := 1
	for ; draws && tried <= Seeds && time.Since(begin) <= longestCheck; tried++ {
		c.try(strconv.Itoa(tried))
	}
	var all []*Mistake
	for _, m := range c.list {
		switch {
		case !draws:
		case m.seeds == tried:
			m.Reason += fmt.Sprintf(" (with every seed; %s)", m.first)
		case m.seeds > 1:
			m.Reason += fmt.Sprintf(" (with %d of %d seeds; %s)", m.seeds, tried, m.first)
		default:
			m.Reason += fmt.Sprintf(" (%s)", m.first)
		}
		all = append(all, &m.Mistake)
	}
	if draws && tried <= Seeds {
		all = append(all, &Mistake{name + ".md", 1, fmt.Sprintf("the experiments take so long that only %d of %d seeds were tried in %v", tried, Seeds+1, longestCheck)})
	}
	return all
}

// checking is a lesson that is being checked.
type checking struct {
	name       string
	source     []byte
	simulated  simulations
	simulation Simulation
	list       []*variantMistake
	found      map[mistakeKind]*variantMistake
}

// variantMistake is a mistake that there is with so many seeds.
type variantMistake struct {
	Mistake
	first string // of the seeds, with its numbers
	seeds int
}

// mistakeKind is a mistake without its numbers, which differ by seed.
type mistakeKind struct {
	line   int
	reason string
}

var numeral = regexp.MustCompile(`-?([0-9]+([./][0-9]+)?( (s|min|h|d|days)\b)? ?)+`)

// try checks the variant of a seed, and says whether the lesson draws numbers.
func (c *checking) try(seed string) (draws bool) {
	t, err := vary(c.name, c.source, seed)
	var l *Lesson
	if err == nil {
		l, err = t.read(c.simulated, c.simulation)
	}
	first := fmt.Sprintf("seed %q", seed)
	if t != nil && len(t.drawn) > 0 {
		first += ": " + t.drawn.String()
	}
	var mistake *Mistake
	switch {
	case errors.As(err, &mistake):
		c.note(*mistake, first)
	case err != nil:
		c.note(Mistake{c.name + ".md", 1, err.Error()}, first)
	default:
		for _, m := range l.mistakes() {
			c.note(*m, first)
		}
	}
	return t != nil && t.draws
}

// note keeps a mistake, if there has not been one like it.
func (c *checking) note(m Mistake, first string) {
	kind := mistakeKind{m.Line, numeral.ReplaceAllString(m.Reason, "0")}
	if same, ok := c.found[kind]; ok {
		same.seeds++
		return
	}
	c.found[kind] = &variantMistake{m, first, 1}
	c.list = append(c.list, c.found[kind])
}

// mistakes are what is wrong with a lesson that can be read.
func (l *Lesson) mistakes() []*Mistake {
	var all []*Mistake
	for _, q := range l.Questions {
		for _, err := range q.mistakes() {
			line, reason := q.block.at(err)
			all = append(all, &Mistake{l.Name + ".md", line, "question " + q.ID + ": " + reason})
		}
	}
	for _, c := range l.checks {
		if reason := c.fails(); reason != "" {
			all = append(all, &Mistake{l.Name + ".md", c.line, fmt.Sprintf("checks: %q: %s", c.source, reason)})
		}
	}
	return all
}

// comparisonWords are comparisons as a sentence has them, behind "is not".
var comparisonWords = map[string]string{"<": "less than", "<=": "at most", ">": "more than", ">=": "at least", "=": "equal to"}

// fails says why the condition does not hold, "" if it does.
func (c *check) fails() string {
	r, err := c.lab.Results()
	if err != nil {
		return err.Error()
	}
	for _, each := range c.when {
		holds, known := r.Holds(figures.Condition{each})
		if !known {
			return "the results do not tell" + r.Unstarted(each.Left, each.Right)
		}
		if !holds {
			left, _ := r.Evaluate(each.Left)
			right, _ := r.Evaluate(each.Right)
			return fmt.Sprintf("%s is not %s %s", figures.Format(left, each.Left.Unit, ""), comparisonWords[each.Op], figures.Format(right, each.Right.Unit, ""))
		}
	}
	return ""
}
