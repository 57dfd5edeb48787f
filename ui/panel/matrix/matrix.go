package matrix

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"backfill/engine"
	"backfill/ui/explain"
	"backfill/ui/panel"
	"backfill/ui/phrase"
	"backfill/ui/result"
	"backfill/ui/timeline"
	"backfill/ui/widget"
)

// What the page says and shows of how a policy ranked the pairs of a job and a computer when
// it made a plan.

// Ids of the empty elements that the browser side fills for the heat map, as it does for the timeline.
const (
	PictureHost = "matrix"
	HintHost    = "matrix-hint"
)

// PriorityMatrix is the panel with the heat map.
type PriorityMatrix struct {
	*panel.Shared

	policy  int         // of the results
	at      engine.Time // a plan at or after it is wanted; -1: whichever tells most
	Asked   bool        // it is on its way
	askedAt engine.Time
	Came    *engine.Matrix // nil: nothing yet
	Picture *timeline.Matrix
	rows    string // which rows are shown: a value of matrixParts
}

// fewRows is how many rows are shown with their numbers.
const fewRows = 28

// matrixParts are the choices of rows.
var rowChoices = []string{"the first", "around the chosen job", "all"}

// NewPriorityMatrix makes the panel.
func New(s *panel.Shared) *PriorityMatrix {
	x := &PriorityMatrix{Shared: s, at: -1, rows: rowChoices[0]}
	s.OnPin = append(s.OnPin, x.dress)
	s.OnDress = append(s.OnDress, x.dress)
	s.OnInstant = append(s.OnInstant, x.LookAt)
	return x
}

// MatrixRun is the run whose plans are shown, nil if there is none.
func (p *PriorityMatrix) PlannedRun() *result.Run {
	if p.Shown.Results == nil {
		return nil
	}
	if i := p.policy; i < len(p.Shown.Results.Runs) && ranksPairs(p.Shown.Results.Runs[i]) {
		return p.Shown.Results.Runs[i]
	}
	for i, r := range p.Shown.Results.Runs {
		if ranksPairs(r) {
			p.policy = i
			return r
		}
	}
	return nil
}

// ranksPairs says whether a run is of a policy that has a matrix, and made plans.
func ranksPairs(r *result.Run) bool {
	return r != nil && r.Kind == "convergent" && len(r.Outcome.Plans) > 0
}

// matrixLabels are the policies that have a matrix.
func (p *PriorityMatrix) labels() []string {
	var labels []string
	if p.Shown.Results != nil {
		for _, r := range p.Shown.Results.Runs {
			if ranksPairs(r) {
				labels = append(labels, r.Label)
			}
		}
	}
	return labels
}

func (p *PriorityMatrix) choosePolicy(label string) {
	for i, r := range p.Shown.Results.Runs {
		if ranksPairs(r) && r.Label == label {
			p.policy = i
		}
	}
	p.Forget()
	p.AskPlan()
}

// ForgetMatrix drops the plan that is shown: it is of an earlier run or of another policy.
func (p *PriorityMatrix) Forget() {
	m := p
	m.Came, m.Picture, m.Asked = nil, nil, false
	p.markPlan()
}

// markPlan marks the plan that is shown on the timeline.
func (p *PriorityMatrix) markPlan() {
	p.PlanAt = engine.Never
	if m := p; m.Came != nil && p.Unfolded["matrix"] {
		p.PlanAt = m.Came.At
	}
	p.MarkInstants()
}

// AskMatrix asks for the plan that is wanted, if it is to be shown and is not there. One is
// asked for at a time: when it has come, the one that is wanted by then.
func (p *PriorityMatrix) AskPlan() {
	m, r := p, p.PlannedRun()
	if r == nil || p.Running || m.Asked || !p.Unfolded["matrix"] {
		return
	}
	if m.at < 0 {
		m.at = p.InstantToShow(r)
	}
	m.at = r.Outcome.Plans[planAt(r.Outcome.Plans, m.at)]
	if m.Came != nil && m.askedAt == m.at {
		return
	}
	m.Asked, m.askedAt = true, m.at
	p.Browser.Matrix(p.RunNumber, p.OnPage().Simulation(m.policy), m.at)
}

