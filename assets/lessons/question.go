package lessons

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"backfill/assets/lessons/figures"
	"backfill/engine/byhand"
	"backfill/ui/placing"
)

// A Question is a block of the language "question". The file never holds its answer: that is
// computed from the results of a lab when somebody answers.
type Question struct {
	ID    string `toml:"id"`
	About string `toml:"about"` // the lab
	// Kind is one of
	//	one     one of Options, that whose condition holds
	//	policy  one of the experiment's policies, Answer
	//	jobs    one or several of Among, Answer; all in their order if Order
	//	number  Answer, give or take Tolerance
	//	goal    something that the reader changes until Goal holds
	//	placement  all jobs of the lab placed by hand, as the rule of its policy by-hand would or, with Goal, so that that holds
	//	beat    a policy that the reader writes, Mine, which is better than Rival in Metric on workloads that are drawn anew
	Kind string `toml:"kind"`
	Ask  string `toml:"ask"` // Markdown, as all texts

	Options   []Option `toml:"options"`
	Answer    string   `toml:"answer"` // a phrase
	Among     []int64  `toml:"among"`
	Several   bool     `toml:"several"`
	Order     bool     `toml:"order"`
	Unit      string   `toml:"unit"`      // of a number that is typed: s, min, h or %
	Tolerance string   `toml:"tolerance"` // such as 30 s or, of the answer, 5 %
	Goal      string   `toml:"goal"`      // a condition
	Aim       string   `toml:"aim"`       // the goal in a few words, such as "mean wait under FCFS below 5 h", which stand beside the lab
	Now       string   `toml:"now"`       // the phrase that is shown while the reader approaches the goal

	Mine   string `toml:"mine"`   // label of the reader's policy
	Rival  string `toml:"rival"`  // label of the policy to be beaten
	Metric string `toml:"metric"` // in which; the name of one of the lab's metrics
	By     string `toml:"by"`     // at least so much better, such as 5 %; "" for any difference

	// What is told. In braces are phrases, which become the simulation's numbers.
	Hint    string `toml:"hint"`    // after a wrong answer
	Because string `toml:"because"` // after the right one, and to whoever gives up

	Seek   string `toml:"seek"`   // a phrase: the time to which a lab that is played goes with Because
	Select string `toml:"select"` // a phrase: the job that is selected then

	lab    *Lab
	parsed asked
	block  block
	shown  *shown
	told   []string // keys of the texts in which the figures stand
	unread bool     // it cannot be read: only its ID is known, or "" if that is not, either
}

// Option is one of the answers to choose from.
type Option struct {
	Text    string `toml:"text"`
	When    string `toml:"when"`    // the condition under which it is right
	Because string `toml:"because"` // told when it is chosen, right or not
}

// asked is a question as the page gets it: its phrases are parsed.
type asked struct {
	ID       string              `json:"id"`
	Digest   string              `json:"digest"` // by which files that were handed in know which question they answer
	About    string              `json:"about"`
	Kind     string              `json:"kind"`
	Options  []figures.Condition `json:"options,omitempty"`
	Answer   *figures.Phrase     `json:"answer,omitempty"`
	Several  bool                `json:"several,omitempty"`
	Order    bool                `json:"order,omitempty"`
	Scale    float64             `json:"scale,omitempty"` // of a number that is typed: what 1 is in seconds, or in shares
	Within   *figures.Phrase     `json:"within,omitempty"`
	Goal     figures.Condition   `json:"goal,omitempty"`
	Now      *figures.Phrase     `json:"now,omitempty"`
	Aim      string              `json:"aim,omitempty"`
	Seek     *figures.Phrase     `json:"seek,omitempty"`
	Select   *figures.Phrase     `json:"select,omitempty"`
	Figures  []figures.Figure    `json:"figures,omitempty"` // in what is told, by number
	Policies []string            `json:"policies,omitempty"`
	Beat     *contest            `json:"beat,omitempty"`
}

var questionKinds = []string{"one", "policy", "jobs", "number", "goal", "placement", "beat"}

// parseQuestion reads a question about one of the experiments above, with all that is wrong in it; taken says which names are others'. There is a question
// beside errors, too, if its texts can be read: its kind and its experiment are known.
func parseQuestion(b block, above experiments, taken func(string) bool) (*Question, error) {
	q := &Question{block: b}
	if err := b.decode(q); err != nil {
		return nil, err
	}
	all := []error{checkID(q.ID, taken)}
	if q.Ask == "" {
		all = append(all, wrong("ask", "missing; what is asked is accepted"))
	}
	if q.Because == "" {
		all = append(all, wrong("because", "missing; what the simulation shows is accepted"))
	}
	q.parsed = asked{ID: q.ID, About: q.About, Kind: q.Kind, Several: q.Several, Order: q.Order}
	unfit := q.checkKind()
	var err error
	if q.lab, err = above.find(q.About); err != nil || unfit != nil {
		return nil, errors.Join(append(all, wrongIn("about", err), unfit)...)
	}
	for _, step := range []func() error{q.parseAnswer, q.parseOptions, q.parseGoal, q.parsePlacement, q.parseBeat, q.parseShown} {
		all = append(all, step())
	}
	if err := errors.Join(all...); err != nil {
		return q, err
	}
	if q.parsed.Digest = q.digest(); q.parsed.Beat != nil {
		q.parsed.Beat.Seeds = seedsOf(q.parsed.Digest)
	}
	return q, nil
}

