package ui

import (
	"encoding/json"
	"strings"

	"github.com/vugu/vugu"

	"backfill/engine/experiment"
	"backfill/ui/panel/editor"
	"backfill/ui/session"
	"backfill/ui/widget"
)

// Framed is the page as a frame of another one: the parts that are wanted, below a slim line.
type Framed struct{ page *Page }

// part is a part of the page, or nothing where the frame does not show it.
func (c *Framed) part(view string, part vugu.Builder) vugu.Builder {
	if c.page.frame.shows(view) {
		return part
	}
	return c.page.Guard(&Absent{})
}

// Absent takes no room.
type Absent struct{}

func (c *Framed) name() string {
	if name := strings.TrimSpace(c.page.Draft.Name); name != "" {
		return name
	}
	return "Backfill"
}

// form is the experiment: to be changed where everything may be, else in sentences.
func (c *Framed) form() vugu.Builder {
	p := c.page
	if p.frame.whole {
		return p.parts.experiment
	}
	return p.Guard(&editor.Outline{Editor: p.Editor})
}

func (c *Framed) controls() vugu.Builder {
	return c.page.Guard(&editor.Controls{Editor: c.page.Editor})
}

func (c *Framed) bar() vugu.Builder {
	p := c.page
	if !p.frame.open() || p.Draft.Equal(p.Original) {
		return p.QuietBar("")
	}
	return p.QuietBar("Experiment", widget.Button{Text: "Reset", ID: "reset-button", Do: p.Reset})
}

// class arranges the parts: pictures beside answers where there are both.
func (c *Framed) class() string {
	f := c.page.frame
	class := "views"
	if f.shows("timeline") && f.shows("answers") {
		class += " beside"
	}
	return class
}

// knownLink is the address of an experiment, which takes a while to be made.
type knownLink struct {
	of      json.RawMessage
	cell    experiment.Cell
	address string
}

// homeLink is the address under which the whole page shows the experiment of the frame.
func (p *Page) homeLink() string {
	if p.Valid == nil {
		return p.Browser.Home()
	}
	if l := &p.frame.link; !session.Identical(l.of, p.Valid) || l.cell != p.WantedCell() {
		*l = knownLink{p.Valid, p.WantedCell(), p.Address()}
	}
	return p.frame.link.address
}
