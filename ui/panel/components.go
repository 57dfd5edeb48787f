package panel

import (
	"fmt"

	"github.com/vugu/vugu"

	"backfill/ui/widget"
)

// Guard puts a component into a guard that shows panics on the page, and on the console where they came from. Events of elements that are about
// another experiment than the one that is edited or shown now do nothing.
func (s *Shared) Guard(inner vugu.Builder) vugu.Builder {
	return &widget.Guard{Inner: inner, Crashed: s.report, About: s.About}
}

func (s *Shared) report(what any, stack []byte) {
	s.Browser.Report(fmt.Errorf("panic: %v\n%s", what, stack))
	s.Crashed(fmt.Sprint(what))
}

// Bar makes a bar of plain buttons.
func (s *Shared) Bar(name string, list ...widget.Button) vugu.Builder {
	return s.Guard(&widget.Buttons{Name: name, List: list})
}

// QuietBar makes a bar of buttons that do not catch the eye.
func (s *Shared) QuietBar(name string, list ...widget.Button) vugu.Builder {
	for i := range list {
		list[i].Class = "quiet"
	}
	return s.Bar(name, list...)
}

// Folds is a button that folds and unfolds what.
func (s *Shared) Folds(what, text string) widget.Button {
	return widget.Button{Text: text, Expanded: widget.Yes(s.Unfolded[what]), Do: func() { s.Toggle(what) }}
}

// Toggle folds or unfolds something that is folded at first.
func (s *Shared) Toggle(what string) { s.Unfolded[what] = !s.Unfolded[what] }
