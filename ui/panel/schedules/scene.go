package schedules

import (
	"math"
	"slices"
	"time"

	"backfill/engine"
	"backfill/engine/metrics"
	"backfill/ui/explain"
	"backfill/ui/panel"
	"backfill/ui/result"
	"backfill/ui/session"
	"backfill/ui/timeline"
)

// stage puts the results on the timeline.
func (s *Schedules) stage() {
	runs := s.shown()
	if len(runs) == 0 || s.Width == 0 {
		return
	}
	s.chooseView(runs)
	wanted := &staged{runs, s.Colors, s.demand, s.Unfolded["licences"], s.Unfolded["stranded"], s.nodes}
	if s.staged != nil && s.staged.equal(wanted) {
		return
	}
	s.staged = nil
	if s.Timeline != nil && s.tracks != nil && s.Colors == s.drawnColors && s.demand == s.drawnDemand && s.nodes == s.drawnNodes && slices.Equal(s.Drawn, runs) {
		return
	}
	steps := s.steps(runs)
	work := len(s.Shown.Results.Workload.Jobs)
	if s.Unfolded["licences"] {
		work *= 1 + len(runs[0].Outcome.Copies)
	}
	if work < panel.ManyJobs {
		for _, step := range steps {
			for step() {
			}
		}
		return
	}
	s.staged = wanted
	s.proceed(steps, wanted)
}

// shown are the runs that are to be on the timeline: all that have come, unless some others are hidden.
func (s *Schedules) shown() []*result.Run {
	all, _ := s.Runs()
	if shown := slices.DeleteFunc(slices.Clone(all), s.Hides); len(shown) > 0 {
		return shown
	}
	return all
}

// staged is what the scene shows that is being prepared in slices.
type staged struct {
	runs     []*result.Run
	colors   timeline.ColorBy
	demand   bool
	licences bool // each has a track
	stranded bool // what is stranded has tracks
	nodes    string
}

func (s *staged) equal(other *staged) bool {
	return slices.Equal(s.runs, other.runs) && s.colors == other.colors && s.demand == other.demand && s.licences == other.licences &&
		s.stranded == other.stranded && s.nodes == other.nodes
}

// staging says whether a scene is on its way, which what else takes long waits for.
func (s *Schedules) staging() bool { return s.staged != nil }

// proceed goes on with what prepares a scene; it returns whether that is there now. A step is repeated as long as it says that more is left.
func (s *Schedules) proceed(steps []func() (more bool), of *staged) bool {
	if of != s.staged {
		return false // another scene is wanted by now
	}
	s.staged = nil // unless it goes on: a step may panic
	for begin := time.Now(); len(steps) > 0 && time.Since(begin) < session.Slice; {
		if !steps[0]() {
			steps = steps[1:]
		}
	}
	if len(steps) == 0 {
		return true
	}
	s.staged = of
	s.Browser.Proceed(session.Pause, func() bool { return s.proceed(steps, of) })
	return false
}

// chooseView shows what tells most, as far as nobody has chosen: where none of a few jobs
// waits, what nodes are asked for or, if they share nothing, which job is which.
func (s *Schedules) chooseView(runs []*result.Run) {
	quiet := len(runs[0].Outcome.Workload.Jobs) <= timeline.Distinct
	for _, r := range runs {
		quiet = quiet && !slices.ContainsFunc(r.Outcome.StartOrder, func(j int32) bool { return r.Outcome.Wait(j) > 0 })
	}
	if !s.Colored || s.Colors == timeline.ByDeadline && !timeline.HasDeadlines(runs[0].Outcome.Workload) || s.Colors == timeline.ByChange && !s.Compares() {
		s.Colors = timeline.ByWait
		switch {
		case s.JobsChanged():
			s.Colors = timeline.ByChange
		case quiet:
			s.Colors = timeline.ByJob
		}
	}
	if !s.showing {
		s.demand = quiet
	}
}

