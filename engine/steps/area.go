package steps

// Area adds to sum what each of the instants first to last-1 counts, times the milliseconds until the next one. All but the last are in one block of
// counts. The order of additions is that of time.
func Area(x *Instants, c *Counts, first int, last Place, sum float64) float64 {
	end := int(last.Index)
	if first == end {
		return sum
	}
	if first < int(x.First[last.Stretch]) {
		return areaAcross(x, c, first, last, sum)
	}
	least, after := uint32(c.Least[first/Block]), x.After[first:end+1]
	switch {
	case c.Bytes != nil:
		return area(c.Bytes[first:end], after, least, sum)
	case c.Words != nil:
		return area(c.Words[first:end], after, least, sum)
	}
	return area(c.Longs[first:end], after, least, sum)
}

func area[T above](column []T, after []uint32, least uint32, sum float64) float64 {
	begin := after[0]
	for i, next := range after[1:][:len(column)] {
		sum += float64(int32(least+uint32(column[i]))) * float64(next-begin)
		begin = next
	}
	return sum
}

// areaAcross is Area where instants lie in several stretches.
func areaAcross(x *Instants, c *Counts, first int, last Place, sum float64) float64 {
	begin := x.At(first)
	for i := first; i < int(last.Index); i++ {
		next := x.At(i + 1)
		sum += float64(c.At(i)) * float64(next-begin)
		begin = next
	}
	return sum
}
