package script

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"backfill/engine"
	"backfill/policies/scripting"
)

// waiting are the waiting jobs, in one of scripting.Orders.
func (p *policy) waiting(a []starlark.Value) (starlark.Value, error) {
	if a[0] == nil || a[0] == starlark.String(scripting.Orders[0]) {
		return p.line(), p.charge(p.state.Waiting() / bytesAsOne)
	}
	rows, err := p.rows()
	if err != nil {
		return nil, err
	}
	word, _ := a[0].(starlark.String)
	var of func(j int32) int64
	s := p.state
	switch word {
	case "shortest", "longest":
		of = func(j int32) int64 { return int64(s.Job(j).Estimate) }
	case "narrowest", "widest":
		of = func(j int32) int64 { return int64(s.Job(j).Processors) }
	case "smallest", "largest":
		compare := func(i, j int32) int { return area(s, i).compare(area(s, j)) }
		if word == "largest" {
			compare = func(i, j int32) int { return area(s, j).compare(area(s, i)) }
		}
		slices.SortStableFunc(rows, compare)
		return &queue{p, rows, engine.NoJob}, p.charge(len(rows) * bits.Len(uint(len(rows))))
	default:
		return nil, fmt.Errorf("%v is no order; one of %s is accepted", a[0], strings.Join(scripting.Orders, ", "))
	}
	compare := func(i, j int32) int { return cmp.Compare(of(i), of(j)) }
	if word == "longest" || word == "widest" {
		compare = func(i, j int32) int { return cmp.Compare(of(j), of(i)) }
	}
	slices.SortStableFunc(rows, compare)
	return &queue{p, rows, engine.NoJob}, p.charge(len(rows) * bits.Len(uint(len(rows))))
}

// product is a number of 128 bits: a request may be as long as engine.MaxTime.
type product struct{ high, low uint64 }

// area is the request of job j times its processors.
func area(s *engine.State, j int32) product {
	high, low := bits.Mul64(uint64(s.Job(j).Estimate), uint64(s.Job(j).Processors))
	return product{high, low}
}

func (a product) compare(b product) int {
	return cmp.Or(cmp.Compare(a.high, b.high), cmp.Compare(a.low, b.low))
}
