package ui

import (
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"

	"backfill/engine"
)

// A report says how many jobs each group of before and after has: those of an account that ended both times.
func TestReportCountsTheJobsOfGroups(t *testing.T) {
	p, b := firstVisit(t)
	open(p, widest())
	b.settle()
	p.WhatIf.SetNumber("partition MaxTime 1", "250 s") // ten jobs of account 1 never run then
	b.press(p, "partition")
	before, after := p.Before().Results.Runs[0].Outcome, p.Shown.Results.Runs[0].Outcome
	ended := map[int32]int{}
	for j, account := range p.Workload().Group {
		if before.State[j] == engine.Completed && after.State[j] == engine.Completed {
			ended[account]++
		}
	}
	report := html.UnescapeString(savedReport(p))
	from := strings.Index(report, "<caption>Mean wait by account, of the jobs that ended both times, ")
	if from < 0 {
		t.Fatal("the report has no table by account")
	}
	table := report[from : from+strings.Index(report[from:], "</table>")]
	if !strings.Contains(table, `<th scope="col">Jobs of</th><th scope="col">Jobs</th>`) || ended[1] != 10 || ended[2] != 20 {
		t.Errorf("%v jobs ended both times, and the table begins with %.300s", ended, table)
	}
	for account, n := range ended {
		if row := regexp.MustCompile(fmt.Sprintf(`<th scope="row">Account %d</th><td>%d( \(10 never run\))?</td>`, account, n)); !row.MatchString(table) {
			t.Errorf("account %d does not have %d jobs in %s", account, n, table)
		}
	}
}
