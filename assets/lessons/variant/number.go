package variant

import (
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
)

// A Number is exact: nothing is rounded that is not asked to be.
type Number struct {
	rat  *big.Rat // of a time, in seconds
	Time bool
}

var units = map[string]int64{"s": 1, "min": 60, "h": 3600, "d": 86400}

// maxDigits is how many decimals a number may be written with.
const maxDigits = 6

// text is the number as it is written, a time in seconds.
func (n Number) text() (string, error) {
	digits, ends := n.rat.FloatPrec()
	if !ends || digits > maxDigits {
		return "", fmt.Errorf("%s has more than %d decimals; what gives fewer, such as round(…), is accepted", n.rat.RatString(), maxDigits)
	}
	return n.rat.FloatString(digits), nil
}

// as is the number in a unit, with it: a time in s, min, h or d, another number in %.
func (n Number) as(unit string) (string, error) {
	size, isTime := units[unit]
	var in *big.Rat
	switch {
	case n.Time && isTime:
		in = new(big.Rat).Quo(n.rat, big.NewRat(size, 1))
	case !n.Time && unit == "%":
		in = new(big.Rat).Mul(n.rat, big.NewRat(100, 1))
	default:
		return "", fmt.Errorf("as %q: s, min, h or d of times and %% of other numbers are accepted", unit)
	}
	text, err := Number{in, false}.text()
	return text + " " + unit, err
}

// String is the number as a message tells it, a time in the largest of h, min and s in which it is whole.
func (n Number) String() string {
	if !n.Time {
		return n.rat.RatString()
	}
	for _, unit := range []string{"h", "min"} {
		if in := new(big.Rat).Quo(n.rat, big.NewRat(units[unit], 1)); in.IsInt() && in.Sign() != 0 {
			return in.RatString() + " " + unit
		}
	}
	return n.rat.RatString() + " s"
}

// bounded refuses a number that is too large, or has too fine a fraction, to be reckoned with further.
func bounded(n Number) (Number, error) {
	if n.rat.Num().BitLen() > 60 || n.rat.Denom().BitLen() > 40 {
		return n, errors.New("the number becomes too large, or its fraction too fine; whole numbers up to 10^18 and fractions of at least 10^-12 are accepted")
	}
	return n, nil
}

// reading is what is left to read of a line, and what its names mean.
type reading struct {
	tokens []string
	known  Values
}

var token = regexp.MustCompile(`^(?:[0-9]+(?:\.[0-9]+)?|[A-Za-z][A-Za-z0-9_]*|\.\.|[-+*/(),=%]|\[|\])`)

func (v Values) read(line string) (*reading, error) {
	if len(line) > maxLength {
		return nil, fmt.Errorf("%d bytes are too long; %d are accepted", len(line), maxLength)
	}
	r := &reading{known: v}
	for line = strings.TrimSpace(line); line != ""; line = strings.TrimSpace(line) {
		t := token.FindString(line)
		if t == "" {
			return nil, fmt.Errorf("%q is not understood; numbers, names and + - * / ( ) are accepted", line)
		}
		r.tokens, line = append(r.tokens, t), line[len(t):]
	}
	return r, nil
}

// peek is what comes next, "" at the end.
func (r *reading) peek() string {
	if len(r.tokens) == 0 {
		return ""
	}
	return r.tokens[0]
}

func (r *reading) next() string {
	t := r.peek()
	if t != "" {
		r.tokens = r.tokens[1:]
	}
	return t
}

func (r *reading) expect(want string) error {
	switch got := r.next(); got {
	case want:
		return nil
	case "":
		return fmt.Errorf("%q is missing", want)
	default:
		return fmt.Errorf("%q is not understood here; %q is accepted", got, want)
	}
}

func (r *reading) end() error {
	if more := r.peek(); more != "" {
		return fmt.Errorf("%q is not understood here", more)
	}
	return nil
}

// all reads a sum up to the end.
func (r *reading) all() (Number, error) {
	n, err := r.sum()
	if err == nil {
		err = r.end()
	}
	return n, err
}

// sum = product { ("+" | "-") product }
func (r *reading) sum() (Number, error) { return r.chain(r.product, "+", "-") }

