package explain

import (
	"strings"

	"backfill/engine"
	"backfill/engine/metrics/resources"
	"backfill/ui/phrase"
)

// AlikeSlow is on how many other lanes a job lost as much, to the millisecond, as on its slowest.
func AlikeSlow(l resources.Losses) int {
	alike, lost := -1, 0.0 // the slowest itself does not count
	for i, s := range l.Shadows {
		if lost += s.Lost; i+1 < len(l.Shadows) && l.Shadows[i+1].Lane == s.Lane {
			continue
		}
		if lost > l.Lost-1 {
			alike++
		}
		lost = 0
	}
	return alike
}

// PerResource are amounts of the resources that are limited: "8,000", "8,000, network 900".
func PerResource(s *engine.Sharing, bandwidth, network int64) string {
	var amounts []string
	if s.Bandwidth > 0 {
		amounts = append(amounts, phrase.Grouped(bandwidth))
	}
	if s.Network > 0 {
		amounts = append(amounts, "network "+phrase.Grouped(network))
	}
	return strings.Join(amounts, ", ")
}
