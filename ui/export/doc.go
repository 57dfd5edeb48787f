// Package export saves what is on the page as files: the experiment, results, tables, schedules for other programs, figures in a size for
// print, and a report. Every file says which experiment, seed and version it comes from.
package export
