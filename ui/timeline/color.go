package timeline

import (
	"fmt"
	"math"
	"slices"

	"backfill/engine"
	"backfill/ui/phrase"
)

// ColorBy says what a job's colour shows.
type ColorBy uint8

const (
	ByWait ColorBy = iota
	BySize
	ByUser
	ByGroup
	ByPartition
	ByQOS
	ByState
	ByKind
	ByJob
	ByDeadline
	ByChange
	NumColorBy // how many there are
)

// String is the word for people, such as "wait".
func (b ColorBy) String() string {
	return [...]string{"wait", "size", "user", "group", "partition", "qos", "state", "kind", "job", "deadline", "change"}[b]
}

// Words are the word with what else it is called: "group (account)".
func (b ColorBy) Words() string {
	switch b {
	case ByGroup:
		return "group (account)"
	case ByQOS:
		return "QOS"
	}
	return b.String()
}

// Coloring maps jobs to colours, the same in all lanes.
type Coloring struct {
	Minutes bool // the legend tells waits of whole minutes as Clock.Minutes tells instants

	by     ColorBy
	lo     float64         // least value on the ramp: milliseconds or processors
	hi     float64         // largest value
	owners owners          // whose the jobs are, by user, group, partition or QOS
	some   [numKinds]bool  // kinds that occur
	states [numStates]bool // states that occur

	jobs []string // the jobs of each colour, of which there is one for every job in turn

	dedicated bool // some jobs asked for their starts
	killed    bool // some jobs were stopped at their limits
	cancelled bool // some jobs were cancelled while they ran
	late      bool // some jobs ran past their deadlines
	overtook  bool // some jobs started past earlier ones
	marks     Mark // those of segments and stopped runs that occur
	margins   [numMargins]bool

	moves map[*engine.Outcome][]Move // of jobs, by what is drawn; see NewChangeColoring
	moved [numMoves]bool             // those that occur
}

// Indices of colours. For quantities 0 is "none" and 1 to rampSteps is the ramp;
// for owners 0 is unknown, 1 to Distinct the largest, and then the others; for jobs it
// is 1 to Distinct.
const rampSteps = 64

const (
	kindInOrder = iota
	kindBackfilled
	kindKilled
	kindUnfinished
	kindDedicated
	kindLost
	kindStopped
	kindCancelled
	numKinds
)

var kindText = [numKinds]string{"started in order", "backfilled", "killed at its limit", "unfinished", "dedicated", "ran to no avail: what was done was lost", "interrupted: what was done was kept", "cancelled while it ran"}

// Margins are how a job's end lay to its deadline, told by its time: that from its submission
// to the deadline.
const (
	marginUnknown = iota
	marginWide
	marginNarrow
	marginLate
	marginVeryLate
	numMargins
)

var marginText = [numMargins]string{"no deadline", "ended with a quarter of its time or more left", "ended with less than a quarter left",
	"late", "late by as much as its time, or more"}

// marginOf is unknown, too, for jobs that have not ended.
func marginOf(o *engine.Outcome, j int32) int {
	due := o.Workload.DeadlineOf(j)
	if due == engine.Never || !o.Ended(j) {
		return marginUnknown
	}
	left, time := due-o.End[j], due-o.Submitted(j)
	switch {
	case left < 0 && -left >= time:
		return marginVeryLate
	case left < 0:
		return marginLate
	case 4*left < time:
		return marginNarrow
	}
	return marginWide
}

// HasDeadlines says whether some jobs of a workload have deadlines.
func HasDeadlines(w *engine.Workload) bool {
	return slices.ContainsFunc(w.Deadline, func(t engine.Time) bool { return t >= 0 })
}

