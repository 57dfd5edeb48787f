package ui

import (
	"strconv"

	"backfill/ui/panel"

	"backfill/ui/widget"

	"backfill/ui/session"

	"github.com/vugu/vugu"

	"backfill/engine"
	"backfill/ui/compare"
	"backfill/ui/explain"
	"backfill/ui/result"
	"backfill/ui/timeline"
)

// Ids of the empty elements that the browser side fills for the picture of two runs, as it does for the timeline.
const (
	ApartHost     = "apart-picture"
	ApartHintHost = "apart-hint"
)

// Apart is the place of two runs that are compared job by job.
type Apart struct{ page *Page }

// apartState is what the page shows of two runs.
type apartState struct {
	chosen  [2]string // names of the runs that somebody chose; "": the usual ones
	found   *apart    // nil: there are no two runs, or they are still to be compared
	page    *engine.Workload
	coming  bool // they are being compared
	reasons [2]divergenceReason
	picture *timeline.Differences
	by      int // the grouping
	from    int // first row of the table of jobs

	groups   []groupRow // those of the grouping groupsBy of groupsOf
	groupsOf *apart
	groupsBy int
}

// divergenceReason is why the job that parts two schedules starts, or does not, under one of them.
type divergenceReason struct {
	asked bool
	known bool
	said  explain.Sentence
}

// chosenSides are the two runs that are to be compared, false if there are none.
func (p *Page) chosenSides() (a, b session.Contender, ok bool) {
	sides := p.Contenders()
	if len(sides) < 2 {
		return a, b, false
	}
	_, first := p.Runs()
	named := func(name string, i int) int {
		for k := range sides {
			if sides[k].Name() == name {
				return k
			}
		}
		return i
	}
	first = named(p.apart.chosen[0], first)
	second := 0
	if first == 0 {
		second = 1
	}
	if second = named(p.apart.chosen[1], second); second == first {
		return sides[first], sides[(first+1)%len(sides)], true
	}
	return sides[first], sides[second], true
}

// runsApart is the comparison of the two runs, made anew if they are others than before; nil as long as
// there is none. Many jobs are compared a little later, so that the page answers in between.
func (p *Page) runsApart() *apart {
	s := &p.apart
	a, b, ok := p.chosenSides()
	if !ok {
		s.found, s.picture = nil, nil
		return nil
	}
	if c := s.found; c != nil && c.of(a, b) {
		c.a, c.b = a, b
		if s.picture != nil {
			s.picture.Name = [2]string{a.Name(), b.Name()}
		}
		if w := p.Workload(); w != s.page {
			s.page = w
			c.lead(w)
		}
		return c
	}
	if s.coming {
		return nil
	}
	compare := func() {
		s.found, s.page, s.picture, s.from, s.reasons = compareRuns(a, b), p.Workload(), nil, 0, [2]divergenceReason{}
		s.found.clock = p.Clock()
		s.found.lead(s.page)
		s.coming = false
		p.Browser.After(0, p.detailApart)
	}
	if len(a.Of.Results.Workload.Jobs) < panel.ManyJobs {
		compare()
		return s.found
	}
	s.found, s.picture, s.coming = nil, nil, true
	p.Browser.After(session.Pause, func() {
		if x, y, ok := p.chosenSides(); ok && x.Run() == a.Run() && y.Run() == b.Run() {
			compare()
			return
		}
		s.coming = false // others are wanted by now
	})
	return nil
}

// detailApart prepares what an unfolded comparison shows beyond its sentence.
func (p *Page) detailApart() {
	c := p.apart.found
	if c == nil || c.refusal != "" || !p.Unfolded["apart"] {
		return
	}
	p.askParting()
	if p.apart.picture != nil {
		return
	}
	many := len(c.jobs) >= panel.ManyJobs
	for !c.sort() {
		if many {
			p.Browser.After(session.Pause, func() {
				if c == p.apart.found {
					p.detailApart()
				}
			})
			return
		}
	}
	p.apart.picture = timeline.NewDifferences(c.wait, c.order, [2]string{c.a.Name(), c.b.Name()})
	p.dressApart()
}

// dressApart gives the picture its size, its colours and its marks.
func (p *Page) dressApart() {
	d, c := p.apart.picture, p.apart.found
	if d == nil || c == nil {
		return
	}
	d.Width, d.Ratio, d.Theme = p.Width, p.Ratio, p.Theme() // it is as wide as the timeline
	d.Pinned, d.Hover = c.rowOf(p.Pinned), -1
	p.Browser.Redraw()
}

