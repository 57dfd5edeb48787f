package figures

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"backfill/engine/metrics"
)

// A Phrase names a figure of the results of an experiment, such as "meanWait of EASY" or
// "start of job 5 under EASY - 60 s". The page gets it as JSON and evaluates it as Results.Evaluate
// does.
//
//	phrase = term { ("+" | "-" | "*" | "/") term }               from left to right
//	term   = number [unit]                                       s, min, h, d or %
//	       | metric "of" policy                                  the mean, where there are replications
//	       | ("low" | "high") metric "of" policy                 the ends of its interval
//	       | ["low" | "high"] "difference" metric "of" policy    to the baseline, on the same workloads
//	       | field "of" "job" number ["under" policy]            submit, start, end, wait, run, processors or request
//	       | "first" "start" "under" policy "after" term         the jobs that start next after that time
//	       | "starts" "under" policy "from" term "to" term       the jobs that start then, in the order of their starts
//	       | ("waiting" | "running") "under" policy "at" term    the jobs that do so after the decisions of that time
//	       | "overtakers" "of" "job" number "under" policy       the later jobs that start while it waits
//	       | "longest" "wait" "under" policy                     the job
//	       | "busy" "under" policy "at" term                     the processors in use after the decisions of that time
//	       | ("least" | "most") metric                           the policy
//	       | "parameter" pointer                                 a number of the scenario, by its JSON pointer
//
// A policy is named by its label, in quotation marks if that is not a single word.
type Phrase struct {
	Is    string `json:"is"`              // an operator, "number", "metric", "job" for a field of one, or the word with which the term begins
	Which string `json:"which,omitempty"` // the metric or the field of a job
	Bound string `json:"bound,omitempty"` // of a metric or a difference: "low" or "high" for an end of its interval

	Policy  string   `json:"policy,omitempty"`
	Job     int64    `json:"job,omitempty"`
	Pointer string   `json:"pointer,omitempty"`
	Default *float64 `json:"default,omitempty"` // of the parameter, which a scenario may leave out; who knows the scenario fills it in
	Number  float64  `json:"number,omitempty"`
	Unit    Unit     `json:"unit"`

	Left  *Phrase `json:"left,omitempty"` // of an operator; the time of a term, or where it begins
	Right *Phrase `json:"right,omitempty"`
}

// A Unit says what the value of a phrase is.
type Unit string

const (
	Plain   Unit = "plain" // a number, a ratio or a count
	Seconds Unit = "s"
	Percent Unit = "%"      // a share, 1 being everything
	Jobs    Unit = "jobs"   // a list of jobs, by their numbers
	Policy  Unit = "policy" // the label of one
)

// A Condition compares phrases; all of its comparisons must hold.
type Condition []Comparison

// A Comparison is one of "<", "<=", ">", ">=" and "=" between two phrases. Policies and lists of jobs
// are only compared with "=".
type Comparison struct {
	Left  *Phrase `json:"left"`
	Op    string  `json:"op"`
	Right *Phrase `json:"right"`
}

// maxPhrase bounds the text of a phrase, and so how deep phrases nest.
const maxPhrase = 300

// TimeUnits are the units of times, in seconds.
var TimeUnits = map[string]float64{"s": 1, "min": 60, "h": 3600, "d": 86400}

var (
	jobFields  = map[string]Unit{"submit": Seconds, "start": Seconds, "end": Seconds, "wait": Seconds, "run": Seconds, "processors": Plain, "request": Seconds}
	operators  = []string{"+", "-", "*", "/"}
	comparings = []string{"<", "<=", ">", ">=", "="}
)

// ParsePhrase reads a phrase. It does not know which jobs, policies and parameters there are.
func ParsePhrase(text string) (*Phrase, error) {
	p, err := words(text)
	if err != nil {
		return nil, err
	}
	phrase, err := p.phrase()
	if err != nil {
		return nil, err
	}
	if p.more() {
		return nil, fmt.Errorf("%q is not understood here; an operator (%s) is accepted", p.next(), strings.Join(operators, " "))
	}
	return phrase, nil
}

