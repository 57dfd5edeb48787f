package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// itself is this program, which TestMain makes the one that is tested.
func itself(t *testing.T) string {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("BACKFILL_TEST_RUN", "1")
	return program
}

const arrayScriptText = `#!/bin/sh
# One task of an experiment in 3 parts: it's $(touch x) "1". Written by backfill 0.1.0.
#SBATCH --job-name=backfill-it-s-touch-x-1
#SBATCH --array=1-3
#SBATCH --output="DIR/o'ne \"50%%a\" $x/logs/%a.txt"
#SBATCH --open-mode=append
#SBATCH --requeue
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=4
#SBATCH --time=2-12
#SBATCH --mem=2G
#SBATCH --partition="a\"b,$c"

# Which task: Slurm's index, elsewhere the first argument. A part that is finished is not run again.
task=${SLURM_ARRAY_TASK_ID:-${1:?the number of the task, from 1 to 3, is missing}}
program='/opt/it'\''s here/backfill'
cd 'DIR/o'\''ne "50%a" $x' || exit
"$program" run -parallel 4 -shard "$task/3" -into shards 'input/a b'\''.json' || exit
# Whoever finishes the last part merges them all.
"$program" merge -json -last -out result.json .
`

func TestArrayScript(t *testing.T) {
	dir := folder(t, map[string]string{"a b'.json": and(drawnHere, `, "replications": 3, "name": "it's $(touch x) \"1\""`)})
	array := filepath.Join(dir, `o'ne "50%a" $x`)
	got := mustRun(t, "sbatch", "-tasks", "9", "-dir", array, "-program", "/opt/it's here/backfill", "-parallel", "4", "-time", "2-12", "-memory", "2G", "-partition", `a"b,$c`, filepath.Join(dir, "a b'.json"))
	script := filepath.Join(array, "array.sh")
	for _, want := range []string{
		array + ": 3 tasks; 6 runs: points 1, replications 3, policies 2\n",
		"9 tasks were wanted; a task simulates one workload or more, and there are 3\n",
		"sbatch " + shellQuoted(script) + "\n", fmt.Sprintf("seq 3 | xargs -P %d -n 1 sh ", min(max(runtime.NumCPU()/4, 1), 3)) + shellQuoted(script) + "\n", "backfill status " + shellQuoted(array) + "\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if got, want := read(t, script), strings.ReplaceAll(arrayScriptText, "DIR", dir); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if output, err := exec.Command("sh", "-n", script).CombinedOutput(); err != nil {
		t.Errorf("sh -n: %v, %s", err, output)
	}
}

// runTask runs a task as somebody without a cluster does.
func runTask(array string, task int) (string, error) {
	command := exec.Command("sh", filepath.Join(array, "array.sh"), fmt.Sprint(task))
	command.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "SLURM_") })
	output, err := command.CombinedOutput()
	return string(output), err
}

// state is what status says.
func state(t *testing.T, array string) (arrayStatus, int) {
	t.Helper()
	code, stdout, stderr := call("status", "-json", array)
	var st arrayStatus
	if err := json.Unmarshal([]byte(stdout), &st); err != nil {
		t.Fatalf("status %d, %v, %s", code, err, stderr)
	}
	return st, code
}

