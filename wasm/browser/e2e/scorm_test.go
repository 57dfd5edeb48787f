package e2e

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"backfill/assets/lessons"
	"backfill/wasm/browser/visit"
)

// platformScript is a learning platform as SCORM 1.2 describes it: it refuses what is not of the data model, and forgets what was kept unless the lesson was
// suspended. It notes all calls.
const platformScript = `
window.calls = [];
window.refused = {}; // errors by element
window.values = {
	"cmi.core.student_id": "Ada-17", "cmi.core.lesson_mode": "normal", "cmi.core.lesson_status": "not attempted", "cmi.core.entry": "ab-initio", "cmi.suspend_data": "",
	"cmi.student_data.mastery_score": new URLSearchParams(location.search).get("mastery") ?? "", "cmi.interactions._children": "id,time,type,correct_responses,student_response,result", "cmi.interactions._count": "0",
};
let running = false;
let error = "0";
const decimal = "-?\\d+(\\.\\d+)?";
const rules = {
	"cmi.core.lesson_status": "passed|completed|failed|incomplete|browsed",
	"cmi.core.score.raw": "100|\\d{1,2}(\\.\\d+)?", "cmi.core.score.min": "0", "cmi.core.score.max": "100",
	"cmi.core.session_time": "\\d{2,4}:[0-5]\\d:[0-5]\\d(\\.\\d{1,2})?",
	"cmi.core.exit": "time-out|suspend|logout|",
	"cmi.suspend_data": "[ -~]{0,4096}",
	"cmi.interactions.N.id": "[A-Za-z0-9_-]{1,255}", "cmi.interactions.N.time": "[0-2]\\d:[0-5]\\d:[0-5]\\d",
	"cmi.interactions.N.type": "true-false|choice|fill-in|matching|performance|sequencing|likert|numeric",
	"cmi.interactions.N.correct_responses.0.pattern": ".{1,255}", "cmi.interactions.N.student_response": ".{0,255}",
	"cmi.interactions.N.result": "correct|wrong|unanticipated|neutral|" + decimal,
};
const formats = { choice: "[a-z0-9](,[a-z0-9])*", numeric: decimal };
const fails = (code) => { error = code; return "false"; };
const works = (value) => { error = "0"; return value; };
const note = (f) => (...args) => { const value = f(...args); calls.push([f.name, ...args].join(" ") + (error === "0" ? "" : " -> " + error)); return value; };
window.API = Object.fromEntries([
	function LMSInitialize() { if (running) return fails("101"); running = true; return works("true"); },
	function LMSFinish() {
		if (!running) return fails("301");
		running = false;
		const suspended = values["cmi.core.exit"] === "suspend";
		values["cmi.core.entry"] = suspended ? "resume" : "";
		if (!suspended) values["cmi.suspend_data"] = "";
		return works("true");
	},
	function LMSGetValue(element) {
		if (!running) { fails("301"); return ""; }
		if (!Object.hasOwn(values, element)) { fails("401"); return ""; }
		return works(values[element]);
	},
	function LMSSetValue(element, value) {
		if (!running) return fails("301");
		if (refused[element]) return fails(refused[element]);
		const general = element.replace(/\.\d+\./, ".N.");
		if (!Object.hasOwn(rules, general) || typeof value !== "string") return fails("401");
		const n = element.match(/^cmi\.interactions\.(\d+)\.(.*)$/);
		if (n) {
			const count = Number(values["cmi.interactions._count"]);
			if (Number(n[1]) > count || (Number(n[1]) === count && n[2] !== "id")) return fails("201");
			if (Number(n[1]) === count) values["cmi.interactions._count"] = String(count + 1);
		}
		const format = n && /response/.test(n[2]) ? formats[values["cmi.interactions." + n[1] + ".type"]] : undefined;
		if (![rules[general], format ?? ".*"].every((rule) => new RegExp("^(" + rule + ")$").test(value))) return fails("405");
		values[element] = value;
		return works("true");
	},
	function LMSCommit() { return running ? works("true") : fails("301"); },
	function LMSGetLastError() { return error; },
	function LMSGetErrorString(code) { return { 0: "No error", 403: "Element is read only" }[code] ?? "Error"; },
].map((f) => [f.name, /LastError|ErrorString/.test(f.name) ? f : note(f)]));
`

