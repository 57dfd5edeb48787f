package inspector

import (
	"fmt"
	"strconv"

	"github.com/vugu/vugu"

	"backfill/engine"
	"backfill/ui/phrase"
	"backfill/ui/widget"
)

// LooksKey is the key in Shared.Unfolded of the looks of a policy at the pinned job.
func LooksKey(policy int) string { return "looks " + strconv.Itoa(policy) }

// looksBar unfolds the looks at the pinned job and saves them.
func (n *Inspector) looksBar(policy int) vugu.Builder {
	why, known := n.explanations[policy]
	if !known || len(why.decisions) == 0 {
		return n.QuietBar("")
	}
	looks := 0
	for _, d := range why.decisions {
		looks += int(d.Times)
	}
	b := n.Folds(LooksKey(policy), "Every look ("+phrase.Grouped(int64(looks))+")")
	b.Name = b.Text + " at this job, one by one"
	return n.QuietBar("Looks at this job", b, widget.Button{Text: "Save CSV", Name: "Save CSV: the looks at this job", Do: func() { n.SaveLooks(policy) }})
}

// SaveLooks offers the record of the pinned job under a policy as CSV, times in seconds.
func (n *Inspector) SaveLooks(policy int) {
	r := n.Shown.Results.Runs[policy]
	table := [][]string{{"policy", "job", "at", "until", "looks", "rule", "free", "blocker", "reserved", "left"}}
	for _, d := range n.explanations[policy].decisions {
		row := []string{r.Label, fmt.Sprint(r.Outcome.Workload.JobNumber(d.Job)), phrase.Number(d.At.Seconds()), phrase.Number(d.Until.Seconds()), fmt.Sprint(d.Times), n.Narrator(r).RuleWords(d.Rule), fmt.Sprint(d.Free), "", "", ""}
		if d.Blocker != engine.NoJob {
			row[7] = fmt.Sprint(r.Outcome.Workload.JobNumber(d.Blocker))
		}
		if d.Shadow > 0 && d.Shadow != engine.Never {
			row[8], row[9] = phrase.Number(d.Shadow.Seconds()), fmt.Sprint(d.Extra)
		}
		table = append(table, row)
	}
	n.SaveCSV(n.RunName()+"-looks.csv", phrase.CSV(table))
}
