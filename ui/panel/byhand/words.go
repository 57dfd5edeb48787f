package byhand

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"backfill/engine"
	"backfill/ui/explain"
	"backfill/ui/phrase"
	"backfill/ui/placing"
	"backfill/ui/widget"
)

// Ids of elements that get the focus.
const (
	onID   = "byhand-on"
	ruleID = "byhand-rule"
)

// jobID is the id of the button of a waiting job.
func jobID(j int32) string { return "byhand-job-" + strconv.Itoa(int(j)) }

// playing says whether there is a turn to be shown.
func (c *ByHand) playing() bool { return c.know() != nil && !c.hand.Complete() }

func (c *ByHand) heading() string {
	switch h := c.know(); {
	case h == nil:
		return "Place the jobs yourself"
	case h.Complete():
		return "Your schedule is complete"
	}
	return "You are the scheduler, at " + c.Clock().Format(c.Now())
}

// refusal says why nothing can be placed; "" if something can.
func (c *ByHand) refusal() string {
	c.know()
	return c.why
}

// Situation says what has just happened, how many jobs wait and how many processors are free.
func (c *ByHand) Situation() explain.Sentence {
	if !c.playing() {
		return nil
	}
	turn, n := c.turn(), c.narrator()
	told := explain.Say("At ", explain.TimeWords(n.Clock, turn.At), ": ")
	switch {
	case len(turn.Ended) > 0 && len(turn.Came) > 0:
		told = explain.Say(told, jobs(n, turn.Ended, " ends", " end"), ", and ", jobs(n, turn.Came, " arrives", " arrive"), ".")
	case len(turn.Ended) > 0:
		told = explain.Say(told, jobs(n, turn.Ended, " ends", " end"), ".")
	case len(turn.Came) > 0:
		told = explain.Say(told, jobs(n, turn.Came, " arrives", " arrive"), ".")
	default:
		told = explain.Say(told, "nothing happens by itself.")
	}
	return explain.Say(told, " ", c.freeWords(&turn))
}

// freeWords say how many processors are free, and how many jobs wait and have been placed.
func (c *ByHand) freeWords(t *placing.Turn) string {
	free := fmt.Sprintf("%s of %s free", phrase.Grouped(int64(t.Free)), phrase.Plural(int64(c.hand.Outcome.Processors), "processor"))
	waits := phrase.Plural(int64(len(t.Waiting)), "job") + phrase.Verb(len(t.Waiting), " waits", " wait")
	return phrase.UpperFirst(free) + ", " + waits + "; " + phrase.Grouped(int64(c.hand.Placed())) + " of " + phrase.Plural(int64(c.hand.Jobs()), "job") + " placed."
}

// jobs lists jobs with what they do.
func jobs(n explain.Narrator, list []int32, one, many string) explain.Sentence {
	return explain.Say(n.Names(list), phrase.Verb(len(list), one, many))
}

// queued is a waiting job as the list shows it.
type queued struct {
	Job  int32
	ID   string
	Name string
	Text string // size, requested time, wait so far
	Fits bool
}

// queue lists the jobs that wait now.
func (c *ByHand) queue() []queued {
	if !c.playing() {
		return nil
	}
	turn, n, o := c.turn(), c.narrator(), c.hand.Outcome
	var list []queued
	for _, j := range turn.Waiting {
		job := o.Workload.Jobs[j]
		list = append(list, queued{j, jobID(j), n.Subject(j).Text,
			phrase.Plural(int64(o.Occupied(j)), "processor") + ", requests " + phrase.Span(job.Estimate) + ", waits " + phrase.Span(max(turn.At-o.Ready(j), 0)), c.hand.Fits(&turn, j)})
	}
	return list
}

func (q queued) class() string {
	if q.Fits {
		return "job fits"
	}
	return "job"
}

// number is what people call the job, for whoever drags it.
func (c *ByHand) number(q queued) string {
	return strconv.FormatInt(c.hand.Outcome.Workload.JobNumber(q.Job), 10)
}

// mark is what is special about the job.
func (q queued) mark() string {
	if q.Fits {
		return "fits"
	}
	return "does not fit now"
}

func (c *ByHand) queueHeading() string {
	if len(c.queue()) == 0 {
		return "The queue is empty"
	}
	return "The queue, in the order of arrival"
}

// The picture of the machine, in the units of its box: processors from the bottom, time from now on to the right.
const (
	boxWidth, boxHeight = 240.0, 100.0
	leastBlock          = 24.0 // width of a block, so that its number can be read
	letters             = 11.0 // height of a number
)

// block is a running job, or what is free, in the picture of the machine.
type block struct {
	X, Y, Width, Height string
	Class               string
	Text                string // "" if there is no room for it
	TextX, TextY        string
}

// box is the box of the picture.
func (c *ByHand) box() string { return fmt.Sprintf("0 0 %g %g", boxWidth, boxHeight) }

