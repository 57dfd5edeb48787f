package story

// meter measures the mean level of something in each of many steps of time of the same length.
type meter struct {
	from, step int64 // s
	begin, to  int64 // the first and the last step may be cut there
	area       []float64
	rises      []float64 // of the level, from the beginning of each step on
}

// newMeter is a meter for times from begin to to, in steps of which the first begins at from, not later.
func newMeter(from, begin, to, step int64) *meter {
	n := (to-from)/step + 2
	return &meter{from: from, begin: begin, step: step, to: to, area: make([]float64, n), rises: make([]float64, n)}
}

// add raises the level by so much from begin to end.
func (m *meter) add(begin, end int64, by float64) {
	if end <= begin {
		return
	}
	i, j := (begin-m.from)/m.step, (end-m.from)/m.step
	if i == j {
		m.area[i] += by * float64(end-begin)
		return
	}
	m.area[i] += by * float64(m.from+(i+1)*m.step-begin)
	m.area[j] += by * float64(end-m.from-j*m.step)
	m.rises[i+1] += by
	m.rises[j] -= by
}

// means are the mean levels in all steps but the one behind the last.
func (m *meter) means() []float64 {
	means, level := make([]float64, len(m.area)-1), 0.0
	for k := range means {
		level += m.rises[k]
		first, last := m.from+int64(k)*m.step, m.from+int64(k+1)*m.step
		lasts := min(last, max(m.to, first+1)) - max(first, min(m.begin, last-1))
		means[k] = max(0, level+m.area[k]/float64(lasts)) // rounding may leave less than nothing
	}
	return means
}

// steps are lengths that people know, in s.
var steps = [...]int64{60, 5 * 60, 15 * 60, hour, 3 * hour, 6 * hour, 12 * hour, day, 2 * day, week, 4 * week}

// mostSteps is how many steps a series has at most, but for logs of 30 years.
const mostSteps = 400

// stepFor is the shortest step of which few cover so much time.
func stepFor(span int64) int64 {
	for _, step := range steps {
		if span/step < mostSteps {
			return step
		}
	}
	return steps[len(steps)-1] * (1 + span/steps[len(steps)-1]/mostSteps)
}
