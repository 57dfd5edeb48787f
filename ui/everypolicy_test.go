package ui

import (
	"fmt"
	"strings"
	"testing"

	"backfill/policies"
)

// slurmMachine is a small cluster with two partitions that share nodes, as the policy slurm wants it, with more jobs than it can run at once.
const slurmMachine = `"machine":{"kind":"partitions","choice":"slurm","nodes":[{"name":"n[1-4]","processors":8}],"partitions":[{"name":"batch","nodes":"n[1-4]","default":true},{"name":"few","nodes":"n[3-4]"}]},` +
	`"workload":{"kind":"lublin","jobs":60,"processors":32,"load":0.95,"transform":[{"kind":"demand","rows":[{"share":3,"partitions":[1]},{"share":1,"most":16,"partitions":[2]}]}]}`

// Under every policy, on a machine that it can drive, each job that waits has a reason, whoever
// overtook it has a right that its policy names, and what is said to be needed is said in words.
func TestEveryPolicyTellsTheWholeStory(t *testing.T) {
	const cluster = `"machine":{"kind":"cluster","processors":16},"workload":{"kind":"lublin","jobs":60,"processors":16,"load":0.95}`
	machines := []string{cluster,
		`"machine":{"kind":"hosts","hosts":[{"processors":8,"memory":8},{"processors":8,"memory":4}]},"workload":{"kind":"lublin","jobs":40,"processors":8,"load":0.9}`,
		`"machine":{"kind":"farm","computers":8,"licenceKinds":2},"workload":{"kind":"farm","jobs":40,"meanGap":3}`,
		slurmMachine,
	}
	for _, kind := range policies.Catalogs().Policies {
		if kind.Kind == "recorded" || kind.Kind == "by-hand" {
			continue // a log's own schedule has no reasons (TestOvertakersInALog); few jobs are placed by hand (TestPlaceTheTextbookCase)
		}
		t.Run(kind.Kind, func(t *testing.T) {
			driven, waited := 0, 0
			for _, machine := range machines {
				p, b := firstVisit(t)
				open(p, fmt.Sprintf(`{"version":1,%s,"seed":3,"policies":[{"kind":%q,"label":"P"}]}`, machine, kind.Kind))
				if p.Notice.Problem || len(p.Wrong) > 0 {
					continue
				}
				b.answer()
				driven++
				o := p.Shown.Results.Runs[0].Outcome
				told := 0
				for j := range int32(len(o.Start)) {
					if o.Start[j] < 0 || o.Start[j] == o.Ready(j) || told == 8 {
						continue
					}
					told++
					waited++
					p.Pin(j)
					b.explain()
					b.need()
					f := p.Inspector.Fates()[0]
					if len(f.Reasons) == 0 {
						t.Errorf("%s: job %d waited without a reason", machine, j+1)
					}
					for _, right := range f.Past[min(1, len(f.Past)):] {
						if text := right.String(); strings.Contains(text, " more: ") || strings.HasPrefix(text, "They are: ") || strings.HasPrefix(text, "It is: ") {
							t.Errorf("%s: job %d was overtaken with an unknown right: %s", machine, j+1, lined(f.Past))
						}
					}
					for _, need := range f.Needs {
						if !strings.HasPrefix(need.String(), "With ") {
							t.Errorf("%s: job %d: %s", machine, j+1, need)
						}
					}
				}
			}
			if driven == 0 || waited == 0 {
				t.Errorf("%d machines suit it, on which %d jobs waited", driven, waited)
			}
		})
	}
}
