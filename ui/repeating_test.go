package ui

import (
	"fmt"
	"html"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"backfill/engine/drawings"
	"backfill/engine/metrics"
	"backfill/engine/metrics/stats"
	"backfill/ui/answer"
	"backfill/ui/draft"
	"backfill/ui/phrase"
	"backfill/ui/session"
)

// accounted are jobs of two accounts under EASY and under Slurm, whose loops begin when nobody knows.
const accounted = `{"version":1,"machine":{"kind":"partitions","choice":"slurm","nodes":[{"name":"n[1-4]","processors":4}],"partitions":[{"name":"batch"}]},
	"workload":{"kind":"jobs","jobs":[%s]},"policies":[{"kind":"easy"},{"kind":"slurm","label":"S","parameters":"bf_interval=30"}],"workers":3}`

// takingTurns are jobs of which those of account 1 have three of the four nodes, one after the other, and those of account 2, which are shorter, one.
// Where the main scheduler finds that a job of account 1 has to wait, it leaves those of account 2 behind it to the backfill scheduler.
func takingTurns(n int) string {
	var jobs []string
	for j := range n {
		nodes, run := 3, 280+10*(j%5)
		if j%2 == 1 {
			nodes, run = 1, 90
		}
		jobs = append(jobs, fmt.Sprintf(`{"submit":%d,"run":%d,"request":%d,"processors":%d,"user":%d,"group":%d}`, 97*j, run, run, 4*nodes, 1+j%2, 1+j%2))
	}
	return strings.Join(jobs, ",")
}

// differences are those of the mean waits of some jobs of the policy before and now, in each of n drawings that are simulated by themselves.
func (b *fake) differences(before, now *session.Simulated, policy, n int, rows []int32) (list []float64) {
	b.t.Helper()
	was, is := b.drawnBy(before, policy, n), b.drawnBy(now, policy, n)
	for i := range n {
		sum := 0.0
		for _, j := range rows {
			sum += float64(is[i][j]-was[i][j]) / 1000
		}
		list = append(list, sum/float64(len(rows)))
	}
	return list
}

// t19 is what Student's t with 19 degrees of freedom exceeds in absolute value with probability 0.05, from a table.
const t19 = 2.093

// studentsInterval is the mean of twenty values and the interval of 95 %.
func studentsInterval(values []float64) (mean, low, high float64) {
	for _, v := range values {
		mean += v / 20
	}
	squares := 0.0
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	half := t19 * math.Sqrt(squares/19/20)
	return mean, mean - half, mean + half
}

