package timeline

import (
	"strings"
	"testing"

	"backfill/engine"
)

// passing is a run at 25 s of 30, in 60 columns: half a second each. Passes are known from 5 s on: of the main scheduler at 6 s, of both at 9 s, of the backfill scheduler at
// 12 s, in one call at 15 s and in two at 20.0 and 20.1 s, of the main scheduler at 25 s and, which has not happened yet, at 26 s.
func passing() *Scene {
	s := played()
	s.Groups[0].Passing = true
	at := func(ms int, of engine.Passes) Pass { return Pass{engine.Time(ms), of} }
	const both = engine.MainPass | engine.BackfillPass
	s.Play = &Play{Now: 25 * engine.Second, Known: []*Foresight{{Passing: true}}, Passes: []*Passes{{From: 5 * engine.Second, Until: engine.Never, List: []Pass{
		at(6000, engine.MainPass), at(9000, both), at(12000, engine.BackfillPass), at(15000, both), at(20000, engine.MainPass), at(20100, engine.MainPass), at(25000, engine.MainPass), at(26000, engine.MainPass)}}}}
	s.View = NewView(0, 30*engine.Second, 60, 1).Stack(Heights{Axis: 5, Title: 10, Gantt: 20}, s.Groups)
	return s
}

// The strip is 13 rows high below a title of 10: from below the line, 4 rows for the main scheduler, 1 that is free and 6 for the backfill scheduler. Column 40 has one
// tick for two passes; the line goes from column 10 to the present, column 50, which its own line crosses in two columns.
func TestTicksOfPasses(t *testing.T) {
	s := passing()
	draw := func() []string {
		var picture Raster
		s.Draw(&picture)
		var rows []string
		legend := map[uint32]rune{s.Theme.Text.pixel(): '|', s.Theme.Muted.pixel(): '.', s.Theme.Background.pixel(): ' ', s.Theme.Halo.pixel(): ' '}
		lane := s.View.Lanes[1]
		for y := lane.Top; y < lane.Top+lane.Height; y++ {
			var row strings.Builder
			for x := range 49 { // before the present
				row.WriteRune(legend[picture.row(y)[x]])
			}
			rows = append(rows, strings.TrimRight(row.String(), " "))
		}
		return rows
	}
	rows := draw()
	if len(rows) != 23 {
		t.Fatalf("the lane of the title has %d rows", len(rows))
	}
	ticks := func(row string, sign byte) (columns []int) {
		for x := range len(row) {
			if row[x] == sign {
				columns = append(columns, x)
			}
		}
		return columns
	}
	equal := func(y int, sign byte, want ...int) {
		t.Helper()
		got := ticks(rows[y], sign)
		if len(got) != len(want) {
			t.Errorf("row %d has %q in columns %v, want %v", y, sign, got, want)
			return
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("row %d has %q in columns %v, want %v", y, sign, got, want)
				return
			}
		}
	}
	for y := range 11 {
		equal(y, '|')
	}
	for y := 11; y < 17; y++ {
		equal(y, '|', 18, 24, 30)
		equal(y, '.')
	}
	equal(17, '.')
	equal(17, '|')
	for y := 18; y < 22; y++ {
		equal(y, '.', 12, 18, 30, 40)
		equal(y, '|')
	}
	if want := strings.Repeat(" ", 10) + strings.Repeat(".", 39); rows[22] != want {
		t.Errorf("the line is %q, want %q", rows[22], want)
	}
	s.Play.Passes[0].Sparse = true
	if got, want := draw()[22], "            ...   ...   ...   ...   ...   ...   ."; got != want {
		t.Errorf("the line is %q where passes are left out, want %q", got, want)
	}
}

// Pointed at, a tick is told with its instant, and within two columns of it; several are counted, with the last one. Those to come are told nowhere.
func TestWordsOfPasses(t *testing.T) {
	s := passing()
	for x, want := range map[int]string{
		12: "pass of the main scheduler at 6 s", 14: "pass of the main scheduler at 6 s", 15: "",
		18: "pass of the main scheduler at 9 s; pass of the backfill scheduler at 9 s",
		24: "pass of the backfill scheduler at 12 s",
		40: "2 passes of the main scheduler, the last at 20 s", 50: "pass of the main scheduler at 25 s", 53: "",
	} {
		if got := s.PassLine(s.Hit(x, 25)); got != want {
			t.Errorf("in column %d stands %q, want %q", x, got, want)
		}
	}
	const want = " Ticks above the chart, from 5 s to 25 s: 6 passes of the main scheduler, the last at 25 s; 3 passes of the backfill scheduler, the last at 15 s."
	if got := s.Describe(0, s.Groups[0].Outcome); !strings.HasSuffix(got, want) {
		t.Errorf("it is described as %q, want %q at the end", got, want)
	}
	absent := func() (list []bool) {
		for _, e := range s.FutureLegend() {
			if e.Upper || e.Lower {
				list = append(list, e.Absent)
			}
		}
		return list
	}
	if got := absent(); len(got) != 2 || got[0] || got[1] {
		t.Errorf("the legend has %v", got)
	}
	s.View.T0, s.View.T1 = 19*engine.Second, 22*engine.Second // no pass of the backfill scheduler
	if got := absent(); len(got) != 2 || !got[0] || got[1] {
		t.Errorf("the legend has %v where only the main scheduler made passes", got)
	}
	s.Play.Passes[0] = nil
	if got := absent(); got != nil {
		t.Errorf("the legend has %v of a policy without passes", got)
	}
}
