// Package variant draws the numbers of a lesson from a seed, such as the name of a student. The same seed gives the same numbers on every
// computer and in every version; other seeds give others.
//
// What is drawn is a list of lines, in this order:
//
//	n in 8..16                     a whole number from 8 to 16
//	load in 0.5..0.9 by 0.1        0.5, 0.6, 0.7, 0.8 or 0.9
//	t in 10 min..60 min by 5 min   a time: s, min, h and d are the units
//	p in [2, 4, 8]                 one of a list
//	free = n - p                   computed: + - * / ( ), round, floor, ceil, min and max
//
// Ends, steps and entries may be computed from names above. Within a text (Values.In) $n is the number; a time is written in seconds.
// ${n - 2} is computed there, ${t as min} is written as "10 min", and $$ is a dollar.
//
// Which number is drawn: the seed is put into small letters, without blanks at its ends and with single ones between its words (Normal). The SHA-256
// of "backfill lesson 1", the seed and the name of the number, with a zero byte between them, begins with 8 bytes, which are
// read as a number h, the first byte counting most. Of c values the one with the index floor(h * c / 2^64) is drawn, from 0. The empty seed draws the value in the
// middle, of two the lower: index floor((c - 1) / 2). So a line that is added, or moved, leaves the others' numbers as they are, unless they are computed from it.
package variant

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/big"
	"math/bits"
	"regexp"
	"slices"
	"strings"
)

// Bounds of what is drawn.
const (
	maxLines  = 50     // in a lesson
	maxLength = 200    // of a line, and of what is computed in a text, in bytes
	maxValues = 10_000 // of which one is drawn
)

// A Value is a number that was drawn or computed.
type Value struct {
	Name   string
	Number Number
	unit   string // in which its line writes times first; "" if it writes none
}

// Values are what a seed has drawn.
type Values []Value

// A LineError is a mistake in one of the lines of a list, from 0.
type LineError struct {
	Line int
	Err  error
}

func (e *LineError) Error() string { return e.Err.Error() }
func (e *LineError) Unwrap() error { return e.Err }

// Normal is a seed as it is used: in small letters, with single blanks between its words and none at its ends.
func Normal(seed string) string {
	return strings.Join(strings.Fields(strings.ToLower(seed)), " ")
}

