package ui

import (
	"fmt"
	"html"
	"slices"
	"strings"
	"testing"

	"backfill/engine/metrics/stats"
	"backfill/ui/phrase"
)

// answersOf is the text of the panel of answers, with plain spaces.
func answersOf(t *testing.T, p *Page) string {
	t.Helper()
	return strings.Join(strings.Fields(html.UnescapeString(render(t, p).ids["answers"].text())), " ")
}

// What a policy that draws gives in one drawing is compared with nothing: values stand there, and that they are of one drawing. Once there are 20
// drawings, the middle nine tenths of their mean waits stand beside, as computed here from simulations by themselves.
func TestAnswersOfOneDrawing(t *testing.T) {
	p, b := firstVisit(t)
	open(p, fmt.Sprintf(accounted, takingTurns(40)))
	b.settle()
	runs := p.Shown.Results.Runs
	mean := func(policy int) string { return phrase.Seconds(runs[policy].Metrics.Value("meanWait")) }
	answers := func() string { return strings.ReplaceAll(p.Answers.Sentence(), "\u00a0", " ") }
	want := fmt.Sprintf("Under easy a job waits %s on average and under S %s in one drawing; one run of one workload: no interval.", mean(0), mean(1))
	if got := answers(); got != want {
		t.Errorf("the answer is %q, want %q", got, want)
	}
	if text := answersOf(t, p); !strings.Contains(text, "When Slurm's loops begin is drawn: the numbers of S are of one drawing, the one on the timeline.") {
		t.Errorf("the page says %s", text)
	}
	noneJudged := func() {
		t.Helper()
		for _, row := range p.Answers.Rows() {
			for _, cell := range row.Cells {
				if cell.Verdict != "" || cell.Difference != "" {
					t.Errorf("%s: %+v", row.About.Name, cell)
				}
			}
		}
	}
	noneJudged()
	if notes := p.Answers.Notes(); !slices.Equal(notes, []string{"", "one drawing"}) {
		t.Errorf("below the labels stands %q", notes)
	}

	if p.TwoRuns.Comparison() == nil || !strings.Contains(p.TwoRuns.Evidence(), "it is one drawing of when Slurm's loops begin") {
		t.Errorf("of two runs the page says %q", p.TwoRuns.Evidence())
	}

	p.Draw(p.OnPage(), 1, 20, (&tellings{}).note)
	b.draw(99)
	var means []float64
	for _, waits := range b.drawnBy(p.OnPage(), 1, 20) {
		means = append(means, sumOf(waits)/float64(len(waits)))
	}
	slices.Sort(means)
	low, high := phrase.Seconds(stats.Quantile(means, 0.05)), phrase.Seconds(stats.Quantile(means, 0.95))
	if low == high {
		t.Fatalf("all drawings have a mean wait of %s", low)
	}
	within := fmt.Sprintf("%s to %s in nine tenths of 20 drawings", low, high)
	want = fmt.Sprintf("Under easy a job waits %s on average and under S %s in this drawing (%s); one workload, so that the range is of the draws alone.", mean(0), mean(1), within)
	if got := answers(); got != want {
		t.Errorf("the answer is %q, want %q", got, want)
	}
	if row := p.Answers.Rows()[0]; row.About.Name != "meanWait" || row.Cells[1].Interval != low+" to "+high || row.Cells[1].Text != mean(1) {
		t.Errorf("the table has %+v", row)
	}
	if text := answersOf(t, p); !strings.Contains(text, "Below a mean wait of one drawing stands the range that holds nine tenths of 20.") {
		t.Errorf("the page says %s", text)
	}
	noneJudged()

	// Policies that draw nothing are compared as ever, beside it.
	p.AddPolicy("fcfs")
	p.Run()
	b.settle()
	runs = p.Shown.Results.Runs
	got := answers()
	if !strings.HasPrefix(got, "Jobs wait ") || !strings.Contains(got, " under FCFS than under easy (mean "+mean(2)+" against "+mean(0)+"); one run of one workload: no interval. Under S a job waits "+mean(1)+" on average in one drawing.") {
		t.Errorf("the answer is %q", got)
	}
}

// The log is no policy: it is told beside the others, after them, and neither has nor gives a sign. Its jobs waited 10, 120 and 0 s.
func TestTheLogIsNoRival(t *testing.T) {
	p, b := firstVisit(t)
	p.FileCame(droppedLog(t, "small.swf"))
	b.answer()
	got := strings.ReplaceAll(p.Answers.Sentence(), "\u00a0", " ")
	if !strings.HasSuffix(got, ": no interval. The log recorded a mean wait of 43.3 s.") || strings.Contains(got, "As recorded") {
		t.Errorf("the answer is %q", got)
	}
	text := answersOf(t, p)
	if want := "“As recorded” is the log itself, with all that happened on its cluster: it is no policy that one could choose, and not compared with those."; !strings.Contains(text, want) || !strings.Contains(text, "As recordedthe log itself") {
		t.Errorf("the page does not say %q: %s", want, text)
	}
	signs := 0
	for _, row := range p.Answers.Rows() {
		for i, cell := range row.Cells {
			if cell.Verdict != "" {
				signs++
			}
			if i == 3 && (cell.Verdict != "" || cell.Difference != "") {
				t.Errorf("%s of the log: %+v", row.About.Name, cell)
			}
		}
	}
	if signs == 0 {
		t.Fatal("the policies do not differ, so that there is nothing to see")
	}
	p.Edit("/baseline", "As recorded")
	differ := false
	for _, row := range p.Answers.Rows() {
		for _, cell := range row.Cells {
			differ = differ || cell.Difference != ""
			if cell.Verdict != "" {
				t.Errorf("%s is better or worse than the log: %+v", row.About.Name, cell)
			}
		}
	}
	if !differ {
		t.Error("nothing is compared with the log, which was asked for")
	}
}