// checkKind refuses what the kind has no use for.
func (q *Question) checkKind() error {
	if !slices.Contains(questionKinds, q.Kind) {
		return wrong("kind", "%q: one of %s is accepted", q.Kind, strings.Join(questionKinds, ", "))
	}
	var all []error
	for _, use := range []struct {
		key   string
		given bool
		kinds []string
	}{
		{"options", q.Options != nil, []string{"one"}},
		{"answer", q.Answer != "", []string{"policy", "jobs", "number"}},
		{"among", q.Among != nil, []string{"jobs"}},
		{"several", q.Several, []string{"jobs"}},
		{"order", q.Order, []string{"jobs"}},
		{"unit", q.Unit != "", []string{"number"}},
		{"tolerance", q.Tolerance != "", []string{"number"}},
		{"goal", q.Goal != "", []string{"goal", "placement"}},
		{"aim", q.Aim != "", []string{"goal", "beat"}},
		{"now", q.Now != "", []string{"goal"}},
		{"mine", q.Mine != "", []string{"beat"}},
		{"rival", q.Rival != "", []string{"beat"}},
		{"metric", q.Metric != "", []string{"beat"}},
		{"by", q.By != "", []string{"beat"}},
	} {
		if use.given && !slices.Contains(use.kinds, q.Kind) {
			all = append(all, wrong(use.key, "a question of the kind %s has none", q.Kind))
		}
	}
	return errors.Join(all...)
}

// parseAnswer reads the phrase that is the answer, and what it is chosen from.
func (q *Question) parseAnswer() error {
	var err error
	switch q.Kind {
	case "policy":
		q.parsed.Policies = q.lab.policies()
		q.parsed.Answer, err = q.phrase("answer", q.Answer, figures.Policy)
	case "jobs":
		q.parsed.Answer, err = q.phrase("answer", q.Answer, figures.Jobs)
		err = errors.Join(err, q.checkAmong())
	case "number":
		if q.parsed.Answer, err = q.phrase("answer", q.Answer, figures.Seconds, figures.Plain, figures.Percent); err == nil {
			err = q.parseNumber()
		}
	}
	return err
}

// checkAmong looks at the jobs to choose from.
func (q *Question) checkAmong() error {
	if len(q.Among) < 2 || q.Several && q.Order {
		return wrong("among", "%v: at least two jobs are accepted, of which one, several or all in order are chosen", q.Among)
	}
	typed := q.lab.typed()
	for i, job := range q.Among {
		if slices.Contains(q.Among[:i], job) {
			return wrong("among", "job %d is there twice", job)
		}
		if typed != nil && !slices.ContainsFunc(typed, func(j typedJob) bool { return j.ID == job }) {
			return wrong("among", "there is no job %d in the experiment %s", job, q.About)
		}
	}
	return nil
}

// parseOptions reads the conditions under which options are right.
func (q *Question) parseOptions() error {
	var all []error
	if q.Kind == "one" && len(q.Options) < 2 {
		all = append(all, wrong("options", "at least two are accepted"))
	}
	for _, o := range q.Options {
		c, err := q.condition("when", o.When)
		all = append(all, err)
		if o.Text == "" {
			all = append(all, wrong("text", "missing"))
		}
		q.parsed.Options = append(q.parsed.Options, c)
	}
	return errors.Join(all...)
}

// parseNumber reads what a typed number is compared with.
func (q *Question) parseNumber() error {
	scale, isTime := figures.TimeUnits[q.Unit]
	switch unit := q.parsed.Answer.Unit; {
	case unit == figures.Seconds && isTime:
		q.parsed.Scale = scale
	case unit == figures.Percent && q.Unit == "%":
		q.parsed.Scale = 0.01
	case unit == figures.Plain && q.Unit == "":
		q.parsed.Scale = 1
	default:
		return wrong("unit", "%q: the answer is %s", q.Unit, map[figures.Unit]string{
			figures.Seconds: "a time; s, min, h or d is accepted", figures.Percent: "a share; % is accepted", figures.Plain: "a number without a unit; none is accepted",
		}[unit])
	}
	if q.Tolerance == "" {
		return wrong("tolerance", "missing; a number such as 30 s or 5 %% is accepted")
	}
	within, err := q.phrase("tolerance", q.Tolerance, q.parsed.Answer.Unit, figures.Percent)
	if err != nil {
		return err
	}
	if within.Is != "number" || within.Number < 0 {
		return wrong("tolerance", "%q: a number such as 30 s or 5 %% is accepted", q.Tolerance)
	}
	q.parsed.Within = within
	return nil
}

