package explain

import (
	"strconv"

	"backfill/engine"
	"backfill/ui/phrase"
	"backfill/ui/timeline"
)

// LicenceName is such as "licence 7", for licence 6, counted from 0.
func LicenceName(l int) string { return "licence " + strconv.Itoa(l+1) }

// LicenceList is such as "licence 7" or "licences 7, 12 and 20"; "" for none.
func LicenceList(set engine.Licences) string {
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
	return "licences " + phrase.List(names)
}

// LicenceLine is what a licence's track shows in a column of the timeline: "licence 7: 34.5 of 90
// copies in use, 120 jobs need it".
func LicenceLine(t *timeline.Track, h timeline.Hit, v timeline.View) string {
	_, _, wanted := t.Wanted.Reduce(h.Time, max(h.Time+1, v.Time(v.Column(h.Time)+1)))
	copies := " copies"
	if t.Capacity == 1 {
		copies = " copy"
	}
	need := " jobs need it"
	if wanted == 1 {
		need = " job needs it"
	}
	return t.Label + ": " + phrase.Decimals(h.Value, phrase.DigitsOf(h.Value)) + " of " + phrase.Grouped(int64(t.Capacity)) + copies + " in use, " + phrase.Decimals(wanted, phrase.DigitsOf(wanted)) + need
}
