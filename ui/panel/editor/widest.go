package editor

import (
	"fmt"
	"strings"

	"backfill/ui/phrase"
	"backfill/ui/session"
)

// widest is what the button says that makes the machine as wide as the widest job, "" where there is no use for it.
func (c *Fields) widest(f Field) string {
	if f.Path != session.ProcessorsPath {
		return ""
	}
	n, known := c.WidestProcessors()
	if !known || strings.TrimSpace(f.Text) == fmt.Sprint(n) {
		return ""
	}
	return phrase.UpperFirst(session.WidestJob) + ": " + phrase.Grouped(n)
}

// useWidest makes the machine so wide; the button is gone then.
func (c *Fields) useWidest(f Field) {
	c.UseWidest()
	c.Browser.Focus(f.ID())
}
