package ui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/vugu/vugu"
)

// pressDoings are what is done with a mouse and a keyboard to the elements of the page.
var pressDoings = []doing{
	{40, "press", func(r *reader) string { return r.press(func(*element) bool { return true }) }},
	{40, "press", (*reader).pressInPanel},
	{4, "by hand:", func(r *reader) string {
		if r.IntN(3) == 0 {
			r.p.ByHand.Begin()
			return "begin"
		}
		n := int64(1 + r.IntN(6))
		r.p.ByHand.PlaceNumbered(n) // dragged
		return fmt.Sprint("job ", n)
	}},
	{3, "answer", func(r *reader) string {
		return r.press(func(e *element) bool {
			return strings.HasSuffix(e.attr("id"), "-button") && e.parent != nil && strings.Contains(e.parent.attr("class"), "choice")
		})
	}},
}

// panels are ids of parts of the page that are small beside the form, so that whoever presses just anything seldom comes there.
var panels = []string{"answers", "classes", "curves", "forecast", "inspector", "jobs", "story", "fit", "priorities", "apart", "users", "whatif", "player", "matrix", "byhand", "export-dialog", "share-dialog", "gallery-dialog", "reading-dialog"}

// texts are what somebody may type or choose where nothing else is offered.
var texts = []string{"", "1", "0", "-1", "3", "16", "64", "0.5", "1.1", "x", "1e9", "30 min", "0.5 to 0.9 step 0.2", "0.6, 0.8", "wait", "wait + 1", "2,3", "true", "EASY", "[]", "def schedule():\n    start_in_order()\n",
	"submit run processors\n0 60 1\n5 30 2\n9 20 2\n", "job 2", "1:00"}

// pressed are the keys that mean something somewhere.
var pressed = []string{"Enter", "Escape", "ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight", "Home", "End", "PageDown", ".", ",", "Backspace", " ", "x"}

// pressInPanel presses something in one of the panels that there are.
func (r *reader) pressInPanel() string {
	page := render(r.t, r.p)
	there := slices.DeleteFunc(slices.Clone(panels), func(id string) bool { return page.ids[id] == nil || page.ids[id].isHidden() })
	if len(there) == 0 {
		return "nothing"
	}
	panel := there[r.IntN(len(there))]
	return r.press(func(e *element) bool { return e.within(panel) })
}

// within says whether the element lies in the one with that id, or is it.
func (e *element) within(id string) bool {
	for ; e != nil; e = e.parent {
		if e.attr("id") == id {
			return true
		}
	}
	return false
}

// press presses, types into or chooses from something of that kind that is on the page.
func (r *reader) press(of func(e *element) bool) string {
	all := render(r.t, r.p).all
	var live []*element
	for _, e := range all {
		if len(e.DOMEventHandlerSpecList) > 0 && !e.has("disabled") && !e.isHidden() && e.attr("id") != "reload-button" && of(e) {
			live = append(live, e)
		}
	}
	if len(live) == 0 {
		return "nothing"
	}
	e := live[r.IntN(len(live))]
	h := e.DOMEventHandlerSpecList[r.IntN(len(e.DOMEventHandlerSpecList))]
	value, key := texts[r.IntN(len(texts))], pressed[r.IntN(len(pressed))]
	if options := e.optionValues(); len(options) > 0 {
		value = options[r.IntN(len(options))]
	}
	what := fmt.Sprintf("%s %s#%s %.30q %q", h.EventType, e.Data, e.attr("id"), e.text(), value)
	if strings.HasPrefix(h.EventType, "key") {
		what += " " + key
	}
	h.Func(happening{target: map[string]any{"value": value, "checked": r.IntN(2) == 0}, key: key})
	return what
}

func (e *element) has(key string) bool {
	return slices.ContainsFunc(e.Attr, func(a vugu.VGAttribute) bool { return a.Key == key })
}

// isHidden says whether nobody can see the element.
func (e *element) isHidden() bool {
	for ; e != nil; e = e.parent {
		if e.has("hidden") {
			return true
		}
	}
	return false
}

// shown is what the element says to who looks at it.
func (e *element) shown() string {
	if e.has("hidden") {
		return ""
	}
	if len(e.children) == 0 {
		return e.allText()
	}
	var text strings.Builder
	for _, c := range e.children {
		text.WriteString(c.shown())
	}
	return text.String()
}

// optionValues are what a select offers.
func (e *element) optionValues() (list []string) {
	for _, c := range e.children {
		if c.Data == "option" {
			if c.has("value") {
				list = append(list, c.attr("value"))
			} else {
				list = append(list, c.text())
			}
		}
		list = append(list, c.optionValues()...)
	}
	return list
}

// chosen is the value of what is chosen in a select.
func (e *element) chosen() string {
	for _, c := range e.children {
		if c.Data == "option" && slices.ContainsFunc(c.VGNode.Prop, func(p vugu.VGProperty) bool { return p.Key == "selected" && string(p.JSONVal) == "true" }) {
			if c.has("value") {
				return c.attr("value")
			}
			return c.text()
		}
		if value := c.chosen(); value != "" {
			return value
		}
	}
	return ""
}
