package main

import (
	"fmt"
	"html/template"

	"backfill/assets/manual"
)

// chapterPage is what manual-chapter.html is filled with.
type chapterPage struct {
	page
	Chapter        *manual.Chapter
	Sentence, Body template.HTML
	Previous, Next *manual.Chapter // nil at the ends
}

// manualContents is what manual.html is filled with.
type manualContents struct {
	page
	Chapters []chapterPage
}

// addManual writes a page for each chapter of the manual and one with its contents. Their names hold no hash, since people link to them.
func addManual(s *folder, p page, chapters []*manual.Chapter) error {
	source, err := parsePages("assets/manual-chapter.html", "assets/manual.html")
	if err != nil {
		return fmt.Errorf("manual: %w", err)
	}
	contents := manualContents{page: p}
	for i, c := range chapters {
		filled := chapterPage{page: p, Chapter: c, Sentence: template.HTML(c.Sentence), Body: template.HTML(c.Body)}
		if i > 0 {
			filled.Previous = chapters[i-1]
		}
		if i+1 < len(chapters) {
			filled.Next = chapters[i+1]
		}
		if err := s.addFilled(c.Page(), source.Lookup("manual-chapter.html"), filled); err != nil {
			return err
		}
		contents.Chapters = append(contents.Chapters, filled)
	}
	return s.addFilled("manual.html", source.Lookup("manual.html"), contents)
}
