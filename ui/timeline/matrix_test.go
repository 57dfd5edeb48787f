package timeline

import (
	"math"
	"testing"

	"backfill/engine"
)

// What is drawn is what is hit: of 1,000 rows on 400 lines of pixels the first of each line.
func TestMatrixHitAgreesWithDraw(t *testing.T) {
	const rows, lanes = 1000, 7
	plan := &engine.Matrix{Lanes: lanes, Terms: []string{"one"}}
	for i := range rows {
		plan.Jobs = append(plan.Jobs, int32(i))
		plan.Where, plan.Plan = append(plan.Where, engine.NoPlace), append(plan.Plan, engine.NoPlace)
		for p := range lanes {
			v := float32((i*37+p*11)%100) / 7
			if (i+p)%5 == 0 {
				v = float32(math.NaN())
			}
			plan.Value = append(plan.Value, v)
		}
	}
	m := NewMatrix(plan, make([]engine.Lane, lanes))
	m.Theme, m.Ratio, m.Width = Light, 1, 500
	var r Raster
	m.Draw(&r)
	seen := 0
	for y := 0; y < r.Height; y++ {
		for x := 0; x < r.Width; x += 3 {
			hit := m.Hit(x, y)
			if hit.Row < 0 || hit.Lane < 0 {
				continue
			}
			if v := m.Sum(hit.Row, hit.Lane); v == v {
				seen++
				if got, want := r.Pix[y*r.Width+x], m.color(v).pixel(); got != want {
					t.Fatalf("(%d, %d) is %x, want %x for row %d and column %d", x, y, got, want, hit.Row, hit.Lane)
				}
			}
		}
	}
	if seen < 10_000 {
		t.Errorf("only %d pixels show a priority", seen)
	}
	for i := 1; i < rows; i++ {
		if a, b := m.best[m.Ranked[i-1]], m.best[m.Ranked[i]]; a < b {
			t.Fatalf("row %d has priority %v, the one before it %v", i, b, a)
		}
	}
}
