package timeline

import (
	"fmt"
	"strings"

	"backfill/engine"
	"backfill/ui/phrase"
)

// Describe says in one paragraph what the visible window of group g, drawn from
// o, shows: for people who do not see the picture. O(jobs).
func (s *Scene) Describe(g int, o *engine.Outcome) string {
	group, v := &s.Groups[g], &s.View
	var b strings.Builder
	if s.Play != nil && group.Layout != nil {
		s.describeNow(&b, group, o)
		s.describeFuture(&b, g)
		s.describePasses(&b, g)
		return b.String()
	}
	fmt.Fprintf(&b, "%s, from %s to %s (%s).", group.Name, s.Clock.Format(v.T0), s.Clock.Format(v.T1), phrase.Span(v.Span()))
	if group.Layout == nil {
		return b.String() + " Nothing is simulated yet."
	}

	ran, began, overtook, killed, cancelled, late := 0, 0, 0, 0, 0, 0
	longest, shows := engine.NoJob, group.Layout.shows()
	if group.Layout.partial() {
		fmt.Fprintf(&b, " Only nodes of %s.", group.Layout.headings[0].section.Name)
	}
	order, started := o.FirstStartOrder(), o.FirstStarts()
	for _, j := range order {
		if started[j] >= v.T1 {
			break
		}
		if !shows(j) {
			continue
		}
		if o.End[j] >= 0 && o.End[j] <= v.T0 {
			continue
		}
		ran++
		if o.State[j] == engine.Killed && o.End[j] <= v.T1 {
			killed++
		}
		if o.State[j] == engine.Cancelled && o.End[j] <= v.T1 {
			cancelled++
		}
		if due := o.Workload.DeadlineOf(j); o.End[j] > due && o.End[j] <= v.T1 {
			late++
		}
		if started[j] < v.T0 {
			continue
		}
		began++
		if o.Overtook[j] {
			overtook++
		}
		if o.Start[j] >= 0 && (longest < 0 || o.Wait(j) > o.Wait(longest)) {
			longest = j
		}
	}
	fmt.Fprintf(&b, " %s ran, %d of them started here, %d by backfilling; %d%s here.",
		phrase.Plural(int64(ran), "job"), began, overtook, killed, phrase.Verb(killed, " was killed at its time limit", " were killed at their time limits"))
	if cancelled > 0 {
		fmt.Fprintf(&b, " %s here.", phrase.Plural(int64(cancelled), "job")+phrase.Verb(cancelled, " was cancelled", " were cancelled"))
	}
	if late > 0 {
		fmt.Fprintf(&b, " %s ended here after the deadline.", phrase.Plural(int64(late), "job"))
	}
	s.describeColors(&b, o, shows)
	describeSegments(&b, o, v.T0, v.T1)
	if longest >= 0 && o.Wait(longest) > 0 {
		fmt.Fprintf(&b, " Of those that started, job %d waited longest: %s.",
			o.Workload.JobNumber(longest), phrase.Span(o.Wait(longest)))
	}
	// The window may reach beyond this schedule, where nothing is left to be done.
	end := v.T1
	if n := len(o.EndOrder); n > 0 && ran > 0 && started[order[len(order)-1]] < v.T1 {
		end = max(v.T0+1, min(end, o.End[o.EndOrder[n-1]]))
	}
	if v.T1-end > v.Span()/100 {
		fmt.Fprintf(&b, " Its last job ended at %s, where the following figures end, too.", s.Clock.Format(end))
	}
	describeLanes(&b, group.Layout.Placement, o, v.T0, end)
	if group.Heat != nil {
		describeDemand(&b, group.Heat.Demand, v.T0, end)
	}
	for _, t := range group.Tracks {
		if t.Row {
			describeRow(&b, t, v.T0, end)
			continue
		}
		low, high, mean := t.Reduce(v.T0, end)
		fmt.Fprintf(&b, " %s: %s on average", sentence(t.Label), t.Say(mean, 1))
		if t.Capacity > 0 {
			fmt.Fprintf(&b, " (%.0f %% of %s)", 100*mean/float64(t.Capacity), t.Say(float64(t.Capacity), 0))
		}
		fmt.Fprintf(&b, ", between %s and %s.", t.Say(float64(low), 0), t.Say(float64(high), 0))
	}
	return b.String()
}

// shows says which jobs have pieces; where the whole machine is shown, all that started.
func (pl *Placement) shows() func(j int32) bool {
	if !pl.partial() {
		return func(int32) bool { return true }
	}
	shown := map[int32]bool{}
	for _, j := range pl.Job {
		shown[j] = true
	}
	return func(j int32) bool { return shown[j] }
}

