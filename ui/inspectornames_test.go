package ui

import (
	"fmt"
	"strings"
	"testing"
)

// Job 3 is of bob, whom the log names second, as it does other, and of the first QOS and partition.
func TestInspectorNamesOwners(t *testing.T) {
	p, b := configured(t)
	p.Pin(2)
	b.explain()
	for named, want := range map[bool]string{true: "{User bob} {Account other} {QOS normal} {Partition short}", false: "{User 2} {Account 2} {QOS 1} {Partition p1}"} {
		p.ShowNames(named)
		if got := fmt.Sprint(p.Inspector.Facts()); !strings.Contains(got, want) {
			t.Errorf("names shown %t: %s, want %s", named, got, want)
		}
		why := fmt.Sprint(p.Inspector.Fates()[0].Reasons)
		if want := map[bool]string{true: "partition short", false: "partition p1"}[named]; !strings.Contains(why, want) {
			t.Errorf("names shown %t: the reasons %s do not tell of %s", named, why, want)
		}
	}
}
