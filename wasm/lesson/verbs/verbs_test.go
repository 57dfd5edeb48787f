package verbs

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"backfill/assets/lessons"
)

// short is a lesson of two jobs that one machine of one processor runs one after the other: job 2 waits a minute. Its experiment begins in line 9.
const short = "+++\ntitle = \"Short\"\nsentence = \"Two jobs.\"\nminutes = 5\nsources = [\"*Somebody*\"]\n+++\n\n```backfill\n" + `id = "two"
title = "Two jobs"
view = ["timeline"]
scenario = '{"version": 1, "machine": {"kind": "cluster", "processors": 1}, "policies": [{"kind": "fcfs", "label": "FCFS"}], "workload": {"kind": "jobs", "jobs": [{"run": 60}, {"run": 30}]}}'
` + "```\n\nJob 2 waits {wait of job 2 under FCFS in two}.\n"

// asked is the answer to a request, as a page gets it.
func asked(t *testing.T, d *Desk, request map[string]any) map[string]any {
	t.Helper()
	text, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	if text, err = json.Marshal(d.Answer(text)); err != nil {
		t.Fatal(err)
	}
	var answer map[string]any
	if err := json.Unmarshal(text, &answer); err != nil {
		t.Fatal(err)
	}
	return answer
}

func TestALessonIsReadAndSimulatedOnce(t *testing.T) {
	var begun []Begun
	d := New(func(b Begun) { begun = append(begun, b) })
	a := asked(t, d, map[string]any{"id": 7, "verb": "read", "source": short})
	if a["id"] != 7.0 || a["title"] != "Short" || a["sentence"] != "Two jobs." || a["minutes"] != 5.0 || !strings.Contains(a["body"].(string), "<p>Job 2 waits 1 min.</p>") ||
		fmt.Sprint(a["sources"]) != "[<em>Somebody</em>]" {
		t.Errorf("read answers %v", a)
	}
	data := a["data"].(map[string]any)
	name, _ := data["lesson"].(string)
	if digest, _ := data["digest"].(string); name != "own-"+digest || len(digest) != 16 {
		t.Errorf("the name is %q, the digest %q", name, digest)
	}
	if len(begun) != 1 || begun[0] != (Begun{7, "two", 9}) {
		t.Errorf("begun were %v", begun)
	}

	// Other lines are another lesson with another name; its experiment is known, and with CRLF it is the same lesson.
	b := asked(t, d, map[string]any{"id": 8, "verb": "read", "source": short + "\nMore.\n"})
	if b["data"].(map[string]any)["lesson"] == name || len(begun) != 1 {
		t.Errorf("another lesson is %v; begun were %v", b["data"], begun)
	}
	if c := asked(t, d, map[string]any{"id": 9, "verb": "read", "source": strings.ReplaceAll(short, "\n", "\r\n")}); c["data"].(map[string]any)["lesson"] != name {
		t.Errorf("with other ends of lines the name is %v", c["data"])
	}
}

func TestResultsOfALab(t *testing.T) {
	a := asked(t, New(func(Begun) {}), map[string]any{"id": 1, "verb": "results", "source": short, "lab": "two"})
	if a["mistakes"] != nil {
		t.Fatal(a)
	}
	runs := a["results"].(map[string]any)["runs"].([]any)
	if got := runs[0].(map[string]any)["jobs"].([]any)[1].(map[string]any)["wait"].(float64); got != 60 {
		t.Errorf("job 2 waits %v s, want 60", got)
	}
}

func TestLessonsOfThePage(t *testing.T) {
	d := New(func(Begun) {})
	text, err := lessons.Files.ReadFile("why-backfilling.md")
	if err != nil {
		t.Fatal(err)
	}
	if a := asked(t, d, map[string]any{"id": 1, "verb": "source", "name": "why-backfilling"}); a["source"] != string(text) {
		t.Errorf("the source is %.80v …", a["source"])
	}
	a := asked(t, d, map[string]any{"id": 2, "verb": "read", "name": "why-backfilling"})
	if data, ok := a["data"].(map[string]any); !ok || data["lesson"] != "why-backfilling" {
		t.Errorf("a lesson of the page is read as %v", a)
	}
}

func TestWhatIsWrongIsToldWithItsLine(t *testing.T) {
	d := New(func(Begun) {})
	for name, c := range map[string]struct {
		request map[string]any
		line    float64
		want    string
	}{
		"no front matter": {map[string]any{"verb": "read", "source": "# Hello"}, 1, "front matter is missing"},
		"an empty lesson": {map[string]any{"verb": "read", "source": ""}, 1, "front matter is missing"},
		"a policy":        {map[string]any{"verb": "read", "source": strings.Replace(short, "job 2 under FCFS", "job 2 under EASY", 1)}, 15, `"EASY" is no policy`},
		"a lesson":        {map[string]any{"verb": "source", "name": "../secret"}, 1, `no lesson "../secret"`},
		"neither":         {map[string]any{"verb": "read"}, 1, `no lesson ""`},
		"a verb":          {map[string]any{"verb": "erase", "source": short}, 1, `verb: "erase"`},
		"a lab":           {map[string]any{"verb": "results", "source": short, "lab": "three"}, 1, `no experiment "three"`},
		"a type":          {map[string]any{"verb": 5}, 1, "the request cannot be read"},
		"a long word":     {map[string]any{"verb": "read", "source": strings.Replace(short, "minutes", strings.Repeat("m", 5000), 1)}, 4, "unknown key"},
	} {
		c.request["id"] = 3
		a := asked(t, d, c.request)
		list, _ := a["mistakes"].([]any)
		if len(list) != 1 || a["id"] != 3.0 {
			t.Errorf("%s: answer %v", name, a)
			continue
		}
		m := list[0].(map[string]any)
		if reason := m["reason"].(string); m["line"] != c.line || !strings.Contains(reason, c.want) && name != "a long word" || len(reason) > lessons.MostReason+10 {
			t.Errorf("%s: line %v: %.200s, want line %v: %s", name, m["line"], reason, c.line, c.want)
		}
	}
}

