package whatif

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/vugu/vugu"

	"backfill/engine/machine/slurmconf"
	"backfill/engine/machine/slurmconf/change"
	"backfill/ui/draft/cluster"
	"backfill/ui/session"
	"backfill/ui/widget"
)

// Lines are the lines of slurm.conf and the commands of sacctmgr by which a cluster becomes what it is now from what it was before.
type Lines struct{ *WhatIf }

// changed is a change that was written down.
type changed struct {
	before, after json.RawMessage // the scenarios between which it lies
	of            *slurmconf.Cluster
	names         *slurmconf.Names
	policy        string // whose it is
	change        *change.Change
}

// lines shows them.
func (w *WhatIf) lines() vugu.Builder { return w.Guard(&Lines{w}) }

// linesFrom is what the lines begin from: the cluster as configured, so that they hold all changes since, else what was before the last ones.
func (w *WhatIf) linesFrom() *session.Simulated {
	if e := w.AsConfigured(); e != nil {
		return e
	}
	return w.Before()
}

// changedLines are those between that and what is shown; nil if nothing that Slurm is told has changed, or no policy is Slurm's.
func (w *WhatIf) changedLines() *change.Change {
	before, now := w.linesFrom(), w.OnPage()
	if before == nil || now == nil {
		return nil
	}
	k, of, names := &w.changed, w.Configuration(), w.ConfiguredNames()
	if k.change == nil || k.of != of || k.names != names || !bytes.Equal(k.before, before.Scenario) || !bytes.Equal(k.after, now.Scenario) {
		c, policy := cluster.Changed(w.Form, before.Plan.Scenario, now.Plan.Scenario, of, names)
		*k = changed{before.Scenario, now.Scenario, of, names, policy, c}
	}
	if k.policy == "" || !k.change.Any() {
		return nil
	}
	return k.change
}

// LinesForReports are the changed lines and what else there is to do, without names unless these are shown on the page; nil if nothing that Slurm is
// told has changed.
func (w *WhatIf) LinesForReports() *change.Change {
	if w.changedLines() == nil || w.Named {
		return w.changedLines()
	}
	c, _ := cluster.Changed(w.Form, w.linesFrom().Plan.Scenario, w.OnPage().Plan.Scenario, nil, nil)
	return c
}

// about says whose lines they are, and whether they have names.
func (c *Lines) about() string {
	lines := c.changedLines()
	text := "So that the cluster becomes what “" + c.changed.policy + "” has now"
	if c.AsConfigured() != nil {
		text = "So that the cluster as configured becomes what “" + c.changed.policy + "” has now, all changes together"
	}
	if lines.Text() == "" {
		return text + ", there is no line to write, but this to do:"
	}
	switch {
	case c.changed.names == nil:
		return text + ". The names of accounts, QOS, partitions and nodes are not in memory: put your own for the numbers and names of the scenario, which stand here."
	case lines.Numbers:
		return text + ". Where a name is not in memory, the number or the name of the scenario stands here: put your own."
	}
	return text + ", with the names of the log and of the configuration that you dropped."
}

// text is what can be copied.
func (c *Lines) text() string { return c.changedLines().Text() }

// sentences say what is no line, and how the lines take effect.
func (c *Lines) sentences() []string {
	lines := c.changedLines()
	return append(append([]string(nil), lines.InWords...), lines.Remarks()...)
}

// bar copies the lines.
func (c *Lines) bar() vugu.Builder {
	if c.text() == "" {
		return c.QuietBar("")
	}
	return c.QuietBar("Changed lines", widget.Button{Text: "Copy", ID: "copy-lines", Name: "Copy the changed lines", Do: c.Copy})
}

// Copy puts the lines on the clipboard, with what is no line as comments.
func (c *Lines) Copy() {
	text := c.text()
	if words := c.changedLines().InWords; len(words) > 0 {
		text = "# " + strings.Join(words, "\n# ") + "\n\n" + text
	}
	c.Browser.Copy(text)
}
