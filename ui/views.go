package ui

// What the templates ask of the page.

func (p *Page) class() string {
	class := "places"
	if p.Editor.Folded("experiment") {
		class += " folded"
	}
	if len(p.RunLabels()) > 3 {
		class += " many" // for which a table needs more room
	}
	return class
}