// Differences is the picture of the two runs, nil as long as there is none or no width.
func (p *Page) Differences() *timeline.Differences {
	if d := p.apart.picture; d != nil && d.Width > 0 && p.Unfolded["apart"] {
		return d
	}
	return nil
}

// DifferencesHover lights up a row of the comparison, or none if it is -1, in the picture and on the
// timeline, and returns the line of text for ApartHintHost. It needs no rendering.
func (p *Page) DifferencesHover(row int32) (text string, changed bool) {
	d, c := p.apart.picture, p.apart.found
	if d == nil || c == nil {
		return "", false
	}
	changed = d.Hover != row
	d.Hover = row
	job := engine.NoJob
	if row >= 0 {
		job, text = c.jobOf(row), c.line(row)
	}
	if p.Timeline != nil && changed {
		p.Timeline.Hover = job
		p.Browser.Redraw()
	}
	return text, changed
}

// DifferencesKey goes through the rows in the order of their differences, as the key says; false if it means nothing here.
func (p *Page) DifferencesKey(key string) (row int32, ok bool) {
	d := p.apart.picture
	if d == nil || len(d.Order) == 0 {
		return -1, false
	}
	last, at := len(d.Order)-1, -1
	if d.Hover >= 0 {
		at = d.Rank(d.Hover)
	} else if d.Pinned >= 0 {
		at = d.Rank(d.Pinned)
	}
	page := max(len(d.Order)/20, 1)
	switch key {
	case "ArrowRight":
		at++
	case "ArrowLeft":
		at--
	case "PageDown":
		at += page
	case "PageUp":
		at -= page
	case "Home":
		at = 0
	case "End":
		at = last
	default:
		return -1, false
	}
	return d.Order[min(max(at, 0), last)], true
}

// DifferencesPin shows the job of a row in the inspector; one that is not on the page is none.
func (p *Page) DifferencesPin(row int32) {
	if c := p.apart.found; c != nil && row >= 0 {
		if j := c.jobOf(row); j != engine.NoJob {
			p.Pin(j)
			return
		}
	}
	p.Unpin()
}

// chooseSide compares another run as the first (0) or the second (1).
func (p *Page) chooseSide(which int, name string) {
	a, b, ok := p.chosenSides()
	if !ok {
		return
	}
	p.apart.chosen = [2]string{a.Name(), b.Name()}
	if p.apart.chosen[1-which] == name { // they change places
		p.apart.chosen[1-which] = p.apart.chosen[which]
	}
	p.apart.chosen[which] = name
}

// askParting asks both policies about the job that parts their schedules.
func (p *Page) askParting() {
	c := p.apart.found
	if c == nil || p.Running || c.divergence.At == engine.Never || c.divergence.How == compare.Ends {
		return
	}
	for i, s := range []session.Contender{c.a, c.b} {
		reason, j := &p.apart.reasons[i], [2]int32{c.divergence.A, c.divergence.B}[i]
		if reason.asked || reason.known || j == engine.NoJob || s.Run().Kind == "recorded" {
			continue
		}
		reason.asked = true
		current := func() bool { return c == p.apart.found }
		p.Explain(s.Of, s.Policy, []int32{j}, session.Reply{
			Came: func(decisions []engine.Decision) {
				if current() {
					*reason = divergenceReason{known: true, said: c.toThePage(i, p.Narrator(s.Run()).ReasonAt(decisions, c.divergence.At))}
				}
			},
			Failed: func(f result.Failure) {
				if current() {
					*reason = divergenceReason{known: true, said: explain.Say("This cannot be asked any more: ", f.Sentence())}
				}
			},
		})
	}
}

// toThePage lets the jobs in a sentence about the first (0) or the second (1) run lead to those on the
// page. Jobs that are not there are only named.
func (c *apart) toThePage(which int, s explain.Sentence) explain.Sentence {
	var led explain.Sentence
	for _, w := range s {
		if w.NamesJob() {
			w.Job = c.pageJob(which, w.Job)
		}
		led = append(led, w)
	}
	return led
}

// pageJob is the job on the page that is job j of the first (0) or the second (1) run, NoJob if there is none.
func (c *apart) pageJob(which int, j int32) int32 {
	if which == 1 && j != engine.NoJob {
		if j = c.firstOf(j); j == engine.NoJob {
			return j
		}
	}
	if j != engine.NoJob && c.toPage != nil {
		return c.toPage[j]
	}
	return j
}

// askApartAgain asks what a run kept from being told, if it is to be shown.
func (p *Page) askApartAgain() {
	for i := range p.apart.reasons {
		p.apart.reasons[i].asked = false
	}
	if p.runsApart() != nil {
		p.detailApart()
	}
}

