package forecast

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"backfill/engine"
	"backfill/engine/forecast"
	"backfill/engine/param"
	future "backfill/engine/workload/transform/forecast"
	"backfill/ui/draft"
	"backfill/ui/panel"
	"backfill/ui/phrase"
)

// Field is a field of the job that is asked about.
type Field struct {
	Name, ID, Label string
	Text            string
	Empty           string   // what it is if left out
	Options         []choice // of a list; nil: it is typed
	About, Mistake  string
	edit            func(text string)
}

// choice is one of a list.
type choice struct{ Value, Text string }

// class gives a field that says how it is written a line of its own.
func (f *Field) class() string {
	if f.About != "" {
		return "field long"
	}
	return "field"
}

// knowledge is what a log knows of its jobs.
type knowledge struct {
	of                            *engine.Workload
	memory, gpus                  bool    // some job asks for it
	partition, account, qos, user []int32 // numbers, ascending
}

// know finds out what the log on the page knows. O(n log n) for n jobs, once.
func (p *Forecast) know() *knowledge {
	w := p.Workload()
	if p.known.of == w {
		return &p.known
	}
	k := knowledge{of: w, memory: w.Memory != nil}
	for i := range w.Demands {
		k.memory = k.memory || w.Demands[i].NodeMemory > 0
		k.gpus = k.gpus || w.Demands[i].NodeGPUs > 0 || w.Demands[i].AllGPUs > 0
	}
	k.partition, k.account, k.qos, k.user = numbers(w.Partition), numbers(w.Group), numbers(w.QOS), numbers(w.User)
	p.known = k
	return &p.known
}

// numbers are the different ones of a column, without those that are not known.
func numbers(column []int32) []int32 {
	list := slices.DeleteFunc(slices.Clone(column), func(n int32) bool { return n < 0 })
	slices.Sort(list)
	return slices.Compact(list)
}

// column is the parameter of a name.
func column(name string) *param.Param {
	params := future.JobColumns
	if name == "at" {
		params = future.Transform.Params
	}
	return &params[slices.IndexFunc(params, func(q param.Param) bool { return q.Name == name })]
}

// Fields are the fields that are shown.
func (p *Forecast) Fields() []Field {
	if p.Inapplicable() {
		return nil
	}
	typed := func(name, label, empty string) Field {
		return Field{Name: name, Label: label, Empty: empty}
	}
	list := []Field{p.instant()}
	if p.Inspecting() {
		like := Field{Name: "like", Label: "Asks for", Options: []choice{{"", "what stands below"}, {"like", "the same as " + p.pinnedName()}}}
		list = append(list, like)
	}
	if !p.like {
		list = append(list, typed("processors", "Processors", ""), p.limit(), typed("nodes", "Nodes", "any number"))
		k := p.know()
		if k.memory {
			list = append(list, typed("nodeMemory", "Memory on each node (GB)", "not said"))
		}
		if k.gpus {
			list = append(list, typed("gpus", "GPUs on each node", "none"))
		}
		for _, o := range p.owners() {
			if len(o.numbers) == 0 {
				continue
			}
			f := Field{Name: o.name, Label: phrase.UpperFirst(o.word), Options: []choice{{"", o.none}}}
			for _, n := range o.numbers {
				f.Options = append(f.Options, choice{fmt.Sprint(n), p.ownerText(&o, n)})
			}
			list = append(list, f)
		}
	}
	for i := range list {
		f := &list[i]
		name := f.Name
		f.ID, f.Text, f.Mistake = "forecast-"+name, p.texts[name], p.wrong[name]
		if name == "like" && p.like {
			f.Text = "like"
		}
		f.edit = func(text string) { p.Type(name, text) }
	}
	return list
}

// instant is the field of when the job comes, which is read as elsewhere or, from the end of the log on, as a weekday, and says what was understood.
func (p *Forecast) instant() Field {
	f := Field{Name: "at", Label: "Submitted", Empty: "when the log ends: " + p.Clock().Format(p.end()), About: phrase.UpperFirst(p.Clock().AcceptsNext()) + "."}
	if text := strings.TrimSpace(p.texts[f.Name]); text != "" {
		if t, err := p.Clock().ReadNext(text, p.end()); err == nil {
			f.About = "Read as " + p.Clock().FormatDay(t) + "."
		}
	}
	return f
}

// limit is the field of the time limit, which is read as sbatch -t does and says what was understood.
func (p *Forecast) limit() Field {
	f := Field{Name: "request", Label: "Time limit", Empty: "minutes", About: "A bare number is minutes, as in sbatch -t. 90 s, 2 h, 01:30:00 and 1-12:00:00 are read, too."}
	if t, err := phrase.ParseLimit(p.texts[f.Name]); err == nil && strings.TrimSpace(p.texts[f.Name]) != "" {
		f.About = "Read as " + phrase.ExactSeconds(t.Seconds()) + "."
	}
	return f
}

// owner is something that a job is of.
type owner struct {
	name, word, none string
	numbers          []int32
	kind             *panel.GroupKind // nil: it has no names
}

