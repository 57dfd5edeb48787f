package play

import (
	"slices"

	"backfill/engine"
	"backfill/engine/snapshot"
	"backfill/ui/explain"
	"backfill/ui/result"
	"backfill/ui/timeline"
)

// AskSnapshots asks for the calls around the present, of the policy in focus first.
func (p *Play) AskSnapshots() {
	if !p.On || p.Running || p.Timeline == nil {
		return
	}
	speed := engine.Time(0) // time stands still
	if p.Moving() {
		speed = p.Speed()
	}
	for _, l := range append([]*callLog{p.Focused()}, p.CallLogs...) {
		if l == nil || l.key != 0 || l.lost || !l.tells() || !slices.Contains(p.Shown.Results.Runs, l.Run) {
			continue // it can be a run before these results, as long as the timeline still shows that
		}
		if wanted, ok := l.wants(p.Now, speed); ok {
			l.most = min(2*l.most, manySnapshots)
			p.keys++
			l.key = p.keys
			p.Browser.Snapshots(l.key, p.OnPage().Simulation(l.policy), wanted)
		}
	}
}

// SnapshotsCame hands over the calls that were asked for.
func (p *Play) SnapshotsCame(key int, s *snapshot.Series) {
	if l := p.asked(key); l != nil {
		l.take(s, p.Now)
		p.showForesight()
		p.takeStep()
		p.AskSnapshots()
		p.Browser.Redraw()
	}
}

// SnapshotsLost says that the calls that were asked for do not come.
func (p *Play) SnapshotsLost(key int, f result.Failure) {
	if l := p.asked(key); l != nil {
		l.key, l.lost = 0, true
		if f.Crash {
			p.Crashed(f.Reason)
		}
	}
}

// asked is the call log that waits for the answer to a question; nil if none does any more.
func (p *Play) asked(key int) *callLog {
	for _, l := range p.CallLogs {
		if l.key == key {
			return l
		}
	}
	return nil
}

// GiveUp forgets the questions that the browser has given up.
func (p *Play) GiveUp() {
	for _, l := range p.CallLogs {
		l.key = 0
	}
}

// showForesight tells the scene what the policies know of the future.
func (p *Play) showForesight() {
	if p.Timeline == nil || p.Timeline.Play == nil {
		return
	}
	play := p.Timeline.Play
	if len(play.Known) != len(p.CallLogs) {
		play.Known = make([]*timeline.Foresight, len(p.CallLogs))
	}
	play.Passes = play.Passes[:0]
	for _, l := range p.CallLogs {
		var made *timeline.Passes
		if explain.InPasses(l.Run.Kind) {
			made = &l.passes
		}
		play.Passes = append(play.Passes, made)
	}
	for g, l := range p.CallLogs {
		var s *snapshot.Snapshot
		if i := p.Call(l); i >= 0 {
			s = &l.List[i]
		}
		if s == l.seen && (s == nil) == (play.Known[g] == nil) {
			continue
		}
		l.seen, play.Known[g] = s, nil
		if s != nil {
			play.Known[g] = &timeline.Foresight{Running: s.Running, Reserved: s.Reserved, Requested: requested(l.Run.Outcome.Workload, s.Coming), Extra: s.Extra, Shadow: l.Run.Shadow, Passing: explain.InPasses(l.Run.Kind)}
		}
	}
}

// requested are the starts that dedicated jobs ask for.
func requested(w *engine.Workload, coming []int32) []snapshot.Promise {
	var list []snapshot.Promise
	for _, j := range coming {
		list = append(list, snapshot.Promise{Job: j, At: w.Requested[j], Length: w.Jobs[j].Estimate, Lane: engine.NoLane})
	}
	return list
}