// platform is a learning platform with the files of a package in a folder below an odd path. Two pages are around that of the package, and only the outer one
// has the API. Files get wrong types or none, and there is no page of a folder.
func platform(t *testing.T, folder string, about func(http.Header, string)) string {
	t.Helper()
	page := func(body string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprintf(w, `<!doctype html><html lang="en"><head><title>Platform</title></head><body>%s</body></html>`, body)
		}
	}
	const content = "/pluginfile.php/37/mod_scorm/content/1/"
	mux := http.NewServeMux()
	mux.Handle("GET /course", page(`<script src="/platform.js"></script><iframe src="/player" width="1200" height="800"></iframe>`))
	mux.Handle("GET /player", page(`<iframe src="`+content+`lesson.html?attempt=1&amp;lang=en" width="1180" height="780"></iframe>`))
	mux.HandleFunc("GET /platform.js", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		io.WriteString(w, platformScript)
	})
	mux.HandleFunc("GET /favicon.ico", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusNoContent) })
	mux.HandleFunc("GET "+content+"{name}", func(w http.ResponseWriter, r *http.Request) {
		name := r.PathValue("name")
		file, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			http.NotFound(w, r)
			return
		}
		kind, ok := map[string]string{".html": "text/html", ".js": "application/x-javascript", ".css": "text/css", ".svg": "image/svg+xml"}[path.Ext(name)]
		if !ok {
			kind = "text/plain"
		}
		w.Header().Set("Content-Type", kind)
		if about != nil {
			about(w.Header(), name)
		}
		w.Write(file)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL
}

// unpack puts the files of a package into a folder, and checks the package by the rules of SCORM 1.2. It returns the manifest's text.
func unpack(t *testing.T, content []byte, title, mastery string) (folder, manifest string) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	folder = t.TempDir()
	var names []string
	for _, file := range z.File {
		r, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r) // which checks the sum
		if err != nil {
			t.Fatalf("%s: %v", file.Name, err)
		}
		if file.Name != filepath.Base(file.Name) || slices.Contains(names, file.Name) {
			t.Fatalf("the package has a file %q", file.Name)
		}
		names = append(names, file.Name)
		if err := os.WriteFile(filepath.Join(folder, file.Name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(filepath.Join(folder, "imsmanifest.xml"))
	if err != nil {
		t.Fatal(err)
	}
	checkManifest(t, text, names, title, mastery)
	return folder, string(text)
}

const (
	packaging = "http://www.imsproject.org/xsd/imscp_rootv1p1p2"
	adl       = "http://www.adlnet.org/xsd/adlcp_rootv1p2"
)

// checkManifest compares a manifest with what the SCORM Content Aggregation Model 1.2 says of one with one organization, one item and one resource: elements in
// their order and namespaces, identifiers that are names and differ, references that lead somewhere, and each file of the package listed once.
func checkManifest(t *testing.T, text []byte, names []string, title, mastery string) {
	t.Helper()
	ids, refs := map[string]bool{}, map[string]string{}
	var elements, files []string
	var titles []string
	values := map[string]string{}
	var open []string
	d := xml.NewDecoder(bytes.NewReader(text))
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("the manifest is no XML: %v in\n%s", err, text)
		}
		switch e := token.(type) {
		case xml.StartElement:
			name := e.Name.Local
			if e.Name.Space == adl {
				name = "adlcp:" + name
			} else if e.Name.Space != packaging {
				t.Errorf("%s is of the namespace %q", name, e.Name.Space)
			}
			open = append(open, name)
			if name != "file" {
				elements = append(elements, strings.Join(open, "/"))
			}
			for _, a := range e.Attr {
				key := a.Name.Local
				if a.Name.Space == adl {
					key = "adlcp:" + key
				}
				switch key {
				case "identifier":
					if ids[a.Value] || strings.Trim(a.Value, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" || !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz", rune(a.Value[0])) {
						t.Errorf("the identifier %q is no name, or not the only one", a.Value)
					}
					ids[a.Value] = true
				case "default", "identifierref":
					refs[key] = a.Value
				case "href":
					if name == "file" {
						files = append(files, a.Value)
						break
					}
					fallthrough
				default:
					if a.Name.Space != "xmlns" && key != "xmlns" {
						values[name+" "+key] = a.Value
					}
				}
			}
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			content := strings.TrimSpace(string(e))
			if content == "" {
				break
			}
			if name := open[len(open)-1]; name == "title" {
				titles = append(titles, content)
			} else {
				values[name] = content
			}
		}
	}
	order := []string{"manifest", "manifest/metadata", "manifest/metadata/schema", "manifest/metadata/schemaversion", "manifest/organizations", "manifest/organizations/organization",
		"manifest/organizations/organization/title", "manifest/organizations/organization/item", "manifest/organizations/organization/item/title"}
	want := map[string]string{"schema": "ADL SCORM", "schemaversion": "1.2", "manifest version": "1.0", "item isvisible": "true", "resource type": "webcontent", "resource adlcp:scormtype": "sco", "resource href": "lesson.html"}
	if mastery != "" {
		order = append(order, "manifest/organizations/organization/item/adlcp:masteryscore")
		want["adlcp:masteryscore"] = mastery
	}
	order = append(order, "manifest/resources", "manifest/resources/resource")
	if diff := cmp.Diff(order, elements); diff != "" {
		t.Errorf("elements of the manifest (- want, + got):\n%s", diff)
	}
	if diff := cmp.Diff(want, values); diff != "" {
		t.Errorf("values of the manifest (- want, + got):\n%s", diff)
	}
	if !slices.Equal(titles, []string{title, title}) {
		t.Errorf("the titles are %q, want %q", titles, title)
	}
	if len(refs) != 2 || refs["default"] != "course" || refs["identifierref"] != "page" || !ids["course"] || !ids["page"] {
		t.Errorf("references are %v, of the identifiers %v", refs, ids)
	}
	files = append(files, "imsmanifest.xml")
	slices.Sort(files)
	slices.Sort(names)
	if diff := cmp.Diff(files, names); diff != "" {
		t.Errorf("files (- listed, + there):\n%s", diff)
	}
}

