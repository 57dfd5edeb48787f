package ui

import (
	"math"
	"slices"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/ui/explain"
	"backfill/ui/timeline"
)

// A fast computer with two processors and a slow one with two; one copy of licence 1. Jobs 1
// to 3 need it, 1 processor each, and come at once; job 4 needs both processors of a computer.
const onSmallFarm = `{"version":1,"machine":{"kind":"farm","machines":[{"processors":2,"speed":300},{"processors":2,"speed":600}],"licences":[1]},
	"policies":[{"kind":"convergent"},{"kind":"easy"}],
	"workload":{"kind":"jobs","jobs":[{"run":600,"processors":1,"licences":[1]},{"run":600,"processors":1,"licences":[1]},
		{"run":600,"processors":1,"licences":[1]},{"run":600,"processors":2}]}}`

// handMade is a plan of these jobs with made-up priorities of two terms. By the highest
// priority the order is 2, 1, 4, 3. Job 2 gets the fast computer (lane 0) with 9 + 3 = 12,
// job 1 its other processor with 10. Job 4 comes with 6 + 2 = 8 to the fast computer, which
// has no processor left, and gets the slow one with 5. Job 3 comes with 7 to the fast
// computer, which is full, and then to the slow one, which cannot run it.
func handMade() *engine.Matrix {
	nan := float32(math.NaN())
	return &engine.Matrix{
		At: 0, Jobs: []int32{0, 1, 2, 3}, Lanes: 2, Terms: []string{"deadline", "waiting"},
		Value: []float32{
			8, 2, 1, 1,
			9, 3, 2, 2,
			6, 1, nan, nan,
			6, 2, 4, 1,
		},
		Where: []engine.Placement{1, -1, -1, -1},
		Plan:  []engine.Placement{0, 0, -1, 1},
	}
}

// onPlan is a page that shows handMade.
func onPlan(t *testing.T) (*Page, *fake) {
	t.Helper()
	p, b := firstVisit(t)
	open(p, onSmallFarm)
	b.answer()
	p.Unfolded["matrix"] = true
	p.PriorityMatrix.ShowPlan(0)
	if len(b.plans) != 1 || b.plans[0].of.Policy != 0 || b.plans[0].at != 0 {
		t.Fatalf("the page asks for %v", b.plans)
	}
	p.PriorityMatrix.PlanCame(b.plans[0].run, 0, 0, handMade())
	if p.PriorityMatrix.HeatMap() == nil {
		t.Fatal("there is no picture")
	}
	return p, b
}

// Job 1 of onFarm is interrupted at 5, job 2 never: that plan is shown first if job 1 is chosen.
func TestPlanOfAnInterruption(t *testing.T) {
	p, b := firstVisit(t)
	open(p, onFarm)
	b.answer()
	r := p.PriorityMatrix.PlannedRun()
	p.Pin(0)
	if got := p.PriorityMatrix.InstantToShow(r); got != 5*engine.Second {
		t.Errorf("the plan of %d is shown", got)
	}
	if got := explain.Interruption(r.Outcome, 0, 5*engine.Second); got != -1 {
		t.Errorf("interrupted again at %d", got)
	}
	if got := explain.Interruption(r.Outcome, 1, -1); got != -1 {
		t.Errorf("job 2 is interrupted at %d", got)
	}
}

func TestMatrixIsTold(t *testing.T) {
	p, _ := onPlan(t)
	if got, want := p.PriorityMatrix.PlanWords(), "Plan 1 of "; !strings.HasPrefix(got, want) || !strings.HasSuffix(got, ": 4 jobs. 2 start, 1 moves, 1 waits.") {
		t.Errorf("%q", got)
	}
	for j, want := range []string{
		"Job 1 is number 2 of 4: its highest priority is deadline 8.0 + waiting 2.0 = 10.0, on computer 2 (2 processors, 600 MIPS). The plan has it there: it moves from computer 1 to computer 2.",
		"Job 2 is number 1 of 4: its highest priority is deadline 9.0 + waiting 3.0 = 12.0, on computer 2 (2 processors, 600 MIPS). The plan has it there: it starts on computer 2.",
		"Job 3 is number 4 of 4: its highest priority is deadline 6.0 + waiting 1.0 = 7.0, on computer 2 (2 processors, 600 MIPS). But by the time its turn came there, job 1 and job 2 had left 0 processors of computer 2, and it needs 1; no other computer can run it. It waits.",
		"Job 4 is number 3 of 4: its highest priority is deadline 6.0 + waiting 2.0 = 8.0, on computer 2 (2 processors, 600 MIPS). But by the time its turn came there, job 1 and job 2 had left 0 processors of computer 2, and it needs 2. It starts on computer 1, with 5.0.",
	} {
		p.Pin(int32(j))
		if got := p.PriorityMatrix.Sentence(); got != want {
			t.Errorf("job %d:\n%s\nwant\n%s", j+1, got, want)
		}
	}
	rows := p.PriorityMatrix.TermRows()
	if len(rows) != 2 || rows[0].Name != "deadline" || !slices.Equal(rows[0].Values, []string{"6.00", "4.00"}) || rows[0].Doc == "" {
		t.Errorf("the table of terms holds %v", rows)
	}
	if got, want := p.PriorityMatrix.TermHeads(), []string{"computer 2 (best)", "computer 1 (plan)"}; !slices.Equal(got, want) {
		t.Errorf("its columns are %q", got)
	}
	// Job 2 has its best computer, job 3 none.
	for j, want := range map[int32]string{1: "computer 2 (best and plan)", 2: "computer 2 (best)"} {
		p.Pin(j)
		rows := p.PriorityMatrix.TermRows()
		if got := p.PriorityMatrix.TermHeads(); len(got) != 1 || got[0] != want || len(rows) != 2 || len(rows[0].Values) != 1 {
			t.Errorf("job %d: columns %q, rows %v", j+1, got, rows)
		}
	}
	p.Unfolded["matrix numbers"] = true
	var table []string
	for _, row := range p.PriorityMatrix.RankRows() {
		table = append(table, strings.Join(row, "|"))
	}
	if got, want := strings.Join(table, "\n"), "No.|Job|Priority|On|In the plan it\n1|2|12.00|computer 2|starts on computer 2\n2|1|10.00|computer 2|moves from computer 1 to computer 2\n"+
		"3|4|8.00|computer 2|starts on computer 1\n4|3|7.00|computer 2|waits"; got != want {
		t.Errorf("the table is\n%s\nwant\n%s", got, want)
	}
	if text := render(t, p).ids["matrix-why"].text(); text != p.PriorityMatrix.Sentence() {
		t.Errorf("the page says %q", text)
	}
}