// The page repeats a small run before and after a change by itself, once the results have been there for a while, and then says the mean difference
// of the mean waits of the drawings, its interval and in how many drawings it was so: as computed here from simulations by themselves.
func TestBeforeAndAfterOverDrawings(t *testing.T) {
	p, b := firstVisit(t)
	open(p, fmt.Sprintf(accounted, takingTurns(40)))
	b.settle()
	b.alterTo("/policies/1/parameters", "bf_interval=900")
	text := panelOf(t, p)
	was, is, _ := meanWaits(p.Before().Results.Runs[1], p.Shown.Results.Runs[1])
	for _, want := range []string{
		fmt.Sprintf("Under S a job waits %s on average, before %s, in one drawing. Nothing changes under the other policy.", phrase.Seconds(is), phrase.Seconds(was)),
		"Under S the range is being computed: 1 of 20 drawings. Until it has come, no difference is told.", "Repeat in 20 drawings",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("after one drawing the page does not say %q: %s", want, text)
		}
	}
	noDifferences(t, p)
	if len(b.draws) > 0 {
		t.Error("drawings are asked for before the results have settled")
	}
	b.pass()
	if len(b.draws) != 1 {
		t.Fatal("a small run is not repeated by itself")
	}
	b.draw(7)
	if text := panelOf(t, p); !strings.Contains(text, "Under S the range is being computed: 8 of 20 drawings before, 1 of 20 now.") {
		t.Errorf("meanwhile the page says %s", text)
	}
	noDifferences(t, p)
	render(t, p).do("cancel-repeating", "click", "")
	if n := len(p.Before().Results.Runs[1].Drawings); len(b.draws) > 0 || n != 8 {
		t.Errorf("after Cancel there are %d drawings", n)
	}
	if text := panelOf(t, p); !strings.Contains(text, "under S no difference is told before there are 20. ") || !strings.Contains(text, "S: 8 of 20 drawings before, 1 of 20 now.") || !strings.Contains(text, "Repeat for the rest") {
		t.Errorf("after Cancel the page says %s", text)
	}
	noDifferences(t, p)
	p.WhatIf.RepeatSoon()
	b.pass()
	if len(b.draws) > 0 {
		t.Error("what the reader cancelled begins again by itself")
	}
	render(t, p).do("repeat-0", "click", "")
	if b.draws[0].from != 8 {
		t.Error("what was there is drawn again")
	}
	b.draw(99)

	rows := drawings.Rows(p.Before().Results.Runs[1].Drawings)
	all := b.differences(p.Before(), p.OnPage(), 1, 20, rows)
	mean, low, high := studentsInterval(all)
	worse := 0
	for _, v := range all {
		if v > 0 {
			worse++
		}
	}
	if low <= 0 {
		t.Fatalf("the change shows no difference: %v, %v to %v", mean, low, high)
	}
	in := "all 20"
	if worse < 20 {
		in = fmt.Sprintf("%d of them", worse)
	}
	want := fmt.Sprintf("Under S jobs wait %s more on average (95 %% interval %s to %s more; 20 drawings, worse in %s)", phrase.Seconds(mean), phrase.Seconds(low), phrase.Seconds(high), in)
	text = panelOf(t, p)
	if !strings.Contains(text, want) || strings.Contains(text, "in one drawing.") || !strings.Contains(text, "Under S mean waits are means of 20 drawings.") {
		t.Errorf("the page does not say %q: %s", want, text)
	}
	if !strings.Contains(strings.ReplaceAll(b.said, "\u00a0", " "), want) {
		t.Errorf("read aloud is %q", b.said)
	}

	// By account, and ticks only where the interval excludes 0; none for another metric.
	p.WhatIf.SetGroupsBy("account")
	var signs [3][]string
	for account := range 2 {
		var of []int32
		for _, j := range rows {
			if int(j)%2 == account {
				of = append(of, j)
			}
		}
		mean, low, high := studentsInterval(b.differences(p.Before(), p.OnPage(), 1, 20, of))
		sign := 1
		if low > 0 {
			sign = 2
		} else if high < 0 {
			sign = 0
		}
		name := fmt.Sprintf("account %d", account+1)
		signs[sign] = append(signs[sign], name)
		line := phrase.SignedSeconds(mean)
		i := slices.IndexFunc(groupLines(t, p), func(l string) bool { return strings.HasPrefix(l, phrase.UpperFirst(name)+" | 20 | ") })
		if i < 0 {
			t.Fatalf("there is no row of %s: %v", name, groupLines(t, p))
		}
		got := groupLines(t, p)[i]
		shown := math.Abs(mean) < 10 || strings.Contains(got, line+" (") // less has more digits than line
		if !shown || !strings.HasSuffix(got, []string{"✓", "", "✗"}[sign]) || sign == 1 && strings.ContainsAny(got, "✓✗") {
			t.Errorf("the row of %s is %q, want %s and the sign %d (%v to %v)", name, got, line, sign, low, high)
		}
	}
	text = panelOf(t, p)
	if len(signs[1]) != 1 || len(signs[2]) != 1 {
		t.Fatalf("jobs of %v show no difference, those of %v wait longer", signs[1], signs[2])
	}
	if want := "Under S " + signs[2][0] + " loses, of 2; the other shows no difference (mean waits, 20 drawings)."; !strings.Contains(text, want) {
		t.Errorf("the page does not say %q: %s", want, text)
	}
	report := strings.ReplaceAll(html.UnescapeString(savedReport(p)), "\u00a0", " ")
	for _, what := range []string{want, "loses, of 2; the other shows no difference (mean waits, 20 drawings)"} {
		if !strings.Contains(report, what) {
			t.Errorf("the report does not say %q", what)
		}
	}
	p.WhatIf.SetGroupMetric("maxWait")
	for _, line := range groupLines(t, p) {
		if cells := strings.Split(line, " | "); strings.ContainsAny(cells[len(cells)-1], "✓✗") {
			t.Errorf("the longest wait of one drawing has a sign: %s", line)
		}
	}
}