// TellingInstant is when the pinned job was interrupted first, or else came; if there is none, the
// middle of what the timeline shows.
func (p *PriorityMatrix) InstantToShow(r *result.Run) engine.Time {
	if p.Inspecting() {
		if at := explain.Interruption(r.Outcome, p.Pinned, -1); at >= 0 {
			return at
		}
		return r.Outcome.Ready(p.Pinned)
	}
	if p.Timeline != nil {
		return (p.Timeline.View.T0 + p.Timeline.View.T1) / 2
	}
	return r.Outcome.Plans[len(r.Outcome.Plans)/2]
}

// planAt is the first plan at an instant or after it, or the last one.
func planAt(plans []engine.Time, at engine.Time) int {
	return min(sort.Search(len(plans), func(i int) bool { return plans[i] >= at }), len(plans)-1)
}

// MatrixCame hands over what Browser.Matrix asked for.
func (p *PriorityMatrix) PlanCame(run, policy int, at engine.Time, came *engine.Matrix) {
	m := p
	if run != p.RunNumber || !m.Asked || policy != m.policy || at != m.askedAt {
		return
	}
	r := p.PlannedRun()
	m.Asked, m.Came, m.Picture = false, came, nil
	if r != nil && len(came.Jobs) > 0 && came.Lanes == len(r.Outcome.Lanes) && len(came.Terms) > 0 {
		m.Picture = timeline.NewMatrix(came, r.Outcome.Lanes)
		m.Picture.Number = r.Outcome.Workload.JobNumber
	}
	p.dress()
	p.markPlan()
	if m.at != m.askedAt {
		p.AskPlan()
		return
	}
	p.Browser.Say(p.PlanWords())
}

// dressMatrix chooses rows and colours.
func (p *PriorityMatrix) dress() {
	m := p.Picture
	if m == nil {
		return
	}
	m.Width, m.Ratio = p.Width, p.Ratio // it is as wide as the timeline
	m.Theme, m.Detailed, m.Hover = p.Theme(), p.pinnedRow(), timeline.Pair{Row: -1, Lane: -1}
	n := len(m.Ranked)
	m.From, m.To = 0, min(fewRows, n)
	switch {
	case p.rows == "all":
		m.To = n
	case p.rows == rowChoices[1] && m.Detailed >= 0:
		m.From = min(max(0, p.rankOf(m.Detailed)-fewRows/2), n-m.To)
		m.To += m.From
	}
	p.Browser.Redraw()
}

// matrixRow is the row of the pinned job, -1 if it has none.
func (p *PriorityMatrix) pinnedRow() int {
	if m := p.Came; m != nil && p.Pinned != engine.NoJob {
		for i, j := range m.Jobs {
			if j == p.Pinned {
				return i
			}
		}
	}
	return -1
}

// rankOf is the place of a row in the order of priority, from 0.
func (p *PriorityMatrix) rankOf(row int) int {
	for i, r := range p.Picture.Ranked {
		if int(r) == row {
			return i
		}
	}
	return -1
}

// MatrixPicture is the heat map, nil as long as there is none or no width.
func (p *PriorityMatrix) HeatMap() *timeline.Matrix {
	if m := p; m.Picture != nil && m.Picture.Width > 0 && p.Unfolded["matrix"] {
		return m.Picture
	}
	return nil
}

// LookAt chooses the plan that is in force at an instant.
func (p *PriorityMatrix) LookAt(at engine.Time) {
	if r := p.PlannedRun(); r != nil {
		plans := r.Outcome.Plans
		p.ShowPlan(plans[max(sort.Search(len(plans), func(i int) bool { return plans[i] > at })-1, 0)])
	}
}

// ShowPlan chooses the first plan at an instant or after it. It is asked for if the heat map is unfolded.
func (p *PriorityMatrix) ShowPlan(at engine.Time) {
	p.at = at
	p.AskPlan()
}

// StepPlan chooses the plan so many after the one that is wanted.
func (p *PriorityMatrix) StepPlan(by int) {
	if r := p.PlannedRun(); r != nil {
		plans := r.Outcome.Plans
		p.ShowPlan(plans[min(max(planAt(plans, p.at)+by, 0), len(plans)-1)])
	}
}

// lastPlan is the number of the last plan, from 0, planShown that of the one that is wanted.
func (p *PriorityMatrix) lastPlan() int { return len(p.PlannedRun().Outcome.Plans) - 1 }

