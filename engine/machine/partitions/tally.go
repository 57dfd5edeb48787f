package partitions

import "math/bits"

// tally keeps count of the rooms for one job on the nodes of a place while some of them grow or shrink, so that a look at all of them is only
// worth its time when they may suffice.
type tally struct {
	rooms []room // by group
	nodes int64  // with room
	tasks int64  // on all of them
	gpus  int64
	by    []int64 // nodes by their room, in steps of 1<<shift tasks
	shift int
}

// mostSteps bounds the steps in which rooms are told apart.
const mostSteps = 4096

// begin makes it an empty tally for a job of class c on so many groups.
func (t *tally) begin(c *class, groups int) {
	if t.rooms == nil {
		t.rooms = make([]room, groups)
		t.by = make([]int64, mostSteps)
	}
	clear(t.rooms)
	t.nodes, t.tasks, t.gpus = 0, 0, 0
	t.shift = max(0, bits.Len32(uint32(c.tasks))-bits.Len32(mostSteps-1))
	clear(t.by[:c.tasks>>t.shift+1])
}

// add counts the room of a group that has not been counted.
func (t *tally) add(g int32, r room) {
	t.rooms[g] = r
	t.count(&r, 1)
}

// change counts another room of a group.
func (t *tally) change(g int32, r room) {
	t.count(&t.rooms[g], -1)
	t.add(g, r)
}

func (t *tally) count(r *room, sign int64) {
	if r.tasks == 0 {
		return
	}
	n := sign * int64(r.nodes)
	t.nodes += n
	t.tasks += n * int64(r.tasks)
	t.gpus += n * int64(r.gpus)
	t.by[r.tasks>>t.shift] += n
}

// maySuffice says whether the rooms may hold the job. If not, they do not. O(most tasks on a node, at most mostSteps).
func (t *tally) maySuffice(c *class, p *place) bool {
	if t.nodes < int64(p.least) || t.tasks < int64(c.tasks) || t.gpus < int64(c.demand.AllGPUs) {
		return false
	}
	if p.most >= c.tasks {
		return true
	}
	left, nodes := int64(c.tasks), int64(p.most)
	for step := int(c.tasks >> t.shift); step >= 0 && nodes > 0; step-- {
		n := min(t.by[step], nodes)
		nodes -= n
		if left -= n * (int64(step+1)<<t.shift - 1); left <= 0 {
			return true
		}
	}
	return false
}
