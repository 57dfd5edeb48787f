package lessons

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"time"

	"backfill/assets/lessons/figures"
)

// Seeds is how many seeds Check tries besides the empty one: "1", "2" and so on.
const Seeds = 50

// longestCheck is how long Check goes on to further seeds.
const longestCheck = 60 * time.Second

// Check says what is wrong with a lesson, by line: why it cannot be read, a question without just one right answer, a goal that is met before
// anything is changed or cannot be reached, a number that the results do not have, a check that does not hold. Sliders are moved one at a time: a goal that
// none of several reaches alone gets a warning. A lesson that draws numbers is tried with the empty seed and with Seeds others; what is wrong with several
// seeds is told once, with the first of them and its numbers. Experiments are simulated once for all seeds with which they are the same. No further seed is tried when a minute is over;
// then a mistake of the first line says how many have been.
func Check(name string, source []byte) Mistakes { return CheckWith(nil, name, source) }

// CheckWith is Check with another Simulation than figures.Simulate, if it is not nil.
func CheckWith(simulate Simulation, name string, source []byte) Mistakes {
	c := &checking{name: name, source: source, simulated: simulations{}, simulation: simulate, found: map[mistakeKind]*variantMistake{}}
	begin := time.Now()
	draws := c.try("")
	tried := 1
	for ; draws && tried <= Seeds && time.Since(begin) <= longestCheck; tried++ {
		c.try(strconv.Itoa(tried))
	}
	var all Mistakes
	slices.SortStableFunc(c.list, func(a, b *variantMistake) int { return cmp.Compare(a.Line, b.Line) })
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
		all = append(all, &Mistake{File: name + ".md", Line: 1, Reason: fmt.Sprintf("the experiments take so long that only %d of %d seeds were tried in %v", tried, Seeds+1, longestCheck)})
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
	nth    int // of those that are alike with one seed
}

var numeral = regexp.MustCompile(`-?([0-9]+([./][0-9]+)?( (s|min|h|d|days)\b)? ?)+`)

// try checks the variant of a seed, and says whether the lesson draws numbers.
func (c *checking) try(seed string) (draws bool) {
	t := vary(c.name, c.source, seed)
	first := fmt.Sprintf("seed %q", seed)
	if len(t.drawn) > 0 {
		first += ": " + t.drawn.String()
	}
	l, err := t.read(c.simulated, c.simulation)
	var all Mistakes
	if err == nil {
		all = l.mistakes()
	} else if !errors.As(err, &all) {
		all = mistakesIn(c.name+".md", err)
	}
	alike := map[mistakeKind]int{}
	for _, m := range all {
		kind := mistakeKind{m.Line, numeral.ReplaceAllString(m.Reason, "0"), 0}
		alike[kind]++
		kind.nth = alike[kind]
		c.note(kind, *m, first)
	}
	return t.draws
}

// note keeps a mistake, if there has not been one like it with another seed.
func (c *checking) note(kind mistakeKind, m Mistake, first string) {
	if same, ok := c.found[kind]; ok {
		same.seeds++
		return
	}
	c.found[kind] = &variantMistake{m, first, 1}
	c.list = append(c.list, c.found[kind])
}

// mistakes are what is wrong with a lesson that can be read.
func (l *Lesson) mistakes() Mistakes {
	var all Mistakes
	// That an experiment fails is told once, where it is needed first.
	for _, q := range l.Questions {
		if q.lab.failed != nil {
			continue
		}
		for _, err := range q.mistakes() {
			all = append(all, l.mistakeIn(q, err))
		}
	}
	for _, c := range l.checks {
		if c.lab.failed != nil {
			continue
		}
		if reason := c.fails(); reason != "" {
			all = append(all, &Mistake{File: l.Name + ".md", Line: c.line, Reason: fmt.Sprintf("checks: %q: %s", c.source, reason)})
		}
	}
	return all
}

// mistakeIn is an error about a question as a mistake.
func (l *Lesson) mistakeIn(q *Question, err error) *Mistake {
	line, reason := q.block.at(err)
	return &Mistake{File: l.Name + ".md", Line: line, Reason: "question " + q.ID + ": " + reason, Warning: errors.As(err, new(*unsettled))}
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
