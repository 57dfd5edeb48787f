package ui

import (
	"math"
	"strconv"
	"strings"
)

// plural is "1 job", "3 jobs", "28,475 jobs".
func plural(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return grouped(n) + " " + noun + "s"
}

// grouped is n with a comma between thousands.
func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, s = "−", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// groupedIn is text with a comma between the thousands of the numbers in it that
// have five digits and more. Numbers in names and fractions stay as they are.
func groupedIn(text string) string {
	word := strings.Fields(text)
	for i, w := range word {
		digits := strings.TrimRight(w, ",;.")
		if n, err := strconv.ParseInt(digits, 10, 64); err == nil && len(digits) > 4 {
			word[i] = grouped(n) + w[len(digits):]
		}
	}
	return strings.Join(word, " ")
}

// percent is a share in per cent with as many digits as say something: "0.4 %", "82 %".
func percent(share float64) string {
	p := 100 * share
	a := math.Abs(p)
	switch {
	case a == 0 || a >= 9.95:
		return decimals(p, 0) + " %"
	case a >= 0.095:
		return decimals(p, 1) + " %"
	case a >= 0.0095:
		return decimals(p, 2) + " %"
	}
	return "under 0.01 %"
}

// decimals is f with n decimals, thousands grouped and a true minus sign.
func decimals(f float64, n int) string {
	s := strconv.FormatFloat(math.Abs(f), 'f', n, 64)
	whole, fraction, _ := strings.Cut(s, ".")
	if w, err := strconv.ParseInt(whole, 10, 64); err == nil {
		whole = grouped(w)
	}
	if fraction != "" {
		whole += "." + fraction
	}
	if f < 0 && strings.Trim(s, "0.") != "" {
		whole = "−" + whole
	}
	return whole
}

// list is "a", "a and b", "a, b and c".
func list(words []string) string {
	n := len(words)
	if n < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
}
