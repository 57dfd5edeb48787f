package variant

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

var lines = []string{
	"n in 8..16", "t in 10 min..60 min by 5 min", "p in [2, 4, 8]", "load in 0.5..0.9 by 0.1", "k in 1..n - 2",
	"free = n - p", "end = t + 90 s", "half = round(n / 2)", "least = min(n, 2 * p, 10)", "rate = t / 1 h * 24", "below = -floor(load) - ceil(load)",
}

// The numbers of these seeds stay as they are for ever: whoever prints a sheet today can print its key in ten years. Those that are drawn were computed from the
// package's comment by a script in another language; those below them follow from them by hand.
func TestSeedsDrawTheSameForEver(t *testing.T) {
	for seed, want := range map[string]string{
		// Of nine, of eleven, of three, of five and of ten values the fifth, the sixth, the second, the third and the fifth.
		"":               "n = 12, t = 35 min, p = 4, load = 7/10, k = 5, free = 8, end = 36.5 min, half = 6, least = 8, rate = 14, below = -1",
		"Ada  Lovelace ": "n = 9, t = 20 min, p = 4, load = 7/10, k = 3, free = 5, end = 21.5 min, half = 5, least = 8, rate = 8, below = -1",
		"4711":           "n = 13, t = 60 min, p = 4, load = 9/10, k = 2, free = 9, end = 61.5 min, half = 7, least = 8, rate = 24, below = -1",
		"ÅSE Ødegård":    "n = 10, t = 45 min, p = 4, load = 1/2, k = 1, free = 6, end = 46.5 min, half = 5, least = 8, rate = 18, below = -1",
	} {
		v, err := Draw(lines, seed)
		if err != nil || v.String() != want {
			t.Errorf("%q draws %s (error %v), want %s", seed, v, err, want)
		}
	}
	for _, same := range []string{"ada lovelace", "\tADA\nLovelace", "Ada Lovelace"} {
		if Normal(same) != "ada lovelace" {
			t.Errorf("%q is %q", same, Normal(same))
		}
	}
	// Another line, and another order, leave the others as they are.
	more, err := Draw([]string{"x in 1..1000", lines[2], lines[0]}, "4711")
	if err != nil || !strings.HasSuffix(more.String(), "p = 4, n = 13") {
		t.Errorf("with another line and in another order 4711 draws %s (error %v)", more, err)
	}
}

// Over 3,000 names each of 9 values comes 333 times, give or take; more than five standard deviations (17.2 each) would be no even draw.
// All is deterministic: the test cannot fail by chance.
func TestDrawsAreEven(t *testing.T) {
	counts := map[string]int{}
	for i := range 3000 {
		v, err := Draw(lines[:1], fmt.Sprintf("student %d", i))
		if err != nil {
			t.Fatal(err)
		}
		counts[v.String()]++
	}
	if len(counts) != 9 {
		t.Errorf("%d values are drawn: %v", len(counts), counts)
	}
	for value, n := range counts {
		if math.Abs(float64(n)-3000./9) > 5*17.2 {
			t.Errorf("%s comes %d times of 3000", value, n)
		}
	}
}

func TestNumbersArePutIntoTexts(t *testing.T) {
	v, err := Draw(lines, "4711")
	if err != nil {
		t.Fatal(err)
	}
	// n = 13, t = 3600 s, load = 0.9, end = 61.5 min
	const text = `$n jobs, ${n}th, "run": $t, ${t as min}, ${t as h}.
${end as s} and ${end as min}; $load or ${load as %}: ${2 * (n - 3) / 4}.
It costs $$n or $5 or 5$; $end.`
	const want = `13 jobs, 13th, "run": 3600, 60 min, 1 h.
3690 s and 61.5 min; 0.9 or 90 %: 5.
It costs $n or $5 or 5$; 3690.`
	if got, err := v.In(text); got != want || err != nil {
		t.Errorf("made\n%s\nwant\n%s\n(error %v)", got, want, err)
	}
	for text, want := range map[string]string{
		"a\n$m":                         `$m: "m" is not known; numbers and n, t, `,
		"a\n${n":                        "${n: the brace is not closed in its line",
		"a\n${n - }":                    "something is missing at the end",
		"a\n${n + t}":                   "13 + 1 h: a time and a number without a unit have no sum",
		"a\n${t * t}":                   "times have no product",
		"a\n${1 / t}":                   "is not divided by a time",
		"a\n${1 / (n - 13)}":            "divided by 0",
		"a\n${n / 3}":                   "13/3 has more than 6 decimals",
		"a\n${n as min}":                `as "min": s, min, h or d of times`,
		"a\n${t as %}":                  `as "%"`,
		"a\n${n 2}":                     `"2" is not understood here`,
		"a\n${n; 2}":                    `"; 2" is not understood`,
		"a\n${(n}":                      `")" is missing`,
		"a\n${max(n)}":                  `")" is not understood here; "," is accepted`,
		"a\n${999999999999 * 99999999}": "too large",
		"a\n${" + strings.Repeat("(", 300) + "1}": "301 bytes are too long",
	} {
		_, err := v.In(text)
		var at *LineError
		if !errors.As(err, &at) || at.Line != 1 || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q in line 1", text, err, want)
		}
	}
}

