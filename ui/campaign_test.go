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
		About: "150 random actions on the page, or on a frame and around it, without a browser, in the midst of runs: no mistake, nothing is waited for for ever, and who opens its address sees the same schedules, sentences and files",
	}
	campaign.Run(t, plan, func(n int64) error { return readsAtRandom(t, campaign.Rand("page/readers", n), 150) })
}
