//go:build js && wasm

package simulator

import (
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"io"

	"github.com/hack-pad/safejs"

	"backfill/wasm/digest"
	"backfill/wasm/javascript"
)

// hash is digest.SHA256, by the browser where it offers that: only to pages that are served securely.
func hash(data []byte) string {
	s := &javascript.Script{}
	subtle := s.Global("crypto", "subtle")
	sum := s.Bytes(s.Await(s.Call(subtle, "digest", "SHA-256", s.Array(data))))
	if s.Err != nil {
		return digest.SHA256(data)
	}
	return hex.EncodeToString(sum)
}

// unzip is textfile.Unzip by the browser, as far as that goes.
func unzip(r io.Reader) (io.Reader, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	own, err := gzip.NewReader(bytes.NewReader(data)) // an error in the head of the file is one at once
	if err != nil {
		return nil, err
	}
	s := &javascript.Script{}
	packed := s.Call(s.New("Blob", []any{s.Array(data)}), "stream")
	chunks := s.Call(s.Call(packed, "pipeThrough", s.New("DecompressionStream", "gzip")), "getReader")
	if s.Err != nil {
		return own, nil
	}
	return &unpacking{own: own, chunks: chunks}, nil
}

// unpacking reads what the browser unpacks. Where that fails Go's reader goes on, which says in its own words
// what is wrong, and knows files of several parts.
type unpacking struct {
	own    io.Reader // of the same from the beginning
	alone  bool
	given  int64        // bytes so far
	chunks safejs.Value // ReadableStreamDefaultReader
	chunk  safejs.Value // Uint8Array
	at, n  int          // of chunk bytes at to n-1 are to be given
}

func (u *unpacking) Read(b []byte) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	for !u.alone && u.at == u.n {
		done, err := u.next()
		if err == nil && done {
			return 0, io.EOF
		}
		if err != nil {
			u.alone = true
			if _, err := io.CopyN(io.Discard, u.own, u.given); err != nil {
				return 0, err
			}
		}
	}
	if u.alone {
		return u.own.Read(b)
	}
	n := min(len(b), u.n-u.at)
	s := &javascript.Script{}
	part := s.Call(u.chunk, "subarray", u.at, u.at+n)
	if s.Err == nil {
		_, s.Err = safejs.CopyBytesToGo(b[:n], part)
	}
	if s.Err != nil {
		return 0, s.Err
	}
	u.at += n
	u.given += int64(n)
	return n, nil
}

// next waits for the next chunk, which is not empty; done says that there is none.
func (u *unpacking) next() (done bool, err error) {
	s := &javascript.Script{}
	result := s.Await(s.Call(u.chunks, "read"))
	if s.Truthy(result, "done") || s.Err != nil {
		return true, s.Err
	}
	u.chunk = s.Get(result, "value")
	u.at, u.n = 0, int(s.Number(u.chunk, "length"))
	return false, s.Err
}
