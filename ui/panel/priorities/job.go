package priorities

import (
	"fmt"
	"strconv"

	"github.com/vugu/vugu"

	"backfill/engine"
	"backfill/engine/factors"
	"backfill/ui/explain"
	"backfill/ui/panel"
	"backfill/ui/phrase"
)

// mostRows is how many rows the tables beside the charts show: more would make the page slow.
const mostRows = 60

func (p *Priorities) jobFrom() engine.Time {
	from, _ := stay(p.WeighedRun().Outcome, p.Pinned)
	return from
}

// jobTitle is the heading of what is about the pinned job.
func (p *Priorities) jobTitle() string {
	if !p.Inspecting() {
		return "Priority of a job"
	}
	return "Priority of " + phrase.LowerFirst(p.InspectedName())
}

// jobState says why there is no chart of the pinned job; "" if there is one.
func (p *Priorities) jobState() string {
	if !p.Inspecting() {
		return "Choose a job, in the timeline or in the job table: what its priority is made of, who is ahead of it, and what would make it the next."
	}
	r := p.WeighedRun()
	switch from, to := stay(r.Outcome, p.Pinned); {
	case from < 0:
		return "It never came, or was refused: it has no priority."
	case from > to:
		return "It did not wait: it started at the instant at which it came."
	case p.job.failure != "":
		return "The simulation cannot be repeated: " + p.job.failure
	case p.job.record == nil:
		return "Repeating the simulation with an eye on this job …"
	case len(p.job.record.Points) == 0:
		return "It did not wait at any instant that was looked at."
	}
	return ""
}

// shows says whether there is something about the pinned job.
func (p *Priorities) shows() bool { return p.weighed() && p.jobState() == "" }

// partitions are the names of those in which the pinned job may run.
func (p *Priorities) partitions() (names []string) {
	if p.job.record == nil || p.WeighedRun() == nil {
		return nil
	}
	for _, number := range p.job.record.Partitions {
		names = append(names, p.partitionName(number))
	}
	return names
}

func (p *Priorities) partitionName(number int32) string {
	for _, q := range p.WeighedRun().Outcome.Partitions {
		if q.Number == number && q.Name != "" {
			return q.Name
		}
	}
	return strconv.Itoa(int(number))
}

// where is the partition that is shown.
func (p *Priorities) where() string {
	if names := p.partitions(); p.partition < len(names) {
		return "partition " + names[p.partition]
	}
	return "its partition"
}

// figure is the chart of the pinned job.
func (p *Priorities) figure() vugu.Builder {
	record := p.job.record
	caption := fmt.Sprintf("What its priority in %s is the sum of, looked at every %s. Above the line it would be the first of those that it can pass.", p.where(), phrase.Span(record.Every))
	return p.Guard(&panel.Figure{Shared: p.Shared, Host: JobChart, Title: p.jobTitle(), Caption: caption, Head: "At", Labels: p.jobLabels, Rows: p.jobRows, SaveCSV: p.saveJob})
}

func (p *Priorities) jobLabels() []string {
	var labels []string
	for _, f := range p.counting() {
		labels = append(labels, p.job.record.Names[f])
	}
	return append(labels, "priority", "needed to be the first", "of", "ahead")
}

// jobCells are the numbers at one instant of the series.
func (p *Priorities) jobCells(q *factors.Point) (cells []string) {
	for _, f := range p.counting() {
		cells = append(cells, phrase.Decimals(q.Addends[f], 1))
	}
	first := "–"
	if q.First != engine.NoJob {
		first = explain.JobName(p.WeighedRun().Outcome, q.First)
	}
	return append(cells, phrase.Grouped(q.Priority), phrase.Grouped(q.Wanted), first, strconv.Itoa(q.Ahead))
}

// jobRows are the instants at which something is another number than before.
func (p *Priorities) jobRows() []panel.FigureRow {
	return p.changedRows(len(p.job.record.Points), func(i int) (at engine.Time, cells []string) {
		q := &p.job.record.Points[i]
		return q.At, p.jobCells(q)
	})
}

// saveJob offers the series in full precision as CSV.
func (p *Priorities) saveJob() {
	record := p.job.record
	table := [][]string{append(append([]string{"at_s"}, record.Names...), "priority", "needed", "needed_by_job", "ahead", "ahead_whatever_the_priorities", "in_queue")}
	for _, q := range record.Points {
		row := []string{phrase.Number(q.At.Seconds())}
		for _, a := range q.Addends {
			row = append(row, phrase.Number(a))
		}
		first := ""
		if q.First != engine.NoJob {
			first = phrase.Number(float64(p.Workload().JobNumber(q.First)))
		}
		table = append(table, append(row, phrase.Number(float64(q.Priority)), phrase.Number(float64(q.Wanted)), first, strconv.Itoa(q.Ahead), strconv.Itoa(q.Beyond), strconv.FormatBool(q.Queued)))
	}
	p.SaveCSV(p.ResultName()+"-priority.csv", phrase.CSV(table))
}

// The slider of the job has a place for each instant that was looked at.

func (p *Priorities) lastPlace() int { return len(p.job.record.Points) - 1 }

func (p *Priorities) place() string {
	return strconv.Itoa(nearest(len(p.job.record.Points), func(i int) engine.Time { return p.job.record.Points[i].At }, p.job.at))
}

func (p *Priorities) setPlace(text string) {
	if i, err := strconv.Atoi(text); err == nil && i >= 0 && i <= p.lastPlace() {
		p.job.at = p.job.record.Points[i].At
		p.Ask()
	}
}

func (p *Priorities) jobInstant() string { return "At " + p.Clock().Format(p.job.at) }

// nearest is the last of n ascending instants that is not after one.
func nearest(n int, instant func(i int) engine.Time, at engine.Time) int {
	i := 0
	for i+1 < n && instant(i+1) <= at {
		i++
	}
	return i
}

// rivals are the rows of the table of those ahead: name and priority, and by how much it is ahead.
func (p *Priorities) rivals() (rows [][]string) {
	n := p.job.record.Next
	if n == nil {
		return nil
	}
	for _, r := range n.Rivals {
		how := phrase.Grouped(r.Priority - n.Priority)
		if r.Beyond {
			how = "whatever the priorities"
		}
		rows = append(rows, []string{phrase.UpperFirst(explain.JobName(p.WeighedRun().Outcome, r.Job)), phrase.Grouped(r.Priority), how})
	}
	return rows
}

// rivalsRemark says how many more there are.
func (p *Priorities) rivalsRemark() string {
	if n := p.job.record.Next; n != nil && n.Ahead > len(n.Rivals) {
		return "The first " + strconv.Itoa(len(n.Rivals)) + " of " + phrase.Plural(int64(n.Ahead), "job") + " ahead."
	}
	return ""
}
