package editor

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

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
	printed []string          // by a script before its run failed, the last lines
	cut     bool              // there may be more of them
	isLast  bool              // the mistake is that of a script before it was changed, which is being checked
	ran     string            // what there is to know of the run of a script
	empty   string            // what an empty field means
	varied  bool              // by the sweep
	long    bool              // the text needs the whole width
	lines   bool              // the text has several lines
	own     bool              // a Formula is to be an expression
	unused  bool              // beside what else is chosen
	Words   map[string]string // for the values of a Choice, where they are not their own
	slider  *Slider           // nil: none
	instant string            // that the text means, in another way: a date for seconds, a length of time for a date; "" for none
	accepts string            // how an instant is written
}

// ID is the id of the field's element.
func (f Field) ID() string { return session.FieldID(f.Path) }

// remark is what should be known of the value; "" for nothing.
func (f Field) remark() string {
	switch {
	case f.mistake != "":
		return ""
	case f.Remark == nil:
		return f.ran
	}
	return f.Remark(f.Text)
}

// described names the elements that describe the field's element.
func (f Field) described() string {
	switch {
	case f.mistake != "":
		return f.ID() + "-mistake " + f.ID() + "-about"
	case f.remark() != "":
		return f.ID() + "-remark " + f.ID() + "-about"
	}
	return f.ID() + "-about"
}

// about is the meaning, the unit, the range and the default in words.
func (f Field) about() string {
	about := f.Doc
	if f.IsOwn() {
		about = "The larger goes first. It may use " + f.Language
	}
	switch {
	case f.Instant:
		about += " " + phrase.UpperFirst(f.accepts) + "."
	case f.Kind == param.Integer || f.Kind == param.Number:
		about += fmt.Sprintf(" %s to %s", draft.Bound(f.Min), draft.Bound(f.Max))
		if f.Unit != "" {
			about += " " + f.Unit
		}
		if d := draft.DefaultText(&f.Param); d != "" {
			about += ", by default " + d
		}
		about += "."
	case f.isScript():
		about += keysOfScripts
	case f.Kind == param.Integers:
		about += " Whole numbers with commas between."
	case f.Kind == param.Table:
		about += " The first line names the columns; - leaves a cell out"
		if slices.ContainsFunc(f.Columns, func(q param.Param) bool { return q.Kind == param.Integers }) {
			about += ", 3+3 is a list"
		}
		if slices.ContainsFunc(f.Columns, func(q param.Param) bool { return q.Empty }) {
			about += ", " + draft.NoNumbers + " an empty one"
		}
		if slices.ContainsFunc(f.Columns, func(q param.Param) bool { return q.Kind == param.Text || q.Kind == param.Ranges }) {
			about += ", + in a text stands for a comma"
		}
		about += ". Columns: " + draft.ColumnNames(f.Columns) + "."
		if f.accepts != "" {
			about += " In " + phrase.List(instantColumns(f.Columns)) + " " + f.accepts + "."
		}
	}
	if f.Without != "" {
		about += " It counts only while “" + draft.FieldLabel(f.Without) + "” is empty."
	}
	if f.Only != nil {
		var words []string
		for _, choice := range f.Only.In {
			words = append(words, cmp.Or(draft.SettingWords[f.Only.Name][choice], phrase.Humanised(choice)))
		}
		which := "one of these: " + strings.Join(words, ", ")
		if len(words) == 0 {
			which = "an expression of your own"
		}
		about += " It counts only where “" + draft.FieldLabel(f.Only.Name) + "” is " + which + "."
	}
	if f.Source != "" {
		about += " Source: " + f.Source + "."
	}
	return about
}

// instantColumns are the names of the columns with instants.
func instantColumns(columns []param.Param) []string {
	var names []string
	for _, q := range columns {
		if q.Instant {
			names = append(names, q.Name)
		}
	}
	return names
}

// hint is the word beside the label: the unit, unless the label says it, or the instant in its other way, and that the
// field's value is one of several, or counts for nothing.
func (f Field) hint() string {
	unit, varied, unused := f.Unit, "", ""
	if f.instant != "" {
		unit = f.instant
	}
	if strings.HasSuffix(" "+strings.ToLower(f.Label), " "+f.Unit) {
		unit = ""
	}
	if f.varied {
		varied = "varied"
	}
	if f.unused {
		unused = "not used"
	}
	return phrase.Join(", ", unit, varied, unused)
}

