package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/andybalholm/brotli"
)

// A site is the folder of the finished page. Files whose names hold their contents' hash are compressed only once.
type site struct {
	dir     string
	written map[string]bool // names of files, without the compressed variants
}

// variants are the compressed forms beside each file.
var variants = []struct {
	suffix   string
	compress func(io.Writer) io.WriteCloser
}{
	{".br", func(w io.Writer) io.WriteCloser { return brotli.NewWriterLevel(w, brotli.BestCompression) }},
	{".gz", func(w io.Writer) io.WriteCloser {
		z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
		if err != nil {
			panic(err) // the level is a constant
		}
		return z
	}},
}

func openSite(dir string) (*site, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	return &site{dir: dir, written: map[string]bool{}}, nil
}

// hash is what a content-hashed name carries.
func hash(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:8])
}

// addHashed writes a file whose name is made unique by its contents' hash, and returns that name.
func (s *site) addHashed(name string, content []byte) (string, error) {
	ext := filepath.Ext(name)
	name = strings.TrimSuffix(name, ext) + "." + hash(content) + ext
	if s.complete(name) {
		s.written[name] = true
		return name, nil
	}
	return name, s.add(name, content)
}

// complete tells whether an earlier build wrote the file and its variants.
func (s *site) complete(name string) bool {
	for _, file := range withVariants(name) {
		if _, err := os.Stat(filepath.Join(s.dir, file)); err != nil {
			return false
		}
	}
	return true
}

// withVariants lists a file and its compressed forms.
func withVariants(name string) []string {
	all := []string{name}
	for _, v := range variants {
		all = append(all, name+v.suffix)
	}
	return all
}

// add writes a file and its variants.
func (s *site) add(name string, content []byte) error {
	if err := s.write(name, content); err != nil {
		return err
	}
	for _, v := range variants {
		var b bytes.Buffer
		w := v.compress(&b)
		if _, err := w.Write(content); err != nil {
			return fmt.Errorf("compress %s: %w", name, err)
		}
		if err := w.Close(); err != nil {
			return fmt.Errorf("compress %s: %w", name, err)
		}
		if err := s.write(name+v.suffix, b.Bytes()); err != nil {
			return err
		}
	}
	s.written[name] = true
	return nil
}

// write replaces a file in one step, so that an interrupted build leaves no half file under a final name.
func (s *site) write(name string, content []byte) error {
	final := filepath.Join(s.dir, name)
	if err := os.WriteFile(final+".tmp", content, 0o644); err != nil {
		return err
	}
	return os.Rename(final+".tmp", final)
}

// prune removes what earlier builds wrote and this one did not.
func (s *site) prune() error {
	keep := map[string]bool{".keep": true}
	for name := range s.written {
		for _, file := range withVariants(name) {
			keep[file] = true
		}
	}
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if !keep[entry.Name()] {
			if err := os.RemoveAll(filepath.Join(s.dir, entry.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// names are the names of all files added so far.
func (s *site) names() []string {
	return slices.Sorted(maps.Keys(s.written))
}

// version is another one whenever a file added so far or the page itself is another one.
func (s *site) version(page []byte) (string, error) {
	sum := sha256.New()
	for _, name := range s.names() {
		content, err := os.ReadFile(filepath.Join(s.dir, name))
		if err != nil {
			return "", err
		}
		fmt.Fprintf(sum, "%s %s\n", name, hash(content))
	}
	sum.Write(page)
	return hex.EncodeToString(sum.Sum(nil)[:8]), nil
}

// report prints what a first visit transfers, and what comes later, with its occasion.
func (s *site) report(w io.Writer, first []string, later map[string]string) error {
	total := int64(0)
	for _, name := range first {
		size, err := s.transferred(name)
		if err != nil {
			return err
		}
		total += size
		fmt.Fprintf(w, "%9d  %s\n", size, name)
	}
	fmt.Fprintf(w, "%9d  bytes for the first picture (brotli)\n", total)
	for _, name := range slices.Sorted(maps.Keys(later)) {
		size, err := s.transferred(name)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%9d  %s, %s\n", size, name, later[name])
	}
	return nil
}

// transferred is the size of a file's brotli variant.
func (s *site) transferred(name string) (int64, error) {
	info, err := os.Stat(filepath.Join(s.dir, name+".br"))
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}
