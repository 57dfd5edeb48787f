package scripting

import (
	"embed"
	"fmt"
)

//go:embed *.star
var files embed.FS

// Example is a script to begin from.
type Example struct {
	File   string // in this folder
	Name   string
	Doc    string // one sentence
	Source string
}

// Examples are scripts to begin from, the simplest first.
var Examples = []Example{
	read("fcfs.star", "First come, first served", "Who does not fit holds up everybody behind."),
	read("easy.star", "EASY backfilling", "The head of the queue gets a reservation; others start past it if they do not delay it."),
	read("patient.star", "Shortest first, with patience", "The shortest request goes first, but who has waited for a day goes before all others."),
	read("conservative.star", "Conservative backfilling", "Every job gets a reservation when it arrives, which only moves earlier."),
}

func read(file, name, doc string) Example {
	source, err := files.ReadFile(file)
	if err != nil {
		panic(fmt.Sprintf("scripting: %v", err)) // it is part of the program
	}
	return Example{file, name, doc, string(source)}
}
