// Command bench measures the built page in Chromium, beside the same code compiled
// natively: simulations, an experiment of many runs, start-up and frames of the
// timeline. It runs in the module's root. Every number is the best of several
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
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "bench: unexpected argument %q\n", flag.Arg(0))
		os.Exit(2)
	}
	if err := run(*repeat, *most); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(repeat, most int) error {
	site, err := visit.Site()
	if err != nil {
		return err
	}
	defer site.Close()
	for _, measure := range []func(string) error{
		func(url string) error { return measureStart(url, 5) },
		func(url string) error { return measureSimulations(url, repeat) },
		func(url string) error { return measureExperiment(url, 2) },
		func(url string) error { return measureFrames(url, most) },
	} {
		if err := measure(site.URL); err != nil {
			return err
		}
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
