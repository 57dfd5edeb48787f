package widget

import "math"

// Sorting filters and sorts jobs in short steps. It is a list of passes over the
// jobs: one that filters, then for every 16 bits in which keys differ one that
// counts and one that moves.
type Sorting struct {
	jobs       int32
	accepts    func(j int32) bool
	by         *Column // nil: in the order of the workload
	descending bool

	next    int32 // where the pass goes on
	phase   phase
	Rows    []int32 // the jobs, in order once all steps are done
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

// Sort begins to sort the jobs that are accepted by a column, nil for the order of the workload.
func Sort(jobs int, accepts func(int32) bool, by *Column, descending bool) *Sorting {
	s := &Sorting{jobs: int32(jobs), accepts: accepts, by: by, descending: descending, low: math.MaxUint64}
	s.Rows = make([]int32, 0, jobs)
	if by != nil {
		s.keys = make([]uint64, 0, jobs)
	}
	return s
}

// Step does a little and says whether everything is done: Rows is the result.
func (s *Sorting) Step() bool {
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

func (s *Sorting) filter() {
	end := min(s.next+stepJobs, s.jobs)
	for j := s.next; j < end; j++ {
		if !s.accepts(j) {
			continue
		}
		s.Rows = append(s.Rows, j)
		if s.by == nil {
			continue
		}
		// Keys are not negative but for -1, "never"; one more makes them unsigned.
		key := uint64(s.by.Value(j) + 1)
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
	if s.by != nil && len(s.Rows) > 1 && s.low < s.high {
		s.other, s.moved = make([]int32, len(s.Rows)), make([]uint64, len(s.Rows))
		s.phase = counting
	}
}

func (s *Sorting) count() {
	if s.next == 0 {
		s.buckets = make([]int32, numBuckets+1)
	}
	end := min(int(s.next)+4*stepJobs, len(s.Rows))
	for _, key := range s.keys[s.next:end] {
		s.buckets[s.digit(key)+1]++
	}
	if s.next = int32(end); end < len(s.Rows) {
		return
	}
	for b := range numBuckets {
		s.buckets[b+1] += s.buckets[b]
	}
	s.phase, s.next = moving, 0
}

// digit is the key's present 16 bits; keys are taken from the smallest one on.
func (s *Sorting) digit(key uint64) uint64 { return (key - s.low) >> s.shift & (numBuckets - 1) }

func (s *Sorting) move() {
	end := min(int(s.next)+2*stepJobs, len(s.Rows))
	for i := int(s.next); i < end; i++ {
		d := s.digit(s.keys[i])
		to := s.buckets[d]
		s.buckets[d]++
		s.other[to], s.moved[to] = s.Rows[i], s.keys[i]
	}
	if s.next = int32(end); end < len(s.Rows) {
		return
	}
	s.Rows, s.other = s.other, s.Rows
	s.keys, s.moved = s.moved, s.keys
	s.shift += radixBits
	s.phase, s.next = counting, 0
	if s.shift >= 64 || (s.high-s.low)>>s.shift == 0 {
		s.phase = done
	}
}

// Column is one column of a table of jobs.
type Column struct {
	Key, Title string
	Value      func(j int32) int64  // to sort by
	Text       func(j int32) string // to show
	Unit       string               // of Number, "" for none
	Number     func(j int32) string // the number in full that Text shows, "" if there is none; nil: Text is no quantity
}

// NewColumn makes a column of texts.
func NewColumn(key, title string, value func(j int32) int64, text func(j int32) string) Column {
	return Column{Key: key, Title: title, Value: value, Text: text}
}

// Of is the column as one of numbers in that unit.
func (c Column) Of(unit string, number func(j int32) string) Column {
	c.Unit, c.Number = unit, number
	return c
}

// Head is what the column is called where its numbers stand: "Run time (s)".
func (c *Column) Head() string {
	if c.Unit == "" {
		return c.Title
	}
	return c.Title + " (" + c.Unit + ")"
}

// Cell is what the column says of a job to a program: a number in the column's unit, or a text, "" for nothing.
func (c *Column) Cell(j int32) string {
	if c.Number != nil {
		return c.Number(j)
	}
	if text := c.Text(j); text != Nothing {
		return text
	}
	return ""
}

// Nothing is shown where there is no value.
const Nothing = "–"
