//go:build linux

package main

import (
	"crypto/rand"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

var slurmWanted = flag.Bool("slurm", false, "fail where there is no Slurm to test with, instead of skipping")

// patience is how long anything of Slurm may take.
const patience = 90 * time.Second

// slurm is a cluster of this computer alone, with its daemons on loopback and all of its files in one folder.
type slurm struct {
	t      *testing.T
	folder string
	conf   string
	ended  chan string // a daemon that did, for whatever reason
}

// program is a program of Slurm's, also where they are for root only.
func program(name string) (string, error) {
	file, err := exec.LookPath(name)
	for _, folder := range []string{"/usr/sbin", "/usr/local/sbin", "/sbin"} {
		if err == nil {
			break
		}
		file, err = exec.LookPath(filepath.Join(folder, name))
	}
	return file, err
}

// startSlurm starts a cluster, and ends it with the test. Without Slurm, or where it cannot be started, the test is
// skipped unless it is wanted. It needs no rights, and touches no Slurm that runs here.
func startSlurm(t *testing.T) *slurm {
	t.Helper()
	impossible := t.Skipf
	if *slurmWanted {
		impossible = t.Fatalf
	}
	daemons := map[string]string{}
	for _, name := range []string{"munged", "slurmctld", "slurmd", "sbatch", "sinfo", "squeue", "scontrol", "scancel"} {
		file, err := program(name)
		if err != nil {
			impossible("there is no Slurm here (packages slurm-wlm and munge): %v", err)
		}
		daemons[name] = file
	}
	// The daemons end with this thread, whatever ends the test.
	runtime.LockOSThread()
	s := &slurm{t: t, folder: t.TempDir(), ended: make(chan string, 3)}
	s.conf = filepath.Join(s.folder, "slurm.conf")
	if err := s.configure(); err != nil {
		impossible("Slurm cannot be configured: %v", err)
	}
	socket := filepath.Join(s.folder, "munge.socket")
	// By force, since nobody else can enter the folder.
	s.daemon(daemons["munged"], "--foreground", "--force", "--socket="+socket, "--key-file="+filepath.Join(s.folder, "munge.key"), "--pid-file="+filepath.Join(s.folder, "munged.pid"),
		"--seed-file="+filepath.Join(s.folder, "munged.seed"), "--log-file="+filepath.Join(s.folder, "munged.log"))
	if !s.soon(func() bool { _, err := os.Stat(socket); return err == nil }) {
		impossible("munged does not start: %s", s.logs())
	}
	s.daemon(daemons["slurmctld"], "-D", "-f", s.conf)
	s.daemon(daemons["slurmd"], "-D", "-f", s.conf, "-N", "localhost")
	if !s.soon(func() bool { output, err := s.try("sinfo", "-h", "-o", "%T"); return err == nil && output == "idle" }) {
		impossible("Slurm does not start: %s", s.logs())
	}
	return s
}

// configure writes the configuration, with ports that are free, and a key for munge.
func (s *slurm) configure() error {
	self, err := user.Current()
	if err != nil {
		return err
	}
	var ports []any
	for range 2 {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return err
		}
		defer listener.Close()
		ports = append(ports, listener.Addr().(*net.TCPAddr).Port)
	}
	for _, name := range []string{"state", "spool"} {
		if err := os.Mkdir(filepath.Join(s.folder, name), 0o755); err != nil {
			return err
		}
	}
	// The credential's lifetime is also how long a job that is requeued waits.
	text := strings.NewReplacer("FOLDER", s.folder, "USER", self.Username).Replace(`ClusterName=backfill
SlurmctldHost=localhost(127.0.0.1)
SlurmUser=USER
SlurmdUser=USER
AuthType=auth/munge
AuthInfo=socket=FOLDER/munge.socket,cred_expire=5
StateSaveLocation=FOLDER/state
SlurmdSpoolDir=FOLDER/spool
SlurmctldPidFile=FOLDER/slurmctld.pid
SlurmdPidFile=FOLDER/slurmd.pid
SlurmctldLogFile=FOLDER/slurmctld.log
SlurmdLogFile=FOLDER/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=1,sched_min_interval=0,bf_interval=1
ReturnToService=2
NodeName=localhost NodeAddr=127.0.0.1 CPUs=2
PartitionName=lab Nodes=ALL Default=YES MaxTime=10 State=UP
`) + fmt.Sprintf("SlurmctldPort=%d\nSlurmdPort=%d\n", ports...)
	if err := os.WriteFile(s.conf, []byte(text), 0o644); err != nil {
		return err
	}
	key := make([]byte, 1024)
	rand.Read(key)
	return os.WriteFile(filepath.Join(s.folder, "munge.key"), key, 0o600)
}

