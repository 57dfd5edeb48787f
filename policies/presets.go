package policies

import (
	"encoding/json"
	"slices"

	"backfill/engine/param"
)

const (
	tsafrir  = "Tsafrir, Etsion, Feitelson 2007"
	gaussier = "Gaussier, Glesser, Reis, Trystram 2015"
)

// easyPresets are the relatives of EASY that have names in the literature. In all of them jobs come to the head of the queue by arrival.
var easyPresets = []param.Preset{
	{Name: "EASY-SJBF", Source: tsafrir, Doc: "The others are tried from the shortest request on.", Fields: choices("others", "shortest")},
	{Name: "EASY-LJBF", Source: gaussier, Doc: "The others are tried from the longest request on.", Fields: choices("others", "longest")},
	{Name: "EASY-SAF", Doc: "The others are tried from the smallest area on, processors times request.", Fields: choices("others", "smallestArea")},
	{Name: "EASY-LAF", Doc: "The others are tried from the largest area on, processors times request.", Fields: choices("others", "largestArea")},
	{Name: "EASY-SRF", Doc: "The others are tried from the smallest ratio on, request by processors.", Fields: choices("others", "smallestRatio")},
	{Name: "EASY-LRF", Doc: "The others are tried from the largest ratio on, request by processors.", Fields: choices("others", "largestRatio")},
	{Name: "EASY++", Source: tsafrir, Doc: "The run time is predicted from the user's last two jobs and corrected in steps; the others are tried from the shortest prediction on.",
		Fields: choices("others", "shortest", "belief", "userLastTwo", "correction", "steps")},
	{Name: "EASY, predicted", Source: tsafrir, Doc: "The run time is predicted from the user's last two jobs; what outlives its prediction is believed to run as long as it requests.",
		Fields: choices("belief", "userLastTwo", "pass", "ifItFits")},
	{Name: "Clairvoyant EASY", Source: tsafrir, Doc: "The run times are known; for a job that is stopped at its request, that is the time that it would have run.", Fields: choices("belief", "clairvoyant")},
	{Name: "Clairvoyant EASY-SJBF", Source: tsafrir, Doc: "The run times are known, and the others are tried from the shortest on.",
		Fields: choices("others", "shortest", "belief", "clairvoyant")},
	{Name: "EASY, doubled requests", Source: tsafrir, Doc: "Jobs are believed to run twice as long as requested.", Fields: choices("belief", "doubleRequest")},
}

var selectivePresets = []param.Preset{
	{Name: "Adaptive selective backfilling", Source: "Srinivasan, Kettimuthu, Subramani, Sadayappan 2002",
		Doc: "A job gets a reservation once its expansion factor reaches the mean slowdown of the jobs that have ended so far.", Fields: choices("rule", "adaptive")},
}

// choices are fields of a scenario: names, each with what is chosen.
func choices(namesAndChoices ...string) map[string]json.RawMessage {
	fields := map[string]json.RawMessage{}
	for pair := range slices.Chunk(namesAndChoices, 2) {
		fields[pair[0]] = json.RawMessage(`"` + pair[1] + `"`)
	}
	return fields
}