func (p *PriorityMatrix) planShown() string {
	return fmt.Sprint(planAt(p.PlannedRun().Outcome.Plans, p.at))
}

func (p *PriorityMatrix) setPlan(number string) {
	if i, err := strconv.Atoi(number); err == nil && i >= 0 && i <= p.lastPlan() {
		p.ShowPlan(p.PlannedRun().Outcome.Plans[i])
	}
}

func (p *PriorityMatrix) chooseRows(part string) {
	p.rows = part
	p.dress()
}

func (p *PriorityMatrix) legend() []timeline.LegendEntry {
	if m := p.HeatMap(); m != nil {
		return m.Legend()
	}
	return nil
}

// matrixBar unfolds the heat map, chooses the plan and saves it.
func (p *PriorityMatrix) bar() vugu.Builder {
	b := p.Folds("matrix", "Show")
	b.ID = "show-matrix"
	b.Name = "Show the priorities of jobs on computers"
	fold := b.Do
	b.Do = func() {
		fold()
		p.markPlan()
		p.AskPlan()
	}
	list := []widget.Button{b}
	if r := p.PlannedRun(); r != nil && p.Unfolded["matrix"] {
		list[0].Text, list[0].Name = "Hide", "Hide the priorities of jobs on computers"
		step := func(text, name string, by int) widget.Button {
			at, last := planAt(r.Outcome.Plans, p.at), len(r.Outcome.Plans)-1
			return widget.Button{Text: text, Name: name, Disabled: by < 0 && at == 0 || by > 0 && at == last, Do: func() { p.StepPlan(by) }}
		}
		list = append(list, step("←", "Previous plan", -1), step("→", "Next plan", 1))
		if p.Inspecting() {
			o, j := r.Outcome, p.Pinned
			if o.Submitted(j) >= 0 {
				list = append(list, widget.Button{Text: "Arrival of " + explain.JobName(o, j), Do: func() { p.ShowPlan(o.Ready(j)) }})
			}
			if o.Start[j] >= 0 {
				list = append(list, widget.Button{Text: "Its start", Do: func() { p.ShowPlan(o.Start[j]) }})
			}
			next := explain.Interruption(o, j, p.at)
			if next < 0 {
				next = explain.Interruption(o, j, -1)
			}
			if next >= 0 {
				list = append(list, widget.Button{Text: "Its interruption", Name: "Its interruption: where it is interrupted, again the next time", Do: func() { p.ShowPlan(next) }})
			}
		}
		list = append(list, p.Folds("matrix numbers", "Numbers"))
	}
	return p.QuietBar("Plan that is shown", list...)
}

// MatrixInstant says which plan is shown.
func (p *PriorityMatrix) PlanWords() string {
	m, r := p, p.PlannedRun()
	switch {
	case r == nil:
		return ""
	case m.Came == nil:
		return "Repeating the simulation up to the plan …"
	case m.Picture == nil:
		return "There is no job to plan."
	}
	runs, starts, moves, drops := 0, 0, 0, 0
	for i := range m.Came.Jobs {
		where, plan := m.Came.Where[i], m.Came.Plan[i]
		switch {
		case where != engine.NoPlace && where == plan:
			runs++
		case where != engine.NoPlace && plan != engine.NoPlace:
			moves++
		case where != engine.NoPlace:
			drops++
		case plan != engine.NoPlace:
			starts++
		}
	}
	n := len(m.Came.Jobs)
	at := planAt(r.Outcome.Plans, m.Came.At)
	return fmt.Sprintf("Plan %s of %s, at %s: %s. ", phrase.Grouped(int64(at+1)), phrase.Grouped(int64(len(r.Outcome.Plans))), p.Clock().Format(m.Came.At), phrase.Plural(int64(n), "job")) +
		phrase.Join(", ", phrase.Counted(runs, "runs on", "run on"), phrase.Counted(starts, "starts", "start"), phrase.Counted(moves, "moves", "move"), phrase.Counted(drops, "is interrupted", "are interrupted"), phrase.Counted(n-runs-starts-moves-drops, "waits", "wait")) + "."
}

