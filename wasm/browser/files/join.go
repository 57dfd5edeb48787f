//go:build js && wasm

package files

import (
	"bytes"
	"slices"

	"github.com/hack-pad/safejs"

	"backfill/ui/opened"
	"backfill/ui/result"
	"backfill/wasm/javascript"
)

// joined is a log that was made of files.
type joined struct {
	ref     result.FileRef
	content safejs.Value // Blob
	files   int          // how many
	names   []string     // their names, and those of files with nothing in them
	left    []string     // names of the other files
}

// join makes one log of those files that are the parts of one, by what they begin with; nil if no two are, or if they cannot be read.
func join(files []safejs.Value, starts [][]byte) *joined {
	if len(files) < 2 {
		return nil
	}
	s := &javascript.Script{}
	names, sizes := make([]string, len(files)), make([]float64, len(files))
	all := 0.0
	for i, file := range files {
		names[i], sizes[i] = s.Text(file, "name"), s.Number(file, "size")
		all += sizes[i]
	}
	order := opened.PartsOfALog(names, starts)
	if s.Err != nil || all > maxFile || order == nil {
		return nil
	}
	j := &joined{files: len(order)}
	for i, name := range names {
		if sizes[i] > 0 && !slices.Contains(order, i) {
			j.left = append(j.left, name)
		} else {
			j.names = append(j.names, name)
		}
	}
	list := s.New("Array")
	for _, i := range order {
		file := files[i]
		if bytes.HasPrefix(starts[i], []byte("\x1f\x8b")) {
			unpacked := s.Call(s.Call(file, "stream"), "pipeThrough", s.New("DecompressionStream", "gzip"))
			file = s.Await(s.Call(s.New("Response", unpacked), "blob"))
		}
		s.Call(list, "push", file, "\n") // the last line of a part may have no end
	}
	j.content = s.New("Blob", list)
	j.ref = result.FileRef{Name: names[order[0]] + " to " + names[order[len(order)-1]], Size: int64(s.Number(j.content, "size"))}
	if s.Err != nil || j.ref.Size > maxFile {
		return nil
	}
	return j
}
