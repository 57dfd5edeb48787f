package main

import (
	"fmt"
	"html/template"
	"strings"

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

// gradingPage is what grading.html is filled with.
type gradingPage struct {
	page
	Lesson *lessons.Lesson
	Body   template.HTML
}

// lessonIndex is what pages about all lessons are filled with.
type lessonIndex struct {
	page
	Lessons []*lessons.Lesson
	Tree    template.HTML // what builds on what
	Time    string        // that all lessons take
}

// addLessons writes a page for each lesson, one with the answers of its exercises, one that lists the lessons, and those for lessons that somebody
// writes. Their names hold no hash, since people link to them.
func addLessons(s *folder, p page, all []*lessons.Lesson) error {
	source, err := parsePages("assets/lesson.html", "assets/grading.html", "assets/lessons.html", "assets/lesson-own.html", "assets/write.html", "assets/hand-in.html", "assets/package.html")
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
		if len(l.Exercises) == 0 {
			continue
		}
		grading, err := l.Grading()
		if err != nil {
			return err
		}
		if err := s.addFilled(l.GradingPage(), source.Lookup("grading.html"), gradingPage{p, l, template.HTML(grading)}); err != nil {
			return err
		}
	}
	minutes := 0
	for _, l := range all {
		minutes += l.Minutes
	}
	index := lessonIndex{p, all, lessonTree(all), fmt.Sprintf("%d h %d min", minutes/60, minutes%60)}
	for _, name := range []string{"lessons.html", "lesson-own.html", "write.html", "hand-in.html"} {
		if err := s.addFilled(name, source.Lookup(name), index); err != nil {
			return err
		}
	}
	return nil
}

// lessonTree is a list in which each lesson hangs below the last of those that it needs.
func lessonTree(all []*lessons.Lesson) template.HTML {
	below := map[string][]*lessons.Lesson{} // by the name of the lesson above, "" for none
	for _, l := range all {
		above := ""
		if n := len(l.Needs); n > 0 {
			above = l.Needs[n-1].Name
		}
		below[above] = append(below[above], l)
	}
	var list func(above string) string
	list = func(above string) string {
		if len(below[above]) == 0 {
			return ""
		}
		var text strings.Builder
		text.WriteString("<ul>\n")
		for _, l := range below[above] {
			fmt.Fprintf(&text, "<li><a href=\"%s\">%s</a>", l.Page(), template.HTMLEscapeString(l.Title))
			for _, n := range l.Needs[:max(len(l.Needs)-1, 0)] {
				fmt.Fprintf(&text, " and after “%s”", template.HTMLEscapeString(n.Title))
			}
			text.WriteString(list(l.Name) + "</li>\n")
		}
		text.WriteString("</ul>\n")
		return text.String()
	}
	return template.HTML(list(""))
}

// offered are the lessons as the gallery offers them.
func offered(all []*lessons.Lesson) []gallery.Listed {
	var list []gallery.Listed
	for _, l := range all {
		list = append(list, gallery.Listed{Group: "Lessons", Title: l.Title, Sentence: l.Sentence, Page: l.Page()})
	}
	return list
}