// student is the page of a package, within two others.
type student struct{ *page }

// within is an expression that is evaluated in the page of the package: self and document are its own.
func within(expression string) string {
	return `((self, document) => document && (` + expression + `))(frames[0]?.frames[0], frames[0]?.frames[0]?.document)`
}

// attend opens the page of a course, whose lesson says how many questions it has.
func attend(t *testing.T, url string, questions int) *student {
	t.Helper()
	p := start(t, visit.Options{Width: 1280})
	p.do(chromedp.Navigate(url))
	s := &student{p}
	s.until(within(fmt.Sprintf(`document.querySelector("#progress")?.innerText.includes(" of %d ")`, questions)))
	return s
}

// give gives an answer in the form of a question and waits for the verdict.
func (s *student) give(question, text string, values ...string) string {
	s.t.Helper()
	form := fmt.Sprintf(`document.querySelector("#question-%s")`, question)
	s.do(chromedp.Evaluate(within(fmt.Sprintf(`(() => {
		const form = %s;
		form.dataset.state = "";
		for (const input of form.querySelectorAll("input")) {
			if (input.type === "text") input.value = %q;
			else input.checked = %q.split(" ").includes(input.value);
		}
		form.requestSubmit();
		return true;
	})()`, form, text, strings.Join(values, " "))), nil))
	s.until(within(`["right", "wrong"].includes(` + form + `.dataset.state)`))
	return eval[string](s.page, within(form+".dataset.state"))
}

// show has the answer of a question shown.
func (s *student) show(question string) {
	s.t.Helper()
	form := fmt.Sprintf(`document.querySelector("#question-%s")`, question)
	s.do(chromedp.Evaluate(within(form+`.querySelector("[data-do=tell]").click()`), nil))
	s.until(within(form + `.dataset.state === "told"`))
}

// value is what the platform has of an element.
func (s *student) value(element string) string {
	s.t.Helper()
	return eval[string](s.page, fmt.Sprintf("values[%q] ?? '(none)'", element))
}

// has compares the status, the score and the time that the platform has with what they ought to be.
func (s *student) has(status, score string) {
	s.t.Helper()
	if got := s.value("cmi.core.lesson_status") + " " + s.value("cmi.core.score.raw"); got != status+" "+score {
		s.t.Errorf("the platform has %s, want %s %s", got, status, score)
	}
}

// comesBack loads the lesson anew, which ends it for the platform and begins it again.
func (s *student) comesBack(questions int) {
	s.t.Helper()
	s.do(chromedp.Evaluate(`calls.length = 0; frames[0].frames[0].document.title = "gone"; frames[0].frames[0].location.reload()`, nil))
	s.until(within(fmt.Sprintf(`document.title !== "gone" && document.querySelector("#progress")?.innerText.includes(" of %d ")`, questions)))
}

