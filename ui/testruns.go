package ui

import (
	"backfill/ui/phrase"
)

// remark says which schedules the table is of, and what its rows are.
func (c *Jobs) remark() string {
	text := c.page.CellRemark()
	if w := c.page.Workload(); w != nil && w.Continues != nil {
		text = phrase.Join(" ", text, "A job with a test run has two rows, each with the wait of that run. The metrics count it as one job, whose wait is both waits and the test run.")
	}
	return text
}
