package lessons

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"backfill/assets/gallery"
	"backfill/assets/lessons/figures"
	"backfill/assets/lessons/misread"
	"backfill/assets/lessons/pointer"
	"backfill/engine/metrics"
	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/policies/scripting"
	"backfill/policies/written"
	"backfill/ui/phrase"
)

// A Lab is an experiment in a lesson: a block of the language "backfill".
type Lab struct {
	ID    string `toml:"id"`
	Title string `toml:"title"` // one sentence, the frame's name
	// The experiment is an item of the gallery, written here in JSON, or like that of an earlier
	// lab, of which Scenario then replaces whole keys.
	Gallery  string `toml:"gallery"`
	Scenario string `toml:"scenario"`
	Like     string `toml:"like"`
	// Scripts are those of the policies with these labels: a file of package scripting, such as easy.star, or a text.
	Scripts map[string]string `toml:"scripts"`

	View  []string `toml:"view"`  // of the page: play, timeline, answers, experiment
	Allow []string `toml:"allow"` // what the reader may change, such as /workload/load:0.5..0.95:0.05, or /policies/1/source:fcfs.star|easy.star with the examples to begin from
	Color string   `toml:"color"` // of the timeline
	// Metrics are those that the answers have besides the usual ones; the first is that of the curves.
	Metrics     []string `toml:"metrics"`
	Rows        []string `toml:"rows"`        // the only metrics that the table has at first, in place of the usual ones
	Times       string   `toml:"times"`       // how the picture tells instants: clock (as without it), 1 h 35 min, or minutes, 95 min
	Differences string   `toml:"differences"` // between policies: relative (as without it) or absolute
	Jobs        bool     `toml:"jobs"`        // a table of the jobs is shown, which are typed by hand

	// After names a question, or several with blanks between: until they are answered, the lab shows nothing, or the play
	// stopped At so many seconds.
	After string   `toml:"after"`
	At    *float64 `toml:"at"`

	line    int      // in the file, of the block's first line
	gates   []string // questions that must be answered before the lab is there
	text    []byte   // the experiment
	plan    *scenario.Plan
	results *figures.Results // once simulated
	failed  error            // of its simulation
	placed  bool             // in the text of the lesson: a lab that waits for a question stands below that
	unread  bool             // it cannot be read: only its ID is known, or "" if that is not, either

	simulated  simulations
	simulation Simulation // nil: figures.Simulate
}

// Line is that of the lesson's text in which the lab begins, from 1.
func (l *Lab) Line() int { return l.line }

// Experiment is the lab's experiment, a scenario as JSON.
func (l *Lab) Experiment() []byte { return l.text }

// A Simulation gives the results of a lab's experiment, or of what somebody made of it.
type Simulation func(l *Lab, experiment []byte) (*figures.Results, error)

// simulations are the results of experiments by their texts: what several labs or variants of a lesson have in common is simulated once.
type simulations map[string]*figures.Results

// maxSimulations is how many results are kept.
const maxSimulations = 2000

var (
	identifier = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)
	allowed    = regexp.MustCompile(`^(/[^:]+)(?::(-?[0-9.]+)\.\.(-?[0-9.]+):([0-9.]+)|(:)([a-z.|-]*))?$`)
	views      = []string{"play", "timeline", "answers", "experiment"}

	differences = []string{"relative", "absolute"}
	times       = []string{"clock", "minutes"}
)

