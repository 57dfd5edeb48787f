package lessons

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"backfill/assets/lessons/figures"
)

// changed is a text after changes of what is in it.
func changed(t *testing.T, text string, changes ...string) string {
	t.Helper()
	for i := 0; i < len(changes); i += 2 {
		if !strings.Contains(text, changes[i]) {
			t.Fatalf("the text has no %q", changes[i])
		}
		text = strings.Replace(text, changes[i], changes[i+1], 1)
	}
	return text
}

// All that is wrong is told, by line, but nothing that is wrong only because of something that is told. In the tiny lesson the front matter begins in line 2, the text in 7,
// the experiment in 11, the question in 23; in line 33 are a number of the experiment and a link to it, and the note for teachers is in 36.
func TestAllMistakesAreTold(t *testing.T) {
	const later = "~~~~after when\n{busy under FCFS at 5 s in two}\n\n<b>x</b>\n~~~~\n\n~~~teacher"
	const exercise = "~~~exercise\nid = \"e\"\ntitle = \"E\"\npoints = 3\nlike = \"two\"\nask = \"?\"\nanswer = \"{busy under FCFS at 5 s in e} {busy under X at 5 s in two}\"\n~~~\n\n~~~teacher"
	for name, c := range map[string]struct {
		changes []string
		want    []string // the line and the begin of what is told
	}{
		"everywhere": {
			[]string{"minutes = 5", "minutes = 0", `"*Somebody*"`, `"<i>Somebody</i>"`, "One &", "<b>One</b> &", `view = ["timeline"]`, `view = ["map"]`, `"request": 90}]`, `"request": 90},]`,
				`kind = "number"`, `kind = "essay"`, "because = \"After {wait of job 2 under FCFS}.\"\n", "", "Ask *why*.", "Ask {x} and <b>why</b>."},
			[]string{"4: minutes: 0", "5: markup", "8: markup", `13: view: "map"`, "18: scenario: not JSON", "23: because: missing", `25: kind: "essay"`, "35: {x}: ", "35: markup"},
		},
		"many in a question": {
			[]string{`id = "when"`, `id = "When"`, `ask = "When?"`, `ask = "<b>When?</b>"`, "start of job 2 under FCFS\"", "start of job 2 under EASY\"", "{wait of job 2 under FCFS}.", "{wait of job 2} {wait of job 9 under FCFS} {wait of job 2 under FCFS}"},
			[]string{`11: after: there is no question "when"`, `23: id: "When"`, "26: ask: markup", `27: answer: "start of job 2 under EASY": "EASY" is no policy`, "30: because: {wait of job 2}: ", "30: because: {wait of job 9 under FCFS}: "},
		},
		"what needs an experiment": {
			[]string{`title = "Two jobs"` + "\n", "", `tolerance = "5 %"`, `tolerance = "5 apples"`, "minutes = 5", "minutes = 5\nchecks = [\"start of job 1 under FCFS = 0 s in two\", \"start of job 1 under FCFS = 0 s in tow\"]"},
			[]string{`5: checks: "start of job 1 under FCFS = 0 s in tow": the experiment is missing or not known; a condition with "in" and`, "12: title: missing"},
		},
		"an experiment whose name is not known": {
			[]string{`id = "two"`, `id = "two`, `about = "two"`, `about = "tow"`, "~~~teacher", later},
			[]string{"11: id: the quotation mark at the end", "38: markup"},
		},
		"a question whose name is known": {
			[]string{"because = \"", "becuase = \"", `unit = "s"`, `units = "s"`, "~~~teacher", later},
			[]string{"28: units: unknown key", "30: becuase: unknown key", "38: markup"},
		},
		"an exercise": {
			[]string{"~~~teacher", exercise},
			[]string{"36: half: missing", "38: points: 3", `41: answer: {busy under X at 5 s in two}: "X" is no policy`},
		},
		"a block that does not begin": {
			[]string{"~~~backfill\n", "", "about = \"two\"\nkind = \"number\"\n", "about = \"two\"\n"},
			[]string{"19: the block that begins here has no kind, and ~~~question in line 21 is in it"},
		},
		"a block in a text for the screen": {
			[]string{"Job 2 waits {wait of job 2 under FCFS in two}. Open [it](lab:two).", "~~~~screen\n{x}\n\n~~~question\nid = \"more\"\n~~~\n~~~~\n\n~~~after more\nSo.\n~~~"},
			[]string{"34: {x}: ", `37: "question": within a block of text alone`},
		},
		"a block of another kind": {
			[]string{"~~~backfill\n", "~~~backfil\n", "Ask *why*.", "<b>Ask</b>."},
			[]string{`11: "backfil" is no kind of block`, "36: markup"},
		},
		"what may be drawn": {
			[]string{"minutes = 5", "minutes = 5\ndraw = [\"n in 1..2\"", "One &", "$n <b>One</b> &"},
			[]string{"6: "},
		},
		"what is not drawn": {
			[]string{"minutes = 5", "minutes = 5\ndraw = [\"n in 1..2\"]", "One &", "$m &", "Ask *why*.", "<b>Ask</b> $k $n."},
			[]string{"9: $m: ", "37: $k: "},
		},
	} {
		_, err := Read("tiny", []byte(changed(t, tiny, c.changes...)))
		var all Mistakes
		if !errors.As(err, &all) || len(all) != len(c.want) {
			t.Errorf("%s: told is\n%v\nwant %q", name, err, c.want)
			continue
		}
		for i, m := range all {
			if got := fmt.Sprintf("%d: %s", m.Line, m.Reason); !strings.HasPrefix(got, c.want[i]) {
				t.Errorf("%s: told is %s, want %s", name, got, c.want[i])
			}
		}
	}
}

