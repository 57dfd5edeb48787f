package ui

// What the templates ask of the page.

func (p *Page) placesClass() string {
	class := "places"
	if p.folded["experiment"] {
		class += " folded"
	}
	if len(p.RunLabels()) > 3 {
		class += " many" // for which a table needs more room
	}
	return class
}

// Item is one line of a dialog that can be chosen.
type Item struct {
	Group           string // its heading stands above the first one of a group
	Title, Sentence string
	Page            string // the address to go to, instead of something to do
	Why             string // it cannot be chosen now; "" if it can
	Do              func()
	id              string // of its element
}

// disabled is the value of aria-disabled: such an item keeps the focus, so that its reason is read.
func (i Item) disabled() any {
	if i.Why == "" {
		return nil
	}
	return "true"
}

func (p *Page) galleryItems() []Item {
	var list []Item
	for _, g := range p.Gallery {
		list = append(list, Item{Group: g.Group, Title: g.Title, Sentence: g.Sentence, Page: g.Page, Do: func() { p.Browser.GalleryItem(g.File) }})
	}
	return list
}

// follow closes the dialog and does what was chosen in it, if it can be chosen.
func (p *Page) follow(item Item) {
	if item.Why != "" {
		return
	}
	p.CloseDialog()
	item.Do()
}
