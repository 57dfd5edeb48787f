package scan

import (
	"bytes"
	"errors"
)

// MostProcessors is how many processors, nodes or GPUs a job may have.
const MostProcessors = 1 << 30

// TRES is what is read of a list of trackable resources.
type TRES struct {
	CPUs, Nodes, GPUs, Memory int64  // memory in KB
	GPUType                   []byte // nil if none is named, or several are
}

// ReadTRES reads "billing=4,cpu=4,gres/gpu:a100=2,gres/gpu=2,mem=4000M,node=1". GPUs of all types count where no sum is given.
func ReadTRES(b []byte) (t TRES, err error) {
	ofTypes, sum, types := int64(0), false, 0
	for len(b) > 0 {
		part := b
		if i := bytes.IndexByte(b, ','); i >= 0 {
			part, b = b[:i], b[i+1:]
		} else {
			b = nil
		}
		name, value, _ := bytes.Cut(part, []byte("="))
		var to *int64
		var ofType int64
		switch {
		case string(name) == "cpu":
			to = &t.CPUs
		case string(name) == "node":
			to = &t.Nodes
		case string(name) == "gres/gpu":
			to, sum = &t.GPUs, true
		case bytes.HasPrefix(name, []byte("gres/gpu:")):
			to = &ofType
			t.GPUType = name[len("gres/gpu:"):]
			types++
		case string(name) == "mem":
			kb, ok := Kilobytes(value, 1<<10)
			if !ok {
				return t, errors.New("memory such as mem=4000M is accepted")
			}
			t.Memory = kb
			continue
		default:
			continue
		}
		n, ok := Count(value)
		if !ok || n > MostProcessors {
			return t, errors.New("a whole number is accepted")
		}
		*to = n
		ofTypes += ofType
	}
	if !sum {
		t.GPUs = min(ofTypes, MostProcessors)
	}
	if types > 1 {
		t.GPUType = nil
	}
	return t, nil
}

// Count reads a count, also one in thousands as some versions print large ones: 2K, 1.50M.
func Count(b []byte) (int64, bool) {
	if n, ok := Digits(b); ok {
		return n, true
	}
	if len(b) < 2 || b[len(b)-1] != 'K' && b[len(b)-1] != 'M' {
		return 0, false
	}
	n, ok := Kilobytes(b, 1) // in units of 1,024
	return n * 1024, ok && n < 1<<40
}
