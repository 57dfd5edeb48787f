package ui

import (
	"slices"
	"strconv"

	"backfill/engine"
	"backfill/engine/metrics/resources"
	"backfill/engine/steps"
	"backfill/ui/timeline"
)

// What the page says and shows of the licences of a farm.

// licensed says whether there is a run on a machine with licences.
func (p *Page) licensed() bool {
	return slices.ContainsFunc(p.drawn, func(r *Run) bool { return len(r.Outcome.Copies) > 0 && r.Outcome.Workload.Licences != nil })
}

// toggleLicences unfolds a track of each licence, or folds them again.
func (p *Page) toggleLicences() {
	p.toggle("licences")
	p.tracks = nil
	p.stageScene()
}

// licenceTracks has a track for each licence, if they are unfolded.
func (p *Page) licenceTracks(r *Run) []*timeline.Track {
	if !p.opened["licences"] {
		return nil
	}
	var tracks []*timeline.Track
	for l, use := range resources.LicenceUses(r.Outcome) {
		at := steps.InstantsOf(use.At)
		t := timeline.NewTrack(licenceName(l), timeline.Green, at, steps.CountsOf(use.InUse))
		t.Capacity, t.Row = r.Outcome.Copies[l], true
		t.Top = max(t.Top, t.Capacity)
		t.Wanted = timeline.NewTrack("", timeline.Green, at, steps.CountsOf(use.Wanted))
		tracks = append(tracks, t)
	}
	return tracks
}

// licenceName is such as "licence 7", for licence 6, counted from 0.
func licenceName(l int) string { return "licence " + strconv.Itoa(l+1) }

// licenceList is such as "licence 7" or "licences 7, 12 and 20"; "" for none.
func licenceList(set engine.Licences) string {
	var names []string
	for l := range set.Each {
		names = append(names, strconv.Itoa(l+1))
	}
	switch len(names) {
	case 0:
		return ""
	case 1:
		return "licence " + names[0]
	}
	return "licences " + list(names)
}

// licenceLine is what a licence's track shows in a column of the timeline: "licence 7: 34.5 of 90
// copies in use, 120 jobs need it".
func licenceLine(t *timeline.Track, h timeline.Hit, v timeline.View) string {
	_, _, wanted := t.Wanted.Reduce(h.Time, max(h.Time+1, v.Time(v.Column(h.Time)+1)))
	copies := " copies"
	if t.Capacity == 1 {
		copies = " copy"
	}
	need := " jobs need it"
	if wanted == 1 {
		need = " job needs it"
	}
	return t.Label + ": " + decimals(h.Value, digitsOf(h.Value)) + " of " + grouped(int64(t.Capacity)) + copies + " in use, " + decimals(wanted, digitsOf(wanted)) + need
}
