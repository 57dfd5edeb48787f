package ui

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"backfill/engine"
	"backfill/engine/experiment"
	"backfill/ui/draft"
	"backfill/ui/panel"
	"backfill/ui/phrase"
	"backfill/ui/result"
)

// A frame and the page around it talk in objects {"backfill": 1, "type": …}. An answer
// repeats the "id" of what it answers. The manual (assets/manual/embedding.md) documents them.

// MaxMessage is the greatest length of a message to a frame, in bytes of JSON.
const MaxMessage = 8 << 20

// heard is a message to the frame; which fields count depends on its type.
type heard struct {
	Backfill int             `json:"backfill"`
	Type     string          `json:"type"`
	ID       json.RawMessage `json:"id"`
	Scenario json.RawMessage `json:"scenario"`
	Name     string          `json:"name"`
	Path     string          `json:"path"`
	Value    json.RawMessage `json:"value"`
	Job      *int64          `json:"job"`
	At       *float64        `json:"at"`
	On       bool            `json:"on"`
	Theme    string          `json:"theme"`
	Policy   string          `json:"policy"`
}

// Hear does what a message from the page around the frame asks for. What is no message of
// this kind is ignored: the page around may say other things to its frames.
func (p *Page) Hear(text []byte) {
	if p.frame == nil {
		return
	}
	if len(text) > MaxMessage {
		p.tellProblem(fmt.Sprintf("a message of %s bytes; at most %s are accepted", phrase.Grouped(int64(len(text))), phrase.Grouped(MaxMessage)), "")
		return
	}
	var m heard
	if json.Unmarshal(text, &m) != nil || m.Backfill != 1 {
		return
	}
	problem := func(path, reason string) { p.answer(m.ID, told{"type": "error", "message": reason}.about(path)) }
	switch m.Type {
	case "scenario":
		content := []byte(m.Scenario)
		var written string
		if json.Unmarshal(m.Scenario, &written) == nil {
			content = []byte(written)
		}
		p.OpenScenario("scenario", content)
		p.await(m.ID)
	case "gallery":
		p.frame.awaited = append(p.frame.awaited, m.ID)
		p.OpenItem(GalleryFile(m.Name))
	case "set":
		f, ok := p.Editor.FieldAt(m.Path)
		if !ok {
			problem(m.Path, "the experiment has no such parameter")
			return
		}
		text := draft.FieldText(&f.Param, m.Value)
		if f.Name == "kind" && !slices.Contains(f.Choices, text) {
			problem(m.Path, phrase.Cut(text, 100)+": "+phrase.List(f.Choices)+" are accepted")
			return
		}
		p.Edit(m.Path, text)
		p.runAsTold(m.ID)
	case "run":
		p.Run()
		p.await(m.ID)
	case "results":
		p.await(m.ID)
	case "select":
		j := engine.NoJob
		if w := p.Workload(); w != nil && m.Job != nil {
			j = w.JobNumbered(*m.Job)
		}
		if j == engine.NoJob && m.Job != nil {
			problem("", fmt.Sprintf("the workload has no job %d", *m.Job))
			return
		}
		p.selectJob(j)
		p.answer(m.ID, p.selected())
	case "jobs":
		runs, _ := p.Runs()
		i := slices.IndexFunc(runs, func(r *result.Run) bool { return r.Label == m.Policy })
		if i < 0 {
			problem("", "there is no run of policy "+phrase.Cut(m.Policy, draft.MaxName))
			return
		}
		p.answer(m.ID, told{"type": "jobs", "policy": m.Policy, "jobs": result.Jobs(runs[i].Outcome)})
	case "seek":
		if m.At == nil {
			p.Play.StopPlaying()
		} else {
			p.Play.ShowAt(engine.FromSeconds(min(max(*m.At, -math.MaxInt32), math.MaxInt32)))
		}
		p.answer(m.ID, p.played())
	case "play":
		p.Play.SetPlaying(m.On)
		p.answer(m.ID, p.played())
	case "words":
		p.frame.wordless = append(p.frame.wordless, m.ID)
		p.tellWords()
	case "fit":
		p.fit(m.On)
		p.answer(m.ID, told{"type": "done"})
	case "theme":
		if m.Theme == "auto" {
			m.Theme = ""
		}
		if m.Theme != "" && m.Theme != "light" && m.Theme != "dark" {
			problem("", phrase.Cut(m.Theme, 100)+": light, dark and auto are accepted")
			return
		}
		p.Browser.SetTheme(m.Theme)
		p.answer(m.ID, told{"type": "done"})
	default:
		problem("", phrase.Cut(m.Type, 100)+": no type of message that this frame knows")
	}
}

// runAsTold runs what a message has changed, however long that takes, and answers with the
// results.
func (p *Page) runAsTold(id json.RawMessage) {
	if len(p.Wrong) == 0 && p.Stale() && !p.Running {
		p.Run()
	}
	p.await(id)
}

// await answers a message with the results: at once if they are there, or with what keeps
// them from being made.
func (p *Page) await(id json.RawMessage) {
	p.frame.awaited = append(p.frame.awaited, id)
	switch {
	case len(p.Wrong) > 0:
		path := p.Editor.FirstWrong()
		p.tellProblem(p.Editor.MistakeSentence(), path)
	case p.Notice.Problem:
		p.tellProblem(p.Notice.Text, "")
	case p.complete() && !p.Stale():
		p.tellResults()
	}
}

