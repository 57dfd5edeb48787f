package phrase

func DigitsOf(v float64) int {
	if v == float64(int64(v)) {
		return 0
	}
	return 1
}
