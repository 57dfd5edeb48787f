// Package printed reads what Go's benchmarks print.
package printed

import (
	"fmt"
	"io"
	"strings"

	"golang.org/x/perf/benchfmt"
)

// Value is one number that a benchmark reported.
type Value struct {
	Name  string // of the benchmark, without "Benchmark" and the number of processors
	Unit  string // as it was printed, such as ns/op
	Value float64
}

// Values are those of all benchmarks in a text, in its order. Other lines are passed over; a
// line of a benchmark that cannot be read is an error.
func Values(text io.Reader, file string) (list []Value, err error) {
	r := benchfmt.NewReader(text, file)
	for r.Scan() {
		switch record := r.Result().(type) {
		case *benchfmt.SyntaxError:
			return nil, record
		case *benchfmt.Result:
			base, parts := record.Name.Parts()
			name := string(base)
			for _, part := range parts {
				if part[0] == '/' {
					name += string(part)
				}
			}
			for _, v := range record.Values {
				if v.OrigUnit != "" {
					v.Value, v.Unit = v.OrigValue, v.OrigUnit
				}
				list = append(list, Value{strings.TrimPrefix(name, "Benchmark"), v.Unit, v.Value})
			}
		}
	}
	if err := r.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return list, nil
}
