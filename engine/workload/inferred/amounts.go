package inferred

// What there is of a node and what a run has, in this order: processors, memory in KB, GPUs by type, first of those whose type is not told.
const (
	processors = iota
	memory
	untyped
	kinds = untyped + 1 + mostTypes
)

// mostTypes of GPUs a machine may have. Those of others count as untyped.
const mostTypes = 6

type amounts [kinds]int64

func (a *amounts) add(b *amounts, times int64) {
	for i := range a {
		a[i] += times * b[i]
	}
}

// raise makes every amount at least that of b.
func (a *amounts) raise(b *amounts) {
	for i := range a {
		a[i] = max(a[i], b[i])
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