// With one copy of licence 1 and job 2 ahead on another computer there is none left for job 3,
// though the fast computer has a processor.
func TestLicenceStandsInTheWay(t *testing.T) {
	p, b := onPlan(t)
	m := handMade()
	m.Plan = []engine.Placement{-1, 1, -1, -1}
	m.Value[4], m.Value[6] = 1, 9 // job 2 ranks first on the slow computer
	p.PriorityMatrix.Came, p.PriorityMatrix.Asked = nil, false
	p.PriorityMatrix.ShowPlan(0)
	p.PriorityMatrix.PlanCame(b.plans[1].run, 0, 0, m)
	p.Pin(2)
	if got, want := p.PriorityMatrix.Sentence(), "the only copy of licence 1 was in use elsewhere; no other computer can run it."; !strings.Contains(got, want) {
		t.Errorf("%q", got)
	}
}

func TestMatrixCells(t *testing.T) {
	p, _ := onPlan(t)
	// A row is 13 pixels high, the first below the axis of 30; columns begin behind 58.
	hit := p.PriorityMatrix.HeatMap().Hit(60, 30+13+1)
	if want := (timeline.Pair{Row: 0, Lane: 0}); hit != want {
		t.Fatalf("the second row is %v, want %v", hit, want)
	}
	text, changed := p.PriorityMatrix.Hover(hit)
	if want := "Job 1, number 2 of 4, on computer 2 (2 processors, 600 MIPS): deadline 8.0 + waiting 2.0 = 10.0; starts there"; text != want || !changed {
		t.Errorf("%q, want %q", text, want)
	}
	next, moved := p.PriorityMatrix.Key("ArrowRight")
	text, _ = p.PriorityMatrix.Hover(next)
	if want := "Job 1, number 2 of 4, on computer 1 (2 processors, 300 MIPS): deadline 1.0 + waiting 1.0 = 2.0; ran there until now"; !moved || text != want {
		t.Errorf("%q, want %q", text, want)
	}
	next, _ = p.PriorityMatrix.Key("ArrowDown")
	p.PriorityMatrix.Hover(next)
	next, _ = p.PriorityMatrix.Key("ArrowDown")
	if text, _ = p.PriorityMatrix.Hover(next); text != "Job 3, number 4 of 4, on computer 1 (2 processors, 300 MIPS): cannot run there" {
		t.Errorf("%q", text)
	}
	p.PriorityMatrix.PinRow(next.Row)
	if p.Pinned != 2 || p.PriorityMatrix.HeatMap().Detailed != 2 {
		t.Errorf("job %d is chosen", p.Pinned+1)
	}
}

// A plan is asked for when the map is unfolded, one at a time. The fast computer ends jobs 1
// and 2 at the same time, when the second plan has jobs 3 and 4 left.
func TestMatrixIsAskedFor(t *testing.T) {
	p, b := firstVisit(t)
	if p.PriorityMatrix.PlannedRun() != nil {
		t.Error("FCFS has a matrix")
	}
	open(p, onSmallFarm)
	b.answer()
	if len(b.plans) != 0 {
		t.Error("a plan was asked for that nobody wants to see")
	}
	p.Unfolded["matrix"] = true
	p.PriorityMatrix.ShowPlan(0)
	p.PriorityMatrix.StepPlan(1)
	p.PriorityMatrix.StepPlan(1)
	p.PriorityMatrix.StepPlan(-1)
	b.plan()
	if len(b.plans) != 0 || p.PriorityMatrix.Picture == nil {
		t.Fatal("the plan that was wanted last has not come")
	}
	plans := p.PriorityMatrix.PlannedRun().Outcome.Plans
	if got, want := p.PriorityMatrix.Came.At, plans[1]; got != want {
		t.Errorf("the plan at %d is shown, want that at %d", got, want)
	}
	if n := len(p.PriorityMatrix.Came.Jobs); n != 2 {
		t.Errorf("the second plan is of %d jobs, want 2", n)
	}
	if len(p.Timeline.Marks) != 1 || p.Timeline.Marks[0] != p.PriorityMatrix.Came.At {
		t.Errorf("the timeline marks %v", p.Timeline.Marks)
	}
}

// What is lit in the heat map stays lit when the colours or the width change.
func TestHeatMapStaysLit(t *testing.T) {
	p, b := onPlan(t)
	lit := p.PriorityMatrix.HeatMap().Hit(60, 30+13+1)
	p.PriorityMatrix.Hover(lit)
	b.theme = "dark"
	p.ThemeChanged()
	p.Sized(700, 1)
	if m := p.PriorityMatrix.HeatMap(); m.Hover != lit || m.Theme != timeline.Dark || m.Width != 700 {
		t.Errorf("lit is %v, want %v; width %d", m.Hover, lit, m.Width)
	}
}