// parseLab reads a lab and compiles its experiment, with all that is wrong in it.
func parseLab(b block, above experiments) (*Lab, error) {
	l := &Lab{}
	if err := b.decode(l); err != nil {
		return nil, err
	}
	all := []error{checkID(l.ID, func(id string) bool { return find(above.list, id) != nil })}
	add := func(key, format string, args ...any) { all = append(all, wrong(key, format, args...)) }
	if l.Title == "" {
		add("title", "missing; one sentence is accepted")
	}
	if len(l.View) == 0 {
		add("view", "missing; a list of %s is accepted", strings.Join(views, ", "))
	}
	for _, v := range l.View {
		if !slices.Contains(views, v) {
			add("view", "%q: one of %s is accepted", v, strings.Join(views, ", "))
		}
	}
	for _, list := range []struct {
		key   string
		names []string
	}{{"metrics", l.Metrics}, {"rows", l.Rows}} {
		for _, m := range list.names {
			if metrics.Index(m) < 0 {
				add(list.key, "%q: names of metrics of a result, such as meanResponse, are accepted", m)
			}
		}
	}
	if l.Times != "" && !slices.Contains(times, l.Times) {
		add("times", "%q: one of %s is accepted", l.Times, strings.Join(times, ", "))
	}
	if l.Differences != "" && !slices.Contains(differences, l.Differences) {
		add("differences", "%q: one of %s is accepted", l.Differences, strings.Join(differences, ", "))
	}
	if l.At != nil && (*l.At < 0 || l.After == "" || !slices.Contains(l.View, "play")) {
		add("at", "%v: seconds from 0 on are accepted, in an experiment of the view play that waits for a question", *l.At)
	}
	if err := l.compile(above); err != nil {
		return l, errors.Join(append(all, err)...)
	}
	for _, a := range l.Allow {
		all = append(all, l.checkAllowed(a))
	}
	if l.Jobs && l.plan.Scenario.Workload.Kind != "jobs" {
		add("jobs", "there is a table only of jobs that are typed by hand")
	}
	return l, errors.Join(all...)
}

func checkID(id string, taken func(string) bool) error {
	switch {
	case !identifier.MatchString(id):
		return wrong("id", "%q: small letters, digits and single hyphens are accepted", id)
	case taken(id):
		return wrong("id", "%q is taken", id)
	}
	return nil
}

// find is the lab of that name, nil if there is none.
func find(labs []*Lab, id string) *Lab {
	for _, l := range labs {
		if l.ID == id {
			return l
		}
	}
	return nil
}

// noLab says that there is no experiment of a name, and which there are.
func noLab(id string, labs []*Lab) string {
	var ids []string
	for _, l := range labs {
		if l.ID != "" {
			ids = append(ids, l.ID)
		}
	}
	slices.Sort(ids)
	ids = firstOf(ids)
	for i := range ids {
		ids[i] = strconv.Quote(ids[i])
	}
	switch len(ids) {
	case 0:
		return fmt.Sprintf("there is no experiment %q above, nor any other; what is about an experiment stands below it", id)
	case 1:
		return fmt.Sprintf("there is no experiment %q above; %s is accepted", id, ids[0])
	}
	return fmt.Sprintf("there is no experiment %q above; one of %s is accepted", id, strings.Join(ids, ", "))
}

// compile makes the experiment.
func (l *Lab) compile(above experiments) error {
	key := "scenario"
	switch {
	case l.Gallery != "":
		if l.Scenario != "" || l.Like != "" {
			return wrong("gallery", "there is one experiment: gallery, scenario or like is accepted")
		}
		key = "gallery"
		var err error
		if l.text, err = gallery.Files.ReadFile(l.Gallery + ".json"); err != nil {
			return wrong(key, "%q is not in the gallery", l.Gallery)
		}
	case l.Like != "":
		model, err := above.find(l.Like)
		if err != nil {
			return wrongIn("like", err)
		}
		var all, changed map[string]json.RawMessage
		if err := json.Unmarshal(model.text, &all); err != nil {
			return wrong("like", "%v", err)
		}
		if l.Scenario != "" {
			if _, err := scenario.Read([]byte(l.Scenario)); errors.As(err, new(*scenario.SyntaxError)) {
				return misread.In(l.Scenario, err)
			}
			if err := json.Unmarshal([]byte(l.Scenario), &changed); err != nil {
				return wrong(key, "%v", err)
			}
		}
		for name, value := range changed {
			all[name] = value
		}
		if l.text, err = json.Marshal(all); err != nil {
			return wrong(key, "%v", err)
		}
	case l.Scenario == "":
		return wrong(key, "missing; gallery, scenario or like is accepted")
	default:
		l.text = []byte(l.Scenario)
		if _, err := scenario.Read(l.text); errors.As(err, new(*scenario.SyntaxError)) {
			return misread.In(l.Scenario, err)
		}
	}
	if err := l.putScripts(); err != nil {
		return err
	}
	var err error
	l.plan, err = figures.Compile(l.text)
	if err != nil && key == "scenario" {
		return misread.In(l.Scenario, err)
	}
	if err != nil {
		return wrong(key, "%v", err)
	}
	if l.text, err = json.Marshal(l.plan.Scenario); err != nil {
		return wrong(key, "%v", err)
	}
	return nil
}

