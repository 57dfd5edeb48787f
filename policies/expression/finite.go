package expression

import "fmt"

// partly is what is known of a value before there are jobs.
type partly struct {
	known bool
	never bool // it is no finite number, whatever the rest is
	value float64
	by    int // of one that is never finite: the place of the instruction that makes it so
}

// firsts are 0 for the job that arrives first: it has not waited, and nothing runs or has been used.
var firsts = map[operation]bool{loadWait: true, loadUserRunning: true, loadUserUsed: true, loadGroupRunning: true, loadGroupUsed: true}

// finite is an error if the value is a finite number for no job, or not for the one that arrives first. Without that a priority is
// of no use: the first job is always asked for its own. Nothing is guessed: what depends on the job in another way passes.
func (p *program) finite() error {
	when := ""
	for _, first := range []bool{false, true} {
		if v := p.ahead(first); v.never {
			what := "is no finite number"
			if p.code[v.by].do == divide {
				what = "divides by 0"
			}
			return fmt.Errorf("column %d: this %s%s", p.columns[v.by], what, when)
		}
		when = " when the first job arrives, which has not waited, and nothing has run"
	}
	return nil
}

// ahead is what is known of the value of any job, or of the first one.
func (p *program) ahead(first bool) partly {
	var stack []partly
	for at, in := range p.code {
		var v partly
		switch {
		case in.do == constant || first && firsts[in.do]:
			v = partly{known: true, value: in.value}
			stack = append(stack, v)
		case in.do < negative:
			stack = append(stack, v)
		case in.do < add:
			top := len(stack) - 1
			stack[top] = in.ahead(at, stack[top])
		case in.do < choose:
			top := len(stack) - 2
			stack[top] = in.aheadWith(at, stack[top], stack[top+1])
			stack = stack[:top+1]
		default:
			top := len(stack) - 3
			stack[top] = chosen(stack[top], stack[top+1], stack[top+2])
			stack = stack[:top+1]
		}
	}
	return stack[0]
}

// ahead is what the instruction at a place makes of one operand.
func (in *instruction) ahead(at int, x partly) partly {
	switch {
	case x.known:
		return made(at, in.of(x.value))
	case x.never && in.do != exponential && in.do != opposite:
		return x
	}
	return partly{}
}

// aheadWith is what it makes of two.
func (in *instruction) aheadWith(at int, x, y partly) partly {
	switch {
	case x.known && y.known:
		return made(at, in.with(x.value, y.value))
	case in.do == divide && y.known && y.value == 0:
		return partly{never: true, by: at}
	case x.never && (in.do == add || in.do == subtract || in.do == multiply || in.do == divide):
		return x
	case y.never && (in.do == add || in.do == subtract || in.do == multiply):
		return y
	}
	return partly{}
}

// made is a value that an instruction has made of what is known.
func made(at int, value float64) partly {
	if value-value != 0 {
		return partly{never: true, by: at}
	}
	return partly{known: true, value: value}
}

// chosen is one of two alternatives.
func chosen(condition, x, y partly) partly {
	switch {
	case condition.known && condition.value != 0, x.never && y.never:
		return x
	case condition.known:
		return y
	}
	return partly{}
}