// owners are partition, account, QOS and user, as far as the log knows them.
func (p *Forecast) owners() []owner {
	k := p.know()
	list := []owner{{"partitions", "partition", "the default", k.partition, nil}, {"group", "account", "not said", k.account, nil},
		{"qos", "QOS", "not said", k.qos, nil}, {"user", "user", "not said", k.user, nil}}
	kinds := p.GroupKinds(&p.Draft)
	for i := range list {
		if at := slices.IndexFunc(kinds, func(kind panel.GroupKind) bool { return kind.Word == list[i].word }); at >= 0 {
			list[i].kind = &kinds[at]
		}
	}
	return list
}

// ownerText is the name of a number or, while names are not shown, the number.
func (p *Forecast) ownerText(o *owner, n int32) string {
	if o.kind == nil {
		return fmt.Sprint(n)
	}
	return strings.TrimPrefix(o.kind.Label(n), o.word+" ")
}

// pinnedName is "job 7".
func (p *Forecast) pinnedName() string {
	return fmt.Sprintf("job %d", p.Workload().JobNumber(p.Pinned))
}

// Type puts text into a field.
func (p *Forecast) Type(name, text string) {
	if name == "like" {
		p.like = text != ""
		return
	}
	p.texts[name] = text
	delete(p.wrong, name)
	if strings.TrimSpace(text) != "" {
		p.read(name)
	}
}

// read is the value of a field as JSON, nil if it is left out. What is wrong with it is noted.
func (p *Forecast) read(name string) json.RawMessage {
	texts, text := p.texts, strings.Join(strings.Fields(p.texts[name]), " ")
	if name == "at" || name == "request" {
		if text == "" {
			return nil
		}
		read := phrase.ParseLimit
		if name == "at" {
			read = func(text string) (engine.Time, error) { return p.Clock().ReadNext(text, p.end()) }
		}
		t, err := read(text)
		if err != nil {
			p.wrong.Note(name, "“"+text+"”: "+strings.TrimPrefix(err.Error(), text+": "))
			return nil
		}
		texts = map[string]string{name: phrase.Number(t.Seconds())}
	}
	raw, _ := draft.CheckField(name, column(name), texts, p.Clock(), p.wrong)
	return raw
}

// question is what the fields ask; false if something is wrong with them.
func (p *Forecast) question() (*inquiry, forecast.Question, bool) {
	p.wrong = draft.Mistakes{}
	q := &inquiry{}
	asked := forecast.Question{At: p.end(), Like: engine.NoJob, Drawings: forecast.UsualDrawings}
	when := "when the log ends (" + p.Clock().Format(asked.At) + ")"
	if raw := p.read("at"); raw != nil {
		seconds, _ := strconv.ParseFloat(string(raw), 64) // it was checked
		asked.At = engine.FromSeconds(seconds)
		when = "at " + p.Clock().Format(asked.At)
		if last := p.end() + future.Longest; asked.At > last {
			p.wrong.Note("at", fmt.Sprintf("“%s”: the log ends at %s; an instant up to %d days after that is accepted", p.texts["at"], p.Clock().Format(p.end()), future.Longest/engine.Day))
		}
	}
	if p.like && p.Inspecting() {
		asked.Like = p.Pinned
		job := "a job like " + p.pinnedName() + " submitted " + when
		q.job = func() string { return job }
		return q, asked, len(p.wrong) == 0
	}
	asked.Job = map[string]json.RawMessage{}
	var of []string
	for _, f := range p.Fields() {
		if f.Name == "at" || f.Name == "like" {
			continue
		}
		if f.Name == "request" && strings.TrimSpace(p.texts[f.Name]) == "" {
			p.wrong.Note(f.Name, "Missing: how long the job may run, such as 60 or 01:00:00.")
			continue
		}
		raw := p.read(f.Name)
		switch {
		case raw != nil:
			asked.Job[f.Name] = raw
		case f.Options != nil && f.Name != "partitions":
			q.missing = append(q.missing, f.Label)
		}
	}
	if len(p.wrong) > 0 {
		return nil, asked, false
	}
	// What it asks for together is accepted or not, too.
	row, err := param.Check("", future.JobColumns, asked.Job)
	if err != nil {
		p.wrong.Note("request", phrase.UpperFirst(err.Error()))
		return nil, asked, false
	}
	of = append(of, phrase.Plural(cmp.Or(row.Int("processors"), 1), "processor"))
	if row.Has("nodes") {
		of = append(of, "on "+phrase.Plural(row.Int("nodes"), "node"))
	}
	if row.Has("nodeMemory") {
		of = append(of, "with "+phrase.Number(row.Float("nodeMemory"))+" GB on each")
	}
	if row.Has("gpus") {
		of = append(of, "with "+phrase.Plural(row.Int("gpus"), "GPU")+" on each node")
	}
	of = append(of, "up to "+phrase.ExactSeconds(row.Float("request")))
	owners := p.owners()
	q.job = func() string { // with names only as long as these are shown
		words := slices.Clone(of)
		for i := range owners {
			o := &owners[i]
			if raw := asked.Job[o.name]; raw != nil {
				n, _ := strconv.Atoi(strings.Trim(string(raw), "[]"))
				words = append(words, o.word+" "+p.ownerText(o, int32(n)))
			}
		}
		return "a job (" + strings.Join(words, ", ") + ") submitted " + when
	}
	return q, asked, true
}
