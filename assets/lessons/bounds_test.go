package lessons

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"backfill/assets/lessons/figures"
	"backfill/assets/lessons/pointer"
)

// Nobody's lesson makes the page hang: what is too large or nests too deep is refused, with the line. In the tiny lesson the text begins in
// line 7 with an empty one, and the experiment's TOML in 11.
func TestWhatALessonHasAtMost(t *testing.T) {
	lab := func(i int) string {
		return fmt.Sprintf("~~~backfill\nid = \"l%d\"\ntitle = \"L\"\nview = [\"timeline\"]\nlike = \"two\"\nscenario = \"{}\"\n~~~\n\n", i)
	}
	var labs strings.Builder
	for i := range mostLabs {
		labs.WriteString(lab(i))
	}
	lines := strings.Count(tiny, "\n")
	for name, c := range map[string]struct {
		text string
		line int
		want string
	}{
		"long":        {tiny + strings.Repeat("word ", 200_000), 1, "200000 at most"},
		"no text":     {tiny + "\xff\xfe", lines + 1, "UTF-8"},
		"zeros":       {tiny + "\n\x00", lines + 2, "UTF-8"},
		"quotations":  {tiny + "\n" + strings.Repeat("> ", 101) + "x", lines + 2, "deeper than 100"},
		"lists":       {tiny + "\n" + strings.Repeat("- ", 101) + "x", lines + 2, "deeper than 100"},
		"numbers":     {tiny + "\n" + strings.Repeat("1. ", 101) + "x", lines + 2, "deeper than 100"},
		"far right":   {tiny + "\n" + strings.Repeat(" ", 500) + "x", lines + 2, "deeper than 100"},
		"emphasis":    {tiny + "\n" + strings.Repeat("*a **a ", 5000) + strings.Repeat("a** a*", 5000), 7, "deeper than 100"},
		"brackets":    {strings.Replace(tiny, "jobs = true", "jobs = true\nallow = "+strings.Repeat("[", 50_000), 1), 16, "deeper than 100"},
		"tables":      {strings.Replace(tiny, "minutes = 5", "minutes = "+strings.Repeat("{a=", 30_000), 1), 4, "deeper than 100"},
		"JSON":        {strings.Replace(tiny, `"policies"`, `"x": `+strings.Repeat("[", 50_000)+`, "policies"`, 1), 17, "deeper than 100"},
		"experiments": {strings.Replace(tiny, "~~~question", labs.String()+"~~~question", 1), 23 + 8*(mostLabs-1), "40 experiments at most"},
	} {
		_, err := Read("tiny", []byte(c.text))
		var all Mistakes
		if !errors.As(err, &all) || len(all) != 1 || all[0].Line != c.line || !strings.Contains(all[0].Reason, c.want) {
			t.Errorf("%s: error %v, want line %d, %q", name, err, c.line, c.want)
		}
	}
	if _, err := Read("tiny", []byte(tiny+"\n\n"+strings.Repeat("-", 300)+"\n\n"+strings.Repeat("*", 150)+"\n")); err != nil {
		t.Errorf("a rule is refused: %v", err)
	}
}

// A simulation that somebody else does is asked for once for each lab whose numbers the text has, and told which lab it is.
func TestASimulationOfOnesOwn(t *testing.T) {
	asked := 0
	l, err := ReadWith(func(l *Lab, experiment []byte) (*figures.Results, error) {
		asked++
		if l.ID != "two" || l.Line() != 11 {
			t.Errorf("asked for lab %s of line %d", l.ID, l.Line())
		}
		return figures.Simulate(experiment)
	}, "tiny", []byte(tiny+"\n{start of job 2 under FCFS in two}\n"), "")
	if err != nil || asked != 1 {
		t.Fatalf("asked %d times, error %v", asked, err)
	}
	if !strings.Contains(l.Body, "Job 2 waits 1 min.") {
		t.Error(l.Body)
	}
	_, err = ReadWith(func(*Lab, []byte) (*figures.Results, error) { return nil, errors.New("given up") }, "tiny", []byte(tiny), "")
	var m *Mistake
	if !errors.As(err, &m) || m.Line != 33 || !strings.Contains(m.Reason, "experiment two: given up") {
		t.Errorf("error %v", err)
	}
}