// interactions are the answers that the platform has been told, without their times.
func (s *student) interactions() []string {
	s.t.Helper()
	return eval[[]string](s.page, `Array.from({ length: Number(values["cmi.interactions._count"]) }, (_, n) =>
		["id", "type", "student_response", "correct_responses.0.pattern", "result"].map((name) => values["cmi.interactions." + n + "." + name] ?? "-").join(" "))`)
}

// save saves the package of the lesson that the page shows.
func (p *page) savePackage(mastery, folder, pattern string) []byte {
	p.t.Helper()
	p.do(chromedp.Evaluate(fmt.Sprintf(`(() => {
		document.querySelector(".packing").open = true;
		document.querySelector(".packing input").value = %q;
		document.querySelector("#package-form").requestSubmit();
	})()`, mastery), nil))
	p.until(`/^Saved as .*-scorm\.zip, \d+\.\d MB\.$/.test(document.querySelector(".packing [role=status]").innerText)`)
	return p.download(folder, pattern)
}

// A lesson of the page, in a learning platform: the platform is told of each answer, of completion and of the score, and gives the answers back. Numbers of
// the lesson are those of TestHandIn: of its 8 questions, one right answer is 12.5 percent.
func TestALessonInALearningPlatform(t *testing.T) {
	t.Parallel()
	url := site(t)
	folder := t.TempDir()
	all := builtInLessons(t)
	p := openLesson(t, url, all[0], visit.Options{Downloads: folder, Width: 1280})
	content := p.savePackage("", folder, "why-backfilling-scorm.zip")
	t.Logf("the package has %d bytes", len(content))
	axeFindsNothing(t, p.page, 1)
	p.picture390(t, "package")
	files, _ := unpack(t, content, all[0].Title, "")
	if _, err := os.Stat(filepath.Join(files, "sw.js")); err == nil {
		t.Error("the package has a service worker, which would be one of the platform")
	}
	labs := map[string]*lessons.Lab{}
	for _, lab := range all[0].Labs {
		labs[lab.ID] = lab
	}

	// This site's own security policy, for what a platform may have at most.
	s := attend(t, platform(t, files, func(h http.Header, _ string) {
		h.Set("Content-Security-Policy", "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
	})+"/course", 8)
	begun := eval[[]string](s.page, "calls")
	if begun[0] != "LMSInitialize " || !slices.Contains(begun, "LMSSetValue cmi.core.lesson_status incomplete") || begun[len(begun)-1] != "LMSCommit " {
		t.Errorf("to begin with the platform is called with %q", begun)
	}
	s.has("incomplete", "0")
	number := predict(t, labs["fcfs"], "start of job 3 under FCFS")
	minutes := strings.TrimSuffix(number, ".0") // as a number is written
	for _, c := range []struct {
		question, text string
		values         []string
		want, score    string
	}{
		{"blocked", "11", nil, "wrong", "0"},
		{"blocked", number, nil, "right", "12.5"},
		{"may-four", "", []string{"2"}, "wrong", "12.5"},
	} {
		if got := s.give(c.question, c.text, c.values...); got != c.want {
			t.Errorf("%s: %s%q is %s", c.question, c.text, c.values, got)
		}
		s.has("incomplete", c.score)
	}
	s.show("may-four")
	if got := s.give("may-four", "", "1"); got != "right" {
		t.Errorf("the shown answer is %s", got)
	}
	s.has("incomplete", "12.5") // who was shown the answer has not found it
	if got := s.give("who-fifty", "", "2", "5"); got != "wrong" {
		t.Errorf("jobs 2 and 5 are %s", got)
	}
	if got := s.give("week-best", "", "EASY"); got != "right" {
		t.Errorf("EASY is %s", got)
	}
	s.has("incomplete", "25")
	s.picture390(t, "platform")
	best := slices.Index(policiesOf(t, all[0], "week-best"), "EASY")
	for i, want := range []string{"blocked numeric 11 " + minutes + " wrong", "blocked numeric " + minutes + " " + minutes + " correct", "may-four choice c b wrong", "may-four choice b b correct", "who-fifty fill-in 2,5 ", fmt.Sprintf("week-best choice %c %[1]c correct", 'a'+best)} {
		if got := s.interactions(); i >= len(got) || !strings.HasPrefix(got[i], want) {
			t.Errorf("answer %d: the platform has %q, want %q", i+1, got, want)
		}
	}

	// A visit ends, and the next one has the answers.
	s.comesBack(8)
	calls := eval[[]string](s.page, "calls")
	ended := slices.Index(calls, "LMSFinish ")
	if ended < 2 || calls[ended-1] != "LMSCommit " || calls[ended+1] != "LMSInitialize " || s.value("cmi.core.exit") != "suspend" || s.value("cmi.core.entry") != "resume" {
		t.Errorf("to end the visit and begin another one the platform is called with %q", calls)
	}
	if got := eval[string](s.page, within(`document.querySelector("#progress").innerText`)); got != "2 of 8 questions answered, 1 shown" {
		t.Errorf("the next visit says %q", got)
	}
	if got := eval[string](s.page, within(`document.querySelector("#question-blocked input").value + document.querySelector("#question-may-four input:checked").value`)); got != number+"1" {
		t.Errorf("the next visit has the answers %q, want %s and option 1", got, number)
	}
	s.has("incomplete", "25")
	if got := eval[bool](s.page, within(`document.querySelector("#forget").hidden && !document.querySelector("#hand-in") && self.localStorage.getItem("backfill-lesson-why-backfilling") === null`)); !got {
		t.Error("the lesson can be begun again or handed in, or is kept in the browser")
	}

	// The rest is shown: completed, neither passed nor failed.
	for _, q := range all[0].Questions {
		if slices.Contains([]string{"blocked", "may-four", "week-best"}, q.ID) {
			continue
		}
		s.has("incomplete", "25")
		s.show(q.ID)
	}
	s.has("completed", "25")
	s.comesBack(8)
	s.has("completed", "25")
	if got := eval[string](s.page, within(`document.querySelector("#said").innerText`)); got != "" {
		t.Errorf("the student is told %q", got)
	}
	if got := eval[[]string](s.page, "calls.filter((call) => call.includes(' -> ') && !call.startsWith('LMSGetValue'))"); len(got) > 0 {
		t.Errorf("the platform refuses %q", got)
	}

	// Other pages of the site are where the package was made; the lab is in the package, and opens by itself.
	leads := func(link string) string {
		return eval[string](s.page, within(fmt.Sprintf(`(() => {
			const link = Object.assign(document.createElement("a"), { href: %q });
			document.body.append(link);
			document.addEventListener("click", (event) => event.preventDefault(), { once: true });
			link.click();
			link.remove();
			return link.href + " " + link.target;
		})()`, link)))
	}
	here := eval[string](s.page, within(`new URL("./", self.location).href`))
	for link, want := range map[string]string{"manual.html#a": url + "/manual.html#a _blank", "./#s=1": here + "index.html#s=1 _blank", "#lesson": here + "lesson.html?attempt=1&lang=en#lesson ", "https://example.org/a.html": "https://example.org/a.html "} {
		if link == "#lesson" {
			want = here + "lesson.html#lesson "
			link = "lesson.html#lesson"
		}
		if got := leads(link); got != want {
			t.Errorf("a link to %s leads to %s, want %s", link, got, want)
		}
	}
	s.do(chromedp.Navigate(here + "index.html#gallery=textbook"))
	s.until(visit.Idle)
	// The link is mended as it is clicked; the page may draw it anew after that.
	const lead = `((link) => { link.addEventListener("click", (event) => event.preventDefault()); link.click(); return link.href; })(document.querySelector("#lessons-link"))`
	if got := eval[string](s.page, lead); got != url+"/lessons.html" {
		t.Errorf("the lab of the package leads to lessons at %s", got)
	}
}

// policiesOf are the policies that a question lets choose from, in their order.
func policiesOf(t *testing.T, l *lessons.Lesson, question string) []string {
	t.Helper()
	data, err := l.Data()
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(data), fmt.Sprintf(`"id":%q`, question))
	_, rest, _ = strings.Cut(rest, `"policies":["`)
	list, _, _ := strings.Cut(rest, `"]`)
	return strings.Split(list, `","`)
}

