package script

import (
	"slices"
	"strings"

	"go.starlark.net/syntax"
)

// guardMark begins the names of functions that stand for what is replaced. No script can write it.
const guardMark = "·"

func isGuard(name string) bool { return strings.HasPrefix(name, guardMark) }

const (
	guardKey  = guardMark + "key"  // the key of a dictionary, counted
	guardCut  = guardMark + "cut"  // a sequence of which a part is taken, counted
	guardGrow = guardMark + "grow" // of x and y: y, both counted
	guardLine = guardMark + "line" // whether a line that is printed is kept
)

// guarded are the operators that may do more than their share, with the names of the functions that stand for them.
var guarded = map[syntax.Token]string{
	syntax.PLUS: guardMark + "+", syntax.MINUS: guardMark + "-", syntax.STAR: guardMark + "*", syntax.PERCENT: guardMark + "%", syntax.PIPE: guardMark + "|", syntax.AMP: guardMark + "&",
	syntax.CIRCUMFLEX: guardMark + "^", syntax.LTLT: guardMark + "<<", syntax.IN: guardMark + "in", syntax.NOT_IN: guardMark + "not in",
	syntax.EQL: guardMark + "==", syntax.NEQ: guardMark + "!=", syntax.LT: guardMark + "<", syntax.LE: guardMark + "<=", syntax.GT: guardMark + ">", syntax.GE: guardMark + ">=",
}

// assigning are the operators that come with an assignment.
var assigning = map[syntax.Token]syntax.Token{
	syntax.PLUS_EQ: syntax.PLUS, syntax.MINUS_EQ: syntax.MINUS, syntax.STAR_EQ: syntax.STAR, syntax.PERCENT_EQ: syntax.PERCENT, syntax.PIPE_EQ: syntax.PIPE, syntax.AMP_EQ: syntax.AMP,
	syntax.CIRCUMFLEX_EQ: syntax.CIRCUMFLEX, syntax.LTLT_EQ: syntax.LTLT,
}

// large are the verbs and functions whose values may be large.
var large = []string{"waiting", "running", "events", "dict", "enumerate", "list", "max", "min", "range", "repr", "reversed", "set", "sorted", "str", "sum", "tuple", "zip", "type"}

// small says whether an expression is plainly a number, None, a truth or a job.
func small(x syntax.Expr) bool {
	switch x := x.(type) {
	case *syntax.Literal:
		return x.Token == syntax.INT || x.Token == syntax.FLOAT
	case *syntax.Ident:
		return x.Name == "None" || x.Name == "True" || x.Name == "False"
	case *syntax.ParenExpr:
		return small(x.X)
	case *syntax.DotExpr:
		return x.Name.Name != "state" && x.Name.Name != "kind" && x.Name.Name != "partitions"
	case *syntax.CallExpr:
		f, ok := x.Fn.(*syntax.Ident)
		return ok && names[f.Name] && !slices.Contains(large, f.Name)
	case *syntax.UnaryExpr:
		return x.Op == syntax.NOT || small(x.X)
	case *syntax.BinaryExpr:
		switch x.Op {
		case syntax.EQL, syntax.NEQ, syntax.LT, syntax.LE, syntax.GT, syntax.GE, syntax.IN, syntax.NOT_IN:
			return true
		case syntax.LTLT:
			return false
		}
		return small(x.X) && small(x.Y)
	}
	return false
}

// brief says whether an expression is small or a text of the script itself.
func brief(x syntax.Expr) bool {
	switch x := x.(type) {
	case *syntax.Literal:
		return true
	case *syntax.DotExpr:
		return x.Name.Name != "partitions"
	case *syntax.ParenExpr:
		return brief(x.X)
	}
	return small(x)
}

// cheap says whether an operator does no more than its share with these operands.
func cheap(op syntax.Token, x, y syntax.Expr) bool {
	switch op {
	case syntax.PLUS, syntax.MINUS, syntax.PIPE, syntax.AMP, syntax.CIRCUMFLEX:
		return small(x) || small(y)
	case syntax.STAR:
		return small(x) && small(y)
	case syntax.PERCENT:
		return small(x)
	case syntax.EQL, syntax.NEQ, syntax.LT, syntax.LE, syntax.GT, syntax.GE:
		return brief(x) || brief(y)
	case syntax.IN, syntax.NOT_IN:
		switch y := y.(type) {
		case *syntax.ListExpr:
			return !slices.ContainsFunc(y.List, func(e syntax.Expr) bool { return !brief(e) })
		case *syntax.TupleExpr:
			return !slices.ContainsFunc(y.List, func(e syntax.Expr) bool { return !brief(e) })
		}
		return false
	}
	return guarded[op] == ""
}

// growing says whether an assignment with an operator may do more than its share.
func growing(x *syntax.AssignStmt) bool {
	op := assigning[x.Op]
	return op != 0 && !cheap(op, x.LHS, x.RHS)
}

// steady says whether an expression can be computed twice: nothing in it acts.
func steady(x syntax.Expr) bool {
	switch x := x.(type) {
	case *syntax.Ident, *syntax.Literal:
		return true
	case *syntax.DotExpr:
		return steady(x.X)
	case *syntax.IndexExpr:
		return steady(x.X) && steady(x.Y)
	case *syntax.ParenExpr:
		return steady(x.X)
	}
	return false
}

