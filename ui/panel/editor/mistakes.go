package editor

import (
	"slices"
	"strconv"
	"strings"

	"backfill/ui/draft"
	"backfill/ui/phrase"
	"backfill/ui/session"
)

// place is where a field stands in the form.
type place struct {
	Card  string // as in FoldedCards
	Words string // such as "Policy 2, Reservations"
	Field string // id of its element, "" if no field shows the path
}

// PlaceOf finds the field at path.
func (e *Editor) PlaceOf(path string) place {
	if path == "/name" {
		return place{Card: "settings", Words: "Name of the experiment"} // above the form: no card shows it
	}
	parts := strings.Split(strings.TrimPrefix(path, "/"), "/")
	at := place{Card: parts[0], Field: Field{Path: path}.ID()}
	last := parts[len(parts)-1]
	numbered := func(noun, list string) {
		if i, err := strconv.Atoi(parts[len(parts)-2]); err == nil {
			at.Words = noun + " " + strconv.Itoa(i+1)
			if last == "kind" {
				at.Field = session.ChoiceID(list, i)
			}
		}
	}
	switch {
	case parts[0] == "machine" && len(parts) == 2:
		at.Words = "Machine"
	case parts[0] == "workload" && len(parts) == 4:
		numbered("Transformation", "transformations")
	case parts[0] == "workload" && len(parts) == 2:
		at.Words = "Workload"
	case parts[0] == "policies" && len(parts) == 3:
		numbered("Policy", "policies")
	case parts[0] == "sweep" && len(parts) == 3:
		at.Card = "repeat"
		numbered("Sweep", "axes")
	case parts[0] == "groups" && len(parts) == 3:
		numbered("Grouping", "groupings")
	default:
		at.Card, last = "settings", strings.TrimPrefix(path, "/")
		if draft.IsRepeatSetting(last) {
			at.Card = "repeat"
		}
	}
	if !e.shows(path, at.Card, last) {
		at.Field = ""
	}
	switch last {
	case "label":
		at.Words = phrase.Join(", ", at.Words, "Name")
	case "kind":
	default:
		label := draft.FieldLabel(last)
		if q := draft.ParamNamed(e.Form.Workload(e.Draft.Workload.Kind), last); q != nil && parts[0] == "workload" && len(parts) == 2 {
			label = draft.ParamLabel(q)
		}
		if e.IsScript(path) {
			label = "Script"
		}
		at.Words = phrase.Join(", ", at.Words, label)
	}
	return at
}

// shows says whether a card has a field for path, which ends with name.
func (e *Editor) shows(path, card, name string) bool {
	if strings.HasPrefix(path, "/sweep/") {
		return name == "kind" || name == "values"
	}
	if strings.HasPrefix(path, "/groups/") {
		i, err := strconv.Atoi(strings.Split(path, "/")[2])
		return err == nil && i < len(e.Draft.Groups) && (name == "kind" || slices.ContainsFunc(e.groupingFields(i), func(f Field) bool { return f.Name == name }))
	}
	if card == "settings" || card == "repeat" {
		return slices.ContainsFunc(e.settingFields(append(draft.SettingParams(), draft.RepeatParams(&e.Draft)...)), func(f Field) bool { return f.Name == name })
	}
	choice, _ := e.Draft.Choice(path)
	return choice != nil && (name == "kind" || name == "label" || name == "elastic" || draft.ParamNamed(e.Form.About(path, choice.Kind), name) != nil)
}

// FirstWrong is the path of the first mistake in the order of the form, "" if there
// is none or it concerns no field.
func (e *Editor) FirstWrong() string {
	first, card := "", len(cardOrder)
	for path := range e.Wrong {
		at := slices.Index(cardOrder, e.PlaceOf(path).Card)
		if at < card || at == card && path < first {
			first, card = path, at
		}
	}
	return first
}

// cardOrder is the order of the cards in the form.
var cardOrder = []string{"machine", "workload", "policies", "repeat", "groups", "settings"}

// MistakeSentence says what is wrong and where, for those who do not see the field.
func (e *Editor) MistakeSentence() string {
	if len(e.Wrong) == 0 {
		return ""
	}
	path := e.FirstWrong()
	return phrase.Join(": ", e.PlaceOf(path).Words, e.Wrong[path])
}

// MistakeNotice names the first field with a mistake, beside which stands what is
// wrong; if no field shows it, this says it. It also says what the results are of, if there are any.
func (e *Editor) MistakeNotice() string {
	at := e.PlaceOf(e.FirstWrong())
	kept := "; the results are those of the last experiment without mistakes."
	switch {
	case e.Running:
		kept = "; what runs is the last experiment without mistakes."
	case e.Shown.Results == nil:
		kept = "; nothing is simulated yet."
	}
	switch {
	case at.Field == "":
		return strings.TrimSuffix(e.MistakeSentence(), ".") + kept
	case len(e.Wrong) > 1:
		return phrase.Plural(int64(len(e.Wrong)), "mistake") + ", the first in “" + at.Words + "”" + kept
	}
	return "There is a mistake in “" + at.Words + "”" + kept
}

// ShowMistake unfolds the first field with a mistake and moves the focus there.
func (e *Editor) ShowMistake() {
	path := e.FirstWrong()
	at := e.PlaceOf(path)
	switch {
	case path == "/name":
		at.Field = "experiment-name"
	case at.Field == "":
		at.Field = "experiment"
	}
	e.FoldedCards["experiment"], e.FoldedCards[at.Card] = false, false
	e.Browser.Focus(at.Field)
}

// NameInvalid is the value of aria-invalid of the experiment's name.
func (e *Editor) NameInvalid() string { return Field{mistake: e.Wrong["/name"]}.invalid() }