// daemon starts a daemon, which ends with the test.
func (s *slurm) daemon(file string, args ...string) {
	s.t.Helper()
	command := exec.Command(file, args...)
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	output, err := os.Create(filepath.Join(s.folder, filepath.Base(file)+".output"))
	if err != nil {
		s.t.Fatal(err)
	}
	command.Stdout, command.Stderr = output, output
	if err := command.Start(); err != nil {
		s.t.Fatal(err)
	}
	over := make(chan bool)
	go func() {
		command.Wait()
		s.ended <- filepath.Base(file)
		close(over)
	}()
	s.t.Cleanup(func() {
		command.Process.Signal(syscall.SIGTERM)
		select {
		case <-over:
		case <-time.After(5 * time.Second):
			command.Process.Kill()
			<-over
		}
		output.Close()
	})
}

// try runs a program of Slurm's.
func (s *slurm) try(name string, args ...string) (string, error) {
	file, err := program(name)
	if err != nil {
		return "", err
	}
	command := exec.Command(file, args...)
	command.Env = append(os.Environ(), "SLURM_CONF="+s.conf)
	output, err := command.CombinedOutput()
	return strings.TrimSpace(string(output)), err
}

func (s *slurm) must(name string, args ...string) string {
	s.t.Helper()
	output, err := s.try(name, args...)
	if err != nil {
		s.t.Fatalf("%s %q: %v, %s", name, args, err, output)
	}
	return output
}

// soon waits until something is so, and says whether it came to be before patience or a daemon ended.
func (s *slurm) soon(so func() bool) bool {
	late := time.After(patience)
	for !so() {
		select {
		case <-late:
			return false
		case name := <-s.ended:
			s.t.Logf("%s has ended", name)
			return false
		case <-time.After(100 * time.Millisecond):
		}
	}
	return true
}

// logs are the last lines of what the daemons say.
func (s *slurm) logs() string {
	var b strings.Builder
	for _, pattern := range []string{"*.output", "*.log"} {
		names, _ := filepath.Glob(filepath.Join(s.folder, pattern))
		for _, name := range names {
			text, _ := os.ReadFile(name)
			lines := strings.SplitAfter(string(text), "\n")
			fmt.Fprintf(&b, "\n%s:\n%s", filepath.Base(name), strings.Join(lines[max(0, len(lines)-15):], ""))
		}
	}
	return b.String()
}

// An array of eight tasks on a real Slurm, of which one is killed after it has begun and requeued, gives what a run
// on one computer gives, not a byte different; and submitted once more, it runs only what is missing.
func TestSlurm(t *testing.T) {
	own := itself(t)
	begun := time.Now()
	say := func(format string, args ...any) {
		t.Logf("%5.1f s: %s", time.Since(begun).Seconds(), fmt.Sprintf(format, args...))
	}
	s := startSlurm(t)
	say("%s is up: %s", s.must("sinfo", "--version"), s.must("sinfo", "-h", "-o", "node %N %T, partition %P, %c processors"))

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

	fields := strings.Fields(s.must("sbatch", filepath.Join(array, "array.sh")))
	job := fields[len(fields)-1]
	t.Cleanup(func() {
		s.try("scancel", "--partition=lab")
		s.soon(func() bool { output, err := s.try("squeue", "-h"); return err != nil || output == "" })
	})
	say("%s", strings.Join(fields, " "))
	failed := func(what string) {
		t.Helper()
		queue, _ := s.try("squeue", "-r")
		status, text, _ := call("status", array)
		t.Fatalf("%s\n%s\nstatus %d, %s\n%s", what, queue, status, text, s.logs())
	}
	var pid int
	if !s.soon(func() bool {
		text, _ := os.ReadFile(filepath.Join(held, "pid"))
		_, err := fmt.Sscan(string(text), &pid)
		return err == nil
	}) {
		failed("task 3 has not begun")
	}
	finished := func(n int) func() bool {
		return func() bool { st, _ := state(t, array); return st.Finished == n }
	}
	if !s.soon(finished(7)) {
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
	if !s.soon(func() bool { return strings.Contains(s.must("scontrol", "show", "job", job+"_3"), "JobState=FAILED ") }) {
		failed("task 3 has not failed")
	}
	killed := s.must("scontrol", "show", "job", job+"_3")
	say("task 3 is killed: %s; %s", line(killed, "JobState="), line(killed, "ExitCode="))
	s.must("scontrol", "requeue", job+"_3")
	if !s.soon(func() bool { _, code := state(t, array); return code == exitOK }) {
		failed("the array is not complete")
	}
	if !s.soon(func() bool { output, err := s.try("squeue", "-h"); return err == nil && output == "" }) {
		failed("the queue is not empty")
	}
	again := s.must("scontrol", "show", "job", job+"_3")
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
	say("part 5 and the result are removed; %s", s.must("sbatch", filepath.Join(array, "array.sh")))
	if !s.soon(func() bool { _, code := state(t, array); return code == exitOK }) || read(t, filepath.Join(array, "result.json")) != want {
		failed("the array is not complete again")
	}
	if !s.soon(func() bool { output, err := s.try("squeue", "-h"); return err == nil && output == "" }) {
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
