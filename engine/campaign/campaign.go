// Package campaign runs tests that take hours: cases that have numbers, of which it keeps which are done, so that a campaign that was
// broken off goes on, and one table of what came of all. It knows nothing of jobs. Tests with the build tag "campaign" use it, beside what
// they test; make campaign runs them.
package campaign

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"sync"
	"testing"
	"time"
)

// Plan is a campaign.
type Plan struct {
	// Name is that of the campaign, such as "simulations/easy": words of letters, digits, - and _ between slashes.
	Name string
	// About says in a few words what a case is held against, for the table.
	About string
	// Cases is how many there shall be in all.
	Cases int64
	// Each is how many cases one call does: check(n) does those from n up to, but without, n+Each. 0 is 1.
	Each int64
	// InTurn has one case run after the other, not as many at once as there are processors.
	InTurn bool
	// Limit is how long a call may take before that is a finding, which ends the program: it shows where. 0 is a minute.
	Limit time.Duration
}

// mostFindings end a campaign: then it is time to look at them.
const mostFindings = 10

// round is for how long cases are started before it is kept which are done.
const round = 5 * time.Second

// Run runs the cases of a campaign that are still to do, in the order of their numbers from 0. An error of check, or a panic, is a finding:
// the test fails with the number of the case, and goes on. A case depends on its number alone (see Rand).
//
// What is done is kept in bin/campaign/NAME.json of the module. A campaign of another commit begins anew, and
// so does one of files that are not committed. The environment may have
//
//   - CAMPAIGN_TIME, for how long cases of each campaign are started, such as 90s or 2h; without it until all are done;
//   - CAMPAIGN_CASE, the number of the only case to run, of which nothing is kept;
//   - CAMPAIGN_CONTINUE=1: what other commits did counts, too.
//
// There are as many cases at once as GOMAXPROCS allows.
func Run(t *testing.T, p Plan, check func(n int64) error) {
	t.Helper()
	if onlyCase(t, p, check) {
		return
	}
	k, until := begin(t, p)
	if err := k.run(t, p, until, check); err != nil {
		t.Fatal(err)
	}
	k.tell(t)
}

// Portions runs a campaign of cases that have no numbers, one portion of them after the other. portion is told for how long it may run cases, at
// most a minute, and returns how many there were. What is kept is as for Run, and so is the environment but for CAMPAIGN_CASE.
func Portions(t *testing.T, p Plan, portion func(most time.Duration) (cases int64, err error)) {
	t.Helper()
	k, until := begin(t, p)
	for first := true; first || time.Now().Before(until); first = false {
		if k.Done >= p.Cases || len(k.Findings) >= mostFindings {
			break
		}
		at, used := time.Now(), processorTime()
		cases, err := portion(max(time.Second, min(time.Minute, time.Until(until))))
		if err != nil {
			k.Findings = append(k.Findings, Finding{k.Done, err.Error()})
		}
		k.Done += cases
		k.spent(used, time.Since(at), 1)
		if err := k.save(); err != nil {
			t.Fatal(err)
		}
	}
	k.tell(t)
}

// onlyCase runs the case that CAMPAIGN_CASE asks for. It returns false if there is none.
func onlyCase(t *testing.T, p Plan, check func(n int64) error) bool {
	t.Helper()
	text := os.Getenv("CAMPAIGN_CASE")
	if text == "" {
		return false
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		t.Fatalf("CAMPAIGN_CASE is %q, not the number of a case, from 0 on", text)
	}
	if err := guarded(check, n); err != nil {
		t.Errorf("%s: case %d: %v", p.Name, n, err)
	}
	return true
}

