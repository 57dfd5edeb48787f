package logs

import (
	"bytes"
	"fmt"

	"backfill/engine"
	"backfill/engine/workload/textfile"
)

// fields parses line into value, milli and fractions.
func (s *swfReader) fields(line []byte) *textfile.Error {
	s.fractions, s.found = 0, 0
	p, err := s.numbers(line, 0, 0, swfFields)
	if err == nil && s.cwf != nil {
		p, err = s.cwfFields(line, p)
	}
	if err != nil {
		return err
	}
	if p = skipBlanks(line, p); p < len(line) {
		s.found |= 1 << extraColumns
		return s.joined(line, p)
	}
	return nil
}

// joined is the error of a line with the fields of two jobs, whose columns after the last of the format begin at p.
func (s *swfReader) joined(line []byte, p int) *textfile.Error {
	fields, least, accepted := swfFields, 2*swfFields, fmt.Sprintf("%d numbers are accepted", swfFields)
	if s.cwf != nil { // where the last field may be missing
		fields, least, accepted = cwfFields, 2*cwfAmount, fmt.Sprintf("%d are accepted", cwfFields)
	}
	for p < len(line) {
		var word []byte
		if word, p = nextWord(line, p); len(word) > 0 {
			fields++
		}
	}
	if fields < least {
		return nil
	}
	return &textfile.Error{File: s.name, Line: s.lines.Number, Value: textfile.Excerpt(bytes.TrimSpace(line)),
		Accepted: fmt.Sprintf("%d fields; %s", fields, accepted)}
}

func (s *swfReader) tooFew(line []byte, fields int) *textfile.Error {
	accepted := fmt.Sprintf("only %d fields; %d numbers are accepted", fields, swfFields)
	if s.cwf != nil {
		accepted = fmt.Sprintf("only %d fields; %d are accepted", fields, cwfFields)
	}
	return &textfile.Error{File: s.name, Line: s.lines.Number, Value: textfile.Excerpt(bytes.TrimSpace(line)), Accepted: accepted}
}

func skipBlanks(line []byte, p int) int {
	for p < len(line) && isBlank(line[p]) {
		p++
	}
	return p
}

// numbers parses the fields from (included) to to (excluded), which begin at p of
// line, and returns where they end.
func (s *swfReader) numbers(line []byte, p, from, to int) (int, *textfile.Error) {
	for n := from; n < to; n++ {
		for p < len(line) && isBlank(line[p]) {
			p++
		}
		if p == len(line) {
			return 0, s.tooFew(line, n)
		}
		start := p
		negative := line[p] == '-'
		if negative {
			p++
		}
		first := p
		var v int64
		for p < len(line) {
			d := line[p] - '0'
			if d > 9 {
				break
			}
			v = v*10 + int64(d)
			p++
		}
		const fits = 18 // digits within an int64
		if digits := p - first; digits == 0 || digits > fits || p < len(line) && !isBlank(line[p]) {
			for p < len(line) && !isBlank(line[p]) {
				p++
			}
			if err := s.unusual(n, line[start:p]); err != nil {
				return 0, err
			}
			continue
		}
		if negative && v > 0 {
			v = -min(v, 2)
		}
		if v > swfRules[n].max {
			return 0, s.refuse(n, line[start:p])
		}
		s.value[n] = v
	}
	return p, nil
}

// unusual parses a field that is not a plain integer.
func (s *swfReader) unusual(n int, token []byte) *textfile.Error {
	whole, milli, exact, ok := textfile.ParseDecimal(token)
	if !ok {
		return s.refuse(n, token)
	}
	if whole < 0 {
		s.value[n] = whole
		return nil
	}
	rule := &swfRules[n]
	if whole > rule.max || whole == rule.max && milli > 0 || rule.whole && (milli > 0 || !exact) {
		return s.refuse(n, token)
	}
	s.value[n] = whole
	if milli > 0 {
		s.milli[n] = milli
		s.fractions |= 1 << n
	}
	if !exact && (n == swfSubmit || n == swfWait || n == swfRun || n == swfRequestedTime || n == cwfStart) {
		s.found |= 1 << roundedTime
	}
	return nil
}

func (s *swfReader) refuse(n int, token []byte) *textfile.Error {
	rule := &swfRules[n]
	accepted := "a number is accepted"
	if rule.whole {
		accepted = "a whole number is accepted"
	}
	if whole, _, _, ok := textfile.ParseDecimal(token); ok && whole >= rule.max {
		accepted = fmt.Sprintf("a number up to %d is accepted", rule.max)
	}
	return s.fieldError(n, token, accepted)
}

func (s *swfReader) fieldError(n int, token []byte, accepted string) *textfile.Error {
	return &textfile.Error{File: s.name, Line: s.lines.Number, Field: fmt.Sprintf("field %d (%s)", n+1, swfRules[n].name),
		Value: textfile.Excerpt(token), Accepted: accepted}
}

// time is a field in milliseconds, negative if unknown.
func (s *swfReader) time(n int) engine.Time {
	t := engine.Time(s.value[n]) * engine.Second
	if s.fractions&(1<<n) != 0 {
		t += engine.Time(s.milli[n])
	}
	return t
}

// processors is a field's value, rounded up to a whole number.
func (s *swfReader) processors(n int) int64 {
	if s.fractions&(1<<n) != 0 {
		return s.value[n] + 1
	}
	return s.value[n]
}

// roundUp is the same for a field that is used: it remarks on what it does.
func (s *swfReader) roundUp(n int) int64 {
	if s.fractions&(1<<n) != 0 {
		s.found |= 1 << roundedUp
	}
	return s.processors(n)
}

// known is a field's value, -1 for every negative number.
func (s *swfReader) known(n int) int64 {
	if s.value[n] < -1 {
		s.found |= 1 << negativeValue
		return -1
	}
	return s.value[n]
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f' }
