package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"sync"
)

// openIn opens the files that a scenario in folder names.
func openIn(folder string) func(string) (io.ReadCloser, error) {
	return func(name string) (io.ReadCloser, error) {
		if !filepath.IsAbs(name) {
			name = filepath.Join(folder, name)
		}
		f, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("%w; the name of a file, from the scenario's folder, is accepted", err)
		}
		if info, err := f.Stat(); err == nil && info.IsDir() {
			f.Close()
			return nil, errors.New("it is a folder; the name of a file is accepted")
		}
		return f, nil
	}
}

// files are those that a scenario names, with their SHA-256, by which parts of an
// experiment tell that they had the same ones.
type files struct {
	openFile func(string) (io.ReadCloser, error)

	mutex sync.Mutex
	sums  map[string]string
}

func newFiles(folder string) *files {
	return &files{openFile: openIn(folder), sums: map[string]string{}}
}

func (f *files) open(name string) (io.ReadCloser, error) {
	file, err := f.openFile(name)
	if err != nil {
		return nil, err
	}
	return &summed{file: file, hash: sha256.New(), files: f, name: name}, nil
}

// summed is a file whose sum is noted when it is closed.
type summed struct {
	file  io.ReadCloser
	hash  hash.Hash
	files *files
	name  string
}

func (s *summed) Read(b []byte) (int, error) {
	n, err := s.file.Read(b)
	s.hash.Write(b[:n])
	return n, err
}

func (s *summed) Close() error {
	// Whoever unpacks a file may leave its last bytes.
	if _, err := io.Copy(io.Discard, s); err == nil {
		s.files.mutex.Lock()
		s.files.sums[s.name] = hex.EncodeToString(s.hash.Sum(nil))
		s.files.mutex.Unlock()
	}
	return s.file.Close()
}