// begin opens what is kept of a campaign and says until when it runs.
func begin(t *testing.T, p Plan) (*kept, time.Time) {
	t.Helper()
	until := time.Now().Add(1000 * time.Hour)
	if text := os.Getenv("CAMPAIGN_TIME"); text != "" {
		d, err := time.ParseDuration(text)
		if err != nil || d <= 0 {
			t.Fatalf("CAMPAIGN_TIME is %q, not a length of time above 0, such as 90s or 2h", text)
		}
		until = time.Now().Add(d)
	}
	root, err := Root()
	if err != nil {
		t.Fatal(err)
	}
	commit, err := commitOf(root)
	if err != nil {
		t.Fatal(err)
	}
	k, err := open(root, p, commit, os.Getenv("CAMPAIGN_CONTINUE") == "1")
	if err != nil {
		t.Fatal(err)
	}
	return k, until
}

// tell says how far the campaign has come, and fails the test for each finding.
func (k *kept) tell(t *testing.T) {
	t.Helper()
	t.Logf("%s: %d of %d cases, %d findings", k.Name, k.Done, k.Cases, len(k.Findings))
	for _, f := range k.Findings {
		t.Errorf("%s: case %d: %s", k.Name, f.Case, f.Text)
	}
}

// run does cases until the given time, and keeps what is done.
func (k *kept) run(t *testing.T, p Plan, until time.Time, check func(n int64) error) error {
	workers := runtime.GOMAXPROCS(0)
	if p.InTurn {
		workers = 1
	}
	told := time.Now()
	for k.Done < p.Cases && len(k.Findings) < mostFindings && time.Now().Before(until) {
		if err := k.round(p, workers, earlier(until, time.Now().Add(round)), check); err != nil {
			return err
		}
		if time.Since(told) > time.Minute {
			told = time.Now()
			t.Logf("%s: %d of %d cases, %d findings", p.Name, k.Done, p.Cases, len(k.Findings))
		}
	}
	return nil
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// round starts cases until the given time and keeps what came of them. Whoever has begun a case ends it, so that all before the next one
// are done.
func (k *kept) round(p Plan, workers int, until time.Time, check func(n int64) error) error {
	var mu sync.Mutex
	next, begin := k.Done, time.Now()
	used := processorTime()
	running := map[int64]time.Time{}
	take := func() (int64, bool) {
		mu.Lock()
		defer mu.Unlock()
		// The first case does not ask for the time, so that however little there is, a campaign goes on.
		for (next == k.Done || time.Now().Before(until)) && next < p.Cases && len(k.Findings) < mostFindings {
			n := next
			next += max(1, p.Each)
			if !k.found(n) {
				running[n] = time.Now()
				return n, true
			}
		}
		return 0, false
	}
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for n, ok := take(); ok; n, ok = take() {
				err := guarded(check, n)
				mu.Lock()
				delete(running, n)
				if err != nil {
					k.Findings = append(k.Findings, Finding{n, err.Error()})
				}
				mu.Unlock()
			}
		})
	}
	done := make(chan struct{})
	go func() { all.Wait(); close(done) }()
	limit := cmp.Or(p.Limit, time.Minute)
	for {
		select {
		case <-done:
			k.Done = next
			k.spent(used, time.Since(begin), workers)
			return k.save()
		case <-time.After(limit / 4):
			mu.Lock()
			for n, since := range running {
				if time.Since(since) > limit {
					text := fmt.Sprintf("case %d has not ended after %v", n, limit)
					k.Findings = append(k.Findings, Finding{n, text})
					k.spent(used, time.Since(begin), workers)
					if err := k.save(); err != nil {
						text += ", and " + err.Error()
					}
					// Nothing else stops it, and the stacks say where it is.
					debug.SetTraceback("all")
					panic(p.Name + ": " + text)
				}
			}
			mu.Unlock()
		}
	}
}

// guarded is check(n), with a panic as an error.
func guarded(check func(n int64) error, n int64) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	return check(n)
}

// Rand gives the random numbers of case n of a campaign: always the same.
func Rand(name string, n int64) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(name))
	return rand.New(rand.NewPCG(h.Sum64(), uint64(n)))
}
