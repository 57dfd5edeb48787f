//go:build linux

package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"backfill/engine/machine/realslurm"
)

var slurmWanted = flag.Bool("slurm", false, "fail where there is no Slurm to test with, instead of skipping")

// An array of eight tasks on a real Slurm, of which one is killed after it has begun and requeued, gives what a run
// on one computer gives, not a byte different; and submitted once more, it runs only what is missing.
func TestSlurm(t *testing.T) {
	own := itself(t)
	begun := time.Now()
	say := func(format string, args ...any) {
		t.Logf("%5.1f s: %s", time.Since(begun).Seconds(), fmt.Sprintf(format, args...))
	}
	s := realslurm.Start(t, *slurmWanted, realslurm.Config{Nodes: 1, Processors: 2, Settings: `SchedulerParameters=sched_interval=1,sched_min_interval=0,bf_interval=1
PartitionName=lab Nodes=ALL Default=YES MaxTime=10 State=UP
`})
	say("%s is up: %s", s.Must("sinfo", "--version"), s.Must("sinfo", "-h", "-o", "node %N %T, partition %P, %c processors"))

	dir := folder(t, map[string]string{"drawn.json": and(strings.Replace(drawnHere, "40", "300", 1), swept+`, "replications": 8, "name": "eight tasks"`)})
	file, array := filepath.Join(dir, "drawn.json"), filepath.Join(dir, `it's "an" array 50%a #1 $x`)
	want := mustRun(t, "run", "-json", file)
	// Task 3 is held where its program has begun and half of a part is written, until it is killed.
	held, wrapper := filepath.Join(dir, "held"), filepath.Join(dir, "backfill")
	if err := os.WriteFile(wrapper, []byte(fmt.Sprintf(`#!/bin/sh
export BACKFILL_TEST_RUN=1
case "$*" in
*" 3/8 "*)
	if mkdir %[1]s 2>/dev/null; then
		%[2]s "$@" &
		kill -STOP $!
		echo '{"shard": {"index": 3, "count": 8}, "vers' >shards/3-of-8.json.part-1
		echo $! >%[1]s/pid.new
		mv %[1]s/pid.new %[1]s/pid
		wait $!
		exit
	fi
esac
exec %[2]s "$@"
`, shellQuoted(held), shellQuoted(own))), 0o755); err != nil {
		t.Fatal(err)
	}
	mustRun(t, "sbatch", "-tasks", "8", "-dir", array, "-program", wrapper, "-partition", "lab", "-time", "5", file)

	fields := strings.Fields(s.Must("sbatch", filepath.Join(array, "array.sh")))
	job := fields[len(fields)-1]
	t.Cleanup(func() {
		s.Try("scancel", "--partition=lab")
		s.Soon(func() bool { output, err := s.Try("squeue", "-h"); return err != nil || output == "" })
	})
	say("%s", strings.Join(fields, " "))
	failed := func(what string) {
		t.Helper()
		queue, _ := s.Try("squeue", "-r")
		status, text, _ := call("status", array)
		t.Fatalf("%s\n%s\nstatus %d, %s\n%s", what, queue, status, text, s.Logs())
	}
	var pid int
	if !s.Soon(func() bool {
		text, _ := os.ReadFile(filepath.Join(held, "pid"))
		_, err := fmt.Sscan(string(text), &pid)
		return err == nil
	}) {
		failed("task 3 has not begun")
	}
	finished := func(n int) func() bool {
		return func() bool { st, _ := state(t, array); return st.Finished == n }
	}
	if !s.Soon(finished(7)) {
		failed("the other tasks are not finished")
	}
	_, text, _ := call("status", array)
	say("task 3 has begun and is stopped, the others are finished; backfill status:\n%s", text)
	if st, code := state(t, array); code != exitFailed || fmt.Sprint(st.Missing) != "[3]" || len(st.HalfWritten) != 1 || st.Merged {
		t.Errorf("status %d, %+v", code, st)
	}

	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if !s.Soon(func() bool { return strings.Contains(s.Must("scontrol", "show", "job", job+"_3"), "JobState=FAILED ") }) {
		failed("task 3 has not failed")
	}
	killed := s.Must("scontrol", "show", "job", job+"_3")
	say("task 3 is killed: %s; %s", line(killed, "JobState="), line(killed, "ExitCode="))
	s.Must("scontrol", "requeue", job+"_3")
	if !s.Soon(func() bool { _, code := state(t, array); return code == exitOK }) {
		failed("the array is not complete")
	}
	if !s.Soon(func() bool { output, err := s.Try("squeue", "-h"); return err == nil && output == "" }) {
		failed("the queue is not empty")
	}
	again := s.Must("scontrol", "show", "job", job+"_3")
	say("task 3 was requeued: %s; %s", line(again, "JobState="), line(again, "Restarts="))
	if !strings.Contains(again, "Restarts=1") || !strings.Contains(again, "JobState=COMPLETED") {
		t.Errorf("task 3:\n%s", again)
	}
	if read(t, filepath.Join(array, "result.json")) != want {
		t.Error("the result differs from that of one run")
	} else {
		say("result.json is what one run prints, all %d bytes", len(want))
	}
	for i := 1; i <= 8; i++ {
		if text := read(t, filepath.Join(array, "logs", fmt.Sprintf("%d.txt", i))); strings.Count(text, "is finished\n") != 1 {
			t.Errorf("task %d says %q", i, text)
		}
	}

	// One part is lost, and the result: the same script, submitted again, makes that part only.
	if err := os.Remove(filepath.Join(array, "shards", "5-of-8.json")); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(array, "result.json")); err != nil {
		t.Fatal(err)
	}
	say("part 5 and the result are removed; %s", s.Must("sbatch", filepath.Join(array, "array.sh")))
	if !s.Soon(func() bool { _, code := state(t, array); return code == exitOK }) || read(t, filepath.Join(array, "result.json")) != want {
		failed("the array is not complete again")
	}
	if !s.Soon(func() bool { output, err := s.Try("squeue", "-h"); return err == nil && output == "" }) {
		failed("the queue is not empty")
	}
	for i := 1; i <= 8; i++ {
		text := read(t, filepath.Join(array, "logs", fmt.Sprintf("%d.txt", i)))
		if ran := strings.Count(text, "is finished\n"); ran != 1 && i != 5 || ran != 2 && i == 5 || strings.Count(text, "nothing is run\n") != 2-ran {
			t.Errorf("task %d says %q", i, text)
		}
	}
	_, text, _ = call("status", array)
	say("it ran part 5 only; backfill status:\n%s", text)
}

// line is the first line of a text that has something in it, without indentation.
func line(text, with string) string {
	for _, l := range strings.Split(text, "\n") {
		if strings.Contains(l, with) {
			return strings.TrimSpace(l)
		}
	}
	return ""
}
