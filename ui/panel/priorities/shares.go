package priorities

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"backfill/engine"
	"backfill/engine/factors"
	"backfill/engine/metrics"
	"backfill/ui/panel"
	"backfill/ui/phrase"
	"backfill/ui/widget"
)

const (
	mostLines = 8  // that the chart of fair-share has
	pageRows  = 40 // of the tree
)

// label is what an association is called: "account 5 physics", "user 3 in account 5", with names while the legend of the log is shown.
func (p *Priorities) label(a *factors.Share) string {
	if a.Parent < 0 {
		return "root"
	}
	account := "account " + p.owner(metrics.ByGroup, a.Account)
	if a.User == factors.NoUser {
		return account
	}
	return "user " + p.owner(metrics.ByUser, a.User) + " of " + account
}

// owner is the number of a user or an account, with the name if that is to be shown.
func (p *Priorities) owner(by metrics.Owner, number int32) string {
	switch {
	case number == factors.Unknown:
		return "unknown"
	case number == 0 && by == metrics.ByGroup:
		return "root"
	}
	return phrase.Join(" ", strconv.Itoa(int(number)), p.OwnerName(p.OwnerNames(by), number))
}

// views are what the lines can show.
var views = []string{"fair-share", "usage by shares", "usage"}

func (p *Priorities) setView(word string) {
	if slices.Contains(views, word) {
		p.view = word
	}
	p.draw()
}

// numbers are those of a line, by instant: a factor, a ratio, or hours times billing.
func (p *Priorities) numbers(l *factors.Line) []float64 {
	switch p.view {
	case views[0]:
		return l.Factor
	case views[1]:
		return l.ByShares
	}
	hours := make([]float64, len(l.Usage))
	for i, s := range l.Usage {
		hours[i] = s / 3600
	}
	return hours
}

// lines are those that are drawn: of who has used most in the end, the first that have such numbers.
func (p *Priorities) lines() (list []*factors.Line) {
	record := p.tree.record
	for i := range record.Lines {
		if l := &record.Lines[i]; len(list) < mostLines && !slices.Contains(p.numbers(l), factors.None) {
			list = append(list, l)
		}
	}
	return list
}

func (p *Priorities) shareTitle() string { return phrase.UpperFirst(p.view) + " over time" }

// shareChart is the lines over time.
func (p *Priorities) shareChart() chart {
	record := p.tree.record
	c := chart{Kind: "levels", Title: p.shareTitle(), X: "Since the first job came", Y: phrase.UpperFirst(p.view), Panels: make([]panes, 1)}
	if p.view == views[2] {
		c.Y += " (hours × billing)"
	}
	c.Panels[0].Series = []series{}
	for k, l := range p.lines() {
		s := series{Name: p.label(&record.Tree[l.Share]), Index: k, Points: []point{}}
		numbers := p.numbers(l)
		for i, at := range record.Instants {
			s.Points = append(s.Points, point{(at - record.Instants[0]).Seconds(), numbers[i]})
		}
		c.Panels[0].Series = append(c.Panels[0].Series, s)
	}
	return c
}

// shareFigure is the chart with its numbers.
func (p *Priorities) shareFigure() vugu.Builder {
	record := p.tree.record
	caption := fmt.Sprintf("Looked at every %s, from the first job that came to the last that ended. ", phrase.Span(record.Every))
	shown, all := len(p.lines()), len(record.Tree)-1
	of := fmt.Sprintf("of the %d of %s that have used most in the end", shown, phrase.Plural(int64(all), "association"))
	switch {
	case shown == 0:
		caption += "No association has such a number."
	case p.view == views[0]:
		caption += "The factor of fair-share, from 0 to 1, " + of + " and have one."
	case p.view == views[1]:
		caption += "The part of the usage by the part of the shares, " + of + ": at 1 somebody has used what the shares are worth, below it less. By fair tree it is 1 over the level fair-share."
	default:
		caption += "Usage as fair-share counts it, decayed, " + of + "."
	}
	return p.Guard(&panel.Figure{Shared: p.Shared, Host: ShareChart, Title: p.shareTitle(), Caption: caption, Head: "At", Labels: p.shareLabels, Rows: p.shareRows, SaveCSV: p.saveShares})
}

func (p *Priorities) shareLabels() (list []string) {
	for _, l := range p.lines() {
		list = append(list, p.label(&p.tree.record.Tree[l.Share]))
	}
	return list
}

// shareRows are the instants at which a line moved.
func (p *Priorities) shareRows() []panel.FigureRow {
	digits := 4
	if p.view == views[2] {
		digits = 2
	}
	var columns [][]float64
	for _, l := range p.lines() {
		columns = append(columns, p.numbers(l))
	}
	return p.changedRows(len(p.tree.record.Instants), func(i int) (at engine.Time, cells []string) {
		for _, numbers := range columns {
			cells = append(cells, phrase.Decimals(numbers[i], digits))
		}
		return p.tree.record.Instants[i], cells
	})
}