// steps is what it takes to show runs, in order.
func (s *Schedules) steps(runs []*result.Run) (steps []func() (more bool)) {
	once := func(all ...func()) {
		for _, f := range all {
			steps = append(steps, func() bool { f(); return false })
		}
	}
	outcomes := make([]*engine.Outcome, len(runs))
	for i, r := range runs {
		outcomes[i] = r.Outcome
	}
	scene := &timeline.Scene{Groups: make([]timeline.Group, len(runs)), Clock: s.Clock(), Number: runs[0].Outcome.Workload.JobNumber}
	if s.nodes != s.drawnNodes {
		s.tracks = nil
	}
	once(func() { scene.Colors = s.coloring(outcomes) })
	for i, r := range runs {
		scene.Groups[i] = timeline.Group{Name: r.Label, Layout: r.Layout, Outcome: r.Outcome, Passing: explain.InPasses(r.Kind)}
		once(func() { scene.Groups[i].Tracks = s.tracksOf(r) })
		steps = append(steps, s.arrange(&scene.Groups[i], r, runs))
		once(func() { scene.Groups[i].Paint = scene.Colors.Paint(r.Outcome, scene.Groups[i].Layout.Placement) })
	}
	once(s.demandSteps(scene, runs)...)
	once(func() { s.present(scene, runs, outcomes) })
	return steps
}

// coloring colours the jobs of outcomes as is wanted.
func (s *Schedules) coloring(outcomes []*engine.Outcome) *timeline.Coloring {
	if s.Colors == timeline.ByChange {
		return timeline.NewChangeColoring(s.MovesOf, outcomes...)
	}
	c := timeline.NewColoring(s.Colors, outcomes...)
	c.Minutes = s.Minutes
	c.CallGroups(s.OwnerWord(metrics.ByGroup))
	return c
}

// tracksOf makes the tracks of a run once.
func (s *Schedules) tracksOf(r *result.Run) []*timeline.Track {
	if known := s.tracks[r]; known != nil {
		return known
	}
	busy := timeline.NewTrack("busy processors", timeline.Blue, r.Series.At, r.Series.Busy)
	busy.Top, busy.Capacity = max(busy.Top, r.Outcome.Processors), r.Outcome.Processors
	queue := timeline.NewTrack("jobs waiting", timeline.Orange, r.Series.At, r.Series.Queue)
	if s.tracks == nil {
		s.tracks = map[*result.Run][]*timeline.Track{}
	}
	tracks := []*timeline.Track{busy}
	whole := ""
	if p := s.partitionOf(r.Outcome); p >= 0 {
		tracks, whole = []*timeline.Track{partitionTrack(r, p), busy}, ", whole machine"
	}
	if !r.Series.Memory.Absent() {
		tracks = append(tracks, memoryTrack(r))
	}
	if !r.Series.GPUs.Absent() {
		tracks = append(tracks, gpuTrack(r))
	}
	if !r.Series.Conflicts.Absent() {
		conflicts := timeline.NewTrack("nodes over capacity", timeline.Purple, r.Series.At, r.Series.Conflicts)
		conflicts.Capacity = int32(len(r.Outcome.Lanes))
		tracks = append(tracks, conflicts)
	}
	tracks = append(append(tracks, s.strandedTracks(r)...), queue)
	for _, t := range tracks[min(1, len(whole)):] {
		t.Label += whole
	}
	s.tracks[r] = append(tracks, s.licenceTracks(r)...)
	return s.tracks[r]
}

// memoryTrack shows the memory in use on all lanes together.
func memoryTrack(r *result.Run) *timeline.Track {
	t := timeline.NewTrack("memory in use", timeline.Green, r.Series.At, r.Series.Memory)
	total := int64(0)
	for _, lane := range r.Outcome.Lanes {
		total += int64(lane.Memory)
	}
	t.Memory, t.Capacity = true, int32(min(total, math.MaxInt32))
	t.Top = max(t.Top, t.Capacity)
	return t
}

