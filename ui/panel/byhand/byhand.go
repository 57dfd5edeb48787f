// Package byhand has the panel in which the reader is the scheduler: it shows the machine and the queue at an instant, the reader starts waiting
// jobs or lets time go on, and at the end the schedule is held against those of the policies.
package byhand

import (
	"fmt"
	"slices"

	"github.com/vugu/vugu"

	"backfill/engine"
	"backfill/engine/byhand"
	"backfill/engine/scenario"
	"backfill/ui/explain"
	"backfill/ui/panel"
	"backfill/ui/phrase"
	"backfill/ui/placing"
	"backfill/ui/result"
	"backfill/ui/widget"
)

// Ids of the panel, in which keys mean something and from which jobs are dragged, and of the picture of the machine, onto which they are.
const (
	Host        = "byhand"
	MachineHost = "byhand-machine"
)

// ByHand is the panel.
type ByHand struct {
	*panel.Shared
	ShowAt  func(at engine.Time) // shows the runs on the timeline as they were at an instant
	ShowAll func()               // shows the whole of them

	closed bool        // the reader does not want to see it
	at     engine.Time // as far as time was let go on
	told   []explain.Sentence
	wrong  bool // what is told is that something is not possible
	spoke  bool // it has been read aloud while what came of it was simulated

	of   *scenario.Plan // what is known is of this plan
	why  string         // why nothing can be placed; "": something can
	hand *placing.Hand  // nil: why
	bad  *byhand.Refused
	rule *placing.Rule // nil: none
}

// New makes a panel that shows itself as soon as a policy of the experiment is by hand.
func New(s *panel.Shared) *ByHand {
	c := &ByHand{Shared: s, ShowAt: func(engine.Time) {}, ShowAll: func() {}}
	s.OnScene = append(s.OnScene, c.follow)
	s.Hides = c.hides
	return c
}

// Offered says whether the reader may begin to place the jobs of the experiment.
func (c *ByHand) Offered() bool {
	return !c.Open() && !c.Locked && c.Plan != nil && len(c.Wrong) == 0 && c.Plan.Scenario.Workload.Kind == "jobs"
}

// Open says whether the panel is there.
func (c *ByHand) Open() bool { return !c.closed && c.Plan != nil && placing.In(c.Plan) >= 0 }

// Begin lets the reader place the jobs, or says why that is not possible.
func (c *ByHand) Begin() {
	if !c.Offered() {
		return
	}
	if why := placing.WhyNot(c.Plan); why != "" {
		c.Warn(why)
		c.Browser.Say(why)
		return
	}
	c.closed = false
	if placing.In(c.Plan) < 0 {
		if len(c.Draft.Policies) == scenario.MaxPolicies {
			c.Warn(fmt.Sprintf("Your schedule is one of the policies, and there are already %d, the most that are accepted. Remove one first.", scenario.MaxPolicies))
			c.Browser.Say(c.Notice.Text)
			return
		}
		c.AddPolicy(byhand.Kind)
		c.runNow()
	}
	if !c.Open() {
		return // the new policy is a mistake, which stands beside its field
	}
	c.at, c.told, c.wrong = 0, nil, false
	c.Stage()
	c.show()
	c.Browser.Focus(Host)
	c.Browser.Say(c.heading() + ". " + c.Situation().String())
}

// Forget leaves what was told of another experiment.
func (c *ByHand) Forget() { c.closed, c.at, c.told, c.wrong = false, 0, nil, false }

// close takes the panel away; the schedule stays.
func (c *ByHand) close() {
	c.closed = true
	c.ShowAll()
	c.Stage()
	c.Browser.Focus("byhand-begin")
}

// know simulates the schedule, if the experiment has changed.
func (c *ByHand) know() *placing.Hand {
	if c.of == c.Plan {
		return c.hand
	}
	c.of, c.hand, c.rule, c.bad = c.Plan, nil, nil, nil
	if c.why = placing.WhyNot(c.Plan); c.why != "" {
		return nil
	}
	hand, err := placing.Follow(c.Plan)
	if err != nil {
		c.bad = placing.Refused(err)
		c.why = "The moves of this schedule cannot be carried out as they are: " + err.Error() + "."
		return nil
	}
	c.hand = hand
	if c.rule, err = hand.Rule(c.Form.Catalogs, c.Clock()); err != nil {
		c.told, c.wrong = []explain.Sentence{explain.Say(phrase.UpperFirst(err.Error()), ".")}, true
	}
	return hand
}

// Now is the instant at which jobs can be placed.
func (c *ByHand) Now() engine.Time {
	if h := c.know(); h != nil {
		return max(c.at, h.Begin())
	}
	return 0
}

// turn is how things stand now.
func (c *ByHand) turn() placing.Turn { return c.know().Turn(c.Now()) }

