package campaign

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// kept is what is known of a campaign, as its file has it.
type kept struct {
	Name  string
	About string
	// Cases is how many there shall be; those before Done are done.
	Cases, Done int64
	Findings    []Finding
	// Commit is the last one of the program that the cases ran on, with "+" where files differed from it.
	Commit string
	Date   string
	// Hours of processors that the cases took.
	Hours float64

	file string
}

// Finding is a case in which something is wrong.
type Finding struct {
	Case int64
	Text string
}

var names = regexp.MustCompile(`^[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*$`)

// folder is where campaigns are kept, in the module.
const folder = "bin/campaign"

// open reads what is kept of a campaign. That of another commit counts only if everyCommit is true.
func open(root string, p Plan, commit string, everyCommit bool) (*kept, error) {
	if !names.MatchString(p.Name) {
		return nil, fmt.Errorf("a campaign is called %q: only letters, digits, - and _ between slashes are accepted", p.Name)
	}
	k, err := read(filepath.Join(root, folder, filepath.FromSlash(p.Name)+".json"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	// Nobody knows whether files that differ from a commit are still the same.
	if (k.Commit != commit || strings.HasSuffix(commit, "+")) && !everyCommit {
		k = &kept{file: k.file}
	}
	k.Name, k.About, k.Cases, k.Commit = p.Name, p.About, p.Cases, commit
	return k, nil
}

// read reads the file of a campaign. Also with an error, what it returns can be saved there.
func read(file string) (*kept, error) {
	k := &kept{file: file}
	text, err := os.ReadFile(file)
	if err != nil {
		return k, fmt.Errorf("the cases that are done: %w", err)
	}
	if err := json.Unmarshal(text, k); err != nil {
		return k, fmt.Errorf("the cases that are done: %s: %w", file, err)
	}
	return k, nil
}

// save writes the file anew, which is the old or the new one whenever somebody looks.
func (k *kept) save() error {
	k.Date = time.Now().UTC().Format(time.DateOnly)
	text, err := json.MarshalIndent(k, "", "\t")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(k.file), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(k.file+".new", append(text, '\n'), 0o644); err != nil {
		return err
	}
	return os.Rename(k.file+".new", k.file)
}

// found says whether case n is a finding already.
func (k *kept) found(n int64) bool {
	return slices.ContainsFunc(k.Findings, func(f Finding) bool { return f.Case == n })
}

// spent adds the processor time used since it was before, or, where the system does not tell, the length of the round on all workers.
func (k *kept) spent(before time.Duration, length time.Duration, workers int) {
	used := processorTime() - before
	if used <= 0 {
		used = length * time.Duration(workers)
	}
	k.Hours += used.Hours()
}

// Root is the folder of the module that the working folder is in.
func Root() (string, error) {
	folder, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder, nil
		}
		above := filepath.Dir(folder)
		if above == folder {
			return "", errors.New("no folder above has a file go.mod")
		}
		folder = above
	}
}

// commitOf is the last commit that changed more than the table of campaigns, with "+" where files differ from it.
func commitOf(root string) (string, error) {
	git := func(args ...string) (string, error) {
		command := exec.Command("git", append(args, "--", ".", ":!"+Table)...)
		command.Dir = root
		out, err := command.Output()
		if err != nil {
			return "", fmt.Errorf("git %s: %w", args[0], err)
		}
		return strings.TrimSpace(string(out)), nil
	}
	commit, err := git("log", "-1", "--format=%h")
	if err != nil {
		return "", err
	}
	changed, err := git("status", "--porcelain")
	if err != nil {
		return "", err
	}
	if changed != "" {
		commit += "+"
	}
	return commit, nil
}
