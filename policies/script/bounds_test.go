package script

import (
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/workload/workloadtest"
	"backfill/policies/scripting"
)

// threeJobs are jobs of 10 s on two processors each, submitted at 0, 1 and 2 s.
func threeJobs() *engine.Workload {
	w := &engine.Workload{}
	for i := range engine.Time(3) {
		w.Jobs = append(w.Jobs, engine.Job{Submit: i * engine.Second, Run: 10 * engine.Second, Estimate: 10 * engine.Second, Processors: 2})
	}
	return w
}

// run simulates three jobs on a cluster of five processors under a script.
func run(t testing.TB, text string) (*engine.Outcome, error) {
	t.Helper()
	p, err := Compile(text)
	if err != nil {
		return nil, err
	}
	return engine.Simulate(threeJobs(), engine.NewCluster(5, 1), p.New(), engine.Options{})
}

// in puts lines into schedule.
func in(lines string) string {
	return "def schedule():\n    " + strings.ReplaceAll(strings.TrimSpace(lines), "\n", "\n    ") + "\n"
}

const (
	tooManySteps = "the call has taken 5 million steps"
	tooLongText  = "a text has more than 65536 bytes"
	tooManyBits  = "a number has more than 4096 bits"
	tooDeep      = "values lie more than 50 deep within each other"
)

// What would take for ever, or all memory, in a few instructions ends with an error that names the line.
func TestNothingGrowsOrHangs(t *testing.T) {
	workloadtest.OnlyNatively(t)
	for text, want := range map[string]string{
		in("for i in range(1000000000):\n    pass"):                                                      "line 2, column 5: " + tooManySteps,
		in("x = list(range(1000000000))"):                                                                tooManySteps,
		in("x = [0] * 1000000000"):                                                                       tooManySteps,
		in("x = 1000000000 * [0]"):                                                                       tooManySteps,
		in("x = [0]\nx *= 1000000000"):                                                                   tooManySteps,
		in("x = (0,) * (1 << 70)"):                                                                       tooManySteps,
		in("x = [0]\nfor i in range(60):\n    x = x + x"):                                                tooManySteps,
		in("x = [0]\nfor i in range(60):\n    x += x"):                                                   tooManySteps,
		in("x = [0]\nfor i in range(60):\n    x.extend(x)"):                                              tooManySteps,
		in("x = [0]\ny = {'a': x}\nfor i in range(60):\n    y['a'] += x"):                                tooManySteps,
		in("x = set(range(9))\nfor i in range(9999999):\n    x = x | x"):                                 tooManySteps,
		in("x = {}\nfor i in range(9999999):\n    x[i] = 1\n    y = dict(x)"):                            tooManySteps,
		in("x = {}\nfor i in range(9999999):\n    x[i] = 1\n    y = x.items()"):                          tooManySteps,
		in("x = 'a' * 1000000000"):                                                                       tooLongText,
		in("x = 'a'\nfor i in range(60):\n    x += x"):                                                   tooLongText,
		in("x = 'a'\nfor i in range(60):\n    x = '%s%s' % (x, x)"):                                      tooLongText,
		in("x = 'a'\nfor i in range(60):\n    x = '{}{}'.format(x, x)"):                                  tooLongText,
		in("x = 'a'\nfor i in range(60):\n    x = x.replace('a', 'aa')"):                                 tooLongText,
		in("x = 'a' * 60000\ny = x.replace('', x)"):                                                      tooLongText,
		in("x = 'a' * 6000\ny = x.join([x] * 6000)"):                                                     tooLongText,
		in("x = 'a' * 6000\ny = x.join([''] * 6000)"):                                                    tooLongText,
		in("x = 'a' * 60000\ny = str([x] * 60)"):                                                         tooLongText,
		in("x = 'a' * 60000\nprint(*[x])"):                                                               "arguments with * are not accepted",
		in("x = 'a' * 60000\nprint([x] * 60)"):                                                           tooLongText,
		in("x = 3\nfor i in range(60):\n    x = x * x"):                                                  tooManyBits,
		in("x = 3\nfor i in range(60):\n    x *= x"):                                                     tooManyBits,
		in("x = 1\nfor i in range(60):\n    x = x << 500"):                                               tooManyBits,
		in("x = 1\nfor i in range(60):\n    x <<= 500"):                                                  tooManyBits,
		in("x = int('9' * 60000)"):                                                                       tooManyBits,
		in("x = [0]\nfor i in range(40):\n    x = [x, x]\ny = str(x)"):                                   tooManySteps,
		in("x = (0,)\nfor i in range(40):\n    x = (x, x)\ny = {x: 1}"):                                  tooManySteps,
		in("x = (0,)\nfor i in range(40):\n    x = (x, x)\ny = {}\ny[x] = 1"):                            tooManySteps,
		in("x = (0,)\nfor i in range(40):\n    x = (x, x)\ny = {i: 1 for i in [x]}"):                     tooManySteps,
		in("x = (0,)\nfor i in range(40):\n    x = (x, x)\ny = {}.get(x)"):                               tooManySteps,
		in("x = (0,)\nfor i in range(40):\n    x = (x, x)\ny = x in {}"):                                 tooManySteps,
		in("x = [0]\ny = [0]\nfor i in range(9):\n    x = [x] * 99\n    y = [y] * 99\nz = x == y"):       tooManySteps,
		in("x = [0]\nfor i in range(9):\n    x = [x] * 99\ny = sorted([1, 2], key=lambda i: x)"):         tooManySteps,
		in("x = [0]\nfor i in range(9):\n    x = [x] * 99\ny = max([1, 2], key=lambda i: x)"):            tooManySteps,
		in("x = [0]\nfor i in range(9):\n    x = [x] * 99\ny = [x].index([1])"):                          tooManySteps,
		in("x = []\nfor i in range(99999):\n    x = [x]\ny = str(x)"):                                    tooDeep,
		in("x = []\nx.append(x)\ny = str(x)"):                                                            tooDeep,
		in("x = list(range(100000))\nfor i in range(9999999):\n    y = x[1:]"):                           tooManySteps,
		in("x = list(range(100000))\nfor i in range(9999999):\n    y = -1 in x"):                         tooManySteps,
		in("x = list(range(100000))\nfor i in range(9999999):\n    y = -1 not in x"):                     tooManySteps,
		in("x = list(range(100000))\nfor i in range(9999999):\n    y = max(x)"):                          tooManySteps,
		in("x = list(range(100000))\nfor i in range(9999999):\n    x.insert(0, 1)"):                      tooManySteps,
		in("x = 'a' * 60000\nfor i in range(9999999):\n    y = x.upper()"):                               tooManySteps,
		in("x = 'a' * 60000\nfor i in range(9999999):\n    y = x.find('b')"):                             tooManySteps,
		in("x = 'a' * 60000\ny = 'a' * 59999\ny = y + 'a'\nfor i in range(9999999):\n    z = x == y"):    tooManySteps,
		in("for i in range(9999999):\n    y = earliest(head())"):                                         tooManySteps,
		in("for i in range(9999999):\n    y = waiting('largest')"):                                       tooManySteps,
		"kept = []\n" + in("for i in range(200000):\n    kept.append((i, i, i))"):                        "the script keeps more than 1000000 values between calls",
		"def add(i, kept=[]):\n    kept.append(i)\n" + in("for i in range(200000):\n    add((i, i, i))"): "the script keeps more than 1000000 values between calls",
		"kept = {}\n" + in("for i in range(200000):\n    kept[(now(), i)] = i"):                          "the script keeps more than 1000000 values between calls",
		"def f():\n    f()\n" + in("f()"):                                                                "called recursively",
		in("wake_at(now() + 0.001)"):                                                                     "the script has been woken 100000 times in a row, as it asked, and neither did anything happen nor was a job started",
		"x = list(range(1000000000))\ndef schedule():\n    pass\n":                                       "line 1, column 9: " + tooManySteps,
	} {
		if _, err := run(t, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\n%v\nwant %s", text, err, want)
		}
	}
}