// NewColoring looks at the outcomes that are drawn together, so that a colour
// means the same in each of them. O(jobs).
func NewColoring(by ColorBy, outcomes ...*engine.Outcome) *Coloring {
	c := &Coloring{by: by, lo: 1, hi: 1}
	for _, o := range outcomes {
		c.killed = c.killed || slices.Contains(o.State, engine.Killed)
		c.dedicated = c.dedicated || slices.ContainsFunc(o.Workload.Requested, func(t engine.Time) bool { return t >= 0 })
		c.late = c.late || ranLate(o)
		c.overtook = c.overtook || slices.Contains(o.Overtook, true)
		for _, mark := range SegmentMarks(o) {
			c.marks |= mark
		}
		if o.Stopped != nil {
			c.marks |= WasLost
		}
		for j, state := range o.State {
			c.cancelled = c.cancelled || state == engine.Cancelled && o.Start[j] >= 0
		}
	}
	switch by {
	case ByWait:
		shortest, longest := engine.Never, engine.Time(0)
		for _, o := range outcomes {
			for _, j := range o.StartOrder {
				wait := o.Wait(j)
				longest = max(longest, wait)
				if wait > 0 {
					shortest = min(shortest, wait)
				}
			}
		}
		// Four decades tell more than the seconds of a wait of days, and less is more
		// where no wait is that short.
		c.hi = max(float64(longest), 1)
		for i, stop := range waitStops {
			c.lo = float64(stop)
			if c.lo >= min(c.hi/1e4, float64(engine.Minute)) && (i+1 == len(waitStops) || waitStops[i+1] > shortest) {
				break
			}
		}
	case BySize:
		for _, o := range outcomes {
			for j := range o.Workload.Jobs {
				c.hi = max(c.hi, float64(o.Workload.Jobs[j].Processors))
			}
		}
	case ByUser, ByGroup, ByPartition, ByQOS:
		c.owners = newOwners(by, outcomes)
	case ByState:
		for _, o := range outcomes {
			for j := range o.State {
				c.states[stateOf(o, int32(j))] = true
			}
		}
	case ByKind:
		for _, o := range outcomes {
			for _, j := range o.StartOrder {
				c.some[kindOf(o, j)] = true
			}
		}
		c.some[kindLost], c.some[kindStopped] = c.marks&WasLost != 0, c.marks&WasStopped != 0
	case ByDeadline:
		for _, o := range outcomes {
			for _, j := range o.StartOrder {
				c.margins[marginOf(o, j)] = true
			}
		}
	case ByJob:
		for j := range outcomes[0].Workload.Jobs[:min(Distinct, len(outcomes[0].Workload.Jobs))] {
			c.jobs = append(c.jobs, jobsOfColor(outcomes[0].Workload, int32(j)))
		}
	}
	return c
}

// ranLate says whether some jobs ran past their deadlines.
func ranLate(o *engine.Outcome) bool {
	for j := range o.Workload.Deadline {
		if due := o.Workload.DeadlineOf(int32(j)); o.Start[j] >= 0 && (o.End[j] < 0 || o.End[j] > due) && due != engine.Never {
			return true
		}
	}
	return false
}

// jobsOfColor names the jobs that have the colour of job j: "job 2" or "job 2, 8, …".
func jobsOfColor(w *engine.Workload, j int32) string {
	text := fmt.Sprintf("job %d", w.JobNumber(j))
	if next := j + Distinct; int(next) < len(w.Jobs) {
		text += fmt.Sprintf(", %d", w.JobNumber(next))
		if int(next)+Distinct < len(w.Jobs) {
			text += ", …"
		}
	}
	return text
}

func kindOf(o *engine.Outcome, j int32) int {
	switch {
	case o.State[j] == engine.Killed:
		return kindKilled
	case o.State[j] == engine.Cancelled:
		return kindCancelled
	case o.State[j] == engine.Unfinished:
		return kindUnfinished
	case o.Workload.Dedicated(j):
		return kindDedicated
	case o.Overtook[j]:
		return kindBackfilled
	}
	return kindInOrder
}

// Paint is the colour of every piece of p, a placement of o, as an index that
// depends on no theme.
func (c *Coloring) Paint(o *engine.Outcome, p *Placement) []uint8 {
	paint := make([]uint8, len(p.Job))
	var stopped map[engine.Begun]*engine.Run
	if c.by == ByPartition {
		stopped = o.StoppedByStart()
	}
	for i, j := range p.Job {
		switch c.by {
		case ByWait:
			paint[i] = c.step(float64(o.Wait(j)))
		case BySize:
			paint[i] = c.step(float64(o.Workload.Jobs[j].Processors))
		case ByUser, ByGroup, ByPartition, ByQOS:
			paint[i] = c.owners.indexOf(o, j)
			if len(stopped) > 0 {
				if run := stopped[engine.Begun{Job: j, At: p.Start(int32(i))}]; run != nil && run.Partition != engine.NoPartition {
					paint[i] = c.owners.indexOfOne(o.Partitions[run.Partition].Number)
				}
			}
		case ByState:
			paint[i] = uint8(stateOf(o, j))
		case ByKind:
			switch mark := p.Marks[i]; {
			case mark&WasLost != 0:
				paint[i] = kindLost
			case mark&WasStopped != 0:
				paint[i] = kindStopped
			default:
				paint[i] = uint8(kindOf(o, j))
			}
		case ByJob:
			paint[i] = uint8(1 + j%Distinct)
		case ByDeadline:
			paint[i] = uint8(marginOf(o, j))
		case ByChange:
			paint[i] = uint8(c.moveOf(o, j))
		}
	}
	return paint
}

