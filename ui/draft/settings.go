package draft

import (
	"strconv"

	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/ui/phrase"
)

// SettingParams describes the fields of the experiment that belong to no kind.
// Their names are JSON pointers without the leading slash.
func SettingParams() []param.Param {
	var params []param.Param
	for _, p := range scenario.KillParams() {
		p.Name = "kill/" + p.Name
		params = append(params, p)
	}
	return append(params, scenario.Setting("simultaneous"), scenario.Setting("seed"))
}

// readSettings takes the settings of a scenario apart.
func readSettings(s *scenario.Scenario) Choice {
	c := Choice{Texts: map[string]string{}}
	if s.Kill != nil {
		c.Texts["kill/rule"] = s.Kill.Rule
		c.Texts["kill/grace"] = phrase.Number(s.Kill.Grace)
	}
	if s.Simultaneous != "" {
		c.Texts["simultaneous"] = s.Simultaneous
	}
	if s.Seed != nil {
		c.Texts["seed"] = strconv.FormatInt(*s.Seed, 10)
	}
	readRepeat(s, c.Texts)
	if s.Baseline != "" {
		c.Texts["baseline"] = s.Baseline
	}
	return c
}
