package phrase

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Plural is "1 job", "3 jobs", "28,475 jobs".
func Plural(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return Grouped(n) + " " + noun + "s"
}

// Policies is "1 policy", "3 policies".
func Policies(n int) string {
	if n == 1 {
		return "1 policy"
	}
	return Grouped(int64(n)) + " policies"
}

// Grouped is n with a comma between thousands.
func Grouped(n int64) string {
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

// GroupedIn is text with a comma between the thousands of the numbers in it that
// have five digits and more. Numbers in names and fractions stay as they are.
func GroupedIn(text string) string {
	word := strings.Fields(text)
	for i, w := range word {
		digits := strings.TrimRight(w, ",;.")
		if n, err := strconv.ParseInt(digits, 10, 64); err == nil && len(digits) > 4 {
			word[i] = Grouped(n) + w[len(digits):]
		}
	}
	return strings.Join(word, " ")
}

// Percent is a share in per cent with as many digits as say something: "0.4 %", "82 %", "99.7 %". Only what is whole is "100 %".
func Percent(share float64) string {
	p := 100 * share
	a := math.Abs(p)
	switch {
	case a >= 99.5 && a < 100:
		return Decimals(math.Copysign(math.Floor(10*a+1e-6)/10, p), 1) + " %"
	case a == 0 || a >= 9.95:
		return Decimals(p, 0) + " %"
	case a >= 0.095:
		return Decimals(p, 1) + " %"
	case a >= 0.0095:
		return Decimals(p, 2) + " %"
	}
	return "under 0.01 %"
}

// Decimals is f with n decimals, thousands grouped and a true minus sign.
func Decimals(f float64, n int) string {
	s := strconv.FormatFloat(math.Abs(f), 'f', n, 64)
	whole, fraction, _ := strings.Cut(s, ".")
	if w, err := strconv.ParseInt(whole, 10, 64); err == nil {
		whole = Grouped(w)
	}
	if fraction != "" {
		whole += "." + fraction
	}
	if f < 0 && strings.Trim(s, "0.") != "" {
		whole = "−" + whole
	}
	return whole
}

// DigitsOf is how many decimals v needs: none if it is whole, else one.
func DigitsOf(v float64) int {
	if v == float64(int64(v)) {
		return 0
	}
	return 1
}

// List is "a", "a and b", "a, b and c".
func List(words []string) string {
	n := len(words)
	if n < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
}

// Join joins the parts that are not empty.
func Join(separator string, parts ...string) string {
	var kept []string
	for _, p := range parts {
		if p != "" {
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, separator)
}

// OrNone is a number of things of which there may be none.
func OrNone(n int) string {
	if n == 0 {
		return "none"
	}
	return Grouped(int64(n))
}

// Counted is a number with a verb, empty for none.
func Counted(n int, one, many string) string {
	switch n {
	case 0:
		return ""
	case 1:
		return "1 " + one
	}
	return Grouped(int64(n)) + " " + many
}

// Verb is the form of a verb that goes with n subjects.
func Verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// Unbroken is text that no line break divides.
func Unbroken(text string) string { return strings.ReplaceAll(text, " ", "\u00a0") }

// Humanised is a camelCase name in words: "meanRun" is "Mean run".
func Humanised(name string) string {
	var b strings.Builder
	for i, r := range name {
		if i > 0 && unicode.IsUpper(r) {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return UpperFirst(b.String())
}

// UpperFirst is s with a capital letter at its beginning.
func UpperFirst(s string) string {
	for i, r := range s {
		return string(unicode.ToUpper(r)) + s[i+len(string(r)):]
	}
	return s
}

// LowerFirst is s for the middle of a sentence; names with more capitals in their first word, such as FCFS and Lublin-Feitelson, stay.
func LowerFirst(s string) string {
	first, _, _ := strings.Cut(s, " ")
	if s == "" || strings.ContainsAny(first[1:], "ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}

// Cut is text, or its first most bytes without a broken character, and an ellipsis.
func Cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most] + "…"
}

// Number is f in the shortest way that reads back the same.
func Number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// PluralOf is "500 jobs" for a text that is a number, else the text.
func PluralOf(text, noun string) string {
	var n int64
	if _, err := fmt.Sscanf(text, "%d", &n); err != nil || fmt.Sprint(n) != text {
		return strings.TrimSpace(text + " " + noun + "s")
	}
	return Plural(n, noun)
}
