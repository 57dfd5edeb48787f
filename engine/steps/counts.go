package steps

import "math"

// Block is how many counts are kept by how much they are above the least of them.
const Block = 64

// Counts are numbers that change little from one to the next, in 1 byte each if those of a block differ by less than
// 256, in 2 or 4 if they do not. The zero value is a column that is not there.
type Counts struct {
	Least []int32 // of each block
	// Of one of these there is one for each count: by how much it is above the least of its block.
	Bytes []uint8
	Words []uint16
	Longs []uint32
}

// CountsOf makes Counts of numbers.
func CountsOf(values []int32) Counts {
	w := NewWriter(len(values))
	for _, v := range values {
		w.Append(v)
	}
	return w.Counts()
}

// Absent says whether the column is missing.
func (c *Counts) Absent() bool { return c.Bytes == nil && c.Words == nil && c.Longs == nil }

// Len is the number of counts.
func (c *Counts) Len() int { return len(c.Bytes) + len(c.Words) + len(c.Longs) }

// Size is how many bytes of memory the counts take.
func (c *Counts) Size() int { return 4*len(c.Least) + len(c.Bytes) + 2*len(c.Words) + 4*len(c.Longs) }

// At is count i, counted from 0.
func (c *Counts) At(i int) int32 {
	least := c.Least[i/Block]
	switch {
	case c.Bytes != nil:
		return least + int32(c.Bytes[i])
	case c.Words != nil:
		return least + int32(c.Words[i])
	}
	return int32(uint32(least) + c.Longs[i])
}

// Extremes are the smallest and the largest of the counts i to end-1, which lie in one block, and of two that are known.
func (c *Counts) Extremes(i, end int, low, high int32) (int32, int32) {
	if i == end {
		return low, high
	}
	least := c.Least[i/Block]
	var below, above uint32
	switch {
	case c.Bytes != nil:
		below, above = extremes(c.Bytes[i:end])
	case c.Words != nil:
		below, above = extremes(c.Words[i:end])
	default:
		below, above = extremes(c.Longs[i:end])
	}
	return min(low, int32(uint32(least)+below)), max(high, int32(uint32(least)+above))
}

func extremes[T above](column []T) (low, high uint32) {
	low = math.MaxUint32
	for _, v := range column {
		low, high = min(low, uint32(v)), max(high, uint32(v))
	}
	return low, high
}

// Writer makes Counts.
type Writer struct {
	made  Counts
	room  int
	block []int32 // the last one
}

// NewWriter makes a Writer with room for n numbers.
func NewWriter(n int) *Writer {
	return &Writer{
		made: Counts{Least: make([]int32, 0, (n+Block-1)/Block), Bytes: make([]uint8, 0, n)},
		room: n, block: make([]int32, 0, Block),
	}
}

// Append adds a number.
func (w *Writer) Append(v int32) {
	if w.block = append(w.block, v); len(w.block) == Block {
		w.flush()
	}
}

// Counts are the numbers that were appended.
func (w *Writer) Counts() Counts {
	if len(w.block) > 0 {
		w.flush()
	}
	return w.made
}

func (w *Writer) flush() {
	low, high := w.block[0], w.block[0]
	for _, v := range w.block {
		low, high = min(low, v), max(high, v)
	}
	c := &w.made
	c.Least = append(c.Least, low)
	most := uint32(high) - uint32(low)
	if c.Bytes != nil && most > math.MaxUint8 {
		c.Words, c.Bytes = widened[uint16](c.Bytes, w.room), nil
	}
	if c.Words != nil && most > math.MaxUint16 {
		c.Longs, c.Words = widened[uint32](c.Words, w.room), nil
	}
	switch {
	case c.Bytes != nil:
		c.Bytes = appendAbove(c.Bytes, w.block, low)
	case c.Words != nil:
		c.Words = appendAbove(c.Words, w.block, low)
	default:
		c.Longs = appendAbove(c.Longs, w.block, low)
	}
	w.block = w.block[:0]
}

// above is by how much a count is larger than the least of its block.
type above interface{ uint8 | uint16 | uint32 }

func appendAbove[T above](column []T, values []int32, least int32) []T {
	for _, v := range values {
		column = append(column, T(uint32(v)-uint32(least)))
	}
	return column
}

func widened[To, From above](column []From, room int) []To {
	wide := make([]To, 0, room)
	for _, v := range column {
		wide = append(wide, To(v))
	}
	return wide
}
