//go:build js && wasm

package simulator

import (
	"io"

	"github.com/hack-pad/safejs"

	"backfill/wasm/javascript"
)

// content is what a message brings: an ArrayBuffer, or a Blob such as a file on the reader's disk, of which one piece at a time is in memory.
type content struct {
	size         int64
	blob, reader safejs.Value // the Blob and a FileReaderSync; none for an ArrayBuffer

	piece    safejs.Value // Uint8Array with the bytes from - to
	from, to int64
}

// pieceOfContent is how many bytes are asked for at once: little beside a large log, and so many that the asking takes no time to speak of.
const pieceOfContent = 4 << 20

func newContent(s *javascript.Script, data safejs.Value) *content {
	if javascript.Present(s.Get(data, "byteLength")) {
		size := int64(s.Number(data, "byteLength"))
		return &content{size: size, piece: s.New("Uint8Array", data), to: size}
	}
	return &content{size: int64(s.Number(data, "size")), blob: data, reader: s.New("FileReaderSync")}
}

// Size is how many bytes there are.
func (c *content) Size() int64 { return c.size }

// ReadAt copies the bytes from at on.
func (c *content) ReadAt(b []byte, at int64) (n int, err error) {
	s := &javascript.Script{}
	for n < len(b) && at < c.size {
		if at < c.from || at >= c.to {
			c.from, c.to = at, min(at+pieceOfContent, c.size)
			c.piece = s.New("Uint8Array", s.Call(c.reader, "readAsArrayBuffer", s.Call(c.blob, "slice", c.from, c.to)))
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
