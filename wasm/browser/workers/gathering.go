package workers

import "backfill/engine/forecast"

// gathering is what came of the parts of a question about forecasts.
type gathering struct {
	done, of []int // by part: jobs that were asked about, of how many; 0: not known yet
	checks   []*forecast.Check
	missing  int // parts
}

func newGathering(parts int) *gathering {
	return &gathering{make([]int, parts), make([]int, parts), make([]*forecast.Check, parts), parts}
}

// nears notes how far a part is, and says how far the whole is. Parts of which nobody knows yet count as that one: they differ by one job at most.
func (g *gathering) nears(part, done, of int) (all, ofAll int) {
	g.done[part], g.of[part] = done, of
	for i := range g.done {
		all += g.done[i]
		if g.of[i] == 0 {
			ofAll += of
		}
		ofAll += g.of[i]
	}
	return all, ofAll
}

// comes takes the answer of a part, and gives that of the whole when all are there.
func (g *gathering) comes(part int, a *forecast.Answer) *forecast.Answer {
	if len(g.checks) == 1 {
		return a
	}
	g.checks[part] = a.Check
	if g.missing--; g.missing > 0 {
		return nil
	}
	return &forecast.Answer{Check: forecast.Whole(g.checks)}
}
