// Command bench measures the page in Chromium as "make dist" has made it for hosts, beside the same
// code compiled natively. It runs in the module's root. Without -only it measures the table of goals in
// PERFORMANCE.md, prints it and writes the samples in Go's benchmark format; with -only one
// of the longer tables: simulations, plans for a farm, a sweep of a farm, start-up. Tables
// show the best of several repetitions, since other programs only ever make a measurement worse.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	"backfill/wasm/browser/visit"
)

var background = context.Background()

func main() {
	rounds := flag.Int("rounds", 6, "how many `samples` a row of the goals gets, half as many if it takes long")
	parts := flag.String("parts", "", "the only `parts` of the goals, with commas: contests, benchmarks, drop, curie, accounting, million, ten-million, nodes, sweep, visits, exports")
	only := flag.String("only", "", "another `table` than the goals: start, simulations, plans or farm")
	page := flag.String("page", "dist", "the `folder` with the page")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "bench: unexpected argument %q\n", flag.Arg(0))
		os.Exit(2)
	}
	if err := run(*page, *rounds, *parts, *only); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(page string, rounds int, parts, only string) error {
	tests, err := os.MkdirTemp("", "backfill-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tests)
	site, err := openSite(page, tests)
	if err != nil {
		return err
	}
	defer site.Close()
	for _, m := range []struct {
		name    string
		measure func(url string) error
	}{
		{"", func(url string) error {
			return measureGoals(url, tests, rounds, strings.FieldsFunc(parts, func(r rune) bool { return r == ',' }))
		}},
		{"start", func(url string) error { return measureStart(url, 5) }},
		{"simulations", func(url string) error { return measureSimulations(url, 7) }},
		{"plans", func(url string) error { return measurePlans(url, 3) }},
		{"farm", func(url string) error { return measureFarm(url, 2) }},
	} {
		if m.name == only {
			return m.measure(site.URL)
		}
	}
	return fmt.Errorf("no measurement is called %q", only)
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
	b, err := visit.Open(background, o)
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
