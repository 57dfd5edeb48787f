package main

import (
	"encoding/json"
	"fmt"
	"slices"
)

// packed ends the names of programs in a package, where they are compressed (gzip).
const packed = ".gz"

// A packageList says what packages for learning platforms hold besides the lesson (assets/packaging.js).
type packageList struct {
	Pages         map[string]string `json:"pages"`         // HTML by name
	Files         []string          `json:"files"`         // of the site, as they are
	Programs      []string          `json:"programs"`      // of the site, to be compressed
	LessonProgram string            `json:"lessonProgram"` // in packages of lessons that draw numbers, like programs
}

// addPackage adds scorm.json, the list of what packages hold, and puts their sizes into the page.
func addPackage(s *folder, p *page) error {
	inside := *p
	inside.Packaged = true
	inside.Boot = p.PackagedBoot
	inside.Program, inside.Rest, inside.Written = p.Program+packed, p.Rest+packed, p.Written+packed
	list := packageList{
		Pages:         map[string]string{},
		Files:         []string{"embed.js", p.PackagedBoot, p.WasmExec, p.Domrender, p.Worker, p.Charts, p.Gallery, p.Licenses, p.Icon, p.Style, p.ThemeScript, p.LessonStyle, p.ScormScript},
		Programs:      []string{p.Program, p.Rest, p.Written},
		LessonProgram: p.LessonProgram,
	}
	for name, source := range map[string]string{"index.html": "assets/index.html", "lesson.html": "assets/scorm.html"} {
		t, err := parsePages(source)
		if err != nil {
			return fmt.Errorf("package: %w", err)
		}
		filled, err := filledWith(t, inside)
		if err != nil {
			return err
		}
		list.Pages[name] = string(filled)
	}
	content, err := json.Marshal(list)
	if err != nil {
		return err
	}
	if err := s.add("scorm.json", content); err != nil {
		return err
	}
	if err := s.settle(); err != nil {
		return err
	}
	size := int64(len(content))
	names := slices.Clone(list.Files)
	for _, name := range list.Programs {
		names = append(names, name+packed)
	}
	for _, name := range names {
		n, err := s.size(name)
		if err != nil {
			return err
		}
		size += n
	}
	lesson, err := s.size(list.LessonProgram + packed)
	p.PackageSize, p.PackageSizeDrawn = megabytes(size), megabytes(size+lesson)
	return err
}

// megabytes are bytes in MB, rounded.
func megabytes(n int64) int { return int((n + 500_000) / 1_000_000) }
