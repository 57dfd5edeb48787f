package campaign

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// noted is a check that notes which cases it was called for, and fails at some.
type noted struct {
	mu    sync.Mutex
	cases []int64
}

func (x *noted) check(n int64) error {
	x.mu.Lock()
	x.cases = append(x.cases, n)
	x.mu.Unlock()
	switch {
	case n == 3:
		return errors.New("three is wrong")
	case n == 5:
		panic("five is worse")
	}
	return nil
}

// A campaign of eight cases that is broken off after four goes on with the fifth, on the same commit alone.
func TestABrokenOffCampaignGoesOn(t *testing.T) {
	root := t.TempDir()
	run := func(commit string, every bool, cases int64) (*kept, []int64) {
		t.Helper()
		var x noted
		p := Plan{Name: "of/tests", Cases: cases}
		k, err := open(root, p, commit, every)
		if err != nil {
			t.Fatal(err)
		}
		if err := k.run(t, p, time.Now().Add(time.Hour), x.check); err != nil {
			t.Fatal(err)
		}
		slices.Sort(x.cases)
		return k, x.cases
	}
	for _, c := range []struct {
		commit   string
		every    bool
		cases    int64
		want     []int64
		findings int
	}{
		{"a", false, 4, []int64{0, 1, 2, 3}, 1},
		{"a", false, 8, []int64{4, 5, 6, 7}, 2},
		{"a", false, 8, nil, 2},
		{"b", true, 9, []int64{8}, 2},
		{"c", false, 2, []int64{0, 1}, 0},
		{"c+", false, 2, []int64{0, 1}, 0},
		{"c+", false, 2, []int64{0, 1}, 0},
	} {
		k, cases := run(c.commit, c.every, c.cases)
		if !slices.Equal(cases, c.want) || len(k.Findings) != c.findings || k.Done != c.cases {
			t.Errorf("%+v: cases %v, findings %v, done %d", c, cases, k.Findings, k.Done)
		}
	}
}

// However little time there is, a round does a case; calls that stand for ten cases each count ten.
func TestARoundDoesACase(t *testing.T) {
	var x noted
	k, err := open(t.TempDir(), Plan{Name: "short"}, "a", false)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := k.round(Plan{Cases: 1000, Each: 10}, 1, time.Now(), x.check); err != nil {
			t.Fatal(err)
		}
	}
	if k.Done != 20 || !slices.Equal(x.cases, []int64{0, 10}) {
		t.Errorf("done %d, cases %v", k.Done, x.cases)
	}
}

func TestFindingsHaveTheirNumber(t *testing.T) {
	var x noted
	k, err := open(t.TempDir(), Plan{Name: "found"}, "a", false)
	if err != nil {
		t.Fatal(err)
	}
	if err := k.round(Plan{Cases: 6}, 1, time.Now().Add(time.Hour), x.check); err != nil {
		t.Fatal(err)
	}
	if len(k.Findings) != 2 || k.Findings[0] != (Finding{3, "three is wrong"}) || k.Findings[1].Case != 5 || !strings.Contains(k.Findings[1].Text, "five is worse") {
		t.Errorf("%+v", k.Findings)
	}
}

func TestNamesStayInTheFolder(t *testing.T) {
	for _, name := range []string{"", "../x", "a//b", "a/", "a b", "a|b"} {
		if _, err := open(t.TempDir(), Plan{Name: name}, "a", false); err == nil {
			t.Errorf("%q is accepted", name)
		}
	}
}

func TestCasesAreAlwaysTheSame(t *testing.T) {
	a, b := Rand("x", 7), Rand("x", 7)
	if n := a.Uint64(); n != b.Uint64() || n == Rand("x", 8).Uint64() || n == Rand("y", 7).Uint64() {
		t.Error("random numbers do not depend on name and number alone")
	}
}

// The row of x is replaced, that of y stays, and so does what stands around the table.
func TestTable(t *testing.T) {
	text := "# Campaigns\n\n" + beginOfTable + headOfTable + "| x | old | 1 of 2 | 0 | 2026-01-01 | a | 0.00 |\n| y | other | 3 of 4 | 1 | 2026-01-01 | a | 0.00 |\n\n" + endOfTable + "\nFound.\n"
	k := &kept{Name: "x", About: "new", Cases: 1000000, Done: 12345, Date: "2026-01-02", Commit: "b", Hours: 1.5}
	want := strings.Replace(text, "| x | old | 1 of 2 | 0 | 2026-01-01 | a | 0.00 |", "| x | new | 12,345 of 1,000,000 | 0 | 2026-01-02 | b | 1.500 |", 1)
	for range 2 { // writing it twice changes nothing
		got, err := tableWith(text, []*kept{k})
		if err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Fatalf("got\n%s\nwant\n%s", got, want)
		}
		text = got
	}
	if _, err := tableWith("# Campaigns\n", nil); err == nil {
		t.Error("a text without markers is accepted")
	}
	if got := fmt.Sprintf("%s %s %s %s", thousands(0), thousands(999), thousands(1000), thousands(100000000)); got != "0 999 1,000 100,000,000" {
		t.Error(got)
	}
}
