package expression

import (
	"math"

	"backfill/engine/portable"
	"backfill/policies/priority"
)

// program computes an expression on a stack. It is not safe for concurrent use.
type program struct {
	code    []instruction
	stack   []float64
	height  int // of the stack after the last instruction
	deepest int
	columns []int // by instruction: where it comes from
}

// instruction takes operands from the stack and puts one value there.
type instruction struct {
	do    operation
	value float64 // of a constant
}

type operation uint8

const (
	constant operation = iota
	loadWait
	loadRequest
	loadSubmit
	loadProcessors
	loadMemory
	loadUser
	loadGroup
	loadQueue
	loadUserWaiting
	loadUserRunning
	loadUserUsed
	loadGroupWaiting
	loadGroupRunning
	loadGroupUsed
	loadWaitWeight
	loadMaxRequest
	// Of one operand.
	negative
	squareRoot
	absolute
	exponential
	logarithm
	opposite
	// Of two.
	add
	subtract
	multiply
	divide
	power
	minimum
	maximum
	less
	lessOrEqual
	greater
	greaterOrEqual
	equal
	unequal
	both
	either
	// Of three.
	choose
)

// push appends an instruction without operands.
func (p *program) push(i instruction) { p.pop(0, i) }

// pop appends an instruction that takes so many operands.
func (p *program) pop(taken int, i instruction) {
	p.code = append(p.code, i)
	p.height += 1 - taken
	p.deepest = max(p.deepest, p.height)
}

// truthValue is how the stack holds true and false.
func truthValue(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// Value computes the expression. Each product is rounded before it is used.
func (p *program) Value(v *priority.Variables) float64 {
	stack, top := p.stack, -1 // the last value is stack[top]
	for i := range p.code {
		in := &p.code[i]
		if in.do < negative {
			top++
			stack[top] = in.load(v)
			continue
		}
		if in.do < add {
			stack[top] = in.of(stack[top])
			continue
		}
		if in.do < choose {
			top--
			stack[top] = in.with(stack[top], stack[top+1])
			continue
		}
		top -= 2
		if stack[top] != 0 {
			stack[top] = stack[top+1]
		} else {
			stack[top] = stack[top+2]
		}
	}
	return stack[0]
}

// load is a value without operands.
func (in *instruction) load(v *priority.Variables) float64 {
	switch in.do {
	case loadWait:
		return v.Wait
	case loadRequest:
		return v.Request
	case loadSubmit:
		return v.Submit
	case loadProcessors:
		return v.Processors
	case loadMemory:
		return v.Memory
	case loadUser:
		return v.User
	case loadGroup:
		return v.Group
	case loadQueue:
		return v.Queue
	case loadUserWaiting:
		return v.UserWaiting
	case loadUserRunning:
		return v.UserRunning
	case loadUserUsed:
		return v.UserUsed
	case loadGroupWaiting:
		return v.GroupWaiting
	case loadGroupRunning:
		return v.GroupRunning
	case loadGroupUsed:
		return v.GroupUsed
	case loadWaitWeight:
		return v.WaitWeight
	case loadMaxRequest:
		return v.MaxRequest
	}
	return in.value
}

// of is what the instruction makes of one operand.
func (in *instruction) of(x float64) float64 {
	switch in.do {
	case negative:
		return -x
	case squareRoot:
		return math.Sqrt(x)
	case absolute:
		return math.Abs(x)
	case exponential:
		return portable.Exp(x)
	case logarithm:
		return portable.Log(x)
	}
	return truthValue(x == 0) // opposite
}

// with is what the instruction makes of two operands.
func (in *instruction) with(x, y float64) float64 {
	switch in.do {
	case add:
		return x + y
	case subtract:
		return x - y
	case multiply:
		return float64(x * y)
	case divide:
		return x / y
	case power:
		return raise(x, y)
	case minimum:
		return min(x, y)
	case maximum:
		return max(x, y)
	case less:
		return truthValue(x < y)
	case lessOrEqual:
		return truthValue(x <= y)
	case greater:
		return truthValue(x > y)
	case greaterOrEqual:
		return truthValue(x >= y)
	case equal:
		return truthValue(x == y)
	case unequal:
		return truthValue(x != y)
	case both:
		return min(x, y)
	}
	return max(x, y) // either
}

// byMultiplying bounds the whole exponents of powers that are made by multiplying.
const byMultiplying = 64

// raise is x to the power of y; NaN for a negative x unless y is a whole number up to
// byMultiplying in size.
func raise(x, y float64) float64 {
	if y != math.Floor(y) || math.Abs(y) > byMultiplying {
		return portable.Pow(x, y)
	}
	product := 1.0
	for n := int(math.Abs(y)); n > 0; n >>= 1 {
		if n&1 == 1 {
			product = float64(product * x)
		}
		x = float64(x * x)
	}
	if y < 0 {
		return 1 / product
	}
	return product
}
