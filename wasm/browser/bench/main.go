// Command bench measures the built page in Chromium, beside the same code compiled
// natively: simulations, plans for a farm, experiments of many runs, start-up and frames of
// the timeline. It runs in the module's root. Every number is the best of several
// repetitions, since other programs only ever make a measurement slower.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"text/tabwriter"

	"backfill/wasm/browser/visit"
)

func main() {
	repeat := flag.Int("repeat", 7, "how many `times` each simulation is run")
	most := flag.Int("jobs", 1_000_000, "the largest number of `jobs` on the timeline")
	only := flag.String("only", "", "the only `measurement`: start, simulations, plans, experiments, farm or frames")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "bench: unexpected argument %q\n", flag.Arg(0))
		os.Exit(2)
	}
	if err := run(*repeat, *most, *only); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(repeat, most int, only string) error {
	site, err := visit.Site()
	if err != nil {
		return err
	}
	defer site.Close()
	known := false
	for _, m := range []struct {
		name    string
		measure func(url string) error
	}{
		{"start", func(url string) error { return measureStart(url, 5) }},
		{"simulations", func(url string) error { return measureSimulations(url, repeat) }},
		{"plans", func(url string) error { return measurePlans(url, min(repeat, 3)) }},
		{"experiments", func(url string) error { return measureExperiment(url, "kumar-figure-7.json", 2, 1, 2) }},
		{"farm", func(url string) error { return measureExperiment(url, "baraglia-figure-4.json", 1, 2) }},
		{"frames", func(url string) error { return measureFrames(url, most) }},
	} {
		if only != "" && m.name != only {
			continue
		}
		known = true
		if err := m.measure(site.URL); err != nil {
			return err
		}
	}
	if !known {
		return fmt.Errorf("no measurement is called %q", only)
	}
	return nil
}

// table prints aligned columns, a blank line below.
func table(rows ...[]any) {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, row := range rows {
		for _, cell := range row {
			fmt.Fprintf(w, "%v\t", cell)
		}
		fmt.Fprintln(w)
	}
	w.Flush()
	fmt.Println()
}

// browse opens url in a new browser for as long as f takes.
func browse(url string, o visit.Options, f func(*visit.Browser) error) error {
	b, err := visit.Open(context.Background(), o)
	if err != nil {
		return err
	}
	defer b.Close()
	if err := b.Goto(url); err != nil {
		return err
	}
	if err := b.Until(visit.Idle, patience); err != nil {
		return err
	}
	return f(b)
}
