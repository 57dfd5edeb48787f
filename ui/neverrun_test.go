package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"backfill/ui/drawing"
)

// widest has forty jobs on 16 processors: of account 1 ten that ask for 12 processors for 280 s and ten that ask for 4 for 200 s, of account 2 twenty that ask for
// 4 for 90 s. Account 1 has a limit of 8 processors, which is not enforced at first.
func widest() string {
	var jobs []string
	for j := range 40 {
		account, processors, run := 2, 4, 90
		switch j % 4 {
		case 0:
			account, processors, run = 1, 12, 280
		case 2:
			account, processors, run = 1, 4, 200
		}
		jobs = append(jobs, fmt.Sprintf(`{"submit":%d,"run":%d,"request":%d,"processors":%d,"user":%d,"group":%d}`, 60*j, run, run, processors, account, account))
	}
	return strings.Replace(fmt.Sprintf(accounted, strings.Join(jobs, ",")), `"parameters":"bf_interval=30"`,
		`"parameters":"bf_interval=30","limits":false,"associations":[{"account":1,"limits":"GrpTRES=cpu=8"},{"account":2}]`, 1)
}

// The ten wide jobs of account 1 never run once the limit of 8 processors holds. They are told of before anything else, and account 1, whose other jobs wait
// less, does not gain.
func TestJobsThatNeverRunAreNoGain(t *testing.T) {
	p, b := firstVisit(t)
	open(p, widest())
	b.settle()
	b.alterTo("/policies/1/limits", "true")
	c := p.BeforeAndAfter()
	const want = "Under S 10 jobs that ran before are now never started: 10 of account 1; 10 over the limit of 8 processors of its account or user (AssocGrpCpuLimit)."
	if got := plainOf(c.Sentence()); !strings.HasPrefix(got, want) {
		t.Errorf("the sentence is %q, want first %q", got, want)
	}
	p.Draw(p.Before(), 1, drawing.Usual, (&tellings{}).note)
	p.Draw(p.OnPage(), 1, drawing.Usual, (&tellings{}).note)
	b.draw(99)
	var told []string
	for _, kind := range p.BeforeAndAfter().GroupKinds() {
		if kind.Word == "account" {
			told = p.GroupSentences(kind)
		}
	}
	if len(told) != 1 || !strings.HasPrefix(told[0], "Under S account 1 loses 10 of its 20 jobs, account 2 waits less") || strings.Contains(told[0], "accounts 1") {
		t.Errorf("of accounts is told %q", told)
	}
	if got := plainOf(p.BeforeAndAfter().Sentence()); !strings.HasPrefix(got, want) {
		t.Errorf("with drawings the sentence is %q", got)
	}
}

// With a time limit of 250 s the ten jobs of 280 s pend as PartitionTimeLimit for ever: Slurm refuses none. EASY schedules the same machine.
func TestOverTheTimeLimitIsNotRefused(t *testing.T) {
	p, b := firstVisit(t)
	open(p, widest())
	b.settle()
	p.WhatIf.SetNumber("partition MaxTime 1", "250 s")
	b.press(p, "partition")
	const why = "asking for more than the time limit of batch, 00:04:10 (PartitionTimeLimit)"
	want := "Under easy and S 10 jobs that ran before are now never started: 10 of account 1; 10 " + why + "."
	if got := plainOf(p.BeforeAndAfter().Sentence()); !strings.HasPrefix(got, want) {
		t.Errorf("the sentence is %q, want first %q", got, want)
	}
	if got := strings.Join(p.BeforeAndAfter().Remarks, " "); !strings.Contains(got, "10 more jobs can never start: 10, before none ("+why+").") {
		t.Errorf("the remarks are %q", got)
	}
	if got := plainOf(p.Answers.Refusals()); got != "10 of 40 jobs can never start: "+why+"." {
		t.Errorf("the answers say %q", got)
	}
	for _, row := range p.Answers.Rows() {
		if row.About.Name == "refused" && (row.About.Title != "Jobs refused or never able to start" || row.Cells[1].Text != "10") {
			t.Errorf("the table has %q: %+v", row.About.Title, row.Cells)
		}
	}
	text := strings.Join([]string{p.BeforeAndAfter().Sentence(), strings.Join(p.BeforeAndAfter().Remarks, " "), strings.Join(p.Answers.Warnings(), " "), p.Answers.Sentence(),
		strings.Join(p.Shown.Results.Runs[1].Warnings, " ")}, " ")
	if strings.Contains(text, "refused") || strings.Contains(text, "Refused") {
		t.Errorf("something is refused: %s", text)
	}
}

