// Package wholefile writes files that are seen only when they are whole: each is written beside the one whose place it takes. It knows nothing
// of what stands in them.
package wholefile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Writable finds out, before anything is simulated, whether a file of that name, which a flag gave, can be written.
func Writable(flag, name string) error {
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

// Beside is what the names of files have behind that of the file whose place they take when they are whole.
const Beside = ".part-"

// Write writes a file beside the one of that name, whose place it takes when it is whole.
func Write(name string, write func(io.Writer) error) error {
	return writeAfter(name, write, func(*os.File) error { return nil })
}

// WriteSynced is Write, but the file is on its disk before it takes that place: a computer that
// fails leaves the old one or the whole new one.
func WriteSynced(name string, write func(io.Writer) error) error {
	return writeAfter(name, write, (*os.File).Sync)
}

// writeAfter is Write, with something to be done when all is written.
func writeAfter(name string, write func(io.Writer) error, last func(*os.File) error) error {
	fail := func(err error) error { return fmt.Errorf("writing %s: %v", name, err) }
	file, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+Beside+"*")
	if err != nil {
		return fail(err)
	}
	Begun(file.Name())
	defer func() {
		os.Remove(file.Name()) // which is gone if all went well
		Ended(file.Name())
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
