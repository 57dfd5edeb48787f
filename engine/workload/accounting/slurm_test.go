package accounting

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"backfill/engine"
	"backfill/engine/workload"
)

// read reads a log that must be readable.
func read(t *testing.T, text string, o Options) *Log {
	t.Helper()
	log, err := Read(strings.NewReader(text), "log", o)
	if err != nil {
		t.Fatal(err)
	}
	return log
}

// knowZones lets a test know the zones of the zone database.
func knowZones(t *testing.T) {
	t.Helper()
	before := engine.LoadZone
	t.Cleanup(func() { engine.LoadZone = before })
	engine.LoadZone = func(name string) (func(int64) int, error) {
		zone, err := time.LoadLocation(name)
		return func(unix int64) int { _, offset := time.Unix(unix, 0).In(zone).Zone(); return offset }, err
	}
}

// told is what the remarks say: "step 2, 5".
func toldOf(log *Log) string {
	var list []string
	for _, r := range workload.Occurred(log.remarks[:], remarkTexts[:]) {
		list = append(list, r.Kind+" "+strings.Trim(fmt.Sprint(r.Lines), "[]"))
	}
	return strings.Join(list, "; ")
}

const plainHead = "JobID|Submit|Start|End|State|AllocCPUS\n"

// The same job in other columns, with other delimiters and in other words.
func TestOneJobInManyWords(t *testing.T) {
	noon := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC).Unix()
	want := Record{ID: ID{123, Unknown, Unknown}, Raw: 123, Line: 2, Submit: noon, Eligible: noon, Start: noon + 60, End: noon + 3660, Limit: 7200,
		Requested: 4, Allocated: 4, Nodes: 2, Memory: 8 << 20, State: Completed, Backfilled: Unknown, User: 1, Group: Unknown, Account: Unknown, Partition: 1, QOS: Unknown}
	for name, text := range map[string]string{
		"usual":          "JobID|User|Partition|Submit|Start|End|State|Timelimit|AllocCPUS|NNodes|ReqMem\n123|ann|long|2026-03-01T12:00:00|2026-03-01T12:01:00|2026-03-01T13:01:00|COMPLETED|02:00:00|4|2|8G\n",
		"another order":  "State|End|NNodes|ReqTRES|Start|User|JobID|Partition|Submit|TimelimitRaw|NCPUS\nCOMPLETED|2026-03-01T13:01:00|2|billing=4,cpu=4,mem=8192M,node=2|2026-03-01T12:01:00|ann|123|long|2026-03-01T12:00:00|120|4\n",
		"parsable":       "JobID|User|Partition|Submit|Start|End|State|Timelimit|AllocCPUS|NNodes|ReqMem|\n123|ann|long|2026-03-01T12:00:00|2026-03-01T12:01:00|2026-03-01T13:01:00|COMPLETED|0-02:00:00|4|2|8G|\n",
		"commas, CR, LF": "JobID,UID,Partition,Submit,Start,End,State,Timelimit,AllocCPUS,NNodes,ReqMem\r\n123,1001,long,2026-03-01T12:00:00,2026-03-01T12:01:00,2026-03-01T13:01:00,COMPLETED,02:00:00,4,2,8G\r\n",
		"long delimiter": "JobID<>User<>Partition<>Submit<>Start<>End<>State<>Timelimit<>AllocCPUS<>NNodes<>ReqMem\n123<>ann<>long<>2026-03-01T12:00:00<>2026-03-01T12:01:00<>2026-03-01T13:01:00<>COMPLETED<>120:00<>4<>2<>8G\n",
		"seconds":        fmt.Sprintf("jobid|user|partition|submit|start|end|state|timelimit|alloccpus|nnodes|reqmem\n123|ann|long|%d|%d|%d|COMPLETED|02:00:00|4|2|8G\n", noon, noon+60, noon+3660),
		"memory by node": "JobID|User|Partition|Submit|Start|End|State|Timelimit|AllocCPUS|NNodes|ReqMem\n123|ann|long|2026-03-01T12:00:00|2026-03-01T12:01:00|2026-03-01T13:01:00|COMPLETED|02:00:00|4|2|4096Mn\n",
		"memory by CPU":  "JobID|User|Partition|Submit|Start|End|State|Timelimit|AllocCPUS|NNodes|ReqMem\n123|ann|long|2026-03-01T12:00:00|2026-03-01T12:01:00|2026-03-01T13:01:00|COMPLETED|02:00:00|4|2|2Gc\n",
	} {
		want.LeastNodes = 0
		if strings.Contains(text, "node=2") { // ReqTRES tells how many nodes were asked for, too
			want.LeastNodes = 2
		}
		if log := read(t, text, Options{}); !slices.Equal(log.Records, []Record{want}) || toldOf(log) != "" {
			t.Errorf("%s: %+v (%s), want %+v", name, log.Records, toldOf(log), want)
		}
	}
	columns := read(t, "123|ann|long|2026-03-01T12:00:00|2026-03-01T12:01:00|2026-03-01T13:01:00|COMPLETED|02:00:00|4|2|8G\n",
		Options{Columns: "JobID, User,Partition,Submit,Start,End,State,Timelimit,AllocCPUS,NNodes,ReqMem"})
	want.LeastNodes = 0
	if want.Line = 1; !slices.Equal(columns.Records, []Record{want}) {
		t.Errorf("without a head: %+v, want %+v", columns.Records, want)
	}
}

