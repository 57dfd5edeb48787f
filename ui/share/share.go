package share

import (
	"encoding/json"
	"math"
	"slices"
	"strings"

	"backfill/engine/export"
	"backfill/engine/param"
	"backfill/ui/draft"
	"backfill/ui/panel"
	"backfill/ui/panel/editor"
	"backfill/ui/phrase"
	"backfill/ui/widget"
)

// Sharing is what the dialog "Share" offers: the link, and the code that shows the experiment in pages of others.
type Sharing struct {
	*panel.Shared
	Editor *editor.Editor

	view    int             // of sharedViews
	theme   int             // of sharedThemes
	changes int             // of sharedChanges
	allowed map[string]bool // paths of what readers may change
	AsFrame bool            // the code that is shown is that of a plain frame
}

var (
	sharedViews   = []string{"timeline, answers", "timeline", "play", "answers", "experiment", "everything"}
	sharedThemes  = []string{"as the reader's", "light", "dark"}
	sharedChanges = []string{"nothing", "what is ticked below", "everything"}
	sharedCodes   = []string{"element", "iframe"}
)

const (
	changeTicked = 1
	changeAll    = 2
)

// mostShared is how many parameters are offered to be changed by readers.
const mostShared = 24

const asEmbed = "Embed it in a page"

// Items are what there is to copy.
func (p *Sharing) Items() []widget.Item {
	list := []widget.Item{{Title: "Copy the link", Sentence: phrase.Plural(int64(len(p.Address())), "character") + "; " + p.sharedFiles(), Do: p.Share}}
	if len(p.Wrong) > 0 {
		list[0].Sentence = "of the last experiment without mistakes; " + list[0].Sentence
	}
	return append(list, widget.Item{Group: asEmbed, Title: "Copy the code", Sentence: phrase.Plural(int64(len(p.Code())), "character") + " of HTML, as below", Do: p.CopyEmbed})
}

// sharedFiles says what of the experiment's logs a link holds.
func (p *Sharing) sharedFiles() string {
	if needed := p.FilesNeeded(); len(needed) > 0 {
		var names []string
		for _, f := range needed {
			names = append(names, f.Name)
		}
		return "it names " + phrase.List(names) + " with size and checksum, and holds nothing of it: readers open the file themselves"
	}
	return "it holds the whole experiment, and gives the same numbers elsewhere"
}

// Options stand above the code.
func (p *Sharing) Options(group string) []widget.Option {
	if group != asEmbed {
		return nil
	}
	choice := func(id, label string, choices []string, at *int) widget.Option {
		return widget.Option{ID: id, Label: label, Choices: choices, Chosen: *at, Choose: func(word string) { *at = max(slices.Index(choices, word), 0) }}
	}
	code := 0
	if p.AsFrame {
		code = 1
	}
	return []widget.Option{
		choice("share-view", "Shows", sharedViews, &p.view),
		choice("share-changes", "Readers may change", sharedChanges, &p.changes),
		choice("share-theme", "Theme", sharedThemes, &p.theme),
		{ID: "share-code", Label: "Code", Choices: sharedCodes, Chosen: code, Choose: func(word string) { p.AsFrame = word == sharedCodes[1] }},
	}
}

// shareable are the parameters that readers may be allowed to change: those that the form
// shows without being asked for more.
func (p *Sharing) shareable() []editor.Field {
	d := &p.Draft
	var paths []string
	of := func(path string, c *draft.Choice) {
		about := p.About(path+"/", c.Kind)
		if about == nil {
			return
		}
		for _, f := range p.Editor.Fields(path, c, about.Params) {
			if f.Kind == param.Integer || f.Kind == param.Number || f.Kind == param.Boolean || f.Kind == param.Choice {
				paths = append(paths, f.Path)
			}
		}
	}
	of("/machine", &d.Machine)
	of("/workload", &d.Workload)
	for i := range d.Policies {
		at := "/policies/" + phrase.Number(float64(i))
		paths = append(paths, at+"/kind")
		of(at, &d.Policies[i])
	}
	paths = append(paths, "/seed", "/replications")
	var fields []editor.Field
	for _, path := range paths {
		if f, ok := p.Editor.FieldAt(path); ok && len(fields) < mostShared {
			fields = append(fields, f)
		}
	}
	return fields
}

