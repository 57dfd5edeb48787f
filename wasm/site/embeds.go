package main

import (
	"fmt"
	"html/template"
	"os"
	"strings"
)

// An example is an experiment on the page of embedded ones, with the HTML that puts it there.
type example struct {
	Number          int
	Title, Sentence string
	Live, Controls  template.HTML // of this repository, so that they are no danger
	Source, Script  string
}

// examples are told in this order; the HTML of the first is assets/examples/1.html.
var examples = []struct {
	title, sentence string
	controls        template.HTML // above the frame, which grows with what they ask for
	script          string        // a file of assets
}{
	{title: "An experiment of the gallery", sentence: "Timeline and answers, as they are in the lab. Click a job to read why it waited."},
	{title: "A run to be played", sentence: "Time goes by: jobs arrive, queue, start and end."},
	{title: "Sliders", sentence: "Readers change what you let them, within the range that you give. The answer moves along. The experiment stands in the page itself, as JSON."},
	{title: "Many runs", sentence: "A sweep with replications and intervals, whose experiment is a file of its own."},
	{title: "A page that talks with its experiment", sentence: "The page is told of results and of the job that is selected, and changes and selects itself.",
		controls: `<div class="asking"><button type="button" id="ask-longest">Who waits longest?</button> <button type="button" id="ask-double">Twice the machine</button> <output id="asked-answer" for="ask-longest ask-double"></output></div>
`, script: "embeds.js"},
	{title: "A frame in a sandbox", sentence: "For pages that take no scripts of others: a plain iframe, here in a sandbox that keeps it from everything but running."},
}

// addEmbeds adds the page of embedded experiments and what it needs.
func addEmbeds(s *folder, p page) error {
	around := struct {
		page
		Examples []example
	}{page: p}
	for i, e := range examples {
		source, err := os.ReadFile(fmt.Sprintf("assets/examples/%d.html", i+1))
		if err != nil {
			return fmt.Errorf("example: %w", err)
		}
		one := example{Number: i + 1, Title: e.title, Sentence: e.sentence, Live: template.HTML(source), Controls: e.controls, Source: strings.TrimSpace(string(source))}
		if e.script != "" {
			script, err := os.ReadFile("assets/" + e.script)
			if err != nil {
				return fmt.Errorf("example: %w", err)
			}
			one.Script = strings.TrimSpace(string(script))
		}
		around.Examples = append(around.Examples, one)
	}
	t, err := parsePages("assets/embeds.html")
	if err != nil {
		return fmt.Errorf("page of examples: %w", err)
	}
	scenario, err := os.ReadFile("assets/examples/example.json")
	if err != nil {
		return fmt.Errorf("example: %w", err)
	}
	if err := s.add("example.json", scenario); err != nil {
		return err
	}
	return s.addFilled("embeds.html", t, around)
}
