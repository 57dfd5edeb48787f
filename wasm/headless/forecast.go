package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"backfill/engine"
	"backfill/engine/experiment"
	"backfill/engine/forecast"
	"backfill/engine/param"
	"backfill/engine/scenario"
	future "backfill/engine/workload/transform/forecast"
	"backfill/ui/explain"
	"backfill/ui/timeline"
	"backfill/wasm/headless/tables"
)

// forecasting is what the command forecast is asked for.
type forecasting struct {
	at, job, policy, later string
	like                   int64 // -1: none
	check, drawings        int
	span, block, history   float64 // s; below 0: as usual
	parallel               int

	file  string
	model forecast.Model
	task  *experiment.Task
	log   *future.Log
}

// forecastStart prints when a job would start, or how often recorded starts lie where it says.
func forecastStart(args []string, stdout, stderr io.Writer) (err error) {
	f := &forecasting{like: -1, drawings: forecast.UsualDrawings, span: future.DefaultSpan.Seconds(), block: engine.Day.Seconds(), history: -1, parallel: -1}
	if f.file, err = parse("forecast", args, f.flags); err != nil {
		return err
	}
	plan, _, err := load("forecast", f.file)
	if err != nil {
		return err
	}
	switch {
	case len(plan.Points) > 1:
		return fmt.Errorf("%s: %w", f.file, &param.Error{Path: "/sweep", Reason: "a scenario without a sweep is accepted with forecast"})
	case f.check > 0 && (f.at != "" || f.job != "" || f.like >= 0):
		return &usageError{"forecast: -check asks about jobs of the log when they came; -at, -job and -like are not accepted with it"}
	case f.check == 0 && (f.job == "") == (f.like < 0):
		return &usageError{"forecast: one of -job, -like and -check is accepted"}
	}
	if f.model, err = f.modelOf(plan); err != nil {
		return err
	}
	if f.task, err = experiment.Prepare(plan, 0, 0, openIn(filepath.Dir(f.file))); err != nil {
		return inScenario(f.file, err)
	}
	if f.task.Workload.Until > 0 {
		return fmt.Errorf("%s: %w", f.file, &param.Error{Path: "/workload/transform", Reason: "is a forecast already; the scenario without it is accepted"})
	}
	f.log = future.NewLog(f.task.Workload)
	progress := newProgress(stderr)
	f.model.Progress = func(done, of int) error {
		if progress.w != nil {
			progress.show("%d of %d forecasts", done, of)
		}
		return nil
	}
	defer progress.clear()
	if f.check > 0 {
		return f.tell(stdout, f.printCheck)
	}
	return f.tell(stdout, f.printStart)
}

// tell prints what is known of the log first.
func (f *forecasting) tell(stdout io.Writer, rest func(io.Writer) error) error {
	fmt.Fprint(stdout, tables.Report(f.task.Report, false, tables.FewReasons))
	return inScenario(f.file, rest(stdout))
}

func (f *forecasting) flags(set *flag.FlagSet) {
	whole := func(name, usage string, least, most int, to *int) {
		set.Func(name, usage, func(text string) (err error) {
			if *to, err = strconv.Atoi(text); err != nil || *to < least || *to > most {
				return fmt.Errorf("a whole number from %d to %d is accepted", least, most)
			}
			return nil
		})
	}
	seconds := func(name string, to *float64) {
		about := parameter(name)
		set.Func(name, about.Doc, func(text string) (err error) {
			if *to, err = strconv.ParseFloat(text, 64); err != nil || !(*to >= about.Min && *to <= about.Max) {
				return errors.New(about.Accepts())
			}
			return nil
		})
	}
	set.StringVar(&f.at, "at", "", "when the job comes")
	set.StringVar(&f.job, "job", "", "what it asks for, as JSON, with request in seconds")
	set.Func("like", "number of a job of the log that asks for the same", func(text string) (err error) {
		if f.like, err = strconv.ParseInt(text, 10, 64); err != nil || f.like < 0 {
			return errors.New("the number of a job of the log is accepted")
		}
		return nil
	})
	whole("check", "ask about so many jobs of the log", 1, forecast.MostTries, &f.check)
	whole("n", "how many drawings", forecast.FewestDrawings, forecast.MostDrawings, &f.drawings)
	set.StringVar(&f.policy, "policy", "", "label of the policy that decides")
	set.Func("later", "what comes later", func(text string) error {
		if f.later = text; text != future.None && text != future.Redrawn {
			return fmt.Errorf("%s and %s are accepted", future.None, future.Redrawn)
		}
		return nil
	})
	seconds("span", &f.span)
	seconds("block", &f.block)
	seconds("history", &f.history)
	set.Func("parallel", "how many simulations run at the same time", func(text string) (err error) {
		f.parallel, err = parallelism(text)
		return err
	})
}

