package editor

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"backfill/engine/param"
	"backfill/ui/draft"
	"backfill/ui/phrase"
	"backfill/ui/session"
)

// Field is one parameter as the form shows it.
type Field struct {
	param.Param
	Path    string
	Label   string
	Text    string // as it was typed
	mistake string
	empty   string            // what an empty field means
	varied  bool              // by the sweep
	long    bool              // the text needs the whole width
	lines   bool              // the text has several lines
	own     bool              // a Formula is to be an expression
	Words   map[string]string // for the values of a Choice, where they are not their own
	slider  *Slider           // nil: none
}

// ID is the id of the field's element.
func (f Field) ID() string { return session.FieldID(f.Path) }

// Described names the elements that describe the field's.
func (f Field) described() string {
	if f.mistake != "" {
		return f.ID() + "-mistake " + f.ID() + "-about"
	}
	return f.ID() + "-about"
}

// About is the unit, the range and the default in words.
func (f Field) about() string {
	about := f.Doc
	if f.IsOwn() {
		about = "The larger goes first. It may use " + f.Language
	}
	switch f.Kind {
	case param.Integer, param.Number:
		about += fmt.Sprintf(" %s to %s", draft.Bound(f.Min), draft.Bound(f.Max))
		if f.Unit != "" {
			about += " " + f.Unit
		}
		if d := draft.DefaultText(&f.Param); d != "" {
			about += ", by default " + d
		}
		about += "."
	case param.Integers:
		about += " Whole numbers with commas between."
	case param.Table:
		about += " The first line names the columns; - leaves a cell out"
		if slices.ContainsFunc(f.Columns, func(q param.Param) bool { return q.Kind == param.Integers }) {
			about += ", 3+3 is a list"
		}
		if slices.ContainsFunc(f.Columns, func(q param.Param) bool { return q.Empty }) {
			about += ", " + draft.NoNumbers + " an empty one"
		}
		about += ". Columns: " + draft.ColumnNames(f.Columns) + "."
	}
	if f.Without != "" {
		about += " It counts only while “" + draft.FieldLabel(f.Without) + "” is empty."
	}
	if f.Source != "" {
		about += " Source: " + f.Source + "."
	}
	return about
}

// Hint is the word beside the label: the unit, unless the label says it, and that the
// field's value is one of several.
func (f Field) hint() string {
	unit, varied := f.Unit, ""
	if strings.HasSuffix(" "+strings.ToLower(f.Label), " "+f.Unit) {
		unit = ""
	}
	if f.varied {
		varied = "varied"
	}
	return phrase.Join(", ", unit, varied)
}

// Empty is what the field shows while it is empty.
func (f Field) placeholder() string {
	switch {
	case f.empty != "":
		return f.empty
	case f.Default == nil && !f.Required:
		return "not set"
	case f.Default == "":
		return "none"
	}
	return draft.DefaultText(&f.Param)
}

// Invalid is the value of aria-invalid.
func (f Field) invalid() string {
	if f.mistake == "" {
		return ""
	}
	return "true"
}

// Checked says whether a Boolean is on.
func (f Field) checked() bool { return f.Text == "true" }

// InputMode is the keyboard that a touch screen should show.
func (f Field) inputMode() string {
	switch f.Kind {
	case param.Integer:
		return "numeric"
	case param.Number:
		return "decimal"
	}
	return "text"
}

// RowCount is the height of a table's text.
func (f Field) rowCount() int { return min(max(strings.Count(f.Text, "\n")+1, 4), 16) }

// kindField is the choice of the kind at path; none if there is no choice.
func (e *Editor) kindField(path, label string, c *draft.Choice, kinds []*param.Description) []Field {
	if len(kinds) < 2 {
		return nil
	}
	at := path + "/kind"
	f := Field{
		Param: param.Param{Name: "kind", Kind: param.Choice}, Path: at, Label: label,
		Text: c.Kind, mistake: e.Wrong[at], Words: map[string]string{},
	}
	for _, k := range kinds {
		f.Choices = append(f.Choices, k.Kind)
		f.Words[k.Kind] = k.Name
		if k.Kind == c.Kind {
			f.Doc, f.Source = k.Doc, k.Source
		}
	}
	return []Field{f}
}

// atFirst is how many parameters of a kind are shown before the rest is unfolded.
const FewFields = 5

// further says whether parameter i of a kind stays folded: it is not among the first
// ones, nobody has to give it, and nobody has given it a value.
func further(i int, q *param.Param, c *draft.Choice) bool {
	_, given := c.Texts[q.Name]
	return i >= FewFields && !q.Required && !given
}

