package slurmrun

import (
	"bufio"
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"backfill/engine"
	"backfill/engine/machine/hostlist"
)

// Kind says of what a line of the log tells.
type Kind string

const (
	Submit        Kind = "submission"
	MainPass      Kind = "pass of the main scheduler" // that looks at the first jobs only
	FullPass      Kind = "full pass of the main scheduler"
	BackfillPass  Kind = "pass of the backfill scheduler"
	Tested        Kind = "end of a pass of the backfill scheduler"
	MainStart     Kind = "start by the main scheduler"
	BackfillStart Kind = "start by the backfill scheduler"
	Promise       Kind = "promise"
	End           Kind = "end"
	TimeLimit     Kind = "end at the time limit"
	Cleaned       Kind = "end of COMPLETING"
	Preempted     Kind = "end for another job"
	Cancelled     Kind = "cancellation"
	Exit          Kind = "exit code"
	Hold          Kind = "hold"
	Release       Kind = "release"
	NewLimit      Kind = "another time limit"
	NodeState     Kind = "state of a node"
	PartState     Kind = "state of a partition"
	Reservation   Kind = "advance reservation"
)

// Event is a line of slurmctld.log.
type Event struct {
	Kind      Kind
	At        engine.Time // since Epoch
	Job       string      // without the number in parentheses
	Number    int32       // of a job that starts: that in parentheses or else the job's
	Row       int32       // of the job; -1: none
	Partition string
	Nodes     []string
	From, To  engine.Time // of a promise or a reservation; To also of an end: when its nodes were no longer COMPLETING, 0 if the log does not say
	Count     int         // of jobs tested; the exit code; the time limit in minutes; the bits of a partition's state, of which the second says that jobs start
	State     string      // of a node
}

var lines = []struct {
	kind Kind
	text *regexp.Regexp
}{
	{Submit, regexp.MustCompile(`_slurm_rpc_submit_batch_(?:het_)?job: JobId=(?P<job>\d+)`)},
	{Submit, regexp.MustCompile(`_slurm_rpc_allocate_resources JobId=(?P<job>\d+) NodeList=\(null\)`)},
	{MainPass, regexp.MustCompile(`sched: Running job scheduler for default depth`)},
	{FullPass, regexp.MustCompile(`sched: Running job scheduler for full queue`)},
	{BackfillPass, regexp.MustCompile(`_attempt_backfill: beginning`)},
	{Tested, regexp.MustCompile(`_attempt_backfill: completed testing (?P<count>\d+)\(`)},
	{MainStart, regexp.MustCompile(`sched: Allocate JobId=(?P<job>[\d_+*]+)(?:\((?P<number>\d+)\))? NodeList=(?P<nodes>\S+) #CPUs=\d+ Partition=(?P<partition>\S+)`)},
	{BackfillStart, regexp.MustCompile(`_start_job: Started JobId=(?P<job>[\d_+*]+)(?:\((?P<number>\d+)\))? in (?P<partition>\S+) on (?P<nodes>\S+)`)},
	{Promise, regexp.MustCompile(`_dump_job_sched: JobId=(?P<job>[\d_+*]+)(?:\(\d+\))? to start at (?P<from>\S+), end at \S+ on nodes (?P<nodes>\S+) in partition (?P<partition>\S+)`)},
	{End, regexp.MustCompile(`_job_complete: JobId=(?P<job>[\d_+*]+)(?:\(\d+\))? done`)},
	{TimeLimit, regexp.MustCompile(`Time limit exhausted for JobId=(?P<job>[\d_+*]+)`)},
	{Cleaned, regexp.MustCompile(`cleanup_completing: JobId=(?P<job>[\d_+*]+)`)}, // with DebugFlags=TraceJobs
	{Preempted, regexp.MustCompile(`preempted JobId=(?P<job>[\d_+*]+)(?:\(\d+\))? has been`)},
	{Cancelled, regexp.MustCompile(`REQUEST_KILL_JOB JobId=(?P<job>[\d_+*]+)`)},
	{Exit, regexp.MustCompile(`_job_complete: JobId=(?P<job>[\d_+*]+)(?:\(\d+\))? WEXITSTATUS (?P<count>\d+)`)},
	{Hold, regexp.MustCompile(`_hold_job_rec: hold on JobId=(?P<job>[\d_+*]+)`)},
	{Release, regexp.MustCompile(`_release_job_rec: release hold on JobId=(?P<job>[\d_+*]+)`)},
	{NewLimit, regexp.MustCompile(`_update_job: setting time_limit to (?P<count>\d+) for JobId=(?P<job>[\d_+*]+)`)},
	{NodeState, regexp.MustCompile(`update_node: node (?P<nodes>\S+) state set to (?P<state>\S+)`)},
	{PartState, regexp.MustCompile(`update_part: setting state_up to (?P<count>\d+) for partition (?P<partition>\S+)`)},
	{Reservation, regexp.MustCompile(`Created reservation=\S+ users=\S+ nodes=(?P<nodes>\S+) .* start=(?P<from>\S+) end=(?P<to>\S+) `)},
}

