package e2e

import (
	"testing"

	"backfill/wasm/browser/visit"
)

// Policies are added by their names in the literature, and run: one with predictions, and one whose priority is an expression.
func TestNamedPolicies(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{})
	for _, c := range []struct{ value, name, says string }{
		{"easy: EASY++", "EASY++", "last two jobs and corrected in steps"},
		{"priority-backfill: Maui weights", "Maui weights", "queue time in minutes"},
	} {
		p.put("#add-policies", c.value, "change")
		p.says(".adder + p", c.says)
		p.click("#add-policies-button")
		p.untilRun(`document.querySelector("#metrics thead").innerText.includes("` + c.name + `") && document.querySelector("#answer").innerText.includes("` + c.name + `")`)
	}
}