// bar unfolds the comparison.
func (c *Apart) bar() vugu.Builder {
	p := c.page
	b := p.Folds("apart", "Show")
	b.ID, b.Name = "show-apart", "Show the two runs job by job"
	fold := b.Do
	b.Do = func() {
		fold()
		p.detailApart()
	}
	if !p.Unfolded["apart"] {
		return p.QuietBar("Two runs apart", b)
	}
	b.Text, b.Name = "Hide", "Hide the two runs"
	list := []widget.Button{b}
	if found := p.apart.found; found != nil && found.refusal == "" {
		list = append(list, p.Folds("apart jobs", "Numbers"),
			widget.Button{Text: "Save SVG", Do: func() { p.saveDifferences("svg") }},
			widget.Button{Text: "Save PNG", Do: func() { p.saveDifferences("png") }},
			widget.Button{Text: "Save CSV", Do: p.saveApart})
	}
	return p.QuietBar("Two runs apart", list...)
}

// divergenceBar shows where the schedules part.
func (c *Apart) divergenceBar() vugu.Builder {
	p := c.page
	return p.QuietBar("Where the schedules part", widget.Button{Text: "Show it on the timeline", ID: "show-divergence", Do: p.ShowDivergence})
}

// ShowDivergence moves the timeline to where the schedules part, and shows the job in the inspector.
func (p *Page) ShowDivergence() {
	c := p.apart.found
	if c == nil || c.divergence.At == engine.Never || p.Timeline == nil {
		return
	}
	at, which, j := c.divergence.At, 0, c.divergence.A
	if j == engine.NoJob {
		which, j = 1, c.divergence.B
	}
	v := p.Timeline.View
	if j = c.pageJob(which, j); j != engine.NoJob {
		p.Pin(j)
		if len(p.Drawn) > 0 {
			v = v.FitTo(p.LastEnding(j), j)
		}
	}
	p.MoveTo(at, v.Centre(at))
}

// possible says whether there are two runs.
func (c *Apart) possible() bool {
	_, _, ok := c.page.chosenSides()
	if ok {
		c.page.runsApart()
	}
	return ok
}

func (c *Apart) open() bool { return c.page.Unfolded["apart"] }

// detailed says whether there is more to show than the sentence.
func (c *Apart) detailed() bool {
	found := c.page.apart.found
	return c.open() && found != nil && found.refusal == "" && len(found.jobs) > 0
}

func (c *Apart) names() []string {
	var names []string
	for _, s := range c.page.Contenders() {
		names = append(names, s.Name())
	}
	return names
}

func (c *Apart) chosen(which int) string {
	a, b, ok := c.page.chosenSides()
	switch {
	case !ok:
		return ""
	case which == 0:
		return a.Name()
	}
	return b.Name()
}

func (c *Apart) sentence() explain.Sentence {
	if found := c.page.apart.found; found != nil {
		return found.sentence()
	}
	return explain.Say("Comparing …")
}

func (c *Apart) legend() []timeline.LegendEntry {
	if d := c.page.apart.picture; d != nil && d.Theme != nil {
		return d.Legend()
	}
	return nil
}

func (c *Apart) label() string {
	a, b := c.chosen(0), c.chosen(1)
	return "By how much longer each job waits under " + b + " than under " + a + ", sorted, and its waits under both against each other; Numbers unfolds the table"
}

func (c *Apart) heads() []string {
	return []string{"Job", "Processors", "Run time", "Wait under " + c.chosen(0), "Wait under " + c.chosen(1), "Difference"}
}

func (c *Apart) groupHeads() []string {
	return []string{"Group", "Jobs", "Wait less", "Wait longer", "As long", "Mean wait under " + c.chosen(0), "Mean wait under " + c.chosen(1), "Mean difference"}
}

func (c *Apart) setGrouping(place string) {
	if i, err := strconv.Atoi(place); err == nil && i >= 0 {
		c.page.apart.by = i
	}
}

// saveDifferences offers the picture as a figure; format is "svg" or "png".
func (p *Page) saveDifferences(format string) {
	c, d := p.apart.found, p.apart.picture
	if c == nil || d == nil {
		p.Warn("There is no picture of two runs yet.")
		return
	}
	f := timeline.NewDifferencesFigure(d, p.Paper)
	p.Browser.EncodePNG(f.Image(), func(png []byte) {
		var svg []byte
		if png != nil {
			svg = f.SVG(panel.PNGAddress(png), p.Draft.Name, c.sentence().String(), p.Origin()+"\n"+c.keptOrigin())
		}
		p.SavePicture(p.FileName()+"-apart", format, svg)
	})
}
