package editor

import (
	"fmt"
	"strings"

	"backfill/engine/workload/accounting"
	"backfill/ui/phrase"
	"backfill/ui/session"
)

// offer is what the button below a field says, "" if there is none: how wide the widest job is below the number of processors, unless
// that is there, the nodes that a log shows below the kind of machine, and the command that prints an accounting log below its name.
func (c *Fields) offer(f Field) string {
	switch f.Path {
	case session.ProcessorsPath:
		if n, known := c.WidestProcessors(); known && strings.TrimSpace(f.Text) != fmt.Sprint(n) {
			return phrase.UpperFirst(session.WidestJob) + ": " + phrase.Grouped(n)
		}
	case machineKind:
		if c.OffersInferred() {
			return "Use the nodes of the log"
		}
	case "/workload/file":
		if c.Draft.Workload.Kind == accounting.Kind.Kind {
			return "Copy the command for sacct"
		}
	}
	return ""
}

// machineKind is the path of the kind of machine.
const machineKind = "/machine/kind"

// remark is what stands below a field for as long as it is true: what the log shows of its machine, below the kind of that.
func (c *Fields) remark(f Field) string {
	if f.Path == machineKind {
		return c.InferredWords()
	}
	return f.remark()
}

// take makes the machine as wide as the widest job, or what the log shows of it, with which the button is gone, or copies the command.
func (c *Fields) take(f Field) {
	switch f.Path {
	case session.ProcessorsPath:
		c.UseWidest()
		c.Browser.Focus(f.ID())
		return
	case machineKind:
		c.UseInferred()
		return
	}
	c.Browser.Copy(accounting.SlurmCommand + " > log.txt")
}
