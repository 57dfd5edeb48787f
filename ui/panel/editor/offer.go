package editor

import (
	"fmt"
	"strings"

	"backfill/engine/workload/accounting"
	"backfill/ui/phrase"
	"backfill/ui/session"
)

// offer is what the button below a field says, "" if there is none: how wide the widest job is below the number of processors, unless
// that is there, and the command that prints an accounting log below its name.
func (c *Fields) offer(f Field) string {
	switch f.Path {
	case session.ProcessorsPath:
		if n, known := c.WidestProcessors(); known && strings.TrimSpace(f.Text) != fmt.Sprint(n) {
			return phrase.UpperFirst(session.WidestJob) + ": " + phrase.Grouped(n)
		}
	case "/workload/file":
		if c.Draft.Workload.Kind == accounting.Kind.Kind {
			return "Copy the command for sacct"
		}
	}
	return ""
}

// take makes the machine as wide as the widest job, with which the button is gone, or copies the command.
func (c *Fields) take(f Field) {
	if f.Path == session.ProcessorsPath {
		c.UseWidest()
		c.Browser.Focus(f.ID())
		return
	}
	c.Browser.Copy(accounting.SlurmCommand + " > log.txt")
}
