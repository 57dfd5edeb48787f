package workload

import "backfill/engine"

// column gathers one attribute of many jobs. It stays nil as long as every value is
// -1, which is how a Workload says that nothing is known.
type column[T int32 | int64 | engine.Time] struct{ values []T }

// set gives the job in row its value; rows come in ascending order without gaps.
// capacity is how many jobs are expected.
func (c *column[T]) set(row int, v T, capacity int) {
	if c.values == nil {
		if v == -1 {
			return
		}
		c.values = make([]T, row, max(capacity, row+1))
		for i := range c.values {
			c.values[i] = -1
		}
	}
	c.values = append(c.values, v)
}
