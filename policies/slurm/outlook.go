package slurm

import (
	"slices"

	"backfill/engine/machine/bitset"
	"backfill/engine/machine/partitions"
)

// outlook is what becomes of some nodes as the jobs that run there end. It is the same for all jobs for which whenAndWhere looks there, as long as nobody starts or
// ends.
type outlook struct {
	nodes    bitset.Set
	touching []int32 // places in running of the jobs that run on the nodes
	tries    []try
	answers  []answer
}

// answer is when and where a job of a class has room on the nodes in a partition; at 0 if that is now.
type answer struct {
	class, partition int32
	ok               bool
	at               int64
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
	if len(o.answers) < cap(o.answers) {
		o.answers = o.answers[:len(o.answers)+1]
	} else {
		o.answers = append(o.answers, answer{})
	}
	a := &o.answers[len(o.answers)-1]
	a.class, a.partition = class, partition
	return a
}

// try is an instant at which it is tried whether a job has room: when so many of the touching jobs have ended.
type try struct {
	released int
	end      int64 // of the last of them
	idle     int32 // processors on the nodes
}

// outlookOn is the outlook on some nodes.
func (c *controller) outlookOn(nodes bitset.Set) *outlook {
	hash := uint64(14695981039346656037)
	for _, word := range nodes {
		hash = (hash ^ word) * 1099511628211 // FNV-1a, by words
		hash ^= hash >> 32
	}
	for _, at := range c.outlooks.at[hash] {
		if o := &c.outlooks.list[at]; slices.Equal(o.nodes, nodes) {
			return o
		}
	}
	k := &c.outlooks
	if k.at == nil {
		k.at = map[uint64][]int32{}
	}
	k.at[hash] = append(k.at[hash], int32(len(k.list)))
	if len(k.list) < cap(k.list) {
		k.list = k.list[:len(k.list)+1]
	} else {
		k.list = append(k.list, outlook{})
	}
	o := &k.list[len(k.list)-1]
	c.look(o, nodes)
	return o
}

// outlooks are those on the sets of nodes that were asked for since somebody started or ended.
type outlooks struct {
	list []outlook
	at   map[uint64][]int32 // places in list, by a hash of the nodes
}

func (k *outlooks) forget() {
	k.list = k.list[:0]
	clear(k.at)
}

// look makes an outlook on some nodes: with the present as the first try, and then a try whenever the next of all running jobs ends later than the window.
func (c *controller) look(o *outlook, nodes bitset.Set) {
	o.nodes = append(o.nodes[:0], nodes...)
	o.touching, o.answers = o.touching[:0], o.answers[:0]
	idle := c.machine.Idle(nodes)
	o.tries = append(o.tries[:0], try{idle: idle})
	const first = 30 // s: the window, and of what its begin is a multiple
	window, base := int64(first), int64(none)
	untried := 0
	for i := range c.running {
		run := &c.running[i]
		if !run.nodes.Intersects(nodes) {
			continue
		}
		o.touching = append(o.touching, int32(i))
		idle += c.machine.Holds(run.job, nodes)
		untried++
		if base == none {
			base = run.end - run.end%first + first
		}
		next := int64(none)
		if i+1 < len(c.running) {
			next = c.running[i+1].end
			if next <= base+window && untried <= mostTogether {
				continue
			}
		}
		untried = 0
		o.tries = append(o.tries, try{len(o.touching), run.end, idle})
		if next != none {
			c.widen(&window, next-base)
		}
	}
	if untried > 0 {
		last := &c.running[o.touching[len(o.touching)-1]]
		o.tries = append(o.tries, try{len(o.touching), last.end, idle})
	}
}