// Parts that lie deep within each other are refused before the parser recurses.
func TestNestingIsBounded(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("(", 60000), strings.Repeat("[", 301) + strings.Repeat("]", 301), strings.Repeat("-", 60000) + "1", strings.Repeat("not ", 15000) + "1", "x = 1" + strings.Repeat("+1", 30000),
		"x = " + strings.Repeat("lambda: ", 8000) + "1", "x = " + strings.Repeat("1 if 1 else ", 5000) + "1", "x = y" + strings.Repeat(".pop()", 9000), "x = y" + strings.Repeat("[0]", 20000),
		"if x:\n pass\n" + strings.Repeat("elif x:\n pass\n", 4000), "x = " + strings.Repeat("{'a':", 9000), strings.Repeat("x = ", 16000) + "1", strings.Repeat("f(", 20000),
	} {
		if _, err := Compile(text); err == nil || !strings.HasPrefix(err.Error(), "line ") {
			t.Errorf("%.30s…: %v", text, err)
		}
	}
	for _, deep := range []string{ // as deep as can be
		strings.Repeat("(", 70) + "1" + strings.Repeat(")", 70), strings.Repeat("[", 70) + strings.Repeat("]", 70), strings.Repeat("-", 290) + "1", "1" + strings.Repeat("+x", 140),
		strings.Repeat("lambda: ", 140) + "1", strings.Repeat("1 if x else ", 70) + "1", "[]" + strings.Repeat("[0:]", 70), "str(" + strings.Repeat("[", 70) + strings.Repeat("]", 70) + ")",
	} {
		if _, err := run(t, "x = 1\n"+in("y = "+deep)); err != nil && !strings.Contains(err.Error(), tooDeep) {
			t.Errorf("%.30s…: %v", deep, err)
		}
	}
	// Long is not deep.
	table := "table = {\n" + strings.Repeat("    'some name': [1, 2.5, (3, 'four')], # that is long\n", 900) + "}\n"
	if _, err := Compile(table + in("pass")); err != nil {
		t.Error(err)
	}
	if _, err := Compile(in("pass") + strings.Repeat("#", scripting.MaxSource)); err == nil || !strings.Contains(err.Error(), "up to 65536 are accepted") {
		t.Error(err)
	}
	var many strings.Builder
	for range scripting.MaxFunctions {
		many.WriteString("x = lambda: 1\n")
	}
	if _, err := Compile(many.String() + in("pass")); err == nil || !strings.Contains(err.Error(), "more than 200 functions") {
		t.Error(err)
	}
	deep := "def schedule():\n"
	for i := range 300 {
		deep += strings.Repeat(" ", i+1) + "if 1:\n"
	}
	if _, err := Compile(deep + strings.Repeat(" ", 301) + "pass\n"); err != nil {
		t.Error(err)
	}
}