// saveShares offers all lines that came as CSV.
func (p *Priorities) saveShares() {
	record := p.tree.record
	table := [][]string{{"at_s", "association", "fair_share", "usage_by_shares", "usage_s"}}
	for i, at := range record.Instants {
		for _, l := range record.Lines {
			table = append(table, []string{phrase.Number(at.Seconds()), p.label(&record.Tree[l.Share]), optional(l.Factor[i]), optional(l.ByShares[i]), phrase.Number(l.Usage[i])})
		}
	}
	p.SaveCSV(p.ResultName()+"-fair-share.csv", phrase.CSV(table))
}

// optional is a number in full precision, "" for none.
func optional(v float64) string {
	if v == factors.None {
		return ""
	}
	return phrase.Number(v)
}

// treeHead is the head of the table of the tree, as sshare -l has it.
var treeHead = []string{"Association", "Shares", "Normalised shares", "Usage, h", "Normalised usage", "Effective usage", "Level fair-share", "Fair-share", "Rank"}

// treeRow is a row of it.
func (p *Priorities) treeRow(i int) []string {
	tree := p.tree.record.Tree
	a := &tree[i]
	depth := 0
	for above := a.Parent; above >= 0; above = tree[above].Parent {
		depth++
	}
	orNothing := func(v float64) string {
		switch v {
		case factors.None:
			return widget.Nothing
		case factors.Infinite:
			return "∞"
		}
		return share(v)
	}
	shares := phrase.Grouped(a.Shares)
	switch {
	case a.Parent < 0:
		shares = widget.Nothing
	case a.Shares < 0:
		shares = "parent"
	}
	rank := widget.Nothing
	if a.Rank > 0 {
		rank = strconv.Itoa(a.Rank)
	}
	name := p.label(a)
	if a.User != factors.NoUser {
		name = "user " + p.owner(metrics.ByUser, a.User)
	}
	return []string{strings.Repeat("\u2003", depth) + name, shares, share(a.Norm), phrase.Decimals(a.Usage/3600, 2), share(a.NormUsage), share(a.Effective), orNothing(a.Level), orNothing(a.FairShare), rank}
}

// treeRows are those of the visible page.
func (p *Priorities) treeRows() (rows [][]string) {
	g := p.paging()
	for i := g.From; i < g.End(); i++ {
		rows = append(rows, p.treeRow(i))
	}
	return rows
}

func (p *Priorities) paging() widget.Paging {
	return widget.NewPaging(p.from, pageRows, len(p.tree.record.Tree))
}

func (p *Priorities) treeCount() string { return p.paging().Words("association") }

// treeBar turns the pages of the tree, shows names and saves it.
func (p *Priorities) treeBar() vugu.Builder {
	list := p.paging().Turns([4]string{"First page", "Previous page", "Next page", "Last page"}, func(from int) { p.from = from })
	if p.OwnerNames(metrics.ByUser) != nil || p.OwnerNames(metrics.ByGroup) != nil {
		text := "Show names"
		if p.Named {
			text = "Hide names"
		}
		list = append(list, widget.Button{Text: text, ID: "shares-names", Do: func() { p.ShowNames(!p.Named) }})
	}
	return p.QuietBar("Accounts and users", append(list, widget.Button{Text: "Save CSV", Name: "Save CSV: accounts and users", Do: p.saveTree})...)
}

// saveTree offers the tree as CSV.
func (p *Priorities) saveTree() {
	table := [][]string{treeHead}
	for i := range p.tree.record.Tree {
		table = append(table, p.treeRow(i))
	}
	p.SaveCSV(p.ResultName()+"-shares.csv", phrase.CSV(table))
}

// The slider of the tree has a place for each instant of the lines.

func (p *Priorities) lastShare() int { return len(p.tree.record.Instants) - 1 }

func (p *Priorities) sharePlace() string {
	return strconv.Itoa(nearest(len(p.tree.record.Instants), func(i int) engine.Time { return p.tree.record.Instants[i] }, p.tree.at))
}

func (p *Priorities) setSharePlace(text string) {
	if i, err := strconv.Atoi(text); err == nil && i >= 0 && i <= p.lastShare() {
		p.tree.at = p.tree.record.Instants[i]
		p.Ask()
	}
}

func (p *Priorities) treeInstant() string {
	text := "Accounts and users at " + p.Clock().Format(p.tree.at)
	if p.tree.asked {
		text += " …"
	}
	return text
}

// grows says whether there is a tree: there is none before the policy was called first.
func (p *Priorities) grows() bool { return p.weighed() && len(p.tree.record.Tree) > 0 }
