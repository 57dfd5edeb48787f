package ui

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/policies"
)

// Under every policy, on each kind of machine that it can drive, every refusal is told in the words of that policy, of what is, not of
// what was.
func TestEveryPolicyTellsItsRefusals(t *testing.T) {
	machines := []string{
		`"machine":{"kind":"cluster","processors":16},"workload":{"kind":"lublin","jobs":60,"processors":16,"load":0.95}`,
		`"machine":{"kind":"cluster","processors":128,"unit":16},"workload":{"kind":"lublin-cwf","jobs":80,"unit":16,"dedicatedShare":0.4,"load":0.95}`,
		`"machine":{"kind":"hosts","hosts":[{"processors":8,"memory":8},{"processors":8,"memory":4}]},"workload":{"kind":"lublin","jobs":40,"processors":8,"load":0.9}`,
		`"machine":{"kind":"farm","computers":8,"licenceKinds":2},"workload":{"kind":"farm","jobs":40,"meanGap":3}`,
		slurmMachine,
	}
	past := regexp.MustCompile(`\b(was|were|had|took|have used|looked|made)\b`)
	for _, kind := range policies.Catalogs().Policies {
		if kind.Kind == "recorded" || kind.Kind == "by-hand" {
			continue // a log's own schedule has no decisions, and few jobs are placed by hand
		}
		t.Run(kind.Kind, func(t *testing.T) {
			told := 0
			for _, machine := range machines {
				p, b := firstVisit(t)
				every := ""
				if kind.Kind == "convergent" {
					every = `,"every":60`
				}
				open(p, fmt.Sprintf(`{"version":1,%s,"seed":3,"policies":[{"kind":%q,"label":"P"%s}]}`, machine, kind.Kind, every))
				if p.Notice.Problem || len(p.Wrong) > 0 {
					continue
				}
				b.answer()
				p.Play.Seek(0)
				b.watch()
				for last := engine.Time(-1); p.Play.Now != last; {
					last = p.Play.Now
					for _, s := range p.Play.Decided() {
						if text := s.String(); strings.Contains(text, " but wait") {
							told++
							if words := past.FindString(text); words != "" || !strings.Contains(text, " fit") || strings.Contains(text, ": .") {
								t.Errorf("%q in it: %s", words, text)
							}
						}
					}
					p.Play.Step(1, true)
					b.watch()
				}
			}
			if told < 10 {
				t.Errorf("%d refusals are told", told)
			}
		})
	}
}
