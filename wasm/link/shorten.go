package link

import (
	"fmt"
	"slices"
	"strings"
)

// tried are the versions of Go whose programs the passes were tried with: those that CI builds the page with.
var tried = []string{"go1.26", "go1.27"}

// Tried tells whether the passes were tried with a version of Go, as runtime.Version says it: "go1.26.8", for example.
func Tried(version string) bool {
	return slices.ContainsFunc(tried, func(t string) bool { return version == t || strings.HasPrefix(version, t+".") })
}

// A pass returns a shorter module that does the same, or an error if it does not know what it finds.
type pass struct {
	name string
	do   func(module []byte) ([]byte, error)
}

var passes = []pass{
	{"jumps", shortenJumps},
	{"data", joinData},
	{"addresses", shortenAddresses},
	{"lines", func(module []byte) ([]byte, error) { return editData(module, dropLines) }},
	{"names", func(module []byte) ([]byte, error) { return editData(module, dropNames) }},
}

// Shorten makes all passes over a module that the given version of Go has compiled. Of each pass that it leaves out it tells
// leftOut in one line.
func Shorten(module []byte, version string, leftOut func(line string)) []byte {
	if !Tried(version) {
		leftOut(fmt.Sprintf("the program stays as Go links it, in one piece, larger and slower: its passes were tried with %s, not with %s", strings.Join(tried, " and "), version))
		return module
	}
	for _, p := range passes {
		shorter, err := p.do(module)
		if err != nil {
			leftOut(fmt.Sprintf("the pass %q is left out, so that the program is larger: %v", p.name, err))
			continue
		}
		module = shorter
	}
	return module
}
