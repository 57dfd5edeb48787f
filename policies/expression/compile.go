package expression

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"

	"backfill/policies/priority"
)

// Compile makes a priority of an expression. An error names the column that it is about,
// the first being column 1. What it makes serves one simulation at a time.
func Compile(text string) (priority.Expression, error) {
	tree, err := parser.Parse(text)
	if err != nil {
		return nil, syntaxError(text, err)
	}
	p := &program{}
	is, err := p.translate(tree.Node)
	if err != nil {
		return nil, err
	}
	if is != number {
		return nil, at(tree.Node, "a priority is a number; this is true or false")
	}
	if err := p.finite(); err != nil {
		return nil, err
	}
	p.stack = make([]float64, p.deepest)
	return p, nil
}

// names of variables, and their short forms.
var names = map[string]operation{
	"wait": loadWait, "J": loadWait,
	"R":      loadRequest,
	"submit": loadSubmit, "processors": loadProcessors, "memory": loadMemory,
	"user": loadUser, "group": loadGroup, "queue": loadQueue,
	"userWaiting": loadUserWaiting, "userRunning": loadUserRunning, "userUsed": loadUserUsed,
	"groupWaiting": loadGroupWaiting, "groupRunning": loadGroupRunning, "groupUsed": loadGroupUsed,
	"waitWeight": loadWaitWeight, "w": loadWaitWeight,
	"maxRequest": loadMaxRequest, "M": loadMaxRequest,
}

// functions by name, with the number of their arguments; those of two take more if many.
var functions = map[string]struct {
	do        operation
	arguments int
	many      bool
}{
	"sqrt": {squareRoot, 1, false}, "abs": {absolute, 1, false}, "exp": {exponential, 1, false}, "log": {logarithm, 1, false},
	"pow": {power, 2, false}, "min": {minimum, 2, true}, "max": {maximum, 2, true},
}

// operators of two numbers; the result of the later ones is true or false.
var operators = map[string]struct {
	do operation
	is kind
}{
	"+": {add, number}, "-": {subtract, number}, "*": {multiply, number}, "/": {divide, number}, "**": {power, number}, "^": {power, number},
	"<": {less, truth}, "<=": {lessOrEqual, truth}, ">": {greater, truth}, ">=": {greaterOrEqual, truth}, "==": {equal, truth}, "!=": {unequal, truth},
}

// connectives of two truths.
var connectives = map[string]operation{"and": both, "&&": both, "or": either, "||": either}

const (
	knownNames     = "wait (or J), R, submit, processors, memory, user, group, queue, userWaiting, userRunning, userUsed, groupWaiting, groupRunning, groupUsed, waitWeight (or w) and maxRequest (or M)"
	knownFunctions = "sqrt, abs, exp, log, pow, min and max"
)

// kind is the type of a value.
type kind string

const (
	number kind = "a number"
	truth  kind = "true or false"
)

// translate appends the instructions that leave the value of n on the stack, and the column of each.
func (p *program) translate(n ast.Node) (kind, error) {
	is, err := p.append(n)
	for len(p.columns) < len(p.code) {
		p.columns = append(p.columns, columnOf(n))
	}
	return is, err
}

func (p *program) append(n ast.Node) (kind, error) {
	switch n := n.(type) {
	case *ast.IntegerNode:
		p.push(instruction{do: constant, value: float64(n.Value)})
		return number, nil
	case *ast.FloatNode:
		p.push(instruction{do: constant, value: n.Value})
		return number, nil
	case *ast.BoolNode:
		p.push(instruction{do: constant, value: truthValue(n.Value)})
		return truth, nil
	case *ast.IdentifierNode:
		load, known := names[n.Value]
		switch _, function := functions[n.Value]; {
		case function:
			return "", at(n, "the function %s takes its arguments in parentheses", n.Value)
		case !known:
			return "", at(n, "unknown name %q; known are %s", n.Value, knownNames)
		}
		p.push(instruction{do: load})
		return number, nil
	case *ast.UnaryNode:
		return p.unary(n)
	case *ast.BinaryNode:
		return p.binary(n)
	case *ast.ConditionalNode:
		return p.conditional(n)
	case *ast.BuiltinNode:
		return p.call(n, n.Name, n.Arguments)
	case *ast.CallNode:
		if callee, ok := n.Callee.(*ast.IdentifierNode); ok {
			return p.call(n, callee.Value, n.Arguments)
		}
	}
	return "", at(n, "only numbers, names, operators and the functions %s are accepted", knownFunctions)
}

