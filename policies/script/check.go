package script

import (
	"fmt"
	"maps"
	"math/big"
	"slices"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/policies/scripting"
)

// checker finds what is wrong with a script beside its syntax, and what it demands.
type checker struct {
	demands   engine.Capability
	plans     bool // it names a verb that looks at the forecast
	runs      bool // it asks who runs
	functions int
	called    map[syntax.Expr]bool // x.name where it is called
	bound     []string             // names that the script gives a meaning
	err       error
}

// taken says whether the name has a meaning that a script cannot change.
func taken(name string) bool {
	_, known := names[name]
	return known || starlark.Universe.Has(name)
}

// constants are names of the language that are no functions.
var constants = map[string]bool{"None": true, "True": true, "False": true}

// names are constants, verbs and functions of the language.
var names = func() map[string]bool {
	all := maps.Clone(constants)
	for _, g := range scripting.Groups {
		for _, v := range g.Verbs {
			all[v.Name] = true
		}
	}
	for _, f := range scripting.Functions {
		all[f.Name] = true
	}
	return all
}()

// check looks through a file.
func (c *checker) check(f *syntax.File) error {
	entry := false
	for _, s := range f.Stmts {
		if d, ok := s.(*syntax.DefStmt); ok && d.Name.Name == scripting.Entry {
			entry = true
			for _, p := range d.Params {
				c.wrong(syntax.Start(p), "%s takes no arguments", scripting.Entry)
			}
		}
	}
	syntax.Walk(f, func(n syntax.Node) bool {
		if n != nil && c.err == nil {
			c.look(n)
		}
		return c.err == nil
	})
	if c.err == nil && !entry {
		c.err = fmt.Errorf("line 1, column 1: a function %s() is missing: it is called whenever a job has arrived or ended", scripting.Entry)
	}
	return c.err
}

// wrong notes the first mistake.
func (c *checker) wrong(at syntax.Position, format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf("line %d, column %d: %s", at.Line, at.Col, fmt.Sprintf(format, args...))
	}
}

func (c *checker) look(n syntax.Node) {
	switch n := n.(type) {
	case *syntax.LoadStmt:
		c.wrong(n.Load, "load is not accepted: a script is a single file")
	case *syntax.WhileStmt:
		c.wrong(n.While, "while is not accepted; a loop over range(…) that a break ends does the same")
	case *syntax.DefStmt:
		c.binds(n.Name)
		c.function(n.Def)
		c.parameters(n.Params)
	case *syntax.LambdaExpr:
		c.function(n.Lambda)
		c.parameters(n.Params)
	case *syntax.ForStmt:
		c.binds(n.Vars)
	case *syntax.ForClause:
		c.binds(n.Vars)
	case *syntax.AssignStmt:
		c.binds(n.LHS)
		if growing(n) && !steady(n.LHS) {
			c.wrong(syntax.Start(n.LHS), "what stands in the brackets before %s is to be a name, a number or an attribute; please put it into a variable first", n.Op)
		}
	case *syntax.Ident:
		c.uses(n)
	case *syntax.DotExpr:
		c.dot(n, c.called[n])
	case *syntax.Literal:
		if big, ok := n.Value.(*big.Int); ok && big.BitLen() > 128 {
			c.wrong(n.TokenPos, "the number is too large")
		}
	case *syntax.CallExpr:
		c.call(n)
	}
}

func (c *checker) function(at syntax.Position) {
	if c.functions++; c.functions > scripting.MaxFunctions {
		c.wrong(at, "more than %d functions are not accepted", scripting.MaxFunctions)
	}
}

// parameters of a function must not hide a verb.
func (c *checker) parameters(list []syntax.Expr) {
	for _, p := range list {
		if b, ok := p.(*syntax.BinaryExpr); ok {
			p = b.X
		}
		if u, ok := p.(*syntax.UnaryExpr); ok {
			c.wrong(u.OpPos, "a function with any number of arguments is not accepted; a list does the same")
			return
		}
		c.binds(p)
	}
}

// binds looks at the target of an assignment.
func (c *checker) binds(target syntax.Expr) {
	switch x := target.(type) {
	case *syntax.Ident:
		c.bound = append(c.bound, x.Name)
		if taken(x.Name) {
			what := "a function of the language"
			if scripting.VerbNamed(x.Name) != nil {
				what = "a verb"
			}
			c.wrong(x.NamePos, "%s is %s and cannot be another thing; please choose another name", x.Name, what)
		}
	case *syntax.ParenExpr:
		c.binds(x.X)
	case *syntax.TupleExpr:
		for _, e := range x.List {
			c.binds(e)
		}
	case *syntax.ListExpr:
		for _, e := range x.List {
			c.binds(e)
		}
	case *syntax.DotExpr:
		c.wrong(x.Dot, "attributes cannot be changed; a dictionary can hold what is to be remembered of a job: of[job] = …")
	}
}

// uses notes what the use of a name demands.
func (c *checker) uses(x *syntax.Ident) {
	v := scripting.VerbNamed(x.Name)
	switch {
	case v != nil:
		c.demands |= v.Needs
		c.plans = c.plans || v.Needs&engine.Estimates != 0
		c.runs = c.runs || x.Name == "running"
	case !names[x.Name] && starlark.Universe.Has(x.Name):
		c.wrong(x.NamePos, "%s is not accepted in a script", x.Name)
	}
}

// attributes by name; an attribute means the same wherever it stands.
var attributes = func() map[string]engine.Capability {
	all := map[string]engine.Capability{}
	for _, a := range slices.Concat(scripting.OfJobs, scripting.OfEvents) {
		all[a.Name] = a.Needs
	}
	return all
}()

// dot looks at x.name, which is called or not.
func (c *checker) dot(x *syntax.DotExpr, called bool) {
	name := x.Name.Name
	needs, attribute := attributes[name]
	switch {
	case called && slices.Contains(scripting.Methods, name):
	case called && attribute:
		c.wrong(x.Name.NamePos, "%s is no function; please leave the parentheses out", name)
	case called:
		c.wrong(x.Name.NamePos, "unknown method %s%s", name, meant(name, scripting.Methods))
	case attribute:
		c.demands |= needs
	case slices.Contains(scripting.Methods, name):
		c.wrong(x.Name.NamePos, "the method %s has to be called: %s(…)", name, name)
	default:
		c.wrong(x.Name.NamePos, "%s", attributeMistake(name))
	}
}

// call looks at the arguments of a call.
func (c *checker) call(x *syntax.CallExpr) {
	if d, ok := x.Fn.(*syntax.DotExpr); ok {
		if c.called == nil {
			c.called = map[syntax.Expr]bool{}
		}
		c.called[d] = true
	}
	for _, a := range x.Args {
		if u, ok := a.(*syntax.UnaryExpr); ok && (u.Op == syntax.STAR || u.Op == syntax.STARSTAR) {
			c.wrong(u.OpPos, "arguments with %s are not accepted", u.Op)
		}
	}
}

// meant is what a misspelt name may have been meant to be, for an error message.
func meant(name string, known []string) string {
	near := param.Nearest(name, known, max(len(name)/3, 1))
	if len(near) == 0 {
		return ""
	}
	return " (did you mean " + near[0] + "?)"
}
