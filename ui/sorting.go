package ui

import "math"

// sorting filters and sorts jobs in short steps. It is a list of passes over the
// jobs: one that filters, then for every 16 bits in which keys differ one that
// counts and one that moves.
type sorting struct {
	jobs       int32
	accepts    func(j int32) bool
	by         *Column // nil: in workload order
	descending bool

	next    int32 // where the pass goes on
	phase   phase
	rows    []int32
	keys    []uint64
	other   []int32
	moved   []uint64
	low     uint64 // smallest and largest key
	high    uint64
	shift   uint
	buckets []int32
}

type phase uint8

const (
	filtering phase = iota
	counting
	moving
	done
)

const (
	stepJobs   = 1 << 14 // jobs that one step looks at: a millisecond or two
	radixBits  = 16
	numBuckets = 1 << radixBits
)

func newSorting(jobs int, accepts func(int32) bool, by *Column, descending bool) *sorting {
	s := &sorting{jobs: int32(jobs), accepts: accepts, by: by, descending: descending, low: math.MaxUint64}
	s.rows = make([]int32, 0, jobs)
	if by != nil {
		s.keys = make([]uint64, 0, jobs)
	}
	return s
}

// step does a little and says whether everything is done: rows is the result.
func (s *sorting) step() bool {
	switch s.phase {
	case filtering:
		s.filter()
	case counting:
		s.count()
	case moving:
		s.move()
	}
	return s.phase == done
}

func (s *sorting) filter() {
	end := min(s.next+stepJobs, s.jobs)
	for j := s.next; j < end; j++ {
		if !s.accepts(j) {
			continue
		}
		s.rows = append(s.rows, j)
		if s.by == nil {
			continue
		}
		// Keys are not negative but for -1, "never"; one more makes them unsigned.
		key := uint64(s.by.value(j) + 1)
		if s.descending {
			key = ^key
		}
		s.low, s.high = min(s.low, key), max(s.high, key)
		s.keys = append(s.keys, key)
	}
	if s.next = end; end < s.jobs {
		return
	}
	s.phase, s.next = done, 0
	if s.by != nil && len(s.rows) > 1 && s.low < s.high {
		s.other, s.moved = make([]int32, len(s.rows)), make([]uint64, len(s.rows))
		s.phase = counting
	}
}

func (s *sorting) count() {
	if s.next == 0 {
		s.buckets = make([]int32, numBuckets+1)
	}
	end := min(int(s.next)+4*stepJobs, len(s.rows))
	for _, key := range s.keys[s.next:end] {
		s.buckets[s.digit(key)+1]++
	}
	if s.next = int32(end); end < len(s.rows) {
		return
	}
	for b := range numBuckets {
		s.buckets[b+1] += s.buckets[b]
	}
	s.phase, s.next = moving, 0
}

// digit is the key's present 16 bits; keys are taken from the smallest one on.
func (s *sorting) digit(key uint64) uint64 { return (key - s.low) >> s.shift & (numBuckets - 1) }

func (s *sorting) move() {
	end := min(int(s.next)+2*stepJobs, len(s.rows))
	for i := int(s.next); i < end; i++ {
		d := s.digit(s.keys[i])
		to := s.buckets[d]
		s.buckets[d]++
		s.other[to], s.moved[to] = s.rows[i], s.keys[i]
	}
	if s.next = int32(end); end < len(s.rows) {
		return
	}
	s.rows, s.other = s.other, s.rows
	s.keys, s.moved = s.moved, s.keys
	s.shift += radixBits
	s.phase, s.next = counting, 0
	if s.shift >= 64 || (s.high-s.low)>>s.shift == 0 {
		s.phase = done
	}
}
