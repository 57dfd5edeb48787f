package ui

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"backfill/engine/metrics"
	"backfill/ui/panel/editor"
	"backfill/ui/panel/schedules"
	"backfill/ui/phrase"
	"backfill/ui/result"
	"backfill/ui/session"
	"backfill/ui/timeline"
)

// Frame says how the page shows itself as a frame of another page: what of it is there,
// what its reader may change and whom it talks to. ReadFrame makes it.
type Frame struct {
	gallery string // name of the gallery's item to open, "" for none
	source  string // address of the scenario to open, "" for none
	Origin  string // of the page around, which alone is heard and told anything; "" for nobody
	Theme   string // "light", "dark" or "" for the system's

	views   []string
	color   string            // timeline.ColorBy in words, "" as on the page
	nodes   string            // which nodes are shown, "" as on the page
	metrics []string          // that the table has whatever the experiment, the first on the curves
	rows    []string          // the only ones that the table has at first; none: the usual ones
	minutes bool              // instants of a day without a date are told in minutes
	fitting fitting           // how it shows what has room in its height (fitting.go)
	units   bool              // differences are told in units of the metric, not in per cent
	eager   bool              // the experiment runs at every change, however long it takes
	whole   bool              // the reader may change everything
	allowed editor.Allowances // what else the reader may change, as it is shown
	wrong   []string          // what is not understood of the query, in sentences

	awaited  []json.RawMessage // ids of messages to be answered with the next results
	wordless []json.RawMessage // and with the next picture, in words
	link     knownLink
}

// frameViews are the parts of the page that a frame may show.
var frameViews = []string{"all", "timeline", "answers", "play", "experiment"}

// maxAllowed bounds how many parameters a frame shows.
const maxAllowed = 32

// ReadFrame reads the parameters of an address's query; get is "" for one that is not
// there. It is nil for a page that is no frame. What is not understood is left out, and the
// frame says so.
func ReadFrame(get func(name string) string) *Frame {
	view := get("view")
	if view == "" && get("embed") == "" {
		return nil
	}
	f := &Frame{source: get("src")}
	f.views = f.known("view", listed(view), frameViews)
	if len(f.views) == 0 {
		f.views = []string{"all"}
	}
	if theme := get("theme"); theme != "" && theme != "auto" {
		if known := f.known("theme", []string{theme}, []string{"light", "dark", "auto"}); len(known) == 1 {
			f.Theme = theme
		}
	}
	if color := get("color"); color != "" {
		var colors []string
		for c := range timeline.NumColorBy {
			colors = append(colors, c.String())
		}
		if known := f.known("color", []string{color}, colors); len(known) == 1 {
			f.color = color
		}
	}
	if nodes := get("nodes"); nodes != "" {
		if err := schedules.NodeChoice(nodes); err != nil {
			f.refuse("nodes", nodes, err.Error())
		} else {
			f.nodes = nodes
		}
	}
	if list := listed(get("metrics")); len(list) > 0 {
		f.metrics = f.knownMetrics("metrics", list)
	}
	if list := listed(get("rows")); len(list) > 0 {
		f.rows = f.knownMetrics("rows", list)
	}
	if times := get("times"); times != "" {
		f.minutes = slices.Contains(f.known("times", []string{times}, []string{"clock", "minutes"}), "minutes")
	}
	f.fitting.on = get("fit") != ""
	if differences := get("differences"); differences != "" {
		f.units = slices.Contains(f.known("differences", []string{differences}, []string{"relative", "absolute"}), "absolute")
	}
	if run := get("run"); run != "" {
		f.eager = slices.Contains(f.known("run", []string{run}, []string{"quick", "always"}), "always")
	}
	f.gallery = GalleryFile(get("gallery"))
	if origin := get("origin"); origin != "" {
		if isOrigin(origin) {
			f.Origin = origin
		} else {
			f.refuse("origin", origin, "a scheme, a host and perhaps a port, such as https://example.org, are accepted")
		}
	}
	f.readAllowed(get("allow"))
	return f
}

// GalleryFile is the file of the gallery's item that an address names, with or without its extension; "" if it names none.
func GalleryFile(item string) string {
	if item == "" {
		return ""
	}
	return strings.TrimSuffix(item, ".json") + ".json"
}

