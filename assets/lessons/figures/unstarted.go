package figures

import (
	"fmt"
	"slices"
)

// Unstarted says why the results do not tell what phrases ask for, if that is because a job of which they ask for the start, the end or the
// wait never starts; "" if there is no such job.
func (r *Results) Unstarted(phrases ...*Phrase) string {
	text := ""
	for _, phrase := range phrases {
		phrase.Each(func(p *Phrase) {
			if text != "" || p.Is != "job" || !slices.Contains([]string{"start", "end", "wait"}, p.Which) {
				return
			}
			run := r.run(p.Policy)
			if run == nil {
				return
			}
			for _, j := range run.Jobs {
				if j.Job != p.Job || j.Start != nil {
					continue
				}
				text = fmt.Sprintf(": job %d never starts under %s", p.Job, p.Policy)
				if size := run.Processors; size > 0 && j.Processors > size {
					text += fmt.Sprintf("; it needs %d processors, and the machine has %d", j.Processors, size)
				}
			}
		})
	}
	return text
}
