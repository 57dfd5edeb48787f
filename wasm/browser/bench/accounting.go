package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"backfill/assets/centre"
	"backfill/wasm/browser/visit"
)

// measureAccounting drops the accounting log of a year with a million jobs: how fast it is read, up to the experiment that is made of it,
// and how long its story takes from then on.
func measureAccounting(url string, rounds int) ([]row, error) {
	const jobs, days = 1_000_000, 365
	folder, err := os.MkdirTemp("", "backfill-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	log := filepath.Join(folder, "log.txt")
	if err := writeCentre(log, jobs, days); err != nil {
		return nil, err
	}
	about, err := os.Stat(log)
	if err != nil {
		return nil, err
	}
	megabytes := float64(about.Size()) / 1e6
	read := row{name: "Accounting/jobs=1M/read", what: fmt.Sprintf("an accounting log of 1 M jobs, %.0f MB, from drop to its experiment", megabytes), with: "Chromium", unit: "MB/s", more: true, goal: 60}
	told := row{name: "Accounting/jobs=1M/story", what: "what it recorded, from then on", with: "Chromium", unit: "s", goal: 2}
	for range rounds {
		seconds, after, err := dropAccounting(url, log)
		if err != nil {
			return nil, err
		}
		read.samples, told.samples = append(read.samples, megabytes/seconds), append(told.samples, after)
	}
	return []row{read, told}, nil
}

func writeCentre(name string, jobs, days int) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := centre.Write(f, jobs, days, 1); err != nil {
		return err
	}
	return f.Close()
}

// dropAccounting is how long a log takes to be read, in s, and how long its story takes from then on.
func dropAccounting(url, log string) (read, story float64, err error) {
	b, err := visit.Open(background, visit.Options{})
	if err != nil {
		return 0, 0, err
	}
	defer b.Close()
	if err := b.Goto(url); err != nil {
		return 0, 0, err
	}
	if err := b.Until(visit.Idle, patience); err != nil {
		return 0, 0, err
	}
	begin := time.Now()
	if err := b.Drop(log); err != nil {
		return 0, 0, err
	}
	if err := b.Until(`document.querySelector("#experiment-name").value === "Accounting log"`, patience); err != nil {
		return 0, 0, err
	}
	read = time.Since(begin).Seconds()
	if err := b.Until(`document.querySelector("#story-table") !== null`, patience); err != nil {
		return 0, 0, err
	}
	return read, time.Since(begin).Seconds() - read, nil
}
