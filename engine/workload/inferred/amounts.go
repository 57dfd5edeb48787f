package inferred

// What there is of a node or a set of them, in this order: processors, memory in KB, GPUs by type, first of those whose type is not told.
const (
	processors = iota
	memory
	untyped
	kinds = untyped + 1 + mostTypes
)

// mostTypes of GPUs a machine may have. Those of others count as untyped.
const mostTypes = 6

type amounts [kinds]int64

// share is what a run has, in all or on a node: GPUs of one kind.
type share struct {
	memory           int64
	processors, gpus int32
	kind             int32 // of the GPUs
}

// add gives to a so many times what a share has.
func (a *amounts) add(s share, times int64) {
	a[processors] += times * int64(s.processors)
	a[memory] += times * s.memory
	a[s.kind] += times * int64(s.gpus)
}

// raise makes those amounts that a share has at least what now and more have together.
func (a *amounts) raise(now, more *amounts, s share) {
	for _, kind := range [...]int32{processors, memory, s.kind} {
		a[kind] = max(a[kind], now[kind]+more[kind])
	}
}

// use are the amounts with all GPUs in one.
func (a *amounts) use() Use {
	u := Use{Processors: a[processors], Memory: a[memory]}
	for _, n := range a[untyped:] {
		u.GPUs += n
	}
	return u
}
