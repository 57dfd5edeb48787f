package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestProgressIsForTerminals(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "errors.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if p := newProgress(f, 10); p.of("fcfs") != nil {
		t.Error("progress would be written into a file")
	}
	if p := newProgress(&strings.Builder{}, 10); p.of("fcfs") != nil {
		t.Error("progress would be written into a text")
	}
	var terminal strings.Builder
	p := &progress{w: &terminal, jobs: 10}
	show := p.of("fcfs")
	for range 3 { // the second and third come too soon
		if err := show(5); err != nil {
			t.Fatal(err)
		}
	}
	p.clear()
	if got, want := terminal.String(), "\r\x1b[Kfcfs: 5 of 10 jobs\r\x1b[K"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
