package ui

import (
	"regexp"
	"strings"
	"testing"

	"backfill/engine/workload"
	"backfill/engine/workload/accounting"
	"backfill/engine/workload/inferred"
	"backfill/ui/opened"
	"backfill/ui/result"
)

// A log of PBS at whose end one job runs and one waits; a third, without etime, could not start yet and is not simulated. Its times are seconds
// since 1970: the page says nothing of clocks or of columns of sacct that is not so. It names the nodes of its jobs, or does not.
func TestNoticeOfALogOfPBS(t *testing.T) {
	const left = `03/02/2026 09:50:00;Q;4.server;user=bob group=physics account=P2 jobname=b queue=long ctime=1772441400 qtime=1772441400 Resource_List.ncpus=2 Resource_List.walltime=01:00:00
03/02/2026 09:50:00;Q;5.server;user=bob group=physics account=P2 jobname=b queue=long ctime=1772441400 qtime=1772441400 etime=1772441400 Resource_List.ncpus=2 Resource_List.walltime=01:00:00
03/02/2026 09:50:00;S;6.server;user=bob group=physics account=P2 jobname=b queue=long ctime=1772441400 qtime=1772441400 etime=1772441400 start=1772441400 exec_host=n1/2 Resource_List.ncpus=2 Resource_List.walltime=01:00:00
`
	const shows = "The log shows 1 node with 3 processors, in 2 partitions: each node with"
	for text, want := range map[string][2]string{
		pbsLog: {"Kept is a copy without names, accounting-1.txt. The log does not say how large", shows},
		regexp.MustCompile("exec_host=[^ ]+ ").ReplaceAllString(pbsLog, ""): {"Kept is a copy without names, accounting-1.txt. The log does not say how large",
			"Nodes are not read from this log: no nodes are proposed. At most in use at once were 6 processors in queue 1 and 2 processors in queue 2."},
		pbsLog + left: {"Kept is a copy without names, accounting-1.txt. When the log ends, 1 job still runs and 1 job still waits. How long they run in the simulation follows from the jobs that have ended, unless “Unended jobs” says otherwise. The log does not say how large", shows},
	} {
		p, b := firstVisit(t)
		var copied strings.Builder
		read, err := accounting.Copy(&copied, strings.NewReader(text), "pbs.txt", accounting.Options{})
		if err != nil {
			t.Fatal(err)
		}
		_, report, err := read.Workload("accounting-1.txt", "UTC", nil)
		if err != nil {
			t.Fatal(err)
		}
		b.logs = map[string]string{"accounting-1.txt": copied.String()}
		p.FileCame(opened.File{FileRef: result.FileRef{Name: "accounting-1.txt", Size: 1, SHA256: strings.Repeat("cd", 32)}, Kind: "accounting", Report: report, Legend: &read.Legend,
			Named: &accounting.Named{}, Sizing: &workload.Sizing{Widest: 4, Busy: 8}, Format: read.Format(), Inferred: inferred.Of(read)})
		b.pass()
		b.answer()
		if got := p.Notice.Text; !strings.HasPrefix(got, want[0]) || !strings.HasSuffix(got, " Its times are shown as UTC: set the time zone of the cluster to see those of its clocks.") {
			t.Errorf("the notice is %q", got)
		}
		if got := p.InferredWords(); !strings.HasPrefix(got, want[1]) {
			t.Errorf("of nodes it says %q", got)
		}
	}
}
