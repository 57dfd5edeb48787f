// Command growth draws what Go's benchmarks printed about growth, as pictures for PERFORMANCE.md:
//
//	growth -o FOLDER FILE...
//
// Of a benchmark that ran several times the shortest counts. A picture of which no
// benchmark ran is left as it is.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	folder := flag.String("o", filepath.Join("assets", "growth"), "the `folder` of the pictures")
	flag.Parse()
	if err := run(*folder, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "growth:", err)
		os.Exit(1)
	}
}

func run(folder string, files []string) error {
	if len(files) == 0 {
		return errors.New("files with what Go's benchmarks printed are wanted")
	}
	best := results{}
	for _, name := range files {
		if err := best.readFile(name); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for _, p := range pictures {
		c := p.chart(best)
		if len(c.curves) == 0 {
			continue
		}
		if err := os.WriteFile(filepath.Join(folder, p.file), []byte(c.svg()), 0o644); err != nil {
			return err
		}
		fmt.Println(filepath.Join(folder, p.file))
	}
	return nil
}
