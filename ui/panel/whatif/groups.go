package whatif

import (
	"slices"
	"strings"

	"github.com/vugu/vugu"

	"backfill/engine/metrics"
	"backfill/ui/answer"
	"backfill/ui/panel"
	"backfill/ui/phrase"
	"backfill/ui/widget"
)

// groups are what the reader chose of the table of before and after by group.
type groups struct {
	by     string // words of kinds; "": the first choice
	metric string // name; "": the first one
	fold   folding
	from   int // first row of the visible page
}

// folding says whether the reader has folded or unfolded the table.
type folding uint8

const (
	asAtFirst folding = iota // unfolded on a machine with partitions
	unfolded
	folded
)

// groupRows is how many groups are listed at once.
const groupRows = 12

// usualMetrics are those that the table can be of, beside those that are asked for by name.
var usualMetrics = []string{"meanWait", "p95Wait", "maxWait", "meanBoundedSlowdown"}

// kindsBy are the kinds of groups by the words for choosing them. Where jobs have partitions and accounts, both come first.
func (w *WhatIf) kindsBy() (words []string, kinds [][]panel.GroupKind) {
	known := w.BeforeAndAfter().GroupKinds()
	add := func(list ...panel.GroupKind) {
		var names []string
		for _, kind := range list {
			names = append(names, kind.Word)
		}
		words, kinds = append(words, strings.Join(names, " and ")), append(kinds, list)
	}
	if len(known) > 1 && known[0].Word == "partition" && known[1].Word == "account" {
		add(known[:2]...)
	}
	for _, kind := range known {
		add(kind)
	}
	return words, kinds
}

// grouped says whether there is something to tell of groups.
func (w *WhatIf) grouped() bool {
	c := w.BeforeAndAfter()
	return len(c.GroupKinds()) > 0 && len(c.Changed()) > 0
}

// groupsUnfolded says whether the table is there.
func (w *WhatIf) groupsUnfolded() bool {
	if !w.grouped() || w.groups.fold != asAtFirst {
		return w.grouped() && w.groups.fold == unfolded
	}
	return w.BeforeAndAfter().GroupKinds()[0].Word == "partition"
}

// foldGroups folds the table, or unfolds it.
func (w *WhatIf) foldGroups() {
	if w.groupsUnfolded() {
		w.groups.fold = folded
	} else {
		w.groups.fold = unfolded
	}
}

// groupChoices are the words for what a row can be.
func (w *WhatIf) groupChoices() []string {
	words, _ := w.kindsBy()
	return words
}

// chosenBy is the place of the choice among them.
func (w *WhatIf) chosenBy() int {
	words, _ := w.kindsBy()
	return max(slices.Index(words, w.groups.by), 0)
}

// SetGroupsBy chooses what a row is.
func (w *WhatIf) SetGroupsBy(word string) { w.groups.by, w.groups.from = word, 0 }

// groupMetrics are the metrics of which the table can be.
func (w *WhatIf) groupMetrics() (list []*metrics.Description) {
	for _, name := range append(slices.Clone(usualMetrics), answer.AskedMetrics(w.Shown.Plan)...) {
		d := &metrics.Descriptions[metrics.Index(name)]
		if d.Group && !slices.Contains(list, d) {
			list = append(list, d)
		}
	}
	return list
}

// SetGroupMetric chooses the metric, by its name.
func (w *WhatIf) SetGroupMetric(name string) { w.groups.metric = name }

// chosenMetric is the metric of the table.
func (w *WhatIf) chosenMetric() *metrics.Description {
	list := w.groupMetrics()
	return list[max(slices.IndexFunc(list, func(d *metrics.Description) bool { return d.Name == w.groups.metric }), 0)]
}

// listedGroups are all rows of the table.
func (w *WhatIf) listedGroups() (rows []panel.GroupRow) {
	_, kinds := w.kindsBy()
	for _, kind := range kinds[w.chosenBy()] {
		rows = append(rows, w.Shared.GroupRows(kind, w.chosenMetric())...)
	}
	return rows
}

// groupPages is which rows are on the visible page.
func (w *WhatIf) groupPages() widget.Paging {
	return widget.NewPaging(w.groups.from, groupRows, len(w.listedGroups()))
}

// visibleGroups are the rows of the visible page.
func (w *WhatIf) visibleGroups() []panel.GroupRow {
	g := w.groupPages()
	return w.listedGroups()[g.From:g.End()]
}

// groupsRemark says what the table is about.
func (w *WhatIf) groupsRemark() string {
	text := "Of the jobs that ended both times; " + w.BeforeAndAfter().GroupOrder() + "."
	if w.Shown.Plan.Scenario.Machine.Kind == "partitions" && strings.HasPrefix(w.groupChoices()[w.chosenBy()], "partition") {
		text += " A job counts for the partition that it is tried in first."
	}
	return phrase.Join(" ", text, w.BeforeAndAfter().GroupsRemark())
}

// gains say which groups wait less and which longer over drawings, if the table is of mean waits.
func (w *WhatIf) gains() (list []string) {
	if w.chosenMetric().Name != "meanWait" {
		return nil
	}
	_, kinds := w.kindsBy()
	for _, kind := range kinds[w.chosenBy()] {
		list = append(list, w.GroupSentences(kind)...)
	}
	return list
}

// groupsBar turns the pages of the table.
func (w *WhatIf) groupsBar() vugu.Builder {
	g := w.groupPages()
	if g.All <= g.Rows {
		return w.QuietBar("")
	}
	return w.QuietBar("Pages of groups", g.Turns([4]string{"First groups", "Previous groups", "Next groups", "Last groups"}, func(from int) { w.groups.from = from })...)
}

// groupsButton folds the table.
func (w *WhatIf) groupsButton() widget.Button {
	return widget.Button{Text: "By " + w.groupChoices()[0], ID: "by-group", Expanded: widget.Yes(w.groupsUnfolded()), Do: w.foldGroups}
}
