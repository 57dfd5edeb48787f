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
	if newProgress(f).w != nil {
		t.Error("progress would be written into a file")
	}
	if newProgress(&strings.Builder{}).w != nil {
		t.Error("progress would be written into a text")
	}
	var terminal strings.Builder
	p := &progress{w: &terminal}
	for range 3 { // the second and third come too soon
		p.jobs("fcfs", 5, 10)
	}
	p.clear()
	if got, want := terminal.String(), "\r\x1b[Kfcfs: 5 of 10 jobs\r\x1b[K"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