// Tasks that a shell runs give what one run gives, not a byte different, in a folder with an unusual name. They have
// copies of the scenario and of its log, though its name leads out of the folder, so that what becomes of the originals is all
// the same to them. Those that are finished are not run again.
func TestTasksMakeTheWhole(t *testing.T) {
	program := itself(t)
	dir := experiments(t)
	file := filepath.Join(dir, "in", "log.json")
	if err := os.Mkdir(filepath.Join(dir, "in"), 0o777); err != nil {
		t.Fatal(err)
	}
	scenario := strings.Replace(read(t, filepath.Join(dir, "log.json")), "log.swf", "../log.swf", 1)
	if err := os.WriteFile(file, []byte(scenario), 0o666); err != nil {
		t.Fatal(err)
	}
	want, table := mustRun(t, "run", "-json", file), mustRun(t, "run", file)
	array := filepath.Join(dir, `it's "an" array%a #1 $x`)
	mustRun(t, "sbatch", "-tasks", "3", "-dir", array, "-program", program, file)
	for _, name := range []string{file, filepath.Join(dir, "log.swf")} {
		if err := os.WriteFile(name, []byte("changed"), 0o666); err != nil {
			t.Fatal(err)
		}
	}

	for _, task := range []int{3, 1} {
		if output, err := runTask(array, task); err != nil {
			t.Fatalf("task %d: %v, %s", task, err, output)
		}
	}
	if st, code := state(t, array); code != exitFailed || st.Finished != 2 || !slices.Equal(st.Missing, []int{2}) || st.Merged || st.Complete ||
		!slices.Equal(st.Next, []string{"sbatch --array=2 " + shellQuoted(filepath.Join(array, "array.sh"))}) {
		t.Errorf("status %d, %+v", code, st)
	}
	if status, _, stderr := call("merge", array); status != exitUnusable || !strings.HasSuffix(stderr, "merging needs all of 3 parts; missing: 2\n") {
		t.Errorf("status %d, %q", status, stderr)
	}
	if output, err := runTask(array, 2); err != nil || !strings.Contains(output, "result.json is the result of all parts\n") {
		t.Fatalf("%v, %s", err, output)
	}
	if st, code := state(t, array); code != exitOK || st.Finished != 3 || !st.Complete || len(st.Next) > 0 {
		t.Errorf("status %d, %+v", code, st)
	}
	if got := read(t, filepath.Join(array, "result.json")); got != want {
		t.Errorf("the result differs:\n%.2000s\nwant\n%.2000s", got, want)
	}
	if got := mustRun(t, "merge", array); got != table {
		t.Errorf("the table differs:\n%s\nwant\n%s", got, table)
	}
	if output, err := runTask(array, 2); err != nil || output != "shards/2-of-3.json is finished: nothing is run\n" {
		t.Errorf("%v, %s", err, output)
	}
	if output, err := runTask(array, 4); err == nil || !strings.Contains(output, `-shard "4/3": i/n is accepted`) {
		t.Errorf("task 4 of 3: %v, %s", err, output)
	}
}

// With -jobs every task writes its job table beside its part, and the last one makes one table of them all. A part whose table is gone or
// is another one is not finished, and is run again.
func TestTasksMakeTheWholeJobTable(t *testing.T) {
	program := itself(t)
	dir := experiments(t)
	file, array := filepath.Join(dir, "swept.json"), filepath.Join(dir, "array")
	mustRun(t, "run", "-jobs", filepath.Join(dir, "jobs.csv"), file)
	mustRun(t, "sbatch", "-tasks", "3", "-jobs", "-dir", array, "-program", program, file)
	for task := 1; task <= 2; task++ {
		if output, err := runTask(array, task); err != nil {
			t.Fatalf("task %d: %v, %s", task, err, output)
		}
	}
	if output, err := runTask(array, 2); err != nil || output != "shards/2-of-3.json is finished: nothing is run\n" {
		t.Errorf("%v, %s", err, output)
	}
	table := filepath.Join(array, "shards", "2-of-3.csv")
	for _, c := range []struct {
		spoil func() error
		why   string
	}{
		{func() error { return os.Remove(table) }, "the job table of part 2 of 3: open " + table + ": "},
		{func() error { return os.WriteFile(table, []byte("policy\n"), 0o666) }, "is not the job table that was written with part 2 of 3"},
	} {
		if err := c.spoil(); err != nil {
			t.Fatal(err)
		}
		if st, _ := state(t, array); st.Finished != 1 || !slices.Equal(st.Missing, []int{2, 3}) || len(st.Damaged) != 1 || !strings.HasPrefix(st.Damaged[0].Reason, c.why) || len(st.Foreign) > 0 {
			t.Errorf("%+v, want %q", st, c.why)
		}
		if output, err := runTask(array, 2); err != nil || !strings.Contains(output, "; it is run again\nshards/2-of-3.json is finished\n") {
			t.Errorf("%v, %s", err, output)
		}
	}
	if output, err := runTask(array, 3); err != nil || !strings.Contains(output, "result.json is the result of all parts\n") {
		t.Fatalf("%v, %s", err, output)
	}
	if st, code := state(t, array); code != exitOK || !st.Complete {
		t.Errorf("status %d, %+v", code, st)
	}
	if got, want := read(t, filepath.Join(array, "jobs.csv")), read(t, filepath.Join(dir, "jobs.csv")); got != want {
		t.Errorf("the job table differs:\n%.2000s\nwant\n%.2000s", got, want)
	}
}

