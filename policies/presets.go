package policies

import (
	"encoding/json"

	"backfill/engine/param"
)

const (
	tsafrir  = "Tsafrir, Etsion, Feitelson 2007"
	gaussier = "Gaussier, Glesser, Reis, Trystram 2015"
)

// easyPresets are the relatives of EASY that have names in the literature. In all of them jobs come to the head of the queue by arrival.
var easyPresets = []param.Preset{
	{Name: "EASY-SJBF", Source: tsafrir, Doc: "The others are tried from the shortest request on.", Fields: field("others", "shortest")},
	{Name: "EASY-LJBF", Source: gaussier, Doc: "The others are tried from the longest request on.", Fields: field("others", "longest")},
	{Name: "EASY-SAF", Doc: "The others are tried from the smallest area on, processors times request.", Fields: field("others", "smallestArea")},
	{Name: "EASY-LAF", Doc: "The others are tried from the largest area on, processors times request.", Fields: field("others", "largestArea")},
	{Name: "EASY-SRF", Doc: "The others are tried from the smallest ratio on, request by processors.", Fields: field("others", "smallestRatio")},
	{Name: "EASY-LRF", Doc: "The others are tried from the largest ratio on, request by processors.", Fields: field("others", "largestRatio")},
	{Name: "EASY++", Source: tsafrir, Doc: "The run time is predicted from the user's last two jobs and corrected in steps; the others are tried from the shortest prediction on.",
		Fields: map[string]json.RawMessage{"others": json.RawMessage(`"shortest"`), "belief": json.RawMessage(`"userLastTwo"`), "correction": json.RawMessage(`"steps"`)}},
	{Name: "EASY, predicted", Source: tsafrir, Doc: "The run time is predicted from the user's last two jobs; what outlives its prediction is believed to run as long as it requests.",
		Fields: map[string]json.RawMessage{"belief": json.RawMessage(`"userLastTwo"`), "pass": json.RawMessage(`"ifItFits"`)}},
	{Name: "Clairvoyant EASY", Source: tsafrir, Doc: "The run times are known.", Fields: field("belief", "clairvoyant")},
	{Name: "Clairvoyant EASY-SJBF", Source: tsafrir, Doc: "The run times are known, and the others are tried from the shortest on.",
		Fields: map[string]json.RawMessage{"others": json.RawMessage(`"shortest"`), "belief": json.RawMessage(`"clairvoyant"`)}},
	{Name: "EASY, doubled requests", Source: tsafrir, Doc: "Jobs are believed to run twice as long as requested.", Fields: field("belief", "doubleRequest")},
}

var selectivePresets = []param.Preset{
	{Name: "Adaptive selective backfilling", Source: "Srinivasan, Kettimuthu, Subramani, Sadayappan 2002",
		Doc: "A job gets a reservation from the mean slowdown of the jobs on that have ended so far.", Fields: field("rule", "adaptive")},
}

func field(name, choice string) map[string]json.RawMessage {
	return map[string]json.RawMessage{name: json.RawMessage(`"` + choice + `"`)}
}