// The lesson to begin from is right. Its numbers by hand, in minutes: job 1 runs from 0 to 60 on 3 of 4 processors. Job 2, which needs all, starts at 60 and ends
// at 90, when job 3 may start under FCFS. Under EASY job 3 takes the one free processor as it arrives, at 10, and ends at 30, before 60.
func TestTheLessonToBeginFrom(t *testing.T) {
	if found := Check("begin", []byte(Begin)); len(found) > 0 {
		t.Errorf("wrong are %v", found)
	}
	l, err := Read("begin", []byte(Begin))
	if err != nil {
		t.Fatal(err)
	}
	if right, err := l.Questions[0].RightAnswer(); right != "10 min" || err != nil {
		t.Errorf("the answer is %q (error %v)", right, err)
	}
	r, err := l.Labs[0].Results()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		policy, field string
		job           int64
		want          float64 // minutes
	}{{"FCFS", "start", 2, 60}, {"FCFS", "start", 3, 90}, {"EASY", "start", 3, 10}, {"EASY", "end", 3, 30}, {"EASY", "start", 2, 60}} {
		if got := told(t, r, fmt.Sprintf("%s of job %d under %s", c.field, c.job, c.policy)) / 60; got != c.want {
			t.Errorf("%s of job %d under %s is minute %v, want %v", c.field, c.job, c.policy, got, c.want)
		}
	}
	// As it says to teachers: with 55 minutes job 3 would end at 65, so that it waits for job 2.
	text, err := pointer.With(l.Labs[0].text, "/workload/jobs/2/run", 3300)
	if err != nil {
		t.Fatal(err)
	}
	if r, err = figures.Simulate(text); err != nil {
		t.Fatal(err)
	}
	if got := told(t, r, "start of job 3 under EASY") / 60; got != 90 {
		t.Errorf("with 55 minutes job 3 starts in minute %v, want 90", got)
	}
}

// Whatever is read is a lesson with HTML of its own making, or a mistake in one of its lines.
func FuzzRead(f *testing.F) {
	for _, name := range Names {
		text, err := Files.ReadFile(name + ".md")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add(tiny)
	f.Add(strings.Replace(tiny, "One &", "[a](javascript:x) <script>\n> - 1. * a **b** `c` {d in two}\n\n| a |\n|-|\n", 1))
	textbook, err := parseLab(block{text: "id = \"l\"\ntitle = \"L\"\nview = [\"timeline\"]\ngallery = \"textbook\""}, experiments{})
	if err != nil {
		f.Fatal(err)
	}
	results, err := textbook.Results()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		// Reading is tried here, not simulating: every experiment has the results of the textbook's.
		begun := time.Now()
		l, err := ReadWith(func(*Lab, []byte) (*figures.Results, error) { return results, nil }, "fuzzed", []byte(text), "")
		if took := time.Since(begun); took > 20*time.Second {
			t.Errorf("reading took %v", took)
		}
		var m *Mistake
		if err != nil {
			if !errors.As(err, &m) || m.Line < 1 || m.Line > strings.Count(text, "\n")+1 || m.Reason == "" {
				t.Fatalf("the mistake is %#v in a text of %d lines", err, strings.Count(text, "\n")+1)
			}
			return
		}
		for _, markup := range []string{"<script>", "<script ", "<iframe", "<img", "<object", "<svg", " onerror", " onload", "<style", "javascript:", "<base", "<meta"} {
			body := l.Body
			for _, ours := range []string{`<script type="application/json">`} {
				body = strings.ReplaceAll(body, ours, "")
			}
			if i := strings.Index(body, markup); i >= 0 && !strings.Contains(text, strings.TrimLeft(markup, "< ")) {
				t.Fatalf("the body has %s: %s", markup, body[max(i-50, 0):min(i+50, len(body))])
			}
			if strings.HasPrefix(markup, "<") && strings.Contains(body, markup) {
				t.Fatalf("the body has %s", markup)
			}
		}
		data, err := l.Data()
		if err != nil || !json.Valid(data) {
			t.Fatal(err)
		}
	})
}
