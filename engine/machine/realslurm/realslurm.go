//go:build linux

// Package realslurm runs a real Slurm on this computer, for tests: its daemons on loopback, nodes that are emulated, and all of its files in
// one folder. It knows nothing of what it is compared with.
package realslurm

import (
	"crypto/rand"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// patience is how long anything of Slurm may take.
const patience = 90 * time.Second

// Config is what differs between clusters.
type Config struct {
	Nodes, Processors int    // nodes n1, n2 and so on, and the processors of each, as many as one likes
	Settings          string // further lines of slurm.conf, such as those of partitions
}

// Cluster is a cluster of this computer alone.
type Cluster struct {
	t      testing.TB
	folder string
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

// Start starts a cluster, and ends it with the test. Without Slurm, or where it cannot be started, the test is skipped unless Slurm is
// wanted. It needs no rights, and touches no Slurm that runs here.
func Start(t testing.TB, wanted bool, c Config) *Cluster {
	t.Helper()
	impossible := t.Skipf
	if wanted {
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
	s := &Cluster{t: t, folder: t.TempDir(), ended: make(chan string, 2+c.Nodes)}
	if err := s.configure(c); err != nil {
		impossible("Slurm cannot be configured: %v", err)
	}
	socket := s.File("munge.socket")
	// By force, since nobody else can enter the folder.
	s.daemon(daemons["munged"], "--foreground", "--force", "--socket="+socket, "--key-file="+s.File("munge.key"), "--pid-file="+s.File("munged.pid"),
		"--seed-file="+s.File("munged.seed"), "--log-file="+s.File("munged.log"))
	if !s.Soon(func() bool { _, err := os.Stat(socket); return err == nil }) {
		impossible("munged does not start: %s", s.Logs())
	}
	s.daemon(daemons["slurmctld"], "-D", "-f", s.File("slurm.conf"))
	for i := range c.Nodes {
		s.daemon(daemons["slurmd"], "-D", "-f", s.File("slurm.conf"), "-N", fmt.Sprintf("n%d", i+1))
	}
	idle := func() bool {
		states, err := s.Try("sinfo", "-h", "-o", "%T")
		return err == nil && !slices.ContainsFunc(strings.Fields(states), func(state string) bool { return state != "idle" })
	}
	if !s.Soon(idle) {
		impossible("Slurm does not start: %s", s.Logs())
	}
	return s
}

// configure writes the configuration, with ports that are free, and a key for munge.
func (s *Cluster) configure(c Config) error {
	self, err := user.Current()
	if err != nil {
		return err
	}
	var ports []int
	for range 1 + c.Nodes {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return err
		}
		defer listener.Close()
		ports = append(ports, listener.Addr().(*net.TCPAddr).Port)
	}
	for _, name := range []string{"state", "spool"} {
		if err := os.Mkdir(s.File(name), 0o755); err != nil {
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
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
StateSaveLocation=FOLDER/state
SlurmdSpoolDir=FOLDER/spool/%n
SlurmctldPidFile=FOLDER/slurmctld.pid
SlurmdPidFile=FOLDER/slurmd.%n.pid
SlurmctldLogFile=FOLDER/slurmctld.log
SlurmdLogFile=FOLDER/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
ReturnToService=2
`) + fmt.Sprintf("SlurmctldPort=%d\n", ports[0])
	for i, port := range ports[1:] {
		text += fmt.Sprintf("NodeName=n%d NodeHostname=localhost NodeAddr=127.0.0.1 Port=%d CPUs=%d\n", i+1, port, c.Processors)
	}
	if err := os.WriteFile(s.File("slurm.conf"), []byte(text+c.Settings), 0o644); err != nil {
		return err
	}
	key := make([]byte, 1024)
	rand.Read(key)
	return os.WriteFile(s.File("munge.key"), key, 0o600)
}

// daemon starts a daemon, which ends with the test. Its log is in UTC.
func (s *Cluster) daemon(file string, args ...string) {
	s.t.Helper()
	command := exec.Command(file, args...)
	command.Env = append(os.Environ(), "TZ=UTC")
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	name := filepath.Base(file)
	if args[len(args)-2] == "-N" {
		name += " of " + args[len(args)-1]
	}
	output, err := os.Create(s.File(name + ".output"))
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
		s.ended <- name
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

// File is a file of the cluster: slurm.conf, slurmctld.log and others.
func (s *Cluster) File(name string) string { return filepath.Join(s.folder, name) }

// Try runs a program of Slurm's.
func (s *Cluster) Try(name string, args ...string) (string, error) {
	file, err := program(name)
	if err != nil {
		return "", err
	}
	command := exec.Command(file, args...)
	command.Env = append(os.Environ(), "SLURM_CONF="+s.File("slurm.conf"))
	output, err := command.CombinedOutput()
	return strings.TrimSpace(string(output)), err
}

// Must runs a program of Slurm's and fails with it.
func (s *Cluster) Must(name string, args ...string) string {
	s.t.Helper()
	output, err := s.Try(name, args...)
	if err != nil {
		s.t.Fatalf("%s %q: %v, %s", name, args, err, output)
	}
	return output
}

// Soon waits until something is so, and says whether it came to be before patience or a daemon ended.
func (s *Cluster) Soon(so func() bool) bool {
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

// Logs are the last lines of what the daemons say.
func (s *Cluster) Logs() string {
	var b strings.Builder
	names, _ := filepath.Glob(s.File("*.output"))
	for _, name := range names {
		text, _ := os.ReadFile(name)
		lines := strings.SplitAfter(string(text), "\n")
		fmt.Fprintf(&b, "\n%s:\n%s", filepath.Base(name), strings.Join(lines[max(0, len(lines)-15):], ""))
	}
	return b.String()
}
