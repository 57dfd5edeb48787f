package accounting

import (
	"fmt"
	"testing"
)

// Files of PBS go by the times of their first records, whatever their names: 20260301 is of the last of three days. Those of LSF, of which the one
// without a number is the newest, go by name. Files of two formats, tables with other columns, a log in the Standard Workload Format and a
// file alone are joined with nothing. Among other files, those of the format that most have are joined.
func TestOrderOfParts(t *testing.T) {
	const (
		late   = "03/03/2026 10:00:00;Q;3.s;user=ann queue=work\n"
		early  = "02/28/2026 10:00:00;Q;1.s;user=ann queue=work\n"
		middle = "a line of something else\n03/01/2026 10:00:00;Q;2.s;user=ann queue=work\n"
		lsf    = `"JOB_FINISH" "10.1" 1100 7 1 2 2 1000` + "\n"
		other  = "JobID|Submit|Start|End|State|NCPUS\n"
	)
	for _, c := range []struct {
		parts []Part
		want  string
	}{
		{[]Part{{"20260301", []byte(late)}, {"20260302", []byte(early)}, {"empty", nil}, {"20260303", []byte(middle)}}, "[1 3 0]"},
		{[]Part{{"lsb.acct.1", []byte(lsf)}, {"lsb.acct", []byte(lsf)}}, "[1 0]"},
		{[]Part{{"b", []byte(plainHead + "1|x")}, {"a", []byte(plainHead)}}, "[1 0]"},
		{[]Part{{"b", []byte(plainHead)}, {"a", []byte(other)}}, "[]"},
		{[]Part{{"a", []byte(late)}, {"b", []byte(lsf)}}, "[]"},
		{[]Part{{"a", []byte(late)}, {"b", []byte("; MaxProcs: 4\n1 0 0 100 4 -1 -1 4 100 -1 1 1 1 -1 -1 -1 -1 -1\n")}}, "[]"},
		{[]Part{{"a", []byte(late)}, {"b", []byte("\n")}}, "[]"},
		{nil, "[]"},
		{[]Part{{"README", []byte("What is here\n")}, {"b", []byte(late)}, {"lsb.acct", []byte(lsf)}, {"a", []byte(early)}}, "[3 1]"},
	} {
		if got := fmt.Sprint(Order(c.parts)); got != c.want {
			t.Errorf("%q: %s, want %s", c.parts, got, c.want)
		}
	}
}
