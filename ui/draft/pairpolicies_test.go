package draft

import (
	"slices"
	"testing"

	"backfill/policies"
)

// Policies are paired by what they are, never by where they stand.
func TestPairPolicies(t *testing.T) {
	f := Form{Catalogs: policies.Catalogs()}
	easy := func(label, reservations string) Choice {
		c := Choice{Kind: "easy", Label: label, Texts: map[string]string{}}
		if reservations != "" {
			c.Texts["reservations"] = reservations
		}
		return c
	}
	fcfs, recorded := Choice{Kind: "fcfs", Label: "FCFS"}, Choice{Kind: "recorded", Label: "As recorded"}
	named := func(c Choice, label string) Choice { c.Label = label; return c }
	for _, test := range []struct {
		name string
		a, b []Choice
		want []int
	}{
		{"the same ones in another order", []Choice{fcfs, easy("EASY", "")}, []Choice{easy("EASY", ""), fcfs}, []int{1, 0}},
		{"another kind in the same place", []Choice{recorded}, []Choice{fcfs}, []int{-1}},
		{"another kind under the same label", []Choice{fcfs}, []Choice{named(recorded, "FCFS")}, []int{-1}},
		{"another label", []Choice{fcfs}, []Choice{named(fcfs, "in order")}, []int{0}},
		{"another parameter under the same label", []Choice{easy("EASY", "")}, []Choice{easy("EASY", "3")}, []int{0}},
		{"another parameter, which is in the label", []Choice{fcfs, easy("", "")}, []Choice{fcfs, easy("", "3")}, []int{0, 1}},
		{"labels change places: parameters decide", []Choice{easy("A", "2"), easy("B", "3")}, []Choice{easy("A", "3"), easy("B", "2")}, []int{1, 0}},
		{"two with other parameters and labels: nobody knows which is which", []Choice{easy("A", "2"), easy("B", "3")}, []Choice{easy("C", "4"), easy("D", "5")}, []int{-1, -1}},
		{"one more of its kind", []Choice{easy("EASY", "")}, []Choice{easy("EASY", ""), easy("", "2")}, []int{0, -1}},
		{"the default spelled out", []Choice{easy("EASY", "")}, []Choice{easy("one", "1")}, []int{0}},
	} {
		if got := f.PairPolicies(&Draft{Policies: test.a}, &Draft{Policies: test.b}); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}
