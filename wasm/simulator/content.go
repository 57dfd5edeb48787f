//go:build js && wasm

package simulator

import (
	"io"

	"github.com/hack-pad/safejs"

	"backfill/wasm/javascript"
)

// content is an ArrayBuffer or a Blob, a file of the reader's for instance, of which a piece at a time is taken into memory.
type content struct {
	data   safejs.Value
	size   int64
	reader safejs.Value // FileReaderSync; none for an ArrayBuffer

	piece    safejs.Value // Uint8Array with the bytes from - to
	from, to int64
}

// pieceOfContent is how much of a file is asked for at once, in bytes: few enough to matter little, and enough that asking does.
const pieceOfContent = 4 << 20

func newContent(s *javascript.Script, data safejs.Value) *content {
	c := &content{data: data}
	if size := s.Get(data, "byteLength"); javascript.Present(size) {
		c.size = int64(s.Number(data, "byteLength"))
		c.piece, c.to = s.New("Uint8Array", data), c.size
		return c
	}
	c.size, c.reader = int64(s.Number(data, "size")), s.New("FileReaderSync")
	return c
}

// Size is how many bytes there are.
func (c *content) Size() int64 { return c.size }

// ReadAt copies the bytes from at on.
func (c *content) ReadAt(b []byte, at int64) (n int, err error) {
	s := &javascript.Script{}
	for n < len(b) && at < c.size {
		if at < c.from || at >= c.to {
			c.from, c.to = at, min(at+pieceOfContent, c.size)
			c.piece = s.New("Uint8Array", s.Call(c.reader, "readAsArrayBuffer", s.Call(c.data, "slice", c.from, c.to)))
		}
		part := b[n:min(int64(len(b)), int64(n)+c.to-at)]
		bytes := s.Call(c.piece, "subarray", at-c.from, at-c.from+int64(len(part)))
		if s.Err == nil {
			_, s.Err = safejs.CopyBytesToGo(part, bytes)
		}
		if s.Err != nil {
			c.to = c.from // nothing is at hand
			return n, s.Err
		}
		n, at = n+len(part), at+int64(len(part))
	}
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}
