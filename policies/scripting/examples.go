package scripting

import _ "embed" // for the examples

// Example is a script to begin from.
type Example struct {
	File   string // in this folder
	Name   string
	Doc    string // one sentence
	Source string
}

var (
	//go:embed fcfs.star
	fcfs string
	//go:embed easy.star
	easy string
	//go:embed patient.star
	patient string
	//go:embed conservative.star
	conservative string
)

// ExampleIn is the example in a file, nil if there is none.
func ExampleIn(file string) *Example {
	for i := range Examples {
		if Examples[i].File == file {
			return &Examples[i]
		}
	}
	return nil
}

// Examples are scripts to begin from, the simplest first.
var Examples = []Example{
	{"fcfs.star", "First come, first served", "Who does not fit holds up everybody behind.", fcfs},
	{"easy.star", "EASY backfilling", "The head of the queue gets a reservation; others start past it if they do not delay it.", easy},
	{"patient.star", "Shortest first, with patience", "The shortest request goes first, but a job that has waited for a day goes before all others.", patient},
	{"conservative.star", "Conservative backfilling", "Every job gets a reservation when it arrives, which only moves earlier.", conservative},
}
