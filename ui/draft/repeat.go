package draft

import (
	"strconv"
	"strings"

	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/ui/phrase"
)

// optionalParts are the parts of a scenario that a checkbox of the same name asks for,
// with what that means.
var optionalParts = map[string]string{
	"precision": "Repeat, in blocks of ten, until the interval of a metric's mean is narrow enough under every policy.",
	"steady":    "Look at the steady state of one long run: the first jobs are left out, and batches of the others tell how sure a mean is.",
}

// AsksFor says whether the checkbox of an optional part is on.
func (d *Draft) AsksFor(part string) bool { return d.Settings.Texts[part] == "true" }

// RepeatParams describes the fields that say how often everything is simulated, and on
// how many workers: those that matter to d. Names are as in SettingParams.
func RepeatParams(d *Draft) []param.Param {
	params := []param.Param{scenario.Setting("replications")}
	part := func(name string, below []param.Param) {
		params = append(params, param.Param{Name: name, Kind: param.Boolean, Default: false, Doc: optionalParts[name]})
		if !d.AsksFor(name) {
			return
		}
		for _, q := range below {
			q.Name = name + "/" + q.Name
			params = append(params, q)
		}
	}
	part("precision", scenario.PrecisionParams())
	part("steady", scenario.SteadyParams())
	return append(params, scenario.Setting("workers"))
}

// IsRepeatSetting says whether the setting of that name stands in the card about sweep
// and replications.
func IsRepeatSetting(name string) bool {
	part, _, _ := strings.Cut(name, "/")
	return name == "replications" || name == "workers" || optionalParts[part] != ""
}

// readRepeat takes what a scenario says of replications apart.
func readRepeat(s *scenario.Scenario, texts map[string]string) {
	count := func(name string, n int) {
		if n != 0 {
			texts[name] = strconv.Itoa(n)
		}
	}
	count("replications", s.Replications)
	count("workers", s.Workers)
	if q := s.Precision; q != nil {
		texts["precision"] = "true"
		texts["precision/relativeHalfWidth"], texts["precision/level"] = phrase.Number(q.RelativeHalfWidth), phrase.Number(q.Level)
		texts["precision/maxReplications"], texts["precision/metric"] = strconv.Itoa(q.MaxReplications), q.Metric
		texts["precision/groups"] = strconv.FormatBool(q.Groups)
	}
	if q := s.Steady; q != nil {
		texts["steady"] = "true"
		texts["steady/warmup"], texts["steady/batch"] = strconv.Itoa(q.Warmup), strconv.Itoa(q.Batch)
	}
}