// Writing an array again changes its script only; another experiment does not get into the same folder.
func TestArrayIsWrittenAgain(t *testing.T) {
	dir := experiments(t)
	file, array := filepath.Join(dir, "swept.json"), filepath.Join(dir, "swept-array")
	mustRun(t, "sbatch", "-tasks", "4", "-program", "backfill", file)
	mustRun(t, "run", "-shard", "2/4", "-into", filepath.Join(array, "shards"), file)
	mustRun(t, "sbatch", "-time", "90", "-program", "backfill", file)
	if script := read(t, filepath.Join(array, "array.sh")); !strings.Contains(script, "\n#SBATCH --time=90\n") || !strings.Contains(script, "--array=1-4\n") {
		t.Error(script)
	}
	if st, _ := state(t, array); st.Finished != 1 {
		t.Errorf("%+v", st)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"-tasks", "5", file}, "the array that is there has 4 tasks, not 5; with another -dir"},
		{[]string{"-jobs", file}, "the array that is there writes no job tables, as without -jobs; with another -dir"},
		{[]string{"-dir", array, filepath.Join(dir, "replicated.json")}, "the array that is there is that of another scenario"},
		{[]string{"-dir", dir, file}, "it has other files; a new or empty folder, or one that sbatch wrote, is accepted"},
		{[]string{"-dir", file, file}, "it is no folder"},
	} {
		status, _, stderr := call(append([]string{"sbatch", "-program", "backfill"}, c.args...)...)
		if status != exitUnusable || !strings.Contains(stderr, c.want) {
			t.Errorf("%q: status %d, %q", c.args, status, stderr)
		}
	}
}