func (p *program) unary(n *ast.UnaryNode) (kind, error) {
	switch n.Operator {
	case "-":
		return number, p.apply(negative, 1, number, n.Node)
	case "+":
		return number, p.operand(number, n.Node)
	case "not", "!":
		return truth, p.apply(opposite, 1, truth, n.Node)
	}
	return "", at(n, "the operator %s is not accepted", n.Operator)
}

func (p *program) binary(n *ast.BinaryNode) (kind, error) {
	if o, known := operators[n.Operator]; known {
		return o.is, p.apply(o.do, 2, number, n.Left, n.Right)
	}
	if do, known := connectives[n.Operator]; known {
		return truth, p.apply(do, 2, truth, n.Left, n.Right)
	}
	return "", at(n, "the operator %s is not accepted", n.Operator)
}

// conditional computes both alternatives: nothing in them has an effect.
func (p *program) conditional(n *ast.ConditionalNode) (kind, error) {
	if err := p.operand(truth, n.Cond); err != nil {
		return "", err
	}
	is, err := p.translate(n.Exp1)
	if err != nil {
		return "", err
	}
	if err := p.operand(is, n.Exp2); err != nil {
		return "", err
	}
	p.pop(3, instruction{do: choose})
	return is, nil
}

func (p *program) call(n ast.Node, name string, arguments []ast.Node) (kind, error) {
	f, known := functions[name]
	if !known {
		return "", at(n, "unknown function %q; known are %s", name, knownFunctions)
	}
	if len(arguments) < f.arguments || len(arguments) > f.arguments && !f.many {
		wanted := fmt.Sprintf("%d arguments", f.arguments)
		switch {
		case f.many:
			wanted = fmt.Sprintf("%d or more arguments", f.arguments)
		case f.arguments == 1:
			wanted = "1 argument"
		}
		return "", at(n, "%s takes %s, not %d", name, wanted, len(arguments))
	}
	if err := p.apply(f.do, f.arguments, number, arguments[:f.arguments]...); err != nil {
		return "", err
	}
	for _, further := range arguments[f.arguments:] {
		if err := p.operand(number, further); err != nil {
			return "", err
		}
		p.pop(2, instruction{do: f.do})
	}
	return number, nil
}

// apply appends operands of a kind and what is done with them.
func (p *program) apply(do operation, taken int, is kind, operands ...ast.Node) error {
	for _, n := range operands {
		if err := p.operand(is, n); err != nil {
			return err
		}
	}
	p.pop(taken, instruction{do: do})
	return nil
}

// operand is translate for what has to be of a kind.
func (p *program) operand(wanted kind, n ast.Node) error {
	is, err := p.translate(n)
	if err == nil && is != wanted {
		err = at(n, "%s is needed here; this is %s", wanted, is)
	}
	return err
}

// at is an error about node n.
func at(n ast.Node, format string, args ...any) error {
	return fmt.Errorf("column %d: "+format, append([]any{columnOf(n)}, args...)...)
}

// columnOf is where node n is, from 1.
func columnOf(n ast.Node) int { return n.Location().From + 1 }

// syntaxError is what the parser says, with the column.
func syntaxError(text string, err error) error {
	var wrong *file.Error
	if !errors.As(err, &wrong) {
		return fmt.Errorf("column 1: %w", err)
	}
	token, unexpected := strings.CutPrefix(wrong.Message, "unexpected token ")
	switch {
	case token == "EOF":
		return fmt.Errorf("column %d: the expression ends too early", utf8.RuneCountInString(strings.TrimRight(text, " "))+1)
	case strings.Contains(wrong.Message, "out of range"):
		return fmt.Errorf("column %d: the number that ends here is too large; numbers up to 1.8e308, and whole numbers up to 9223372036854775807, are accepted", wrong.From+1)
	case unexpected:
		if _, quoted, ok := strings.Cut(token, "("); ok {
			token = strings.TrimSuffix(quoted, ")")
		}
		return fmt.Errorf("column %d: %s is not expected here", wrong.From+1, token)
	}
	return fmt.Errorf("column %d: %s", wrong.From+1, wrong.Message)
}
