package modelfit

import (
	"github.com/vugu/vugu"

	"backfill/ui/phrase"
)

// someRemarks is how many stand on the page until all are asked for.
const someRemarks = 3

// OtherwiseTitle says for reports that the policy is otherwise than the files of the configuration say; "" if it is not.
func (p *ModelFit) OtherwiseTitle() string {
	n := len(p.Otherwise())
	switch {
	case n == 0:
		return ""
	case !p.Named:
		return "Otherwise than configured: " + phrase.Plural(int64(n), "remark") + ", left out here as they may have names, which the page does not show."
	}
	return "Otherwise than configured:"
}

// OtherwiseRemarks are these for reports, unless names are not to be shown.
func (p *ModelFit) OtherwiseRemarks() []string {
	if !p.Named {
		return nil
	}
	return p.Otherwise()
}

// visibleRemarks are those on the page.
func (p *ModelFit) visibleRemarks() []string {
	all := p.Otherwise()
	if p.Unfolded["otherwise"] {
		return all
	}
	return all[:min(someRemarks, len(all))]
}

// remarksBar shows all of them.
func (p *ModelFit) remarksBar() vugu.Builder {
	if len(p.Otherwise()) <= someRemarks {
		return p.QuietBar("")
	}
	return p.QuietBar("Otherwise than configured", p.Folds("otherwise", "Show all"))
}
