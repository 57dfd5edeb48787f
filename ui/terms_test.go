package ui

import (
	"fmt"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/policies"
	"backfill/ui/panel/inspector"
)

// The shadow time and the extra processors are those of the head of the queue where it alone is promised a start: under EASY and in the LOS family, which
// speaks of freezes. Conservative backfilling has a reservation for every job, others have several or those of a priority, and FCFS and FPFS have none. What the
// inspector, the player, the labels and the legend of the timeline say of a policy uses its own terms.
func TestEveryPolicyIsToldInItsOwnTerms(t *testing.T) {
	// On what the terms stand on, by policy, from its source; every other policy has no such terms.
	shadowed := map[string]bool{`"easy"`: true, `"los"`: true, `"delayed-los"`: true, `"hybrid-los"`: true, `"easy-d"`: true, `"los-d"`: true}
	machines := []string{
		`"machine":{"kind":"cluster","processors":16},"workload":{"kind":"lublin","jobs":60,"processors":16,"load":0.95}`,
		`"machine":{"kind":"cluster","processors":16},"workload":{"kind":"lublin-cwf","jobs":60,"processors":16,"unit":1,"load":0.9}`,
		`"machine":{"kind":"hosts","hosts":[{"processors":8,"memory":8},{"processors":8,"memory":4}]},"workload":{"kind":"lublin","jobs":60,"processors":8,"load":1.2}`,
		`"machine":{"kind":"farm","computers":8,"licenceKinds":2},"workload":{"kind":"farm","jobs":60,"meanGap":3}`,
		slurmMachine,
	}
	list := []string{`"easy","reservations":3`}
	for _, kind := range policies.Catalogs().Policies {
		if kind.Kind != "recorded" && kind.Kind != "by-hand" {
			list = append(list, fmt.Sprintf("%q", kind.Kind))
		}
	}
	for _, policy := range list {
		t.Run(policy, func(t *testing.T) {
			uses, texts := 0, 0
			for _, machine := range machines {
				p, b := firstVisit(t)
				open(p, fmt.Sprintf(`{"version":1,%s,"seed":3,"policies":[{"kind":%s,"label":"P"}]}`, machine, policy))
				b.pass()
				b.check() // a script
				if p.Notice.Problem || len(p.Wrong) > 0 {
					continue
				}
				b.answer()
				check := func(where, text string) {
					texts++
					if !strings.Contains(text, "shadow time") && !strings.Contains(text, "extra") {
						return
					}
					uses++
					if !shadowed[policy] {
						t.Errorf("%s says %q", where, text)
					}
				}
				o := p.Shown.Results.Runs[0].Outcome
				waited := 0
				for j := range int32(len(o.Start)) {
					if !o.Overtook[j] && (o.Start[j] < 0 || o.Start[j] == o.Ready(j) || waited > 8) {
						continue
					}
					waited++
					p.Pin(j)
					p.Unfolded[inspector.LooksKey(0)] = true
					b.explain()
					b.need()
					f := p.Inspector.Fates()[0]
					check("the fate", lined(f.Reasons)+lined(f.Past)+lined(f.Needs)+f.Summary.String())
					for _, look := range f.Looks {
						check("a look", look.Rule)
					}
				}
				p.Play.Seek(0)
				b.watch()
				for range 40 {
					p.Play.Step(1, false)
					b.watch()
					check("the player", p.told())
					for _, q := range p.Play.Queue() {
						check("the queue", q.Mark)
					}
					for _, e := range p.Schedules.FutureLegend() {
						check("the legend", e.Text)
					}
					for _, l := range p.Timeline.Labels() {
						check("a label", l.Text)
					}
					check("the description", p.Schedules.Words(false)[0].Summary)
				}
			}
			if texts == 0 || shadowed[policy] && uses == 0 {
				t.Errorf("of %d texts %d use the terms", texts, uses)
			}
		})
	}
}

// The textbook case at 2 min: job 3, the head of the queue, is due at 10 min, when job 2 is expected to end (TestSnapshotsOfTheTextbookCase of package
// policies). Under EASY that is the shadow time, with 8 - 6 = 2 extra processors; under conservative backfilling job 4 holds a reservation, too.
func TestTheLaneOfConservativeBackfilling(t *testing.T) {
	p, b := firstVisit(t)
	p.Play.Seek(2 * engine.Minute)
	b.watch()
	var flags []string
	for _, l := range p.Timeline.Labels() {
		if strings.Contains(l.Text, "shadow time") || strings.Contains(l.Text, "reserved from") {
			flags = append(flags, l.Text)
		}
	}
	if got, want := strings.Join(flags, "|"), "shadow time 10 min, 2 extra|job 3 reserved from 10 min"; got != want {
		t.Errorf("beside the names of EASY and conservative backfilling stands %q, want %q", got, want)
	}
	legend := p.Schedules.FutureLegend()
	if len(legend) != 3 || legend[0].Absent || legend[1].Absent || legend[2].Absent || !strings.HasPrefix(legend[2].Text, "dots: extra processors") {
		t.Errorf("the legend is %+v", legend)
	}
	page := render(t, p).ids["future-legend"].text()
	for _, e := range legend {
		if !strings.Contains(page, e.Text) {
			t.Errorf("the page does not explain %q", e.Text)
		}
	}
	p.Play.StopPlaying()
	if len(p.Schedules.FutureLegend()) != 0 || strings.Contains(render(t, p).ids["future-legend"].text(), "dots: extra") {
		t.Error("a future is explained beside the whole run")
	}
}
