package ui

import (
	"fmt"
	"strconv"

	"github.com/vugu/vugu"

	"backfill/engine"
	"backfill/ui/phrase"
)

// Every instant at which a policy looked at the job in the inspector.

// mostLooks is how many rows of looks the inspector shows: the first and the last.
const mostLooks = 40

// ruleWords are the rules as a table names them.
var ruleWords = map[engine.Rule]string{
	engine.StartedInOrder:      "started in order",
	engine.StartedBeforeShadow: "backfilled: ends before the shadow time",
	engine.StartedInExtra:      "backfilled: fits the extra processors",
	engine.StartedElsewhere:    "backfilled: where nobody holds a reservation",
	engine.StartedReserved:     "started: its reservation came due",
	engine.StartedPacked:       "started: in the set that uses most processors",
	engine.StartedDue:          "started: its requested start has come",
	engine.StartedJumping:      "started past the head of the queue",
	engine.HeadBlocked:         "waits at the head of the queue",
	engine.Reserved:            "waits with a reservation",
	engine.TooWideNow:          "waits: needs more than is free",
	engine.WouldDelay:          "waits: would delay a reservation",
	engine.BehindHead:          "waits behind the head of the queue",
	engine.HeadSkipped:         "waits: skipped at the head of the queue",
	engine.NotPacked:           "waits: not in the chosen set of jobs",
	engine.WouldDelayDedicated: "waits: would delay dedicated jobs",
	engine.PackedAhead:         "waits: jobs ahead of it were chosen",
	engine.OutOfSight:          "waits: beyond the lookahead",
	engine.NextCycle:           "waits for the next cycle",
	engine.HeadJumped:          "waits at the head of the queue, may be jumped",
	engine.BehindJumped:        "waits: the head may not be jumped again",
	engine.StartedByPlan:       "started by the plan",
	engine.MovedByPlan:         "moved by the plan",
	engine.Outranked:           "waits: others come first in the plan",
	engine.Interrupted:         "interrupted",
}

// look is one row of the table: for a stretch of time the policy decided alike.
type look struct {
	When  sentence
	Times string // how often it looked
	Rule  string
	Free  string // processors
	Due   sentence
	By    sentence // the job that decided
}

// looks are the rows of decisions about one job.
func (t telling) looks(decisions []engine.Decision) []look {
	if t.byPriority {
		decisions = withoutHead(decisions)
	}
	row := func(d engine.Decision) look {
		l := look{When: say(t.instant(d.At)), Times: phrase.Grouped(int64(d.Times)), Rule: ruleWords[d.Rule], Free: phrase.Grouped(int64(d.Free))}
		if d.Until > d.At {
			l.When = say(l.When, " to ", t.instant(d.Until))
		}
		if d.Shadow > 0 && d.Shadow != engine.Never {
			l.Due = say(t.instant(d.Shadow))
		}
		if d.Blocker != engine.NoJob {
			l.By = say(t.job(d.Blocker))
		}
		return l
	}
	var list []look
	for i, d := range decisions {
		if left := len(decisions) - mostLooks; left > 0 && i >= mostLooks/2 && i < mostLooks/2+left {
			if i == mostLooks/2 {
				list = append(list, look{When: say("… ", phrase.Grouped(int64(left)), " more …")})
			}
			continue
		}
		list = append(list, row(d))
	}
	return list
}

// looksKey is under which the looks of a policy are unfolded.
func looksKey(policy int) string { return "looks " + strconv.Itoa(policy) }

// looksBar unfolds the looks at the pinned job and saves them.
func (p *Page) looksBar(policy int) vugu.Builder {
	why, known := p.explanations[policy]
	if !known || len(why.decisions) == 0 {
		return p.quietBar("")
	}
	n := 0
	for _, d := range why.decisions {
		n += int(d.Times)
	}
	b := p.folds(looksKey(policy), "Every look ("+phrase.Grouped(int64(n))+")")
	b.Name = b.Text + " at this job, one by one"
	return p.quietBar("Looks at this job", b, Button{Text: "Save CSV", Name: "Save CSV: the looks at this job", Do: func() { p.saveLooks(policy) }})
}

// saveLooks offers the record of the pinned job under a policy as CSV, times in seconds.
func (p *Page) saveLooks(policy int) {
	r := p.results.Runs[policy]
	table := [][]string{{"policy", "job", "at", "until", "looks", "rule", "free", "blocker", "shadow", "extra"}}
	for _, d := range p.explanations[policy].decisions {
		row := []string{r.Label, fmt.Sprint(r.Outcome.Workload.JobNumber(d.Job)), phrase.Number(d.At.Seconds()), phrase.Number(d.Until.Seconds()), fmt.Sprint(d.Times), ruleWords[d.Rule], fmt.Sprint(d.Free), "", "", ""}
		if d.Blocker != engine.NoJob {
			row[7] = fmt.Sprint(r.Outcome.Workload.JobNumber(d.Blocker))
		}
		if d.Shadow > 0 && d.Shadow != engine.Never {
			row[8], row[9] = phrase.Number(d.Shadow.Seconds()), fmt.Sprint(d.Extra)
		}
		table = append(table, row)
	}
	p.saveCSV(p.fileName()+"-looks.csv", phrase.CSV(table))
}