// noDifferences looks at the sentence, the tables and the report of before and after for what one drawing does not tell: who waits more or less, by how
// many per cent, who gains and what is better.
func noDifferences(t *testing.T, p *Page) {
	t.Helper()
	noSigns(t, p)
	if !p.groupsAreOpen(t) {
		render(t, p).do("by-group", "click", "")
	}
	page := render(t, p)
	texts := map[string]string{"sentence": page.ids["before-after"].text(), "table": page.ids["before-table"].text(), "groups": page.ids["before-groups"].text()}
	report := savedReport(p)
	from := strings.Index(report, "<h2>Before and after</h2>")
	texts["report"] = report[from : from+strings.Index(report[from:], "<h2>Changed lines</h2>")]
	for place, text := range texts {
		text = html.UnescapeString(text)
		if told := differenceWords.FindString(text); told != "" {
			t.Errorf("the %s tells %q of one drawing: %s", place, told, text)
		}
	}
	if want := "When this report was written, the range over drawings had not come."; !strings.Contains(texts["report"], want) {
		t.Errorf("the report does not say %q: %s", want, texts["report"])
	}
}

// differenceWords are a difference in numbers, and what is better or worse.
var differenceWords = regexp.MustCompile(`[+−±][0-9]|✓|✗|% (more|less)|wait (more|less|longer|shorter)|gains?\b|loses?\b`)

// groupsAreOpen says whether the table by group is there.
func (p *Page) groupsAreOpen(t *testing.T) bool { return render(t, p).ids["before-groups"] != nil }

// savedReport is a report of what is on the page now.
func savedReport(p *Page) string {
	b := p.Browser.(*fake)
	b.saved = map[string][]byte{}
	p.Exports.SaveReport()
	for name, content := range b.saved {
		if strings.HasSuffix(name, ".html") {
			return string(content)
		}
	}
	return ""
}

// Runs that take long are repeated by themselves as often as a minute of computing allows, and not at all where that is not once. Of 2 s before and
// 2 s now there are 15 times 4 s in a minute, so that 16 drawings are there with the run itself; four more take 16 s. Of 70 s before none is.
func TestSlowRunsAreRepeatedForAMinute(t *testing.T) {
	for _, c := range []struct {
		seconds float64
		draws   int
		want    []string
	}{
		{2, 16, []string{"S: 16 of 20 drawings. The rest takes about 16.0 s of computing; by itself the page begins no more than 1 min of it.", "Repeat for the rest"}},
		{70, 1, []string{"S: 1 of 20 drawings. The rest takes about 44 min 20 s of computing; by itself the page begins no more than 1 min of it.", "Repeat in 20 drawings"}},
	} {
		p, b := firstVisit(t)
		open(p, fmt.Sprintf(accounted, takingTurns(40)))
		b.settle()
		p.Shown.Results.Runs[1].Seconds = c.seconds
		b.alterTo("/policies/1/parameters", "bf_interval=900")
		p.Shown.Results.Runs[1].Seconds = c.seconds
		b.pass()
		b.draw(99)
		before, now := max(len(p.Before().Results.Runs[1].Drawings), 1), max(len(p.Shown.Results.Runs[1].Drawings), 1)
		if before != c.draws || now != c.draws {
			t.Errorf("of runs of %g s there are %d and %d drawings, want %d", c.seconds, before, now, c.draws)
		}
		text := panelOf(t, p)
		for _, want := range append(c.want, "under S no difference is told before there are 20.") {
			if !strings.Contains(text, want) {
				t.Errorf("of runs of %g s the page does not say %q: %s", c.seconds, want, text)
			}
		}
		noDifferences(t, p)
		render(t, p).do("repeat-0", "click", "")
		b.draw(99)
		if text := panelOf(t, p); !strings.Contains(text, "on average (95 % interval") {
			t.Errorf("after the rest the page says %s", text)
		}
	}
}