// blocks are the running jobs, one above the other in the order of their starts, each up to its expected end, and the free processors.
func (c *ByHand) blocks() []block {
	if !c.playing() {
		return nil
	}
	turn, o := c.turn(), c.hand.Outcome
	longest := engine.Time(1)
	for _, r := range turn.Running {
		longest = max(longest, r.End-turn.At)
	}
	number := func(f float64) string { return strconv.FormatFloat(f, 'f', 2, 64) }
	unit, bottom := boxHeight/float64(o.Processors), boxHeight
	var list []block
	add := func(width float64, processors int32, class, text string) {
		height := unit * float64(processors)
		bottom -= height
		b := block{X: "0.5", Y: number(bottom + 0.5), Width: number(width - 1), Height: number(max(height-1, 0.5)), Class: class, TextX: "6", TextY: number(bottom + height/2 + letters/3)}
		if height >= letters+1 {
			b.Text = text
		}
		list = append(list, b)
	}
	for _, r := range turn.Running {
		width := leastBlock + (boxWidth-leastBlock)*float64(r.End-turn.At)/float64(longest)
		add(width, o.Occupied(r.Job), "runs", "Job "+strconv.FormatInt(o.Workload.JobNumber(r.Job), 10)+" until "+c.Clock().Format(r.End))
	}
	if turn.Free > 0 {
		add(boxWidth, turn.Free, "free", phrase.Grouped(int64(turn.Free))+" free")
	}
	return list
}

// machineWords are the picture of the machine in words.
func (c *ByHand) machineWords() string {
	if !c.playing() {
		return ""
	}
	turn, o := c.turn(), c.hand.Outcome
	var parts []string
	for _, r := range turn.Running {
		parts = append(parts, fmt.Sprintf("%s runs on %s until %s by its request", explain.JobName(o, r.Job), phrase.Plural(int64(o.Occupied(r.Job)), "processor"), c.Clock().Format(r.End)))
	}
	parts = append(parts, phrase.Plural(int64(turn.Free), "processor")+phrase.Verb(int(turn.Free), " is free", " are free"))
	return "The machine now: " + strings.Join(parts, "; ") + "."
}

// measured says how long jobs wait in the complete schedule, and under the other policies of the experiment and the rule.
func (c *ByHand) measured() string {
	wait := func(mean float64) string { return phrase.Seconds(mean) }
	others := []string{}
	if c.rule != nil && c.rule.Run != nil {
		others = append(others, wait(c.rule.Run.Metrics.Value("meanWait"))+" under "+c.rule.Label)
	}
	if c.UpToDate() {
		runs, _ := c.Runs()
		for _, r := range runs {
			if r.Label != c.hand.Label && (c.rule == nil || r.Label != c.rule.Label) {
				others = append(others, wait(r.Metrics.Value("meanWait"))+" under "+r.Label)
			}
		}
	}
	text := "In your schedule the " + phrase.Plural(int64(c.hand.Jobs()), "job") + phrase.Verb(c.hand.Jobs(), " waits ", " wait ") + wait(c.hand.Run.Metrics.Value("meanWait")) + " on average"
	if len(others) > 0 {
		text += "; it is " + phrase.List(others)
	}
	return text + "."
}

// shown is what the panel says of the last thing that was done or, of a schedule that is complete, of the schedule.
func (c *ByHand) shown() []explain.Sentence {
	if c.know() != nil && c.hand.Complete() && !c.wrong {
		return c.verdict()
	}
	return c.told
}

// toldClass says whether what is told is that something is not possible, or that a complete schedule is another one than the rule's.
func (c *ByHand) toldClass() string {
	switch {
	case c.wrong:
		return "byhand-told wrong"
	case c.know() != nil && c.hand.Complete() && c.rule != nil && c.hand.Departure(c.rule, engine.Never) != nil:
		return "byhand-told departs"
	}
	return "byhand-told"
}

func (c *ByHand) closeBar() vugu.Builder {
	if c.Locked {
		return c.QuietBar("")
	}
	return c.QuietBar("Panel", widget.Button{Text: "Close", ID: "byhand-close", Name: "Close: place no more jobs", Do: c.close})
}

func (c *ByHand) bar() vugu.Builder {
	if c.know() == nil {
		if c.bad == nil {
			return c.Bar("")
		}
		return c.Bar("Moves", widget.Button{Text: "Take back from there on", ID: "byhand-keep", Name: "Take the moves back from the first on that cannot be carried out", Do: c.keepGood})
	}
	var list []widget.Button
	if !c.hand.Complete() {
		// It does not say until when: that a job ends before its requested time, or that one comes, is what a scheduler cannot know.
		list = append(list, widget.Button{Text: "Let time go on", ID: onID, Keys: ".", Do: c.goOn})
	}
	list = append(list, widget.Button{Text: "Undo", ID: "byhand-undo", Name: "Undo: take the last start back, or time", Keys: "Backspace", Class: "quiet", Do: c.undo})
	if c.rule != nil {
		list = append(list, widget.Button{Text: "Check so far", ID: "byhand-check", Name: "Check so far whether you do as " + c.rule.Label, Class: "quiet", Do: c.check})
	}
	list = append(list, widget.Button{Text: "Start over", ID: "byhand-over", Class: "quiet", Do: c.startOver})
	return c.Bar("Moves", list...)
}
