package main

import (
	"slices"
	"testing"
)

// Behind the shared names, which take places 0 to 12, are "a.b" at 13 and "c" at 17. What is not the next one is written
// as its place + 1.
func TestNamesInOrder(t *testing.T) {
	n := namesInOrder{names: []byte(sharedNames + "a.b\x00c\x00d"), next: len(sharedNames)}
	for i, step := range []struct{ offset, want uint32 }{{0, 1}, {unnamed, 2}, {13, 0}, {13, 14}, {ofRuntime, 4}, {17, 0}} {
		if got, err := n.fold(step.offset); got != step.want || err != nil {
			t.Errorf("name %d at %d: %d, %v, want %d", i, step.offset, got, err, step.want)
		}
	}
	if got, err := n.fold(19); err == nil {
		t.Errorf("a name without end: %d", got)
	}
}

// Three tables of values, one of one step at 1 (three bytes), one of two steps at 4 (five bytes) and one at 9.
func TestValuesInOrder(t *testing.T) {
	tables := []byte{0}
	for _, steps := range [][]step{{{8, 3}}, {{0, 1}, {8, 5}}, {{16, 2}}} {
		tables = appendSteps(tables, steps)
	}
	v := valuesInOrder{values: tables, next: 1, numbers: map[uint32]uint32{}}
	for i, step := range []struct{ offset, want uint32 }{{0, 0}, {1, 1}, {1, 2}, {4, 1}, {1, 2}, {4, 3}, {9, 1}, {9, 4}} {
		if got, err := v.fold(step.offset); got != step.want || err != nil {
			t.Errorf("table %d at %d: %d, %v, want %d", i, step.offset, got, err, step.want)
		}
	}
	v = valuesInOrder{values: tables, next: 1, numbers: map[uint32]uint32{}}
	if got, err := v.fold(4); err == nil {
		t.Errorf("the second table comes first: %d", got)
	}
}

// Two functions: 16 buckets of the first one, and one of the second one that ends after two differences.
func TestBuckets(t *testing.T) {
	find := make([]byte, 17*bucketSize-14)
	find[16*bucketSize] = 1
	if err := foldBuckets(slices.Clone(find), 2); err != nil {
		t.Error(err)
	}
	for name, change := range map[string]func(find []byte){
		"another function": func(find []byte) { find[3*bucketSize] = 1 },
		"a difference":     func(find []byte) { find[2*bucketSize+7] = 1 },
	} {
		changed := slices.Clone(find)
		change(changed)
		if err := foldBuckets(changed, 2); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
	if err := foldBuckets(find, 1); err == nil {
		t.Error("a bucket of the second function of one is accepted")
	}
}

func TestFoldRefuses(t *testing.T) {
	for name, module := range map[string]string{
		"no module": "hello, world",
		"no data":   moduleHeader,
		"no table":  moduleHeader + "\x0b\x07\x01\x00\x41\x10\x0b\x01a",
	} {
		if got, err := fold([]byte(module)); err == nil {
			t.Errorf("%s is accepted: %x", name, got)
		}
	}
}

// A module of one type, one import and one function of its own, which is number 1, so that the start is number 2.
func TestAddStart(t *testing.T) {
	const (
		types   = "\x01\x04\x01\x60\x00\x00"
		imports = "\x02\x07\x01\x01m\x01f\x00\x00"
		bodies  = "\x0a\x04\x01\x02\x00\x0b"
	)
	got, err := addStart([]byte(moduleHeader+types+imports+"\x03\x02\x01\x00"+bodies), 2, []byte{0x01})
	want := moduleHeader + "\x01\x07\x02\x60\x00\x00\x60\x00\x00" + imports + "\x03\x03\x02\x00\x01" + "\x08\x01\x02" +
		"\x0a\x0a\x02\x02\x00\x0b\x05\x01\x02\x7f\x01\x0b"
	if err != nil || string(got) != want {
		t.Errorf("%x, %v, want %x", got, err, want)
	}
	for name, module := range map[string]string{
		"no module":         "hello, world",
		"without functions": moduleHeader,
		"with a start":      moduleHeader + types + imports + "\x03\x02\x01\x00" + "\x08\x01\x01" + bodies,
		"with a memory":     moduleHeader + types + "\x02\x08\x01\x01m\x01f\x02\x00\x01" + "\x03\x02\x01\x00" + bodies,
	} {
		if got, err := addStart([]byte(module), 0, nil); err == nil {
			t.Errorf("%s is accepted: %x", name, got)
		}
	}
}
