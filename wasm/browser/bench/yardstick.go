package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
)

// yardstick is the plain C program beside the checkout that the goals of EASY backfilling
// are multiples of: linear scans, no abstractions. "" if it is not there.
type yardstick string

// compileYardstick compiles it into folder. Without its source or a C compiler there is
// none, and absent says why.
func compileYardstick(folder string) (y yardstick, absent string, err error) {
	source := filepath.Join("..", "shared", "yardstick", "easy.c")
	if _, err := os.Stat(source); errors.Is(err, fs.ErrNotExist) {
		return "", source + " is absent", nil
	}
	program := filepath.Join(folder, "yardstick")
	text, err := exec.Command("cc", "-O2", "-o", program, source).CombinedOutput()
	if errors.Is(err, exec.ErrNotFound) {
		return "", "there is no C compiler", nil
	}
	if err != nil {
		return "", "", fmt.Errorf("compile %s: %w\n%s", source, err, text)
	}
	return yardstick(program), "", nil
}

var yardstickSays = regexp.MustCompile(`jobs=(\d+) .* best=([0-9.]+)s`)

// easy simulates a log so often and is the shortest time, in seconds, and the number of jobs.
func (y yardstick) easy(log string, processors, times int) (seconds float64, jobs int, err error) {
	const mode = "1" // EASY
	text, err := exec.Command(string(y), log, strconv.Itoa(processors), mode, strconv.Itoa(times)).Output()
	if err != nil {
		return 0, 0, fmt.Errorf("yardstick on %s: %w", log, err)
	}
	found := yardstickSays.FindSubmatch(text)
	if found == nil {
		return 0, 0, fmt.Errorf("yardstick on %s: it says %q", log, text)
	}
	if jobs, err = strconv.Atoi(string(found[1])); err != nil {
		return 0, 0, err
	}
	seconds, err = strconv.ParseFloat(string(found[2]), 64)
	return seconds, jobs, err
}