// step is the index of a quantity: 0 for none, else by its logarithm from lo to hi.
func (c *Coloring) step(v float64) uint8 {
	switch {
	case v <= 0:
		return 0
	case v <= c.lo || c.hi <= c.lo:
		return 1
	}
	return uint8(1 + min(rampSteps-1, int(math.Log(v/c.lo)/math.Log(c.hi/c.lo)*(rampSteps-1)+0.5)))
}

// Color is the colour of an index of Paint.
func (c *Coloring) Color(index uint8, t *Theme) Color {
	side := 0
	if t.Dark {
		side = 1
	}
	switch c.by {
	case ByUser, ByGroup, ByPartition, ByQOS, ByJob:
		switch {
		case index == 0:
			return neutral[side]
		case index <= Distinct:
			return palette[index-1][side]
		}
		return otherOwners[side]
	case ByState:
		return stateColors[index%numStates][side]
	case ByKind:
		return kindColors[index%numKinds][side]
	case ByDeadline:
		return marginColors[index%numMargins][side]
	case ByChange:
		return moveColors[index%uint8(numMoves)][side]
	}
	if index == 0 {
		return neutral[side]
	}
	// Large stands out: it is farthest from the background.
	u := float64(min(index, rampSteps)-1) / (rampSteps - 1)
	if t.Dark {
		return viridis(0.36 + 0.64*u)
	}
	return viridis(0.60 - 0.60*u)
}

// Distinct is how many colours there are that are told apart whatever they stand for.
const Distinct = 6

// Colours for the light and for the dark theme.
var (
	neutral     = [2]Color{0x87919c, 0x6b7681}
	otherOwners = [2]Color{0x4d5761, 0xb4bec8}
	// Okabe and Ito's colours that stand out from both backgrounds.
	palette = [Distinct][2]Color{
		{0x0072b2, 0x0072b2}, {0xe69f00, 0xe69f00}, {0x009e73, 0x009e73},
		{0xcc79a7, 0xcc79a7}, {0x56b4e9, 0x56b4e9}, {0xd55e00, 0xd55e00},
	}
	cancelledColors = [2]Color{0x6a3d9a, 0xb894d6}
	kindColors      = [numKinds][2]Color{
		kindInOrder:    {0x0072b2, 0x56b4e9},
		kindBackfilled: {0xe69f00, 0xe69f00},
		kindKilled:     {0xd55e00, 0xd55e00},
		kindUnfinished: {0x87919c, 0x6b7681},
		kindDedicated:  {0xcc79a7, 0xcc79a7},
		kindLost:       {0x4d5761, 0xb4bec8},
		kindStopped:    {0x009e73, 0x009e73},
		kindCancelled:  cancelledColors,
	}
	marginColors = [numMargins][2]Color{
		marginUnknown:  {0x87919c, 0x6b7681},
		marginWide:     {0x0072b2, 0x0072b2},
		marginNarrow:   {0x56b4e9, 0x56b4e9},
		marginLate:     {0xe69f00, 0xe69f00},
		marginVeryLate: {0xd55e00, 0xd55e00},
	}
)

// viridisAnchors divide the viridis scale (Smith and van der Walt) in eight.
var viridisAnchors = [...]Color{
	0x440154, 0x472d7b, 0x3b528b, 0x2c728e, 0x21918c, 0x28ae80, 0x5ec962, 0xaddc30, 0xfde725,
}

// viridis is the scale's colour at u, from 0 (dark) to 1 (bright).
func viridis(u float64) Color {
	const last = len(viridisAnchors) - 1
	at := u * float64(last)
	i := min(int(at), last-1)
	return blend(viridisAnchors[i], viridisAnchors[i+1], at-float64(i))
}

// blend is a at weight 0 and b at weight 1.
func blend(a, b Color, weight float64) Color {
	channel := func(shift int) Color {
		x, y := float64(a>>shift&0xff), float64(b>>shift&0xff)
		return Color(math.Round(x+(y-x)*weight)) << shift
	}
	return channel(16) | channel(8) | channel(0)
}

