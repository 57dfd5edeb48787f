package ui

import (
	"strings"
	"testing"

	"backfill/ui/draft"
)

func TestTheBannerNamesTheFieldInWords(t *testing.T) {
	for path, want := range map[string]string{
		"/machine/processors":        "There is a mistake in “Machine, Processors”",
		"/workload/jobs":             "There is a mistake in “Workload, Jobs”",
		"/policies/1/reservations":   "There is a mistake in “Policy 2, Reservations”",
		"/seed":                      "There is a mistake in “Seed”",
		"/groups/0/classes":          "There is a mistake in “Grouping 1, Classes”",
		"/groups/7/classes":          "Grouping 8, Classes: bad",
		"/workload/transform/0/no":   "Transformation 1",
		"/machine/cores":             "Machine, Cores: bad",
		"/policies/0/kind":           "There is a mistake in “Policy 1”",
		"/something/else/altogether": "bad",
	} {
		p, _ := firstVisit(t)
		p.Wrong = draft.Mistakes{path: "bad"}
		if got := p.staleSentence(); !strings.HasPrefix(got, want) && !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

func TestTheBannerFollowsWhatIsTyped(t *testing.T) {
	p, b := firstVisit(t)
	p.Edit("/machine/processors", "16")
	p.Edit("/machine/processors", "16x") // before the run has begun
	b.pass()
	if len(b.asked) != 1 || p.Notice.Text != "" || !p.AsksToRun() {
		t.Errorf("%d runs, notice %q", len(b.asked), p.Notice.Text)
	}
	if !strings.HasPrefix(b.said, "Machine, Processors: ") {
		t.Errorf("announced was %q", b.said)
	}
	p.Run()
	if b.focused != "field-machine-processors" {
		t.Errorf("the focus is on %q", b.focused)
	}
	p.Edit("/machine/processors", "8")
	if p.AsksToRun() || p.Notice.Text != "" {
		t.Errorf("the mistake is corrected, but the page says %q %q", p.staleSentence(), p.Notice.Text)
	}
}

func TestShowingAMistakeUnfoldsItsCard(t *testing.T) {
	p, b := firstVisit(t)
	p.Editor.FoldedCards["settings"] = true
	p.Edit("/seed", "x")
	render(t, p).do("mistake-button", "click", "")
	if p.Editor.FoldedCards["settings"] || b.focused != "field-seed" {
		t.Errorf("the card is folded: %v; the focus is on %q", p.Editor.FoldedCards["settings"], b.focused)
	}
}

func TestAnUnreadableLinkIsSpokenOfAsLongAsNothingChanges(t *testing.T) {
	p, b := newPage(t)
	p.Open("s=1.AAAA", "")
	b.answer()
	if !p.Notice.Problem {
		t.Error("the textbook case took the message away")
	}
	p.Edit("/machine/processors", "16")
	if p.Notice.Text != "" {
		t.Error("the message stays for ever")
	}
}
