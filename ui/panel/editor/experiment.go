package editor

import (
	"fmt"

	"github.com/vugu/vugu"

	"backfill/engine/param"
	"backfill/ui/draft"
	"backfill/ui/panel"
	"backfill/ui/widget"
)

// Outline tells in sentences what an experiment is that cannot be changed.
type Outline struct{ *Editor }

func (c *Outline) cards() []card {
	if c.Draft.Machine.Kind == "" {
		return nil
	}
	return (&Experiment{c.Editor}).Cards()
}

// Editor is the form in which the experiment is edited.
type Editor struct {
	*panel.Shared
	Allowed     Allowances        // what the reader of a frame may change
	FoldedCards map[string]bool   // cards
	toAdd       map[string]string // kind that "Add" adds to the list at a path
}

// NewEditor makes the form, with the cards folded that few need.
func New(s *panel.Shared) *Editor {
	return &Editor{Shared: s, FoldedCards: map[string]bool{"repeat": true, "groups": true, "settings": true}, toAdd: map[string]string{}}
}

// Fold folds cards of the form, and Unfold unfolds them.
func (e *Editor) Fold(cards ...string) {
	for _, card := range cards {
		e.FoldedCards[card] = true
	}
}

func (e *Editor) Unfold(cards ...string) {
	for _, card := range cards {
		e.FoldedCards[card] = false
	}
}

// Folded says whether a card is folded; "experiment" is the form as a whole.
func (e *Editor) Folded(card string) bool { return e.FoldedCards[card] }

// Experiment is the form: machine, workload, policies, settings.
type Experiment struct{ *Editor }

// card is one card of the form.
type card struct {
	Name, Title, Sentence string
	Body                  func() vugu.Builder
}

func (c *Experiment) Cards() []card {
	p := c.Editor
	return []card{
		{"machine", "Machine", p.MachineSentence(), c.machine},
		{"workload", "Workload", p.WorkloadSentence(), func() vugu.Builder { return p.Guard(&Load{p}) }},
		{"policies", "Policies", p.PoliciesSentence(), c.policies},
		{"repeat", "Sweep and replications", p.RepeatSentence(), func() vugu.Builder { return p.Guard(&Repeat{p}) }},
		{"groups", "Groups of jobs", p.GroupsSentence(), p.groupings},
		{"settings", "Settings", p.SettingsSentence(), func() vugu.Builder { return p.fieldset(p.settingFields(draft.SettingParams())) }},
	}
}

func (c *Experiment) open(name string) bool { return !c.FoldedCards[name] }

func (c *Experiment) fold(name string) { c.FoldedCards[name] = !c.FoldedCards[name] }

func (c *Experiment) foldBar() vugu.Builder {
	b := widget.Button{Text: "«", Name: "Fold the experiment", Expanded: "true", Do: func() { c.fold("experiment") }}
	if !c.open("experiment") {
		b.Text, b.Name, b.Expanded = "»", "Unfold the experiment", "false"
	}
	return c.QuietBar("Form", b)
}

func (c *Experiment) machine() vugu.Builder {
	p := c.Editor
	fields := append([]Field{p.PresetField()}, p.kindField("/machine", "Kind", &p.Draft.Machine, p.Form.Catalogs.KindsAt("/machine/kind"))...)
	return p.kindset(fields, "/machine", &p.Draft.Machine, p.Form.Machine(p.Draft.Machine.Kind))
}

func (c *Experiment) policies() vugu.Builder {
	p := c.Editor
	return p.Guard(&Choices{
		Editor: p, path: "/policies", noun: "policies", invitation: "Policy",
		list: p.Draft.Policies, kinds: p.Form.Catalogs.KindsAt("/policies/"),
		least: 1, add: p.AddPolicy, remove: p.RemovePolicy, move: p.MovePolicy, double: p.CopyPolicy,
		body: func(i int, about *param.Description) vugu.Builder {
			return p.kindset(p.policyFields(i, about), fmt.Sprintf("/policies/%d", i), &p.Draft.Policies[i], about)
		},
	})
}
