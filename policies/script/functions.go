package script

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"backfill/policies/scripting"
)

// function is what stands behind a name: arguments by place and by name.
type function func(args starlark.Tuple, named []starlark.Tuple) (starlark.Value, error)

// predeclared are all names that a script knows, for one simulation.
func (p *policy) predeclared() starlark.StringDict {
	all := starlark.StringDict{}
	add := func(name, shown string, f function) {
		all[name] = starlark.NewBuiltin(shown, func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
			return f(args, named)
		})
	}
	for name, f := range p.verbs() {
		add(name, name, f)
	}
	for _, w := range scripting.Functions {
		add(w.Name, w.Name, p.ofLanguage(w.Name))
	}
	for op, name := range guarded {
		add(name, op.String(), p.operator(op))
	}
	for _, m := range scripting.Methods {
		add(guardMark+m, m, p.method(m))
	}
	add(guardLine, "line", func(starlark.Tuple, []starlark.Tuple) (starlark.Value, error) {
		return starlark.Bool(p.printed.open()), nil
	})
	add(guardKey, "key", func(args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		_, err := p.weigh(args[0])
		return args[0], err
	})
	add(guardCut, "cut", func(args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		return args[0], p.length(args[0])
	})
	add(guardGrow, "grow", func(args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		return args[1], p.grows(args[0], args[1])
	})
	return all
}

// grows counts what an operator joins, of which it may make one value.
func (p *policy) grows(x, y starlark.Value) error {
	a, isText := x.(starlark.String)
	b, alike := y.(starlark.String)
	if isText && alike && len(a)+len(b) > scripting.MaxText {
		return errText
	}
	if err := p.length(x); err != nil {
		return err
	}
	return p.length(y)
}

// operator is what stands for one that may do more than its share.
func (p *policy) operator(op syntax.Token) function {
	return func(args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		x, y := args[0], args[1]
		if err := p.beforeOperator(op, x, y); err != nil {
			return nil, err
		}
		switch op {
		case syntax.EQL, syntax.NEQ, syntax.LT, syntax.LE, syntax.GT, syntax.GE:
			is, err := starlark.Compare(op, x, y)
			return starlark.Bool(is), err
		case syntax.NOT_IN:
			is, err := starlark.Binary(syntax.IN, x, y)
			if err != nil {
				return nil, err
			}
			return !is.Truth(), nil
		}
		z, err := starlark.Binary(op, x, y)
		if err != nil {
			return nil, err
		}
		return z, p.acceptable(z)
	}
}

// beforeOperator counts what an operator is going to do.
func (p *policy) beforeOperator(op syntax.Token, x, y starlark.Value) error {
	switch op {
	case syntax.PLUS:
		return p.grows(x, y)
	case syntax.STAR:
		return p.repeats(x, y)
	case syntax.PERCENT:
		if _, is := x.(starlark.String); is {
			return p.asText(x, y)
		}
		return nil
	case syntax.IN, syntax.NOT_IN:
		switch y.(type) {
		case *starlark.Dict, *starlark.Set:
			_, err := p.weigh(x)
			return err
		}
	}
	if _, err := p.weigh(x); err != nil {
		return err
	}
	_, err := p.weigh(y)
	return err
}

// repeats counts a product.
func (p *policy) repeats(x, y starlark.Value) error {
	n, isNumber := x.(starlark.Int)
	if _, also := y.(starlark.Int); also && isNumber {
		return nil // both are bounded, and so is what is made of them
	}
	if !isNumber {
		n, isNumber = y.(starlark.Int)
		y = x
	}
	many, is := y.(starlark.Sequence)
	length := 0
	text, isText := y.(starlark.String)
	switch {
	case isText:
		length = len(text)
	case is:
		length = many.Len()
	}
	times, fits := n.Int64()
	if !isNumber || length == 0 || fits && times <= 0 {
		return nil
	}
	over, all := bits.Mul64(uint64(length), uint64(times))
	if !fits || over != 0 || isText && all > scripting.MaxText {
		if isText {
			return errText
		}
		return errSteps
	}
	return p.charge(int(min(all, scripting.MaxSteps)))
}

// light are the methods that do not look through what they belong to.
var light = []string{"append", "add", "get", "setdefault", "discard"}

// method is what stands for a method of that name of any value.
func (p *policy) method(name string) function {
	return func(args starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
		if _, is := args[0].(*queue); is {
			return nil, fmt.Errorf("what waiting() gives cannot be changed, and has no method %s; list(waiting()) makes a list of it", name)
		}
		of, ok := args[0].(starlark.HasAttrs)
		if !ok {
			return nil, fmt.Errorf("%s has no method %s", args[0].Type(), name)
		}
		bound, err := of.Attr(name)
		if err == nil && bound == nil {
			err = fmt.Errorf("%s has no method %s", of.Type(), name)
		}
		if err != nil {
			return nil, err
		}
		if err := p.beforeMethod(name, args, named); err != nil {
			return nil, err
		}
		result, err := starlark.Call(&p.thread, bound, args[1:], named)
		if err != nil {
			return nil, err
		}
		return result, p.acceptable(result)
	}
}

