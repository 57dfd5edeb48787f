package ui

import (
	"slices"
	"strconv"

	"github.com/vugu/vugu"

	"backfill/ui/opened"
	"backfill/ui/session"
	"backfill/ui/widget"
)

// Dialogs lie over the page.
type Dialogs struct{ page *Page }

// title is the heading of the open dialog.
func (c *Dialogs) title() string {
	switch c.page.dialog {
	case "gallery":
		return "Gallery"
	case "export":
		return "Export"
	case "share":
		return "Share"
	case "reading":
		return "How " + c.page.reading.of.Name + " is read"
	}
	return "Help"
}

// intro says what the open dialog is for.
func (c *Dialogs) intro() string {
	switch c.page.dialog {
	case "gallery":
		return "Ready-made experiments. Opening one can be undone."
	case "export":
		return "Every file carries the experiment, its seed and the program's version."
	case "reading":
		return c.page.reading.intro()
	case "share":
		return "Nothing is uploaded: what you copy holds the experiment itself, but never a log."
	}
	return "Backfill simulates how a parallel machine serves jobs under different scheduling policies, side by side and entirely in this page. Nothing is uploaded."
}

// dialogItem is the id of the button of an item.
func dialogItem(i int) string { return "dialog-item-" + strconv.Itoa(i) }

// itemGroup is the items of a dialog under one heading.
type itemGroup struct {
	Name    string
	Options []widget.Option
	Items   []widget.Item
}

// name is what a screen reader calls the group.
func (g itemGroup) name() string {
	if g.Name == "" {
		return "Choices"
	}
	return g.Name
}

// groups are the items with their headings.
func (c *Dialogs) groups() []itemGroup {
	var groups []itemGroup
	for i, item := range c.items() {
		item.ID = dialogItem(i)
		if n := len(groups); n == 0 || groups[n-1].Name != item.Group {
			groups = append(groups, itemGroup{Name: item.Group, Options: c.options(item.Group)})
		}
		g := &groups[len(groups)-1]
		g.Items = append(g.Items, item)
	}
	return groups
}

// options stand above the items of a group.
func (c *Dialogs) options(group string) []widget.Option {
	switch c.page.dialog {
	case "export":
		return c.page.Exports.Options(group)
	case "share":
		return c.page.Sharing.Options(group)
	case "reading":
		return c.page.reading.options()
	}
	return nil
}

func (c *Dialogs) items() []widget.Item {
	switch c.page.dialog {
	case "gallery":
		return c.page.galleryItems()
	case "export":
		return c.page.Exports.Items()
	case "share":
		return c.page.Sharing.Items()
	case "reading":
		return []widget.Item{c.page.reading.item()}
	}
	return nil
}

// sharing is what follows the items of the dialog "share".
func (c *Dialogs) sharing() vugu.Builder { return c.page.Guard(c.page.Sharing) }

// follow closes the dialog and does what was chosen in it, if it can be chosen.
func (p *Page) follow(item widget.Item) {
	if item.Why != "" {
		return
	}
	p.closeDialog()
	item.Do()
}

// openDialog opens a dialog over the page; the rest cannot be reached meanwhile.
func (p *Page) openDialog(name, opener string) {
	p.dialog, p.opener, p.search = name, opener, ""
	if name == "gallery" && !p.Small() { // on a phone the keyboard would lie over half of it
		p.Browser.Focus(gallerySearch)
		return
	}
	if len((&Dialogs{p}).items()) > 0 {
		p.Browser.Focus(dialogItem(0))
		return
	}
	p.Browser.Focus("dialog-close")
}

// closeDialog closes it and gives the focus back, unless it was opened from a notice that is gone.
func (p *Page) closeDialog() {
	p.dialog = ""
	if p.opener == opened.ReadingButton && !slices.ContainsFunc(p.Notice.Choices, func(c session.Choice) bool { return c.ID == p.opener }) {
		return
	}
	p.Browser.Focus(p.opener)
}
