package reproduce

import (
	"regexp"
	"runtime"
	"strings"
	"testing"

	"backfill/engine/workload/workloadtest"
)

// kumar are the studies of the paper for so many workloads.
func kumar(t *testing.T, workloads int) map[string]*study {
	t.Helper()
	studies := map[string]*study{}
	for name, parts := range kumarStudies {
		studies[name] = newStudy(t, []byte(`{"version": 1, "machine": {"kind": "cluster", "processors": 320, "unit": 32}, `+parts+`}`), workloads)
	}
	for _, table := range kumarTables {
		if name := table.study; strings.HasSuffix(name, ".json") {
			studies[name] = galleryStudy(t, name, workloads)
		}
	}
	return studies
}

// A part of the figures of "make reproduce", from fewer workloads with a fixed seed.
func TestSampleOfKumar(t *testing.T) {
	workloadtest.OnlyNatively(t)
	if runtime.GOARCH == "wasm" {
		t.Skip("schedules are the same there, as the golden ones show, and it would take long")
	}
	const workloads = 100
	studies := kumar(t, workloads)
	var sample []row
	for _, table := range kumarTables {
		if table.sampled == "" {
			continue
		}
		sampled := regexp.MustCompile(table.sampled)
		for _, row := range table.read(t, studies) {
			if sampled.MatchString(row.label) {
				sample = append(sample, row)
			}
		}
	}
	s := simulations{measures: keptMetrics}
	s.measureFigures(t, figures(sample))
	for _, f := range figures(sample) {
		if e := s.estimate(&f); !f.agrees(e) {
			t.Error(f.disagreement(e))
		}
	}
	if n := len(figures(sample)); n < 180 {
		t.Errorf("only %d figures are looked at", n)
	}
}