func TestLinesThatAreNoDrawsAreRefused(t *testing.T) {
	for line, want := range map[string]string{
		"":                    "a name",
		"8..16":               "a name",
		"n":                   `"" is not understood behind the name`,
		"n = ":                "something is missing",
		"min in 1..2":         "min is a unit and no name",
		"m in 1..2":           "m is taken",
		"n in 5..4":           "5 to 4 in steps of 1 is no range",
		"n in 1..4 by 0":      "steps of 0",
		"n in 1..4 by -1":     "steps of -1",
		"n in 1 min..4 min":   "needs its step",
		"n in 1..4 min by 1":  "are all times",
		"n in 1 min..4 by 1":  "are all times",
		"n in 0..100000":      "more than 10000 values",
		"n in 0..1 by 0.0001": "more than 10000 values",
		"n in 1..4 or 5":      `"or" is not understood here`,
		"n in 1, 2":           `"," is not understood here; ".." is accepted`,
		"n in []":             `"]"`,
		"n in [1, 2":          `"" is not understood in a list`,
		"n in [1, 2 min]":     "all of a list are times",
		"n in [1, x]":         `"x" is not known`,
		"n = 1 / 3":           "more than 6 decimals",
		`n = "2"`:             "is not understood",
		"n = 2 ** 3":          `"*"`,
	} {
		_, err := Draw([]string{"m = 3", line}, "")
		var at *LineError
		if !errors.As(err, &at) || at.Line != 1 || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", line, err, want)
		}
	}
	// 9,999 steps are 10,000 values.
	if _, err := Draw([]string{"n in 0..0.9999 by 0.0001"}, "x"); err != nil {
		t.Error(err)
	}
	if _, err := Draw(make([]string, 51), ""); err == nil {
		t.Error("51 lines are accepted")
	}
	// Squares of squares end before they fill the memory.
	chain := []string{"a0 = 3"}
	for i := range 40 {
		chain = append(chain, fmt.Sprintf("a%d = a%d * a%d", i+1, i, i))
	}
	if _, err := Draw(chain, ""); err == nil || !strings.Contains(err.Error(), "too large") {
		t.Errorf("3 to the power of 2^40 is refused with %v", err)
	}
}

// The page keeps the answers of a variant under the seed as this package uses it.
func TestThePageKnowsWhichSeedsAreTheSame(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no Node.js is installed")
	}
	seeds := []string{"", "  ", "4711", " Ada\t Lovelace\n", "ÅSE Ødegård", "a\u00a0b\u2003c", "Straße", "ΑΒΓ", "  x  y  "}
	var want []string
	for _, seed := range seeds {
		as := "l~" + Normal(seed)
		if Normal(seed) == "" {
			as = "l"
		}
		want = append(want, as)
	}
	input, err := json.Marshal(seeds)
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(node, "--input-type=module", "--eval",
		`import { keptName } from "../../seed.js"; console.log(JSON.stringify(JSON.parse(process.argv[1]).map((seed) => keptName({ lesson: "l", seed }))));`, string(input)).CombinedOutput()
	var got []string
	if err != nil || json.Unmarshal(out, &got) != nil || !slices.Equal(got, want) {
		t.Errorf("the page has %s (error %v), want %q", out, err, want)
	}
}

// Whatever a line and a text hold, they are read or refused, and the text keeps its lines.
func FuzzDraw(f *testing.F) {
	for _, line := range lines {
		f.Add(line, "$n and ${n as min}\n$$", "4711")
	}
	f.Add("n = ((((1", "${n", "")
	f.Add("n in [1 d, -2.5 h]", "${round(n)}", "x")
	f.Fuzz(func(t *testing.T, line, text, seed string) {
		v, err := Draw([]string{"p = 4", "t in [1 min, 2 min]", line}, seed)
		if err != nil {
			return
		}
		again, err := Draw([]string{"p = 4", "t in [1 min, 2 min]", line}, " "+strings.ToUpper(Normal(seed)))
		if err != nil || strings.ToLower(strings.ToUpper(Normal(seed))) == Normal(seed) && again.String() != v.String() {
			t.Errorf("%q draws %s, in capitals %s (error %v)", seed, v, again, err)
		}
		if made, err := v.In(text); err == nil && strings.Count(made, "\n") != strings.Count(text, "\n") {
			t.Errorf("%q became %q", text, made)
		}
	})
}
