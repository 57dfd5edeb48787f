package ui

import (
	"slices"
	"strings"
	"testing"

	"backfill/ui/opened"
	"backfill/ui/panel/editor"
	"backfill/ui/panel/inspector"
	"backfill/ui/result"
)

// sentences are the transformations of the draft in words.
func sentences(p *Page) []string {
	var list []string
	for _, c := range p.Draft.Transforms {
		list = append(list, p.Editor.SentenceOf("/workload/transform/0", c, p.Form.Transform(c.Kind)))
	}
	return list
}

func TestDroppedTableOfDemands(t *testing.T) {
	p, b := firstVisit(t)
	p.FileCame(droppedLog(t, "small.swf"))
	b.answer()
	if !p.Chosen(result.FileRef{Name: "d.csv"}, []byte(smallTable)) {
		t.Fatal("the table is refused")
	}
	p.FileCame(droppedTable("d.csv"))
	b.answer()
	if got := b.asked[len(b.asked)-1].files; len(got) != 2 || got[0].Name != "small.swf" || got[1] != droppedTable("d.csv").FileRef {
		t.Errorf("the run has the files %v", got)
	}
	if got, want := p.Editor.WorkloadSentence(), "small.swf; demand for bandwidth (from d.csv)"; got != want {
		t.Errorf("the card says %q, want %q", got, want)
	}
	if got, want := (&editor.Load{Editor: p.Editor}).ReportLines(), "2 of 3 jobs have a row in d.csv; the others ask for no bandwidth"; !slices.Contains(got, want) {
		t.Errorf("the report says %q, not %q", got, want)
	}
	if want := "d.csv says what bandwidth the jobs ask for. It matters on a machine of nodes that share it: choose “Nodes that share memory bandwidth”."; p.Notice.Text != want {
		t.Errorf("the page says %q, want %q", p.Notice.Text, want)
	}
	if !strings.Contains(p.Origin(), "\ntable: d.csv, 27 bytes, SHA-256 efef") {
		t.Errorf("the origin is %q", p.Origin())
	}

	// The file stands for the other fields, until it is removed.
	const file, high = "field-workload-transform-0-file", "field-workload-transform-0-high"
	ids := render(t, p).ids
	if ids[file] == nil || ids[high] != nil {
		t.Error("the fields are not those of a file")
	}
	p.Edit("/workload/transform/0/file", "")
	b.pass()
	b.answer()
	if ids = render(t, p).ids; ids[file] == nil || ids[high] == nil || sentences(p)[0] != "Demand for bandwidth" {
		t.Errorf("without the file: %q", sentences(p))
	}
	if got := b.asked[len(b.asked)-1].files; len(got) != 1 {
		t.Errorf("the run without the file has the files %v", got)
	}
	p.Undo()
	if got := sentences(p); got[0] != "Demand for bandwidth (from d.csv)" {
		t.Errorf("after undo: %q", got)
	}
}

// A table takes the place of random demands and of an axis that varies them.
func TestTableInPlaceOfRandomDemands(t *testing.T) {
	p, b := firstVisit(t)
	p.OpenScenario("s.json", []byte(`{"version":1,"machine":{"kind":"nodes","processors":16},"policies":[{"kind":"easy"}],
		"workload":{"kind":"jobs","jobs":[{"run":5},{"run":6},{"run":7}],"transform":[{"kind":"estimates"},{"kind":"bandwidth","high":0.5},{"kind":"first","jobs":3}]},
		"sweep":[{"path":"/workload/transform/1/medium","values":[0.1,0.2]},{"path":"/workload/transform/2/jobs","values":[2,3]}]}`))
	p.FileCame(droppedTable("d.csv"))
	choose(t, p, "use-table-button")
	if got, want := strings.Join(sentences(p), "; "), "Exact estimates; Demand for bandwidth (from d.csv); First jobs (jobs 3)"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := p.Draft.Sweep; len(got) != 1 || got[0].Kind != "/workload/transform/2/jobs" || len(p.Wrong) > 0 {
		t.Errorf("the sweep is %v; %v", got, p.Wrong)
	}
	if strings.Contains(p.Notice.Text, "nodes") {
		t.Errorf("the page says %q", p.Notice.Text)
	}
	asked := len(b.asked)
	p.FileCame(droppedTable("d.csv")) // its content may be another
	if len(b.asked) != asked+1 {
		t.Error("a table that comes again is not used")
	}
}