// idle says whether parameter q counts for nothing, beside another one that is given, and nobody
// has given it a value.
func idle(q *param.Param, c *draft.Choice) bool {
	return q.Without != "" && strings.TrimSpace(c.Texts[q.Without]) != "" && strings.TrimSpace(c.Texts[q.Name]) == ""
}

// FoldedFields counts the parameters that stay folded until a button unfolds them.
func FoldedFields(c *draft.Choice, params []param.Param) int {
	if hasInstead(params, c) {
		return 0
	}
	n := 0
	for i := range params {
		if further(i, &params[i], c) && !idle(&params[i], c) {
			n++
		}
	}
	return n
}

// isInstead says whether parameter q of a kind is a file that stands for the other ones.
func isInstead(q *param.Param, c *draft.Choice) bool {
	return q.Kind == param.File && !q.Required && c.Texts[q.Name] != ""
}

func hasInstead(params []param.Param, c *draft.Choice) bool {
	return slices.ContainsFunc(params, func(q param.Param) bool { return isInstead(&q, c) })
}

// Fields are the fields of a choice of a kind, without those for which a file stands.
func (e *Editor) Fields(path string, c *draft.Choice, params []param.Param) []Field {
	var list []Field
	listed := hasInstead(params, c)
	for i, q := range params {
		if listed && !isInstead(&q, c) && strings.TrimSpace(c.Texts[q.Name]) == "" {
			continue
		}
		if idle(&q, c) && e.Wrong[path+"/"+q.Name] == "" {
			continue
		}
		if path != "" && further(i, &q, c) && !e.Unfolded["further "+path] && e.Wrong[path+"/"+q.Name] == "" {
			continue
		}
		text, given := c.Texts[q.Name]
		if !given {
			text = draft.DefaultText(&q)
		}
		at := path + "/" + q.Name
		list = append(list, Field{
			Param: q, Path: at, Label: draft.FieldLabel(q.Name), Text: text, mistake: e.Wrong[at],
			varied: e.Draft.Varied(at), Words: draft.SettingWords[q.Name], own: c.Own,
		})
	}
	return list
}

// settingFields are the fields of those settings that matter now.
func (e *Editor) settingFields(params []param.Param) []Field {
	var list []Field
	for _, f := range e.Fields("", &e.Draft.Settings, params) {
		if f.Name == "kill/grace" && e.Draft.Settings.Texts["kill/rule"] != "grace" {
			continue
		}
		list = append(list, f)
	}
	return list
}

// choiceLabels are the words for the values of a Choice.
var choiceLabels = map[string]string{
	"estimate": "at their estimate", "grace": "after a grace period", "never": "never",
	"batch": "taken together (batch)", "sequential": "one after the other (sequential)",
}

// ChoiceLabel is the word for one value of field f.
func (f Field) ChoiceLabel(value string) string {
	if word := f.Words[value]; word != "" {
		return word
	}
	if label, ok := choiceLabels[value]; ok && (strings.HasPrefix(f.Name, "kill") || f.Name == "simultaneous") {
		return label
	}
	return phrase.Humanised(value)
}

// The sentences that stand for folded cards.

// MachineSentence is such as "320 processors, in units of 32".
func (e *Editor) MachineSentence() string {
	c := e.Draft.Machine
	if c.Kind == "hosts" {
		if text := e.hostsSentence(); text != "" {
			return text
		}
	}
	if c.Kind == "farm" {
		return e.farmSentence()
	}
	if c.Kind != "cluster" {
		return e.SentenceOf(c, e.Form.Machine(c.Kind))
	}
	text := phrase.PluralOf(c.Texts["processors"], "processor")
	if unit := c.Texts["unit"]; unit != "" && unit != "1" {
		text += ", in units of " + unit
	}
	return text
}