// placeholder is what the field shows while it is empty.
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

// invalid is the value of aria-invalid.
func (f Field) invalid() string {
	if f.mistake == "" {
		return ""
	}
	return "true"
}

// mistakeClass sets a mistake apart that is no longer known to be one.
func (f Field) mistakeClass() string {
	if f.isLast {
		return "mistake old"
	}
	return "mistake"
}

// checked says whether a Boolean is on.
func (f Field) checked() bool { return f.Text == "true" }

// inputMode is the keyboard that a touch screen should show.
func (f Field) inputMode() string {
	switch {
	case f.Instant:
		return "text"
	case f.Kind == param.Integer:
		return "numeric"
	case f.Kind == param.Number:
		return "decimal"
	}
	return "text"
}

// rowCount is the height of a table's text.
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

// FewFields is how many parameters of a kind are shown before the rest is unfolded.
const FewFields = 5

// further says whether parameter i of a kind stays folded: it is not among the first
// ones, nobody has to give it, and nobody has given it a value.
func further(i int, q *param.Param, c *draft.Choice) bool {
	_, given := c.Texts[q.Name]
	return i >= FewFields && !q.Required && !given
}

// unused says whether parameter q of the choice at path counts for nothing, beside another one that is given or with the choice made
// for another one.
func (e *Editor) unused(path string, q *param.Param, c *draft.Choice, params []param.Param) bool {
	if q.Without != "" && strings.TrimSpace(c.Texts[q.Without]) != "" {
		return true
	}
	if q.Only == nil || e.Draft.Varied(path+"/"+q.Only.Name) {
		return false
	}
	of := slices.IndexFunc(params, func(p param.Param) bool { return p.Name == q.Only.Name })
	made := cmp.Or(c.Texts[q.Only.Name], draft.DefaultText(&params[of]))
	return slices.Contains(params[of].Choices, made) && !slices.Contains(q.Only.In, made)
}

// FoldedFields counts the parameters of the choice at path that stay folded until a button unfolds them.
func (e *Editor) FoldedFields(path string, c *draft.Choice, params []param.Param) int {
	if hasReplacement(params, c) {
		return 0
	}
	n := 0
	for i := range params {
		if further(i, &params[i], c) && !e.unused(path, &params[i], c, params) {
			n++
		}
	}
	return n
}

// replacesRest says whether parameter q of a kind is a file that stands for the other ones.
func replacesRest(q *param.Param, c *draft.Choice) bool {
	return q.Kind == param.File && !q.Required && c.Texts[q.Name] != ""
}

func hasReplacement(params []param.Param, c *draft.Choice) bool {
	return slices.ContainsFunc(params, func(q param.Param) bool { return replacesRest(&q, c) })
}

// Fields are the fields of a choice of a kind, without those for which a file stands.
func (e *Editor) Fields(path string, c *draft.Choice, params []param.Param) []Field {
	var list []Field
	listed := hasReplacement(params, c)
	for i, q := range params {
		if listed && !replacesRest(&q, c) && strings.TrimSpace(c.Texts[q.Name]) == "" {
			continue
		}
		if q.Name == "file" && slices.ContainsFunc(params, func(p param.Param) bool { return p.Kind == param.Script }) && c.Texts[q.Name] == "" {
			continue // a page has the text of a script
		}
		unused := e.unused(path, &q, c, params)
		if unused && strings.TrimSpace(c.Texts[q.Name]) == "" && e.Wrong[path+"/"+q.Name] == "" {
			continue
		}
		if path != "" && further(i, &q, c) && !e.Unfolded["further "+path] && e.Wrong[path+"/"+q.Name] == "" {
			continue
		}
		f := e.field(path+"/"+q.Name, draft.ParamLabel(&q), c, q)
		f.unused = unused
		list = append(list, f)
	}
	return list
}

