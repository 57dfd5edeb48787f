package command

import (
	"bytes"
	"math"

	"backfill/engine/workload/accounting/scan"
)

// Licence are copies of one.
type Licence struct {
	Name  []byte
	Count int32
}

// mostLicences is how many licences of a job are read.
const mostLicences = 256

// Licences reads "matlab:2,ansys@server", whose counts stand behind a separator and are 1 if none is given; or of a list of resources those whose
// names begin with a prefix, which is left out. A licence may be there twice. What makes no sense is left out, and so is a list of which any licence is enough.
func Licences(text, separator, prefix []byte) (list []Licence) {
	if len(text) == 0 || string(text) == "(null)" || !bytes.Contains(text, prefix) || bytes.IndexByte(text, '|') >= 0 {
		return nil
	}
	for len(text) > 0 && len(list) < mostLicences {
		part, rest, _ := bytes.Cut(text, []byte(","))
		text = rest
		name, of := bytes.CutPrefix(part, prefix)
		name, count, counted := bytes.Cut(name, separator)
		n, ok := int64(1), true
		if counted {
			n, ok = scan.Digits(count)
		}
		if of && ok && n > 0 && n <= math.MaxInt32 && len(name) > 0 {
			list = append(list, Licence{name, int32(n)})
		}
	}
	return list
}
