//go:build campaign && linux

package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// build makes the server's program as "make build" does, and returns its file.
func build(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "serve")
	if out, err := exec.Command("go", "build", "-o", file, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return file
}

// A process is a server of its own, as its users start it.
type process struct {
	command *exec.Cmd
	addr    string // where it listens
	log     bytes.Buffer
	ended   chan error
}

// launch starts the program on an address; with a limit above 0 it may have so many descriptors.
func launch(program, addr string, limit int) (*process, error) {
	p := &process{command: exec.Command(program, "-addr", addr), ended: make(chan error, 1)}
	if limit > 0 {
		p.command = exec.Command("sh", "-c", `ulimit -n "$0" && exec "$1" -addr "$2"`, strconv.Itoa(limit), program, addr)
	}
	p.command.Stderr = &p.log
	p.command.Env = slices.DeleteFunc(os.Environ(), func(s string) bool { return strings.HasPrefix(s, "GOMAXPROCS=") }) // that is meant for the clients
	out, err := p.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.command.Start(); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if _, address, ok := strings.Cut(line, "http://"); ok {
		p.addr = strings.Trim(address, "/\n")
		go func() { p.ended <- p.command.Wait() }()
		return p, nil
	}
	return nil, fmt.Errorf("the server said %q: %w: %s", line, errors.Join(err, p.command.Wait()), p.log.String())
}

// stop sends a signal and waits for the end. It returns how the server ended: nil for status 0.
func (p *process) stop(signal syscall.Signal) error {
	if err := p.command.Process.Signal(signal); err != nil {
		return err
	}
	select {
	case err := <-p.ended:
		return err
	case <-time.After(time.Minute):
		return fmt.Errorf("still there a minute after %v: %w", signal, p.command.Process.Kill())
	}
}

// memory is what the server has in memory, in KiB: now (VmRSS), of that not backed by files (RssAnon), and at most so far (VmHWM).
func (p *process) memory() (resident, anonymous, most int, err error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.command.Process.Pid))
	if err != nil {
		return 0, 0, 0, err
	}
	for line := range strings.Lines(string(text)) {
		for name, to := range map[string]*int{"VmRSS:": &resident, "RssAnon:": &anonymous, "VmHWM:": &most} {
			if value, ok := strings.CutPrefix(line, name); ok {
				if *to, err = strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(value), " kB")); err != nil {
					return 0, 0, 0, err
				}
			}
		}
	}
	return resident, anonymous, most, nil
}

// processor is how much of processors the server has used.
func (p *process) processor() time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.command.Process.Pid))
	if err != nil {
		return 0
	}
	var ticks time.Duration
	for _, field := range strings.Fields(string(text))[13:15] { // utime and stime; the program's name has no blanks
		n, _ := strconv.Atoi(field)
		ticks += time.Duration(n)
	}
	return ticks * time.Second / 100
}

// descriptors is how many files and connections the server has open.
func (p *process) descriptors() int {
	entries, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", p.command.Process.Pid))
	if err != nil {
		return -1
	}
	return len(entries)
}