// gpuTrack shows the GPUs in use on all nodes together.
func gpuTrack(r *result.Run) *timeline.Track {
	t := timeline.NewTrack("GPUs in use", timeline.Purple, r.Series.At, r.Series.GPUs)
	for _, lane := range r.Outcome.Lanes {
		t.Capacity += lane.GPUs
	}
	t.Top = max(t.Top, t.Capacity)
	return t
}

// present shows a scene that is ready.
func (s *Schedules) present(scene *timeline.Scene, runs []*result.Run, outcomes []*engine.Outcome) {
	tracks, alike := map[*result.Run][]*timeline.Track{}, map[string][]*timeline.Track{}
	for i, r := range runs {
		tracks[r] = scene.Groups[i].Tracks
		for _, t := range tracks[r] {
			alike[t.Label] = append(alike[t.Label], t)
		}
	}
	s.tracks = tracks // those of earlier runs are not needed any more
	for _, t := range alike {
		timeline.ShareTop(t...)
	}
	scene.Theme, scene.Hover, scene.Pinned = s.Theme(), engine.NoJob, s.Pinned
	if s.Timeline != nil && sameJobs(s.Drawn, runs) {
		scene.Hover = s.Timeline.Hover // whoever goes through the jobs by keyboard goes on
	}

	// The axis is that of all runs, whether or not some are hidden now.
	all, _ := s.Runs()
	for _, r := range all {
		if !slices.Contains(runs, r) {
			outcomes = append(outcomes, r.Outcome)
		}
	}
	first, last := extent(outcomes)
	v := timeline.NewView(first, last, s.Width, s.Ratio)
	if old := s.Timeline; old != nil {
		scene.CharWidth = old.CharWidth
		if old.View.Span() < old.View.Last-old.View.First && sameJobs(s.Drawn, runs) {
			// Somebody looks at a part of it: the same part stays.
			v.T0, v.T1 = max(first, old.View.T0), min(last, old.View.T1)
			if v.T1-v.T0 < timeline.MinSpan {
				v = v.Reset()
			}
			v = v.Resize(s.Width, s.Ratio)
		}
	}
	s.Timeline, s.Drawn, s.drawnColors, s.drawnDemand, s.drawnNodes = scene, runs, s.Colors, s.demand, s.nodes
	s.layouts = map[*result.Run]arranged{}
	for i, r := range runs {
		s.layouts[r] = arranged{scene.Groups[i].Layout, s.nodes, s.lanesHeight(runs)}
	}
	scene.View = v.Stack(s.Heights(), scene.Groups)
	s.markShadows()
	s.MarkInstants()
	s.markChanges()
	for _, told := range s.OnScene {
		told()
	}
	s.ApplyTheme()
}

// sameJobs says whether the runs are of workloads of the same size, so that a place
// on the time axis still means the same.
func sameJobs(a, b []*result.Run) bool {
	return len(a) > 0 && len(b) > 0 && len(a[0].Outcome.Workload.Jobs) == len(b[0].Outcome.Workload.Jobs)
}

// extent is the time from the first arrival to the last end, stop or cancelling.
func extent(outcomes []*engine.Outcome) (first, last engine.Time) {
	for _, o := range outcomes {
		if jobs := o.Workload.Jobs; len(jobs) > 0 {
			first = jobs[0].Submit
			last = max(last, jobs[len(jobs)-1].Submit)
			if o.Submit != nil {
				last = max(last, slices.Max(o.Submit))
			}
		}
		if n := len(o.EndOrder); n > 0 {
			last = max(last, o.End[o.EndOrder[n-1]])
		}
		if n := len(o.Stopped); n > 0 {
			last = max(last, o.Stopped[n-1].To)
		}
		if gone := o.Withdrawn(); len(gone) > 0 {
			last = max(last, o.End[gone[len(gone)-1]])
		}
	}
	return first, last + 1
}

// markChanges gives the timeline the jobs that were changed by hand.
func (s *Schedules) markChanges() {
	if jobs := s.ChangedJobs(); len(jobs) > 0 {
		s.Timeline.MarkChanged(func(j int32) bool { return jobs[j] })
	}
}
