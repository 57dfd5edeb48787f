package ui

import (
	"fmt"
	"strings"
	"testing"
)

// Job 3 is of bob, whom the log names second, as it does other, and of the first QOS and partition.
func TestInspectorNamesOwners(t *testing.T) {
	p, _ := configured(t)
	p.Pin(2)
	for named, want := range map[bool]string{true: "{User bob} {Account other} {QOS normal} {Partition short}", false: "{User 2} {Account 2} {QOS 1} {Partition p1}"} {
		p.ShowNames(named)
		if got := fmt.Sprint(p.Inspector.Facts()); !strings.Contains(got, want) {
			t.Errorf("names shown %t: %s, want %s", named, got, want)
		}
	}
}
