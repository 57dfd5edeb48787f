package manual

import (
	"strings"
	"testing"
)

// What is no chapter is refused, with the file and the heading above.
func TestMistakes(t *testing.T) {
	const top = "# Title\n\nAbout it.\n\n## Section\n\n"
	for source, want := range map[string]string{
		"Words.\n":                                  "a title, # and words, and then a paragraph is accepted",
		"# Title\n\n## Section\n":                   "a title, # and words, and then a paragraph is accepted",
		top + "<b>markup</b>\n":                     `x.md, "Section": markup is not accepted`,
		top + "Some <i>markup</i>.\n":               "markup is not accepted",
		top + "# Again\n":                           `"Again": headings of the second level`,
		top + "[a](http://example.org)\n":           `the link to "http://example.org" is not accepted`,
		top + "```go\n```\n":                        `"go" is no kind of block`,
		top + "```sh one two\n```\n":                "needs and what the commands need, is accepted",
		top + "```json\n{\n```\n":                   "no JSON object",
		top + "```json\n{\"seed\": 1}\n```\n":       "no complete scenario above",
		top + "<!-- reference everything -->\n":     `"everything" is no reference`,
		top + "<!-- reference machines --> too\n":   "markup is not accepted",
		top + "```\ncode without a language\n```\n": `"" is no kind of block`,
	} {
		if _, err := Read("x", []byte(source)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", source, err, want)
		}
	}
}

func TestRead(t *testing.T) {
	c, err := Read("x", []byte("# The title\n\nIt’s *about* something.\n\n## One `key`\n\nSee [there](y.md#z), {braces} and [this](#one-key).\n\n### Below it {#own}\n\n"+
		"```json a.json\n{\"version\": 1, \"seed\": 1}\n```\n\n```json\n{\"seed\": 2}\n```\n\n```sh needs a cluster\nqsub a\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"))
	if err != nil {
		t.Fatal(err)
	}
	if c.Title != "The title" || c.Page() != "manual-x.html" || c.Sentence != "<p>It’s <em>about</em> something.</p>\n" {
		t.Errorf("%q on page %s: %q", c.Title, c.Page(), c.Sentence)
	}
	if len(c.Sections) != 1 || c.Sections[0].Sections[0].ID != "own" || c.Sections[0].Sections[0].Title != "Below it" || c.Sections[0].Title != "One key" || c.Sections[0].ID != "one-key" {
		t.Errorf("sections %+v", c.Sections)
	}
	for _, want := range []string{`<a href="manual-y.html#z">`, `{braces}`, `<h3 id="own">`, `<figcaption>a.json</figcaption>`, `<figcaption>Needs a cluster</figcaption>`,
		`<a href="./#`, `aria-label="Table"><table>`, "</table></div>"} {
		if !strings.Contains(c.Body, want) {
			t.Errorf("no %s in %s", want, c.Body)
		}
	}
	if len(c.Blocks) != 3 || c.Blocks[1].Scenario != `{"seed":2,"version":1}` || c.Blocks[2].Needs != "a cluster" || c.Blocks[2].Section != "Below it" {
		t.Errorf("blocks %+v", c.Blocks)
	}
}
