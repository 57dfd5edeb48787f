package forecast

import (
	"fmt"
	"math"
	"slices"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/workload/random"
	"backfill/engine/workload/table"
)

// block is a length of time that is to come, at most a day, and those of the past that may come again instead of it. Instants are what the
// clocks show.
//
// Usually whole days are drawn, not hours: users come in bursts, send arrays and jobs that wait for each other, and are busy for a day or not.
// Hours drawn one by one tear that apart, and days are then more alike than they are. Blocks are counted from the instant up to which the log
// counts, so that every week before it is complete.
//
// Source: Künsch: The jackknife and the bootstrap for general stationary observations, Annals of Statistics 17, 1989, for blocks.
type block struct {
	from, to engine.Time
	back     []engine.Time // how far those of the past lie before it
}

// clock tells what the clocks of the log's zone show.
type clock struct {
	start  int64 // in s since 1970
	offset func(unix int64) int
}

func clockOf(c *engine.Calendar) clock {
	k := clock{offset: func(int64) int { return 0 }}
	if c == nil {
		return k
	}
	k.start = c.UnixStart
	if c.Zone != "" && engine.LoadZone != nil {
		if known, err := engine.LoadZone(c.Zone); err == nil {
			k.offset = known
		}
	}
	return k
}

func (k clock) east(t engine.Time) engine.Time {
	seconds := int64(math.Floor(t.Seconds()))
	return engine.Time(k.offset(k.start+seconds)) * engine.Second
}

// local is what the clocks show at an instant, after what they showed at time zero in UTC.
func (k clock) local(t engine.Time) engine.Time { return t + k.east(t) }

// instant is when the clocks show that, one of two instants if they show it twice, and one close by if they never do.
func (k clock) instant(local engine.Time) engine.Time {
	return local - k.east(local-k.east(local))
}

// findBlocks finds the blocks until the given time after the job asked about, and those of the past: of the same weekday and time, with less
// than a week of past of the same time, and with less than a day of any.
func (p *Past) findBlocks(span, length engine.Time) error {
	const week = 7 * engine.Day
	k := clockOf(p.log.Calendar)
	begin, now, end := k.local(p.log.Jobs[0].Submit), k.local(p.now), k.local(table.Later(p.at, span))
	past := now - begin
	if past < length {
		return &param.Error{Path: "/later", Value: `"` + Redrawn + `"`,
			Reason: fmt.Sprintf("the log begins only %.0f s before; blocks of up to that length are accepted, of %.0f s only with as much past", past.Seconds(), length.Seconds())}
	}
	step := length
	for _, same := range []engine.Time{week, engine.Day} {
		if past >= same {
			step = same
			break
		}
	}
	p.same = step
	for from := now; from < end; {
		whole := min(from+length, now+((from-now)/step+1)*step)
		b := block{from: from, to: min(whole, end)}
		for back := step; from-back >= begin; back += step {
			if whole-back <= now {
				b.back = append(b.back, back)
			}
		}
		p.blocks = append(p.blocks, b)
		from = whole
	}
	return nil
}

// blocksFor are the blocks that begin until so long after the job asked about comes, and whether they are all.
func (p *Past) blocksFor(span engine.Time) (blocks []block, whole bool) {
	if len(p.blocks) == 0 || span >= Longest {
		return p.blocks, true
	}
	end := clockOf(p.log.Calendar).local(table.Later(p.at, span))
	n := 0
	for n < len(p.blocks) && p.blocks[n].from <= end {
		n++
	}
	return p.blocks[:n], n == len(p.blocks)
}

// later are the jobs that come in the first blocks of one drawing, in parts. How long those run that have not ended is drawn after what was drawn before.
func (p *Past) later(blocks []block, seed uint64, replication int, drawn urn) (parts []*engine.Workload) {
	if len(blocks) == 0 {
		return nil
	}
	l, k := p.log, clockOf(p.log.Calendar)
	which, runs := random.New(seed, replication, random.PastBlocks), random.New(seed, replication, random.RemainingAgain)
	names := newNames(p)
	for _, b := range blocks {
		back := b.back[int(math.Floor(float64(which.Uniform()*float64(len(b.back)))))]
		rows := p.between(k, b.from-back, b.to-back)
		if len(rows) == 0 {
			continue
		}
		part := *l.Workload
		part.Wait, part.Started, part.NodeLists, part.Preceding, part.Think = nil, nil, nil, nil, nil
		part.Jobs, part.Recorded = slices.Clone(part.Jobs), slices.Clone(part.Recorded)
		part.Requested, part.Deadline, part.Entered = slices.Clone(part.Requested), slices.Clone(part.Deadline), slices.Clone(part.Entered)
		moved := map[int32]engine.Time{}
		for _, j := range rows {
			came := l.came(j)
			by := min(max(k.instant(k.local(came)+back), p.now), table.Latest) - came
			moved[j] = by
			part.Jobs[j].Submit = came + by
			if p.open[j] >= 0 {
				part.Jobs[j].Run = p.examples.draw(j, p.open[j], drawn, runs)
				if part.Recorded != nil {
					part.Recorded[j] = part.Jobs[j].Run
				}
			}
			for _, column := range [][]engine.Time{part.Requested, part.Deadline, part.Entered} {
				if column != nil && column[j] >= 0 {
					column[j] = min(max(column[j]+by, 0), table.Latest)
				}
			}
			if l.came(j) < l.Jobs[j].Submit {
				part.Entered[j] = -1 // it waits from then on
			}
		}
		part.Commands = nil
		for _, c := range l.Commands {
			if by, comes := moved[c.Job]; comes && c.At <= p.now {
				c.At += by
				part.Commands = append(part.Commands, c)
			}
		}
		table.Take(&part, rows, table.PlacesOf(rows, len(l.Jobs)))
		names.give(&part)
		parts = append(parts, &part)
	}
	return parts
}

// between are the jobs that came between two times of the clocks, the second excluded, in the order in which they came.
func (p *Past) between(k clock, from, to engine.Time) (rows []int32) {
	const most = 2 * engine.Day // that clocks and instants are apart, and then some
	first, _ := slices.BinarySearchFunc(p.came, from-most, func(j int32, t engine.Time) int {
		return int(min(max(p.log.came(j)-t, -1), 1))
	})
	for _, j := range p.came[first:] {
		came := p.log.came(j)
		if came > to+most {
			break
		}
		if local := k.local(came); local >= from && local < to {
			rows = append(rows, j)
		}
	}
	return rows
}

// names gives numbers to jobs that come again, and to their arrays, that no other one has.
type names struct {
	number int64
	taken  map[int32]bool // numbers of arrays
	array  int32
}

func newNames(p *Past) *names {
	n := &names{number: highest(p.kept), taken: map[int32]bool{}}
	if p.asked != nil {
		n.number = p.asked.Number[0]
	}
	for _, a := range p.kept.Array {
		n.taken[a] = true
		n.array = max(n.array, a)
	}
	return n
}

// give gives the jobs of a part numbers of their own.
func (n *names) give(w *engine.Workload) {
	w.Number = make([]int64, len(w.Jobs))
	for j := range w.Number {
		n.number++
		w.Number[j] = n.number
	}
	given := map[int32]int32{}
	w.Array = slices.Clone(w.Array)
	for j, a := range w.Array {
		if a < 0 {
			continue
		}
		if _, known := given[a]; !known {
			for first := true; first || n.taken[n.array]; first = false {
				if n.array++; n.array <= 0 {
					n.array = 1
				}
			}
			given[a] = n.array
		}
		w.Array[j] = given[a]
	}
}
