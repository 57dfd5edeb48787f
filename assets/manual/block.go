package manual

import (
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"strings"

	"backfill/ui/link"
)

// A Block is a fenced block of a chapter. The first word behind its fence is its language:
//
//   - json: a scenario. One without "version" changes whole keys of the last complete scenario above it.
//   - sh: commands, which follow those of the blocks above.
//   - output: what the commands right above print.
//   - star: a script that is a policy, which is compiled.
//   - lesson: a lesson, which is checked.
//   - text, html, js: as they are.
//
// A further word is the name of the file that readers and tests are to make of it. "needs" and further words say what the commands of
// a block need that a reader, or a test, may not have.
type Block struct {
	Language string
	File     string
	Needs    string
	Text     string
	Section  string // the heading above it
	Scenario string // the complete scenario of a json block
}

// languages are those of blocks.
var languages = map[string]string{"json": "Scenario", "sh": "Commands", "output": "Output", "text": "Text", "html": "HTML", "js": "Script", "star": "Script", "lesson": "Lesson"}

// readBlock makes a block of what stands behind its fence and of its text. complete is the last complete scenario.
func readBlock(info, text, section, complete string) (*Block, error) {
	b := &Block{Text: text, Section: section}
	words := strings.Fields(info)
	if len(words) == 0 || languages[words[0]] == "" {
		return nil, fmt.Errorf("%q is no kind of block; json, sh, output, text, html, js, star and lesson are accepted", info)
	}
	b.Language = words[0]
	switch further := words[1:]; {
	case len(further) > 1 && further[0] == "needs":
		b.Needs = strings.Join(further[1:], " ")
	case len(further) == 1:
		b.File = further[0]
	case len(further) > 1:
		return nil, fmt.Errorf("%q: the name of a file, or needs and what the commands need, is accepted", info)
	}
	if b.Language != "json" {
		return b, nil
	}
	var err error
	b.Scenario, err = completed(text, complete)
	return b, err
}

// completed is a scenario that changes whole keys of another one, unless it is complete itself.
func completed(text, complete string) (string, error) {
	var own map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &own); err != nil {
		return "", fmt.Errorf("no JSON object: %w", err)
	}
	if own["version"] != nil {
		return text, nil
	}
	if complete == "" {
		return "", fmt.Errorf(`no "version", and no complete scenario above`)
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal([]byte(complete), &all); err != nil {
		return "", err
	}
	maps.Copy(all, own)
	made, err := json.Marshal(all)
	return string(made), err
}

var piece = template.Must(template.New("block").Parse(`<figure class="block {{.Language}}">
{{with .Caption}}<figcaption>{{.}}</figcaption>
{{end}}<pre tabindex="0" role="group" aria-label="{{.Label}}"><code>{{.Text}}</code></pre>
{{with .Address}}<p><a href="{{.}}">Open this experiment</a></p>
{{end}}</figure>
`))

// html is the block in a page. A scenario that names no file can be opened there.
func (b *Block) html() (string, error) {
	shown := struct{ Language, Caption, Label, Text, Address string }{b.Language, b.File, languages[b.Language], b.Text, ""}
	switch {
	case b.Needs != "":
		shown.Caption = "Needs " + b.Needs
	case b.Language == "output":
		shown.Caption = "This prints:"
	}
	if b.File != "" {
		shown.Label = b.File
	}
	if b.Scenario != "" && !strings.Contains(b.Scenario, `"file"`) {
		shown.Address = "./#" + link.Fragment([]byte(b.Scenario))
	}
	var w strings.Builder
	err := piece.Execute(&w, shown)
	return w.String(), err
}
