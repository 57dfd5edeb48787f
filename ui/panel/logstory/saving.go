package logstory

import (
	"github.com/vugu/vugu"

	"backfill/engine/workload/story"
	"backfill/ui/phrase"
	"backfill/ui/widget"
)

// foldBar unfolds the panel.
func (p *Story) foldBar() vugu.Builder {
	buttons := []widget.Button{{Text: "Details", ID: "show-story", Expanded: widget.Yes(p.Unfolded["story"]), Do: p.toggle}}
	if p.ToRead != nil && p.Unfolded["story"] {
		buttons = append([]widget.Button{{Text: "How it was read", Do: p.ReadOtherwise}}, buttons...)
	}
	return p.QuietBar("What the log recorded", buttons...)
}

// bar turns the pages of the table, saves everything and shows names.
func (p *Story) bar() vugu.Builder {
	buttons := p.Turns()
	if p.LoggedNames() != nil {
		text := "Show names"
		if p.Named {
			text = "Hide names"
		}
		buttons = append(buttons, widget.Button{Text: text, ID: "story-names", Do: func() { p.ShowNames(!p.Named) }})
	}
	return p.QuietBar("Pages of the table of what the log recorded", append(buttons, widget.Button{Text: "Save all tables as CSV", ID: "story-csv", Do: p.Save})...)
}

// filters are buttons that take conditions back.
func (p *Story) filters() vugu.Builder {
	var buttons []widget.Button
	for _, c := range p.filter {
		what := p.what(c.Dimension, c.Class)
		buttons = append(buttons, widget.Button{Text: what + " ×", Name: "All again, not only " + what, Do: func() { p.drop(c.Dimension) }})
	}
	return p.QuietBar("Only jobs of", buttons...)
}

// weekBar chooses what the picture of the week shows.
func (p *Story) weekBar() vugu.Builder {
	choice := func(text string, waits bool) widget.Button {
		return widget.Button{Text: text, Pressed: widget.Yes(p.waits == waits), Do: func() { p.showWeek(waits) }}
	}
	return p.QuietBar("The week shows", choice("Jobs", false), choice("Waits", true))
}

// Save offers all tables as one CSV: a line for each class of each dimension, then jobs, hours and levels.
func (p *Story) Save() {
	if p.told == nil || !p.MaySave() {
		return
	}
	remark := "What the log " + p.of.File.Name + " recorded (SHA-256 " + p.of.File.SHA256 + ").\n" + phrase.Join(" ", p.Sentences()...)
	if p.Named && p.LoggedNames() != nil {
		remark += "\nwith names"
	}
	for _, only := range p.Filters() {
		remark += "\n" + only
	}
	p.Browser.Save(p.FileName()+"-recorded.csv", "text/csv", []byte(phrase.Comments(remark)+phrase.CSV(p.cells())))
}

// cells are all tables below each other, in one with the same columns. What is known only of jobs that have started is left empty where none has.
func (p *Story) cells() [][]string {
	table := [][]string{{"table", "class", "jobs", "started", "median_wait_s", "p95_wait_s", "waited_h", "processor_h", "gpu_h"}}
	row := func(name, label string, r *story.Row) {
		line := []string{name, label, phrase.Number(float64(r.Jobs)), phrase.Number(float64(r.Started))}
		for _, v := range []float64{float64(r.Median), float64(r.P95), r.Wait / 3600, r.Work / 3600, r.GPUs / 3600} {
			text := ""
			if r.Started > 0 {
				text = phrase.Number(v)
			}
			line = append(line, text)
		}
		table = append(table, line)
	}
	row("all", "", &p.told.All)
	for d := range story.Dimensions {
		for i := range p.told.Tables[d] {
			r := &p.told.Tables[d][i]
			row(d.String(), p.label(d, r.Class), r)
		}
	}
	if p.told.All.Started == 0 {
		return table
	}
	further := func(head []string, rows [][]string) {
		table = append(table, nil, head)
		table = append(table, rows...)
	}
	further(p.jobsHead(), p.jobsRows())
	further(hoursHead, p.hoursRows())
	s := &p.told.Series
	var steps [][]string
	for k := range s.Busy {
		line := []string{p.instant(s.From + int64(k)*s.Step), phrase.Number(s.Waiting[k]), phrase.Number(s.Busy[k])}
		for _, more := range [][]float64{s.GPUs, s.Memory} {
			text := ""
			if more != nil {
				text = phrase.Number(more[k])
			}
			line = append(line, text)
		}
		steps = append(steps, line)
	}
	further([]string{"from", "jobs_waiting", "processors_in_use", "gpus_in_use", "memory_kb"}, steps)
	return table
}