// parameter is one of the transformation's.
func parameter(name string) *param.Param {
	params := future.Transform.Params
	return &params[slices.IndexFunc(params, func(p param.Param) bool { return p.Name == name })]
}

// modelOf finds the policy that decides: the one that is named, or the first that follows a log.
func (f *forecasting) modelOf(plan *scenario.Plan) (forecast.Model, error) {
	m := forecast.Model{Plan: plan, Parallel: plan.Workers}
	if f.parallel >= 0 {
		m.Parallel = f.parallel
	}
	var labels []string
	for i := range plan.Policies {
		m.Policy = i
		_, err := m.Remembers()
		switch {
		case plan.Policies[i].Label == f.policy:
			return m, err
		case err == nil && f.policy == "":
			return m, nil
		case err == nil:
			labels = append(labels, strconv.Quote(plan.Policies[i].Label))
		}
	}
	switch {
	case len(labels) > 0:
		return m, &usageError{fmt.Sprintf("forecast: -policy %q: no policy has this label; %s is accepted", f.policy, strings.Join(labels, " or "))}
	case f.policy != "":
		return m, &usageError{fmt.Sprintf("forecast: -policy %q: no policy has this label", f.policy)}
	}
	return m, fmt.Errorf("%s: %w", f.file, &param.Error{Path: "/policies", Reason: "none follows a log up to an instant; a scenario with a policy slurm is accepted"})
}

// question is what is asked, without the job.
func (f *forecasting) question() (future.Question, error) {
	q := future.Question{At: engine.Never, Like: engine.NoJob, Span: engine.FromSeconds(f.span), Block: engine.FromSeconds(f.block)}
	remembers, err := f.model.Remembers()
	q.History = remembers
	if f.history >= 0 {
		q.History = engine.FromSeconds(f.history)
	}
	return q, err
}

