//go:build js && wasm

package simulator

import (
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"io"

	"github.com/hack-pad/safejs"

	"backfill/wasm/digest"
	"backfill/wasm/promise"
)

// hash is digest.SHA256, by the browser where it offers that: only to pages that are served securely.
func hash(data []byte) string {
	subtle, err := property(safejs.Global(), "crypto", "subtle")
	if err != nil || subtle.IsUndefined() {
		return digest.SHA256(data)
	}
	sum, err := digestOf(subtle, data)
	if err != nil {
		return digest.SHA256(data)
	}
	return hex.EncodeToString(sum)
}

func digestOf(subtle safejs.Value, data []byte) ([]byte, error) {
	array, err := arrayOf(data)
	if err != nil {
		return nil, err
	}
	coming, err := subtle.Call("digest", "SHA-256", array)
	if err != nil {
		return nil, err
	}
	sum, err := promise.Await(coming)
	if err != nil {
		return nil, err
	}
	return bytesOf(sum)
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
	chunks, err := unpackedChunks(data)
	if err != nil {
		return own, nil
	}
	return &unpacking{own: own, chunks: chunks}, nil
}

// unpackedChunks is a ReadableStreamDefaultReader of what gzipped data hold.
func unpackedChunks(data []byte) (reader safejs.Value, err error) {
	array, err := arrayOf(data)
	if err != nil {
		return reader, err
	}
	blob, err := create("Blob", []any{array})
	if err != nil {
		return reader, err
	}
	unpacker, err := create("DecompressionStream", "gzip")
	if err != nil {
		return reader, err
	}
	packed, err := blob.Call("stream")
	if err != nil {
		return reader, err
	}
	plain, err := packed.Call("pipeThrough", unpacker)
	if err != nil {
		return reader, err
	}
	return plain.Call("getReader")
}

// unpacking reads what the browser unpacks. Where that fails Go's reader goes on, which says in its own words
// what is wrong, and knows files of several parts.
type unpacking struct {
	own    io.Reader // of the same from the beginning
	alone  bool
	given  int64 // bytes so far
	chunks safejs.Value
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
	part, err := u.chunk.Call("subarray", u.at, u.at+n)
	if err != nil {
		return 0, err
	}
	if _, err := safejs.CopyBytesToGo(b[:n], part); err != nil {
		return 0, err
	}
	u.at += n
	u.given += int64(n)
	return n, nil
}

// next waits for the next chunk, which is not empty; done says that there is none.
func (u *unpacking) next() (done bool, err error) {
	coming, err := u.chunks.Call("read")
	if err != nil {
		return false, err
	}
	result, err := promise.Await(coming)
	if err != nil {
		return false, err
	}
	end, err := property(result, "done")
	if err != nil {
		return false, err
	}
	if done, err = end.Truthy(); err != nil || done {
		return done, err
	}
	if u.chunk, err = property(result, "value"); err != nil {
		return false, err
	}
	u.at = 0
	u.n, err = u.chunk.Length()
	return false, err
}

// property follows properties from v.
func property(v safejs.Value, names ...string) (_ safejs.Value, err error) {
	for _, name := range names {
		if v, err = v.Get(name); err != nil {
			return safejs.Undefined(), err
		}
	}
	return v, nil
}

// arrayOf copies data into a new Uint8Array.
func arrayOf(data []byte) (safejs.Value, error) {
	array, err := create("Uint8Array", len(data))
	if err == nil {
		_, err = safejs.CopyBytesToJS(array, data)
	}
	return array, err
}