// ParseCondition reads comparisons of phrases joined by "and", such as "meanWait of EASY < 5 min".
func ParseCondition(text string) (Condition, error) {
	p, err := words(text)
	if err != nil {
		return nil, err
	}
	var all Condition
	for {
		var c Comparison
		if c.Left, err = p.phrase(); err != nil {
			return nil, err
		}
		if c.Op = p.next(); !slices.Contains(comparings, c.Op) {
			return nil, fmt.Errorf("%q is no comparison; one of %s is accepted", c.Op, strings.Join(comparings, " "))
		}
		if c.Right, err = p.phrase(); err != nil {
			return nil, err
		}
		if err := c.check(); err != nil {
			return nil, err
		}
		all = append(all, c)
		if !p.more() {
			return all, nil
		}
		if err := p.expect("and"); err != nil {
			return nil, err
		}
	}
}

// check refuses what cannot be compared, such as jobs with a time.
func (c *Comparison) check() error {
	names := func(u Unit) bool { return u == Jobs || u == Policy }
	l, r := c.Left.Unit, c.Right.Unit
	switch {
	case (names(l) || names(r)) && l != r:
		return fmt.Errorf("%s cannot be compared with %s", l.Plural(), r.Plural())
	case names(l) && c.Op != "=":
		return fmt.Errorf("%s have no order; \"=\" is accepted", l.Plural())
	case l == Seconds && r == Percent, l == Percent && r == Seconds:
		return fmt.Errorf("%s cannot be compared with %s", l.Plural(), r.Plural())
	}
	return nil
}

// Plural is what values of the unit are called in messages, such as "times".
func (u Unit) Plural() string {
	return map[Unit]string{Plain: "numbers", Seconds: "times", Percent: "shares", Jobs: "jobs", Policy: "policies"}[u]
}

// sentence is what is left to read of a phrase or condition.
type sentence struct{ rest []string }

// words splits a text at its blanks, but not within quotation marks.
func words(text string) (*sentence, error) {
	if len(text) > maxPhrase {
		return nil, fmt.Errorf("%d bytes are too long; %d are accepted", len(text), maxPhrase)
	}
	s := &sentence{}
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		if quote := text[0]; quote == '"' || quote == '\'' {
			end := strings.IndexByte(text[1:], quote)
			if end < 0 {
				return nil, errors.New("a quotation mark is not closed")
			}
			s.rest = append(s.rest, text[:end+1]) // with the opening mark, which tells it from a word
			text = text[end+2:]
			continue
		}
		end := strings.IndexFunc(text, unicode.IsSpace)
		if end < 0 {
			end = len(text)
		}
		s.rest = append(s.rest, text[:end])
		text = text[end:]
	}
	return s, nil
}

func (s *sentence) more() bool { return len(s.rest) > 0 }

// peek is the next word, "" at the end.
func (s *sentence) peek() string {
	if !s.more() {
		return ""
	}
	return s.rest[0]
}

func (s *sentence) next() string {
	word := s.peek()
	if s.more() {
		s.rest = s.rest[1:]
	}
	return word
}

// expect takes the words that must come next.
func (s *sentence) expect(words ...string) error {
	for _, want := range words {
		if got := s.next(); got != want {
			return fmt.Errorf("%q is not understood here; %q is accepted", got, want)
		}
	}
	return nil
}

// phrase reads terms and the operators between them.
func (s *sentence) phrase() (*Phrase, error) {
	left, err := s.term()
	if err != nil {
		return nil, err
	}
	for slices.Contains(operators, s.peek()) {
		op := s.next()
		right, err := s.term()
		if err != nil {
			return nil, err
		}
		p := &Phrase{Is: op, Left: left, Right: right}
		if p.Unit, err = combined(op, left.Unit, right.Unit); err != nil {
			return nil, err
		}
		left = p
	}
	return left, nil
}