// putScripts gives the policies their scripts.
func (l *Lab) putScripts() error {
	if len(l.Scripts) == 0 {
		return nil
	}
	var labelled struct {
		Policies []struct{ Kind, Label string }
	}
	if err := json.Unmarshal(l.text, &labelled); err != nil {
		return wrong("scenario", "%v", err)
	}
	given := 0
	for i, p := range labelled.Policies {
		source, ok := l.Scripts[p.Label]
		if !ok || p.Kind != "script" {
			continue
		}
		if example := scripting.ExampleIn(source); example != nil {
			source = example.Source
		}
		var err error
		if l.text, err = pointer.With(l.text, fmt.Sprintf("/policies/%d/source", i), source); err != nil {
			return wrong("scripts", "%v", err)
		}
		given++
	}
	if given != len(l.Scripts) {
		return wrong("scripts", "%d of %d have no policy; labels of policies of the kind script are accepted", len(l.Scripts)-given, len(l.Scripts))
	}
	return nil
}

// checkAllowed tries the ends of a range.
func (l *Lab) checkAllowed(a string) error {
	match := allowed.FindStringSubmatch(a)
	if match == nil {
		return wrong("allow", "%q: a JSON pointer, with a range such as :0.5..0.95:0.05 if it is to be a slider, or with examples of scripts such as :fcfs.star|easy.star, is accepted", a)
	}
	if match[5] != "" && match[6] != "" {
		for file := range strings.SplitSeq(match[6], "|") {
			if scripting.ExampleIn(file) == nil {
				return wrong("allow", "%q: %s is no example of a script; names of the files of package scripting, with | between, are accepted", a, file)
			}
		}
	}
	_, values := l.values(a)
	if match[2] == "" {
		return nil
	}
	if len(values) < 2 {
		return wrong("allow", "%q: a range from a number to a larger one in steps is accepted", a)
	}
	for _, v := range []float64{values[0], values[len(values)-1]} {
		if _, err := l.changed(match[1], v); err != nil {
			return wrong("allow", "%v", err)
		}
	}
	return nil
}

// values are the pointer of an allowed parameter and the numbers of its slider.
func (l *Lab) values(a string) (pointer string, list []float64) {
	match := allowed.FindStringSubmatch(a)
	from, _ := strconv.ParseFloat(match[2], 64)
	to, _ := strconv.ParseFloat(match[3], 64)
	step, _ := strconv.ParseFloat(match[4], 64)
	const most = 1000
	for i := 0; step > 0 && i < most; i++ {
		v := from + float64(i)*step
		if v > to+step/1e6 {
			break
		}
		list = append(list, v)
	}
	return match[1], list
}

// changed is the experiment with another value of a parameter.
func (l *Lab) changed(path string, value float64) ([]byte, error) {
	text, err := pointer.With(l.text, path, value)
	if err != nil {
		return nil, err
	}
	_, err = figures.Compile(text)
	return text, err
}

// Results simulates the experiment, once.
func (l *Lab) Results() (*figures.Results, error) {
	if l.results != nil || l.failed != nil {
		return l.results, l.failed
	}
	r, err := l.simulate(l.text)
	if err != nil {
		l.failed = fmt.Errorf("experiment %s: %w", l.ID, err)
		return nil, l.failed
	}
	l.results = r
	return r, nil
}

// simulate runs the lab's experiment or what somebody made of it, if that has not been done.
func (l *Lab) simulate(text []byte) (*figures.Results, error) {
	if r, ok := l.simulated[string(text)]; ok {
		return r, nil
	}
	simulate := l.simulation
	if simulate == nil {
		simulate = func(_ *Lab, experiment []byte) (*figures.Results, error) { return figures.Simulate(experiment) }
	}
	r, err := simulate(l, text)
	if err == nil && l.simulated != nil {
		if len(l.simulated) >= maxSimulations {
			clear(l.simulated)
		}
		l.simulated[string(text)] = r
	}
	return r, err
}

