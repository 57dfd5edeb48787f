package editor

import (
	"fmt"
	"strconv"

	"github.com/vugu/vugu"

	"backfill/engine/param"
	"backfill/ui/draft"
	"backfill/ui/panel"
	"backfill/ui/widget"
)

// Editor is the form in which the experiment is edited.
type Editor struct {
	*panel.Shared
	Allowed     Allowances        // what the reader of a frame may change
	FoldedCards map[string]bool   // by the name of the card; "experiment" is the form as a whole
	toAdd       map[string]string // kind that "Add" adds to the list at a path
	writing     writing           // (script.go)
}

// New makes the form, with the cards folded that few need.
func New(s *panel.Shared) *Editor {
	return &Editor{Shared: s, FoldedCards: map[string]bool{"repeat": true, "groups": true, "settings": true}, toAdd: map[string]string{}}
}

// Fold folds cards of the form.
func (e *Editor) Fold(cards ...string) {
	for _, card := range cards {
		e.FoldedCards[card] = true
	}
}

// Unfold unfolds cards of the form.
func (e *Editor) Unfold(cards ...string) {
	for _, card := range cards {
		e.FoldedCards[card] = false
	}
}

// Folded says whether a card is folded; "experiment" is the form as a whole.
func (e *Editor) Folded(card string) bool { return e.FoldedCards[card] }

// Experiment shows the form, card by card.
type Experiment struct{ *Editor }

// card is one card of the form: folded it shows the sentence, unfolded the body.
type card struct {
	Name, Title, Sentence string
	Body                  func() vugu.Builder
}

// Cards are those of the form, in their order.
func (c *Experiment) Cards() []card {
	return []card{
		{"machine", "Machine", c.MachineSentence(), c.machine},
		{"workload", "Workload", c.WorkloadSentence(), func() vugu.Builder { return c.Guard(&Load{c.Editor}) }},
		{"policies", "Policies", c.PoliciesSentence(), c.policies},
		{"repeat", "Sweep and replications", c.RepeatSentence(), func() vugu.Builder { return c.Guard(&Repeat{c.Editor}) }},
		{"groups", "Groups of jobs", c.GroupsSentence(), c.groupings},
		{"settings", "Settings", c.SettingsSentence(), func() vugu.Builder { return c.fieldset(c.settingFields(draft.SettingParams())) }},
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
	fields := append([]Field{c.PresetField()}, c.kindField("/machine", "Kind", &c.Draft.Machine, c.Form.Catalogs.KindsAt("/machine/kind"))...)
	return c.kindset(fields, "/machine", &c.Draft.Machine, c.Form.Machine(c.Draft.Machine.Kind))
}

func (c *Experiment) policies() vugu.Builder {
	return c.Guard(&Choices{
		Editor: c.Editor, path: "/policies", noun: "policies", invitation: "Policy",
		list: c.Draft.Policies, kinds: c.Form.Catalogs.KindsAt("/policies/"),
		least: 1, most: draft.MaxPolicies, add: c.AddPolicy, remove: c.RemovePolicy, move: c.MovePolicy, double: c.CopyPolicy,
		body: func(i int, about *param.Description) vugu.Builder {
			return c.kindset(c.policyFields(i, about), fmt.Sprintf("/policies/%d", i), &c.Draft.Policies[i], about)
		},
	})
}

// policyFields are the fields that every policy has: its name and whether it obeys
// elastic control commands.
func (e *Editor) policyFields(i int, about *param.Description) []Field {
	c := e.Draft.Policies[i]
	at := "/policies/" + strconv.Itoa(i)
	label := draft.DefaultLabel(c, about)
	fields := []Field{{
		Param: param.Param{Name: "label", Kind: param.Text, Doc: "What results call this policy; if empty, " + label + "."},
		Path:  at + "/label", Label: "Name", Text: c.Label, mistake: e.Wrong[at+"/label"], empty: label,
	}}
	return append(fields, Field{
		Param: param.Param{Name: "elastic", Kind: param.Boolean, Default: false,
			Doc: "Whether commands of the workload that extend or reduce jobs are obeyed; otherwise they are ignored."},
		Path: at + "/elastic", Label: "Elastic", Text: strconv.FormatBool(c.Elastic), mistake: e.Wrong[at+"/elastic"],
	})
}

// Outline tells in sentences what an experiment is that cannot be changed.
type Outline struct{ *Editor }

func (c *Outline) cards() []card {
	if c.Draft.Machine.Kind == "" {
		return nil
	}
	return (&Experiment{c.Editor}).Cards()
}