// What is told of lines that are not runs of jobs, or not readable as they stand.
func TestLinesThatAreNoRuns(t *testing.T) {
	const times = "2026-03-01T12:00:00|2026-03-01T12:01:00|2026-03-01T13:01:00"
	job := func(id string) string { return id + "|" + times + "|COMPLETED|4\n" }
	for _, c := range []struct {
		name, text string
		jobs       string
		told       string
	}{
		{"steps", plainHead + job("1") + job("1.batch") + job("1.extern") + job("1.0") + job("2_4.batch") + job("3+1.0") + job("2"), "1 2", "step 3 4 5 6 7"},
		{"the head again", plainHead + job("1") + plainHead + job("2"), "1 2", "headerAgain 3"},
		{"the same row twice", plainHead + job("1") + job("2") + job("1"), "1 2", "repeatedRow 4"},
		{"array and components", plainHead + job("7_2") + job("7_10") + job("9+1") + job("9+0"), "7_2 7_10 9+0 9+1", ""},
		{"waiting tasks", plainHead + "7_[1,3-5,10-14:2%2]|2026-03-01T12:00:00|Unknown|Unknown|PENDING|1\n", "7_1 7_3 7_4 7_5 7_10 7_12 7_14", ""},
		{"waiting tasks that were cut", plainHead + "7_[1,3-5,7...]|2026-03-01T12:00:00|Unknown|Unknown|PENDING|1\n", "7_1 7_3 7_4 7_5", "arrayCut 2"},
		{"the delimiter in a name", "JobID|JobName|Submit|Start|End|State|AllocCPUS|Comment\n" +
			"1|a|b|" + times + "|COMPLETED|4|x\n2|c|" + times + "|COMPLETED|4|y|z\n3|d|" + times + "|COMPLETED|4|\n", "1 2 3", "delimiterInText 2 3"},
		{"a line's end in a name", "JobID|JobName|Submit|Start|End|State|AllocCPUS\n1|a\nb\nc|" + times + "|COMPLETED|4\n2|d|" + times + "|COMPLETED|4\n", "1 2", "joinedLines 2"},
		{"a line that was cut", plainHead + "1|2026-03-01T12:00:00|2026\n" + job("2") + "3|2026", "2", "unreadable 2 4"},
		{"values that make no sense", plainHead + "x|" + times + "|COMPLETED|4\n" + "2|yesterday|2026-03-01T12:01:00|2026-03-01T13:01:00|COMPLETED|4\n" +
			"3|2026-03-01T12:00:00|2026-03-01T12:01:00|2026-03-01T11:01:00|COMPLETED|4\n4|" + times + "|COMPLETED|-4\n5|" + times + "|COMPLETED|99999999999999999999\n" +
			"6|2026-02-31T12:00:00|2026-03-01T12:01:00|2026-03-01T13:01:00|COMPLETED|4\n7|" + times + "|<b>|4\n8|" + times + "|COMPLETED|\n" + job("9"), "9", "unreadable 2 3 4 5 6 7 8 9"},
		{"no text at all", plainHead + job("1") + "\xff\xfe|\xff|\xff|\xff|\xff|\xff\n" + job("2"), "1 2", "unreadable 3"},
	} {
		log := read(t, c.text, Options{})
		var jobs []string
		for _, r := range log.Records {
			name := fmt.Sprint(r.ID.Job)
			if r.ID.Task >= 0 {
				name += fmt.Sprintf("_%d", r.ID.Task)
			}
			if r.ID.Component >= 0 {
				name += fmt.Sprintf("+%d", r.ID.Component)
			}
			jobs = append(jobs, name)
		}
		if got := strings.Join(jobs, " "); got != c.jobs || toldOf(log) != c.told {
			t.Errorf("%s: jobs %s (%s), want %s (%s)", c.name, got, toldOf(log), c.jobs, c.told)
		}
	}
}