// WorkloadSentence is such as "500 jobs, Lublin-Feitelson, load 0.9".
func (e *Editor) WorkloadSentence() string {
	c := e.Draft.Workload
	var text string
	switch c.Kind {
	case "jobs":
		lines := 0
		for _, line := range strings.Split(c.Texts["jobs"], "\n") {
			if strings.TrimSpace(line) != "" {
				lines++
			}
		}
		text = phrase.Plural(int64(max(lines-1, 0)), "job") + ", typed by hand"
	case "swf", "cwf":
		text = c.Texts["file"]
		if text == "" {
			text = "No log chosen yet"
		}
	case "farm":
		about := e.Form.Workload(c.Kind)
		value := func(name string) string {
			if text := strings.TrimSpace(c.Texts[name]); text != "" {
				return text
			}
			return draft.DefaultText(draft.ParamNamed(about, name))
		}
		text = phrase.PluralOf(value("jobs"), "job") + " for a farm, one every " + phrase.Unbroken(value("meanGap")+" s") + " on average"
		if e.Draft.Varied("/workload/meanGap") {
			text = phrase.PluralOf(value("jobs"), "job") + " for a farm, mean gap varied"
		}
	default:
		about := e.Form.Workload(c.Kind)
		jobs := c.Texts["jobs"]
		if q := draft.ParamNamed(about, "jobs"); q != nil && jobs == "" {
			jobs = draft.DefaultText(q)
		}
		var parts []string
		if jobs != "" {
			parts = append(parts, phrase.PluralOf(jobs, "job"))
		}
		if about != nil {
			parts = append(parts, modelName(about))
		}
		if q := draft.ParamNamed(about, "months"); q != nil {
			parts = append(parts, e.monthsWords(q))
		}
		if load := c.Texts["load"]; e.Draft.Varied("/workload/load") {
			parts = append(parts, "load varied")
		} else if load != "" {
			parts = append(parts, "load "+load)
		}
		parts = append(parts, e.shareWords()...)
		text = phrase.Join(", ", parts...)
	}
	for _, t := range e.Draft.Transforms {
		text += "; " + phrase.LowerFirst(e.SentenceOf(t, e.Form.Transform(t.Kind)))
	}
	return text
}

// monthsWords are the months of the workload: "Jan 2001 to Mar 2001".
func (e *Editor) monthsWords(q *param.Param) string {
	text := e.Draft.Workload.Texts[q.Name]
	if e.Draft.Varied("/workload/" + q.Name) {
		return "months varied"
	}
	if strings.TrimSpace(text) == "" {
		text = draft.DefaultText(q)
	}
	var ranges []string
	for _, part := range strings.Split(text, ",") {
		var ends []string
		for _, end := range strings.Split(part, "..") {
			end = strings.TrimSpace(end)
			if month, err := time.Parse("2006-01", end); err == nil {
				end = month.Format("Jan 2006")
			}
			ends = append(ends, end)
		}
		ranges = append(ranges, strings.Join(ends, " to "))
	}
	return phrase.List(ranges)
}

// modelName is the name of a generator, without the jobs that there need not be.
func modelName(about *param.Description) string {
	if name, _, ok := strings.Cut(about.Name, " with dedicated"); ok {
		return name + " in units"
	}
	return about.Name
}

// shareWords name the special jobs of a generated workload, where there are any: "50 %
// dedicated", "20 % extended".
func (e *Editor) shareWords() []string {
	var words []string
	for _, share := range []struct{ name, word string }{{"dedicatedShare", "dedicated"}, {"extendShare", "extended"}, {"reduceShare", "reduced"}} {
		text := strings.TrimSpace(e.Draft.Workload.Texts[share.name])
		part, err := strconv.ParseFloat(text, 64)
		switch {
		case e.Draft.Varied("/workload/" + share.name):
			words = append(words, "share of "+share.word+" jobs varied")
		case err == nil && part > 0 && part <= 1:
			words = append(words, phrase.Percent(part)+" "+share.word)
		}
	}
	return words
}

// SentenceOf is a kind with what differs from its defaults.
func (e *Editor) SentenceOf(c draft.Choice, about *param.Description) string {
	if about == nil {
		return c.Kind
	}
	var given []string
	for i := range about.Params {
		q := &about.Params[i]
		if text := strings.TrimSpace(c.Texts[q.Name]); text != "" && text != draft.DefaultText(q) && q.Kind != param.Table {
			if q.Kind == param.File {
				text = "from " + text
			} else {
				text = strings.ToLower(phrase.Humanised(q.Name)) + " " + text
			}
			given = append(given, text)
		}
	}
	if len(given) == 0 {
		return about.Name
	}
	return about.Name + " (" + strings.Join(given, ", ") + ")"
}

// PoliciesSentence is such as "FCFS, EASY and conservative".
func (e *Editor) PoliciesSentence() string {
	labels := e.Form.Labels(&e.Draft)
	if len(labels) == 0 {
		return "No policy yet"
	}
	return phrase.List(labels)
}

// SettingsSentence names what the settings say.
func (e *Editor) SettingsSentence() string {
	t := e.Draft.Settings.Texts
	rule := t["kill/rule"]
	if rule == "" {
		rule = "estimate"
	}
	text := "Jobs are stopped " + choiceLabels[rule]
	switch grace := strings.TrimSpace(t["kill/grace"]); {
	case rule == "never":
		text = "Jobs are never stopped"
	case rule == "grace" && grace != "":
		text += " of " + grace + " s"
	case rule == "grace":
		text = "Jobs are stopped at their estimate (no grace period given)"
	}
	seed := t["seed"]
	if seed == "" {
		seed = "1"
	}
	if t["simultaneous"] == "sequential" {
		text += "; events one after the other"
	}
	return text + "; seed " + seed
}
