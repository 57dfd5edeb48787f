package ui

import (
	"slices"
	"strings"

	"backfill/ui/answer"
	"backfill/ui/glossary"
)

// helpWords are the words of the glossary and the metrics that the table of answers has at first sight, in alphabetical order.
func (p *Page) helpWords() []*glossary.Term {
	list := slices.Clone(p.Glossary.Words)
	for _, name := range answer.MainMetrics {
		list = append(list, p.Glossary.Metric(name))
	}
	list = append(list, p.Glossary.Metric("offeredLoad"))
	slices.SortFunc(list, func(a, b *glossary.Term) int { return strings.Compare(a.Name, b.Name) })
	return list
}