// Files that are no accounting logs, or not whole, are refused with a line and what to do.
func TestRefusedFiles(t *testing.T) {
	var zipped bytes.Buffer
	w := gzip.NewWriter(&zipped)
	w.Write([]byte(plainHead + strings.Repeat("1|2026-03-01T12:00:00|2026-03-01T12:01:00|2026-03-01T13:01:00|COMPLETED|4\n", 1000)))
	w.Close()
	for text, want := range map[string]string{
		"": "the file is empty",
		"JobID           JobName  Partition \n------------ ---------- ---------- \n": "log:1: \"JobID           JobName  Partition \": columns of a fixed width",
		"; MaxProcs: 4\n1 0 0 10\n":                "neither the names of columns",
		"JobID|Submit|State\n":                     "without the column Start, End, AllocCPUS",
		strings.Repeat("JobID|", 100_000) + "\n":   "100001 columns; up to 1000 are accepted",
		zipped.String()[:zipped.Len()/2]:           "the gzip data end too early",
		"JobID|State" + strings.Repeat("x", 2<<20): "a line of more than 1 MB",
	} {
		if _, err := Read(strings.NewReader(text), "log", Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %s", text, err, want)
		}
	}
}

// Clocks of Berlin went back from 3:00 to 2:00 on 25 October 2026, at 1:00 UTC. Job 1 ran from 0:30 to 1:30 UTC and is said to have run
// from 2:30 to 2:30; job 2, from 1:30 to 3:00 UTC, from 2:30 to 4:00. What it took shows that.
func TestHourThatComesTwice(t *testing.T) {
	knowZones(t)
	log := read(t, "JobID|Submit|Start|End|Elapsed|State|AllocCPUS\n"+
		"1|2026-10-25T02:30:00|2026-10-25T02:30:00|2026-10-25T02:30:00|01:00:00|COMPLETED|1\n"+
		"2|2026-10-25T02:30:00|2026-10-25T02:30:00|2026-10-25T04:00:00|01:30:00|COMPLETED|1\n"+
		"3|2026-10-25T12:00:00|2026-10-25T12:00:00|2026-10-25T13:00:00|01:00:00|COMPLETED|1\n"+
		"4|2026-06-25T12:00:00|2026-06-25T12:00:00|2026-06-25T13:00:00|01:00:00|COMPLETED|1\n", Options{Zone: "Europe/Berlin"})
	at := func(month time.Month, hour, minute int) int64 {
		return time.Date(2026, month, 25, hour, minute, 0, 0, time.UTC).Unix()
	}
	for i, want := range [][2]int64{{at(10, 0, 30), at(10, 1, 30)}, {at(10, 0, 30), at(10, 2, 0)}, {at(10, 11, 0), at(10, 12, 0)}, {at(6, 10, 0), at(6, 11, 0)}} {
		if r := log.Records[i]; [2]int64{r.Start, r.End} != want {
			t.Errorf("job %d ran from %d to %d, want %d", i+1, r.Start, r.End, want)
		}
	}
	if toldOf(log) != "clocksChanged 2 3" {
		t.Errorf("told is %s", toldOf(log))
	}
}