// combined is the unit of what an operator makes of two values.
func combined(op string, l, r Unit) (Unit, error) {
	number := func(u Unit) bool { return u != Jobs && u != Policy }
	switch {
	case !number(l) || !number(r):
		return "", fmt.Errorf("%s and %s are no numbers to reckon with", l.Plural(), r.Plural())
	case op == "/" && l == r:
		return Plain, nil
	case op == "*" && l != Seconds, op != "/" && l == Plain:
		return r, nil
	}
	return l, nil
}

// term reads what may stand beside an operator.
func (s *sentence) term() (*Phrase, error) {
	word := s.next()
	switch word {
	case "":
		return nil, errors.New("something is missing at the end")
	case "parameter":
		p := &Phrase{Is: word, Pointer: s.next(), Unit: Plain}
		if !strings.HasPrefix(p.Pointer, "/") {
			return nil, fmt.Errorf("%q is no JSON pointer; one such as /workload/load is accepted", p.Pointer)
		}
		return p, nil
	case "first":
		return s.at("first", Jobs, []string{"start", "under"}, "after")
	case "starts":
		p, err := s.at(word, Jobs, []string{"under"}, "from")
		if err != nil {
			return nil, err
		}
		if err = s.expect("to"); err == nil {
			p.Right, err = s.time()
		}
		return p, err
	case "waiting", "running":
		return s.at(word, Jobs, []string{"under"}, "at")
	case "busy":
		return s.at(word, Plain, []string{"under"}, "at")
	case "longest":
		p := &Phrase{Is: word, Unit: Jobs}
		err := s.expect("wait", "under")
		if err == nil {
			p.Policy, err = s.policy()
		}
		return p, err
	case "overtakers":
		p := &Phrase{Is: word, Unit: Jobs}
		err := s.expect("of", "job")
		if err == nil {
			p.Job, err = s.job()
		}
		if err == nil {
			err = s.expect("under")
		}
		if err == nil {
			p.Policy, err = s.policy()
		}
		return p, err
	case "least", "most":
		p := &Phrase{Is: word, Which: s.next(), Unit: Policy}
		_, err := UnitOf(p.Which)
		return p, err
	case "low", "high":
		p, err := s.term()
		if err == nil && p.Is != "metric" && p.Is != "difference" || err == nil && p.Bound != "" {
			err = fmt.Errorf("only a metric has a %q end", word)
		}
		if err == nil {
			p.Bound = word
		}
		return p, err
	case "difference":
		p, err := s.metric(s.next())
		if err == nil {
			p.Is = word
		}
		return p, err
	}
	if unit, ok := jobFields[word]; ok {
		p := &Phrase{Is: "job", Which: word, Unit: unit}
		err := s.expect("of", "job")
		if err == nil {
			p.Job, err = s.job()
		}
		if err == nil && s.peek() == "under" {
			s.next()
			p.Policy, err = s.policy()
		}
		if err == nil && p.Policy == "" && (word == "start" || word == "end" || word == "wait") {
			err = fmt.Errorf("the %s of a job needs a policy; \"under\" and its label are accepted", word)
		}
		return p, err
	}
	if number, err := strconv.ParseFloat(word, 64); err == nil && number >= -1e12 && number <= 1e12 {
		if unit := spelled[s.peek()]; unit != "" {
			return nil, fmt.Errorf("%q is no unit; %s is accepted, as in %s %s", s.peek(), unit, word, unit)
		}
		return s.number(number), nil
	}
	return s.metric(word)
}

// number is a constant with its unit, if it has one.
func (s *sentence) number(n float64) *Phrase {
	p := &Phrase{Is: "number", Number: n, Unit: Plain}
	if scale, ok := TimeUnits[s.peek()]; ok {
		s.next()
		p.Number, p.Unit = n*scale, Seconds
	} else if s.peek() == "%" {
		s.next()
		p.Number, p.Unit = n/100, Percent
	}
	return p
}

