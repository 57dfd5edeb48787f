package tables

import (
	"math"
	"strconv"
	"strings"
)

// Digits is the number of decimals with which all of values are printed, so that they
// stand below or beside each other: none for whole numbers, else enough for four
// digits of the smallest.
func Digits(values []float64) int {
	whole, smallest := true, math.Inf(1)
	for _, v := range values {
		if math.IsNaN(v) {
			continue
		}
		whole = whole && v == math.Trunc(v)
		if v != 0 {
			smallest = min(smallest, math.Abs(v))
		}
	}
	if whole {
		return 0
	}
	return min(max(3-int(math.Floor(math.Log10(smallest))), 2), 6)
}

// Number prints v with the given decimals and commas between thousands; -json has
// all digits.
func Number(v float64, digits int) string {
	if math.IsNaN(v) {
		return "-"
	}
	text := strconv.FormatFloat(v, 'f', digits, 64)
	end := len(text)
	if point := strings.IndexByte(text, '.'); point >= 0 {
		end = point
	}
	for i := end - 3; i > 0 && text[i-1] != '-'; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
