package factors

import (
	"cmp"
	"slices"

	"backfill/engine"
)

// observer fills a Record.
type observer struct {
	Question
	*Record
	policy   Weighing
	instants []engine.Time // at which something is to be noted, ascending
	samples  [][]sample    // by instant of the series, of each association
	users    []bool        // by association: it is a user
	last     engine.Time   // of the series
}

// sample is what lines are made of.
type sample struct{ factor, usage, byShares float64 }

// Observer notes, in the course of one simulation of a policy, what is asked.
func Observer(q Question, p Weighing, r *Record) engine.Observer {
	*r = Record{Names: p.Names()}
	n := &observer{Question: q, Record: r, policy: p}
	if q.To >= q.From && q.Steps > 0 {
		length := q.To - q.From
		step := engine.Time(q.Steps) * engine.Second
		r.Every = max((length+step-1)/step, 1) * engine.Second
		for at := q.From; at <= q.To; at += r.Every {
			n.instants = append(n.instants, at)
		}
		n.last = n.instants[len(n.instants)-1]
	}
	if at, is := slices.BinarySearch(n.instants, q.At); !is && q.At >= 0 {
		n.instants = slices.Insert(n.instants, at, q.At)
	}
	return n
}

// Begin notes what was asked of instants before the call that is about to come. When all is noted it ends the simulation.
func (n *observer) Begin(s *engine.State) bool {
	if n.Partitions == nil && n.Job != engine.NoJob {
		n.Partitions = numbers(s, n.Job)
	}
	n.noteBefore(s.Now())
	if len(n.instants) == 0 {
		n.draw()
		s.Fail(ErrEnough)
	}
	return false
}

// numbers are those of the partitions in which a job may run.
func numbers(s *engine.State, j int32) (list []int32) {
	for _, p := range s.MayRunIn(j) {
		list = append(list, s.Outcome().Partitions[p].Number)
	}
	return list
}

// noteBefore notes what was asked of instants before one.
func (n *observer) noteBefore(end engine.Time) {
	for len(n.instants) > 0 && n.instants[0] < end {
		n.note(n.instants[0])
		n.instants = n.instants[1:]
	}
}

func (n *observer) note(at engine.Time) {
	if !n.policy.Until(at) {
		return
	}
	inSeries := at >= n.From && at <= n.last && (at-n.From)%max(n.Every, 1) == 0
	if n.Job != engine.NoJob && inSeries {
		if p := n.policy.Point(n.Job, n.Partition); p != nil {
			p.At = at
			n.Points = append(n.Points, *p)
		}
	}
	if at == n.At {
		n.Tree = n.shares()
		if n.Job != engine.NoJob {
			if n.Next = n.policy.Next(n.Job, n.Partition); n.Next != nil {
				n.Next.At = at
			}
		}
	}
	if n.Users && inSeries {
		n.Instants = append(n.Instants, at)
		tree := n.policy.Shares()
		now := make([]sample, len(tree))
		n.users = n.users[:0]
		for i := range tree {
			now[i] = sample{tree[i].FairShare, tree[i].Usage, None}
			if tree[i].Norm > 0 {
				now[i].byShares = tree[i].Effective / tree[i].Norm
			}
			n.users = append(n.users, tree[i].User != NoUser)
		}
		n.samples = append(n.samples, now)
	}
}

// shares are those of the policy, with ranks.
func (n *observer) shares() []Share {
	tree := n.policy.Shares()
	var users []int
	for i := range tree {
		if tree[i].User != NoUser && tree[i].FairShare != None {
			users = append(users, i)
		}
	}
	slices.SortStableFunc(users, func(a, b int) int { return cmp.Compare(tree[b].FairShare, tree[a].FairShare) })
	for i, u := range users {
		tree[u].Rank = i + 1
		if i > 0 && tree[u].FairShare == tree[users[i-1]].FairShare {
			tree[u].Rank = tree[users[i-1]].Rank
		}
	}
	return tree
}

// draw makes the lines of those accounts and users who have used most at the end of the series. Those of the root would tell nothing.
func (n *observer) draw() {
	if len(n.samples) == 0 {
		return
	}
	last := n.samples[len(n.samples)-1]
	order := make([]int, len(last))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(last[b].usage, last[a].usage) })
	left := map[bool]int{false: MostLines / 2, true: MostLines / 2} // by whether they are users
	for _, a := range order {
		user := n.users[a]
		if a == 0 || left[user] == 0 {
			continue
		}
		left[user]--
		l := Line{Share: a}
		for _, now := range n.samples {
			l.Factor, l.Usage, l.ByShares = append(l.Factor, now[a].factor), append(l.Usage, now[a].usage), append(l.ByShares, now[a].byShares)
		}
		n.Lines = append(n.Lines, l)
	}
	n.samples = nil
}

// Conclude notes what was asked of instants after the last call.
func (n *observer) Conclude(*engine.Outcome) {
	n.noteBefore(engine.Never)
	n.draw()
}

func (*observer) Wants(int32, bool) bool                      { return false }
func (*observer) Decided(*engine.State, int32, engine.Reason) {}
func (*observer) Reserved(*engine.State, int32, engine.Slot)  {}
func (*observer) Dropping(*engine.State)                      {}
func (*observer) End(*engine.State, engine.Policy)            {}
