package hosts

import (
	"testing"

	"pgregory.net/rapid"

	"backfill/engine"
	"backfill/engine/machine/machinetest"
)

// What is known of hosts with a few reservations at a time against the profiles of each.
func TestFewReservationsEqualTheProfiles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hosts := []Host{{8, 12}}
		for range rapid.IntRange(0, 2).Draw(t, "others") {
			hosts = append(hosts, Host{rapid.Int32Range(1, 8).Draw(t, "processors"), rapid.Int32Range(0, 12).Draw(t, "memory")})
		}
		h := New(hosts, Choice(rapid.IntRange(0, 1).Draw(t, "choice")))
		w := machinetest.FewJobs(t)
		if rapid.Bool().Draw(t, "memory counts") {
			for j := range w.Jobs {
				w.Memory = append(w.Memory, rapid.Int64Range(0, 12/int64(w.Jobs[j].Processors)).Draw(t, "memory")<<10)
			}
		}
		h.Begin(w)
		few := newFewReservations(h)
		machinetest.CheckForecasts(t, w, h, fewSlots, few, newProfiles(h), func() engine.Forecast { return few.profiles() })
	})
}