// narrator puts what is known into words.
func (c *ByHand) narrator() explain.Narrator {
	return explain.Narrator{Outcome: c.know().Outcome, Clock: c.Clock(), Present: true}
}

// show shows the runs as they are now, or the whole of them if the schedule is complete.
func (c *ByHand) show() {
	switch h := c.know(); {
	case h == nil:
	case h.Complete():
		c.ShowAll()
	default:
		c.ShowAt(c.Now())
	}
}

// follow shows what is now on a new scene.
func (c *ByHand) follow() {
	if c.Open() && c.UpToDate() {
		c.show()
	}
}

// hides says whether a run is not to be seen: what the policies do would tell the reader what to do.
func (c *ByHand) hides(r *result.Run) bool { return c.Open() && c.playing() && r.Label != c.hand.Label }

// path is where the parameter of the schedule stands.
func (c *ByHand) path(name string) string {
	return fmt.Sprintf("/policies/%d/%s", placing.In(c.Plan), name)
}

// put changes a parameter of the schedule, as a step of its own for undo, and simulates the experiment.
func (c *ByHand) put(name, text string) {
	c.Put(c.path(name), text)
	c.runNow()
	c.spoke = c.Running
}

// Spoke says whether the panel has told the reader of the run that is finished, so that nobody else need.
func (c *ByHand) Spoke() bool {
	spoke := c.spoke
	c.spoke = false
	return spoke
}

// runNow simulates the experiment without waiting for further changes.
func (c *ByHand) runNow() {
	if len(c.Wrong) == 0 && c.Stale() {
		c.Run()
	}
}

// ready says whether jobs can be placed now; if not, it has said why.
func (c *ByHand) ready() bool {
	switch {
	case !c.Open() || c.know() == nil:
		return false
	case len(c.Wrong) > 0:
		c.say(true, explain.Say("The experiment has a mistake, which stands beside its field. Jobs can be placed when it is mended."))
		return false
	}
	return true
}

// say shows sentences and reads them aloud.
func (c *ByHand) say(wrong bool, told ...explain.Sentence) {
	c.told, c.wrong = told, wrong
	c.Browser.Say(explain.Text(told))
}

// Place starts job j now, if it waits and fits; otherwise it says why not.
func (c *ByHand) Place(j int32) {
	if !c.ready() {
		return
	}
	h, turn, n := c.hand, c.turn(), c.narrator()
	at := slices.Index(turn.Waiting, j)
	switch {
	case at < 0:
		c.say(true, explain.Say(n.Subject(j), " does not wait now."))
		return
	case !h.Fits(&turn, j):
		c.say(true, h.Why(&turn, j, n))
		return
	}
	c.at = turn.At
	c.put("moves", h.With(turn.At, j).String())
	if h = c.know(); h == nil {
		return
	}
	c.show()
	placed := explain.Say(n.Subject(j), " starts at ", explain.TimeWords(n.Clock, turn.At), ".")
	if h.Complete() {
		c.say(false, append([]explain.Sentence{explain.Say(placed, " Your schedule is complete.")}, c.verdict()...)...)
		c.Browser.FocusInPlace(Host)
		return
	}
	after := c.turn()
	c.say(false, explain.Say(placed, " ", c.freeWords(&after)))
	if len(after.Waiting) > 0 {
		c.Browser.FocusInPlace(jobID(after.Waiting[min(at, len(after.Waiting)-1)]))
	} else {
		c.Browser.FocusInPlace(onID)
	}
}

// PlaceNumbered places the job that people call by a number.
func (c *ByHand) PlaceNumbered(number int64) {
	if c.know() == nil {
		return
	}
	if j := c.hand.Outcome.Workload.JobNumbered(number); j != engine.NoJob {
		c.Place(j)
	}
}

// goOn lets time go on to the next instant at which something happens.
func (c *ByHand) goOn() {
	if !c.ready() || c.hand.Complete() {
		return
	}
	next := c.turn().Next
	if next == engine.Never {
		c.say(true, explain.Say("Nothing more happens by itself. Place a job that waits."))
		return
	}
	c.at = next
	c.show()
	c.say(false, c.Situation())
}

// undo takes the last thing back that the reader did: that time went on, or the last start.
func (c *ByHand) undo() {
	if !c.ready() {
		return
	}
	h, now, n := c.hand, c.Now(), c.narrator()
	switch last := len(h.Moves) - 1; {
	case now > h.Begin() && !h.Complete():
		c.at = h.Before(now)
		c.show()
		c.say(false, explain.Say("Back to ", explain.TimeWords(n.Clock, c.at), "."))
	case last >= 0:
		c.at = h.Moves[last].At
		job := h.Outcome.Workload.JobNumbered(h.Moves[last].Job)
		c.put("moves", h.Moves[:last].String())
		c.show()
		c.say(false, explain.Say(n.Subject(job), " waits again at ", explain.TimeWords(n.Clock, c.at), "."))
		c.Browser.FocusInPlace(jobID(job))
	default:
		c.say(true, explain.Say("There is nothing to undo: no job has been placed."))
	}
}

