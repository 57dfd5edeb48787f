package forecast

import (
	"math"
	"slices"
	"sort"

	"backfill/engine"
	"backfill/engine/workload/random"
	"backfill/engine/workload/table"
)

// fewest is how many jobs there are at least in a class from which run times are drawn.
const fewest = 10

// The classes of jobs that are alike, the most alike first.
const (
	ofUserAndLimit = iota
	ofUser
	ofAccountAndPartition
	ofPartition
	ofAll
	classes
)

// class names one. Numbers that do not matter are 0.
type class struct {
	kind  int8
	a, b  int32
	limit engine.Time
}

// examples are the jobs that have started by an instant. From those that are like another one it is drawn how long that one runs.
type examples struct {
	log  *Log
	ran  func(j int32) (how engine.Time, ended bool)
	jobs map[class][]int32 // by the share of their requests for which they have run
}

func newExamples(p *Past) *examples {
	l := p.log
	x := &examples{log: l, jobs: map[class][]int32{}}
	x.ran = func(j int32) (engine.Time, bool) {
		if p.open[j] < 0 {
			return l.ran[j], true
		}
		return p.open[j], false
	}
	var running []int32
	elapsed := make(map[int32]engine.Time)
	has := make([]bool, len(l.Jobs)) // has ended by now
	for _, j := range p.came {
		switch {
		case p.open[j] > 0:
			running = append(running, j)
			elapsed[j] = p.open[j]
		case p.open[j] < 0:
			has[j] = true
		}
	}
	slices.SortFunc(running, func(a, b int32) int {
		return compareShares(elapsed[a], l.Jobs[a].Estimate, elapsed[b], l.Jobs[b].Estimate)
	})
	next := 0
	for _, j := range l.byShare {
		if !has[j] {
			continue
		}
		for ; next < len(running) && compareShares(elapsed[running[next]], l.Jobs[running[next]].Estimate, l.ran[j], l.Jobs[j].Estimate) < 0; next++ {
			x.add(running[next])
		}
		x.add(j)
	}
	for ; next < len(running); next++ {
		x.add(running[next])
	}
	return x
}

// classOf is the class of a kind that job j is in, and whether enough is known of the job to say so.
func (x *examples) classOf(kind int, j int32) (class, bool) {
	w := x.log.Workload
	number := func(column []int32) int32 {
		if column == nil {
			return -1
		}
		return column[j]
	}
	user, account, partition := number(w.User), number(w.Group), number(w.Partition)
	if w.Partition == nil {
		partition = number(w.Queue)
	}
	c := class{kind: int8(kind)}
	switch kind {
	case ofUserAndLimit:
		c.a, c.limit = user, w.Jobs[j].Estimate
	case ofUser:
		c.a = user
	case ofAccountAndPartition:
		c.a, c.b = account, partition
	case ofPartition:
		c.a = partition
	}
	return c, c.a >= 0 && c.b >= 0
}

func (x *examples) add(j int32) {
	for kind := range classes {
		if c, known := x.classOf(kind, j); known {
			x.jobs[c] = append(x.jobs[c], j)
		}
	}
}

// run is how long a job with that limit has run when it has run for the same share of it as example j of its own or, if that outlived its
// limit, outlived its own by as much. ended: the example has ended; else it has run so far.
func (x *examples) run(j int32, limit engine.Time) (run engine.Time, ended bool) {
	ran, ended := x.ran(j)
	asked := x.log.Jobs[j].Estimate
	switch {
	case asked == limit:
	case ran > asked:
		ran = table.Later(limit, ran-asked)
	default:
		ran = max(1, engine.Time(math.Floor(float64(float64(ran)/float64(asked)*float64(limit))+0.5)))
	}
	return ran, ended
}

// urn holds, by class, what was drawn in one drawing: places in the list of the class, ascending.
type urn map[class][]int32

// draw is how long job j runs in all that has run for so long; 0: it waits.
//
// A job is drawn, each with the same probability, from those of the same user with the same limit that ran for a larger share of their limits
// than this one has, or have done so up to now. If these are fewer than 10, it is drawn from those of the same user, then of the same account in
// the same partition, of the same partition, and at last of all, however few there are. If it runs still, one is drawn again from those that
// ran longer than it has, which gives what Kaplan and Meier estimate. With none left the job runs until its limit or, if that is over, for one
// second more. It may outlive its limit as the job that was drawn has: whether it does the simulation decides.
//
// What is drawn is put into the urn once more, so that the next one is drawn as if it had been observed, too. So drawings differ as much as those
// can that come from the same few examples: one has users whose jobs run for long, in the next they run for less long.
//
// Source: Kaplan, Meier: Nonparametric estimation from incomplete observations, JASA 53, 1958; Efron: The two sample problem with censored
// data, 1967, for this way to redistribute what is not known; Ghosh, Meeden: Bayesian methods for finite population sampling, 1997, for the urn
// of Pólya.
func (x *examples) draw(j int32, elapsed engine.Time, drawn urn, stream *random.Stream) engine.Time {
	limit, longer := x.log.Jobs[j].Estimate, elapsed
	for kind := 0; kind < classes; {
		c, known := x.classOf(kind, j)
		list, again := x.jobs[c], drawn[c]
		first := sort.Search(len(list), func(i int) bool {
			run, _ := x.run(list[i], limit)
			return run > longer
		})
		least := fewest
		if kind == ofAll {
			least = 1
		}
		n := len(list) - first
		if !known || n < least {
			kind++
			continue
		}
		firstAgain, _ := slices.BinarySearch(again, int32(first))
		place := int(math.Floor(float64(stream.Uniform() * float64(n+len(again)-firstAgain))))
		if place < n {
			place += first
		} else {
			place = int(again[firstAgain+place-n])
		}
		run, ended := x.run(list[place], limit)
		if ended {
			at, _ := slices.BinarySearch(again, int32(place))
			drawn[c] = slices.Insert(again, at, int32(place))
			return run
		}
		longer = run
	}
	if longer < limit {
		return limit
	}
	return longer + engine.Second
}