// matrixLine is a pair in one line.
func (p *PriorityMatrix) line(h timeline.Pair) string {
	m, r := p.Picture, p.PlannedRun()
	if m == nil || r == nil || h.Row < 0 || h.Row >= len(m.Plan.Jobs) {
		return ""
	}
	j := m.Plan.Jobs[h.Row]
	text := fmt.Sprintf("Job %d, number %d of %d", r.Outcome.Workload.JobNumber(j), p.rankOf(h.Row)+1, len(m.Ranked))
	if h.Lane < 0 {
		return text + ": " + p.rowState(h.Row)
	}
	text += ", on " + p.computer(h.Lane) + ": "
	if sum := m.Sum(h.Row, h.Lane); sum != sum {
		return text + "cannot run there"
	}
	text += p.sumWords(h.Row, h.Lane)
	switch place := engine.Placement(h.Lane); {
	case m.Plan.Plan[h.Row] == place && m.Plan.Where[h.Row] == place:
		text += "; runs on there"
	case m.Plan.Plan[h.Row] == place:
		text += "; starts there"
	case m.Plan.Where[h.Row] == place:
		text += "; ran there until now"
	}
	return text
}

// computer names a column: "computer 12 (4 processors, 543 MIPS)".
func (p *PriorityMatrix) computer(lane int) string {
	l := p.Picture.Lanes[lane]
	return fmt.Sprintf("%s (%s, %d MIPS)", l.Name, phrase.Plural(int64(l.Processors), "processor"), l.Speed)
}

// terms are what the priority of a pair is the sum of.
func (p *PriorityMatrix) terms(row, lane int) []float32 {
	m := p.Came
	at := (row*m.Lanes + lane) * len(m.Terms)
	return m.Value[at : at+len(m.Terms)]
}

// sumWords is a priority with its parts: "deadline 9.1 + waiting 6.0 = 15.1".
func (p *PriorityMatrix) sumWords(row, lane int) string {
	var parts []string
	for t, v := range p.terms(row, lane) {
		if v >= 0.05 {
			parts = append(parts, p.Came.Terms[t]+" "+phrase.Decimals(float64(v), 1))
		}
	}
	sum := phrase.Decimals(float64(p.Picture.Sum(row, lane)), 1)
	if len(parts) == 0 {
		return sum
	}
	return strings.Join(parts, " + ") + " = " + sum
}

// rowState says what a plan does with a job.
func (p *PriorityMatrix) rowState(row int) string {
	m, o := p.Came, p.PlannedRun().Outcome
	where, plan := m.Where[row], m.Plan[row]
	name := func(at engine.Placement) string { return explain.LaneName(o, int32(at)) }
	switch {
	case plan == engine.NoPlace && where == engine.NoPlace:
		return "waits"
	case plan == engine.NoPlace:
		return "is interrupted on " + name(where)
	case where == engine.NoPlace:
		return "starts on " + name(plan)
	case where == plan:
		return "runs on, on " + name(plan)
	}
	return "moves from " + name(where) + " to " + name(plan)
}

// MatrixSentence says why the plan has the pinned job where it has it.
func (p *PriorityMatrix) Sentence() string {
	m := p.Picture
	switch {
	case m == nil:
		return ""
	case !p.Inspecting():
		return "Choose a job, by a click on its row or on the timeline, to see what its priorities are made of."
	}
	row, o := m.Detailed, p.PlannedRun().Outcome
	name := fmt.Sprintf("Job %d", o.Workload.JobNumber(p.Pinned))
	if row < 0 {
		return name + " is not in the system at this plan."
	}
	best := m.Best(row)
	if best < 0 {
		return name + " cannot run on any computer."
	}
	text := fmt.Sprintf("%s is number %d of %d: its highest priority is %s, on %s.", name, p.rankOf(row)+1, len(m.Ranked), p.sumWords(row, best), p.computer(best))
	plan := int(m.Plan.Plan[row])
	switch {
	case plan == best:
		return text + " The plan has it there: it " + p.rowState(row) + "."
	case plan >= 0:
		return text + " But " + p.obstacle(row, best) + ". It " + p.rowState(row) + ", with " + phrase.Decimals(float64(m.Sum(row, plan)), 1) + "."
	}
	able, full := 0, 0
	for lane := range m.Plan.Lanes {
		if sum := m.Sum(row, lane); sum == sum {
			able++
			if _, used := p.earlier(row, lane); used+o.Size(p.Pinned) > m.Lanes[lane].Processors {
				full++
			}
		}
	}
	text += " But " + p.obstacle(row, best) + "; "
	switch {
	case able == 1:
		text += "no other computer can run it"
	case full == able:
		text += "none of the " + phrase.Grouped(int64(able)) + " computers that can run it had enough processors left"
	default:
		text += fmt.Sprintf("of the %d computers that can run it %d had too few processors left, and for the others there was no copy of a licence", able, full)
	}
	return text + ". It " + p.rowState(row) + "."
}