// again is a copy of a steady expression.
func again(x syntax.Expr) syntax.Expr {
	switch x := x.(type) {
	case *syntax.Ident:
		return &syntax.Ident{NamePos: x.NamePos, Name: x.Name}
	case *syntax.Literal:
		y := *x
		return &y
	case *syntax.DotExpr:
		return &syntax.DotExpr{X: again(x.X), Dot: x.Dot, NamePos: x.NamePos, Name: &syntax.Ident{NamePos: x.Name.NamePos, Name: x.Name.Name}}
	case *syntax.IndexExpr:
		return &syntax.IndexExpr{X: again(x.X), Lbrack: x.Lbrack, Y: again(x.Y), Rbrack: x.Rbrack}
	case *syntax.ParenExpr:
		return again(x.X)
	}
	panic("script: an expression that is not steady")
}

// callOf is the call of a function that stands for something, as if it stood there.
func callOf(name string, at syntax.Position, arguments ...syntax.Expr) *syntax.CallExpr {
	return &syntax.CallExpr{Fn: &syntax.Ident{NamePos: at, Name: name}, Lparen: at, Args: arguments, Rparen: at}
}

// replaceInFile puts functions that count into the place of what may do more than its share.
func replaceInFile(f *syntax.File) { replaceStmts(f.Stmts) }

func replaceStmts(list []syntax.Stmt) {
	for i, s := range list {
		switch s := s.(type) {
		case *syntax.ExprStmt:
			skips := printsOnly(s.X)
			if replace(&s.X); skips {
				at := syntax.Start(s)
				list[i] = &syntax.IfStmt{If: at, Cond: callOf(guardLine, at), True: []syntax.Stmt{s}}
			}
		case *syntax.IfStmt:
			replace(&s.Cond)
			replaceStmts(s.True)
			replaceStmts(s.False)
		case *syntax.DefStmt:
			replaceDefaults(s.Params)
			replaceStmts(s.Body)
		case *syntax.ForStmt:
			replace(&s.Vars)
			replace(&s.X)
			replaceStmts(s.Body)
		case *syntax.ReturnStmt:
			if s.Result != nil {
				replace(&s.Result)
			}
		case *syntax.AssignStmt:
			replaceAssignment(s)
		}
	}
}

func replaceAssignment(s *syntax.AssignStmt) {
	grows := growing(s)
	replace(&s.RHS)
	if grows {
		op := assigning[s.Op]
		old := again(s.LHS)
		replace(&old)
		if op == syntax.PLUS || op == syntax.PIPE { // these may change what stands there, for all who know it
			s.RHS = callOf(guardGrow, s.OpPos, old, s.RHS)
		} else {
			s.RHS, s.Op = callOf(guarded[op], s.OpPos, old, s.RHS), syntax.EQ
		}
	}
	replace(&s.LHS)
}

func replaceDefaults(parameters []syntax.Expr) {
	for _, p := range parameters {
		if b, ok := p.(*syntax.BinaryExpr); ok {
			replace(&b.Y)
		}
	}
}

func replaceAll(list []syntax.Expr) {
	for i := range list {
		replace(&list[i])
	}
}

// key counts what a dictionary or a set looks for.
func key(x *syntax.Expr) {
	is := brief(*x)
	replace(x)
	if !is {
		*x = callOf(guardKey, syntax.Start(*x), *x)
	}
}

func replace(at *syntax.Expr) {
	switch x := (*at).(type) {
	case *syntax.ParenExpr:
		replace(&x.X)
	case *syntax.ListExpr:
		replaceAll(x.List)
	case *syntax.TupleExpr:
		replaceAll(x.List)
	case *syntax.CondExpr:
		replace(&x.Cond)
		replace(&x.True)
		replace(&x.False)
	case *syntax.UnaryExpr:
		replace(&x.X)
	case *syntax.LambdaExpr:
		replaceDefaults(x.Params)
		replace(&x.Body)
	case *syntax.DotExpr:
		replace(&x.X)
	case *syntax.DictExpr:
		for _, e := range x.List {
			replaceEntry(e.(*syntax.DictEntry))
		}
	case *syntax.Comprehension:
		switch e, is := x.Body.(*syntax.DictEntry); {
		case is:
			replaceEntry(e)
		case x.Curly:
			key(&x.Body)
		default:
			replace(&x.Body)
		}
		for _, c := range x.Clauses {
			switch c := c.(type) {
			case *syntax.ForClause:
				replace(&c.Vars)
				replace(&c.X)
			case *syntax.IfClause:
				replace(&c.Cond)
			}
		}
	case *syntax.IndexExpr:
		replace(&x.X)
		key(&x.Y)
	case *syntax.SliceExpr:
		replace(&x.X)
		x.X = callOf(guardCut, x.Lbrack, x.X)
		for _, bound := range []*syntax.Expr{&x.Lo, &x.Hi, &x.Step} {
			if *bound != nil {
				replace(bound)
			}
		}
	case *syntax.CallExpr:
		replaceCall(x)
	case *syntax.BinaryExpr:
		is := cheap(x.Op, x.X, x.Y)
		replace(&x.X)
		replace(&x.Y)
		if !is {
			*at = callOf(guarded[x.Op], x.OpPos, x.X, x.Y)
		}
	}
}

func replaceEntry(e *syntax.DictEntry) {
	key(&e.Key)
	replace(&e.Value)
}

func replaceCall(x *syntax.CallExpr) {
	for i, a := range x.Args {
		if b, ok := a.(*syntax.BinaryExpr); ok && b.Op == syntax.EQ { // a name and its value
			replace(&b.Y)
		} else {
			replace(&x.Args[i])
		}
	}
	d, ok := x.Fn.(*syntax.DotExpr)
	if !ok {
		replace(&x.Fn)
		return
	}
	replace(&d.X)
	x.Fn = &syntax.Ident{NamePos: d.Name.NamePos, Name: guardMark + d.Name.Name}
	x.Args = slices.Insert(x.Args, 0, d.X)
}