// listed are the words of a list in a query.
func listed(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return strings.ContainsRune("+, ", r) })
}

// known are those of the values that are among the choices.
func (f *Frame) known(name string, values, choices []string) []string {
	return slices.DeleteFunc(values, func(v string) bool {
		if slices.Contains(choices, v) {
			return false
		}
		f.refuse(name, v, phrase.List(choices)+" are accepted")
		return true
	})
}

// knownMetrics are those of the values that are names of metrics.
func (f *Frame) knownMetrics(name string, values []string) []string {
	return slices.DeleteFunc(values, func(v string) bool {
		if metrics.Index(v) >= 0 {
			return false
		}
		f.refuse(name, v, "names of metrics of a result, such as meanResponse, are accepted")
		return true
	})
}

// refuse keeps a sentence on a value that is not understood.
func (f *Frame) refuse(name, value, accepted string) {
	f.wrong = append(f.wrong, fmt.Sprintf("%s in this frame's address: %s: %s.", name, phrase.Cut(value, 100), accepted))
}

// isOrigin says whether text is the origin of a page that was fetched by HTTP.
func isOrigin(text string) bool {
	host, secure := strings.CutPrefix(text, "https://")
	if !secure {
		var plain bool
		if host, plain = strings.CutPrefix(text, "http://"); !plain {
			return false
		}
	}
	return host != "" && !strings.ContainsAny(host, "/?#@\\* \t\r\n")
}

// readAllowed reads what the reader may change.
func (f *Frame) readAllowed(text string) {
	for _, item := range listed(text) {
		if item == "*" {
			f.whole = true
			continue
		}
		a, err := editor.ReadAllowance(item)
		switch {
		case err != nil:
			f.refuse("allow", item, err.Error())
		case len(f.allowed) == maxAllowed:
			f.refuse("allow", item, fmt.Sprintf("at most %d parameters are accepted", maxAllowed))
			return
		default:
			f.allowed = append(f.allowed, a)
		}
	}
}

// shows says whether a part of the page is there.
func (f *Frame) shows(view string) bool {
	return slices.Contains(f.views, view) || slices.Contains(f.views, "all") ||
		view == "timeline" && slices.Contains(f.views, "play")
}

// open says whether the reader may change anything.
func (f *Frame) open() bool { return f.whole || len(f.allowed) > 0 }

// Embed makes the page a frame, before it is opened.
func (p *Page) Embed(f *Frame) {
	p.frame = f
	p.Editor.Allowed = f.allowed
	p.Framed, p.Locked, p.Limits = true, !f.whole, p.Editor.Outside
	p.MoreMetrics, p.Absolute, p.Eager = append(slices.Clone(f.metrics), f.rows...), f.units, f.eager
	p.Minutes, p.Answers.Only, p.Answers.Alone = f.minutes, f.rows, p.alone
	hides := p.Hides
	p.Hides = func(r *result.Run) bool { return hides(r) || p.fitsWithout(r) }
	if f.color != "" {
		p.ColorBy(f.color)
	}
	if f.nodes != "" {
		p.Schedules.ShowNodes(f.nodes)
	}
}

// openFrame is Open for a frame. Without an experiment in its address it waits for one,
// unless there is nobody to send it.
func (p *Page) openFrame(fragment string) {
	f := p.frame
	switch {
	case fragment != "":
		p.Navigated(fragment)
	case f.gallery != "":
		p.OpenItem(f.gallery)
	case f.source != "":
		p.Browser.FetchScenario(f.source)
	case f.Origin == "":
		p.OpenItem(session.FirstItem)
	default:
		p.Notice = session.Notice{Text: "Waiting for an experiment from the page around this frame."}
	}
	if len(f.wrong) > 0 {
		p.Notice = session.Notice{Text: strings.Join(f.wrong, " "), Problem: true, Lasting: true}
	}
	p.tellReady()
}

// ScenarioCame hands over what FetchScenario has fetched.
func (p *Page) ScenarioCame(name string, content []byte, failure string) {
	if failure != "" {
		p.Warn("The experiment " + phrase.Cut(name, 200) + " cannot be opened: " + failure)
		p.tellProblem(p.Notice.Text, "")
		return
	}
	p.OpenScenario(name, content)
	watching{p}.NotOpened()
}
