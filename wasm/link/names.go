package link

import (
	"encoding/binary"
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// kindWrapper marks the functions that the compiler has added.
//
// Source: the Go source tree, internal/abi/symtab.go.
const kindWrapper = 23

// Names that many functions have in common: none, what a report of a panic leaves out, and one that tells the runtime
// which goroutines are its own. All others follow in the order of the functions.
const (
	sharedNames = "\x00?\x00runtime.?\x00"
	unnamed     = 1
	ofRuntime   = 3
)

// namesKept are the names that stay: those of this module say where the page failed, some of reflect's and the exported
// ones of the runtime are in reports of panics.
var namesKept = regexp.MustCompile(`^(main\.|backfill/|reflect\.(Value\.|makeFuncStub$|methodValueCall$)|runtime\.(gopanic$|(\(?\*?[A-Z]\w*\)?\.)?[A-Z]\w*$))`)

// dropNames takes the names of the other functions out of the data of a program. Inlined calls have names, too: dropLines comes
// before.
func dropNames(data []byte) error {
	t, err := findTable(data)
	if err != nil {
		return err
	}
	kept := []byte(sharedNames)
	places := map[uint32]uint32{0: 0} // of names, by what they were
	for f, record := range t.records {
		if tables := int(binary.LittleEndian.Uint32(record[recordValues:])); int(record[recordData]) > inlineTree &&
			binary.LittleEndian.Uint32(record[recordSize+4*(tables+inlineTree):]) != noData {
			return errors.New("the names of inlined calls are still there")
		}
		field := record[recordName:]
		offset := binary.LittleEndian.Uint32(field)
		place, ok := places[offset]
		if !ok {
			name, err := t.name(f)
			if err != nil {
				return err
			}
			switch {
			case name == "":
				return fmt.Errorf("function %d has no name", f)
			case keepsName(name, record[recordKind]):
				place = uint32(len(kept))
				kept = append(append(kept, name...), 0)
			case strings.HasPrefix(name, "runtime."):
				place = ofRuntime
			default:
				place = unnamed
			}
			places[offset] = place
		}
		binary.LittleEndian.PutUint32(field, place)
	}
	if len(kept) > len(t.names) {
		return fmt.Errorf("%d bytes of names, room for %d", len(kept), len(t.names))
	}
	clear(t.names)
	copy(t.names, kept)
	return nil
}

// keepsName tells whether a function keeps its name. The runtime takes the names of methods that
// the compiler added for pointers apart when the pointer is nil.
func keepsName(name string, kind byte) bool {
	return kind == kindWrapper && strings.Contains(name, ".(*") || namesKept.MatchString(name)
}
