package lessons

import (
	"errors"
	"strings"
	"testing"
)

// With w = 3 job 2 of the tiny lesson needs more than the 2 processors of the machine: it never starts, and the question in line 23, whose
// answer stands in line 28, has none. The front matter has a line more than in the tiny lesson. Without the number of its wait in the text the lesson can be read; the key tells
// what the check of the lesson tells.
func TestAJobWiderThanTheMachineIsTold(t *testing.T) {
	source := tiny
	for _, c := range [][2]string{
		{"minutes = 5\n", "minutes = 5\ndraw = [\"w in 3..3\"]\n"},
		{`"run": 60, "request": 90`, `"run": 60, "processors": $w`},
		{"Job 2 waits {wait of job 2 under FCFS in two}.", "Job 2 waits."},
	} {
		if !strings.Contains(source, c[0]) {
			t.Fatalf("the lesson has no %q", c[0])
		}
		source = strings.Replace(source, c[0], c[1], 1)
	}
	const want = "question when: answer: the results do not tell the answer: job 2 never starts under FCFS; it needs 3 processors, and the machine has 2"
	all := Check("tiny", []byte(source))
	if len(all) != 1 || all[0].Line != 28 || !strings.HasPrefix(all[0].Reason, want+" (with every seed") {
		t.Errorf("checked is %v, want line 28: %s", all, want)
	}
	l, err := ReadWith(nil, "own-4c5d", []byte(source), "Anna")
	if err != nil {
		t.Fatal(err)
	}
	_, err = Key(l)
	var m *Mistake
	if !errors.As(err, &m) || m.Line != 28 || m.Reason != want {
		t.Errorf("the key's error is %v, want line 28: %s", err, want)
	}
	if _, err := Read("tiny", []byte(strings.Replace(source, "Job 2 waits.", "Job 2 waits {wait of job 2 under FCFS in two}.", 1))); err == nil || !strings.Contains(err.Error(), "job 2 never starts under FCFS; it needs 3 processors") {
		t.Errorf("a number of its wait in the text: %v", err)
	}
}
