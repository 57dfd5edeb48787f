//go:build campaign

package ui

import (
	"testing"
	"time"

	"backfill/engine/campaign"
)

// TestCampaignReaders is TestReadersAtRandom, for hours.
func TestCampaignReaders(t *testing.T) {
	plan := campaign.Plan{
		Name: "page/readers", Cases: 20_000, InTurn: true, Limit: 5 * time.Minute,
		About: "150 random actions on the page without a browser, in the midst of runs: no mistake, it comes to rest, and who opens its address sees the same schedules",
	}
	campaign.Run(t, plan, func(n int64) error { return readsAtRandom(t, campaign.Rand("page/readers", n), 150) })
}
