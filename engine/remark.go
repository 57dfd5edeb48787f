package engine

import "unicode/utf8"

// Remark is what a policy that people wrote says of a decision, in up to len(Remark) bytes. It has a fixed size, so that reasons stay
// comparable and records of them travel as they lie in memory.
type Remark [96]byte

// RemarkOf is the remark that says text; one that is too long ends with "…".
func RemarkOf(text string) (r Remark) {
	if copy(r[:], text) == len(text) {
		return r
	}
	const end = "…"
	cut := len(r) - len(end)
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	r = Remark{}
	copy(r[copy(r[:], text[:cut]):], end)
	return r
}

// String is the text; "" if nothing is said.
func (r Remark) String() string {
	n := 0
	for n < len(r) && r[n] != 0 {
		n++
	}
	return string(r[:n])
}
