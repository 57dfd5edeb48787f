package main

import (
	"fmt"
	"html/template"

	"backfill/assets/gallery"
	"backfill/assets/lessons"
)

// lessonPage is what lesson.html is filled with.
type lessonPage struct {
	page
	Lesson         *lessons.Lesson
	Body           template.HTML
	Sources        []template.HTML
	Number, Count  int
	Previous, Next *lessons.Lesson // nil at the ends
	Data           template.JS
}

// lessonIndex is what pages about all lessons are filled with.
type lessonIndex struct {
	page
	Lessons []*lessons.Lesson
}

// addLessons writes a page for each lesson, one that lists them, and those for lessons that somebody writes. Their names hold no hash, since people link to them.
func addLessons(s *folder, p page, all []*lessons.Lesson) error {
	source, err := template.ParseFiles("assets/lesson.html", "assets/lessons.html", "assets/lesson-own.html", "assets/write.html", "assets/hand-in.html")
	if err != nil {
		return fmt.Errorf("lessons: %w", err)
	}
	for i, l := range all {
		data, err := l.Data()
		if err != nil {
			return fmt.Errorf("%s: %w", l.Page(), err)
		}
		filled := lessonPage{page: p, Lesson: l, Body: template.HTML(l.Body), Number: i + 1, Count: len(all), Data: template.JS(data)}
		for _, source := range l.Sources {
			filled.Sources = append(filled.Sources, template.HTML(source))
		}
		if i > 0 {
			filled.Previous = all[i-1]
		}
		if i+1 < len(all) {
			filled.Next = all[i+1]
		}
		if err := s.addFilled(l.Page(), source.Lookup("lesson.html"), filled); err != nil {
			return err
		}
	}
	for _, name := range []string{"lessons.html", "lesson-own.html", "write.html", "hand-in.html"} {
		if err := s.addFilled(name, source.Lookup(name), lessonIndex{p, all}); err != nil {
			return err
		}
	}
	return nil
}

// offered are the lessons as the gallery offers them.
func offered(all []*lessons.Lesson) []gallery.Listed {
	var list []gallery.Listed
	for _, l := range all {
		list = append(list, gallery.Listed{Group: "Lessons", Title: l.Title, Sentence: l.Sentence, Page: l.Page()})
	}
	return list
}