// at reads the words before a policy, the policy, the word before a time, and the time.
func (s *sentence) at(is string, unit Unit, before []string, when string) (*Phrase, error) {
	p := &Phrase{Is: is, Unit: unit}
	err := s.expect(before...)
	if err == nil {
		p.Policy, err = s.policy()
	}
	if err == nil {
		err = s.expect(when)
	}
	if err == nil {
		p.Left, err = s.time()
	}
	return p, err
}

// time reads a term that is a time; a number without a unit is one in seconds.
func (s *sentence) time() (*Phrase, error) {
	p, err := s.term()
	if err == nil && p.Unit != Seconds && p.Is != "number" {
		err = fmt.Errorf("%s are no time", p.Unit.Plural())
	}
	return p, err
}

// metric reads what follows the name of a metric.
func (s *sentence) metric(name string) (*Phrase, error) {
	p := &Phrase{Is: "metric", Which: name}
	var err error
	if p.Unit, err = UnitOf(name); err != nil {
		err = s.unknownWord(name, err)
	} else {
		err = s.expect("of")
	}
	if err == nil {
		p.Policy, err = s.policy()
	}
	return p, err
}

// fieldNames are what a job has.
var fieldNames = []string{"submit", "start", "end", "wait", "run", "processors", "request"}

// unknownWord says more of a word that is no metric, by what follows it.
func (s *sentence) unknownWord(word string, err error) error {
	next := s.peek()
	if next == "of" && len(s.rest) > 1 && s.rest[1] == "job" {
		return fmt.Errorf("%q is no field of a job; one of %s is accepted, such as start of job 3 under EASY", word, strings.Join(fieldNames, ", "))
	}
	if _, wrong := strconv.ParseFloat(next, 64); wrong == nil && spelled[word] != "" {
		return fmt.Errorf("%q is no time; a number and its unit, such as %s %s, is accepted", word+" "+next, next, spelled[word])
	}
	return err
}

// spelled are words for units of time, which have a short name in phrases.
var spelled = map[string]string{"second": "s", "seconds": "s", "sec": "s", "minute": "min", "minutes": "min", "mins": "min", "hour": "h", "hours": "h", "day": "d", "days": "d"}

// UnitOf is the unit of a metric of a result; an error if there is no metric of that name.
func UnitOf(name string) (Unit, error) {
	i := metrics.Index(name)
	switch {
	case i < 0:
		return "", fmt.Errorf("%q is no metric and begins no phrase; a metric of a result, such as meanWait, is accepted", name)
	case metrics.Descriptions[i].Unit == "s":
		return Seconds, nil
	case slices.Contains([]string{"utilization", "utilizationToLastArrival", "lossOfCapacity", "lossOfCapacityFit", "strandedProcessors", "strandedMemory", "strandedGpus", "backfilledShare"}, name):
		return Percent, nil
	}
	return Plain, nil
}

func (s *sentence) policy() (string, error) {
	word := strings.TrimLeft(s.next(), `"'`)
	if word == "" {
		return "", errors.New("the label of a policy is missing")
	}
	return word, nil
}

func (s *sentence) job() (int64, error) {
	word := s.next()
	n, err := strconv.ParseInt(word, 10, 64)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("%q is no number of a job", word)
	}
	return n, nil
}

// Each calls f for the phrase and all phrases in it.
func (p *Phrase) Each(f func(*Phrase)) {
	if p == nil {
		return
	}
	f(p)
	p.Left.Each(f)
	p.Right.Each(f)
}

// About says whether a phrase, or one in it, names a policy.
func (p *Phrase) About(policy string) bool {
	found := false
	p.Each(func(p *Phrase) { found = found || p.Policy == policy })
	return found
}

// Phrases are those that a condition compares.
func (c Condition) Phrases() []*Phrase {
	var all []*Phrase
	for _, each := range c {
		all = append(all, each.Left, each.Right)
	}
	return all
}