// typed are the jobs that are typed by hand.
func (l *Lab) typed() []typedJob {
	var list []typedJob
	if raw, ok := l.plan.Scenario.Workload.Fields["jobs"]; ok && l.plan.Scenario.Workload.Kind == "jobs" {
		if err := json.Unmarshal(raw, &list); err != nil {
			panic(err) // they have been compiled
		}
	}
	for i := range list {
		j := &list[i]
		if j.ID == 0 {
			j.ID = int64(i + 1)
		}
		if j.Request == 0 {
			j.Request = j.Run
		}
		j.Processors = max(j.Processors, 1)
	}
	return list
}

type typedJob struct {
	ID           int64
	Submit       float64
	Run          float64
	Request      float64
	Processors   int64
	Components   []int64
	Nodes        int64 // 0: any number
	User         int64 // 0: of nobody in particular
	AfterSuccess []int64
}

// policies are the labels of the experiment's policies.
func (l *Lab) policies() []string {
	var labels []string
	for _, p := range l.plan.Policies {
		labels = append(labels, p.Label)
	}
	return labels
}

// checkPhrase says whether the lab's experiment has what a phrase names, and notes the defaults of parameters.
func (l *Lab) checkPhrase(p *figures.Phrase) error {
	var err error
	var root any
	if json.Unmarshal(l.text, &root) != nil {
		root = nil
	}
	jobs := l.typed()
	p.Each(func(p *figures.Phrase) {
		switch {
		case p.Policy != "" && !slices.Contains(l.policies(), p.Policy):
			err = fmt.Errorf("%q is no policy of the experiment %s; %s is accepted", p.Policy, l.ID, strings.Join(firstOf(l.policies()), " or "))
		case p.Is == "parameter":
			p.Default = l.defaultOf(root, p.Pointer)
			if _, ok := pointer.At(root, p.Pointer).(float64); !ok && p.Default == nil {
				err = fmt.Errorf("there is no number %s in the experiment %s", p.Pointer, l.ID)
			}
		case (p.Is == "job" || p.Is == "overtakers") && jobs != nil && !slices.ContainsFunc(jobs, func(j typedJob) bool { return j.ID == p.Job }):
			err = fmt.Errorf("there is no job %d in the experiment %s", p.Job, l.ID)
		}
	})
	return err
}

// defaultOf is the default of a number of the experiment, nil if it has none.
func (l *Lab) defaultOf(root any, pointer string) *float64 {
	one := 1.0
	if pointer == "/seed" || pointer == "/replications" {
		return &one
	}
	if about := parameterAt(root, pointer); about != nil {
		switch v := about.Default.(type) {
		case int64:
			n := float64(v)
			return &n
		case float64:
			return &v
		}
	}
	return nil
}

// labelAt is what people call the parameter of an experiment at a pointer, such as "Load".
func labelAt(root any, pointer string) string {
	if about := parameterAt(root, pointer); about != nil && about.Title != "" {
		return about.Title
	}
	return phrase.Humanised(pointer[strings.LastIndexByte(pointer, '/')+1:])
}

// parameterAt describes the parameter of an experiment at a path, a JSON pointer; nil if the catalogs do not.
func parameterAt(root any, path string) *param.Param {
	end := strings.LastIndexByte(path, '/')
	part, _ := pointer.At(root, path[:end]).(map[string]any)
	catalogs := written.Catalogs()
	for _, about := range catalogs.KindsAt(path) {
		for i := range about.Params {
			if about.Kind != part["kind"] || about.Params[i].Name != path[end+1:] {
				continue
			}
			return &about.Params[i]
		}
	}
	return nil
}

// condition reads a condition about the lab's experiment.
func (l *Lab) condition(text string) (figures.Condition, error) {
	c, err := figures.ParseCondition(text)
	for i := 0; i < len(c) && err == nil; i++ {
		if err = l.checkPhrase(c[i].Left); err == nil {
			err = l.checkPhrase(c[i].Right)
		}
	}
	return c, err
}