// The same with EnforcePartLimits=ANY: the ten jobs are refused when they are submitted, and nothing waits for ever.
func TestOverTheTimeLimitIsRefusedWhereLimitsAreEnforced(t *testing.T) {
	p, b := firstVisit(t)
	open(p, strings.Replace(widest(), `"choice":"slurm"`, `"choice":"slurm","enforcePartLimits":"any"`, 1))
	b.settle()
	p.WhatIf.SetNumber("partition MaxTime 1", "250 s")
	b.press(p, "partition")
	const why = "asking for more than the time limit of batch, 00:04:10 (EnforcePartLimits=ANY)"
	if got := strings.Join(p.BeforeAndAfter().Remarks, " "); !strings.Contains(got, "10 more jobs are refused: 10, before none ("+why+").") {
		t.Errorf("the remarks are %q", got)
	}
	if got := plainOf(p.Answers.Refusals()); got != "10 of 40 jobs are refused: "+why+"." {
		t.Errorf("the answers say %q", got)
	}
	for _, row := range p.Answers.Rows() {
		if row.About.Name == "refused" && (row.About.Title != "Refused jobs" || row.Cells[1].Text != "10") {
			t.Errorf("the table has %q: %+v", row.About.Title, row.Cells)
		}
	}
	p.Pin(0)
	text := strings.Join([]string{p.BeforeAndAfter().Sentence(), strings.Join(p.BeforeAndAfter().Remarks, " "), strings.Join(p.Answers.Warnings(), " "), p.Answers.Sentence(),
		strings.Join(p.Shown.Results.Runs[1].Warnings, " "), render(t, p).ids["inspector"].text()}, " ")
	if strings.Contains(text, "never start") || strings.Contains(text, "for ever") {
		t.Errorf("something waits for ever: %s", text)
	}
	if !strings.Contains(text, "Refused: "+why) {
		t.Errorf("the inspector does not say why job 1 is refused: %s", text)
	}
}

// Twenty replications of jobs that are always the same are drawings; where jobs differ, too, both is said. With one of them no difference is told.
func TestASweepOfDrawings(t *testing.T) {
	swept := func(replications int) string {
		return strings.Replace(fmt.Sprintf(accounted, takingTurns(40)), `"workers":3`,
			fmt.Sprintf(`"workers":3,"replications":%d,"sweep":[{"path":"/policies/1/parameters/bf_interval","values":[30,600]}]`, replications), 1)
	}
	p, b := firstVisit(t)
	open(p, swept(5))
	whole(p, b)
	if got := plainOf(p.Answers.Sentence()); !strings.Contains(got, "5 paired drawings of when Slurm's loops begin") || strings.Contains(got, "workload") {
		t.Errorf("the answer is %q", got)
	}
	if got := plainOf(p.Answers.TableRemark()); !strings.HasPrefix(got, "Means over 5 drawings of when Slurm's loops begin, ") || !strings.Contains(got, "in the same drawings") {
		t.Errorf("below the table stands %q", got)
	}

	p, b = firstVisit(t)
	open(p, swept(1))
	whole(p, b)
	got := plainOf(p.Answers.Sentence())
	if !strings.Contains(got, "under easy a job waits ") || !strings.HasSuffix(got, ", in one drawing of when Slurm's loops begin: another may reverse a difference, so none is told.") ||
		strings.Contains(got, "less") || strings.Contains(got, "more") || strings.Contains(got, " %") {
		t.Errorf("the answer of one drawing is %q", got)
	}
	for _, row := range p.Answers.Rows() {
		for _, cell := range row.Cells {
			if cell.Difference != "" || cell.Verdict != "" {
				t.Errorf("%s of one drawing: %+v", row.About.Name, cell)
			}
		}
	}
	if e := p.Answers.Estimates(); e.Unjudged("S") == "S does not fit the log" {
		t.Error("of what was not held against a log it is said not to fit")
	} else if e.Unfit = []string{"S"}; e.Unjudged("S") != "S does not fit the log" {
		t.Errorf("a model that does not fit is judged: %q", e.Unjudged("S"))
	}
	if notes := p.Answers.Notes(); !slices.Equal(notes, []string{"", "one drawing"}) {
		t.Errorf("below the labels stands %q", notes)
	}
}

func plainOf(text string) string { return strings.ReplaceAll(text, "\u00a0", " ") }