// describeNow says who runs, waits and has ended at the instant that is played.
func (s *Scene) describeNow(b *strings.Builder, group *Group, o *engine.Outcome) {
	now, p := s.Play.Now, group.Layout.Placement
	runs, busy := map[int32]bool{}, int64(0)
	for i := range p.StartedBefore(now + 1) {
		if p.End(i) > now {
			runs[p.Job[i]] = true
			for k := p.Offset[i]; k < p.Offset[i+1]; k++ {
				busy += int64(p.Count[k])
			}
		}
	}
	var running, waiting, interrupted namedJobs
	ended, cancelled, shows, started := 0, 0, p.shows(), o.FirstStarts()
	for j := range o.Workload.Jobs {
		j := int32(j)
		switch arrived := o.Submitted(j); {
		case arrived < 0 || arrived > now || o.State[j] == engine.Refused:
		case runs[j]:
			running.add(o, j)
		case started[j] >= 0 && started[j] <= now && !shows(j): // on nodes that are left out
		case o.State[j] == engine.Cancelled && o.End[j] <= now:
			cancelled++
		case o.End[j] >= 0 && o.End[j] <= now:
			ended++
		case started[j] >= 0 && started[j] <= now:
			interrupted.add(o, j)
		default:
			waiting.add(o, j)
		}
	}
	processors, on := o.Processors, ""
	if p.partial() {
		processors, on = 0, " on the nodes of "+p.headings[0].section.Name+","
		for band := range p.fromTop {
			processors += band.Processors
		}
	}
	fmt.Fprintf(b, "%s at %s:%s %d of %s are busy.", group.Name, s.Clock.Format(now), on, busy, phrase.Plural(int64(processors), "processor"))
	running.tell(b, "runs", "run")
	if o.Stopped != nil {
		interrupted.tell(b, "ran and waits again", "ran and wait again")
	} else {
		interrupted.tell(b, "is interrupted", "are interrupted")
	}
	waiting.tell(b, "waits", "wait")
	if ended > 0 {
		fmt.Fprintf(b, " %s ended.", phrase.Plural(int64(ended), "job")+phrase.Verb(ended, " has", " have"))
	}
	if cancelled > 0 {
		fmt.Fprintf(b, " %s.", phrase.Plural(int64(cancelled), "job")+phrase.Verb(cancelled, " was cancelled", " were cancelled"))
	}
}

// namedJobs are jobs, the first of them by name and size.
type namedJobs struct {
	count int
	names []string
}

func (n *namedJobs) add(o *engine.Outcome, j int32) {
	const most = 12
	if n.count++; n.count <= most {
		n.names = append(n.names, fmt.Sprintf("job %d (%s)", o.Workload.JobNumber(j), phrase.Plural(int64(o.Size(j)), "processor")))
	}
}

// tell writes a sentence that says what they do.
func (n *namedJobs) tell(b *strings.Builder, one, many string) {
	if n.count == 0 {
		return
	}
	names := n.names
	if more := n.count - len(names); more > 0 {
		names = append(names, phrase.Grouped(int64(more))+" more")
	}
	fmt.Fprintf(b, " %s %s.", sentence(phrase.List(names)), phrase.Verb(n.count, one, many))
}

// describeColors says of how many jobs that ran in the window each colour is that tells whose they are or what became of them: "By partition:
// 5 of batch, 2 of gpu."
func (s *Scene) describeColors(b *strings.Builder, o *engine.Outcome, shows func(j int32) bool) {
	c := s.Colors
	if c == nil || c.owners.index == nil && c.by != ByState {
		return
	}
	count := map[uint8]int{}
	for j, start := range o.FirstStarts() {
		j := int32(j)
		if start < 0 || start >= s.View.T1 || o.End[j] >= 0 && o.End[j] <= s.View.T0 || !shows(j) {
			continue
		}
		if c.by == ByState {
			count[uint8(stateOf(o, j))]++
		} else {
			count[c.owners.indexOf(o, j)]++
		}
	}
	var told []string
	add := func(index uint8, text string) {
		if n := count[index]; n > 0 {
			told = append(told, fmt.Sprintf("%s %s", text, phrase.Grouped(int64(n))))
		}
	}
	if c.by == ByState {
		for i, text := range [...]string{"completed", "killed", "runs", "cancelled", "waits again"} {
			add(uint8(i), text)
		}
	} else {
		c.owners.legend(func(index uint8, text string) { add(index, strings.TrimPrefix(text, c.owners.noun()+" ")) })
	}
	if told != nil {
		fmt.Fprintf(b, " Jobs by %s: %s.", c.by.Words(), phrase.List(told))
	}
}

