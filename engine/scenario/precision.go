package scenario

// Precision asks for as many replications as it takes until, at each point, the
// confidence interval of the metric's mean is narrow enough under every policy.
type Precision struct {
	RelativeHalfWidth float64 `json:"relativeHalfWidth"` // of the interval, relative to the mean's magnitude
	Level             float64 `json:"level"`             // of confidence
	MaxReplications   int     `json:"maxReplications"`   // at each point, whatever the interval
	Metric            string  `json:"metric"`
}

// Steady asks for the metrics of a system in its steady state: the jobs that end
// first are left out, and the others are taken in batches.
type Steady struct {
	Warmup int `json:"warmup"` // completions that are left out
	Batch  int `json:"batch"`  // completions in a batch; an incomplete last one is left out
}