// selectJob pins a job and moves the timeline there, unless the job is well to be seen. The focus stays with the page around.
func (p *Page) selectJob(j int32) {
	p.Select(j)
	if j != engine.NoJob && !p.inSight(j) {
		p.FitTo(j)
	}
}

// inSight says whether the timeline shows job j from its submission to its end, and not too small.
func (p *Page) inSight(j int32) bool {
	if p.Timeline == nil || len(p.Drawn) == 0 || int(j) >= len(p.Drawn[0].Outcome.Start) {
		return false
	}
	v := p.Timeline.View
	near := v.FitTo(p.LastEnding(j), j)
	return v.T0 <= near.T0 && near.T1 <= v.T1 && v.Span() <= panel.WholeShare*near.Span()
}

// played is the instant up to which the timeline shows the run, null for all of it.
func (p *Page) played() told {
	m := told{"type": "time", "at": nil, "playing": p.Play.Playing()}
	if t, on := p.Play.PlayedTo(); on {
		m["at"] = t.Seconds()
	}
	return m
}

// tellWords tells those who have asked what the timeline shows, for who does not see it, as soon as it shows something: no more than can
// be seen.
func (p *Page) tellWords() {
	if p.frame == nil || p.Timeline == nil {
		return
	}
	var list []told
	for g, words := range p.Schedules.Words(false) {
		list = append(list, told{"policy": p.Drawn[g].Label, "summary": words.Summary, "jobs": append([]string{}, words.Jobs...)})
	}
	for _, id := range p.frame.wordless {
		p.answer(id, told{"type": "words", "words": list})
	}
	p.frame.wordless = nil
}

// tellTime tells of that instant when the reader or time itself moves it.
func (p *Page) tellTime() {
	if p.frame != nil {
		p.answer(nil, p.played())
	}
}

// told is a message from the frame.
type told map[string]any

// about adds the path of the parameter that a message is about.
func (m told) about(path string) told {
	if path != "" {
		m["path"] = path
	}
	return m
}

// answer sends a message to the page around, with the id of the one that it answers.
func (p *Page) answer(id json.RawMessage, m told) {
	if p.frame == nil || p.frame.Origin == "" {
		return
	}
	if len(id) > 0 {
		m["id"] = id
	}
	p.post(m)
}

// post sends a message to the page around, whoever that is.
func (p *Page) post(m told) {
	m["backfill"] = 1
	text, err := json.Marshal(m)
	if err != nil {
		p.Warn("The page around this frame cannot be told of what came out: " + err.Error() + ".")
		return
	}
	p.Browser.Post(text)
}

// answerAll sends a message to all who await results, or just once.
func (p *Page) answerAll(m told) {
	ids := p.frame.awaited
	p.frame.awaited = nil
	if len(ids) == 0 {
		ids = append(ids, nil)
	}
	for _, id := range ids {
		delete(m, "id")
		p.answer(id, m)
	}
}

// tellReady says that messages are heard from now on. It holds nothing of the experiment,
// so that everybody may know.
func (p *Page) tellReady() { p.post(told{"type": "ready", "version": experiment.Version}) }

// tellProblem tells of what keeps results from being made.
func (p *Page) tellProblem(what, path string) {
	if p.frame != nil {
		p.answerAll(told{"type": "error", "message": what}.about(path))
	}
}

// complete says whether everything that was run has come.
func (p *Page) complete() bool {
	return p.Shown.Results != nil && !p.Running && !p.Measuring() && !p.Settling()
}

// tellResults tells what came of the experiment, once all of it is there.
func (p *Page) tellResults() {
	if p.frame == nil || p.frame.Origin == "" || !p.complete() {
		return
	}
	runs, _ := p.Runs()
	list := make([]told, len(runs))
	for i, r := range runs {
		list[i] = told{"policy": r.Label, "metrics": r.Metrics}
		if jobs := result.FewJobs(r.Outcome); jobs != nil {
			list[i]["jobs"] = jobs
		}
	}
	scenario, _ := p.Reported()
	m := told{
		"type": "results", "scenario": scenario, "seed": p.Seed(), "version": p.Shown.Results.Version,
		"sentence": p.Answers.Sentence(), "runs": list,
	}
	if f := p.Estimates(); f != nil {
		means, differences := f.Table.Means, f.Table.Comparisons
		for i := range f.Curves {
			if i != f.Point {
				means, differences = append(means, f.Curves[i].Means...), append(differences, f.Curves[i].Comparisons...)
			}
		}
		m["summary"], m["comparisons"] = means, differences
	}
	if r := p.ByHand.Report(); r != nil {
		m["byHand"] = r
	}
	var failures []told
	for _, f := range p.Failures() {
		failures = append(failures, told{"policy": f.Label, "message": f.Reason}.about(f.Path))
	}
	if failures != nil {
		m["failures"] = failures
	}
	p.answerAll(m)
}

// tellSelected tells which job the reader has pinned.
func (p *Page) tellSelected() {
	if p.frame != nil {
		p.answer(nil, p.selected())
	}
}

// selected is the pinned job and what became of it under each policy.
func (p *Page) selected() told {
	m := told{"type": "selected", "job": nil, "jobs": []result.Job{}}
	if p.Inspecting() {
		runs, _ := p.Runs()
		jobs := make([]result.Job, len(runs))
		for i, r := range runs {
			jobs[i] = result.JobOf(r.Outcome, p.Pinned)
			jobs[i].Policy = r.Label
		}
		m["job"], m["jobs"] = p.Workload().JobNumber(p.Pinned), jobs
	}
	return m
}
