package e2e

import (
	"encoding/csv"
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"backfill/engine"
	"backfill/engine/experiment"
	"backfill/engine/workload/workloadtest"
	"backfill/ui/phrase"
	"backfill/wasm/browser/visit"
)

// userRows are the cells of the table of users, a line each.
const userRows = `[...document.querySelectorAll("#user-table tbody tr")].map(row => [...row.cells].map(c => c.innerText.trim()).join(" | ")).join("\n")`

// The rows under EASY, and what comes of it without user 2, are derived by hand in package ui (TestTableOfUsers,
// TestWithoutAUserOfTheTextbookCase).
func TestUsersOfTheTextbookCase(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	p := open(t, site(t), visit.Options{Width: 1400, Height: 900, Downloads: folder})
	p.says("#users", "3 users; groups and queues are unknown.")
	p.do(chromedp.Focus("#show-users", chromedp.ByQuery))
	p.keys(kb.Enter)
	p.until(`document.querySelector("#user-table") !== null`)
	p.choose("users-policy", "EASY")
	p.until(`document.querySelector("#user-table tbody td:nth-child(4)").innerText === "5 min 30 s"`)
	p.do(chromedp.Focus(`#user-table th:nth-child(4) .sort`, chromedp.ByQuery)) // the mean wait, by keyboard: the longest first
	p.keys(kb.Enter)
	p.until(`document.querySelector("#user-table th:nth-child(4)").getAttribute("aria-sort") === "descending"`)
	const want = "2 | 4 | 1.45 | 5 min 30 s | 13 min | 22 min | 0 | Without\n3 | 4 | 0.68 | 5 min | 13 min | 20 min | 0 | Without\n1 | 4 | 1.08 | 2 min 15 s | 9 min | 9 min | 0 | Without"
	if got := eval[string](p, userRows); got != want {
		t.Errorf("the table has\n%s\nwant\n%s", got, want)
	}
	if focus := eval[string](p, `document.activeElement.innerText`); focus != "Mean wait ▼" {
		t.Errorf("the focus is on %q", focus)
	}
	p.press("#users", "Save CSV of 3 users")
	if file := string(p.download(folder, "*-by-user.csv")); !strings.Contains(file, "\n2,4,1.45,330,780,1320,0\n3,4,") {
		t.Errorf("saved:\n%s", file)
	}

	p.do(chromedp.Focus(`#user-table tbody tr .link`, chromedp.ByQuery)) // user 2
	p.keys(kb.Enter)
	p.until(`document.querySelector(".jobs .count").innerText.startsWith("1 to 4 of 4 jobs (of 12)") && document.querySelector("#filter-user").value === "2"`)
	p.click(`#user-table [aria-label="Without user 2"]`)
	p.says("#before-after", "under EASY they wait 38 % less on average (2 min 15 s, before 3 min 38 s)")
	p.until(visit.Idle)
	if got := eval[string](p, userRows); strings.Contains(got, "2 | 4") || strings.Count(got, "\n") != 1 {
		t.Errorf("without user 2 the table has\n%s", got)
	}

	// Jobs of queueing theory have no users.
	p.shows(t, "theory", `"machine": {"kind": "cluster", "processors": 4}, "workload": {"kind": "poisson", "jobs": 50, "load": 0.5, "meanRun": 100}, "policies": [{"kind": "fcfs"}]`)
	p.says("#users", "The jobs of this workload have no known users, groups or queues.")
}

