package main

import "testing"

// A number at 0 of 8 bytes, a structure of two numbers at 8 and 16, what is too far away to be told, and the end:
// 2 + 1 + 2 + 2 + 1 + 1 + 1 bytes, from place 3.
func TestArgumentsLength(t *testing.T) {
	data := []byte{9, 9, 9, 0, 8, 0xfe, 8, 8, 16, 8, 0xfd, 0xfb, 0xff, 9}
	if length, err := argumentsLength(data, 3); length != 10 || err != nil {
		t.Errorf("%d, %v, want 10", length, err)
	}
	if length, err := argumentsLength(data[:12], 3); err == nil {
		t.Errorf("a list that does not end has length %d", length)
	}
}

// The largest index of the inline tree is 2, so it has 3 calls of 16 bytes: from -1 the index stays at -1 below 4, rises
// to 2 below 6 and falls to 0 below 7.
func TestInlinedLength(t *testing.T) {
	values := append([]byte{0}, appendSteps(nil, []step{{-1, 4}, {2, 6}, {0, 7}})...)
	record := make([]byte, recordSize+4*3)
	record[recordSize+4*inlineIndex] = 1
	if length, err := inlinedLength(record, 3, values); length != 48 || err != nil {
		t.Errorf("%d, %v, want 48", length, err)
	}
	if length, err := inlinedLength(record, 2, values); length != 0 || err != nil {
		t.Errorf("without a table of calls: %d, %v, want 0", length, err)
	}
}