// asked is the question about one job.
func (f *forecasting) asked() (future.Question, error) {
	q, err := f.question()
	if err != nil {
		return q, err
	}
	if f.at != "" {
		w := f.task.Workload
		clock := timeline.Clock{Calendar: w.Calendar}
		if w.Calendar != nil {
			clock.Zone, _ = timeline.LoadZone(w.Calendar.Zone) // UTC if it is not known, as elsewhere
		}
		if q.At, err = clock.ReadNext(withoutT(f.at), future.End(w)); err != nil {
			return q, &usageError{fmt.Sprintf("forecast: -at %q: %v", f.at, err)}
		}
	}
	if f.like >= 0 {
		if q.Like = f.task.Workload.JobNumbered(f.like); q.Like != engine.NoJob {
			return q, nil
		}
		return q, &usageError{fmt.Sprintf("forecast: -like %d: no job has this number; the number of a job of the log is accepted", f.like)}
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal([]byte(f.job), &fields) != nil || fields == nil {
		return q, &usageError{fmt.Sprintf("forecast: -job %s: an object such as {\"request\": 3600, \"processors\": 4} is accepted", param.Excerpt([]byte(f.job)))}
	}
	if q.Job, err = future.AskedFor(fields); err != nil {
		return q, &usageError{fmt.Sprintf("forecast: -job: %v", err)}
	}
	return q, nil
}

// withoutT has a space for the T between a date and its time of day.
func withoutT(text string) string {
	if at := strings.IndexByte(text, 'T'); at > 0 && text[at-1] >= '0' && text[at-1] <= '9' {
		return text[:at] + " " + text[at+1:]
	}
	return text
}

// printStart prints when the job would start, without later arrivals and with those of the past.
func (f *forecasting) printStart(stdout io.Writer) error {
	q, err := f.asked()
	if err != nil {
		return err
	}
	w := f.task.Workload
	table := tables.Grid{{"later arrivals", "wait (s): 10 %", "median", "90 %"}}
	var lines []string
	left := ""
	for _, later := range [...]string{future.None, future.Redrawn} {
		if f.later != "" && f.later != later {
			continue
		}
		q.Redrawn = later == future.Redrawn
		p, err := f.log.Until(q)
		if wrong := (*param.Error)(nil); q.Redrawn && f.later == "" && errors.As(err, &wrong) {
			table.Add(later, "-", "-", "-")
			lines = append(lines, later+": "+wrong.Reason)
			continue
		}
		if err != nil {
			return err
		}
		if len(table) == 1 {
			notes := p.Notes(p.Draw(f.model.Plan.Seed, 0))
			fmt.Fprintf(stdout, "%s\n%s\n", notes[0], notes[len(notes)-1])
		}
		drawn, err := f.model.Draw(p, 0, f.drawings)
		if err != nil {
			return err
		}
		starts := drawn.Starts
		if p.At() > p.Now() && !q.Redrawn {
			left = leftWords(p, drawn)
		}
		if !q.Redrawn && drawn.Never == nil && forecast.Forgotten(p.At(), p.Now(), drawn.Left, f.drawings) {
			table.Add(later, "-", "-", "-")
			lines = append(lines, fmt.Sprintf("%s: no forecast, for of the jobs that ran or waited at the end of the log none runs when the job comes, in %d of %d drawings: the log tells nothing of what it meets", later, drawn.Left.Idle, f.drawings))
			continue
		}
		wait := func(start engine.Time) string {
			if start == engine.Never {
				return "never"
			}
			return tables.Number((start - p.At()).Seconds(), 0)
		}
		when := func(start engine.Time) string {
			if start == engine.Never {
				return "never"
			}
			return "at " + w.When(start/engine.Second*engine.Second)
		}
		table.Add(later, wait(starts.Low()), wait(starts.Median()), wait(starts.High()))
		if why := drawn.Never; why != nil {
			lines = append(lines, later+": it never starts. "+explain.Never(why.Refused, why.Waits, why.AtMost, why.Last))
			continue
		}
		lines = append(lines, fmt.Sprintf("%s: in half of the drawings it starts %s or before, in 80 %% between that %s and that %s", later, when(starts.Median()), when(starts.Low()), when(starts.High())))
		if n := starts.After(p.At() + q.Span); n > 0 && q.Redrawn {
			lines = append(lines, fmt.Sprintf("%s: in %d drawings it starts never, or more than %.0f s after it came, when no more jobs come", later, n, f.span))
		}
	}
	if err := table.Write(stdout); err != nil {
		return err
	}
	if left != "" {
		lines = append(lines, left)
	}
	for _, line := range lines {
		fmt.Fprintln(stdout, line)
	}
	fmt.Fprintf(stdout, "%d drawings under %s: of the run times of jobs that run or wait, of what comes later and of what the policy draws\n", f.drawings, f.label())
	f.printUnknown(stdout, "whether such ranges are right here, backfill forecast -check tells, and ")
	return nil
}

// leftWords say how much of what is known when the log ends is left when a job comes later.
func leftWords(p *future.Past, d *forecast.Drawn) string {
	late, known := (p.At() - p.Now()).Seconds(), p.Counts().Run+p.Counts().Wait
	if d.Left.Most > 0 {
		return fmt.Sprintf("the job comes %.0f s after the end of the log: of the %d jobs that ran or waited then, %d to %d have not ended, by drawing", late, known, d.Left.Fewest, d.Left.Most)
	}
	return fmt.Sprintf("the job comes %.0f s after the end of the log: of the %d jobs that ran or waited then none is left in any drawing, so that only later arrivals count and, where priorities or limits count it, what was used before", late, known)
}

// printUnknown says what was not looked at.
func (f *forecasting) printUnknown(stdout io.Writer, more string) {
	fmt.Fprintf(stdout, "%show well %s fits this log, backfill fit tells: if it does not fit, all this says nothing about the cluster\n", more, f.label())
}

func (f *forecasting) label() string { return f.model.Plan.Policies[f.model.Policy].Label }

// printCheck prints how often recorded waits lie in the range.
func (f *forecasting) printCheck(stdout io.Writer) error {
	q, err := f.question()
	if err != nil {
		return err
	}
	q.Redrawn = f.later != future.None
	c, err := f.model.Check(f.log, forecast.Sample(f.log.Workload, f.check), q, f.drawings)
	if err != nil {
		return err
	}
	later := future.None
	if q.Redrawn {
		later = future.Redrawn
	}
	n := len(c.Tries)
	share := func(k, of int) string { return fmt.Sprintf("%d (%.1f %%)", k, 100*float64(k)/float64(of)) }
	fmt.Fprintf(stdout, "asked about %d jobs of the second half of the log, each when it came: %d drawings under %s, later arrivals %s\n", n, c.Drawings, f.label(), later)
	fmt.Fprintf(stdout, "recorded waits in the range of 80 %%: %s, with 95 %% confidence %.1f to %.1f %%; %d are shorter and %d longer\n",
		share(c.Within, n), 100**c.Coverage.Low, 100**c.Coverage.High, c.Below, c.Above)
	if c.Waited > 0 {
		fmt.Fprintf(stdout, "of the %d that waited more than %.0f s: %s\n", c.Waited, forecast.LongWait.Seconds(), share(c.WaitedWithin, c.Waited))
	}
	if c.Error == engine.Never {
		fmt.Fprintln(stdout, "half of the jobs or more never start in the median of their drawings")
	} else {
		fmt.Fprintf(stdout, "for half of the jobs the median of the drawings is %s s or less from the recorded wait\n", tables.Number(c.Error.Seconds(), 0))
	}
	f.printUnknown(stdout, "")
	return nil
}