// A link that needs a log and a table waits for both, in whichever order they come.
func TestLinkWithLogAndTable(t *testing.T) {
	for _, tableFirst := range []bool{false, true} {
		p, b := firstVisit(t)
		p.FileCame(droppedLog(t, "small.swf"))
		p.FileCame(droppedTable("d.csv"))
		there, c := newPage(t)
		there.Open(b.address, "")
		there.FileFound(c.looked[0], false)
		if there.Missing == nil || there.Missing.Name != "small.swf" {
			t.Fatalf("the page waits for %v", there.Missing)
		}
		files := []opened.File{droppedLog(t, "renamed.swf"), droppedTable("renamed.csv")}
		if tableFirst {
			slices.Reverse(files)
		}
		there.FileCame(files[0])
		last := c.looked[len(c.looked)-1]
		there.FileFound(last, false)
		if len(c.asked) > 0 || there.Missing == nil || there.Missing.Name != map[bool]string{false: "d.csv", true: "small.swf"}[tableFirst] {
			t.Errorf("after %s the page waits for %v", files[0].Name, there.Missing)
		}
		if text := there.missingSentence(); !tableFirst && !strings.HasPrefix(text, "This experiment needs the table d.csv (27 bytes), which") {
			t.Errorf("the page says %q", text)
		}
		there.FileCame(files[1])
		if len(c.asked) != 1 || there.Missing != nil || len(c.asked[0].files) != 2 {
			t.Errorf("the experiment was not run: %v", there.Missing)
		}
	}
}

// While the table is missing, another log is another experiment, and another table may be used.
func TestOtherFilesThanTheMissingTable(t *testing.T) {
	const scenario = `{"version":1,"machine":{"kind":"nodes","processors":16},"policies":[{"kind":"easy"}],
		"workload":{"kind":"lublin","jobs":3,"transform":[{"kind":"bandwidth","file":"d.csv"}]}}`
	p, b := firstVisit(t)
	p.OpenScenario("s.json", []byte(scenario))
	p.FileFound(b.looked[0], false)
	p.FileCame(droppedLog(t, "small.swf"))
	if p.Missing != nil || p.Draft.Name != "small.swf" || len(p.Draft.Transforms) > 0 {
		t.Error("the log was not opened")
	}
	p, b = firstVisit(t)
	p.OpenScenario("s.json", []byte(scenario))
	p.FileFound(b.looked[0], false)
	p.FileCame(droppedTable("other.csv"))
	if p.Missing != nil || sentences(p)[0] != "Demand for bandwidth (from other.csv)" || len(b.asked) != 2 {
		t.Errorf("the table was not used: %q", sentences(p))
	}
}

// A log and its table that come together wait for the answer what the log is for.
func TestTableWithALogThatIsAskedAbout(t *testing.T) {
	for id, name := range map[string]string{"use-log-button": "Loads", "new-experiment-button": "small.swf"} {
		p, b := firstVisit(t)
		p.OpenScenario("s.json", []byte(`{"version":1,"name":"Loads","machine":{"kind":"nodes","processors":16},"policies":[{"kind":"easy"}],
			"workload":{"kind":"lublin","jobs":3,"transform":[{"kind":"bandwidth"}]},"sweep":[{"path":"/machine/penaltyScale","values":[0.5,1]}]}`))
		p.FileCame(droppedLog(t, "small.swf"))
		p.FileCame(droppedTable("d.csv"))
		choose(t, p, id)
		if got, want := p.Editor.WorkloadSentence(), "small.swf; demand for bandwidth (from d.csv)"; got != want || p.Draft.Name != name {
			t.Errorf("%s: %q of %q, want %q", id, got, p.Draft.Name, want)
		}
		if got := b.asked[len(b.asked)-1].files; len(got) != 2 {
			t.Errorf("%s: the run has the files %v", id, got)
		}
	}
}

// One node of four processors and 6000 MB/s: job 1 asks for 8000 and runs 4/3 as long; job 2 has no
// demand, and job 3 is never run.
func TestDemandsInTheJobTable(t *testing.T) {
	p, b := firstVisit(t)
	p.OpenScenario("s.json", []byte(`{"version":1,"machine":{"kind":"nodes","processors":4},"policies":[{"kind":"fcfs"}],"kill":{"rule":"never"},
		"workload":{"kind":"jobs","jobs":[{"run":60,"processors":4,"bandwidth":2000},{"run":6},{"run":1,"processors":5,"bandwidth":500}]}}`))
	b.answer()
	b.pass()
	column := func(key string) (texts []string) {
		c := p.Jobs.Column(key)
		if c == nil {
			t.Fatalf("there is no column %s", key)
		}
		for j := range int32(3) {
			texts = append(texts, c.Text(j))
		}
		return texts
	}
	if got := column("bandwidth"); !slices.Equal(got, []string{"2,000 MB/s", "–", "500 MB/s"}) {
		t.Errorf("bandwidths %q", got)
	}
	if got := column("longer"); !slices.Equal(got, []string{"33 %", "0 %", "–"}) {
		t.Errorf("extensions %q", got)
	}
	if got := (p.Answers).Warnings(); !slices.Contains(got, "1 of 3 jobs have no known demand for memory bandwidth and ask for none.") {
		t.Errorf("warnings %q", got)
	}
	p.Pin(0)
	if !slices.Contains(p.Inspector.Facts(), inspector.Fact{Name: "Bandwidth of each process", Text: "2,000 MB/s"}) {
		t.Errorf("facts %v", p.Inspector.Facts())
	}
	var titles []string
	for _, row := range (p.Answers).Rows() {
		titles = append(titles, row.About.Name)
	}
	for _, name := range []string{"p95Wait", "p95BoundedSlowdown", "killed", "penalizedRuntime"} {
		if !slices.Contains(titles, name) {
			t.Errorf("no row %s among %v", name, titles)
		}
	}
}