// ink is a job's colour as pixels, with what stands out from it.
type ink struct{ fill, edge, hatch, end uint32 }

// inks makes the pixels of every index.
func (c *Coloring) inks(t *Theme) *[256]ink {
	var inks [256]ink
	for i := range inks {
		fill := c.Color(uint8(i), t)
		against := Color(0x000000)
		if fill.luminance() < 0.18 {
			against = 0xffffff
		}
		inks[i] = ink{
			fill:  fill.pixel(),
			edge:  blend(fill, against, 0.45).pixel(),
			hatch: blend(fill, against, 0.25).pixel(),
			end:   blend(fill, against, 0.80).pixel(),
		}
	}
	return &inks
}

// span is a length of time as the legend says it.
func (c *Coloring) span(t engine.Time) string {
	if (Clock{Minutes: c.Minutes}).tellsMinutes(t, engine.Second) {
		return minutes(t)
	}
	return phrase.Span(t)
}

// LegendEntry is one line of a legend.
type LegendEntry struct {
	Color   Color
	Text    string
	Hatched bool // jobs of this kind carry a texture
	Dashed  bool // jobs of this kind begin with a dashed edge
	Ended   bool // jobs of this kind end in a dark bar
	Broken  bool // jobs of this kind end in a dark bar that is broken
	Crossed bool // segments of this kind carry a texture of their own
	Notched bool // segments of this kind have a notch
	Striped bool // a strip lies along the lower edge
	Falling bool // the texture falls to the right
	Framed  bool // a dashed line lies around
	Ghost   bool // hatched, in a dashed frame
	Pale    bool // in a thin frame
	Dotted  bool
	Upper   bool // ticks in the upper of two rows
	Lower   bool // ticks in the lower one, on a line
	Missing bool // jobs of this kind are not drawn: an empty square, crossed out
	Absent  bool // none of this kind is in the picture now
}

// Sign is what is drawn over the colour in a square of 12 by 12, as an SVG path, "" for nothing,
// and how: "hatch" with a thin line, "ended" with a bold one, "dashed", "dotted" in the colour of the dots.
func (e LegendEntry) Sign() (path, stroke string) {
	const rising = "M-1 7L7 -1M-1 13L13 -1M5 13L13 5"
	const falling = "M-1 5L7 13M-1 -1L13 13M5 -1L13 7"
	switch {
	case e.Hatched:
		return rising, "hatch"
	case e.Crossed:
		return rising + falling, "hatch"
	case e.Falling:
		return falling, "hatch"
	case e.Ghost:
		return "M2 10L10 2M0.75 4V0.75H4M8 0.75H11.25V4M11.25 8V11.25H8M4 11.25H0.75V8", "hatch"
	case e.Pale:
		return "M0.75 0.75H11.25V11.25H0.75Z", "hatch"
	case e.Dotted:
		return "M1 2.5H3M6 2.5H8M3.5 6H5.5M8.5 6H10.5M1 9.5H3M6 9.5H8", "dotted"
	case e.Upper:
		return "M2 0.5V6.5M6 0.5V6.5M10 0.5V6.5", "hatch"
	case e.Lower:
		return "M2 7.5V11.5M6 7.5V11.5M10 7.5V11.5M0 11.5H12", "hatch"
	case e.Missing:
		return "M1.5 1.5L10.5 10.5M10.5 1.5L1.5 10.5", "hatch"
	case e.Framed:
		return "M1.5 1.5H10.5V10.5H1.5Z", "dashed"
	case e.Notched:
		return "M12 1.5L7 6L12 10.5", "hatch"
	case e.Dashed:
		return "M2 0V12", "dashed"
	case e.Ended:
		return "M10.5 0V12", "ended"
	case e.Broken:
		return "M10.5 0V3M10.5 5V8M10.5 10V12", "ended"
	case e.Striped:
		return "M0 10.5H12", "ended"
	}
	return "", ""
}

// SignPath is the path of Sign.
func (e LegendEntry) SignPath() string { path, _ := e.Sign(); return path }

// SignStroke is how Sign is drawn.
func (e LegendEntry) SignStroke() string { _, stroke := e.Sign(); return stroke }

