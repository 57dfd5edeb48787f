// Package drawing has runs on the page simulated in further drawings (engine/drawings): the same jobs under the same policy, with other
// draws. It asks for them, one run after the other, and puts what comes to the run, as whose part it is kept. It knows the browser as two
// methods, and neither sessions nor the page.
package drawing

import (
	"fmt"

	"backfill/engine/drawings"
	"backfill/ui/phrase"
	"backfill/ui/result"
)

const (
	// Usual is how many drawings answers about a run are of.
	Usual = 20
	// Most is how many drawings a run may have.
	Most = 1000
	// mostBytes is how much memory the drawings of one run may take.
	mostBytes = 500_000_000
)

// Browser simulates.
type Browser interface {
	// Draw simulates a policy in its drawings from to to-1, in at most so many workers (0: as many as the browser thinks right), and hands
	// over their waits in portions, in any order: Queue.Came until all are there, or Queue.Failed, each with the key. It gives up what it
	// drew before. What Simulate and Measure are asked for goes first, and a new Simulate ends it.
	Draw(key int, of result.Simulation, from, to, workers int)
	// StopDrawing stops that at once.
	StopDrawing()
}

// Progress is how far a request for drawings is.
type Progress struct {
	There   int             // drawings 0 to There-1 are in result.Run.Drawings
	Wanted  int             // in all
	Over    bool            // nothing more comes of the request: all are there, or it failed, or it was given up
	Failure *result.Failure // why it failed
}

// Queue is the requests for drawings, of which the first one is under way. Its methods are called under the renderer's lock.
type Queue struct {
	browser Browser
	asked   []*request
	drawing bool                   // the first of asked is under way
	key     int                    // of that
	came    map[int]drawings.Waits // by number: those that came before others with smaller numbers
}

type request struct {
	of         result.Simulation
	run        *result.Run
	n, workers int
	tell       func(Progress)
}

// NewQueue is without requests.
func NewQueue(b Browser) *Queue { return &Queue{browser: b} }

// Want asks for drawings 0 to n-1 of a run, which is what came of the simulation named by of; n is from 1 to Most. Drawing 0 is the run
// itself, and what was drawn before is not drawn again. tell is called whenever more of them are there, the last time with Over, and at once
// if all are. A new simulation, and whatever stops those that run, gives all requests up; then they may be made again, but not from tell.
func (q *Queue) Want(of result.Simulation, run *result.Run, n, workers int, tell func(Progress)) {
	r := &request{of: of, run: run, n: n, workers: workers, tell: tell}
	if run.Drawings == nil {
		run.Drawings = []drawings.Waits{drawings.Of(run.Outcome)}
	}
	if reason := refusal(n, len(run.Drawings[0])); reason != "" {
		r.over(&result.Failure{Reason: reason})
		return
	}
	q.asked = append(q.asked, r)
	q.begin()
}

// refusal says why there cannot be n drawings of so many jobs, "" if there can.
func refusal(n, jobs int) string {
	if n < 1 || n > Most {
		return fmt.Sprintf("%s: from 1 to %s are accepted", phrase.Plural(int64(n), "drawing"), phrase.Grouped(Most))
	}
	const wait = 8
	if bytes := int64(n) * int64(jobs) * wait; bytes > mostBytes {
		return fmt.Sprintf("%s of %s would take %s of memory; %s are accepted, that is up to %s",
			phrase.Plural(int64(n), "drawing"), phrase.Plural(int64(jobs), "job"), phrase.FileSize(bytes), phrase.FileSize(mostBytes), phrase.Plural(mostBytes/int64(jobs*wait), "drawing"))
	}
	return ""
}

// begin has the first request drawn of which not all is there.
func (q *Queue) begin() {
	for !q.drawing && len(q.asked) > 0 {
		r := q.asked[0]
		if there := len(r.run.Drawings); there < r.n {
			q.key++
			q.drawing, q.came = true, map[int]drawings.Waits{}
			q.browser.Draw(q.key, r.of, there, r.n, r.workers)
			return
		}
		q.asked = q.asked[1:]
		r.over(nil)
	}
}

// Came hands over the waits of drawings, the first of which is number from.
func (q *Queue) Came(key, from int, all []drawings.Waits) {
	if key != q.key || !q.drawing {
		return
	}
	r := q.asked[0]
	for i, waits := range all {
		q.came[from+i] = waits
	}
	before := len(r.run.Drawings)
	for n := before; q.came[n] != nil; n++ {
		r.run.Drawings = append(r.run.Drawings, q.came[n])
		delete(q.came, n)
	}
	switch there := len(r.run.Drawings); {
	case there >= r.n:
		q.end(nil)
	case there > before:
		r.tell(r.progress())
	}
}

// Failed says that no more drawings come.
func (q *Queue) Failed(key int, f result.Failure) {
	if key == q.key && q.drawing {
		q.end(&f)
	}
}

// end has done with the first request.
func (q *Queue) end(f *result.Failure) {
	r := q.asked[0]
	q.asked, q.drawing, q.came = q.asked[1:], false, nil
	r.over(f)
	q.begin()
}

// Cancel gives all requests up; what is there stays.
func (q *Queue) Cancel() {
	q.browser.StopDrawing()
	q.GiveUp()
}

// GiveUp forgets all requests, since the browser has stopped drawing.
func (q *Queue) GiveUp() {
	asked := q.asked
	q.asked, q.drawing, q.came = nil, false, nil
	for _, r := range asked {
		r.over(nil)
	}
}

// Progress is how far the request for a run is that wants most, false if there is none.
func (q *Queue) Progress(run *result.Run) (p Progress, asked bool) {
	for _, r := range q.asked {
		if r.run == run && r.n > p.Wanted {
			p, asked = r.progress(), true
		}
	}
	return p, asked
}

// Busy says whether something is being drawn.
func (q *Queue) Busy() bool { return q.drawing }

func (r *request) progress() Progress { return Progress{There: len(r.run.Drawings), Wanted: r.n} }

func (r *request) over(f *result.Failure) {
	p := r.progress()
	p.Over, p.Failure = true, f
	r.tell(p)
}
