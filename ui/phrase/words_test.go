package phrase

import "testing"

func TestWords(t *testing.T) {
	for got, want := range map[string]string{
		Humanised("meanRun"): "Mean run", Plural(1, "job"): "1 job", Plural(28475, "job"): "28,475 jobs",
		GroupedIn("from 1 to 16777216, or 0.123456 in a12345.swf"): "from 1 to 16,777,216, or 0.123456 in a12345.swf",
		Grouped(-1234567): "−1,234,567", Grouped(999): "999", Percent(0.8237): "82 %", Percent(0.997): "99.7 %", Percent(-0.99996): "−99.9 %", Percent(1): "100 %", Percent(0.9949): "99 %", Percent(-0.0951): "−9.5 %",
		Percent(0.00001): "under 0.01 %", Percent(0): "0 %", Decimals(-0.04, 1): "0.0", Decimals(1234.5, 1): "1,234.5",
		List([]string{"a", "b", "c"}): "a, b and c", LowerFirst("Lublin-Feitelson model"): "Lublin-Feitelson model", LowerFirst("FCFS"): "FCFS", LowerFirst("Mean wait"): "mean wait", LowerFirst("A"): "a", LowerFirst(""): "", PluralOf("2", "job"): "2 jobs", PluralOf("x", "job"): "x jobs",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A comma divides thousands, as the page writes them, or is a decimal one; where it may be both, whole numbers have the first.
func TestReadComma(t *testing.T) {
	for _, c := range []struct {
		text  string
		whole bool
		want  string // "": refused
	}{
		{"12", false, "12"}, {"1.5", false, "1.5"}, {"1,5", false, "1.5"}, {"0,125", false, "0.125"}, {"-1,5", false, "-1.5"},
		{"1,000", true, "1000"}, {"1,000", false, ""}, {"1,000.5", false, "1000.5"}, {"1,000,000", false, "1000000"}, {"12,5000", false, "12.5000"},
		{"1,2,3", false, "1,2,3"}, {"", false, ""},
	} {
		got, err := ReadComma(c.text, c.whole)
		if got != c.want || (err != nil) != (c.want == "" && c.text != "") {
			t.Errorf("%q, whole %v: %q, %v; want %q", c.text, c.whole, got, err, c.want)
		}
	}
}
