package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html/template"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/andybalholm/brotli"
	"golang.org/x/sync/errgroup"
)

// A folder is that of the finished page. Files whose names hold their contents' hash are compressed only once, so that one folder is
// always compressed alike.
type folder struct {
	dir     string
	hard    bool            // compressed as hard as can be
	written map[string]bool // names of files, without the compressed variants
	pending errgroup.Group  // variants that are being made
}

// variants are the compressed forms beside each file, for a host, and for whoever builds the page again and again.
var variants = []struct {
	suffix     string
	hard, fast func(io.Writer) io.WriteCloser
}{
	{".br", brotliAt(brotli.BestCompression), brotliAt(4)},
	{".gz", gzipAt(gzip.BestCompression), gzipAt(4)},
}

func brotliAt(level int) func(io.Writer) io.WriteCloser {
	return func(w io.Writer) io.WriteCloser { return brotli.NewWriterLevel(w, level) }
}

func gzipAt(level int) func(io.Writer) io.WriteCloser {
	return func(w io.Writer) io.WriteCloser {
		z, err := gzip.NewWriterLevel(w, level)
		if err != nil {
			panic(err) // the level is a constant
		}
		return z
	}
}

func openFolder(dir string, hard bool) (*folder, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	f := &folder{dir: dir, hard: hard, written: map[string]bool{}}
	f.pending.SetLimit(runtime.NumCPU())
	return f, nil
}

// compressed is content as one of the compressors writes it.
func compressed(content []byte, compress func(io.Writer) io.WriteCloser) ([]byte, error) {
	var b bytes.Buffer
	w := compress(&b)
	if _, err := w.Write(content); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// hash is what a content-hashed name carries.
func hash(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:8])
}

// addHashed writes a file whose name is made unique by its contents' hash, and returns that name.
func (f *folder) addHashed(name string, content []byte) (string, error) {
	ext := filepath.Ext(name)
	name = strings.TrimSuffix(name, ext) + "." + hash(content) + ext
	if f.complete(name) {
		f.written[name] = true
		return name, nil
	}
	return name, f.add(name, content)
}

// complete tells whether an earlier build wrote the file and its variants.
func (f *folder) complete(name string) bool {
	for _, file := range withVariants(name) {
		if _, err := os.Stat(filepath.Join(f.dir, file)); err != nil {
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

// add writes a file, and its variants by the time that finish returns.
func (f *folder) add(name string, content []byte) error {
	if err := f.write(name, content); err != nil {
		return err
	}
	for _, v := range variants {
		compress := v.fast
		if f.hard {
			compress = v.hard
		}
		f.pending.Go(func() error {
			short, err := compressed(content, compress)
			if err != nil {
				return fmt.Errorf("compress %s: %w", name, err)
			}
			return f.write(name+v.suffix, short)
		})
	}
	f.written[name] = true
	return nil
}

// addFilled adds a page that a template makes of data.
func (f *folder) addFilled(name string, t *template.Template, data any) error {
	content, err := filledWith(t, data)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return f.add(name, content)
}

// finish waits for all variants, and removes what earlier builds wrote and this one did not.
func (f *folder) finish() error {
	if err := f.settle(); err != nil {
		return err
	}
	return f.prune()
}

// write replaces a file in one step, so that an interrupted build leaves no half file under a final name.
func (f *folder) write(name string, content []byte) error {
	final := filepath.Join(f.dir, name)
	if err := os.WriteFile(final+".tmp", content, 0o644); err != nil {
		return err
	}
	return os.Rename(final+".tmp", final)
}

func (f *folder) prune() error {
	keep := map[string]bool{".keep": true}
	for name := range f.written {
		for _, file := range withVariants(name) {
			keep[file] = true
		}
	}
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if !keep[entry.Name()] {
			if err := os.RemoveAll(filepath.Join(f.dir, entry.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// names are the names of all files added so far.
func (f *folder) names() []string {
	return slices.Sorted(maps.Keys(f.written))
}

// version is another one whenever a file added so far or the page itself is another one.
func (f *folder) version(page []byte) (string, error) {
	sum := sha256.New()
	for _, name := range f.names() {
		content, err := os.ReadFile(filepath.Join(f.dir, name))
		if err != nil {
			return "", err
		}
		fmt.Fprintf(sum, "%s %s\n", name, hash(content))
	}
	sum.Write(page)
	return hex.EncodeToString(sum.Sum(nil)[:8]), nil
}

// report prints what a first visit transfers, and what comes later, with its occasion.
func (f *folder) report(w io.Writer, first []string, later map[string]string) error {
	total := int64(0)
	for _, name := range first {
		size, err := f.transferred(name)
		if err != nil {
			return err
		}
		total += size
		fmt.Fprintf(w, "%9d  %s\n", size, name)
	}
	fmt.Fprintf(w, "%9d  bytes for the first picture (brotli)\n", total)
	for _, name := range slices.Sorted(maps.Keys(later)) {
		size, err := f.transferred(name)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%9d  %s, %s\n", size, name, later[name])
	}
	return nil
}

// settle waits for the variants of all files added so far.
func (f *folder) settle() error { return f.pending.Wait() }

// transferred is the size of a file's brotli variant.
func (f *folder) transferred(name string) (int64, error) {
	return f.size(name + ".br")
}

// size is that of a file or of one of its variants, which have to be there.
func (f *folder) size(name string) (int64, error) {
	info, err := os.Stat(filepath.Join(f.dir, name))
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}
