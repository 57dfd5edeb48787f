package ui

import (
	"fmt"
	"strconv"

	"backfill/ui/widget"

	"github.com/vugu/vugu"

	"backfill/engine"
	"backfill/ui/explain"
	"backfill/ui/phrase"
)

// Every instant at which a policy looked at the job in the inspector.

// looksKey is under which the looks of a policy are unfolded.
func looksKey(policy int) string { return "looks " + strconv.Itoa(policy) }

// looksBar unfolds the looks at the pinned job and saves them.
func (p *Page) looksBar(policy int) vugu.Builder {
	why, known := p.explanations[policy]
	if !known || len(why.decisions) == 0 {
		return p.QuietBar("")
	}
	n := 0
	for _, d := range why.decisions {
		n += int(d.Times)
	}
	b := p.Folds(looksKey(policy), "Every look ("+phrase.Grouped(int64(n))+")")
	b.Name = b.Text + " at this job, one by one"
	return p.QuietBar("Looks at this job", b, widget.Button{Text: "Save CSV", Name: "Save CSV: the looks at this job", Do: func() { p.saveLooks(policy) }})
}

// saveLooks offers the record of the pinned job under a policy as CSV, times in seconds.
func (p *Page) saveLooks(policy int) {
	r := p.Shown.Results.Runs[policy]
	table := [][]string{{"policy", "job", "at", "until", "looks", "rule", "free", "blocker", "shadow", "extra"}}
	for _, d := range p.explanations[policy].decisions {
		row := []string{r.Label, fmt.Sprint(r.Outcome.Workload.JobNumber(d.Job)), phrase.Number(d.At.Seconds()), phrase.Number(d.Until.Seconds()), fmt.Sprint(d.Times), explain.RuleWords[d.Rule], fmt.Sprint(d.Free), "", "", ""}
		if d.Blocker != engine.NoJob {
			row[7] = fmt.Sprint(r.Outcome.Workload.JobNumber(d.Blocker))
		}
		if d.Shadow > 0 && d.Shadow != engine.Never {
			row[8], row[9] = phrase.Number(d.Shadow.Seconds()), fmt.Sprint(d.Extra)
		}
		table = append(table, row)
	}
	p.SaveCSV(p.FileName()+"-looks.csv", phrase.CSV(table))
}