// readLog reads the log, which is of one day, and finds the midnight before it.
func (r *Run) readLog(t testing.TB, text string) {
	var began time.Time
	s := bufio.NewScanner(strings.NewReader(text))
	for s.Scan() {
		line := s.Text()
		if strings.Contains(line, "Priority MULTIFACTOR plugin loaded") || strings.Contains(line, "Priority BASIC plugin loaded") {
			began = instant(t, line[1:24])
		}
		for _, l := range lines {
			found := l.text.FindStringSubmatch(line)
			if found == nil {
				continue
			}
			if r.Epoch == 0 {
				r.Epoch = instant(t, line[1:24]).Truncate(24 * time.Hour).Unix()
			}
			e := Event{Kind: l.kind, At: r.since(instant(t, line[1:24]))}
			for i, name := range l.text.SubexpNames() {
				switch name {
				case "job":
					e.Job = found[i]
				case "number":
					n, err := strconv.Atoi(cmp.Or(found[i], strings.Split(e.Job, "+")[0]))
					if err != nil {
						t.Fatal(err)
					}
					e.Number = int32(n)
				case "partition":
					e.Partition = found[i]
				case "from":
					e.From = r.since(instant(t, found[i]))
				case "to":
					e.To = r.since(instant(t, found[i]))
				case "state":
					e.State = found[i]
				case "count":
					e.Count, _ = strconv.Atoi(found[i])
				case "nodes":
					nodes, err := hostlist.Expand(found[i], 100)
					if err != nil {
						t.Fatal(err)
					}
					e.Nodes = nodes
				}
			}
			r.Events = append(r.Events, e)
		}
	}
	if s.Err() != nil {
		t.Fatal(s.Err())
	}
	r.Began = r.since(began)
}

// tellCleaned tells of each end until when the nodes of its job were COMPLETING. A pass that the log has before that in the same
// millisecond did not have them.
func (r *Run) tellCleaned() {
	ends := map[int32]*Event{} // by job
	last := engine.Time(-1)    // pass
	for i := range r.Events {
		switch e := &r.Events[i]; e.Kind {
		case MainPass, FullPass, BackfillPass:
			last = e.At
		case End, TimeLimit, Preempted, Cancelled:
			ends[e.Row] = e
		case Cleaned:
			if end := ends[e.Row]; end != nil {
				end.To = max(e.At, last+engine.Millisecond)
			}
		}
	}
}

// since is how long after midnight an instant is.
func (r *Run) since(at time.Time) engine.Time {
	return engine.Time(at.UnixMilli()-1000*r.Epoch) * engine.Millisecond
}

// instant is a time of the log.
func instant(t testing.TB, text string) time.Time {
	at, err := time.Parse("2006-01-02T15:04:05", text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}
