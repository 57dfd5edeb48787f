//go:build js && wasm

package files

import (
	"strings"

	"github.com/hack-pad/safejs"

	"backfill/engine/workload/accounting"
	"backfill/engine/workload/textfile"
	"backfill/ui/opened"
	"backfill/ui/result"
	"backfill/wasm/javascript"
)

// join makes one log of files that are the parts of one; false if they are not, or cannot be read.
func join(files []safejs.Value) (ref result.FileRef, content safejs.Value, ok bool) {
	if len(files) < 2 {
		return ref, content, false
	}
	s := &javascript.Script{}
	parts := make([]accounting.Part, len(files))
	gzipped := make([]bool, len(files))
	for i, file := range files {
		start := s.Bytes(s.Await(s.Call(s.Call(file, "slice", 0, opened.BytesThatTell), "arrayBuffer")))
		parts[i] = accounting.Part{Name: s.Text(file, "name"), Start: textfile.Start(start, opened.BytesThatTell)}
		gzipped[i] = strings.HasPrefix(string(start), "\x1f\x8b")
		ref.Size += int64(s.Number(file, "size"))
	}
	if s.Err != nil || ref.Size > maxFile {
		return ref, content, false
	}
	order, ok := accounting.Order(parts)
	if !ok {
		return ref, content, false
	}
	list := s.New("Array")
	for _, i := range order {
		file := files[i]
		if gzipped[i] {
			unpacked := s.Call(s.Call(file, "stream"), "pipeThrough", s.New("DecompressionStream", "gzip"))
			file = s.Await(s.Call(s.New("Response", unpacked), "blob"))
		}
		s.Call(list, "push", file, "\n") // the last line of a part may have no end
	}
	content = s.Await(s.Call(s.New("Blob", list), "arrayBuffer"))
	ref.Name = parts[order[0]].Name + " to " + parts[order[len(order)-1]].Name
	ref.Size = int64(s.Number(content, "byteLength"))
	return ref, content, s.Err == nil && ref.Size <= maxFile
}