// Legend explains the colours: quantities from small to large, owners from large to small.
func (c *Coloring) Legend(t *Theme) []LegendEntry {
	var legend []LegendEntry
	add := func(index uint8, text string) {
		legend = append(legend, LegendEntry{Color: c.Color(index, t), Text: text})
	}
	switch c.by {
	case ByWait:
		add(0, "no wait")
		if c.hi > 1 {
			add(1, "up to "+c.span(engine.Time(c.lo)))
		}
		for _, stop := range waitStops {
			if v := float64(stop); v > 2*c.lo && v < c.hi/1.5 {
				add(c.step(v), c.span(stop))
			}
		}
		if c.hi > c.lo {
			add(rampSteps, c.span(engine.Time(c.hi)))
		}
	case BySize:
		stride := 1.0
		for math.Log2(c.hi) > 6*stride {
			stride++
		}
		for n := 1.0; n < c.hi; n *= math.Exp2(stride) {
			if n == 1 {
				add(c.step(n), "1 processor")
			} else if n < c.hi/1.25 {
				add(c.step(n), fmt.Sprintf("%.0f", n))
			}
		}
		add(c.step(c.hi), fmt.Sprintf("%.0f processors", c.hi))
	case ByUser, ByGroup, ByPartition, ByQOS:
		c.owners.legend(add)
	case ByState:
		for i, some := range c.states {
			switch {
			case i < firstAbsent && (some || i == stateRunning || i == stateAgain && c.marks&(WasLost|WasStopped) != 0):
				add(uint8(i), stateText[i])
				legend[len(legend)-1].Ended = i == stateKilled
				legend[len(legend)-1].Broken = i == stateCancelled
			case some:
				add(uint8(i), stateText[i])
				legend[len(legend)-1].Color, legend[len(legend)-1].Missing = t.Idle, true
			}
		}
	case ByKind:
		for k, some := range c.some {
			if some {
				add(uint8(k), kindText[k])
				legend[len(legend)-1].Hatched = k == kindBackfilled
				legend[len(legend)-1].Dashed = k == kindDedicated
				legend[len(legend)-1].Ended = k == kindKilled
				legend[len(legend)-1].Crossed = k == kindLost
				legend[len(legend)-1].Notched = k == kindStopped
				legend[len(legend)-1].Broken = k == kindCancelled
			}
		}
	case ByJob:
		for i, text := range c.jobs {
			add(uint8(i+1), text)
		}
	case ByDeadline:
		for i := range c.margins {
			if i = (i + 1) % numMargins; c.margins[i] { // without a deadline last
				add(uint8(i), marginText[i])
			}
		}
	case ByChange:
		for m, some := range c.moved {
			if some {
				add(uint8(m), moveText[m])
				e := &legend[len(legend)-1]
				e.Hatched, e.Falling, e.Crossed = Move(m) == StartsLater, Move(m) == StartsEarlier, Move(m) == StartsNow
			}
		}
	}
	mark := func(some bool, e LegendEntry) {
		if some {
			e.Color = t.Idle
			legend = append(legend, e)
		}
	}
	if c.by != ByKind {
		if c.by != ByState {
			legend = c.killedEntry(legend, t)
		}
		mark(c.overtook && c.by != ByChange, LegendEntry{Text: "hatched: backfilled, started past an earlier job", Hatched: true})
		mark(c.dedicated, LegendEntry{Text: "dashed edge: dedicated, asked for its start", Dashed: true})
		mark(c.marks&WasLost != 0, LegendEntry{Text: "crossed: " + kindText[kindLost], Crossed: true})
		mark(c.marks&WasStopped != 0, LegendEntry{Text: "notched: " + kindText[kindStopped], Notched: true})
	}
	mark(c.late, LegendEntry{Text: "strip: past its deadline", Striped: true})
	return legend
}

// killedEntry adds to a legend what the bars at the ends of jobs mean, if there are any.
func (c *Coloring) killedEntry(legend []LegendEntry, t *Theme) []LegendEntry {
	if c.killed {
		legend = append(legend, LegendEntry{Color: t.Idle, Text: "bar at the end: " + kindText[kindKilled], Ended: true})
	}
	if c.cancelled {
		legend = append(legend, LegendEntry{Color: t.Idle, Text: "broken bar at the end: " + kindText[kindCancelled], Broken: true})
	}
	return legend
}

// waitStops are the waits that a legend names.
var waitStops = []engine.Time{
	engine.Second, 10 * engine.Second, engine.Minute, 10 * engine.Minute, engine.Hour, 6 * engine.Hour,
	engine.Day, 7 * engine.Day, 30 * engine.Day, 365 * engine.Day,
}
