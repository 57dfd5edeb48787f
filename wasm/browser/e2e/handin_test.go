package e2e

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"backfill/assets/lessons"
	"backfill/policies/scripting"
	"backfill/wasm/browser/visit"
)

// handedIn is a file that a student has saved, for tests that change it.
type handedIn struct {
	Backfill       string          `json:"backfill"`
	Version        int             `json:"version"`
	Name           string          `json:"name"`
	Lesson         json.RawMessage `json:"lesson"`
	Seed           string          `json:"seed"`
	Begun          *string         `json:"begun"`
	Saved          string          `json:"saved"`
	VisibleSeconds float64         `json:"visibleSeconds"`
	Questions      []handedAnswer  `json:"questions"`
}

type handedAnswer struct {
	ID     string           `json:"id"`
	Digest string           `json:"digest,omitempty"`
	Tries  []map[string]any `json:"tries"`
	Count  *int             `json:"count"`
	Hints  int              `json:"hints"`
	Shown  any              `json:"shown"`
}

// readHandedIn is a file as a test changes it; it has no other keys than those that the test knows.
func readHandedIn(t *testing.T, content []byte) *handedIn {
	t.Helper()
	f := &handedIn{}
	d := json.NewDecoder(strings.NewReader(string(content)))
	d.DisallowUnknownFields()
	if err := d.Decode(f); err != nil {
		t.Fatalf("%v in %s", err, content)
	}
	return f
}

// question is what the file has of a question.
func (f *handedIn) question(id string) *handedAnswer {
	return &f.Questions[slices.IndexFunc(f.Questions, func(q handedAnswer) bool { return q.ID == id })]
}

// claim makes the file say that one attempt at a question was right at once.
func (f *handedIn) claim(id string, attempt map[string]any) {
	one := 1
	attempt["at"], attempt["right"] = nil, true
	q := f.question(id)
	q.Tries, q.Count, q.Hints, q.Shown = []map[string]any{attempt}, &one, 0, nil
}

// file is the file in the test's folder.
func (f *handedIn) file(t *testing.T, name string) string {
	t.Helper()
	text, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	return write(t, name, string(text))
}

// give gives an answer in the form of a question, as a text or the values that are chosen, and waits for the verdict.
func (p *lesson) give(question, text string, values ...string) string {
	p.t.Helper()
	chosen, err := json.Marshal(values)
	if err != nil {
		p.t.Fatal(err)
	}
	p.do(chromedp.Evaluate(fmt.Sprintf(`(() => {
		const form = document.querySelector("#question-%s");
		form.dataset.state = "";
		for (const input of form.querySelectorAll("input")) {
			if (input.type === "text") input.value = %q;
			else input.checked = %s?.includes(input.value) ?? false;
		}
		form.requestSubmit();
	})()`, question, text, chosen), nil))
	return p.verdict(question)
}

// handIn types a name at the end of the lesson and saves the file.
func (p *lesson) handIn(name, folder, pattern string) []byte {
	p.t.Helper()
	p.do(chromedp.SetValue("#hand-in input", name, chromedp.ByQuery), chromedp.Evaluate(`document.querySelector("#hand-in form").requestSubmit()`, nil))
	return p.download(folder, pattern)
}

// openHandIn opens the page that reads what was handed in.
func openHandIn(t *testing.T, url string, o visit.Options) *page {
	t.Helper()
	p := start(t, o)
	p.do(chromedp.Navigate(url + "/hand-in.html"))
	p.until(`!document.querySelector("#drop").hidden`)
	return p
}

// rows are those of all tables, with their head, by their cells' texts.
func (p *page) rowsOf(selector string) [][]string {
	p.t.Helper()
	return eval[[][]string](p, fmt.Sprintf(`[...document.querySelectorAll(%q)].map((row) => [...row.cells].map((cell) => cell.innerText.replaceAll("\u2713 ", "").replace(/\s+/g, " ").trim()))`, selector))
}

