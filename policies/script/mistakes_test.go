package script

import (
	"strings"
	"testing"

	"backfill/engine"
)

// Mistakes that are found before anything runs name line and column.
func TestMistakesNameLineAndColumn(t *testing.T) {
	for text, want := range map[string]string{
		"":                                   "line 1, column 1: a function schedule() is missing: it is called whenever a job has arrived or ended",
		"def schedule(jobs):\n    pass\n":    "line 1, column 14: schedule takes no arguments",
		"def schedule()\n    pass\n":         "line 1, column 15: the line ends too early, want ':'",
		"def schedule():\npass\n":            "line 2, column 1: this line is to be indented further than the one that ends with a colon",
		in("start(jobb)"):                    "line 2, column 11: unknown name jobb",
		in("strat(head())"):                  "line 2, column 5: unknown name strat (did you mean start?)",
		in("start(head())\nnext_startble()"): "line 3, column 5: unknown name next_startble (did you mean next_startable?)",
		in("job = head()\nx = jbo"):          "line 3, column 9: unknown name jbo (did you mean job?)",
		in("x = head().reqest"):              "line 2, column 16: unknown attribute reqest (did you mean request?); a job has end, group, memory, number, partitions, processors, queue, request, started, state, submitted, user, waited; an event has job, kind",
		in("x = head().run"):                 "line 2, column 16: unknown attribute run: no scheduler knows how long a job will run; request is how long it asks for",
		in("x = head().submit"):              "line 2, column 16: unknown attribute submit (did you mean submitted?); a job has",
		in("print(f'{now()}')"):              "line 2, column 11: f\"…\" is not accepted",
		"def schedule():\n\tif head():\n    \tstart(head())\n": "line 3, column 6: this line is to be indented further than the one that ends with a colon; tabs and blanks are not the same",
		in("x = head().request()"):                             "line 2, column 16: request is no function; please leave the parentheses out",
		in("x = []\nx.apend(1)"):                               "line 3, column 7: unknown method apend (did you mean append?)",
		in("x = []\ny = x.append"):                             "line 3, column 11: the method append has to be called: append(…)",
		in("head().request = 3"):                               "line 2, column 11: attributes cannot be changed",
		in("free = free()"):                                    "line 2, column 5: free is a verb and cannot be another thing; please choose another name",
		in("for now in waiting():\n    pass"):                  "line 2, column 9: now is a verb",
		in("x = [1 for len in waiting()]"):                     "line 2, column 16: len is a function of the language",
		"def start(job):\n    pass\n" + in("pass"):             "line 1, column 5: start is a verb",
		"def f(job, max=1):\n    pass\n" + in("pass"):          "line 1, column 12: max is a function of the language",
		in("x = getattr(head(), 'end')"):                       "line 2, column 9: getattr is not accepted in a script",
		in("while True:\n    pass"):                            "line 2, column 5: while is not accepted",
		in("if head() is None:\n    pass"):                     "line 2, column 15: is and is not are written == and != here",
		in("global x"):                                         "line 2, column 5: global is not accepted: a function keeps what it is to remember in a list or a dictionary outside of it",
		"import os\n" + in("pass"):                             "line 1, column 1: import is not accepted: a script has its verbs and nothing else",
		"load('x', 'y')\n" + in("pass"):                        "line 1, column 1: load is not accepted: a script is a single file",
		in("try:\n    pass"):                                   "line 2, column 5: try is not accepted",
		in("x = [1]\nx[len(x) - 1] += x"):                      "line 3, column 5: what stands in the brackets before += is to be a name, a number or an attribute; please put it into a variable first",
		in("print(*[1])"):                                      "line 2, column 11: arguments with * are not accepted",
		"def f(*a):\n    pass\n" + in("pass"):                  "line 1, column 7: a function with any number of arguments is not accepted",
		in("x = 1" + strings.Repeat("0", 100)):                 "line 2, column 9: the number is too large",
		in("return 'ü', free("):                                "line 2, column 22: the line ends too early, want ')'",
		in("start(job"):                                        "line 2, column 14: the line ends too early, want ')'",
		in("x = head() +"):                                     "line 2, column 17: the line ends too early, want a value",
		in("x = head().\ny = 2"):                               "line 2, column 16: the line ends too early: after the dot the name of an attribute is missing, such as job.number",
		"def 3():\n    pass\n":                                 "line 1, column 6: a name is needed here",
		in("print('abc)"):                                      "line 2, column 11: the text that begins here has no end: a quotation mark is missing",
		in("print('''abc"):                                     "line 2, column 11: the text that begins here has no end: a quotation mark is missing",
		in("if True:"):                                         "line 2, column 13: after the colon a line that is indented further is missing; pass does nothing",
		in("if True:\n        pass\n  pass"):                   "line 4, column 7: this line is indented as far as no line above it to which it could belong",
	} {
		if _, err := Compile(text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s\n%v\nwant %s", text, err, want)
		}
	}
}

