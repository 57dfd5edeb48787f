package main

import (
	"slices"
	"testing"
)

func TestBundledPackages(t *testing.T) {
	got, err := bundledPackages([]byte(`{"inputs": {
		"assets/chart.js": {"bytes": 1},
		"assets/node_modules/d3-array/src/max.js": {"bytes": 1},
		"assets/node_modules/d3-array/src/min.js": {"bytes": 1},
		"assets/node_modules/@observablehq/plot/src/plot.js": {"bytes": 1}}}`))
	if want := []string{"@observablehq/plot", "d3-array"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	if _, err := bundledPackages([]byte("not JSON")); err == nil {
		t.Error("a broken metafile was accepted")
	}
}

func TestLicenseOf(t *testing.T) {
	if text, err := licenseOf("../.."); err != nil || len(text) == 0 {
		t.Errorf("no licence of the project itself: %v", err)
	}
	if _, err := licenseOf(t.TempDir()); err == nil {
		t.Error("a folder without a licence was accepted")
	}
}