// startOver takes all moves back.
func (c *ByHand) startOver() {
	if !c.Open() || len(c.Wrong) > 0 {
		return
	}
	c.at = 0
	c.put("moves", "")
	c.show()
	c.say(false, explain.Say("No job has been placed."))
	c.Browser.FocusInPlace(Host)
}

// keepGood takes the moves back from the first on that cannot be carried out.
func (c *ByHand) keepGood() {
	moves := placing.MovesOf(c.Plan)
	if c.bad == nil {
		return
	}
	at := max(slices.Index(moves, c.bad.Move), 0)
	c.at = 0
	c.put("moves", moves[:at].String())
	c.show()
	c.say(false, explain.Say("The moves before that stay."))
}

// check says whether the schedule departs from the rule so far.
func (c *ByHand) check() {
	if !c.ready() || c.rule == nil {
		return
	}
	if c.hand.Complete() {
		c.say(false, c.verdict()...)
		return
	}
	now := explain.TimeWords(c.Clock(), c.Now())
	if d := c.hand.Departure(c.rule, c.Now()); d != nil {
		c.say(true, d.Told...)
		return
	}
	c.say(false, explain.Say("Before ", now, " you have started what ", c.rule.Label, " starts."))
}

// verdict is what is said of a complete schedule.
func (c *ByHand) verdict() []explain.Sentence {
	told := []explain.Sentence{explain.Say(c.measured())}
	if c.rule != nil {
		told = append(told, c.hand.Verdict(c.rule)...)
	}
	return told
}

// chooseRule chooses the policy that is to be followed; "" for none.
func (c *ByHand) chooseRule(name string) {
	if !c.Open() {
		return
	}
	c.told, c.wrong = nil, false
	c.put("rule", name)
	if h := c.know(); h != nil && h.Complete() {
		c.say(false, c.verdict()...)
	}
}

// Report is how far the schedule has come, as the page around a frame is told it; nil if no jobs are placed by hand, or none can be.
func (c *ByHand) Report() *placing.Report {
	if c.Plan == nil || placing.In(c.Plan) < 0 || c.know() == nil {
		return nil
	}
	return c.hand.Report(c.rule)
}

// chosenRule is what was chosen, "" for none.
func (c *ByHand) chosenRule() string { return c.Plan.Policies[placing.In(c.Plan)].Rule }

// task says, where the rule is given, what is to be done; "" otherwise.
func (c *ByHand) task() string {
	if c.know() == nil || !c.Locked || c.rule == nil || c.hand.Complete() {
		return ""
	}
	return "Start the jobs as " + c.rule.Label + " would."
}

// ruleChoice is a choice of the policy that is to be followed.
type ruleChoice struct{ Value, Text string }

// rules are what may be followed: the other policies of the experiment and what was chosen, whatever it is.
func (c *ByHand) rules() []ruleChoice {
	own, chosen := placing.In(c.Plan), c.chosenRule()
	list := []ruleChoice{{"", "as I like"}}
	known := chosen == ""
	for i, p := range c.Plan.Policies {
		if i != own && p.Kind.Kind != byhand.Kind {
			list = append(list, ruleChoice{p.Label, "as " + p.Label + " would"})
			known = known || p.Label == chosen
		}
	}
	if !known && c.rule != nil {
		list = append(list, ruleChoice{chosen, "as " + c.rule.Label + " would"})
	}
	return list
}

// key answers a key that is pressed in the panel.
func (c *ByHand) key(event vugu.DOMEvent) {
	for _, held := range []string{"ctrlKey", "altKey", "metaKey"} {
		if event.PropBool(held) {
			return
		}
	}
	switch widget.Key(event) {
	case ".":
		c.goOn()
	case ",", "Backspace":
		c.undo()
	case "ArrowDown":
		c.walk(widget.Typed(event), 1)
	case "ArrowUp":
		c.walk(widget.Typed(event), -1)
	default:
		return
	}
	event.PreventDefault()
}

// walk moves the focus from the job whose button has that value, or from elsewhere, to the next of the waiting jobs, or the one before.
func (c *ByHand) walk(from string, by int) {
	if c.know() == nil || c.hand.Complete() {
		return
	}
	waiting := c.turn().Waiting
	if len(waiting) == 0 {
		return
	}
	at := slices.IndexFunc(waiting, func(j int32) bool { return jobID(j) == from })
	if at < 0 && by < 0 {
		at = len(waiting)
	}
	c.Browser.Focus(jobID(waiting[min(max(at+by, 0), len(waiting)-1)]))
}
