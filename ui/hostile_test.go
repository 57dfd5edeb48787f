package ui

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"runtime"
	"strings"
	"testing"

	"backfill/ui/link"
	"backfill/ui/opened"
	"backfill/ui/result"
)

// inflating is a link whose payload grows to so many MB of zeros.
func inflating(t *testing.T, megabytes int) string {
	t.Helper()
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	zeros := make([]byte, 1<<20)
	// Flushed parts end on whole bytes, so that the second one stands for all others.
	w.Write(zeros)
	w.Flush()
	first := b.Len()
	w.Write(zeros)
	w.Flush()
	part := bytes.Clone(b.Bytes()[first:])
	for range megabytes - 2 {
		b.Write(part)
	}
	b.Write([]byte{3, 0}) // an empty last block
	return link.Prefix + base64.RawURLEncoding.EncodeToString(b.Bytes())
}

// A link that grows to a gigabyte is refused at its limit, without the memory that it would take.
func TestLinkThatInflates(t *testing.T) {
	if _, err := link.Decode(inflating(t, 4)); err == nil || !strings.Contains(err.Error(), "not readable") {
		t.Fatalf("the test's own link of 4 MB is no stream of zeros: %v", err)
	}
	link := inflating(t, 1024)
	p, b := firstVisit(t)
	runs := len(b.asked)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	p.Navigated(link)
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 64<<20 {
		t.Errorf("%d bytes were allocated", used)
	}
	if want := "This link cannot be opened: the link holds more than a link may hold."; p.Notice.Text != want || len(b.asked) != runs || p.Shown.Results == nil {
		t.Errorf("the page says %q, %d runs", p.Notice.Text, len(b.asked)-runs)
	}
}

// Lists in lists in lists are refused with a sentence, as a file, in a link and as the value of a field.
func TestDeepScenarios(t *testing.T) {
	deep := strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000)
	objects := strings.Repeat(`{"a":`, 100_000) + "1" + strings.Repeat("}", 100_000)
	for _, text := range []string{deep, objects, `{"version": 1, "machine": ` + deep + `}`, deep[:100_000]} {
		p, _ := firstVisit(t)
		p.FileCame(opened.File{FileRef: result.FileRef{Name: "deep.json"}, Scenario: []byte(text)})
		if !p.Notice.Problem || !strings.HasPrefix(p.Notice.Text, "deep.json: ") || len(p.Notice.Text) > 300 {
			t.Errorf("of %.40s… the page says %.300q", text, p.Notice.Text)
		}
	}
	p, _ := firstVisit(t)
	p.Navigated(packedLink(`{"scenario": ` + deep + `}`))
	if !p.Notice.Problem || len(p.Notice.Text) > 300 {
		t.Errorf("of the link the page says %.300q", p.Notice.Text)
	}
	p.Edit("/machine/processors", deep)
	if len(p.Wrong) == 0 {
		t.Error("a list of lists is a number of processors")
	}
}

// packedLink is a link with that payload.
func packedLink(text string) string {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.BestSpeed)
	w.Write([]byte(text))
	w.Close()
	return link.Prefix + base64.RawURLEncoding.EncodeToString(b.Bytes())
}

// A scenario of 50 MB is refused before it is read, and names of a megabyte by their length.
func TestLargeScenarios(t *testing.T) {
	p, _ := firstVisit(t)
	for _, start := range []string{"{", "\n {", ""} {
		if p.Chosen(result.FileRef{Name: "large.json", Size: 50 << 20}, []byte(start)) || p.Notice.Text != "large.json: 52,428,800 bytes; a scenario of at most 16,777,216 is accepted." {
			t.Errorf("the page says %q", p.Notice.Text)
		}
	}
	if p.Chosen(result.FileRef{Name: "large", Size: 50 << 20}, []byte(`{"version"`)) {
		t.Error("a scenario is read as a log for lack of a name")
	}
	long := strings.Repeat("x", 1<<20)
	for field, text := range map[string]string{
		"/name":             `{"version": 1, "name": "` + long + `", "machine": {"kind": "cluster", "processors": 1}, "workload": {"kind": "jobs", "jobs": [{"run": 1}]}, "policies": [{"kind": "fcfs"}]}`,
		"/policies/0/label": `{"version": 1, "machine": {"kind": "cluster", "processors": 1}, "workload": {"kind": "jobs", "jobs": [{"run": 1}]}, "policies": [{"kind": "fcfs", "label": "` + long + `"}]}`,
	} {
		p.FileCame(opened.File{FileRef: result.FileRef{Name: "long.json"}, Scenario: []byte(text)})
		if !strings.Contains(p.Notice.Text, field) || !strings.Contains(p.Notice.Text, "at most 500") || len(p.Notice.Text) > 300 {
			t.Errorf("of a long %s the page says %.300q", field, p.Notice.Text)
		}
	}
}
