package ui

import (
	"github.com/vugu/vugu"
)

func (p *Page) experimentBar() vugu.Builder {
	return p.bar("Experiment",
		Button{Text: "Gallery", ID: "gallery-button", Popup: "dialog", Do: func() { p.OpenDialog("gallery", "gallery-button") }},
		Button{Text: "Open…", ID: "open-button", Do: p.OpenFile},
		Button{Text: "Undo", ID: "undo-button", Keys: "Control+Z", Disabled: len(p.History.Past) == 0, Do: p.Undo},
		Button{Text: "Redo", ID: "redo-button", Keys: "Control+Shift+Z", Disabled: len(p.History.Future) == 0, Do: p.Redo},
		Button{Text: "Reset", ID: "reset-button", Disabled: p.Draft.Equal(p.Original), Do: p.Reset},
	)
}

func (p *Page) pageBar() vugu.Builder {
	theme := "Dark"
	if p.Browser.Theme() == "dark" {
		theme = "Light"
	}
	return p.bar("Page",
		Button{Text: "Share", ID: "share-button", Popup: "dialog", Do: func() { p.OpenDialog("share", "share-button") }},
		Button{Text: "Export", ID: "export-button", Popup: "dialog", Do: func() { p.OpenDialog("export", "export-button") }},
		Button{Text: theme, ID: "theme-button", Name: theme + " theme", Do: p.SwitchTheme},
		Button{Text: "Help", ID: "help-button", Popup: "dialog", Keys: "?", Do: func() { p.OpenDialog("help", "help-button") }},
	)
}

func (p *Page) viewBar() vugu.Builder {
	key := func(text, name, key string) Button {
		return Button{Text: text, Name: name, Do: func() { p.ViewKey(key) }}
	}
	buttons := []Button{key("←", "Earlier", "ArrowLeft"), key("→", "Later", "ArrowRight"),
		key("+", "Zoom in", "+"), key("−", "Zoom out", "-"), key("All", "All: show everything", "0")}
	if p.licensed() {
		buttons = append(buttons, Button{Text: "Licences", Name: "Licences: copies in use", Expanded: yes(p.opened["licences"]), Do: p.toggleLicences})
	}
	return p.quietBar("View of the timeline", buttons...)
}

func (p *Page) metricsBar() vugu.Builder {
	return p.quietBar("Table of metrics",
		Button{Text: "All metrics", Expanded: yes(p.AllMetrics), Do: p.SwitchAllMetrics},
		Button{Text: "Copy", Do: p.CopyMetrics},
		Button{Text: "Save CSV", Do: p.SaveMetrics})
}

func (p *Page) chartBar(id string) vugu.Builder {
	return p.quietBar("Chart",
		p.folds(id, "Numbers"),
		Button{Text: "Save SVG", Do: func() { p.SaveChart(id, "svg") }},
		Button{Text: "Save PNG", Do: func() { p.SaveChart(id, "png") }})
}

func (p *Page) jobsBar() vugu.Builder {
	l := &p.listing
	buttons := l.paging().turns([4]string{"First page", "Previous page", "Next page", "Last page"}, func(from int) { l.from = from })
	return p.quietBar("Pages of the job table", append(buttons, Button{Text: "Copy", Do: p.CopyJobs}, Button{Text: "Save CSV", Do: p.SaveJobs})...)
}
