package o2k

import "time"

// What the batch part of the Origin 2000 of the NCSA offered, over its eight hosts.
const (
	machineProcessors = 960
	machineMemory     = 336.0 // GB
)

// Classes of jobs: a class is that of the requested time and that of the space.
const (
	lengths = 4
	spaces  = 3
	classes = lengths * spaces
)

// lengthClass is a class of requested times (h). A share of its jobs requests the limit
// of the class, the others whole steps, log-uniform.
//
// Published are the limits; the shares and steps are assumptions, by which 62 % of the
// jobs request a limit, and so is the lower end of the first class.
type lengthClass struct {
	above, limit float64
	share, step  float64
}

var lengthTable = [lengths]lengthClass{
	{0.125, 5, 0.5, 0.25}, // vst, very short time
	{5, 50, 0.65, 1},      // st
	{50, 200, 0.7, 10},    // mt
	{200, 400, 0.85, 10},  // lt
}

// spaceClass is a class of sizes: jobs that are within its limits and not within those of
// the class before it.
type spaceClass struct {
	processors int32
	memory     float64 // GB
}

var spaceTable = [spaces]spaceClass{
	{8, 2},   // sj, small jobs
	{16, 4},  // mj
	{64, 25}, // lj
}

// publishedMonth is one month of Table 1. Its classes are sj vst, sj st, sj mt, sj lt, mj vst,
// ..., lj lt. Demands are per cent: of a class, of what the machine has to give in the
// month; in all, those of its jobs together.
type publishedMonth struct {
	year       int
	month      time.Month
	jobs       [classes]int
	processing [classes]float64
	memory     [classes]float64
	inAll      demand
}

// demand is processors times run time and memory times run time of jobs, per cent
// of what the machine has to give in the month.
type demand struct{ processing, memory float64 }

// monthTable is Table 1 of the source.
//
// Source: Chiang, Arpaci-Dusseau and Vernon, JSSPP 2002.
var monthTable = [...]publishedMonth{
	{2000, time.October,
		[classes]int{1342, 2491, 576, 276, 248, 624, 240, 50, 57, 362, 208, 78},
		[classes]float64{1, 11, 9, 7, 0, 10, 11, 2, 0, 14, 13, 4},
		[classes]float64{0, 6, 7, 9, 0, 6, 6, 2, 0, 6, 18, 20},
		demand{82, 81}},
	{2000, time.November,
		[classes]int{1719, 2279, 417, 60, 287, 499, 186, 16, 146, 513, 110, 25},
		[classes]float64{1, 10, 8, 3, 1, 9, 12, 3, 1, 21, 13, 3},
		[classes]float64{1, 5, 5, 2, 0, 5, 6, 1, 0, 11, 11, 14},
		demand{85, 61}},
	{2000, time.December,
		[classes]int{1114, 2056, 563, 164, 100, 203, 215, 59, 45, 135, 113, 15},
		[classes]float64{0, 10, 10, 9, 0, 4, 18, 4, 0, 8, 13, 12},
		[classes]float64{0, 6, 8, 5, 0, 2, 10, 6, 0, 3, 13, 9},
		demand{89, 63}},
	{2001, time.January,
		[classes]int{945, 2000, 649, 164, 185, 267, 158, 151, 37, 170, 97, 14},
		[classes]float64{1, 9, 13, 7, 0, 4, 18, 10, 0, 9, 15, 14},
		[classes]float64{0, 6, 8, 5, 0, 3, 10, 14, 0, 6, 9, 14},
		demand{102, 76}},
	{2001, time.February,
		[classes]int{2328, 2264, 479, 180, 357, 333, 119, 63, 281, 219, 91, 70},
		[classes]float64{1, 9, 9, 8, 0, 6, 13, 7, 0, 11, 12, 22},
		[classes]float64{1, 6, 5, 5, 0, 4, 8, 8, 0, 8, 14, 28},
		demand{97, 87}},
	{2001, time.March,
		[classes]int{1915, 1869, 644, 221, 372, 290, 140, 50, 78, 224, 87, 39},
		[classes]float64{1, 12, 11, 10, 1, 4, 10, 5, 0, 11, 18, 17},
		[classes]float64{1, 7, 8, 9, 0, 3, 6, 8, 0, 9, 11, 30},
		demand{100, 92}},
	{2001, time.April,
		[classes]int{2106, 2304, 643, 202, 235, 238, 70, 78, 47, 159, 90, 34},
		[classes]float64{1, 13, 12, 9, 0, 5, 8, 5, 0, 8, 8, 8},
		[classes]float64{1, 6, 7, 7, 0, 3, 3, 9, 0, 9, 8, 25},
		demand{78, 77}},
	{2001, time.May,
		[classes]int{2220, 2012, 611, 191, 364, 355, 115, 96, 214, 246, 104, 45},
		[classes]float64{2, 12, 10, 10, 1, 6, 10, 12, 1, 8, 19, 9},
		[classes]float64{1, 5, 9, 6, 0, 3, 4, 14, 1, 10, 18, 20},
		demand{99, 92}},
	{2001, time.June,
		[classes]int{2076, 2317, 690, 82, 271, 346, 113, 86, 91, 189, 84, 19},
		[classes]float64{2, 12, 15, 6, 1, 8, 10, 9, 1, 9, 10, 4},
		[classes]float64{1, 7, 11, 4, 0, 4, 4, 12, 0, 9, 17, 6},
		demand{86, 75}},
	{2001, time.July,
		[classes]int{1363, 2070, 664, 136, 243, 415, 177, 111, 102, 263, 131, 30},
		[classes]float64{1, 12, 15, 5, 1, 7, 14, 6, 1, 12, 10, 5},
		[classes]float64{1, 8, 9, 5, 0, 4, 7, 13, 0, 9, 18, 8},
		demand{89, 81}},
}

// name is the month as in a scenario: "2001-01".
func (m *publishedMonth) name() string { return m.first().Format("2006-01") }

// first is the beginning of the month.
func (m *publishedMonth) first() time.Time {
	return time.Date(m.year, m.month, 1, 0, 0, 0, 0, time.UTC)
}

// days is how many days the month has.
func (m *publishedMonth) days() int { return m.first().AddDate(0, 1, -1).Day() }

// printed is what is printed of the demands of each class. A printed 0 is read as 0.25, the
// middle of what is printed so.
func (m *publishedMonth) printed() [classes]demand {
	var of [classes]demand
	const zero = 0.25
	for c := range of {
		of[c] = demand{max(zero, m.processing[c]), max(zero, m.memory[c])}
	}
	return of
}

// demands is what each class shall demand so that the month's printed sum is met, from
// which those of the printed classes differ by at most 1.5 points: they are moved in
// proportion, by less than the half point that is lost in print.
func (m *publishedMonth) demands() [classes]demand {
	of := m.printed()
	var sum demand
	for _, d := range of {
		sum.processing += d.processing
		sum.memory += d.memory
	}
	for c := range of {
		of[c].processing *= m.inAll.processing / sum.processing
		of[c].memory *= m.inAll.memory / sum.memory
	}
	return of
}
