package script

import (
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"backfill/engine"
	"backfill/policies/scripting"
)

// program is a script that has been checked and compiled. It is not changed any more.
type program struct {
	code    *starlark.Program
	demands engine.Capability
	plans   bool   // it names a verb that looks at the forecast
	runs    bool   // it asks who runs
	steps   uint64 // that a call may take
}

// dialect is Starlark as scripts have it: with sets and with statements outside functions, without while and recursion.
var dialect = &syntax.FileOptions{Set: true, TopLevelControl: true, GlobalReassign: true}

// fileName stands for the script in positions.
const fileName = "script"

// Compile makes a policy of a script. An error names line and column.
func Compile(source string) (scripting.Program, error) {
	if err := checkNesting(source); err != nil {
		return nil, err
	}
	f, err := dialect.Parse(fileName, source, 0)
	if err != nil {
		return nil, mistake(source, nil, err)
	}
	c := &checker{}
	if err := c.check(f); err != nil {
		return nil, err
	}
	replaceInFile(f)
	code, err := starlark.FileProgram(f, func(name string) bool { return names[name] && !constants[name] || isGuard(name) })
	if err != nil {
		return nil, mistake(source, c.bound, err)
	}
	return &program{code: code, demands: c.demands, plans: c.plans, runs: c.runs, steps: scripting.MaxSteps}, nil
}

// Demands is what the verbs and attributes that the script names need.
func (p *program) Demands() engine.Capability { return p.demands }

// New is the policy, for one simulation.
func (p *program) New() engine.Policy { return &policy{program: p, last: engine.NoJob} }
