package share

import (
	"cmp"
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

	view    int             // of views
	theme   int             // of themes
	changes int             // of changes
	allowed map[string]bool // paths of what readers may change
	AsFrame bool            // the code is that of a plain frame
}

var (
	views   = []string{"timeline, answers", "timeline", "play", "answers", "experiment", "everything"}
	themes  = []string{"as the reader's", "light", "dark"}
	changes = []string{"nothing", "what is ticked below", "everything"}
	codes   = []string{"element", "iframe"}
)

// Places in changes.
const (
	changeTicked = 1
	changeAll    = 2
)

// mostOffered is how many parameters are offered for readers to change.
const mostOffered = 24

// longLink is how many characters most programs take of a link.
const longLink = 8000

const asEmbed = "Embed it in a page"

// Items are what there is to copy.
func (c *Sharing) Items() []widget.Item {
	length := len(c.Address())
	list := []widget.Item{{Title: "Copy the link", Sentence: phrase.Plural(int64(length), "character") + "; " + c.filesWords(), Do: c.Share}}
	if length > longLink {
		list[0].Sentence += ". Some programs cut off a link as long as this: a scenario that is exported as a file stays whole"
	}
	if len(c.Wrong) > 0 {
		list[0].Sentence = "of the last experiment without mistakes; " + list[0].Sentence
	}
	return append(list, widget.Item{Group: asEmbed, Title: "Copy the code", Sentence: phrase.Plural(int64(len(c.Code())), "character") + " of HTML, as below", Do: func() { c.Browser.Copy(c.Code()) }})
}

// filesWords say what a link holds of the experiment's logs.
func (c *Sharing) filesWords() string {
	if needed := c.FilesNeeded(); len(needed) > 0 {
		var names []string
		for _, f := range needed {
			names = append(names, f.Name)
		}
		return "it names " + phrase.List(names) + " with size and checksum, and holds nothing of it: readers open the file themselves"
	}
	return "it holds the whole experiment, and gives the same numbers elsewhere"
}

// Options stand above the code.
func (c *Sharing) Options(group string) []widget.Option {
	if group != asEmbed {
		return nil
	}
	choice := func(id, label string, choices []string, at *int) widget.Option {
		return widget.Option{ID: id, Label: label, Choices: choices, Chosen: *at, Choose: func(word string) { *at = max(slices.Index(choices, word), 0) }}
	}
	code := 0
	if c.AsFrame {
		code = 1
	}
	return []widget.Option{
		choice("share-view", "Shows", views, &c.view),
		choice("share-changes", "Readers may change", changes, &c.changes),
		choice("share-theme", "Theme", themes, &c.theme),
		{ID: "share-code", Label: "Code", Choices: codes, Chosen: code, Choose: func(word string) { c.AsFrame = word == codes[1] }},
	}
}

// shareable are the parameters that readers may be allowed to change: those that the form
// shows without being asked for more.
func (c *Sharing) shareable() []editor.Field {
	d := &c.Draft
	var paths []string
	of := func(path string, choice *draft.Choice) {
		about := c.Form.About(path+"/", choice.Kind)
		if about == nil {
			return
		}
		for _, f := range c.Editor.Fields(path, choice, about.Params) {
			if f.Kind == param.Integer || f.Kind == param.Number || f.Kind == param.Boolean || f.Kind == param.Choice || f.Kind == param.Script {
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
		if f, ok := c.Editor.FieldAt(path); ok && len(fields) < mostOffered {
			fields = append(fields, f)
		}
	}
	return fields
}

// ticks says whether readers choose among parameters one by one.
func (c *Sharing) ticks() bool { return c.changes == changeTicked }

// Tick lets readers change the parameter at path, or no longer.
func (c *Sharing) Tick(path string, on bool) {
	if c.allowed == nil {
		c.allowed = map[string]bool{}
	}
	c.allowed[path] = on
}

// allowList is what readers may change, as an address has it.
func (c *Sharing) allowList() string {
	switch c.changes {
	case changeTicked:
		var items []string
		for _, f := range c.shareable() {
			if c.allowed[f.Path] {
				items = append(items, f.Path+rangeAround(f))
			}
		}
		return strings.Join(items, ",")
	case changeAll:
		return "*"
	}
	return ""
}

// rangeAround is from half to twice the present value of a number, as far as the parameter's own
// range goes; "" for what is no number above 0.
func rangeAround(f editor.Field) string {
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

// viewList is what is shown, as an address has it.
func (c *Sharing) viewList() string {
	switch word := views[c.view]; word {
	case "everything":
		return "all"
	case "timeline, answers":
		return "timeline,answers"
	default:
		return word
	}
}

// galleryName is the gallery's item that the experiment still is, "" if it is none.
func (c *Sharing) galleryName() string {
	if c.Item != "" && c.Draft.Equal(c.Original) {
		return strings.TrimSuffix(c.Item, ".json")
	}
	return ""
}

// Code is the HTML that shows the experiment in a page of somebody else: an element of embed.js, or a frame.
func (c *Sharing) Code() string {
	var settings [][2]string
	set := func(name, value string) {
		if value != "" {
			settings = append(settings, [2]string{name, value})
		}
	}
	set("view", c.viewList())
	set("allow", c.allowList())
	if c.theme > 0 {
		set("theme", themes[c.theme])
	}
	set("gallery", c.galleryName())
	if c.AsFrame {
		return c.frameCode(settings)
	}
	return c.elementCode(settings)
}

func (c *Sharing) elementCode(settings [][2]string) string {
	home := c.Browser.Home()
	var b strings.Builder
	b.WriteString(`<script src="` + export.Markup(home[:strings.LastIndexByte(home, '/')+1]) + "embed.js\" defer></script>\n<backfill-lab")
	for _, s := range settings {
		b.WriteString(" " + s[0] + `="` + export.Markup(s[1]) + `"`)
	}
	b.WriteString(">")
	if c.galleryName() == "" {
		b.WriteString("\n<script type=\"application/json\">\n" + inScript(c.Valid) + "\n</script>\n")
	}
	b.WriteString("</backfill-lab>\n")
	return b.String()
}

// inScript is JSON in which nothing can end the script element around it.
func inScript(text json.RawMessage) string {
	return strings.NewReplacer("<", `\u003c`, ">", `\u003e`, "&", `\u0026`).Replace(string(text))
}

func (c *Sharing) frameCode(settings [][2]string) string {
	address := c.Browser.Home()
	separator := "?"
	for _, s := range settings {
		address += separator + s[0] + "=" + s[1]
		separator = "&"
	}
	if c.galleryName() == "" {
		address += "#" + c.Fragment()
	}
	return `<iframe src="` + export.Markup(address) + `" title="` + export.Markup(cmp.Or(c.Draft.Name, "Backfill")) +
		"\" width=\"100%\" height=\"600\" loading=\"lazy\" allow=\"clipboard-write\"></iframe>\n"
}
