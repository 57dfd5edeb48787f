package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"sync"
	"time"

	"backfill/engine/experiment"
	"backfill/engine/scenario"
)

// progress shows on a terminal how far an experiment is; elsewhere it is silent. It may
// be used by several goroutines.
type progress struct {
	w io.Writer // nil: silent

	many  bool // several cells: whole ones are counted, else jobs
	begun time.Time

	mutex sync.Mutex
	shown time.Time
}

func newProgress(w io.Writer) *progress {
	f, ok := w.(*os.File)
	if !ok {
		return &progress{}
	}
	if info, err := f.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return &progress{}
	}
	return &progress{w: w}
}

// begin notes what is to be run.
func (p *progress) begin(plan *scenario.Plan) {
	p.many = several(plan)
	p.begun = time.Now()
}

// jobs shows how many jobs of the only cell have ended under a policy.
func (p *progress) jobs(policy string, ended, of int) {
	if p.w == nil || p.many {
		return
	}
	p.show("%s: %d of %d jobs", policy, ended, of)
}

// drawings shows how many drawings of a policy have been simulated.
func (p *progress) drawings(policy string, done, of int) {
	if p.w != nil {
		p.show("%s: %d of %d drawings", policy, done, of)
	}
}

// cells shows how many of the experiment's cells have been run, those of other shards
// included, and how long the others may take.
func (p *progress) cells(cells *experiment.Cells) {
	if p.w == nil || !p.many || !p.due() {
		return
	}
	done, planned, most := cells.Progress()
	bound := ""
	if most > planned {
		bound = "at most "
	}
	remaining := time.Since(p.begun) * time.Duration(most-done) / time.Duration(max(1, done))
	p.show("%d of %s%d workloads simulated, %s%s left%s", done, bound, most, bound, roughly(remaining), furthest(cells))
}

// furthest is the interval that is furthest from the wanted precision, after a comma.
func furthest(cells *experiment.Cells) string {
	if cells.Plan.Precision == nil {
		return ""
	}
	w := cells.Furthest()
	if w.Relative < 0 || math.IsInf(w.Relative, 0) {
		return ""
	}
	of := cells.Plan.Policies[w.Policy].Label
	if w.Group != "" {
		of += ", " + w.Group
	}
	return fmt.Sprintf("; widest interval ±%.2g %% (%s), wanted ±%.2g %%", 100*w.Relative, of, 100*cells.Plan.Precision.RelativeHalfWidth)
}

// pause is the least time between two lines.
const pause = 100 * time.Millisecond

// due says whether a line would be shown.
func (p *progress) due() bool {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return time.Since(p.shown) > pause
}

// show writes a line over the one before, not too often.
func (p *progress) show(format string, args ...any) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if now := time.Now(); now.Sub(p.shown) > pause {
		p.shown = now
		fmt.Fprintf(p.w, "\r\x1b[K"+format, args...)
	}
}

func (p *progress) clear() {
	if p.w != nil {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}

// roughly is a duration as people say it.
func roughly(d time.Duration) string {
	switch {
	case d < 90*time.Second:
		return fmt.Sprintf("%.0f s", d.Seconds())
	case d < 90*time.Minute:
		return fmt.Sprintf("%.0f min", d.Minutes())
	}
	return fmt.Sprintf("%.1f h", d.Hours())
}