// drawn is a lesson whose job 1 runs 1 or 2 minutes; job 2 waits for it.
var drawn = strings.NewReplacer("minutes = 5\n", "minutes = 5\ndraw = [\"t in 1 min..2 min by 1 min\"]\n", `{"run": 60}`, `{"run": $t}`).Replace(short) +
	"\n```question\nid = \"q\"\nabout = \"two\"\nkind = \"number\"\nask = \"How long does job 2 wait?\"\nanswer = \"wait of job 2 under FCFS\"\nunit = \"min\"\ntolerance = \"0 s\"\nbecause = \"So long.\"\n```\n"

func TestALessonIsChecked(t *testing.T) {
	d := New(func(Begun) {})
	if a := asked(t, d, map[string]any{"id": 1, "verb": "check", "source": drawn}); a["id"] != 1.0 || a["mistakes"] != nil {
		t.Errorf("nothing is wrong, and told is %v", a)
	}
	// 80 s are no number of minutes with two decimals, and the tolerance is 0.
	wrong := strings.Replace(drawn, "1 min..2 min by 1 min", "1 min..2 min by 20 s", 1)
	a := asked(t, d, map[string]any{"id": 2, "verb": "check", "source": wrong})
	list, _ := a["mistakes"].([]any)
	if len(list) != 1 {
		t.Fatalf("told is %v", a)
	}
	if m := list[0].(map[string]any); m["line"] != 25.0 || !strings.Contains(m["reason"].(string), `seed "`) || !strings.Contains(m["reason"].(string), "t = 80 s") {
		t.Errorf("told is %v", m)
	}
}

func TestSheetsAreMade(t *testing.T) {
	var begun []Begun
	d := New(func(b Begun) { begun = append(begun, b) })
	a := asked(t, d, map[string]any{"id": 1, "verb": "sheets", "source": drawn, "seeds": []string{"Ada", "Bob", "Cleo", "Dan", "Eve", "Fay"}})
	list, _ := a["sheets"].([]any)
	if len(list) != 6 || len(begun) != 2 {
		t.Fatalf("%d sheets of two variants are made of %d simulations: %v", len(list), len(begun), a["mistakes"])
	}
	for _, each := range list {
		s := each.(map[string]any)
		key := s["key"].(string)
		if !strings.Contains(s["sheet"].(string), "<b>"+s["seed"].(string)+"</b>") || !strings.Contains(key, `<p class="right">1 min</p>`) && !strings.Contains(key, `<p class="right">2 min</p>`) {
			t.Errorf("for %s there are %s and %s", s["seed"], s["sheet"], key)
		}
	}
	for _, seeds := range [][]string{nil, make([]string, 201), {strings.Repeat("x", 401)}} {
		if a := asked(t, d, map[string]any{"id": 1, "verb": "sheets", "source": drawn, "seeds": seeds}); a["mistakes"] == nil || a["sheets"] != nil {
			t.Errorf("of %d seeds are made %v", len(seeds), a)
		}
	}
}

// The question has no right answer: job 2 waits 60 s, which is neither below 30 s nor above 90 s.
func TestCheckNamesAQuestionWithoutAnswer(t *testing.T) {
	const question = "\n```question\n" + `id = "how-long"
about = "two"
kind = "one"
ask = "How long does job 2 wait?"
options = [{text = "Less than 30 s", when = "wait of job 2 under FCFS < 30 s"}, {text = "More than LIMIT", when = "wait of job 2 under FCFS > LIMIT"}]
because = "It waits {wait of job 2 under FCFS}."
` + "```\n"
	d := New(func(Begun) {})
	a := asked(t, d, map[string]any{"id": 1, "verb": "check", "source": short + strings.ReplaceAll(question, "LIMIT", "90 s")})
	list, _ := a["mistakes"].([]any)
	if len(list) != 1 || !strings.Contains(fmt.Sprint(list), "no option is right") {
		t.Errorf("check answers %v", a)
	}
	if a := asked(t, d, map[string]any{"id": 2, "verb": "check", "source": short + strings.ReplaceAll(question, "LIMIT", "50 s")}); a["mistakes"] != nil {
		t.Errorf("check answers %v", a)
	}
}

// A lesson tells 20 of its mistakes by line, and how many more there are: here one in the front matter and 24 in the text.
func TestMistakesAreCounted(t *testing.T) {
	text := strings.Replace(short, "minutes = 5", "minutes = 0", 1) + strings.Repeat("\n{x}\n\n<b>y</b>\n", 12)
	a := asked(t, New(func(Begun) {}), map[string]any{"id": 1, "verb": "read", "source": text})
	list, _ := a["mistakes"].([]any)
	if len(list) != 20 || a["more"] != 5.0 || a["warnings"] != nil || list[0].(map[string]any)["line"] != 4.0 {
		t.Errorf("told is %v", a)
	}
}
