package expression

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser"

	"backfill/policies/priority"
)

var example = priority.Variables{Wait: 3, Request: 2, Submit: 5, Processors: 16, Memory: 4, WaitWeight: 0.25, MaxRequest: 400}

func TestValues(t *testing.T) {
	for text, want := range map[string]float64{
		"wait":                                 3,
		"J + R*submit":                         13, // 3 + 2*5
		"sqrt((wait+R)/R) + 0.01*wait":         math.Sqrt(2.5) + 0.03,
		"w*M - processors/memory":              96, // 0.25*400 - 16/4
		"waitWeight == w ? maxRequest : M + 1": 400,
		"7 / 2":                                3.5,
		"2 ** 3 ** 2":                          512, // from the right: 2^9
		"-R ^ 2":                               -4,
		"(-2) ** -3":                           -0.125,
		"0 ** 0":                               1,
		"pow(memory, 0.5)":                     2,
		"exp(0) + log(1)":                      1,
		"min(wait, R, 1.5) + max(1, R)":        3.5,
		"abs(R - wait)":                        1,
		"wait > 2 and not (R >= 3) ? 10 : 20":  10,
		"wait < 2 || R != 2 ? 10 : 20":         20,
		"wait <= 3 && true ? 1 : 0":            1,
		"processors > 8 ? (memory > 8 ? 1 : 2) : 3": 2,
		"+1e3": 1000,
	} {
		e, err := Compile(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if got := e.Value(&example); got != want {
			t.Errorf("%s = %v, want %v", text, got, want)
		}
	}
}

func TestMistakesNameTheColumn(t *testing.T) {
	for text, want := range map[string]string{
		"sqrt(wait+":                  "column 11: the expression ends too early",
		"1e999":                       "column 5: the number that ends here is too large; numbers up to 1.8e308, and whole numbers up to 9223372036854775807, are accepted",
		"R + 9223372036854775808":     "column 23: the number that ends here is too large; numbers up to 1.8e308, and whole numbers up to 9223372036854775807, are accepted",
		"":                            "column 1: the expression ends too early",
		"min(1, 2 ":                   "column 9: the expression ends too early",
		"R + waits":                   `column 5: unknown name "waits"; known are ` + knownNames,
		"wait wait":                   `column 6: "wait" is not expected here`,
		"R +* 3":                      `column 4: "*" is not expected here`,
		"(R))":                        `column 4: ")" is not expected here`,
		"1 + cbrt(R)":                 `column 5: unknown function "cbrt"; known are ` + knownFunctions,
		"map(1..3, {#})":              `column 1: unknown function "map"; known are ` + knownFunctions,
		"R / 0":                       "column 3: this divides by 0",
		"1 - R / (2 - 2) * wait":      "column 7: this divides by 0",
		"R + log(-1)":                 "column 5: this is no finite number",
		"R + exp(1000)":               "column 5: this is no finite number",
		"R > 1 ? 1 / 0 : -log(0)":     "column 11: this divides by 0",
		"2 + 1 / wait":                "column 7: this divides by 0 when the first job arrives, which has not waited, and nothing has run",
		"processors / (3 * userUsed)": "column 12: this divides by 0 when the first job arrives, which has not waited, and nothing has run",
		"log(wait) - R":               "column 1: this is no finite number when the first job arrives, which has not waited, and nothing has run",
		"wait > 0 ? R : R / wait":     "column 18: this divides by 0 when the first job arrives, which has not waited, and nothing has run",
		"2 + sqrt":                    "column 5: the function sqrt takes its arguments in parentheses",
		"sqrt(R, 2)":                  "column 1: sqrt takes 1 argument, not 2",
		"R + max(1)":                  "column 5: max takes 2 or more arguments, not 1",
		"R > 1":                       "column 3: a priority is a number; this is true or false",
		"1 + (R > 1)":                 "column 8: a number is needed here; this is true or false",
		"R ? 1 : 2":                   "column 1: true or false is needed here; this is a number",
		"true ? 1 : R > 2":            "column 14: a number is needed here; this is true or false",
		"R % 2":                       "column 3: the operator % is not accepted",
		"1..1000000000":               "column 2: the operator .. is not accepted",
		`"a"`:                         "column 1: only numbers, names, operators and the functions " + knownFunctions + " are accepted",
		"let x = R; x":                "column 5: only numbers, names, operators and the functions " + knownFunctions + " are accepted",
		"[R][0]":                      "column 4: only numbers, names, operators and the functions " + knownFunctions + " are accepted",
		"R.x":                         "column 3: only numbers, names, operators and the functions " + knownFunctions + " are accepted",
		"ü + ":                        "column 4: the expression ends too early",
	} {
		if _, err := Compile(text); err == nil || err.Error() != want {
			t.Errorf("%q: error %v\nwant %s", text, err, want)
		}
	}
}

// What is a finite number for some first job is accepted, also where a part of it is none.
func TestFiniteForSomeJob(t *testing.T) {
	for _, text := range []string{
		"wait > 0 ? 1 / wait : 1000", "1 / max(wait, 0.01)", "min(1 / wait, 5)", "exp(-1 / wait)", "R / (1 / wait)", "1 / submit", "1 / (R - 2)", "sqrt(R - 1000)",
		"1 / (1 + userUsed)", "1 / userWaiting", "1 / user", "1 / memory", "1 / w", "wait ** -(R - 5)", "R > 1 ? R : 1 / 0", "(1 / 0 > 5) ? 1 : 2",
	} {
		if _, err := Compile(text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// Whatever is refused before the run is no finite number for any job that arrives first.
func TestRefusedExpressionsAreNeverFinite(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	refused := 0
	for range 20000 {
		text := strings.ReplaceAll(randomNumber(r, 4), "2.5", "0")
		if _, err := Compile(text); err == nil {
			continue
		}
		refused++
		p, tree := &program{}, parsed(t, text)
		if _, err := p.translate(tree); err != nil {
			t.Fatal(err)
		}
		p.stack = make([]float64, p.deepest)
		for range 20 {
			v := priority.Variables{Request: r.ExpFloat64(), Submit: r.ExpFloat64(), Processors: float64(1 + r.IntN(9)), Memory: r.ExpFloat64(),
				User: float64(r.IntN(4)), Group: float64(r.IntN(4)), UserWaiting: float64(1 + r.IntN(3)), GroupWaiting: float64(1 + r.IntN(3)),
				WaitWeight: r.Float64(), MaxRequest: 400 * r.Float64()}
			if x := p.Value(&v); x-x == 0 {
				t.Fatalf("%s is refused and %v for %+v", text, x, v)
			}
		}
	}
	if refused < 500 {
		t.Errorf("only %d are refused", refused)
	}
}

func parsed(t *testing.T, text string) ast.Node {
	t.Helper()
	tree, err := parser.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return tree.Node
}

// Finite values are those of the library's own machine, which computes every node as a
// float64. (Of a NaN and a number its own min takes the number.)
func TestValuesEqualTheLibrarys(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		text := randomNumber(r, 5)
		e, err := Compile(text)
		if err != nil && strings.Contains(err.Error(), ": this ") {
			continue // it is finite for no job, or not for the first one
		}
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		v := priority.Variables{Wait: r.Float64() * 10, Request: 1 + r.Float64(), Submit: r.Float64(), Processors: float64(1 + r.IntN(9)),
			Memory: r.Float64(), WaitWeight: r.Float64(), MaxRequest: 400 * r.Float64(), User: 1, Group: 2, Queue: 3,
			UserWaiting: r.Float64(), UserRunning: r.Float64(), UserUsed: r.Float64(), GroupWaiting: r.Float64(), GroupRunning: r.Float64(), GroupUsed: r.Float64()}
		env := map[string]any{"wait": v.Wait, "J": v.Wait, "R": v.Request, "submit": v.Submit, "processors": v.Processors,
			"memory": v.Memory, "waitWeight": v.WaitWeight, "w": v.WaitWeight, "maxRequest": v.MaxRequest, "M": v.MaxRequest,
			"user": v.User, "group": v.Group, "queue": v.Queue, "userWaiting": v.UserWaiting, "userRunning": v.UserRunning, "userUsed": v.UserUsed,
			"groupWaiting": v.GroupWaiting, "groupRunning": v.GroupRunning, "groupUsed": v.GroupUsed}
		root := expr.Function("sqrt", func(a ...any) (any, error) { return math.Sqrt(a[0].(float64)), nil }, new(func(float64) float64))
		least := expr.Function("min", func(a ...any) (any, error) {
			x := a[0].(float64)
			for _, y := range a[1:] {
				x = min(x, y.(float64))
			}
			return x, nil
		}, new(func(float64, float64, float64) float64))
		compiled, err := expr.Compile(text, expr.Env(env), root, expr.DisableBuiltin("min"), least, expr.AsFloat64())
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		want, err := expr.Run(compiled, env)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if got := e.Value(&v); got-got == 0 && got != want {
			t.Errorf("%s of %+v = %v, want %v", text, v, got, want)
		}
	}
}

func randomNumber(r *rand.Rand, depth int) string {
	if depth == 0 || r.IntN(6) == 0 {
		return []string{"wait", "J", "R", "submit", "processors", "memory", "w", "M", "0.75", "2.5", "1e-3", "user", "group", "queue",
			"userWaiting", "userRunning", "userUsed", "groupWaiting", "groupRunning", "groupUsed"}[r.IntN(20)]
	}
	x := func() string { return randomNumber(r, depth-1) }
	switch r.IntN(8) {
	case 0:
		return "sqrt(" + x() + ")"
	case 1:
		return "abs(-" + x() + ")"
	case 2:
		return fmt.Sprintf("min(%s, %s, %s)", x(), x(), x())
	case 3:
		return fmt.Sprintf("(%s %s %s ? %s : %s)", x(), []string{"<", "<=", ">", ">=", "==", "!="}[r.IntN(6)], x(), x(), x())
	case 4:
		return fmt.Sprintf("(%s > 1 %s not (%s < %s) ? %s : %s)", x(), []string{"and", "or", "&&", "||"}[r.IntN(4)], x(), x(), x(), x())
	}
	return fmt.Sprintf("(%s %s %s)", x(), []string{"+", "-", "*", "/"}[r.IntN(4)], x())
}

func TestLongestExpressions(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("(", 249) + "1" + strings.Repeat(")", 249),
		strings.Repeat("1^", 249) + "1",
		strings.Repeat("-", 499) + "1",
		strings.Repeat("(1+", 124) + "1" + strings.Repeat(")", 124),
	} {
		e, err := Compile(text)
		if err != nil {
			t.Fatal(err)
		}
		e.Value(&example)
	}
}

func FuzzCompile(f *testing.F) {
	for _, text := range []string{"sqrt((wait+R)/R) + 0.01*wait", "sqrt(wait+", "R > 1 ? J : min(1, 2)", "1 ** -2 ^ 3", "map(1..3, #)", "wait - userUsed/3 - groupUsed", "R / wait", "wait > 0 ? 1/wait : queue"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 500 {
			return
		}
		e, err := Compile(text)
		if err == nil {
			e.Value(&example)
		} else if !strings.HasPrefix(err.Error(), "column ") {
			t.Errorf("%q: %v", text, err)
		}
	})
}

func BenchmarkValue(b *testing.B) {
	e, err := Compile("sqrt((wait+R)/R) + 0.01*wait")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		e.Value(&example)
	}
}
