package ui

import (
	"github.com/vugu/vugu"

	"backfill/ui/widget"
)

// Header is the top bar.
type Header struct{ page *Page }

// experimentBar opens, undoes and resets experiments.
func (p *Page) experimentBar() vugu.Builder {
	return p.Bar("Experiment",
		widget.Button{Text: "Gallery", ID: "gallery-button", Popup: "dialog", Do: func() { p.openDialog("gallery", "gallery-button") }},
		widget.Button{Text: "Open…", ID: "open-button", Do: p.OpenFile},
		widget.Button{Text: "Undo", ID: "undo-button", Keys: "Control+Z", Disabled: len(p.History.Past) == 0, Do: p.Undo},
		widget.Button{Text: "Redo", ID: "redo-button", Keys: "Control+Shift+Z", Disabled: len(p.History.Future) == 0, Do: p.Redo},
		widget.Button{Text: "Reset", ID: "reset-button", Disabled: p.Draft.Equal(p.Original), Do: p.Reset},
	)
}

// pageBar has what is of the page, whatever the experiment.
func (p *Page) pageBar() vugu.Builder {
	theme := "Dark"
	if p.Browser.Theme() == "dark" {
		theme = "Light"
	}
	return p.Bar("Page",
		widget.Button{Text: "Share", ID: "share-button", Popup: "dialog", Do: func() { p.openDialog("share", "share-button") }},
		widget.Button{Text: "Export", ID: "export-button", Popup: "dialog", Do: func() { p.openDialog("export", "export-button") }},
		widget.Button{Text: theme, ID: "theme-button", Name: theme + " theme", Do: p.switchTheme},
		widget.Button{Text: "Help", ID: "help-button", Popup: "dialog", Keys: "?", Do: func() { p.openDialog("help", "help-button") }},
	)
}

// switchTheme changes between light and dark.
func (p *Page) switchTheme() {
	next := "dark"
	if p.Browser.Theme() == "dark" {
		next = "light"
	}
	p.Browser.SetTheme(next)
	p.ThemeChanged()
}

// ThemeChanged says that Browser.Theme answers differently now.
func (p *Page) ThemeChanged() {
	p.Schedules.ApplyTheme()
	p.Answers.ShowCharts()
}
