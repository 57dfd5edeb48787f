// Package glossary explains the words of the field and finds them in texts. Policies and metrics are explained by their own
// descriptions. It does not know where a text is shown, or how.
package glossary

import (
	"strings"

	"backfill/engine/metrics"
	"backfill/engine/scenario"
	"backfill/ui/draft"
)

// Term is a word that is explained.
type Term struct {
	ID   string // of the element that explains it
	Name string
	Text string // one sentence or a few
}

// Glossary are all terms, in three lists.
type Glossary struct {
	Words    []*Term // in alphabetical order
	Policies []*Term // in the order of the catalog
	Metrics  []*Term // in the order of metrics.Descriptions

	forms forms
}

// spoken are the metrics whose titles stand in sentences.
var spoken = []string{"utilization", "makespan", "lossOfCapacity", "offeredLoad"}

// New is the glossary of the words, of a catalog's policies and of all metrics.
func New(c scenario.Catalogs) *Glossary {
	g := &Glossary{forms: forms{}}
	for _, w := range words {
		t := &Term{"term-" + strings.ReplaceAll(strings.ToLower(w.name), " ", "-"), w.name, w.text}
		g.Words = append(g.Words, t)
		for _, text := range w.forms {
			g.forms.add(text, t)
		}
	}
	for i := range c.Policies {
		about := &c.Policies[i].Description
		t := &Term{policyID(about.Kind), about.Name, about.Doc}
		g.Policies = append(g.Policies, t)
		g.forms.add(about.Name, t)
		if short := draft.PlainName(about); short == strings.ToUpper(short) {
			g.forms.add(short, t) // "Priority" alone is a word like any other
		}
	}
	for i := range metrics.Descriptions {
		about := &metrics.Descriptions[i]
		g.Metrics = append(g.Metrics, &Term{"term-metric-" + about.Name, about.Title, about.Doc})
	}
	for _, name := range spoken {
		g.forms.add(g.Metric(name).Name, g.Metric(name))
	}
	return g
}

func policyID(kind string) string { return "term-policy-" + kind }

// All are the terms of the three lists.
func (g *Glossary) All() []*Term {
	all := append([]*Term{}, g.Words...)
	return append(append(all, g.Policies...), g.Metrics...)
}

// Metric explains the metric of that name, of which there is one.
func (g *Glossary) Metric(name string) *Term { return g.Metrics[metrics.Index(name)] }

// Policy explains a kind of policy, nil if the catalog has none of that name.
func (g *Glossary) Policy(kind string) *Term {
	for _, t := range g.Policies {
		if t.ID == policyID(kind) {
			return t
		}
	}
	return nil
}