// ticks says whether readers choose among parameters one by one.
func (p *Sharing) ticks() bool { return p.changes == changeTicked }

func (p *Sharing) Tick(path string, on bool) {
	if p.allowed == nil {
		p.allowed = map[string]bool{}
	}
	p.allowed[path] = on
}

// sharedAllow is the list of what readers may change, as an address has it.
func (p *Sharing) sharedAllow() string {
	switch p.changes {
	case changeTicked:
		var items []string
		for _, f := range p.shareable() {
			if p.allowed[f.Path] {
				items = append(items, f.Path+sharedRange(f))
			}
		}
		return strings.Join(items, ",")
	case changeAll:
		return "*"
	}
	return ""
}

// sharedRange is a range around the present value of a number, as far as the parameter has it:
// half as much to twice as much.
func sharedRange(f editor.Field) string {
	v := editor.Finite(f.Text)
	if f.Kind != param.Integer && f.Kind != param.Number || math.IsNaN(v) || v <= 0 || f.Name == "seed" {
		return ""
	}
	from, to := max(v/2, f.Min), min(2*v, f.Max)
	if f.Kind == param.Integer {
		from = float64(int64(from + 0.5))
	}
	if from >= to {
		return ""
	}
	return ":" + phrase.Number(from) + ".." + phrase.Number(to)
}

// sharedView is the view as an address has it.
func (p *Sharing) sharedView() string {
	switch word := sharedViews[p.view]; word {
	case "everything":
		return "all"
	case "timeline, answers":
		return "timeline,answers"
	default:
		return word
	}
}

// sharedItem is the gallery's item that the experiment still is, "" if it is none.
func (p *Sharing) sharedItem() string {
	if p.Item != "" && p.Draft.Equal(p.Original) {
		return strings.TrimSuffix(p.Item, ".json")
	}
	return ""
}

// Code is the HTML that shows the experiment in a page of somebody else.
func (p *Sharing) Code() string {
	var settings [][2]string
	set := func(name, value string) {
		if value != "" {
			settings = append(settings, [2]string{name, value})
		}
	}
	set("view", p.sharedView())
	set("allow", p.sharedAllow())
	if theme := p.theme; theme > 0 {
		set("theme", sharedThemes[theme])
	}
	set("gallery", p.sharedItem())
	if p.AsFrame {
		return p.frameCode(settings)
	}
	return p.elementCode(settings)
}

func (p *Sharing) elementCode(settings [][2]string) string {
	home := p.Browser.Home()
	var b strings.Builder
	b.WriteString(`<script src="` + export.Markup(home[:strings.LastIndexByte(home, '/')+1]) + "embed.js\" defer></script>\n<backfill-lab")
	for _, s := range settings {
		b.WriteString(" " + s[0] + `="` + export.Markup(s[1]) + `"`)
	}
	b.WriteString(">")
	if p.sharedItem() == "" {
		b.WriteString("\n<script type=\"application/json\">\n" + inScript(p.Valid) + "\n</script>\n")
	}
	b.WriteString("</backfill-lab>\n")
	return b.String()
}

// inScript is JSON that no markup can end.
func inScript(text json.RawMessage) string {
	return strings.NewReplacer("<", `\u003c`, ">", `\u003e`, "&", `\u0026`).Replace(string(text))
}

func (p *Sharing) frameCode(settings [][2]string) string {
	address := p.Browser.Home()
	separator := "?"
	for _, s := range settings {
		address += separator + s[0] + "=" + s[1]
		separator = "&"
	}
	if p.sharedItem() == "" {
		address += "#" + p.Fragment()
	}
	name := p.Draft.Name
	if name == "" {
		name = "Backfill"
	}
	return `<iframe src="` + export.Markup(address) + `" title="` + export.Markup(name) +
		"\" width=\"100%\" height=\"600\" loading=\"lazy\" allow=\"clipboard-write\"></iframe>\n"
}

// CopyEmbed copies that HTML.
func (p *Sharing) CopyEmbed() { p.Browser.Copy(p.Code()) }
