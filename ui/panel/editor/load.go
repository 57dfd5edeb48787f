package editor

import (
	"fmt"
	"strings"

	"github.com/vugu/vugu"

	"backfill/engine/param"
	"backfill/engine/workload"
	"backfill/ui/draft"
	"backfill/ui/phrase"
)

// Load is the body of the workload's card.
type Load struct{ *Editor }

func (c *Load) fields() vugu.Builder {
	fields := c.kindField("/workload", "Jobs come from", &c.Draft.Workload, c.Form.Catalogs.KindsAt("/workload/kind"))
	return c.kindset(fields, "/workload", &c.Draft.Workload, c.Form.Workload(c.Draft.Workload.Kind))
}

func (c *Load) transforms() vugu.Builder {
	return c.Guard(&Choices{
		Editor: c.Editor, path: "/workload/transform", noun: "transformations", invitation: "Transformation",
		list: c.Draft.Transforms, kinds: c.Form.Catalogs.KindsAt("/workload/transform/"),
		most: draft.MaxTransforms, add: c.AddTransform, remove: c.RemoveTransform,
		body: func(i int, about *param.Description) vugu.Builder {
			return c.kindset(nil, fmt.Sprintf("/workload/transform/%d", i), &c.Draft.Transforms[i], about)
		},
	})
}

func (c *Load) reportBar() vugu.Builder {
	if len(c.ReportLines()) == 0 {
		return c.QuietBar("")
	}
	return c.QuietBar("Report", c.Folds("report", "Reading report"))
}

// Report is what was done while the log was read, or what is worth knowing of jobs that
// were generated; nil if there is neither, or if that was of another experiment.
func (c *Load) Report() *workload.Report {
	if r := c.Shown.Results; c.ShowsOpened() && r.Report != nil && (r.Report.File != "" || len(r.Report.Notes) > 0) {
		return r.Report
	}
	return nil
}

// ReportSentence says how many jobs were read, or what there is to know of generated ones.
func (c *Load) ReportSentence() string {
	r := c.Report()
	if r == nil {
		return ""
	}
	if r.File == "" {
		return phrase.UpperFirst(strings.Join(r.Notes, "; ")) + "."
	}
	done := map[workload.Effect]int{}
	for _, m := range r.Remarks {
		done[m.Effect] += m.Count
	}
	text := phrase.Plural(int64(r.JobLines), "job line") + " read, " + phrase.Plural(int64(r.Jobs), "job") + " made"
	if n := done[workload.Dropped]; n > 0 {
		text += "; " + phrase.Grouped(int64(n)) + " dropped"
	}
	if n := done[workload.Repaired]; n > 0 {
		text += "; " + phrase.Grouped(int64(n)) + " repaired"
	}
	if n := done[workload.Noted]; n > 0 {
		text += "; " + phrase.Grouped(int64(n)) + " worth knowing"
	}
	return text + "."
}

// mostReasons is how many lines of a log have their reason in the report.
const mostReasons = 200

// ReportLines are the remarks and notes of the report.
func (c *Load) ReportLines() []string {
	var lines []string
	if r := c.Report(); r != nil && r.File != "" {
		for _, m := range r.Remarks {
			lines = append(lines, m.String())
			for _, reason := range m.Each(mostReasons) {
				lines = append(lines, phrase.UpperFirst(reason))
			}
		}
		lines = append(lines, r.Notes...)
		if h := r.Header; h != nil && h.Acknowledge != "" {
			lines = append(lines, "With thanks to: "+h.Acknowledge)
		}
	}
	return lines
}
