//go:build reproduce

package policies

import (
	"strings"
	"testing"
)

// Workloads of every study of Chiang, Arpaci-Dusseau and Vernon, each of ten months.
const chiangWorkloads = 20

func TestX(t *testing.T) {
	var b strings.Builder
	reproduceChiang(t, &b)
	t.Log(b.String())
}

func reproduceChiang(t *testing.T, b *strings.Builder) {
	s := simulations{measures: chiangMeasures}
	keepOnDisk(t, &s, "../bin/reproduce-chiang.csv")
	studies := chiangStudies(t, chiangNearest, chiangWorkloads)
	agreement(t, b, &s, chiangTables, studies)
}
