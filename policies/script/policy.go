package script

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"backfill/engine"
	"backfill/policies/scripting"
)

// policy is a script that schedules one simulation.
//
// Reservations that it holds stay from call to call. All are given up before a call in which a running job has outlived its request or a
// command has changed a job, since they may be impossible then, and one whose time has passed without a start.
type policy struct {
	*program

	state   *engine.State
	thread  starlark.Thread
	globals starlark.StringDict
	entry   starlark.Value
	jobs    []job
	running []int32  // in the order of their starts, if runs
	lines   []*queue // of waiting jobs, that this call has made

	partitions []starlark.Value // their names, if the machine has some and the script has asked

	holds     bool // there may be reservations
	remembers bool // the script can keep values from call to call

	last    int32 // the job that a verb was last called for, NoJob if there was none in this call
	started int32 // the job that was last started in this call, else NoJob

	printed lines
	reasons reasons
	kept    kept
	called  engine.Time // when it was last called
	wakes   int         // calls in a row that the script alone has asked for, and that started nobody
}

// Schedule calls the function of the script. A mistake fails the run.
func (p *policy) Schedule(s *engine.State) {
	p.last, p.started, p.called = engine.NoJob, engine.NoJob, s.Now()
	defer func() {
		if broken := recover(); broken != nil { // a mistake of this program, which must not take others with it
			s.Fail(fmt.Errorf("%s: the script has made the simulation impossible: %v", p.where(), broken))
		}
	}()
	if err := p.call(s); err != nil {
		s.Fail(p.inWords(err))
		return
	}
	if s.Recording() {
		p.noteWaiting()
	}
}

func (p *policy) call(s *engine.State) error {
	p.thread.Steps = 0
	if p.state == nil {
		if err := p.begins(s); err != nil {
			return err
		}
	}
	p.dropVoid()
	if p.runs {
		p.forget()
	}
	if _, err := starlark.Call(&p.thread, p.entry, nil, nil); err != nil {
		return err
	}
	p.leaveLines()
	p.printed.end(p.state)
	if err := p.countWake(); err != nil {
		return err
	}
	return p.weighKept()
}

// countWake refuses to be woken for ever.
func (p *policy) countWake() error {
	if p.wakes++; p.started != engine.NoJob || slices.ContainsFunc(p.state.Events(), func(e engine.Event) bool { return e.Kind != engine.WakeUp }) {
		p.wakes = 0
	}
	if p.wakes > scripting.MaxWakes {
		return fmt.Errorf("the script has been woken %d times in a row, as it asked, and neither did anything happen nor was a job started", scripting.MaxWakes)
	}
	return nil
}

// begins runs what stands outside of functions.
func (p *policy) begins(s *engine.State) error {
	p.state = s
	p.jobs = make([]job, len(s.Workload().Jobs))
	for j := range p.jobs {
		p.jobs[j] = job{p, int32(j)}
	}
	if p.plans {
		s.Holes(nil) // a policy that asks for forecasts has to do so from its first call on
	}
	p.thread.SetMaxExecutionSteps(p.steps)
	var err error
	if p.globals, err = p.code.Init(&p.thread, p.predeclared()); err != nil {
		return err
	}
	if p.entry = p.globals[scripting.Entry]; p.entry == nil {
		return errors.New(scripting.Entry + " has not been defined")
	}
	if _, ok := p.entry.(*starlark.Function); !ok {
		return errors.New(scripting.Entry + " is no function any more")
	}
	p.remembers = canKeep(p.globals)
	return nil
}

// forget takes jobs off the list of those that run which do not any more.
func (p *policy) forget() {
	if p.state.Saw(engine.Completion) || p.state.Saw(engine.Change) {
		p.running = slices.DeleteFunc(p.running, func(j int32) bool { return !p.state.Runs(j) })
	}
}

// LeftJobs says of n jobs that wait when nothing happens any more that the script never started them, and what was free when it was last called.
func (p *policy) LeftJobs(n int) string {
	s := p.state
	all := 0 // test runs that another row continues are no jobs of their own
	for j := range p.jobs {
		if !s.Workload().Continued(int32(j)) {
			all++
		}
	}
	was, them := "was", "it"
	if n > 1 {
		was, them = "were", "them"
	}
	return fmt.Sprintf("%d of %d jobs %s never started: the last call of schedule(), at %s, left %s waiting with %d of %d processors free",
		n, all, was, s.Workload().When(p.called), them, s.Free(), s.Processors())
}

// inWords is an error of a call with the line, the instant and the job.
func (p *policy) inWords(err error) error {
	at, said := "", err.Error()
	var wrong *starlark.EvalError
	if errors.As(err, &wrong) {
		said = wrong.Msg
		for i := range wrong.CallStack {
			if frame := wrong.CallStack.At(i); frame.Pos.Filename() == fileName {
				at = fmt.Sprintf("line %d, column %d: ", frame.Pos.Line, frame.Pos.Col)
				break
			}
		}
		if frame := wrong.CallStack.At(0); frame.Pos.Filename() != fileName && scripting.VerbNamed(frame.Name) != nil && frame.Name != "fail" {
			said = frame.Name + ": " + said
		}
	}
	return fmt.Errorf("%s%s (%s)", at, runTimeWords(said), p.where())
}

// where says at which instant and, if a verb was called for a job, for which.
func (p *policy) where() string {
	if p.state == nil {
		return "before the first call"
	}
	text := "at " + p.state.Workload().When(p.state.Now())
	if p.last != engine.NoJob {
		text += fmt.Sprintf(", job %d", p.jobs[p.last].number())
	}
	return text
}

// runTimeWords is what the library says, with what helps who knows a little Python.
func runTimeWords(said string) string {
	const cancelled = "Starlark computation cancelled: too many steps"
	if said == cancelled {
		return errSteps.Error()
	}
	if plain, ok := indexMistake(said); ok {
		return plain
	}
	var name string
	if n, _ := fmt.Sscanf(said, "local variable %s referenced before assignment", &name); n == 1 {
		return said + "; a function cannot assign to a name outside of it: keep the value in a list or a dictionary there"
	}
	switch {
	case strings.HasSuffix(said, "called recursively"):
		return said + "; a function may not call itself: please use a loop"
	case strings.Contains(said, "string") && strings.HasSuffix(said, "not implemented"):
		return said + "; a number stands without quotes, and float(…) makes one of a text"
	case strings.HasPrefix(said, "unknown binary op: ") && strings.Contains(said, "string"):
		return said + "; str(…) makes a text of a number"
	}
	return said
}
