//go:build js && wasm

package files

import (
	"bytes"

	"github.com/hack-pad/safejs"

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
	names, starts := make([]string, len(files)), make([][]byte, len(files))
	for i, file := range files {
		starts[i] = s.Bytes(s.Await(s.Call(s.Call(file, "slice", 0, opened.BytesThatTell), "arrayBuffer")))
		names[i] = s.Text(file, "name")
		ref.Size += int64(s.Number(file, "size"))
	}
	if s.Err != nil || ref.Size > maxFile {
		return ref, content, false
	}
	order, ok := opened.PartsOfALog(names, starts)
	if !ok {
		return ref, content, false
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
	content = s.Await(s.Call(s.New("Blob", list), "arrayBuffer"))
	ref.Name = names[order[0]] + " to " + names[order[len(order)-1]]
	ref.Size = int64(s.Number(content, "byteLength"))
	return ref, content, s.Err == nil && ref.Size <= maxFile
}
