package ui

import (
	"slices"
	"strings"
	"unicode"

	"backfill/ui/phrase"
	"backfill/ui/session"
	"backfill/ui/widget"
)

// gallerySearch is the id of the field in which the gallery is searched.
const gallerySearch = "gallery-search"

// galleryItems are the experiments and lessons of the gallery that are searched for.
func (p *Page) galleryItems() []widget.Item {
	var list []widget.Item
	wanted := wordsOf(p.search)
	for _, g := range p.Gallery {
		if p.hasWords(&g, wanted) {
			list = append(list, widget.Item{Group: g.Group, Title: g.Title, Sentence: g.Sentence, Page: g.Page, Do: func() { p.openItem(&g) }})
		}
	}
	return list
}

// openItem opens an item that is no page.
func (p *Page) openItem(g *session.GalleryItem) {
	if g.Log != "" {
		p.Browser.FetchLog(g.Log)
		return
	}
	p.OpenItem(g.File)
}

// hasWords says whether each of the wanted words begins a word of an item: of its title, sentence, group or description, or of the
// labels or names of its policies.
func (p *Page) hasWords(g *session.GalleryItem, wanted []string) bool {
	if len(wanted) == 0 {
		return true
	}
	text := []string{g.Title, g.Sentence, g.Group, g.Words}
	for _, kind := range strings.Fields(g.Kinds) {
		if about := p.Form.Policy(kind); about != nil {
			text = append(text, about.Name)
		}
	}
	words := wordsOf(strings.Join(text, " "))
	return !slices.ContainsFunc(wanted, func(one string) bool {
		return !slices.ContainsFunc(words, func(word string) bool { return strings.HasPrefix(word, one) })
	})
}

// wordsOf are the words of a text in lower case.
func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// galleryCount says how much is found.
func (p *Page) galleryCount() string {
	all, found := len(p.Gallery), len(p.galleryItems())
	switch {
	case len(wordsOf(p.search)) == 0:
		return phrase.Plural(int64(all), "item")
	case found == 0:
		return "Nothing has all of these words. Fewer words find more; titles, descriptions, papers and policies are searched."
	}
	return phrase.Grouped(int64(found)) + " of " + phrase.Plural(int64(all), "item")
}
