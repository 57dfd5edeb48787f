package queue

import "backfill/engine"

// ByRoom are the waiting jobs, those that need the same room in a line: of each only the
// head need be asked whether it fits. It exists while many jobs wait; few are sooner asked
// one by one.
type ByRoom struct {
	Exists bool

	lines lines
	sorts map[int32][]int32 // by processors: a job of each sort there has been
}

// Many waiting jobs are worth an index. It is given up when fewer than half as many wait.
const Many = 128

// Update takes in what has happened since the last call of the policy.
func (x *ByRoom) Update(s *engine.State) {
	switch n := s.Waiting(); {
	case n < Many/2, !x.Exists && n < Many:
		x.Exists = false
	case !x.Exists || s.Saw(engine.Change):
		x.Exists = true
		x.lines.clear(false, len(s.Workload().Jobs))
		x.sorts = map[int32][]int32{}
		for j := s.First(); j != engine.NoJob; j = s.Next(j) {
			x.add(s, j)
		}
	default:
		for _, e := range s.Events() {
			if e.Kind == engine.Arrival {
				x.add(s, e.Job)
			}
		}
	}
}

func (x *ByRoom) add(s *engine.State, j int32) { x.lines.add(j, x.sort(s, j)) }

// Remove takes out job j, which starts.
func (x *ByRoom) Remove(s *engine.State, j int32) { x.lines.remove(j, x.sort(s, j)) }

// sort is a number for all jobs that need the same room as job j.
func (x *ByRoom) sort(s *engine.State, j int32) int64 {
	processors := s.Job(j).Processors
	for _, k := range x.sorts[processors] {
		if s.SameRoom(j, k) {
			return int64(k)
		}
	}
	x.sorts[processors] = append(x.sorts[processors], j)
	return int64(j)
}

// FirstFitting is the first job of the queue that fits, NoJob if there is none: of a machine with tiers one of the highest tier, of which
// the one that arrived first. Jobs of one line are of one tier. O(lines).
func (x *ByRoom) FirstFitting(s *engine.State) int32 {
	tiered, _ := s.Machine().(engine.Tiered)
	behind := func(a, b int32) bool {
		if tiered != nil {
			if ta, tb := tiered.Tier(a), tiered.Tier(b); ta != tb {
				return ta < tb
			}
		}
		return x.lines.jobs[a].place > x.lines.jobs[b].place
	}
	best := engine.NoJob
	for _, j := range x.lines.heads {
		if j == engine.NoJob || best != engine.NoJob && behind(j, best) {
			continue
		}
		if _, ok := s.Fits(j); ok {
			best = j
		}
	}
	return best
}
