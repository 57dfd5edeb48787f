package lessons

import (
	"fmt"
	"slices"
)

// comparedIn are the phrases of a condition.
func comparedIn(c Condition) []*Phrase {
	var all []*Phrase
	for _, each := range c {
		all = append(all, each.Left, each.Right)
	}
	return all
}

// unstarted says why results do not tell what phrases ask for, if that is because a job of which they ask for the start, the end or the
// wait never starts; "" if there is no such job.
func (l *Lab) unstarted(r *Results, phrases ...*Phrase) string {
	text := ""
	for _, phrase := range phrases {
		phrase.each(func(p *Phrase) {
			if text != "" || p.Is != "job" || !slices.Contains([]string{"start", "end", "wait"}, p.Which) {
				return
			}
			for _, j := range r.jobs(p.Policy) {
				if j.Job != p.Job || j.Start != nil {
					continue
				}
				text = fmt.Sprintf(": job %d never starts under %s", p.Job, p.Policy)
				if size := r.poolOf(p.Policy); size > 0 && j.Processors > size {
					text += fmt.Sprintf("; it needs %d processors, and the machine has %d", j.Processors, size)
				}
			}
		})
	}
	return text
}

// poolOf is the number of processors of the machine if it is one pool, else 0.
func (r *Results) poolOf(policy string) int32 {
	for i := range r.Runs {
		if r.Runs[i].Policy == policy {
			return r.Runs[i].processors
		}
	}
	return 0
}