// Of a log that ends at 13:00: job 1 waits 1 min from the time on when it could start, and runs 30 min of 60. Job 2 was broken off after
// 10 min and made anew: its second run counts, for which it waits 8 min. Job 3 was cancelled before it started, in two ways of saying it. Job 5 runs
// still, 20 min after its start, for 30 min, as job 9, the only one that took two thirds of its limit, took all of it. Job 6 waits still; jobs 1, 2
// and 9 took 3020 of 7220 s, and so it runs for 753 of 1800 s. Job 7 could not start yet. Job 8 ran no time and has no limit, job 9 ran above its.
func TestJobsOfRuns(t *testing.T) {
	log := read(t, "JobID|User|Account|Partition|Submit|Eligible|Start|End|State|Timelimit|ReqCPUS|AllocCPUS|AllocTRES|ReqMem\n"+
		"1|ann|chem|long|2026-03-01T11:00:00|2026-03-01T12:00:00|2026-03-01T12:01:00|2026-03-01T12:31:00|COMPLETED|01:00:00|3|4|cpu=4|4M\n"+
		"2|bob|chem|long|2026-03-01T12:00:00|2026-03-01T12:00:00|2026-03-01T12:10:00|2026-03-01T12:20:00|NODE_FAIL|01:00:00|1|1|cpu=1|\n"+
		"2|bob|chem|long|2026-03-01T12:20:00|2026-03-01T12:22:00|2026-03-01T12:30:00|2026-03-01T12:50:00|COMPLETED|01:00:00|1|1|cpu=1|\n"+
		"3|ann|bio|long|2026-03-01T12:00:00|2026-03-01T12:00:00|2026-03-01T12:30:00|2026-03-01T12:30:00|CANCELLED by 1001|01:00:00|1|1||\n"+
		"4|ann|bio|long|2026-03-01T12:00:00|2026-03-01T12:00:00|None|2026-03-01T12:30:00|CANCELLED by 1001|01:00:00|1|1||\n"+
		"5|ann|bio|long|2026-03-01T12:00:00|2026-03-01T12:00:00|2026-03-01T12:40:00|Unknown|RUNNING|00:30:00|1|1|cpu=1|\n"+
		"6|ann|bio|short|2026-03-01T12:59:00|2026-03-01T12:59:00|Unknown|Unknown|PENDING|00:30:00|2|2||\n"+
		"7|ann|bio|short|2026-03-01T12:58:00|Unknown|Unknown|Unknown|PENDING|00:30:00|2|2||\n"+
		"8|ann|bio|short|2026-03-01T12:58:30|2026-03-01T12:58:30|2026-03-01T13:00:00|2026-03-01T13:00:00|FAILED|UNLIMITED|2|2|cpu=2|\n"+
		"9|ann|bio|short|2026-03-01T12:59:30|2026-03-01T12:59:30|2026-03-01T12:59:30|2026-03-01T13:00:00|TIMEOUT|00:00:20|2|2|cpu=2|\n", Options{})
	w, report, err := log.Workload("log", "UTC", nil)
	if err != nil {
		t.Fatal(err)
	}
	const s, m = engine.Second, engine.Minute
	noon := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC).Unix()
	if w.Calendar.UnixStart != noon || w.Calendar.Zone != "" {
		t.Errorf("time zero is %v, want %d", *w.Calendar, noon)
	}
	if w.LogEnd != 60*m { // when job 5 runs and job 6 waits still
		t.Errorf("the log ends after %v", w.LogEnd)
	}
	want := []engine.Job{{Submit: 0, Run: 30 * m, Estimate: 60 * m, Processors: 4}, {Submit: 0, Run: 30 * m, Estimate: 30 * m, Processors: 1}, {Submit: 22 * m, Run: 20 * m, Estimate: 60 * m, Processors: 1},
		{Submit: 58*m + 30*s, Run: s, Estimate: s, Processors: 2}, {Submit: 59 * m, Run: 753 * s, Estimate: 30 * m, Processors: 2}, {Submit: 59*m + 30*s, Run: 30 * s, Estimate: 20 * s, Processors: 2}}
	if !slices.Equal(w.Jobs, want) {
		t.Errorf("jobs %v\nwant %v", w.Jobs, want)
	}
	for name, c := range map[string][2]any{
		"numbers": {w.Number, []int64{1, 5, 2, 8, 6, 9}}, "users": {w.User, []int32{1, 1, 2, 1, 1, 1}}, "groups": {w.Group, []int32{1, 2, 1, 2, 2, 2}}, "queues": {w.Queue, []int32{1, 1, 1, 2, 2, 2}},
		"memory": {w.Memory, []int64{1024, -1, -1, -1, -1, -1}}, "waits": {w.Wait, []engine.Time{m, 40 * m, 8 * m, 90 * s, -1, 0}}, "recorded": {w.Recorded, []engine.Time{30 * m, 30 * m, 20 * m, 0, 753 * s, 30 * s}},
	} {
		if got, want := fmt.Sprint(c[0]), fmt.Sprint(c[1]); got != want {
			t.Errorf("%s are %s, want %s", name, got, want)
		}
	}
	// Of 3 lines about chem and 7 about bio 2 and 4 are jobs.
	if named := log.Legend.Named(w); fmt.Sprint(log.Legend.Groups(), named.Groups, named.QOS) != "[chem bio] [2 4] []" {
		t.Errorf("accounts are %v, with %v jobs", log.Legend.Groups(), named.Groups)
	}
	var remarks []string
	for _, r := range report.Remarks {
		remarks = append(remarks, r.Kind+" "+strings.Trim(fmt.Sprint(r.Lines), "[]"))
	}
	if got, want := strings.Join(remarks, "; "), "neverStarted 5 6; neverEligible 9; earlierRun 3; stillRuns 7; stillWaits 8; noLimit 10; zeroRunTime 10; runAboveLimit 11"; got != want {
		t.Errorf("told is %s, want %s", got, want)
	}
	if len(report.Notes) != 3 || !strings.Contains(report.Notes[0], "Slurm") || !strings.Contains(report.Notes[1], "2 of the runs could start only after they were submitted, up to 1.0 h later") || !strings.HasPrefix(report.Notes[2], "jobs that had not ended when the log ended: 2; they run for") {
		t.Errorf("notes %q", report.Notes)
	}
}
