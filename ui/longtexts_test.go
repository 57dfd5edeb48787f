package ui

import (
	"fmt"
	"strings"
	"testing"

	"github.com/vugu/vugu"
)

// whatRemains is the page as the renderer gets it: its longest attribute or property,
// and the long texts that were taken out.
func whatRemains(t *testing.T, p *Page) (longest int, taken map[string]string) {
	t.Helper()
	clear(p.Editor.FoldedCards)
	env, err := vugu.NewBuildEnv(vugu.NewEventEnvImpl(nil, nil))
	if err != nil {
		t.Fatal(err)
	}
	results := env.RunBuild(Root(p))
	taken = map[string]string{}
	for _, text := range TakeLongTexts(results) {
		if text.ID == "" || text.Property != "value" {
			t.Errorf("nobody can set %s of element %q", text.Property, text.ID)
		}
		taken[text.ID] = text.Text
	}
	var walk func(n *vugu.VGNode)
	walk = func(n *vugu.VGNode) {
		for ; n != nil; n = n.NextSibling {
			for _, a := range n.Attr {
				longest = max(longest, len(a.Val))
			}
			for _, q := range n.Prop {
				longest = max(longest, len(q.JSONVal))
			}
			if n.Type == vugu.TextNode {
				longest = max(longest, len(n.Data))
			}
			walk(n.FirstChild)
		}
	}
	var visit func(out *vugu.BuildOut)
	visit = func(out *vugu.BuildOut) {
		for _, n := range out.Out {
			walk(n)
		}
		for _, c := range out.Components {
			visit(results.ResultFor(c))
		}
	}
	visit(results.Out)
	return longest, taken
}

// jobsTable is a table of so many jobs, of which hardly one waits.
func jobsTable(n int) string {
	var b strings.Builder
	b.WriteString("id submit run request processors\n")
	for i := range n {
		fmt.Fprintf(&b, "%d %d %d %d %d\n", i+1, 100*i, 1+i%97, 100, 1+i%4)
	}
	return b.String()
}

// The longest table of jobs is shown, drawn, and comes back from its link.
func TestLongTable(t *testing.T) {
	p, b := firstVisit(t)
	const rows = 10_000
	p.Edit("/workload/jobs", jobsTable(rows))
	if len(p.Wrong) > 0 {
		t.Fatal(p.Wrong)
	}
	p.Run()
	b.answer()
	if n := len(p.Workload().Jobs); n != rows {
		t.Errorf("%d jobs were simulated", n)
	}
	check := func(p *Page, field, text string) {
		t.Helper()
		longest, taken := whatRemains(t, p)
		if longest >= 16<<10-100 {
			t.Errorf("%d bytes do not fit into an instruction", longest)
		}
		if taken[field] != text {
			t.Errorf("%s is not set to what was typed, but to %d bytes", field, len(taken[field]))
		}
	}
	check(p, "field-workload-jobs", p.Draft.Workload.Texts["jobs"])

	again, other := newPage(t)
	again.Open(b.address, "")
	other.answer()
	if n := len(again.Workload().Jobs); n != rows {
		t.Errorf("the link gives %d jobs", n)
	}
	check(again, "field-workload-jobs", again.Draft.Workload.Texts["jobs"])
}

// A mistake in an experiment of which nothing was simulated does not speak of results.
func TestMistakeBeforeTheFirstRun(t *testing.T) {
	p, _ := firstVisit(t)
	p.Edit("/machine/processors", "-1")
	if got := p.Editor.MistakeNotice(); !strings.HasSuffix(got, "; the results are those of the last experiment without mistakes.") {
		t.Errorf("with results the page says %q", got)
	}
	p.Shown.Results = nil
	if got := p.Editor.MistakeNotice(); !strings.HasSuffix(got, "; nothing is simulated yet.") {
		t.Errorf("without results the page says %q", got)
	}
}

// What is too long is refused beside its field, and what was typed stays there.
func TestTooLongTexts(t *testing.T) {
	long := strings.Repeat("ö", 20_000)
	for path, field := range map[string]string{
		"/name": "experiment-name", "/policies/0/label": "field-policies-0-label", "/seed": "field-seed", "/machine/processors": "field-machine-processors",
	} {
		p, _ := firstVisit(t)
		p.Edit(path, long)
		if p.Wrong[path] == "" {
			t.Errorf("%s: nothing is said, but %v", path, p.Wrong)
		}
		longest, taken := whatRemains(t, p)
		if longest >= 16<<10-100 || taken[field] != long {
			t.Errorf("%s: an instruction of %d bytes; %d bytes are set", path, longest, len(taken[field]))
		}
		if n := len(p.Wrong[path]); n > 1000 {
			t.Errorf("%s: the message has %d bytes", path, n)
		}
	}
	p, _ := firstVisit(t)
	p.Edit("/name", long)
	if got := p.Editor.MistakeNotice(); !strings.HasPrefix(got, "Name of the experiment: 20,000 characters; at most 200 are accepted") {
		t.Errorf("the page says %.200q", got)
	}
	p.Undo()
	p.AddAxis("/seed")
	p.Edit("/sweep/0/values", strings.Repeat("0.123456789, ", 2000))
	if longest, _ := whatRemains(t, p); p.Wrong["/sweep/0/values"] == "" || longest >= 16<<10-100 {
		t.Errorf("2,000 values: %d bytes in an instruction, mistakes %.200v", longest, p.Wrong)
	}
}
