package paired

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"backfill/engine"
	"backfill/engine/drawings"
)

// plain is text with plain spaces.
func plain(text string) string { return strings.ReplaceAll(text, "\u00a0", " ") }

// Two jobs in four drawings. Job 1 waits 10, 20, 30, 40 s before and 4 s less each time, then 6, 5 and 5 s; job 2 does not start in drawing 1 now, and
// is left out. Differences −4, −6, −5, −5 have the mean −5 and the deviation √(2/3); Student's t with 3 degrees of freedom is 3.18245, so that the
// interval is −5 ± 3.18245 · √(2/3) / 2 = −5 ± 1.299.
func TestClause(t *testing.T) {
	s := engine.Second
	old := []drawings.Waits{{10 * s, 0}, {20 * s, 0}, {30 * s, 0}, {40 * s, 0}}
	now := []drawings.Waits{{6 * s, 0}, {14 * s, drawings.Unknown}, {25 * s, 0}, {35 * s, 0}}
	c := Of(old, now, []int32{0, 1}, []int32{0, 1}, 0.95)
	if c.Jobs != 1 || c.LeftOut != 1 || c.Was != 25 || c.Is != 20 || c.Sign() != -1 {
		t.Errorf("%+v", c)
	}
	for _, one := range []struct {
		got, want string
	}{
		{c.Clause("", true), "jobs wait 5.00 s less on average (95 % interval 3.70 s to 6.30 s less; 4 drawings, better in all 4)"},
		{c.Clause("the 1 job that ended both times", false), "the 1 job that ended both times waits 5.00 s less on average (95 % interval 3.70 s to 6.30 s less; 4 drawings, less in all 4)"},
		{c.Cell(true).Text + " " + c.Cell(true).Difference, "25.0 s → 20.0 s −5.00 s (−6.30 s to −3.70 s) ✓"},
		{c.Cell(false).Verdict, ""},
	} {
		if plain(one.got) != one.want {
			t.Errorf("%q, want %q", plain(one.got), one.want)
		}
	}
	// With the old waits of the third drawing for the new ones and the other way round, differences are −4, −6, 5 and −5: the mean is −2.5, the deviation
	// √(77/3) = 5.07 and the interval −2.5 ± 3.18245 · 5.07 / 2 = −2.5 ± 8.06.
	old[2], now[2] = now[2], old[2]
	c = Of(old, now, []int32{0}, []int32{0}, 0.95)
	if want := "no difference in mean waits is shown (95 % interval between 10.56 s less and 5.56 s more; 4 drawings)"; plain(c.Clause("", true)) != want || c.Cell(true).Verdict != "" {
		t.Errorf("%q, want %q; the cell is %+v", plain(c.Clause("", true)), want, c.Cell(true))
	}
	c = Of(old, old, []int32{0}, []int32{0}, 0.95)
	if want := "no difference in mean waits is shown (0 s to 0 s: the same in all 4 drawings)"; plain(c.Clause("", true)) != want || *c.Difference.Low != 0 || *c.Difference.High != 0 {
		t.Errorf("%q, want %q", plain(c.Clause("", true)), want)
	}
	if got := Of(old, now, nil, nil, 0.95); got.Sign() != 0 || got.Cell(true).Text != "–" {
		t.Errorf("of no jobs: %+v", got)
	}
}

// Whatever jobs there are: before and now changed for each other, the difference is the other one with its signs changed, and of a run and itself
// nothing is shown.
func TestExchanged(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		jobs := rapid.IntRange(1, 6).Draw(t, "jobs")
		draw := func(name string) (all []drawings.Waits) {
			for range 5 {
				all = append(all, rapid.SliceOfN(rapid.Custom(func(t *rapid.T) engine.Time {
					return engine.Time(rapid.IntRange(-1, 5000).Draw(t, "wait"))
				}), jobs, jobs).Draw(t, name))
			}
			return all
		}
		old, now := draw("old"), draw("now")
		rows := drawings.Rows(old)
		a, b := Of(old, now, rows, rows, 0.95), Of(now, old, rows, rows, 0.95)
		if a.Sign() != -b.Sign() || a.Better != b.Worse || a.Jobs != b.Jobs {
			t.Fatalf("%+v and exchanged %+v", a, b)
		}
		swap := strings.NewReplacer("less", "more", "more", "less", "better", "worse", "worse", "better")
		if a.Sign() != 0 && swap.Replace(a.Clause("", true)) != b.Clause("", true) {
			t.Fatalf("%q, exchanged %q", a.Clause("", true), b.Clause("", true))
		}
		if same := Of(old, old, rows, rows, 0.95); same.Sign() != 0 || same.Cell(true).Verdict != "" {
			t.Fatalf("of a run and itself: %+v", same)
		}
	})
}

func TestShares(t *testing.T) {
	group := func(name string, sign engine.Time) Group {
		old, now := []drawings.Waits{{5}, {6}, {7}}, []drawings.Waits{{5 + sign}, {6 + sign}, {7 + sign}}
		return Group{Name: name, Change: Of(old, now, []int32{0}, []int32{0}, 0.95)}
	}
	for _, c := range []struct {
		groups []Group
		word   string
		judged bool
		want   string
	}{
		{nil, "account", true, ""},
		{[]Group{group("account 3", -1), group("account 5", -2), group("account 1", 3), group("account 2", 0), group("account 4", 0)}, "account", true, "accounts 3 and 5 gain, account 1 loses, of 5; the others show no difference"},
		{[]Group{group("account 3", -1), group("account 1", 3), group("unknown accounts", 0)}, "account", false, "account 3 waits less, account 1 waits longer, of 3; the other shows no difference"},
		{[]Group{{Name: "account 3", Change: group("", -1).Change, Lost: 16, Ran: 40}, group("account 5", -2), group("account 1", 0)}, "account", false, "account 3 loses 16 of its 40 jobs, account 5 waits less, of 3; the other shows no difference"},
		{[]Group{{Name: "unknown accounts", Lost: 1, Ran: 1}}, "account", true, "jobs of unknown accounts lose 1 of their 1 job"},
		{[]Group{group("QOS 3", -1), group("QOS 4", -1)}, "QOS", true, "QOS 3 and 4 gain"},
		{[]Group{group("4 to 7 processors", 1), group("1 processor", 0)}, "size", true, "jobs of 4 to 7 processors lose, of 2; the other shows no difference"},
		{[]Group{group("account 3", 0), group("account 5", 0)}, "account", true, "none of 2 accounts shows a difference"},
		{[]Group{group("account 3", 0)}, "account", true, "account 3 shows no difference"},
		{[]Group{group("unknown users", -1)}, "user", true, "jobs of unknown users gain"},
	} {
		if got := Shares(c.groups, c.word, c.judged); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