// earlier lists the jobs that had got a place on a computer before the pair came to its turn,
// by their rows, and the processors that they take.
func (p *PriorityMatrix) earlier(row, lane int) (rows []int, processors int32) {
	m, o := p.Picture, p.PlannedRun().Outcome
	own := m.Sum(row, lane)
	for i, place := range m.Plan.Plan {
		if int(place) != lane || i == row {
			continue
		}
		if v := m.Sum(i, lane); v > own || v == own && i < row {
			rows = append(rows, i)
			processors += o.Size(m.Plan.Jobs[i])
		}
	}
	return rows, processors
}

// obstacle says why there was no room for a job on a computer when its turn came there.
func (p *PriorityMatrix) obstacle(row, lane int) string {
	m, o := p.Picture, p.PlannedRun().Outcome
	w, j := o.Workload, m.Plan.Jobs[row]
	rows, used := p.earlier(row, lane)
	name := m.Lanes[lane].Name
	if used+o.Size(j) > m.Lanes[lane].Processors {
		var jobs []string
		for i, other := range rows {
			if i == 4 {
				jobs = append(jobs[:3], phrase.Plural(int64(len(rows)-3), "other"))
				break
			}
			jobs = append(jobs, explain.JobName(o, m.Plan.Jobs[other]))
		}
		return "by the time its turn came there, " + phrase.List(jobs) + " had left " + phrase.Plural(int64(m.Lanes[lane].Processors-used), "processor") + " of " + name + ", and it needs " + phrase.Grouped(int64(o.Size(j)))
	}
	own := m.Sum(row, lane)
	for l := range w.Needs(j).Each {
		// A licence has one copy in use on every computer on which a job needs it.
		uses := map[engine.Placement]bool{}
		for i, place := range m.Plan.Plan {
			if place != engine.NoPlace && i != row && w.Needs(m.Plan.Jobs[i])&(1<<l) != 0 {
				if v := m.Sum(i, int(place)); v > own || v == own && i < row {
					uses[place] = true
				}
			}
		}
		if l < len(o.Copies) && !uses[engine.Placement(lane)] && len(uses) >= int(o.Copies[l]) {
			copies := fmt.Sprintf("all %d copies of %s were", o.Copies[l], explain.LicenceName(l))
			if o.Copies[l] == 1 {
				copies = "the only copy of " + explain.LicenceName(l) + " was"
			}
			return "by the time its turn came there, " + copies + " in use elsewhere"
		}
	}
	return "by the time its turn came there, there was no room for it on " + name
}

// termRow is a row of the table of what the priorities of the pinned job are made of.
type termRow struct {
	Color, Name, Doc string
	Values           []string // by column of matrixHeads
}

// termDocs say what each heuristic stands for, with the paper's equation.
var termDocs = map[string]string{
	"deadline": "Urgency: W · (1 − f) · the mean of f over the computers that can run the job; f grows from 0, where it ends in good time, to 1, where it ends late (equations 4 to 7). High on computers that still make it while most do not.",
	"overhead": "Leaving a running job where it is: W · time since it started / the larger of that and the time left. 0 everywhere else.",
	"aging":    "Age: W · age / (age + time left there), with the age since the submission.",
	"licences": "Scarce licences first: W · the mean, over the licences that the job needs, of jobs that need it / copies, at most 1.",
	"waiting":  "Short jobs first: W · (1 − time left there / the longest that any job has left there).",
	"energy":   "Saving energy: W · (1 − energy there / the most that it takes on one of the computers). Not in the paper's measurements.",
}

