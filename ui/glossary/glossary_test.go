package glossary

import (
	"slices"
	"strings"
	"testing"

	"backfill/engine/metrics"
	"backfill/policies"
)

// marked is a text with its terms in brackets.
func marked(m *Marker, text string) string {
	var b strings.Builder
	for _, p := range m.Pieces(text) {
		if p.Term == nil {
			b.WriteString(p.Text)
		} else {
			b.WriteString("[" + p.Text + "=" + p.Term.Name + "]")
		}
	}
	return b.String()
}

func TestTermsInTexts(t *testing.T) {
	g := New(policies.Catalogs())
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"Jobs wait.", "Jobs wait."},
		// The longest form counts, and each term once.
		{"Bounded slowdown and slowdown; slowdown", "[Bounded slowdown=Bounded slowdown] and [slowdown=Slowdown]; slowdown"},
		{"backfilled to end by the shadow time, by backfilling", "[backfilled=Backfilling] to end by the [shadow time=Shadow time], by backfilling"},
		// Words within words are other words, and so are names in capitals that are not written so.
		{"an easy choice; EASY-D; EASYLY; unreserved reservations", "an easy choice; [EASY-D=EASY-D]; EASYLY; unreserved [reservations=Reservation]"},
		{"EASY, conservative backfilling and “first come, first served”", "[EASY=EASY backfilling], [conservative backfilling=Conservative backfilling] and “[first come, first served=First come, first served]”"},
		{"Loss of capacity: ½ of the makespan", "[Loss of capacity=Loss of capacity]: ½ of the [makespan=Makespan]"},
		{"Priority 3 is a priority", "Priority 3 is a priority"},
	} {
		if got := marked(g.Marker(nil), c.text); got != c.want {
			t.Errorf("%q is marked\n%s, want\n%s", c.text, got, c.want)
		}
	}
	// In an experiment a label is the policy that it names there.
	m := g.Marker(map[string]*Term{"FCFS": g.Policy("priority-backfill"), "Whoever fits": g.Policy("fpfs"), "": g.Policy("los")})
	if got, want := marked(m, "less under Whoever fits than under FCFS"), "less under [Whoever fits=FPFS] than under [FCFS=Priority backfilling]"; got != want {
		t.Errorf("labels are marked %s, want %s", got, want)
	}
	if got, want := marked(m, "FCFS has reservations"), "FCFS has [reservations=Reservation]"; got != want {
		t.Errorf("the next text of the paragraph is marked %s, want %s", got, want)
	}
}

// Every term has an id of its own, a name and sentences; the words are in order; all of its forms lead to a term.
func TestTerms(t *testing.T) {
	g := New(policies.Catalogs())
	ids := map[string]bool{}
	for _, term := range g.All() {
		if ids[term.ID] || strings.ContainsAny(term.ID, " ,") {
			t.Errorf("the id %q is not one", term.ID)
		}
		ids[term.ID] = true
		if term.Name == "" || !strings.HasSuffix(term.Text, ".") {
			t.Errorf("%s is explained as %q", term.Name, term.Text)
		}
	}
	if n := len(words) + len(policies.Catalogs().Policies) + len(metrics.Descriptions); len(ids) != n {
		t.Errorf("%d terms, want %d", len(ids), n)
	}
	if !slices.IsSortedFunc(words, func(a, b word) int { return strings.Compare(a.name, b.name) }) {
		t.Error("the words are not in alphabetical order")
	}
	for _, w := range words {
		for _, text := range w.forms {
			if got := marked(g.Marker(nil), text); got != "["+text+"="+w.name+"]" {
				t.Errorf("%q is marked %s", text, got)
			}
		}
	}
}
