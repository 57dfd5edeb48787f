package script

import (
	"errors"
	"fmt"
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"backfill/engine"
	"backfill/policies/scripting"
)

// program is a script that has been checked and compiled. It is not changed any more.
type program struct {
	code    *starlark.Program
	demands engine.Capability
	plans   bool // it names a verb that looks at the forecast
	runs    bool // it asks who runs
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
		return nil, mistake(err)
	}
	c := &checker{}
	if err := c.check(f); err != nil {
		return nil, err
	}
	replaceInFile(f)
	code, err := starlark.FileProgram(f, func(name string) bool { return names[name] && !constants[name] || isGuard(name) })
	if err != nil {
		return nil, mistake(err)
	}
	return &program{code: code, demands: c.demands, plans: c.plans, runs: c.runs}, nil
}

// Demands is what the verbs and attributes that the script names need.
func (p *program) Demands() engine.Capability { return p.demands }

// New is the policy, for one simulation.
func (p *program) New() engine.Policy { return &policy{program: p, last: engine.NoJob} }

// mistake is an error of the library in the form of this package.
func mistake(err error) error {
	var wrong syntax.Error
	var unresolved resolve.ErrorList
	switch {
	case errors.As(err, &wrong):
		return fmt.Errorf("line %d, column %d: %s", wrong.Pos.Line, wrong.Pos.Col, inOurWords(wrong.Msg))
	case errors.As(err, &unresolved):
		first := unresolved[0]
		return fmt.Errorf("line %d, column %d: %s", first.Pos.Line, first.Pos.Col, inOurWords(first.Msg))
	}
	return fmt.Errorf("line 1, column 1: %w", err)
}

// inOurWords is what the library says, with what helps who knows a little Python.
func inOurWords(said string) string {
	if name, ok := strings.CutPrefix(said, "undefined: "); ok {
		name, _, _ = strings.Cut(name, " ")
		known := make([]string, 0, len(names))
		for k := range names {
			known = append(known, k)
		}
		if hint := meant(name, sorted(known)); hint != "" || !strings.Contains(said, "did you mean") {
			return "unknown name " + name + hint
		}
		return "unknown name" + strings.TrimPrefix(said, "undefined:")
	}
	for _, h := range []struct{ begins, hint string }{
		{"got is,", "is and is not are written == and != here"},
		{"got global,", "global is not accepted: a function keeps what it is to remember in a list or a dictionary outside of it"},
		{"got while", "while is not accepted; a loop over range(…) that a break ends does the same"},
		{"got import,", "import is not accepted: a script has its verbs and nothing else"},
		{"got class,", "class is not accepted; a dictionary holds what belongs together"},
		{"got try,", "try is not accepted: a mistake ends the run, with its line"},
		{"got del,", "del is not accepted; pop takes an element out"},
	} {
		if strings.HasPrefix(said, h.begins) {
			return h.hint
		}
	}
	return said
}
