//go:build campaign

package campaign_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"backfill/engine/campaign"
)

// target is a fuzz target of the module.
type target struct{ folder, name string }

var declared = regexp.MustCompile(`(?m)^func (Fuzz\w+)\(`)

// targetsOf finds all fuzz targets below a folder.
func targetsOf(root string) (list []target, err error) {
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "node_modules" || d.Name() == "bin" || strings.HasPrefix(d.Name(), ".") && path != root):
			return fs.SkipDir
		case !strings.HasSuffix(path, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(root, filepath.Dir(path))
		for _, m := range declared.FindAllStringSubmatch(string(text), -1) {
			list = append(list, target{filepath.ToSlash(folder), m[1]})
		}
		return err
	})
	return list, err
}

// share is how many executions each target is to get. The goal is 10^8 of all together: a few targets, which take 10 ms for one, come
// to less.
const share = 4_000_000

var counted = regexp.MustCompile(`execs: (\d+)`)

// TestCampaignFuzzing gives each target its share of the executions. What makes one fail is left in its folder testdata/fuzz, to be
// committed: then make test tries it, too.
func TestCampaignFuzzing(t *testing.T) {
	root, err := campaign.Root()
	if err != nil {
		t.Fatal(err)
	}
	targets, err := targetsOf(root)
	if err != nil {
		t.Fatal(err)
	}
	if len(targets) < 30 {
		t.Fatalf("only %d targets: %v", len(targets), targets)
	}
	for _, x := range targets {
		plan := campaign.Plan{Name: "fuzzing/" + x.folder + "/" + x.name, About: "what the target demands of any input", Cases: share}
		t.Run(x.name, func(t *testing.T) {
			campaign.Portions(t, plan, func(most time.Duration) (int64, error) { return fuzz(root, x, most) })
		})
	}
}

// fuzz has go test fuzz a target and reads how many executions that were.
func fuzz(root string, x target, length time.Duration) (executions int64, err error) {
	command := exec.Command("go", "test", "-run=^$", "-fuzz=^"+x.name+"$", fmt.Sprintf("-fuzztime=%v", length.Round(time.Second)), "-fuzzminimizetime=1000x", "./"+x.folder)
	command.Dir = root
	out, err := command.CombinedOutput()
	for _, m := range counted.FindAllSubmatch(out, -1) { // the last one counts all
		executions, _ = strconv.ParseInt(string(m[1]), 10, 64)
	}
	if err != nil {
		return executions, errors.New(string(out[max(0, len(out)-4000):]))
	}
	if executions == 0 && length >= time.Minute { // in less it may not have come further than the inputs that it begins with
		return 0, fmt.Errorf("nothing was executed in %v:\n%s", length, out)
	}
	return executions, nil
}