// Only policies that the change touches are told of, compared and repeated. A change of EASY leaves Slurm as it is, draw by draw.
func TestUntouchedPoliciesAreLeftOut(t *testing.T) {
	p, b := firstVisit(t)
	open(p, strings.Replace(fmt.Sprintf(accounted, takingTurns(40)), `{"kind":"easy"}`, `{"kind":"easy","label":"EASY"},{"kind":"fcfs","label":"FCFS"}`, 1))
	b.settle()
	b.alterTo("/policies/0/kind", "conservative")
	b.pass()
	if len(b.draws) > 0 {
		t.Error("what the change does not touch is repeated")
	}
	p, b = firstVisit(t)
	b.alterTo("/policies/1/reservations", "3") // of EASY, beside FCFS and Conservative
	sentence := p.BeforeAndAfter().Sentence()
	was, is, _ := meanWaits(p.Before().Results.Runs[1], p.Shown.Results.Runs[1])
	if was == is {
		t.Fatal("three reservations change nothing")
	}
	if strings.Contains(sentence, "FCFS") || strings.Contains(sentence, "Conservative") || !strings.HasPrefix(sentence, "Under EASY a job waits ") || !strings.HasSuffix(sentence, ". Nothing changes under the other policies.") {
		t.Errorf("the page says %q", sentence)
	}
}

// Of generated jobs the page shows a difference just where Student's interval of the differences, computed here, excludes 0, and says that interval.
func TestGeneratedJobsOverDrawings(t *testing.T) {
	shown := 0
	for seed := range 5 {
		p, b := firstVisit(t)
		open(p, strings.Replace(slurmed, `"workers":3`, fmt.Sprintf(`"workers":3,"seed":%d`, seed+1), 1))
		b.settle()
		b.alterTo("/policies/1/parameters", "bf_interval=90")
		b.pass()
		b.draw(99)
		mean, low, high := studentsInterval(b.differences(p.Before(), p.OnPage(), 1, 20, drawings.Rows(p.Before().Results.Runs[1].Drawings)))
		s := answer.ScaleFor(&metrics.Descriptions[metrics.Index("meanWait")], mean)
		var want string
		switch {
		case low > 0:
			want = fmt.Sprintf("jobs wait %s more on average (95 %% interval %s to %s more; 20 drawings, worse in", s.Text(mean), s.Text(low), s.Text(high))
			shown++
		case high < 0:
			want = fmt.Sprintf("jobs wait %s less on average (95 %% interval %s to %s less; 20 drawings, better in", s.Text(-mean), s.Text(-high), s.Text(-low))
			shown++
		case low == 0 && high == 0:
			want = "no difference in mean waits is shown (0 s to 0 s: the same in all 20 drawings)"
		default:
			want = fmt.Sprintf("no difference in mean waits is shown (95 %% interval between %s less and %s more; 20 drawings)", s.Text(-low), s.Text(high))
		}
		if text := panelOf(t, p); !strings.Contains(text, want) {
			t.Errorf("seed %d: the page does not say %q: %s", seed+1, want, p.BeforeAndAfter().Sentence())
		}
	}
	t.Logf("%d of 5 show a difference", shown)
}

// A change that has no effect on the jobs of before, here a job that comes when all have gone, has the same mean wait in each drawing.
func TestNoEffectOverDrawings(t *testing.T) {
	p, b := firstVisit(t)
	open(p, fmt.Sprintf(accounted, takingTurns(12)))
	b.settle()
	p.WhatIf.AddRow(draft.JobChange{"action": []byte(`"add"`), "submit": []byte("360000"), "run": []byte("60"), "processors": []byte("1")})
	b.settle()
	b.pass()
	b.draw(99)
	text := panelOf(t, p)
	if want := "under S no difference in mean waits is shown for the 12 jobs that ended both times (0 s to 0 s: the same in all 20 drawings)"; !strings.Contains(text, want) {
		t.Errorf("the page does not say %q: %s", want, text)
	}
	noSigns(t, p)
}