// TermRows explain the sums of the pinned job: on its best computer and, if that is another one, on that of the plan.
func (p *PriorityMatrix) TermRows() []termRow {
	m := p.Picture
	if m == nil || m.Detailed < 0 {
		return nil
	}
	best, plan := m.Best(m.Detailed), int(m.Plan.Plan[m.Detailed])
	if best < 0 {
		return nil
	}
	var rows []termRow
	for t, name := range m.Plan.Terms {
		values := []string{phrase.Decimals(float64(p.terms(m.Detailed, best)[t]), 2)}
		if plan >= 0 && plan != best {
			values = append(values, phrase.Decimals(float64(p.terms(m.Detailed, plan)[t]), 2))
		}
		if slices.ContainsFunc(values, func(v string) bool { return v != "0.00" }) {
			rows = append(rows, termRow{m.TermColor(t).CSS(), name, termDocs[name], values})
		}
	}
	return rows
}

// MatrixHeads are the names of the columns with the numbers of termRows.
func (p *PriorityMatrix) TermHeads() []string {
	m := p.Picture
	best, plan := m.Best(m.Detailed), int(m.Plan.Plan[m.Detailed])
	switch {
	case plan < 0:
		return []string{m.Lanes[best].Name + " (best)"}
	case plan == best:
		return []string{m.Lanes[best].Name + " (best and plan)"}
	}
	return []string{m.Lanes[best].Name + " (best)", m.Lanes[plan].Name + " (plan)"}
}

// MatrixTable lists the rows that are shown, below a row of names, if they are unfolded.
func (p *PriorityMatrix) RankRows() [][]string {
	m := p.Picture
	if m == nil || !p.Unfolded["matrix numbers"] {
		return nil
	}
	o := p.PlannedRun().Outcome
	table := [][]string{{"No.", "Job", "Priority", "On", "In the plan it"}}
	for i := m.From; i < m.To && len(table) <= 2*fewRows; i++ {
		row := int(m.Ranked[i])
		cells := []string{phrase.Grouped(int64(i + 1)), phrase.Grouped(o.Workload.JobNumber(m.Plan.Jobs[row])), "–", "–", p.rowState(row)}
		if best := m.Best(row); best >= 0 {
			cells[2], cells[3] = phrase.Decimals(float64(m.Sum(row, best)), 2), m.Lanes[best].Name
		}
		table = append(table, cells)
	}
	return table
}

// MatrixHover lights up a pair and returns the line of text for MatrixHintHost. changed says
// whether the picture needs to be drawn anew.
func (p *PriorityMatrix) Hover(h timeline.Pair) (text string, changed bool) {
	m := p.Picture
	if m == nil {
		return "", false
	}
	changed = m.Hover != h
	m.Hover = h
	return p.line(h), changed
}

// MatrixPin shows the job of a row in the inspector. It needs a rendering.
func (p *PriorityMatrix) PinRow(row int) {
	if m := p.Picture; m != nil && row >= 0 && row < len(m.Plan.Jobs) {
		small := p.Small()
		p.Pin(m.Plan.Jobs[row])
		if small {
			p.Browser.Focus(PictureHost) // what it changes is here
		}
	}
}

// MatrixKey moves what lights up, as an arrow key on the heat map does, and returns what is
// there now; false says that the key means something else.
func (p *PriorityMatrix) Key(key string) (timeline.Pair, bool) {
	m := p.Picture
	if m == nil {
		return timeline.Pair{Row: -1, Lane: -1}, false
	}
	h := m.Hover
	at := max(m.From, p.rankOf(h.Row))
	if h.Row < 0 || h.Lane < 0 {
		h = timeline.Pair{Row: int(m.Ranked[m.From]), Lane: max(m.Best(int(m.Ranked[m.From])), 0)}
	}
	switch key {
	case "ArrowUp":
		at = max(at-1, m.From)
	case "ArrowDown":
		at = min(at+1, m.To-1)
	case "ArrowLeft":
		h.Lane = max(h.Lane-1, 0)
	case "ArrowRight":
		h.Lane = min(h.Lane+1, m.Plan.Lanes-1)
	case "Home":
		h.Lane = max(m.Best(h.Row), 0)
	default:
		return h, false
	}
	h.Row = int(m.Ranked[at])
	return h, true
}

// GiveUp forgets what was asked of a simulation that is over.
func (p *PriorityMatrix) GiveUp() { p.Asked = false }
