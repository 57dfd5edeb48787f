package main

import (
	"fmt"
	"strconv"
	"strings"

	"backfill/engine/experiment"
	"backfill/engine/scenario"
)

// shard is one of several parts of an experiment: of the cells in their order every
// count-th one. The zero shard is everything.
type shard struct {
	Index int `json:"index"` // from 1 to Count
	Count int `json:"count"`
}

// maxShards is the largest number of parts.
const maxShards = 10_000

// readShard reads text such as "2/4".
func readShard(text string) (shard, error) {
	index, count, slash := strings.Cut(text, "/")
	i, wrongIndex := strconv.Atoi(index)
	n, wrongCount := strconv.Atoi(count)
	s := shard{i, n}
	if !slash || wrongIndex != nil || wrongCount != nil || !s.valid() {
		return shard{}, &usageError{fmt.Sprintf("run: -shard %q: i/n is accepted, n from 1 to %d and i from 1 to n, such as 1/4", text, maxShards)}
	}
	return s, nil
}

func (s shard) valid() bool {
	return s.Count >= 1 && s.Count <= maxShards && s.Index >= 1 && s.Index <= s.Count
}

// has says whether the shard has the cell; the experiment has no wanted precision.
func (s shard) has(p *scenario.Plan, c experiment.Cell) bool {
	return s.Count == 0 || (c.Point*p.Replications+c.Replication)%s.Count == s.Index-1
}

func (s shard) String() string { return fmt.Sprintf("%d of %d", s.Index, s.Count) }
