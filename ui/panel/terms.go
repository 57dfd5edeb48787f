package panel

import (
	"github.com/vugu/vugu"

	"backfill/engine/metrics"
	"backfill/ui/glossary"
)

// Term is a word that is explained where it stands: a button beside which the browser shows the explanation (Screen.Rendered), without
// the page having to do anything.
type Term struct {
	text string
	term *glossary.Term
}

// Plain is a text that nothing explains.
type Plain struct{ text string }

// Term is a component that shows a text that a term of the glossary explains, or just the text if there is none.
func (s *Shared) Term(text string, t *glossary.Term) vugu.Builder {
	if t == nil {
		return &Plain{text}
	}
	return &Term{text, t}
}

// Metric is a component that shows the title of a metric, which its description explains.
func (s *Shared) Metric(d *metrics.Description) vugu.Builder {
	return s.Term(d.Title, s.Glossary.Metric(d.Name))
}

// Policy is a component that shows the label of a policy of the results, which its kind explains.
func (s *Shared) Policy(label string) vugu.Builder { return s.Term(label, s.labels()[label]) }

// labels are the policies of the results, or else of the experiment, by label.
func (s *Shared) labels() map[string]*glossary.Term {
	labels := map[string]*glossary.Term{}
	if s.Shown.Plan != nil {
		for _, p := range s.Shown.Plan.Policies {
			labels[p.Label] = s.Glossary.Policy(p.Kind.Kind)
		}
		return labels
	}
	for i, label := range s.Form.Labels(&s.Draft) {
		labels[label] = s.Glossary.Policy(s.Draft.Policies[i].Kind)
	}
	return labels
}
