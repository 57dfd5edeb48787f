package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// writable finds out, before anything is simulated, whether a file of that name, which a flag gave, can be written.
func writable(flag, name string) error {
	probe, err := os.CreateTemp(filepath.Dir(name), ".backfill-*")
	if err != nil {
		var path *fs.PathError
		if errors.As(err, &path) {
			path.Path = name
		}
		return fmt.Errorf("%s: %w; the name of a file that can be written is accepted", flag, err)
	}
	probe.Close()
	os.Remove(probe.Name())
	return nil
}

// besides is what the names of files have behind that of the file whose place they take when they are whole.
const besides = ".part-"

// replace writes a file beside the one of that name, whose place it takes when it is whole.
func replace(name string, write func(io.Writer) error) error {
	return replaceAfter(name, write, func(*os.File) error { return nil })
}

// replaceSynced is replace, but the file is on its disk before it takes that place: a computer that
// fails leaves the old one or the whole new one.
func replaceSynced(name string, write func(io.Writer) error) error {
	return replaceAfter(name, write, (*os.File).Sync)
}

// replaceAfter is replace, with something to be done when all is written.
func replaceAfter(name string, write func(io.Writer) error, last func(*os.File) error) error {
	fail := func(err error) error { return fmt.Errorf("writing %s: %v", name, err) }
	file, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+besides+"*")
	if err != nil {
		return fail(err)
	}
	unfinished.add(file.Name())
	defer func() {
		os.Remove(file.Name()) // which is gone if all went well
		unfinished.remove(file.Name())
	}()
	out := bufio.NewWriter(file)
	err = write(out)
	if unwritten := out.Flush(); err == nil {
		err = unwritten
	}
	if err == nil {
		err = last(file)
	}
	if unclosed := file.Close(); err == nil {
		err = unclosed
	}
	if err == nil {
		err = os.Chmod(file.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(file.Name(), name)
	}
	if err != nil {
		return fail(err)
	}
	return nil
}