// A model that does not fit the log it is of answers nothing: a log whose jobs all start 1 s after the node is free, against a main scheduler
// that comes at most once in ten minutes. One that fits is told first.
func TestDifferencesOfAModelThatDoesNotFit(t *testing.T) {
	for _, c := range []struct {
		parameters string
		fits       bool
	}{{"", true}, {"sched_min_interval=600000000,batch_sched_delay=600,bf_interval=600", false}} {
		p, b := firstVisit(t)
		b.logs = map[string]string{"steady.swf": steadyLog(1)}
		p.FileCame(droppedText(t, "steady.swf", steadyLog(1)))
		b.settle()
		open(p, fmt.Sprintf(`{"version":1,"machine":{"kind":"partitions","choice":"slurm","nodes":[{"name":"n1","processors":4}],"partitions":[{"name":"batch","number":1}]},
		"workload":{"kind":"swf","file":"steady.swf"},"policies":[{"kind":"slurm","label":"S","parameters":%q}],"kill":{"rule":"never"}}`, c.parameters))
		b.settle()
		b.alterTo("/policies/0/parameters", "sched_min_interval=50000000,batch_sched_delay=50,bf_interval=50")
		b.pass()
		b.draw(99)
		if text := panelOf(t, p); !strings.Contains(text, "Whether S fits this log was not looked at.") || !strings.Contains(text, "on average (95 % interval") {
			t.Errorf("before it is held against the log, the page says %s", text)
		}
		render(t, p).do("hold-before", "click", "")
		if text := panelOf(t, p); !strings.Contains(text, "Each start of the log is held against the pass that made it.") {
			t.Errorf("meanwhile the page says %s", text)
		}
		b.compare()
		r := p.Before().Results.Runs[0]
		f := r.Findings
		text := panelOf(t, p)
		share := fmt.Sprintf("%.0f %% of", 100*float64(f.SamePasses)/float64(f.Passes))
		refuses := strings.Contains(text, "S does not fit this log ("+share+" passes and ") && strings.Contains(text, ": differences under it say nothing about this cluster.")
		if refuses == c.fits || strings.Contains(text, "S starts the same jobs as this log in "+share+" its passes.") != c.fits {
			t.Errorf("%q: of %s passes the page says %s", c.parameters, share, text)
		}
		if strings.Contains(text, "95 % interval") != c.fits || strings.Contains(text, "mean waits are means of 20 drawings") != c.fits {
			t.Errorf("%q: the page says %s", c.parameters, text)
		}
		if unfit := p.UnfitModels(); c.fits != (len(unfit) == 0) || !c.fits && unfit[0] != "S" {
			t.Errorf("%q: found not to fit are %q", c.parameters, unfit)
		}
		if got := p.BeforeAndAfter().GroupsRemark(); !c.fits && got != "Of a model that does not fit the log no difference is told: the tables have its plain values." {
			t.Errorf("below the groups stands %q", got)
		}
		if got := strings.Join(p.BeforeAndAfter().Remarks, " "); strings.Contains(got, "A model that does not fit the log is among what is compared") == c.fits {
			t.Errorf("%q: the remarks are %q", c.parameters, got)
		}
		was := stats.Ratio(sumOf(r.Drawings[0]), 40)
		if table := render(t, p).ids["before-table"].text(); !c.fits && (strings.ContainsAny(table, "✓✗") || !strings.Contains(strings.ReplaceAll(table, "\u00a0", " "), phrase.Seconds(was)+" → ")) {
			t.Errorf("the table does not have the plain numbers of the runs, such as %s: %s", phrase.Seconds(was), table)
		}
	}
}

// panelOf is what the reader sees of the panel, with plain spaces.
func panelOf(t *testing.T, p *Page) string {
	t.Helper()
	return strings.Join(strings.Fields(html.UnescapeString(whatIf(t, p))), " ")
}

func sumOf(waits drawings.Waits) (sum float64) {
	for _, w := range waits {
		sum += w.Seconds()
	}
	return sum
}