// mostDescribed is the number of lanes up to which each is described.
const mostDescribed = 16

// describeSegments says how many jobs were interrupted or stopped from t0 to t1, and how that went.
func describeSegments(b *strings.Builder, o *engine.Outcome, t0, t1 engine.Time) {
	var ends [engine.Checkpointed + 1]int
	for _, segment := range o.Segments {
		if t0 <= segment.To && segment.To < t1 {
			ends[segment.End]++
		}
	}
	if n := ends[engine.Restarted] + ends[engine.Suspended] + ends[engine.Checkpointed]; n > 0 {
		fmt.Fprintf(b, " Jobs were interrupted %s: %d lost what they had done, %d kept it where they were, %d anywhere.",
			phrase.Plural(int64(n), "time"), ends[engine.Restarted], ends[engine.Suspended], ends[engine.Checkpointed])
	}
	preempted, requeued, suspended := 0, 0, 0
	for _, run := range o.Stopped {
		switch {
		case run.To < t0 || run.To >= t1:
		case run.Kept:
			suspended++
		case run.Preempted:
			preempted++
		default:
			requeued++
		}
	}
	if suspended > 0 {
		fmt.Fprintf(b, " %s suspended; what was done was kept.", phrase.Plural(int64(suspended), "run")+phrase.Verb(suspended, " was", " were"))
	}
	if n := preempted + requeued; n > 0 {
		fmt.Fprintf(b, " %s stopped: %d for another job, %d requeued; what was done was lost, and the jobs waited again.",
			phrase.Plural(int64(n), "run")+phrase.Verb(n, " was", " were"), preempted, requeued)
	}
}

// describeRow says how much of one of many things was in use, if it ever was scarce.
func describeRow(b *strings.Builder, t *Track, t0, t1 engine.Time) {
	if t.Wanted == nil {
		return
	}
	if _, most, _ := t.Wanted.Reduce(t0, t1); most > t.Capacity {
		_, _, mean := t.Reduce(t0, t1)
		fmt.Fprintf(b, " %s: %s of %d in use on average, while up to %d jobs needed it.", sentence(t.Label), t.Say(mean, 1), t.Capacity, most)
	}
}

// describeLanes says how busy each lane that is shown is from t0 to t1, if the machine has any, and each section of them.
func describeLanes(b *strings.Builder, p *Placement, o *engine.Outcome, t0, t1 engine.Time) {
	n := p.shownBands()
	if n == 0 || n > mostDescribed && p.headings == nil {
		return
	}
	used := make([]float64, len(o.Lanes)) // processors times milliseconds
	for i := range p.Job {
		d := min(p.End(int32(i)), t1) - max(p.Start(int32(i)), t0)
		for k := p.Offset[i]; d > 0 && k < p.Offset[i+1]; k++ {
			used[p.bandAt(p.First[k])] += float64(d) * float64(p.Count[k])
		}
	}
	separator := func(i, n int) string {
		if i == n-1 {
			return "."
		}
		return ","
	}
	if p.headings != nil {
		fmt.Fprintf(b, " Busy on average, from the top:")
	}
	for i, h := range p.headings {
		sum, processors := 0.0, int32(0)
		for _, lane := range h.section.Lanes {
			sum, processors = sum+used[lane], processors+o.Lanes[lane].Processors
		}
		fmt.Fprintf(b, " %s (%s) %.0f %%%s", h.section.Name, h.size, 100*sum/float64(processors)/float64(t1-t0), separator(i, len(p.headings)))
	}
	if n > mostDescribed {
		return
	}
	fmt.Fprintf(b, " From the top, busy:")
	for k := range n {
		i := p.lane(k)
		lane := &o.Lanes[i]
		fmt.Fprintf(b, " %s (%s", lane.Name, phrase.Plural(int64(lane.Processors), "processor"))
		if lane.Memory > 0 {
			fmt.Fprintf(b, ", %s", Gigabytes(float64(lane.Memory)))
		}
		fmt.Fprintf(b, ") %.0f %%%s", 100*used[i]/float64(lane.Processors)/float64(t1-t0), separator(k, n))
	}
}

// sentence begins with a capital letter.
func sentence(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