// A file counts as finished only if it has the part that its name says, whole.
func TestStatusBelievesNoName(t *testing.T) {
	program := itself(t)
	dir := experiments(t)
	file, array := filepath.Join(dir, "swept.json"), filepath.Join(dir, "array")
	want := mustRun(t, "run", "-json", file)
	mustRun(t, "sbatch", "-tasks", "9", "-dir", array, "-program", program, file)
	shards := filepath.Join(array, "shards")
	put := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(shards, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	mustRun(t, "run", "-shard", "1/9", "-into", shards, file)
	part := read(t, filepath.Join(shards, "1-of-9.json"))
	put("2-of-9.json", part)
	put("3-of-9.json", part[:len(part)/2])
	put("4-of-9.json", "")
	put("5-of-9.json", mustRun(t, "run", "-shard", "5/9", filepath.Join(dir, "replicated.json")))
	put("6-of-9.json", strings.Replace(mustRun(t, "run", "-shard", "6/9", file), `"version": "0`, `"version": "9`, 1))
	put("7-of-9.json.part-12345", part)
	put("1-of-8.json", part)
	put("8-of-9.json", part+part)
	put(".nfs0001", "")

	st, code := state(t, array)
	if code != exitFailed || st.Finished != 1 || st.Merged || !slices.Equal(st.Missing, []int{2, 3, 4, 5, 6, 7, 8, 9}) || !slices.Equal(st.HalfWritten, []string{"shards/7-of-9.json.part-12345"}) {
		t.Errorf("status %d, %+v", code, st)
	}
	reasons := func(files []brokenFile) (all []string) {
		for _, f := range files {
			all = append(all, f.File[len("shards/"):]+": "+f.Reason)
		}
		return all
	}
	for what, c := range map[string]struct{ got, want []string }{
		"damaged": {reasons(st.Damaged), []string{"3-of-9.json: not a part", "4-of-9.json: not a part", "8-of-9.json: not a part"}},
		"foreign": {reasons(st.Foreign), []string{"1-of-8.json: no part of this array", "2-of-9.json: part 1 of 9; part 2 of 9 is accepted",
			"5-of-9.json: part of an experiment with another scenario", `6-of-9.json: from version "9`}},
	} {
		if !slices.EqualFunc(c.got, c.want, strings.HasPrefix) {
			t.Errorf("%s are %q, want %q", what, c.got, c.want)
		}
	}
	blocked := []string{"2-of-9.json", "5-of-9.json", "6-of-9.json"}
	remove := "rm"
	for _, name := range blocked {
		remove += " " + shellQuoted(filepath.Join(shards, name))
	}
	if next := []string{remove, "sbatch --array=2-9 " + shellQuoted(filepath.Join(array, "array.sh"))}; !reflect.DeepEqual(st.Next, next) {
		t.Errorf("next is %q, want %q", st.Next, next)
	}
	_, text, _ := call("status", array)
	for _, line := range []string{array + ": 1 of 9 tasks finished", "missing, unless they wait or run: 2-9", "half-written, by a task that died unless it runs: shards/7-of-9.json.part-12345",
		"foreign, will not be touched: shards/1-of-8.json: no part of this array", "next:  " + remove} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("no %q in\n%s", line, text)
		}
	}

	// What is foreign stops its task and stays, what is damaged is made again.
	for i := 2; i <= 9; i++ {
		name := fmt.Sprintf("%d-of-9.json", i)
		output, err := runTask(array, i)
		stopped := slices.Contains(blocked, name)
		// The last one finds all names there, and cannot merge what is foreign.
		if (err != nil) != (stopped || i == 9) || strings.Contains(output, "; remove the file to run part ") != stopped {
			t.Errorf("task %d: %v, %s", i, err, output)
		}
	}
	if st, _ := state(t, array); st.Finished != 6 || !slices.Equal(st.Missing, []int{2, 5, 6}) || len(st.Damaged) > 0 {
		t.Errorf("%+v", st)
	}
	if status, _, stderr := call("merge", array); status != exitUnusable || !strings.Contains(stderr, "2-of-9.json: part 1 of 9; part 2 of 9 is accepted") {
		t.Errorf("status %d, %q", status, stderr)
	}
	for _, name := range blocked {
		if err := os.Remove(filepath.Join(shards, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, i := range []int{2, 5, 6} {
		if output, err := runTask(array, i); err != nil {
			t.Errorf("task %d: %v, %s", i, err, output)
		}
	}
	if st, code := state(t, array); code != exitOK || read(t, filepath.Join(array, "result.json")) != want {
		t.Errorf("status %d, %+v", code, st)
	}

	// Without its result, an array is not complete; and its own scenario must stay what it was.
	if err := os.Remove(filepath.Join(array, "result.json")); err != nil {
		t.Fatal(err)
	}
	if st, code := state(t, array); code != exitFailed || len(st.Next) != 1 || !strings.HasPrefix(st.Next[0], "backfill merge -json -out ") {
		t.Errorf("status %d, %+v", code, st)
	}
	if err := os.WriteFile(filepath.Join(array, "input", "swept.json"), []byte(oneJob), 0o666); err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := call("status", array); status != exitUnusable || !strings.Contains(stderr, "swept.json: changed since sbatch wrote it") {
		t.Errorf("status %d, %q", status, stderr)
	}
}

// Tasks are killed at any instant and started again until all are finished: whatever has a part's name is that part.
func TestKilledTasks(t *testing.T) {
	program := itself(t)
	dir := folder(t, map[string]string{"drawn.json": and(strings.Replace(drawnHere, "40", "150", 1), `, "replications": 60, "groups": [{"by": "size", "quantiles": 4}]`)})
	file, array := filepath.Join(dir, "drawn.json"), filepath.Join(dir, "array")
	want := mustRun(t, "run", "-json", file)
	mustRun(t, "sbatch", "-tasks", "6", "-dir", array, "-program", program, file)
	start := func(i int) *exec.Cmd {
		command := exec.Command(program, "run", "-parallel", "1", "-shard", fmt.Sprintf("%d/6", i), "-into", filepath.Join(array, "shards"), file)
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		return command
	}
	begun := time.Now()
	if err := start(1).Wait(); err != nil {
		t.Fatal(err)
	}
	usual := time.Since(begun)
	died := 0
	for k := range 60 {
		i := 2 + k%5
		command := start(i)
		time.Sleep(rand.N(usual * 11 / 10))
		command.Process.Kill()
		command.Wait()
		st, _ := state(t, array)
		if len(st.Damaged)+len(st.Foreign) > 0 {
			t.Fatalf("after a kill: %+v", st)
		}
		if slices.Contains(st.Missing, i) {
			died++
		} else if err := os.Remove(filepath.Join(array, "shards", fmt.Sprintf("%d-of-6.json", i))); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d of 60 tasks were killed before they had finished", died)
	if died == 0 {
		t.Error("no task was killed before it had finished")
	}
	for i := 1; i <= 6; i++ {
		if output, err := runTask(array, i); err != nil {
			t.Fatalf("task %d: %v, %s", i, err, output)
		}
	}
	if _, code := state(t, array); code != exitOK || read(t, filepath.Join(array, "result.json")) != want {
		t.Errorf("status %d, or the result differs", code)
	}
}

func TestUnusableArrays(t *testing.T) {
	dir := experiments(t)
	for name, text := range map[string]string{"missing.json": strings.Replace(read(t, filepath.Join(dir, "log.json")), "log.swf", "absent.swf", 1), "array.json": "{}"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	swept := filepath.Join(dir, "swept.json")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"sbatch"}, "sbatch: the scenario's file is missing"},
		{[]string{"sbatch", "-tasks", "0", swept}, `"0" for flag -tasks: a whole number from 1 to 10000 is accepted`},
		{[]string{"sbatch", "-tasks", "10001", swept}, `"10001" for flag -tasks: a whole number from 1 to 10000 is accepted`},
		{[]string{"sbatch", "-parallel", "0", swept}, `"0" for flag -parallel: a whole number from 1 to 1024 is accepted`},
		{[]string{"sbatch", "-time", "soon", swept}, `"soon" for flag -time: minutes, or hours:minutes:seconds, or days-hours, such as 90, 1:30:00 or 2-12, is accepted`},
		{[]string{"sbatch", "-memory", "2 GB", swept}, `"2 GB" for flag -memory: a whole number with K, M, G or T, such as 2G, is accepted`},
		{[]string{"sbatch", "-partition", "a\nb", swept}, `-partition: the name of a partition, without blanks, is accepted`},
		{[]string{"sbatch", "-nodes", "2", swept}, "accepted are -dir, -jobs, -memory, -parallel, -partition, -program, -tasks, -time"},
		{[]string{"sbatch", "-program", "backfill", "-dir", "DIR/a\nb", swept}, `a\nb": a name without control characters and backslashes`},
		{[]string{"sbatch", "-program", "backfill", "-dir", `DIR/a\b`, swept}, `a\\b": a name without control characters and backslashes`},
		{[]string{"sbatch", "-program", "/opt/a\nb", swept}, `-program "/opt/a\nb": a name without control characters is accepted`},
		{[]string{"sbatch", "DIR/absent.json"}, "DIR/absent.json: no such file or directory; the file of a scenario is accepted"},
		{[]string{"sbatch", "-program", "backfill", "DIR/missing.json"}, "absent.swf: no such file or directory"},
		{[]string{"sbatch", "-program", "backfill", "DIR/precise.json"}, "DIR/precise.json: /precision: it decides from all replications"},
		{[]string{"status"}, "status: the folder that sbatch wrote is missing"},
		{[]string{"status", "DIR/absent"}, "DIR/absent: no such file or directory; a folder that sbatch wrote is accepted"},
		{[]string{"status", swept}, "DIR/swept.json: it is no folder; a folder that sbatch wrote is accepted"},
		{[]string{"status", dir}, "DIR/array.json: it does not describe a job array"},
		{[]string{"merge", t.TempDir()}, "array.json: no such file or directory; a folder that sbatch wrote is accepted"},
		{[]string{"merge", "-last", swept}, "merge: -last: one folder that sbatch wrote is accepted with it"},
		{[]string{"run", "-into", "DIR/parts", swept}, `run: -into "DIR/parts": -shard i/n is accepted with it, and no flag that writes schedules`},
		{[]string{"run", "-into", "DIR/parts", "-shard", "1/2", "-swf", "DIR/jobs.swf", swept}, "-shard i/n is accepted with it"},
		{[]string{"run", "-into", swept, "-shard", "1/2", swept}, "not a directory"},
	} {
		var args []string
		for _, arg := range c.args {
			args = append(args, strings.Replace(arg, "DIR", dir, 1))
		}
		before := filesIn(t, dir)
		status, stdout, stderr := call(args...)
		if status != exitUnusable || stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, strings.ReplaceAll(c.want, "DIR", dir)) {
			t.Errorf("%q: status %d, output %q, %q, want %q", c.args, status, stdout, stderr, c.want)
		}
		if after := filesIn(t, dir); !slices.Equal(before, after) {
			t.Errorf("%q left files: %q, then %q", c.args, before, after)
		}
	}
}

func TestRanges(t *testing.T) {
	for want, numbers := range map[string][]int{"": nil, "3": {3}, "3,7-9": {3, 7, 8, 9}, "1-2,4,6-7": {1, 2, 4, 6, 7}} {
		if got := ranges(numbers); got != want {
			t.Errorf("%d are %q, want %q", numbers, got, want)
		}
	}
}