// One click and a number each, on a log of 28,475 jobs: what the page says of before and after is what the jobs that ended both
// times wait on average in simulations without a browser.
func TestUsersOfALog(t *testing.T) {
	t.Parallel()
	log := workloadtest.TracePath(t, "KTH-SP2-1996-2.1-cln.swf.gz")
	folder := t.TempDir()
	p := open(t, site(t), visit.Options{Width: 1400, Height: 900, Downloads: folder})
	p.drop(log)
	p.until(visit.Idle + ` && document.querySelector("#users").innerText.includes("214 users")`)
	first := headless(t, p.export(folder), filepath.Dir(log))

	p.click("#show-users")
	p.until(`document.querySelector("#user-table") !== null`)
	p.choose("users-policy", "EASY")
	p.put("#users-search", "12", "input")
	p.until(`document.querySelector("#users .count").innerText.startsWith("1 to ") && document.querySelector("#users .count").innerText.includes("(of 214)")`)
	p.put("#users-search", "", "input")
	p.until(`document.querySelector("#users .count").innerText === "1 to 15 of 214 users"`)
	p.press("#users", "Save CSV of 214 users")
	sameUsers(t, string(p.download(folder, "*-by-user.csv")), runOf(t, first, "EASY").Outcome)

	for _, question := range []struct{ key, number, different string }{
		{"user", "", "without the jobs of user 6"}, // the one who uses most
		{"estimates", "", "exact estimates"},
		{"processors", "30", "130 processors"},
		{"load", "-10", "load −10 %"},
	} {
		if question.number != "" {
			p.put("#if-"+question.key, question.number, "input")
		}
		p.click("#ask-" + question.key)
		p.untilRun(fmt.Sprintf(`document.querySelector("#whatif").innerText.includes(%q)`, "Different: "+question.different))
		now := headless(t, p.export(folder), filepath.Dir(log))
		was, is := commonWaits(runOf(t, first, "EASY").Outcome, runOf(t, now, "EASY").Outcome)
		before, after := phrase.SecondsApart(was, is)
		p.says("#before-after", fmt.Sprintf("(%s, before %s)", after, before))
		p.click("#undo-button")
		p.untilRun(`document.querySelector("#before-after") === null`)
	}

	// What no job meets is told at the field, with what there is.
	p.choose("add-transformations", "Filter")
	p.click("#add-transformations-button")
	p.put("#field-workload-transform-0-users", "900-", "input")
	p.until(ran(`document.querySelector("#field-workload-transform-0-users[aria-invalid=true]") !== null`))
	p.says("#field-workload-transform-0-users-mistake", "900-: no job has one of these users; users from 1 to 214 are accepted")
}

// runOf is the run of a policy.
func runOf(t *testing.T, r *experiment.Result, policy string) *experiment.Run {
	t.Helper()
	for _, run := range r.Runs {
		if run.Policy == policy {
			return run
		}
	}
	t.Fatalf("%s did not run", policy)
	return nil
}

// commonWaits are the mean waits in two schedules, in seconds, of the jobs that ended in both. Each number is that of one job.
func commonWaits(a, b *engine.Outcome) (was, is float64) {
	rows := map[int64]int32{}
	for _, j := range a.EndOrder {
		rows[a.Workload.JobNumber(j)] = j
	}
	jobs := 0.0
	for _, j := range b.EndOrder {
		if k, both := rows[b.Workload.JobNumber(j)]; both {
			was, is, jobs = was+a.Wait(k).Seconds(), is+b.Wait(j).Seconds(), jobs+1
		}
	}
	return was / jobs, is / jobs
}

// sameUsers compares a saved table of users with a schedule.
func sameUsers(t *testing.T, file string, o *engine.Outcome) {
	t.Helper()
	r := csv.NewReader(strings.NewReader(file))
	r.Comment = '#'
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	jobs, work, wait := map[string]float64{}, map[string]float64{}, map[string]float64{}
	for _, j := range o.EndOrder {
		user := strconv.Itoa(int(o.Workload.User[j]))
		jobs[user]++
		work[user] += float64(o.Size(j)) * o.Ran(j).Seconds() / 3600
		wait[user] += o.Wait(j).Seconds()
	}
	if len(rows) != len(jobs)+1 {
		t.Fatalf("%d rows for %d users", len(rows)-1, len(jobs))
	}
	for _, row := range rows[1:] {
		user := row[0]
		for i, want := range map[int]float64{1: jobs[user], 2: work[user], 3: wait[user] / jobs[user], 5: wait[user]} {
			if got, err := strconv.ParseFloat(row[i], 64); err != nil || math.Abs(got-want) > 1e-6*max(1, want) {
				t.Errorf("user %s: %s is %s, want %v", user, rows[0][i], row[i], want)
			}
		}
	}
}