// product = factor { ("*" | "/") factor }
func (r *reading) product() (Number, error) { return r.chain(r.factor, "*", "/") }

func (r *reading) chain(part func() (Number, error), operators ...string) (Number, error) {
	left, err := part()
	for err == nil && slices.Contains(operators, r.peek()) {
		operator := r.next()
		var right Number
		if right, err = part(); err == nil {
			left, err = compute(left, operator, right)
		}
	}
	return left, err
}

func compute(a Number, operator string, b Number) (Number, error) {
	n := Number{rat: new(big.Rat)}
	switch {
	case operator == "+" || operator == "-":
		if n.Time = a.Time; a.Time != b.Time {
			return n, fmt.Errorf("%s %s %s: a time and a number without a unit have no sum", a, operator, b)
		}
		if operator == "+" {
			n.rat.Add(a.rat, b.rat)
		} else {
			n.rat.Sub(a.rat, b.rat)
		}
	case operator == "*":
		if n.Time = a.Time || b.Time; a.Time && b.Time {
			return n, fmt.Errorf("%s * %s: times have no product", a, b)
		}
		n.rat.Mul(a.rat, b.rat)
	case b.rat.Sign() == 0:
		return n, fmt.Errorf("%s / %s: nothing can be divided by 0", a, b)
	default:
		if n.Time = a.Time && !b.Time; b.Time && !a.Time {
			return n, fmt.Errorf("%s / %s: a number without a unit is not divided by a time", a, b)
		}
		n.rat.Quo(a.rat, b.rat)
	}
	return bounded(n)
}

// factor = ["-"] (number [unit] | name | "(" sum ")" | function "(" sum { "," sum } ")")
func (r *reading) factor() (Number, error) {
	word := r.next()
	switch {
	case word == "":
		return Number{}, errors.New("something is missing at the end")
	case word == "-":
		n, err := r.factor()
		if err != nil {
			return n, err
		}
		return Number{new(big.Rat).Neg(n.rat), n.Time}, nil
	case word == "(":
		n, err := r.sum()
		if err == nil {
			err = r.expect(")")
		}
		return n, err
	case word[0] >= '0' && word[0] <= '9':
		rat, _ := new(big.Rat).SetString(word)
		n := Number{rat: rat}
		if size, is := units[r.peek()]; is {
			r.next()
			n.rat.Mul(n.rat, big.NewRat(size, 1))
			n.Time = true
		}
		return bounded(n)
	case slices.Contains([]string{"round", "floor", "ceil", "min", "max"}, word) && r.peek() == "(":
		return r.function(word)
	}
	for _, v := range r.known {
		if v.Name == word {
			return v.Number, nil
		}
	}
	var names []string
	for _, v := range r.known {
		names = append(names, v.Name)
	}
	if len(names) == 0 {
		return Number{}, fmt.Errorf("%q is not known: nothing is drawn above", word)
	}
	return Number{}, fmt.Errorf("%q is not known; numbers and %s are accepted", word, strings.Join(names, ", "))
}

// function reads what a function is of. Halves are rounded up.
func (r *reading) function(name string) (Number, error) {
	r.next()
	n, err := r.sum()
	for count := 1; err == nil && (name == "min" || name == "max") && (count == 1 || r.peek() == ","); count++ {
		var other Number
		if err = r.expect(","); err == nil {
			other, err = r.sum()
		}
		if err == nil && other.Time != n.Time {
			err = fmt.Errorf("%s and %s: a time and a number without a unit are not compared", n, other)
		}
		if err == nil && (name == "max") == (other.rat.Cmp(n.rat) > 0) {
			n = other
		}
	}
	if err == nil {
		err = r.expect(")")
	}
	if err != nil || name == "min" || name == "max" {
		return n, err
	}
	whole := new(big.Rat).Set(n.rat)
	if name == "round" {
		whole.Add(whole, big.NewRat(1, 2))
	}
	floor := new(big.Int).Div(whole.Num(), whole.Denom()) // Euclid's: downwards, since the denominator is above 0
	if name == "ceil" && !whole.IsInt() {
		floor.Add(floor, big.NewInt(1))
	}
	return Number{new(big.Rat).SetInt(floor), n.Time}, nil
}
