// Package textfile reads lines and numbers of text files, plain or gzipped, within bounds of
// memory that no file can pass, and says which line of which file is wrong. It knows no format.
package textfile

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
)

// Lines cuts a stream into lines in a buffer of its own: no allocation a line.
type Lines struct {
	src        io.Reader
	buf        []byte
	start, end int // buf[start:end] was read and not yet returned
	Number     int // of the line returned last, from 1
	err        error
}

const (
	lineBuffer = 256 << 10
	// MaxLine bounds the buffer when a file has no line ends, as binary files do.
	MaxLine = 1 << 20
)

var (
	errLineTooLong = errors.New("line too long")
	errUnpacked    = errors.New("too much unpacked")
)

// maxUnpacked is how many bytes a gzipped file may hold: some log of twenty million jobs. A small file can
// hold a thousand times as much as its own size.
const maxUnpacked = 2 << 30

// unpacked reads what a gzipped file holds, as long as that is not too much.
type unpacked struct {
	src  io.Reader
	left int64 // bytes that may still come
}

func (u *unpacked) Read(b []byte) (int, error) {
	if u.left < 0 {
		return 0, errUnpacked
	}
	n, err := u.src.Read(b[:min(int64(len(b)), u.left+1)])
	if u.left -= int64(n); u.left < 0 {
		return 0, errUnpacked
	}
	return n, err
}

// Unzip unpacks gzipped data. A program may put something faster in its place, with the same errors.
var Unzip = func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }

// Start is what the beginning of a file holds, plain or gzipped: at most so many bytes of it, as far as they can be read.
func Start(data []byte, most int) []byte {
	if !isGzipped(data) {
		return data[:min(most, len(data))]
	}
	text, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil
	}
	start, _ := io.ReadAll(io.LimitReader(text, int64(most))) // the data may end anywhere
	return start
}

// Content is all that a file holds, plain or gzipped, at most so many bytes. name stands in messages.
func Content(data []byte, name string, most int64) ([]byte, error) {
	if !isGzipped(data) {
		return data, nil
	}
	text, err := gzip.NewReader(bytes.NewReader(data))
	var content []byte
	if err == nil {
		content, err = io.ReadAll(&unpacked{text, most})
	}
	switch {
	case err == errUnpacked:
		return nil, &Error{File: name, Accepted: fmt.Sprintf("the gzip data hold more than %d bytes; up to so many are accepted", most)}
	case err != nil:
		return nil, &Error{File: name, Accepted: "the gzip data are damaged; a whole .gz file is accepted", Err: err}
	}
	return content, nil
}

// isGzipped says whether data begin as gzipped ones do.
func isGzipped(data []byte) bool { return len(data) >= 2 && data[0] == 0x1f && data[1] == 0x8b }

// LinesOf are the lines of r, plain or gzipped, found out by its first bytes. name stands
// in messages.
func LinesOf(r io.Reader, name string) (*Lines, error) {
	b := bufio.NewReaderSize(r, 64<<10)
	if magic, _ := b.Peek(2); !isGzipped(magic) {
		return newLines(b), nil
	}
	text, err := Unzip(b)
	if err != nil {
		return nil, &Error{File: name, Accepted: "the gzip data are damaged; a whole .gz file is accepted", Err: err}
	}
	return newLines(&unpacked{text, maxUnpacked}), nil
}

// Unreadable is the error of a file in a format whose lines cannot be read on after the
// one of that number.
func Unreadable(name, format string, line int, err error) error {
	e := &Error{File: name, Line: line, Err: err}
	var corrupt flate.CorruptInputError
	switch {
	case err == errLineTooLong:
		e.Accepted = "a line of more than 1 MB; a text file in the " + format + " is accepted"
		e.Err = nil
	case err == errUnpacked:
		e.Accepted = "the gzip data hold more than 2 GB; a .gz file of at most 2 GB unpacked is accepted"
		e.Err = nil
	case err == io.ErrUnexpectedEOF:
		e.Accepted = "the gzip data end too early, after this line; a whole .gz file is accepted"
		e.Err = nil
	case err == gzip.ErrChecksum, err == gzip.ErrHeader, errors.As(err, &corrupt):
		e.Accepted = "the gzip data are damaged after this line; a whole .gz file is accepted"
	default:
		e.Accepted = "reading fails after this line"
	}
	return e
}

func newLines(src io.Reader) *Lines {
	return &Lines{src: src, buf: make([]byte, lineBuffer)}
}

// Next is the next line without its line feed, the first one without a mark of the byte
// order too, valid until the next call. At the end of the stream the error is io.EOF; a
// last line without line feed counts.
func (l *Lines) Next() ([]byte, error) {
	line, err := l.cut()
	if l.Number == 1 {
		line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
	}
	return line, err
}

func (l *Lines) cut() ([]byte, error) {
	scanned := 0
	for {
		if i := bytes.IndexByte(l.buf[l.start+scanned:l.end], '\n'); i >= 0 {
			line := l.buf[l.start : l.start+scanned+i]
			l.start += scanned + i + 1
			l.Number++
			return line, nil
		}
		scanned = l.end - l.start
		if l.err != nil {
			if l.err == io.EOF && scanned > 0 {
				line := l.buf[l.start:l.end]
				l.start = l.end
				l.Number++
				return line, nil
			}
			return nil, l.err
		}
		if err := l.fill(); err != nil {
			return nil, err
		}
	}
}

// fill reads more behind what is there, making room first.
func (l *Lines) fill() error {
	if l.start > 0 {
		copy(l.buf, l.buf[l.start:l.end])
		l.end -= l.start
		l.start = 0
	}
	if l.end == len(l.buf) {
		if len(l.buf) >= MaxLine {
			l.Number++
			return errLineTooLong
		}
		l.buf = append(l.buf, make([]byte, len(l.buf))...)
	}
	const patience = 100 // empty reads before a broken io.Reader is given up
	for range patience {
		n, err := l.src.Read(l.buf[l.end:])
		l.end += n
		l.err = err
		if n > 0 || err != nil {
			return nil
		}
	}
	l.err = io.ErrNoProgress
	return nil
}
