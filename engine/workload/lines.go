package workload

import (
	"bytes"
	"errors"
	"io"
)

// lineReader cuts a stream into lines in a buffer of its own: no allocation a line.
type lineReader struct {
	src        io.Reader
	buf        []byte
	start, end int // buf[start:end] was read and not yet returned
	number     int // of the line returned last, from 1
	err        error
}

const (
	lineBuffer = 256 << 10
	// maxLine bounds the buffer when a file has no line ends, as binary files do.
	maxLine = 1 << 20
)

var errLineTooLong = errors.New("line too long")

func newLineReader(src io.Reader) *lineReader {
	return &lineReader{src: src, buf: make([]byte, lineBuffer)}
}

// next is the next line without its line feed, valid until the next call. At the
// end of the stream the error is io.EOF; a last line without line feed counts.
func (l *lineReader) next() ([]byte, error) {
	scanned := 0
	for {
		if i := bytes.IndexByte(l.buf[l.start+scanned:l.end], '\n'); i >= 0 {
			line := l.buf[l.start : l.start+scanned+i]
			l.start += scanned + i + 1
			l.number++
			return line, nil
		}
		scanned = l.end - l.start
		if l.err != nil {
			if l.err == io.EOF && scanned > 0 {
				line := l.buf[l.start:l.end]
				l.start = l.end
				l.number++
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
func (l *lineReader) fill() error {
	if l.start > 0 {
		copy(l.buf, l.buf[l.start:l.end])
		l.end -= l.start
		l.start = 0
	}
	if l.end == len(l.buf) {
		if len(l.buf) >= maxLine {
			l.number++
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
