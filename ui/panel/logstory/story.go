package logstory

import (
	"maps"
	"slices"
	"strings"

	"backfill/engine/workload/accounting"
	"backfill/engine/workload/logs"
	"backfill/engine/workload/story"
	"backfill/ui/panel"
	"backfill/ui/result"
)

// Story is the panel.
type Story struct {
	*panel.Shared
	panel.Listing // the rows of the table

	by      story.Dimension // of the table
	waits   bool            // the picture of the week shows waits, not submissions
	filter  []story.Condition
	of      result.LogStory // what was asked last
	key     int             // of that question
	awaits  bool            // an answer to it
	told    *story.Story    // nil: nothing was told yet
	levels  []Level         // pictures of what was told, made once for all renderings
	week    []day           // nil: there are no dates
	failure string          // why nothing was told; "" if nothing went wrong
}

// pageRows is how many rows the table shows at once.
const pageRows = 12

// New makes the panel. The first rows are of those who waited most.
func New(s *panel.Shared) *Story {
	p := &Story{Shared: s, Listing: panel.NewListing(s, pageRows)}
	p.By, p.Descending = "wait", true
	s.OnNamed = append(s.OnNamed, p.arrange)
	return p
}

// log is the log that the experiment replays, how it is read, and whether there is one.
func (p *Story) log() (of result.LogStory, ok bool) {
	w := p.Draft.Workload
	if w.Kind != accounting.Kind.Kind && !logs.IsKind(w.Kind) {
		return of, false
	}
	name := strings.TrimSpace(w.Texts["file"])
	for _, f := range p.FilesNeeded() {
		if f.Name == name && f.SHA256 != "" {
			params := map[string]string{}
			for _, param := range []string{"zone", "columns", "lines"} {
				if text, given := w.Texts[param]; given {
					params[param] = strings.TrimSpace(text)
				}
			}
			return result.LogStory{File: f, Kind: w.Kind, Params: params, Filter: p.filter}, true
		}
	}
	return of, false
}

// Follow asks for the story of the log at hand, unless it is told already or nobody wants to see it.
func (p *Story) Follow() {
	of, ok := p.log()
	if !ok || of.File != p.of.File {
		p.told, p.failure, p.filter, of.Filter = nil, "", nil, nil
		p.of, p.awaits = result.LogStory{}, false
	}
	if !ok || !p.Unfolded["story"] || same(of, p.of) && p.failure == "" {
		return
	}
	p.key++
	p.of, p.awaits, p.failure = of, true, ""
	p.Browser.LogStory(p.key, of)
}

// FollowEdit is Follow for a log whose story is told: its zone, say, is another one now, or another log has taken its place.
func (p *Story) FollowEdit() {
	if p.told != nil {
		p.Follow()
	}
}

func same(a, b result.LogStory) bool {
	return a.File == b.File && a.Kind == b.Kind && maps.Equal(a.Params, b.Params) && slices.Equal(a.Filter, b.Filter)
}

// Awaits says whether the answer with that key is still wanted.
func (p *Story) Awaits(key int) bool { return p.awaits && key == p.key }

// StoryCame hands over a story.
func (p *Story) StoryCame(key int, told *story.Story) {
	if !p.Awaits(key) {
		return
	}
	p.awaits, p.told = false, told
	p.levels = p.drawLevels()
	p.showWeek(p.waits)
	if len(told.Tables[p.by]) < 2 {
		p.by = usual(told)
	}
	p.arrange()
}

// StoryLost says that a story could not be told.
func (p *Story) StoryLost(key int, f result.Failure) {
	if p.Awaits(key) {
		p.awaits, p.failure = false, f.Reason
	}
}

// usual is the first dimension that tells the jobs of a story apart.
func usual(told *story.Story) story.Dimension {
	for d := range story.Dimensions {
		if len(told.Tables[d]) > 1 {
			return d
		}
	}
	return story.Size
}

// toggle folds or unfolds the panel.
func (p *Story) toggle() {
	p.Toggle("story")
	p.Follow()
}

// setBy shows a row for each class of a dimension.
func (p *Story) setBy(word string) {
	for d := range story.Dimensions {
		if p.noun(d) == word {
			p.by = d
		}
	}
	p.arrange()
}

// SortBy sorts by a column; once more turns the order round.
func (p *Story) SortBy(key string) {
	p.OrderBy(key, key != "class")
	p.arrange()
}

// Only lets only jobs of one class pass, beside what else is filtered by.
func (p *Story) Only(d story.Dimension, class int32) {
	p.filter = append(p.without(d), story.Condition{Dimension: d, Class: class})
	p.Follow()
}

// without is the filter without a condition on a dimension.
func (p *Story) without(d story.Dimension) []story.Condition {
	return slices.DeleteFunc(slices.Clone(p.filter), func(c story.Condition) bool { return c.Dimension == d })
}

// drop lets jobs of all classes of a dimension pass again.
func (p *Story) drop(d story.Dimension) {
	p.filter = p.without(d)
	p.Follow()
	p.Browser.Focus("story-by")
}

// Rows are those of the table.
func (p *Story) rows() []story.Row {
	if p.told == nil {
		return nil
	}
	return p.told.Tables[p.by]
}

// arrange makes the columns, and begins to sort anew.
func (p *Story) arrange() {
	if p.told == nil {
		return
	}
	p.ColumnsAre(p.columns(p.by))
	p.Arrange(len(p.rows()), func(int32) bool { return true })
}

// hasLog says whether the experiment replays a log that is at hand.
func (p *Story) hasLog() bool {
	_, ok := p.log()
	return ok
}

// Open says whether a story is shown.
func (p *Story) Open() bool {
	of, ok := p.log()
	return p.Unfolded["story"] && p.told != nil && ok && of.File == p.of.File
}

// remark says what the panel is about, or why it tells nothing.
func (p *Story) remark() string {
	switch {
	case p.failure != "":
		return "The log cannot be read: " + p.failure
	case p.awaits && p.Unfolded["story"]:
		return "Reading the log …"
	case !p.Open():
		return "Before any simulation: who waited, when, and how much was in use."
	}
	text := "As the log has it; nothing is simulated here. Waiting is counted from the moment a job could start; requeued jobs count with every run."
	if p.Named && p.LoggedNames() != nil {
		text += " Names are shown only while this page is open, and are in what you save of it; nowhere else."
	}
	return text
}