// parseGoal reads what the reader is to reach.
func (q *Question) parseGoal() error {
	if q.Kind != "goal" {
		return nil
	}
	var all []error
	if len(q.lab.Allow) == 0 {
		all = append(all, wrong("about", "the experiment %s lets nothing be changed", q.About))
	}
	if q.parsed.Aim = q.Aim; q.Aim == "" {
		all = append(all, wrong("aim", "missing; the goal in a few words is accepted"))
	}
	var goal, now error
	q.parsed.Goal, goal = q.condition("goal", q.Goal)
	q.parsed.Now, now = q.phrase("now", q.Now, figures.Seconds, figures.Plain, figures.Percent, figures.Jobs, figures.Policy)
	return errors.Join(append(all, goal, now)...)
}

// parsePlacement checks that the jobs of the lab can be placed by hand, and that there is something to judge the schedule by.
func (q *Question) parsePlacement() (err error) {
	if q.Kind != "placement" {
		return nil
	}
	plan := q.lab.plan
	by := placing.In(plan)
	switch {
	case by < 0:
		return wrong("about", "the experiment %s has no policy %s", q.About, byhand.Kind)
	case placing.WhyNot(plan) != "":
		return wrong("about", "the experiment %s: %s", q.About, placing.WhyNot(plan))
	case len(placing.MovesOf(plan)) > 0:
		return wrong("about", "in the experiment %s jobs have been placed already", q.About)
	case q.Goal != "":
		q.parsed.Goal, err = q.condition("goal", q.Goal)
		return err
	case plan.Policies[by].Rule == "":
		return wrong("goal", "missing; a condition, or a rule of the policy %s in the experiment %s, is accepted", byhand.Kind, q.About)
	}
	return nil
}

// parseShown reads what the lab shows with the explanation.
func (q *Question) parseShown() (err error) {
	if q.Seek != "" {
		if !slices.Contains(q.lab.View, "play") {
			return wrong("seek", "the experiment %s has no view play", q.About)
		}
		if q.parsed.Seek, err = q.phrase("seek", q.Seek, figures.Seconds); err != nil {
			return err
		}
	}
	if q.Select != "" {
		q.parsed.Select, err = q.phrase("select", q.Select, figures.Jobs, figures.Plain)
	}
	return err
}

// oneOf is a value of a unit, as messages call it.
var oneOf = map[figures.Unit]string{
	figures.Plain: "a number such as 12", figures.Seconds: "a time such as 30 s", figures.Percent: "a share such as 5 %", figures.Jobs: "a list of jobs", figures.Policy: "a policy",
}

// phrase reads the phrase of a key, whose value has one of the units.
func (q *Question) phrase(key, text string, want ...figures.Unit) (*figures.Phrase, error) {
	p, err := figures.ParsePhrase(text)
	if err != nil {
		return nil, wrong(key, "%q: %v", text, err)
	}
	if !slices.Contains(want, p.Unit) {
		var kinds []string
		for _, u := range slices.Compact(slices.Clone(want)) {
			kinds = append(kinds, oneOf[u])
		}
		return nil, wrong(key, "%q: %s are not accepted here; %s is", text, p.Unit.Plural(), strings.Join(kinds, " or "))
	}
	if err := q.lab.checkPhrase(p); err != nil {
		return nil, wrong(key, "%q: %v", text, err)
	}
	return p, nil
}

func (q *Question) condition(key, text string) (figures.Condition, error) {
	c, err := q.lab.condition(text)
	if err != nil {
		return nil, wrong(key, "%q: %v", text, err)
	}
	return c, nil
}

// RightAnswer is the answer of a question with a policy, jobs or a number, as the page writes it, a time that is typed in the unit that is asked for; "" for other kinds.
func (q *Question) RightAnswer() (string, error) {
	if q.parsed.Answer == nil {
		return "", nil
	}
	r, err := q.lab.Results()
	if err != nil {
		return "", err
	}
	v, ok := r.Evaluate(q.parsed.Answer)
	if !ok {
		return "", fmt.Errorf("%s: the results do not tell the answer", q.ID)
	}
	if q.Kind == "number" && q.parsed.Answer.Unit == figures.Seconds {
		return q.inUnit(v.Number, 2) + " " + q.Unit, nil
	}
	return figures.Format(v, q.parsed.Answer.Unit, ""), nil
}

// inUnit is a number in the unit that is asked for, with so many decimals at most.
func (q *Question) inUnit(x float64, decimals int) string {
	scale := math.Pow10(decimals)
	return strings.Replace(strconv.FormatFloat(math.Round(x/q.parsed.Scale*scale)/scale, 'f', -1, 64), "-", "−", 1)
}