// Mistakes of a run name line, column, instant and, where a verb has been called for one, the job. Two of the three jobs fit at once.
func TestMistakesOfARunNameJobAndInstant(t *testing.T) {
	for text, want := range map[string]string{
		in("for job in waiting():\n    start(job)"):                               "line 3, column 14: start: job 3 does not fit: it needs 2 processors, and 1 is free (at 2 s, job 3)",
		in("start(head())\nstart(running()[0])"):                                  "line 3, column 10: start: job 1 runs already, since 0 s (at 0 s, job 1)",
		"kept = []\n" + in("if head():\n    kept.append(head())\nstart(kept[0])"): "line 5, column 10: start: job 1 runs already, since 0 s (at 1 s, job 1)",
		"kept = []\n" + in("if free() < 2 and len(events()) == 2:\n    fits(kept[0])\nif happened('arrival') and fits(head()):\n    kept.append(head())\n    start(head())"): "",
		in("start(3)"):                                 "line 2, column 10: start: a job is needed, not int (at 0 s)",
		in("start()"):                                  "line 2, column 10: start: job is missing; it is start(job) (at 0 s)",
		in("start(head(), now=1)"):                     "line 2, column 10: start: now is not accepted here; it is start(job)",
		in("start(head(), 1, 2)"):                      "line 2, column 10: start: 3 values are given; it is start(job)",
		in("x = next_fitting(before=1)"):               "line 2, column 21: next_fitting: before is not accepted here; it is next_fitting(after=None)",
		in("x = 1 // 0"):                               "line 2, column 11: floored division by zero (at 0 s)",
		in("x = [1][3]"):                               "line 2, column 12: there is nothing with index 3: the list has only index 0 (at 0 s)",
		in("x = [1, 2][-3]"):                           "line 2, column 15: there is nothing with index -3: the list has indices from 0 to 1 (at 0 s)",
		in("x = waiting()[70]"):                        "line 2, column 18: there is nothing with index 70: the list of jobs has only index 0 (at 0 s)",
		in("x = [][0]"):                                "line 2, column 11: there is nothing with index 0: the list is empty (at 0 s)",
		in("x = head() + 1"):                           "line 2, column 16: unknown binary op: job + int (at 0 s)",
		in("x = head().user.request"):                  "line 2, column 20: int has no .request field or method",
		in("wake_at(-1)"):                              "line 2, column 12: wake_at: -1 is no instant; a number of seconds from 0 to",
		in("x = free_at(now() - 1)"):                   "line 2, column 16: free_at:",
		in("x = happened('start')"):                    "line 2, column 17: happened: \"start\" is no kind of event; one of arrival, end, change, overrun, wake is accepted",
		in("x = waiting('size')"):                      "line 2, column 16: waiting: \"size\" is no order; one of arrival, shortest, longest, narrowest, widest, smallest, largest is accepted",
		in("start(head())\nwhy(running()[0], 'late')"): "line 3, column 8: why: job 1 has started already; please say why before that (at 0 s, job 1)",
		in("fail('no', head(), 3)"):                    "line 2, column 9: no job 1 3 (at 0 s)",
		in("fail({'a': [1, 'b']}, (), waiting())"):     "line 2, column 9: {\"a\": [1, \"b\"]} () 1 job (at 0 s)",
		in("fail()"):                                   "line 2, column 9: the script failed without words (at 0 s)",
		in("fail(' ')"):                                "line 2, column 9: the script failed without words (at 0 s)",
		in("fail('x' * 2000)"):                         "line 2, column 9: " + strings.Repeat("x", 500) + "… (at 0 s)",
		"fail([1])\n" + in("pass"):                     "line 1, column 5: [1] (at 0 s)",
		"count = 0\n" + in("count += 1"):               "line 3, column 5: local variable count referenced before assignment; a function cannot assign to a name outside of it: keep the value in a list or a dictionary there",
		"x = 1 // 0\n" + in("pass"):                    "line 1, column 7: floored division by zero (at 0 s)",
		"def f():\n    return 1 // 0\n" + in("f()"):    "line 2, column 14: floored division by zero",
		in("x = sorted([1, 'a'])"):                     "line 2, column 15: ",
		in("x = sum(['a'])"):                           "line 2, column 12: numbers are needed, not string",
		in("reserve(head())\nwhile_ = [start(job) for job in waiting()]"): "",
	} {
		_, err := run(t, text)
		switch {
		case want == "" && err != nil && !strings.HasPrefix(err.Error(), "line "):
			t.Errorf("%s\n%v", text, err)
		case want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)):
			t.Errorf("%s\n%v\nwant %s", text, err, want)
		}
	}
}

// A reservation is a promise: who would delay one cannot be started. Job 2 runs for 10 s on 3 of 4 processors; job 3 needs 4 and is promised the
// end of job 1, at 10 s. Job 4 fits beside job 1, but for 20 s.
func TestReservationsAreKept(t *testing.T) {
	s := engine.Second
	w := &engine.Workload{Jobs: []engine.Job{
		{Run: 10 * s, Estimate: 10 * s, Processors: 3}, {Submit: s, Run: 10 * s, Estimate: 10 * s, Processors: 4}, {Submit: 2 * s, Run: 20 * s, Estimate: 20 * s, Processors: 1},
	}}
	for text, want := range map[string]string{
		in("start_in_order()\nif now() == 2:\n    print(reserve(head()))\n    start(waiting()[1])"):            "line 5, column 14: start: job 3 fits, but would delay a reservation that is held; drop it first, or ask can_start (at 2 s, job 3)",
		in("start_in_order()\nif now() == 2:\n    reserve(head())\n    drop(head())\n    start(waiting()[1])"): "",
		in("start_in_order()\nif now() == 2 and reserve(head()) != 10:\n    fail('the slot begins', reserved(head()))\nif now() == 2 and free_at(10) != 0:\n    fail(free_at(10))\nif now() == 2 and earliest(waiting()[1]) != 20:\n    fail(earliest(waiting()[1]))"): "",
	} {
		p := compiled(t, text)
		_, err := engine.Simulate(w, engine.NewCluster(4, 1), p.New(), engine.Options{})
		if want == "" && err != nil || want != "" && (err == nil || err.Error() != want) {
			t.Errorf("%s\n%v\nwant %s", text, err, want)
		}
	}
}
