package reproduce

import (
	"math"
	"runtime"
	"testing"

	"backfill/engine/metrics/stats"
	"backfill/engine/workload/workloadtest"
)

// calibrations are the readings of the published figures, those with the shortest waits first.
var calibrations = []string{"plain", "classes", "nearest"}

// februaryWaits are the mean waits (h) of so many workloads of February 2001 alone by calibration, with exact requests.
func februaryWaits(t *testing.T, s *simulations, workloads int) map[string][]float64 {
	t.Helper()
	waits := map[string][]float64{}
	for _, calibration := range calibrations {
		x := chiangStudy(t, chiangHosts, `"months": "2001-02", "calibration": "`+calibration+`"`, "T", []string{"L√XF&W(0.03) k=1f"}, workloads)
		s.measure(t, x, 0, []int{0})
		for _, wait := range s.values(simulated{x, 0, 0}, "meanWait") {
			waits[calibration] = append(waits[calibration], wait/3600)
		}
	}
	return waits
}

// February 2001 alone, exact requests: the prototype, which is calibrated by the demands of each class, has a mean wait of
// 0.83 ± 0.06 h. So has the program by the same demands with the most even jobs that meet them ("classes"). Fewer
// demands, those of the month ("plain"), make jobs wait less, other jobs that meet them as well ("nearest") longer, each
// by some 15 to 20 %, as paired workloads show.
func TestFebruaryAloneByCalibration(t *testing.T) {
	workloadtest.OnlyNatively(t)
	if runtime.GOARCH == "wasm" {
		t.Skip("schedules are the same there, as the golden ones show, and it would take long")
	}
	waits := februaryWaits(t, &simulations{measures: keptMetrics}, 120)
	const level = 0.99
	for _, c := range []struct{ less, more string }{{"plain", "classes"}, {"classes", "nearest"}} {
		if d := stats.PairedDifference(waits[c.less], waits[c.more], level); *d.Low <= 0 {
			t.Errorf("%s waits %.2f h (%.2f to %.2f) longer than %s", c.more, d.Mean, *d.Low, *d.High, c.less)
		}
	}
	for calibration, agrees := range map[string]bool{"plain": false, "classes": true, "nearest": false} {
		m := stats.MeanInterval(waits[calibration], 0.95)
		t.Logf("%s: %.2f h (%.2f to %.2f)", calibration, m.Mean, *m.Low, *m.High)
		if half := (*m.High - *m.Low) / 2; (math.Abs(m.Mean-0.83) <= math.Hypot(half, 0.06)) != agrees {
			t.Errorf("%s: a mean wait of %.2f ± %.2f h, the prototype's is 0.83 ± 0.06 h", calibration, m.Mean, half)
		}
	}
}
