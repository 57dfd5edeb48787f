package export

import (
	"io"
	"strings"

	"backfill/engine/export"
	"backfill/engine/workload/accounting/sacct"
	"backfill/engine/workload/logs"
	"backfill/ui/phrase"
	"backfill/ui/result"
)

// scheduleName is the name of a file of a policy's schedule, without extension.
func (e *Exports) scheduleName(r *result.Run) string {
	return phrase.Join("-", e.RunName(), phrase.FileName(r.Label))
}

// saveWorkload offers the jobs as a log that holds requested starts and commands.
func (e *Exports) saveWorkload() {
	w, notes := e.Workload(), strings.Split(e.Origin(), "\n")
	e.Browser.Write(e.RunName()+".cwf", "text/plain", func(to io.Writer) error { return logs.WriteCWF(to, w, notes) })
}

// saveSchedule offers what a policy made of the workload as a log.
func (e *Exports) saveSchedule(r *result.Run) {
	notes := append([]string{"policy: " + r.Label}, strings.Split(e.Origin(), "\n")...)
	e.Browser.Write(e.scheduleName(r)+".swf", "text/plain", func(to io.Writer) error { return logs.WriteSWF(to, r.Outcome, notes) })
}

// saveAccounting offers a schedule as Slurm's sacct would print it.
func (e *Exports) saveAccounting(r *result.Run) {
	e.Browser.Write(e.scheduleName(r)+"-sacct.txt", "text/plain", func(to io.Writer) error { return sacct.Write(to, r.Outcome) })
}

// saveBatsim offers a schedule in the columns of Batsim's jobs.csv.
func (e *Exports) saveBatsim(r *result.Run) {
	name, origin := e.Draft.Name, r.Label+"; "+e.Origin()
	e.Browser.Write(e.scheduleName(r)+"-jobs.csv", "text/csv", func(to io.Writer) error {
		return export.WriteBatsim(to, r.Outcome, r.Layout.Blocks(), name, origin)
	})
}

// saveTrace offers the schedules of all policies as a trace.
func (e *Exports) saveTrace() {
	runs, _ := e.Runs()
	origin := e.Origin()
	e.Browser.Write(e.ResultName()+".trace.json", "application/json", func(to io.Writer) error {
		var schedules []export.Traced
		for _, r := range runs {
			schedules = append(schedules, export.Traced{Name: r.Label, Outcome: r.Outcome, Blocks: r.Layout.Blocks(), Series: r.Series})
		}
		return export.WriteTrace(to, schedules, origin)
	})
}