// beforeMethod counts what a method is going to do.
func (p *policy) beforeMethod(name string, args starlark.Tuple, named []starlark.Tuple) error {
	for _, a := range args[1:] {
		if _, err := p.weigh(a); err != nil {
			return err
		}
	}
	for _, pair := range named {
		if _, err := p.weigh(pair[1]); err != nil {
			return err
		}
	}
	text, isText := args[0].(starlark.String)
	switch {
	case slices.Contains(light, name):
		return nil
	case name == "remove" || name == "index" && !isText:
		_, err := p.weigh(args[0])
		return err
	case name == "join" || name == "format":
		values := slices.Clone(args)
		for _, pair := range named {
			values = append(values, pair[1])
		}
		if list, ok := args[len(args)-1].(starlark.Sequence); ok && name == "join" && len(text)*list.Len() > scripting.MaxText {
			return errText
		}
		return p.asText(values...)
	case name == "replace" && len(args) >= 3:
		old, _ := args[1].(starlark.String)
		into, _ := args[2].(starlark.String)
		if len(text)+strings.Count(string(text), string(old))*len(into) > scripting.MaxText {
			return errText
		}
	}
	return p.length(args[0])
}

// ofLanguage is a function of the language, which counts its arguments first.
func (p *policy) ofLanguage(name string) function {
	switch name {
	case "sum":
		return p.sum
	case "sorted":
		return p.sorted
	case "max", "min":
		return p.extreme(name)
	}
	original := starlark.Universe[name]
	return func(args starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
		switch name {
		case "str", "repr":
			if err := p.asText(args...); err != nil {
				return nil, err
			}
		case "len", "type", "range", "bool":
		default:
			for _, a := range args {
				if _, err := p.weigh(a); err != nil {
					return nil, err
				}
			}
		}
		result, err := starlark.Call(&p.thread, original, args, named)
		if err != nil {
			return nil, err
		}
		if name == "range" {
			return result, nil
		}
		return result, p.acceptable(result)
	}
}

// elements are those of a value, counted.
func (p *policy) elements(v starlark.Value) ([]starlark.Value, error) {
	if _, err := p.weigh(v); err != nil {
		return nil, err
	}
	many := starlark.Iterate(v)
	if many == nil {
		return nil, fmt.Errorf("a list is needed, not %s", v.Type())
	}
	defer many.Done()
	var list []starlark.Value
	var e starlark.Value
	for many.Next(&e) {
		list = append(list, e)
	}
	return list, nil
}

func (p *policy) sum(args starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
	if len(args) != 1 || len(named) > 0 {
		return nil, errors.New("one list of numbers is needed")
	}
	list, err := p.elements(args[0])
	if err != nil {
		return nil, err
	}
	var all starlark.Value = starlark.MakeInt(0)
	for _, e := range list {
		switch e.(type) {
		case starlark.Int, starlark.Float:
		default:
			return nil, fmt.Errorf("numbers are needed, not %s", e.Type())
		}
		if all, err = starlark.Binary(syntax.PLUS, all, e); err != nil {
			return nil, err
		}
	}
	return all, p.acceptable(all)
}

// keyed is an element and what it is compared by.
type keyed struct{ value, key starlark.Value }

// byKey takes the arguments of sorted, max and min: a list, key and reverse. It calls key on every element.
func (p *policy) byKey(args starlark.Tuple, named []starlark.Tuple) (list []keyed, reverse bool, err error) {
	var by starlark.Value = starlark.None
	for _, pair := range named {
		switch pair[0].(starlark.String) {
		case "key":
			by = pair[1]
		case "reverse":
			reverse = bool(pair[1].Truth())
		default:
			return nil, false, fmt.Errorf("key and reverse are known here, not %s", pair[0].(starlark.String))
		}
	}
	if len(args) != 1 {
		return nil, false, fmt.Errorf("one list is needed, not %d values", len(args))
	}
	values, err := p.elements(args[0])
	if err != nil {
		return nil, false, err
	}
	if err := p.charge(3 * len(values)); err != nil {
		return nil, false, err
	}
	list = make([]keyed, len(values))
	for i, v := range values {
		key := v
		if by != starlark.None {
			if key, err = starlark.Call(&p.thread, by, starlark.Tuple{v}, nil); err != nil {
				return nil, false, err
			}
		}
		if _, err := p.weigh(key); err != nil {
			return nil, false, err
		}
		list[i] = keyed{v, key}
	}
	return list, reverse, nil
}

// sorted is stable, also in reverse.
func (p *policy) sorted(args starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
	before := p.thread.Steps
	list, reverse, err := p.byKey(args, named)
	if err == nil {
		err = p.charge(int(p.thread.Steps-before) * bits.Len(uint(len(list)))) // each key is compared as often as that
	}
	if err != nil {
		return nil, err
	}
	first := -1
	if reverse {
		first = 1
	}
	slices.SortStableFunc(list, func(a, b keyed) int {
		if err != nil {
			return 0
		}
		var less, more bool
		if less, err = starlark.Compare(syntax.LT, a.key, b.key); err != nil || less {
			return first
		}
		if more, err = starlark.Compare(syntax.LT, b.key, a.key); err != nil || more {
			return -first
		}
		return 0
	})
	if err != nil {
		return nil, err
	}
	values := make([]starlark.Value, len(list))
	for i := range list {
		values[i] = list[i].value
	}
	return starlark.NewList(values), nil
}

// extreme is the first of the largest or of the smallest elements of a list, or of several values.
func (p *policy) extreme(name string) function {
	op := syntax.GT
	if name == "min" {
		op = syntax.LT
	}
	return func(args starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
		if len(args) > 1 {
			args = starlark.Tuple{args}
		}
		list, _, err := p.byKey(args, named)
		if err != nil {
			return nil, err
		}
		if len(list) == 0 {
			return nil, errors.New("the list is empty")
		}
		best := list[0]
		for _, k := range list[1:] {
			better, err := starlark.Compare(op, k.key, best.key)
			if err != nil {
				return nil, err
			}
			if better {
				best = k
			}
		}
		return best.value, nil
	}
}
