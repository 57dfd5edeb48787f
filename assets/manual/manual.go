// Package manual holds the manual: a chapter is a Markdown file NAME.md and its name in Names. The build makes a page of each, and one
// that lists all sections.
//
// A chapter begins with its title, a heading of the first level, and one paragraph that says what it is about. What else it may have is
// Markdown without markup. Fenced blocks of some languages are examples, which the tests run (Block). A line
//
//	<!-- reference policies -->
//
// stands for a list that is made of what the code says of itself, so that nothing is written twice (references).
//
// The package knows scenarios and catalogs, to check and to describe them. It knows neither the page nor how files are served.
package manual

import (
	"embed"
	"fmt"
)

// Files are the chapters, by file name.
//
//go:embed *.md
var Files embed.FS

// Names are the chapters in the order in which they are read: file names without .md.
var Names = []string{"start", "page", "scenarios", "machines", "workloads", "own-log", "policies", "scripts", "results", "commands", "clusters", "embedding", "writing-lessons", "handing-in", "hosting"}

// A Chapter is a chapter of the manual.
type Chapter struct {
	Name     string
	Title    string
	Sentence string // what it is about, as HTML
	Body     string // what follows, as HTML
	Sections []*Section
	Blocks   []*Block
}

// A Section is a heading of the second level, with those of the third level below it.
type Section struct {
	ID       string // of the heading
	Title    string
	Sections []*Section
}

// Page is the name of the chapter's page in the built site.
func (c *Chapter) Page() string { return page(c.Name) }

func page(name string) string { return "manual-" + name + ".html" }

// All reads all chapters.
func All() ([]*Chapter, error) {
	var all []*Chapter
	for _, name := range Names {
		text, err := Files.ReadFile(name + ".md")
		if err != nil {
			return nil, fmt.Errorf("manual: %w", err)
		}
		c, err := Read(name, text)
		if err != nil {
			return nil, fmt.Errorf("manual: %w", err)
		}
		all = append(all, c)
	}
	return all, nil
}