// drawnForPlatform draws how long job 2 waits for job 1. Its title would be a mistake in XML.
const drawnForPlatform = `+++
title = "Jobs <1> & \"2\""
sentence = "Two jobs."
minutes = 5
sources = ["Us"]
draw = ["n in 10..90"]
+++

~~~backfill
id = "two"
title = "Two jobs"
view = ["timeline"]
scenario = '{"version": 1, "machine": {"kind": "cluster", "processors": 1}, "policies": [{"kind": "fcfs", "label": "FCFS"}], "workload": {"kind": "jobs", "jobs": [{"run": $n}, {"run": 60}]}}'
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

~~~question
id = "end"
about = "two"
kind = "number"
ask = "When does job 2 end?"
answer = "end of job 2 under FCFS"
unit = "s"
tolerance = "0 s"
because = "{end of job 2 under FCFS}."
~~~
`

// A lesson of one's own draws its numbers for who is known to the platform. With a score to pass it is passed or failed. What a platform refuses is told once,
// and without a platform the lesson works as anywhere.
func TestALessonOfOnesOwnInALearningPlatform(t *testing.T) {
	t.Parallel()
	url := site(t)
	folder := t.TempDir()
	p := start(t, visit.Options{Downloads: folder})
	p.do(chromedp.Navigate(url + "/write.html"))
	p.checked()
	p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(url+"/write.html#"+linked(p, drawnForPlatform)))
	p.until(`document.querySelector("article h1").innerText.startsWith("Jobs <1>")`)
	p.checked()
	content := p.savePackage("50", folder, "jobs-1-2-scorm.zip")
	t.Logf("the package has %d bytes", len(content))
	files, _ := unpack(t, content, `Jobs <1> & "2"`, "50")
	variant, err := lessons.ReadVariant("own", []byte(drawnForPlatform), "Ada-17")
	if err != nil {
		t.Fatal(err)
	}
	n := seconds(t, variant, "wait of job 2 under FCFS")
	middle, err := lessons.Read("own", []byte(drawnForPlatform))
	if err != nil {
		t.Fatal(err)
	}
	if n == seconds(t, middle, "wait of job 2 under FCFS") {
		t.Fatal("the student has the numbers of nobody")
	}

	// Some servers name the compression, and the browser undoes it.
	host := platform(t, files, func(h http.Header, name string) {
		if strings.HasSuffix(name, ".gz") {
			h.Set("Content-Encoding", "gzip")
			h.Set("Content-Type", "application/wasm")
		}
	})
	s := attend(t, host+"/course?mastery=50", 2)
	if got := s.give("wait", n); got != "right" {
		t.Errorf("a wait of %s s is %s", n, got)
	}
	s.has("incomplete", "50")
	s.show("end")
	s.has("passed", "50")

	s = attend(t, host+"/course?mastery=50", 2)
	s.do(chromedp.Evaluate(`refused["cmi.core.score.raw"] = refused["cmi.suspend_data"] = "403"`, nil))
	s.show("wait")
	if got := s.give("end", "5"); got != "wrong" {
		t.Errorf("an end after 5 s is %s", got)
	}
	s.show("end")
	s.has("failed", "0")
	if got := eval[string](s.page, within(`document.querySelector("#said").innerText`)); got != "The learning platform has failed at taking the answers (error 403, Element is read only). The lesson goes on, but what you do in it may not be counted there: please tell your teacher." {
		t.Errorf("the student is told %q", got)
	}

	// Without a platform.
	s = &student{start(t, visit.Options{})}
	s.do(chromedp.Navigate(host + "/pluginfile.php/37/mod_scorm/content/1/lesson.html#seed=Ada-17"))
	alone := &lesson{s.page, nil}
	s.until(`document.querySelector("#progress")?.innerText === "0 of 2 questions answered"`)
	if got := alone.give("wait", n); got != "right" {
		t.Errorf("without a platform a wait of %s s is %s", n, got)
	}
	s.do(chromedp.Reload())
	s.until(`document.querySelector("#progress")?.innerText === "1 of 2 questions answered"`)
	if got := s.text("#said"); got != "No learning platform was found around this page. Your answers are kept in this browser and reported to nobody." {
		t.Errorf("without a platform the student is told %q", got)
	}
}

// seconds is the value of a phrase in the lesson's first lab.
func seconds(t *testing.T, l *lessons.Lesson, phrase string) string {
	t.Helper()
	return fmt.Sprint(valueOf(t, l.Labs[0], phrase))
}
