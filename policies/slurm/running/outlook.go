package running

import (
	"slices"
	"sort"

	"backfill/engine/machine/bitset"
	"backfill/engine/machine/partitions"
)

// outlook is what becomes of some nodes as the jobs that run there end. It is the same for all jobs for which WhenAndWhere looks there, as
// long as nobody starts or ends.
type outlook struct {
	nodes    bitset.Set
	touching []int32 // places in Runs.List of the jobs that run on the nodes
	tries    []try   // as far as they have been asked for
	answers  []answer

	next         int   // place in Runs.List of the first job that has not been looked at
	idle         int32 // processors, when those before it have ended
	window, base int64 // s
}

// answer is when and where a job of a class has room on the nodes in a partition, as far as it has been asked for.
type answer struct {
	class, partition int32
	tried            int   // for so many tries the job has no room
	ok               bool  // it has room for the next one
	at               int64 // when that is; 0 if it is now
	room             partitions.Room
}

// answer is that for jobs of a class in a partition, nil if none has been given.
func (o *outlook) answer(class, partition int32) *answer {
	for i := range o.answers {
		if a := &o.answers[i]; a.class == class && a.partition == partition {
			return a
		}
	}
	return nil
}

// newAnswer is one to be filled in.
func (o *outlook) newAnswer(class, partition int32) *answer {
	a := extend(&o.answers)
	a.class, a.partition, a.tried, a.ok = class, partition, 0, false
	return a
}

// try is an instant at which it is tried whether a job has room: when so many of the touching jobs have ended.
type try struct {
	released int
	end      int64 // of the last of them
	idle     int32 // processors on the nodes
}

// outlookOn is the outlook on some nodes.
func (r *Runs) outlookOn(nodes bitset.Set) *outlook {
	hash := uint64(14695981039346656037)
	for _, word := range nodes {
		hash = (hash ^ word) * 1099511628211 // FNV-1a, by words
		hash ^= hash >> 32
	}
	for _, at := range r.outlooks.at[hash] {
		if o := &r.outlooks.list[at]; slices.Equal(o.nodes, nodes) {
			return o
		}
	}
	k := &r.outlooks
	if k.at == nil {
		k.at = map[uint64][]int32{}
	}
	if len(k.list) == 0 {
		k.unite(r.List)
	}
	k.at[hash] = append(k.at[hash], int32(len(k.list)))
	o := extend(&k.list)
	r.look(o, nodes)
	o.next = k.first(nodes)
	return o
}

// extend makes a list longer by an element, which has what stood there before: its lists can be used again.
func extend[T any](list *[]T) *T {
	n := len(*list)
	if n == cap(*list) {
		var none T
		*list = append(*list, none)
	}
	*list = (*list)[:n+1]
	return &(*list)[n]
}

// outlooks are those on the sets of nodes that were asked for since somebody started or ended.
type outlooks struct {
	list   []outlook
	at     map[uint64][]int32 // places in list, by a hash of the nodes
	united []bitset.Set       // by place in the list: the nodes of all jobs up to it
}

// unite finds the nodes of the jobs up to each place in a list. O(jobs times words of a set).
func (k *outlooks) unite(running []Run) {
	k.united = k.united[:0]
	for i := range running {
		u := extend(&k.united)
		*u = append((*u)[:0], running[i].Nodes...)
		if i > 0 {
			u.Unite(k.united[i-1])
		}
	}
}

// first is the place in the list of the first job that touches some nodes; how many there are if there is none. O(log jobs).
func (k *outlooks) first(nodes bitset.Set) int {
	return sort.Search(len(k.united), func(i int) bool { return k.united[i].Intersects(nodes) })
}

func (k *outlooks) forget() {
	k.list = k.list[:0]
	clear(k.at)
}

// look begins an outlook on some nodes: with the present as the first try.
func (r *Runs) look(o *outlook, nodes bitset.Set) {
	o.nodes = append(o.nodes[:0], nodes...)
	o.touching, o.answers = o.touching[:0], o.answers[:0]
	o.idle = r.machine.Idle(nodes)
	for _, j := range r.gone {
		o.idle += r.machine.Holds(j, nodes)
	}
	o.tries = append(o.tries[:0], try{idle: o.idle})
	o.next, o.window, o.base = 0, firstWindow, noBase
}

// firstWindow is how long the window is in which ends count as one, at first, and of what its begin is a multiple; s.
const firstWindow = 30

// noBase is the begin of the window before any job has been taken away.
const noBase = -1

// further adds the next try: when the next of all running jobs ends later than the window. It is false if all jobs that touch the nodes
// have been taken away.
func (r *Runs) further(o *outlook) bool {
	before := len(o.touching)
	for o.next < len(r.List) {
		i := o.next
		o.next++
		run := &r.List[i]
		if !run.Nodes.Intersects(o.nodes) {
			continue
		}
		o.idle += r.machine.Holds(run.Job, o.nodes)
		o.touching = append(o.touching, int32(i))
		if o.base == noBase {
			o.base = run.End - run.End%firstWindow + firstWindow
		}
		if o.next == len(r.List) {
			break
		}
		if next := r.List[o.next].End; next > o.base+o.window {
			r.widen(&o.window, next-o.base)
			break
		}
	}
	if len(o.touching) == before {
		return false
	}
	o.tries = append(o.tries, try{len(o.touching), r.List[o.touching[len(o.touching)-1]].End, o.idle})
	return true
}
