package table

import "backfill/engine"

// Column gathers one attribute of many jobs. It stays nil as long as every value is
// -1, which is how a Workload says that nothing is known.
type Column[T int32 | int64 | engine.Time] struct{ Values []T }

// Set gives the job in row its value; rows come in ascending order without gaps.
// capacity is how many jobs are expected.
func (c *Column[T]) Set(row int, v T, capacity int) {
	if c.Values == nil {
		if v == -1 {
			return
		}
		c.Values = make([]T, row, max(capacity, row+1))
		for i := range c.Values {
			c.Values[i] = -1
		}
	}
	c.Values = append(c.Values, v)
}
