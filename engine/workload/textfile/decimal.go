package textfile

import (
	"bytes"
	"math"
	"strconv"
)

// ParseDecimal reads a number such as "12", "-1", "489.00", "+3", "0.0005" or
// "1.5e3" without rounding errors of binary fractions: its whole part and its
// thousandths, halves rounded up. exact is false if digits were rounded away.
//
// Negative numbers give whole -1 for minus one and -2 for all others. Numbers of
// 10^18 and more give math.MaxInt64.
func ParseDecimal(token []byte) (whole, milli int64, exact, ok bool) {
	digits := token
	negative := false
	if len(digits) > 0 && (digits[0] == '-' || digits[0] == '+') {
		negative = digits[0] == '-'
		digits = digits[1:]
	}
	if whole, milli, exact, ok = parsePlain(digits); !ok && bytes.ContainsAny(digits, "eE") {
		whole, milli, exact, ok = parseScientific(digits)
	}
	if negative && (whole != 0 || milli != 0 || !exact) {
		if whole == 1 && milli == 0 && exact {
			return -1, 0, true, ok
		}
		return -2, 0, true, ok
	}
	return whole, milli, exact, ok
}

// parsePlain reads digits with at most one point.
func parsePlain(digits []byte) (whole, milli int64, exact, ok bool) {
	const most = 1e17 // one more digit still fits
	integer, fraction, _ := bytes.Cut(digits, []byte("."))
	if len(integer)+len(fraction) == 0 {
		return 0, 0, false, false
	}
	for _, c := range integer {
		if c < '0' || c > '9' {
			return 0, 0, false, false
		}
		if whole >= most {
			whole = math.MaxInt64
		} else {
			whole = whole*10 + int64(c-'0')
		}
	}
	exact = true
	scale := int64(100)
	for i, c := range fraction {
		if c < '0' || c > '9' {
			return 0, 0, false, false
		}
		switch {
		case i < 3:
			milli += int64(c-'0') * scale
			scale /= 10
		case c != '0':
			exact = false
		}
		if i == 3 && c >= '5' {
			milli++
		}
	}
	if milli == 1000 {
		milli = 0
		if whole < math.MaxInt64 {
			whole++
		}
	}
	return whole, milli, exact, true
}

// parseScientific reads digits with an exponent, which logs made by programs that
// print binary fractions may hold.
func parseScientific(digits []byte) (whole, milli int64, exact, ok bool) {
	for _, c := range digits {
		// ParseFloat would read names of infinity, hexadecimal and underscores too.
		if (c < '0' || c > '9') && c != '.' && c != 'e' && c != 'E' && c != '+' && c != '-' {
			return 0, 0, false, false
		}
	}
	f, err := strconv.ParseFloat(string(digits), 64)
	if err != nil && !math.IsInf(f, 0) || f < 0 {
		return 0, 0, false, false
	}
	if f >= 1e15 {
		return math.MaxInt64, 0, true, true
	}
	floor := math.Floor(f)
	thousandths := float64((f - floor) * 1000)
	whole, milli = int64(floor), int64(math.Floor(thousandths+0.5))
	if milli == 1000 {
		whole, milli = whole+1, 0
	}
	return whole, milli, thousandths == math.Floor(thousandths), true
}
