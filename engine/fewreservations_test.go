package engine_test

import (
	"testing"

	"pgregory.net/rapid"

	"backfill/engine"
	"backfill/engine/machine/machinetest"
)

// What is known of a cluster with a few reservations at a time against the profile.
func TestFewReservationsEqualTheProfile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := engine.NewCluster(8, 1)
		w := machinetest.FewJobs(t)
		c.Begin(w)
		few, profile := engine.NewFewReservations(c)
		machinetest.CheckForecasts(t, w, c, engine.FewSlots, few, engine.NewPoolProfile(c), profile)
	})
}