// field is parameter q of a choice as the form shows it.
func (e *Editor) field(path, label string, c *draft.Choice, q param.Param) Field {
	text, given := c.Texts[q.Name]
	if !given {
		text = draft.DefaultText(&q)
	}
	mistake, isLast := e.MistakeAt(path)
	f := Field{
		Param: q, Path: path, Label: label, Text: text, mistake: mistake, isLast: isLast,
		varied: e.Draft.Varied(path), Words: draft.SettingWords[q.Name], own: c.Own, long: q.Kind == param.Script,
	}
	if f.isScript() {
		f.ran = e.RunWords(path)
		f.printed, f.cut = e.PrintedAt(path)
	}
	if draft.HasInstants(&q) {
		clock := e.ClockAt(&e.Draft, path)
		f.accepts = clock.Accepts()
		if q.Instant && clock.Calendar != nil {
			f.instant, f.long = "date", true
		}
		if t, err := clock.Read(text); err == nil && q.Instant {
			f.instant = clock.Otherwise(text, t)
		}
	}
	return f
}

// settingFields are the fields of those settings that matter now.
func (e *Editor) settingFields(params []param.Param) []Field {
	var list []Field
	for _, f := range e.Fields("", &e.Draft.Settings, params) {
		if f.Name == "kill/grace" && !e.Draft.HasGrace() {
			continue
		}
		list = append(list, f)
	}
	return list
}

// ChoiceLabel is the word for one value of field f.
func (f Field) ChoiceLabel(value string) string {
	return cmp.Or(f.Words[value], draft.ChoiceLabels[f.Name][value], phrase.Humanised(value))
}

// FieldAt is the field of the parameter at path, whether the form folds it or not; false if
// the experiment has none.
func (e *Editor) FieldAt(path string) (Field, bool) {
	d := &e.Draft
	c, name := d.Choice(path)
	if c == nil {
		return Field{}, false
	}
	params := append(draft.SettingParams(), draft.RepeatParams(d)...)
	if c != &d.Settings {
		about := e.Form.About(path, c.Kind)
		if name == "kind" {
			list := e.kindField(strings.TrimSuffix(path, "/kind"), e.PlaceOf(path).Words, c, e.Form.Catalogs.KindsAt(path))
			return append(list, Field{})[0], len(list) > 0
		}
		if about == nil {
			return Field{}, false
		}
		params = about.Params
	}
	i := slices.IndexFunc(params, func(q param.Param) bool { return q.Name == name })
	if i < 0 {
		return e.cell(path, c, name, params)
	}
	return e.field(path, e.controlLabel(path), c, params[i]), true
}

// cell is the field of a cell of a table; false if there is none of that name.
func (e *Editor) cell(path string, c *draft.Choice, name string, params []param.Param) (Field, bool) {
	table, row, column, is := draft.CellName(name)
	text, there := c.Cell(name)
	i := slices.IndexFunc(params, func(q param.Param) bool { return q.Name == table })
	if !is || !there || i < 0 {
		return Field{}, false
	}
	q := draft.ColumnNamed(params[i].Columns, column)
	if q == nil {
		return Field{}, false
	}
	of := fmt.Sprintf("%s, row %d", draft.ParamLabel(&params[i]), row+1)
	if id, named := c.Cell(fmt.Sprintf("%s/%d/id", table, row)); named {
		of = "job " + id
	}
	whole := strings.TrimSuffix(path, fmt.Sprintf("/%d/%s", row, column))
	return Field{Param: *q, Path: path, Label: draft.ParamLabel(q) + " of " + of, Text: text, mistake: cmp.Or(e.Wrong[path], e.Wrong[whole])}, true
}

// controlLabel is what stands beside a parameter that is shown without its card.
func (e *Editor) controlLabel(path string) string {
	name := e.ParameterName(path)
	for _, card := range []string{"Machine: ", "Workload: "} {
		name = strings.TrimPrefix(name, card)
	}
	if rest, sole := strings.CutPrefix(name, e.soleLabel()+": "); sole {
		name = rest
	}
	return phrase.UpperFirst(name)
}

// soleLabel is the label of the only policy, "" if there are several.
func (e *Editor) soleLabel() string {
	if labels := e.Form.Labels(&e.Draft); len(labels) == 1 {
		return labels[0]
	}
	return ""
}
