package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"backfill/wasm/browser/visit"
)

// setting is a key and what it was: the configuration of Go's benchmark format.
type setting struct{ key, value string }

// surroundings are the machine and the versions of what is measured with.
func surroundings() ([]setting, error) {
	b, err := visit.Open(background, visit.Options{})
	if err != nil {
		return nil, err
	}
	defer b.Close()
	var browser string
	if err := b.Evaluate(`navigator.userAgent.match(/Chrome\/[0-9]+/)[0]`, &browser); err != nil {
		return nil, err
	}
	commit, err := exec.Command("git", "describe", "--always", "--dirty").Output()
	if err != nil {
		commit = []byte("unknown") // an archive of the source
	}
	return []setting{
		{"goos", runtime.GOOS}, {"goarch", runtime.GOARCH}, {"cpu", fmt.Sprintf("%s, %d cores", processor(), runtime.NumCPU())},
		{"go", runtime.Version()}, {"browser", browser}, {"commit", strings.TrimSpace(string(commit))},
		{"date", time.Now().UTC().Format("2006-01-02 15:04 MST")}, {"load", loadAverage()},
	}, nil
}

// processor is the model of the processor, as far as the system tells it.
func processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err == nil {
		for line := range strings.Lines(string(text)) {
			if name, value, _ := strings.Cut(line, ":"); strings.TrimSpace(name) == "model name" {
				return strings.TrimSpace(value)
			}
		}
	}
	return "unknown"
}

// loadAverage is how many programs wanted a processor in the last minute, on average.
func loadAverage() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	load, _, _ := strings.Cut(string(text), " ")
	return load
}

// record writes rows in Go's benchmark format, one line a sample, for benchstat.
func record(w io.Writer, settings []setting, rows []row) {
	for _, s := range settings {
		fmt.Fprintf(w, "%s: %s\n", s.key, s.value)
	}
	better := map[string]bool{}
	for _, r := range rows {
		if _, told := better[r.unit]; !told {
			better[r.unit] = true
			direction := "lower"
			if r.more {
				direction = "higher"
			}
			fmt.Fprintf(w, "Unit %s better=%s\n", r.unit, direction)
		}
		for _, v := range r.samples {
			fmt.Fprintf(w, "Benchmark%s 1 %.6g %s\n", r.name, v, r.unit)
		}
	}
}
