package main

import (
	"fmt"
	"io"
	"os"
	"time"
)

// progress shows on a terminal how far a run is; elsewhere it is silent.
type progress struct {
	w     io.Writer // nil: silent
	jobs  int
	shown time.Time
}

func newProgress(w io.Writer, jobs int) *progress {
	f, ok := w.(*os.File)
	if !ok {
		return &progress{}
	}
	if info, err := f.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return &progress{}
	}
	return &progress{w: w, jobs: jobs}
}

// of makes the callback of one policy's run.
func (p *progress) of(policy string) func(ended int) error {
	if p.w == nil {
		return nil
	}
	return func(ended int) error {
		if now := time.Now(); now.Sub(p.shown) > 100*time.Millisecond {
			p.shown = now
			fmt.Fprintf(p.w, "\r\x1b[K%s: %d of %d jobs", policy, ended, p.jobs)
		}
		return nil
	}
}

func (p *progress) clear() {
	if p.w != nil {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