var (
	name = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*`)
	// reserved are words that mean something else.
	reserved = []string{"in", "by", "as", "s", "min", "h", "d", "max", "round", "floor", "ceil"}
)

// meaning is what a reserved word is.
func meaning(word string) string {
	switch word {
	case "s", "min", "h", "d":
		return "a unit"
	case "max", "round", "floor", "ceil":
		return "a function"
	}
	return "a word of these lines"
}

// Draw draws the numbers of a list of lines. Errors are of the type *LineError; then the numbers above that line are there.
func Draw(lines []string, seed string) (Values, error) {
	if len(lines) > maxLines {
		return nil, &LineError{maxLines, fmt.Errorf("%d numbers are too many; %d are accepted", len(lines), maxLines)}
	}
	var all Values
	for i, line := range lines {
		v, err := all.draw(line, Normal(seed))
		if err != nil {
			return all, &LineError{i, fmt.Errorf("%q: %w", line, err)}
		}
		all = append(all, v)
	}
	return all, nil
}

// draw gives the number of one line.
func (v Values) draw(line, seed string) (Value, error) {
	r, err := v.read(line)
	if err != nil {
		return Value{}, err
	}
	value := Value{Name: r.next(), unit: v.unitIn(r.tokens)}
	switch {
	case name.FindString(value.Name) != value.Name || value.Name == "":
		return value, fmt.Errorf("a name, such as n in \"n in 8..16\" or \"n = m - 2\", is accepted first")
	case slices.Contains(reserved, value.Name):
		return value, fmt.Errorf("%s is %s and no name; another name, such as %s1, is accepted", value.Name, meaning(value.Name), value.Name)
	case v.has(value.Name):
		return value, fmt.Errorf("%s is taken", value.Name)
	}
	switch is := r.next(); is {
	case "=":
		value.Number, err = r.all()
	case "in":
		value.Number, err = r.drawn(value.Name, seed)
	default:
		err = fmt.Errorf("%q is not understood behind the name; \"in\" and a range or a list, or \"=\" and what is computed, is accepted", is)
	}
	if err == nil {
		_, err = value.Number.text()
	}
	return value, err
}

// unitIn is the unit of the first time in a line, which may be that of a name above it.
func (v Values) unitIn(tokens []string) string {
	for i, t := range tokens {
		if _, is := units[t]; is && i > 0 && tokens[i-1][0] >= '0' && tokens[i-1][0] <= '9' {
			return t
		}
		for _, of := range v {
			if of.Name == t && of.unit != "" {
				return of.unit
			}
		}
	}
	return ""
}

// String is the value as its line would write it: a time in the unit of that.
func (v Value) String() string {
	if v.Number.Time && v.unit != "" {
		if text, err := v.Number.as(v.unit); err == nil {
			return v.Name + " = " + text
		}
	}
	return v.Name + " = " + v.Number.String()
}

func (v Values) has(name string) bool {
	return slices.ContainsFunc(v, func(of Value) bool { return of.Name == name })
}

// index of the value that is drawn, of so many.
func index(name, seed string, count int) int {
	if seed == "" {
		return (count - 1) / 2
	}
	sum := sha256.Sum256([]byte("backfill lesson 1\x00" + seed + "\x00" + name))
	high, _ := bits.Mul64(binary.BigEndian.Uint64(sum[:8]), uint64(count))
	return int(high)
}

// drawn draws one of what is left to read, a range or a list.
func (r *reading) drawn(name, seed string) (Number, error) {
	if r.peek() == "[" {
		return r.listed(name, seed)
	}
	from, err := r.sum()
	if err != nil {
		return from, err
	}
	if err := r.expect(".."); err != nil {
		return from, err
	}
	to, err := r.sum()
	if err != nil {
		return from, err
	}
	step := Number{big.NewRat(1, 1), false}
	if r.peek() == "by" {
		r.next()
		if step, err = r.sum(); err != nil {
			return from, err
		}
	} else if from.Time {
		return from, fmt.Errorf("a range of times needs its step; \"by 5 min\" is accepted at the end")
	}
	if err := r.end(); err != nil {
		return from, err
	}
	if from.Time != to.Time || from.Time != step.Time {
		return from, fmt.Errorf("the ends of the range and its step are all times, with a unit each, or none of them is")
	}
	if step.rat.Sign() <= 0 || to.rat.Cmp(from.rat) < 0 {
		return from, fmt.Errorf("%s to %s in steps of %s is no range; one from a number to one that is not smaller, in steps above 0, is accepted", from, to, step)
	}
	width := new(big.Rat).Sub(to.rat, from.rat)
	width.Quo(width, step.rat)
	steps := new(big.Int).Quo(width.Num(), width.Denom())
	if steps.Cmp(big.NewInt(maxValues)) >= 0 {
		return from, fmt.Errorf("more than %d values are too many", maxValues)
	}
	k := index(name, seed, int(steps.Int64())+1)
	way := new(big.Rat).Mul(step.rat, big.NewRat(int64(k), 1))
	return bounded(Number{way.Add(way, from.rat), from.Time})
}

func (r *reading) listed(name, seed string) (Number, error) {
	var list []Number
	for r.next(); ; {
		entry, err := r.sum()
		if err != nil {
			return entry, err
		}
		if len(list) > 0 && entry.Time != list[0].Time {
			return entry, fmt.Errorf("all of a list are times, with a unit each, or none of them is")
		}
		list = append(list, entry)
		switch is := r.next(); is {
		case ",":
			continue
		case "]":
			return list[index(name, seed, len(list))], r.end()
		default:
			return entry, fmt.Errorf("%q is not understood in a list; \",\" or \"]\" is accepted", is)
		}
	}
}

// String tells the values, such as "n = 8, t = 10 min", times in the units in which their lines write them.
func (v Values) String() string {
	var all []string
	for _, each := range v {
		all = append(all, each.String())
	}
	return strings.Join(all, ", ")
}