// An experiment that cannot be simulated is one mistake, however many numbers are taken from it: 26 and the tiny lesson's own one, in line 33.
func TestAnExperimentFailsOnce(t *testing.T) {
	text := tiny + strings.Repeat("\n{busy under FCFS at 5 s in two}\n", 26)
	_, err := ReadWith(func(*Lab, []byte) (*figures.Results, error) { return nil, errors.New("given up") }, "tiny", []byte(text), "")
	var all Mistakes
	if !errors.As(err, &all) || len(all) != 1 || all[0].Line != 33 || all[0].Reason != "{wait of job 2 under FCFS in two}: experiment two: given up" {
		t.Errorf("told is %v", err)
	}
	text = changed(t, text, "Job 2 waits {wait of job 2 under FCFS in two}.", "", "~~~teacher",
		"~~~exercise\nid = \"e\"\ntitle = \"E\"\npoints = 2\nlike = \"two\"\nask = \"?\"\nanswer = \"{busy under FCFS at 5 s in e} {busy under FCFS at 6 s in e}\"\nhalf = \"{busy under FCFS at 7 s in e}\"\n~~~\n\n~~~teacher")
	_, err = ReadWith(func(*Lab, []byte) (*figures.Results, error) { return nil, errors.New("given up") }, "tiny", []byte(text), "")
	if !errors.As(err, &all) || len(all) != 1 || all[0].Line != 41 || all[0].Reason != "answer: {busy under FCFS at 5 s in e}: experiment e: given up" {
		t.Errorf("of an exercise is told %v", err)
	}
}

// Once there is a mistake nothing is simulated, so that it is told soon: not for the number in line 33, which is below each of these.
func TestABrokenLessonIsNotSimulated(t *testing.T) {
	for _, change := range [][]string{{"minutes = 5", "minutes = 0"}, {"One &", "<b>One</b> &"}, {`unit = "s"`, `unit = "%"`}} {
		_, err := ReadWith(func(*Lab, []byte) (*figures.Results, error) { return nil, errors.New("simulated") }, "tiny", []byte(changed(t, tiny, change...)), "")
		var all Mistakes
		if !errors.As(err, &all) || len(all) != 1 || strings.Contains(err.Error(), "simulated") {
			t.Errorf("%q: told is %v", change, err)
		}
	}
}

// Two mistakes of a line that differ only in numbers are two with every seed: nobody is told of 102 of 51 seeds. What stands in line 9 is one line lower for the line of draw.
func TestMistakesAlikeAreCountedBySeed(t *testing.T) {
	text := changed(t, tiny, "minutes = 5", "minutes = 5\ndraw = [\"n in 1..3\"]", "One &", "$n {x8} {x9} &")
	all := Check("tiny", []byte(text))
	if len(all) != 2 || all[0].Line != 9 || !strings.HasPrefix(all[0].Reason, "{x8}: ") || !strings.HasPrefix(all[1].Reason, "{x9}: ") ||
		!strings.Contains(all[0].Reason, "(with every seed; ") || !strings.Contains(all[1].Reason, "(with every seed; ") {
		t.Errorf("told is %v", all)
	}
}

// Of 26 mistakes 20 are told, those of the first lines, and how many more there are. The first one is in the line behind the 37 of the tiny lesson.
func TestTwentyAreTold(t *testing.T) {
	var text strings.Builder
	for i := range 26 {
		fmt.Fprintf(&text, "{x%d}\n\n", i)
	}
	_, err := Read("tiny", []byte(tiny+"\n"+text.String()))
	var all Mistakes
	if !errors.As(err, &all) || len(all) != 26 {
		t.Fatalf("told is %v", err)
	}
	lines := strings.Split(err.Error(), "\n")
	if len(lines) != 21 || !strings.HasPrefix(lines[0], "tiny.md:39: {x0}: ") || !strings.HasPrefix(lines[19], "tiny.md:77: {x19}: ") || lines[20] != "and 6 more" {
		t.Errorf("told is\n%v", err)
	}
}