// A student does a lesson with right, wrong and shown answers and saves it. Another one saves the file under his own name and lets it say that all is right. With
// more files both are judged by what they hold: the numbers and words of the table are those of the answers, whatever the files say. Two of these files answer other versions of the
// lesson: nothing in them is called right or wrong of which nobody knows, neither in the table, nor in its totals, nor in the CSV file.
func TestHandIn(t *testing.T) {
	t.Parallel()
	url := site(t)
	all := builtInLessons(t)
	folder := t.TempDir()
	p := openLesson(t, url, all[0], visit.Options{Downloads: folder})
	labs := map[string]*lessons.Lab{}
	for _, lab := range all[0].Labs {
		labs[lab.ID] = lab
	}
	for _, c := range []struct {
		question, text string
		values         []string
		want           string
	}{
		{"blocked", "11", nil, "wrong"},
		{"blocked", "12 min", nil, "wrong"},
		{"blocked", predict(t, labs["fcfs"], "start of job 3 under FCFS"), nil, "right"},
		{"greedy-head", predict(t, labs["greedy"], "start of job 2 under 'Whoever fits'"), nil, "right"},
		{"may-four", "", []string{"2"}, "wrong"},
	} {
		if got := p.give(c.question, c.text, c.values...); got != c.want {
			t.Errorf("%s: %s%q is %s", c.question, c.text, c.values, got)
		}
	}
	p.do(chromedp.Evaluate(`document.querySelector("#question-may-four [data-do=tell]").click()`, nil))
	p.until(`document.querySelector("#question-may-four").dataset.state === "told"`)
	if got := p.give("may-four", "", "1"); got != "right" {
		t.Errorf("the shown answer is %s", got)
	}
	if got := p.give("who-fifty", "", "2", "5"); got != "wrong" {
		t.Errorf("jobs 2 and 5 are %s", got)
	}
	const asEASY = "0:1,2; 120:5; 300:6; 480:8; 600:3; 840:4,9; 960:12; 1140:7,11; 1320:10"
	if eval[bool](p.page, fmt.Sprintf(`document.querySelector("#lab-yours backfill-lab").set("/policies/0/moves", %q).then(() => true)`, asEASY)); p.verdict("as-easy") != "right" {
		t.Error("EASY's schedule is wrong")
	}
	if got := p.give("week-best", "", "EASY"); got != "right" {
		t.Errorf("EASY is %s", got)
	}
	for _, load := range []string{"0.85", "0.2"} {
		eval[bool](p.page, fmt.Sprintf(`document.querySelector("#lab-week backfill-lab").set("/workload/load", %s).then(() => true)`, load))
	}
	p.until(`document.querySelector("#question-lower-load").dataset.state === "right"`)
	axeFindsNothing(t, p.page, 1)

	// Nothing is saved without a name; what is saved is what the page says it is.
	p.do(chromedp.Evaluate(`document.querySelector("#hand-in form").requestSubmit()`, nil))
	p.until(`document.querySelector("#hand-in [role=status]").innerText === "Nothing was saved: your name or number is missing. Type it in the field above."`)
	if !eval[bool](p.page, `document.activeElement === document.querySelector("#hand-in input[aria-invalid=true]")`) {
		t.Error("the focus is not in the field for the name")
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) > 0 {
		t.Errorf("without a name there are the files %v (error %v)", files, err)
	}
	p.do(chromedp.Evaluate(`document.querySelector("#hand-in details").open = true`, nil))
	saved := p.handIn("Ada Łovelace", folder, "Ada-Łovelace-why-backfilling.backfill.json")
	p.until(`document.querySelector("#hand-in pre").innerText.includes("Łovelace")`)
	ada := readHandedIn(t, saved)
	shown := readHandedIn(t, []byte(p.text("#hand-in pre")))
	if diff := cmp.Diff(ada.Questions, shown.Questions); diff != "" || shown.Name != "Ada Łovelace" {
		t.Errorf("the file of %s is another one than the page says (- is, + says):\n%s", shown.Name, diff)
	}
	if q := ada.question("blocked"); *q.Count != 3 || q.Hints != 2 || len(q.Tries) != 3 || q.Tries[1]["answer"] != "12 min" {
		t.Errorf("of the first question the file has %+v", q)
	}
	if ada.Begun == nil || ada.VisibleSeconds > 600 {
		t.Errorf("the lesson was begun at %v and visible for %v s", ada.Begun, ada.VisibleSeconds)
	}
	// A reload keeps it all.
	p.do(chromedp.Reload())
	p.until(`document.querySelector("#hand-in form") !== null`)
	p.do(chromedp.Evaluate(`document.querySelector("#hand-in details").open = true`, nil))
	p.until(`document.querySelector("#hand-in pre").innerText !== ""`)
	again := readHandedIn(t, []byte(p.text("#hand-in pre")))
	if diff := cmp.Diff(ada.Questions, again.Questions); diff != "" || *again.Begun != *ada.Begun || again.Name != "" {
		t.Errorf("after a reload the file of %q begun at %s is another one (- was, + is):\n%s", again.Name, *again.Begun, diff)
	}

	bob := readHandedIn(t, saved)
	bob.Name = "=Bob"
	for i := range bob.Questions {
		for _, try := range bob.Questions[i].Tries {
			try["right"] = true
		}
		bob.Questions[i].Shown = nil
	}
	bob.claim("greedy-head", map[string]any{"answer": "12"})
	bob.claim("may-four", map[string]any{"answer": []string{"7"}})
	bob.claim("who-pays", map[string]any{"answer": []string{"0"}})
	bob.claim("as-easy", map[string]any{"changes": []any{map[string]any{"path": "/policies/0/moves", "value": strings.Replace(asEASY, "120:5; ", "", 1) + ",5"}}})
	bob.claim("week-best", map[string]any{"answer": []string{"FCFS"}})
	bob.claim("lower-load", map[string]any{"changes": []any{map[string]any{"path": "/machine/processors", "value": 4096}}})
	cleo := readHandedIn(t, saved)
	cleo.Name = "Cleo"
	dora := readHandedIn(t, saved)
	dora.Name = "<img src=x onerror=alert(1)>"
	dora.Lesson = json.RawMessage(`{"name": "why-backfilling", "title": "Why backfilling?", "digest": "0000000000000000"}`)
	for i := range dora.Questions {
		dora.Questions[i].Digest = "" // as in files of an earlier version of the page
	}
	eve := readHandedIn(t, saved)
	eve.Name, eve.Lesson = "Eve", dora.Lesson
	eve.question("blocked").Digest = "0000000000000000"
	broken := write(t, "broken.backfill.json", strings.Replace(string(saved), `"version": 1`, `"version": 1, "__proto__": {"score": 100}`, 1))
	huge := write(t, "huge.backfill.json", strings.Repeat(" ", 9<<20))

	h := openHandIn(t, url, visit.Options{Downloads: folder, Width: 1280})
	h.drop(filepath.Join(folder, "Ada-Łovelace-why-backfilling.backfill.json"), bob.file(t, "bob.backfill.json"), cleo.file(t, "cleo.backfill.json"), dora.file(t, "dora.backfill.json"), eve.file(t, "eve.backfill.json"), broken, huge)
	h.until(`document.querySelector("#progress").innerText === "5 of 5 files judged."`)
	if got, want := h.text("#problems"), "broken.backfill.json: /__proto__: unknown key\nhuge.backfill.json: the file has 9,437,184 bytes; up to 8,388,608 are accepted"; got != want {
		t.Errorf("of the files that were not read is said\n%s\nwant\n%s", got, want)
	}
	for i, want := range [][]string{
		{"<img src=x onerror=alert(1)>", "0 of 0", "0", "not judged", "not judged", "not judged", "not judged", "not judged", "not judged", "not judged", "not judged"},
		{"=Bob", "1 of 8", "0", "right after 3 attempts", "wrong, 1 attempt", "wrong, 1 attempt", "wrong, 1 attempt", "wrong, 1 attempt", "wrong, 1 attempt", "wrong, 1 attempt", "wrong, 1 attempt"},
		{"Ada Łovelace", "5 of 8", "1", "right after 3 attempts", "right at once", "shown after 1 attempt", "wrong, 1 attempt", "right at once", "none", "right at once", "right after 2 attempts"},
		{"Cleo", "5 of 8", "1", "right after 3 attempts", "right at once", "shown after 1 attempt", "wrong, 1 attempt", "right at once", "none", "right at once", "right after 2 attempts"},
		{"Eve", "4 of 7", "1", "another version", "right at once", "shown after 1 attempt", "wrong, 1 attempt", "right at once", "none", "right at once", "right after 2 attempts"},
	} {
		rows := h.rowsOf(".class tbody tr:not(.notes)")
		if i >= len(rows) || !slices.Equal(rows[i][:min(len(want), len(rows[i]))], want) {
			t.Errorf("row %d is %q, want %q", i+1, rows[min(i, len(rows)-1)], want)
		}
	}
	notes := map[string]string{}
	for _, row := range h.rowsOf(".class tbody tr.notes") {
		notes[row[0][len("Notes on "):][:3]] = row[0]
	}
	for name, want := range map[string][]string{
		"dor": {"it answers another version of the lesson, and does not say which questions are the same in both: none is judged."},
		"eve": {"it answers another version of the lesson: question 1 is not the same in both and is not judged."},
		"bob": {"it says that questions 2, 3, 4, 5, 6, 7, 8 are right, and they are not", "question 3: there is no option 7", "question 8: attempt 1 fails: /machine/processors: the experiment week does not let a reader change it"},
		"Ada": {"every attempt was made at the same moment as one of Cleo (cleo.backfill.json)"},
		"cle": {"every attempt was made at the same moment as one of Ada Łovelace (Ada-Łovelace-why-backfilling.backfill.json)"},
	} {
		for _, note := range want {
			if !strings.Contains(notes[name], note) {
				t.Errorf("of %s is noted %q, want %q in it", name, notes[name], note)
			}
		}
	}
	if foot := h.rowsOf(".class tfoot tr"); len(foot) != 1 || !slices.Equal(foot[0][:7], []string{"5 files", "15 of 31 (48 %)", "3", "3 right, 2 not judged", "3 right, 1 not judged", "0 right, 3 shown, 1 not judged", "0 right, 1 not judged"}) {
		t.Errorf("the totals are %q", foot)
	}
	axeFindsNothing(t, h, 2)
	h.picture390(t, "hand-in")

	// What was written.
	h.do(chromedp.Evaluate(`document.querySelector('[aria-label^="Ada Łovelace, question 5"]').click()`, nil))
	h.until(`document.querySelector("#written a") !== null`)
	if text := h.text("#written"); !strings.Contains(text, asEASY) || !strings.Contains(text, "Start all twelve jobs as EASY would.") {
		t.Errorf("of the placement is shown %q", text)
	}
	link := eval[string](h, `document.querySelector("#written a").getAttribute("href")`)
	h.do(chromedp.Evaluate(`document.querySelector("#written").close(); document.querySelector('[aria-label^="=Bob, question 6"]').click()`, nil))
	if text := h.text("#written"); !strings.Contains(text, "Job 4 starts earliest under EASY. Wrong.") {
		t.Errorf("of the choice is shown %q", text)
	}
	axeFindsNothing(t, h, 3)
	h.do(chromedp.Evaluate(`document.querySelector("#written").close(); document.querySelector('[aria-label^="Eve, question 1"]').click()`, nil))
	if text := h.text("#written"); !strings.Contains(text, "This question is another one in the version of the lesson that the file answers") || !strings.Contains(text, "12 min Not right, as the file says.") || strings.Contains(text, "Wrong.") {
		t.Errorf("of an answer to another question is shown %q", text)
	}
	h.do(chromedp.Evaluate(`document.querySelector("#written").close()`, nil))

	// By right answers, the best first; and as a file.
	h.do(chromedp.Evaluate(`[...document.querySelectorAll("thead button")].find((button) => button.innerText.startsWith("Right")).click()`, nil))
	if rows := h.rowsOf(".class tbody tr:not(.notes)"); !strings.HasPrefix(rows[0][0], "Ada") || !strings.HasPrefix(rows[3][0], "=Bob") {
		t.Errorf("by right answers the rows are %q", rows)
	}
	h.do(chromedp.Evaluate(`[...document.querySelectorAll(".class button")].find((button) => button.innerText === "Save as CSV").click()`, nil))
	table, err := csv.NewReader(strings.NewReader(string(h.download(folder, "why-backfilling.csv")))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if head := strings.Join(table[0], ","); head != "Student,Right,Judged,Shown,Question 1,Question 2,Question 3,Question 4,Question 5,Question 6,Question 7,Question 8,Minutes,Begun,Saved,Notes,File" {
		t.Errorf("the head of the file is %s", head)
	}
	if got := table[1][:12]; !slices.Equal(got, []string{"Ada Łovelace", "5", "8", "1", "right after 3 attempts", "right at once", "shown after 1 attempt", "wrong, 1 attempt", "right at once", "none", "right at once", "right after 2 attempts"}) ||
		len(table) != 6 || !slices.Equal(table[3][:5], []string{"Eve", "4", "7", "1", "another version"}) || table[4][0] != "'=Bob" || !slices.Equal(table[5][1:5], []string{"0", "0", "0", "not judged"}) {
		t.Errorf("the file is %q", table)
	}
	h.do(chromedp.Navigate(url + "/" + link))
	h.until(visit.Idle + ` && document.querySelector("#experiment-name").value === "A dozen jobs, placed by hand"`)
}

// picture390 writes pictures of the page on a narrow and a wide window, light and dark, where -pictures asks for them.
func (p *page) picture390(t *testing.T, name string) {
	t.Helper()
	if *pictures == "" {
		return
	}
	for _, width := range []int64{390, 1280} {
		for _, dark := range []bool{false, true} {
			p.do(chromedp.EmulateViewport(width, 900))
			p.wears(dark)
			var png []byte
			p.do(chromedp.FullScreenshot(&png, 100))
			if err := os.WriteFile(filepath.Join(*pictures, fmt.Sprintf("%s-%d-%v.png", name, width, dark)), png, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	p.wears(false)
}

// own is a lesson that does not come with the page: job 2 waits a minute for job 1.
const own = `+++
title = "Our own lesson"
sentence = "Two jobs."
minutes = 5
sources = ["Us"]
+++

~~~backfill
id = "two"
title = "Two jobs"
view = ["timeline"]
scenario = '{"version": 1, "machine": {"kind": "cluster", "processors": 1}, "policies": [{"kind": "fcfs", "label": "FCFS"}], "workload": {"kind": "jobs", "jobs": [{"run": 60}, {"run": 60}]}}'
~~~

~~~question
id = "wait"
about = "two"
kind = "number"
ask = "How long does job 2 wait?"
answer = "wait of job 2 under FCFS"
unit = "s"
tolerance = "0 s"
because = "{wait of job 2 under FCFS}."
~~~
`

// digestOf is that of a question, as the lesson's page has it.
func digestOf(t *testing.T, l *lessons.Lesson, id string) string {
	t.Helper()
	text, err := l.Data()
	if err != nil {
		t.Fatal(err)
	}
	var data struct{ Questions []struct{ ID, Digest string } }
	if err := json.Unmarshal(text, &data); err != nil {
		t.Fatal(err)
	}
	for _, q := range data.Questions {
		if q.ID == id {
			return q.Digest
		}
	}
	t.Fatalf("there is no question %q", id)
	return ""
}

// Scripts that were handed in are simulated anew, with the seeds of the question: the lesson's model answer beats EASY with all of them, and FCFS with none, whatever the file says of the seed of its try.
// A lesson of one's own is judged once its Markdown has come, in whichever order, and a file of another version of it once that one has.
func TestHandInScriptsAndOwnLessons(t *testing.T) {
	t.Parallel()
	url := site(t)
	contest := contestLesson(t)
	two, err := lessons.Read("own", []byte(own))
	if err != nil {
		t.Fatal(err)
	}
	seed := ""
	file := func(name string, l *lessons.Lesson, as, id string, tries ...map[string]any) string {
		lesson, err := json.Marshal(map[string]string{"name": as, "title": l.Title, "digest": l.Digest})
		if err != nil {
			t.Fatal(err)
		}
		n := len(tries)
		f := &handedIn{Backfill: "hand-in", Version: 1, Name: name, Lesson: lesson, Seed: seed, Saved: "2026-11-26T09:30:00.000Z", Questions: []handedAnswer{{ID: id, Digest: digestOf(t, l, id), Tries: tries, Count: &n}}}
		return f.file(t, name+".backfill.json")
	}
	script := func(source string, seed int64) map[string]any {
		return map[string]any{"at": nil, "right": true, "seed": seed, "changes": []any{map[string]any{"path": "/policies/1/source", "value": source}}}
	}
	h := openHandIn(t, url, visit.Options{})
	h.drop(
		file("Shortest", contest, contest.Name, "beat-wait", script(strings.Replace(scripting.Examples[1].Source, "backfill()", `backfill(waiting("shortest"))`, 1), 1)),
		file("Strict", contest, contest.Name, "beat-wait", script(scripting.Examples[0].Source, 1), script("def schedule():\n    start(head(\n", 1)),
		file("Own", two, "own-"+two.Digest, "wait", map[string]any{"at": nil, "right": true, "answer": "1 min"}),
	)
	h.until(`document.querySelector("#progress").innerText === "2 of 3 files judged."`)
	first := slices.IndexFunc(contest.Questions, func(q *lessons.Question) bool { return q.ID == "beat-wait" }) + 1
	rows := h.rowsOf(".class:first-child tbody tr:not(.notes)")
	if rows[0][2+first] != "right at once (10 of 10 seeds)" || rows[1][2+first] != "wrong, 2 attempts (0 of 10 seeds)" {
		t.Errorf("the scripts are %q", rows)
	}
	if notes := h.text(".class:first-child .notes"); !strings.Contains(notes, fmt.Sprintf("question %d: attempt 2 fails: ", first)) || !strings.Contains(notes, fmt.Sprintf("question %d: attempt 1, which the file calls successful, beats EASY with 0 of the 10 seeds", first)) {
		t.Errorf("of the second is noted %q", notes)
	}
	if text := h.text(".class:last-child"); !strings.Contains(text, "The lesson “Our own lesson” does not come with this page.") || !strings.Contains(text, "not judged yet: the lesson is missing") {
		t.Errorf("without its lesson the file gets %q", text)
	}
	if rows := h.rowsOf(".class:last-child tbody tr"); rows[0][0] != "Own" || rows[0][1] != "" || rows[0][2] != "" {
		t.Errorf("without its lesson the file counts %q", rows)
	}
	h.drop(write(t, "own.md", own))
	h.until(`document.querySelector("#progress").innerText === "3 of 3 files judged."`)
	if rows := h.rowsOf(".class:last-child tbody tr"); len(rows) != 1 || rows[0][3] != "right at once" {
		t.Errorf("with its lesson the file is %q", rows)
	}

	// Job 2 waited for 90 s in the version before.
	before := strings.Replace(own, `[{"run": 60}`, `[{"run": 90}`, 1)
	old, err := lessons.Read("own", []byte(before))
	if err != nil {
		t.Fatal(err)
	}
	h.drop(file("Late", old, "own-"+old.Digest, "wait", map[string]any{"at": nil, "right": true, "answer": "90"}))
	h.until(`document.querySelector("#progress").innerText === "4 of 4 files judged."`)
	if rows := h.rowsOf(".class:last-child tbody tr"); len(rows) != 3 || rows[0][3] != "another version" || !strings.Contains(rows[1][0], "question 1 is not the same in both") {
		t.Errorf("by another version the file is %q", rows)
	}
	h.drop(write(t, "before.md", before))
	h.until(`[...document.querySelectorAll("td.mark")].every((cell) => cell.innerText !== "another version") && document.querySelector("#progress").innerText === "4 of 4 files judged."`)
	if rows := h.rowsOf(".class:last-child tbody tr"); len(rows) != 1 || rows[0][0] != "Late" || rows[0][3] != "right at once" {
		t.Errorf("by its own version the file is %q", rows)
	}

	// Of a lesson with drawn numbers each file is judged by those of its seed: job 2 waits as long as job 1 runs, 100 to 900 s.
	drawn := strings.Replace(strings.Replace(own, "minutes = 5\n", "minutes = 5\ndraw = [\"t in 100..900\"]\n", 1), `[{"run": 60}`, `[{"run": $t}`, 1)
	drawn = strings.Replace(drawn, "Our own lesson", "Drawn", 1)
	variant := func(name string) *lessons.Lesson {
		t.Helper()
		l, err := lessons.ReadVariant("own", []byte(drawn), name)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	waits := func(name string) map[string]any {
		t.Helper()
		r, err := variant(name).Labs[0].Results()
		if err != nil {
			t.Fatal(err)
		}
		return map[string]any{"at": nil, "right": true, "answer": fmt.Sprint(*r.Runs[0].Jobs[1].Wait)}
	}
	if fmt.Sprint(waits("ada")) == fmt.Sprint(waits("bob")) {
		t.Fatal("both have the same numbers: other names are needed")
	}
	handed := func(name, by string, attempt map[string]any) string {
		t.Helper()
		seed = by
		l := variant(by)
		return file(name, l, "own-"+l.Digest, "wait", attempt)
	}
	h.drop(write(t, "drawn.md", drawn), handed(" ADA", "ada", waits("Ada")), handed("Cleo", "ada", waits("ada")), handed("Bob", "bob", waits("ada")))
	h.until(`document.querySelector("#progress").innerText === "7 of 7 files judged."`)
	if rows := h.rowsOf(".class:last-child tbody tr"); len(rows) != 5 || rows[0][3] != "right at once" || rows[1][3] != "wrong, 1 attempt" || rows[3][3] != "right at once" ||
		!strings.HasSuffix(rows[4][0], "its numbers are drawn for “ada”, not for this name") || strings.Contains(rows[2][0], "drawn") {
		t.Errorf("with drawn numbers the files are %q", rows)
	}

	h.drop(write(t, "broken.md", strings.Replace(own, "FCFS\"", "EASY\"", 1)))
	h.until(`document.querySelector("#problems").innerText.startsWith("broken.md: ")`)
	h.do(chromedp.Evaluate(`document.querySelector("#clear").click()`, nil))
	h.until(`document.querySelector(".class") === null && document.querySelector("#problems").innerText === ""`)
}
