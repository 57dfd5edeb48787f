package accounting

import (
	"backfill/engine"
	"fmt"
	"os"
	"strings"
	"testing"
)

// factsOf are the facts of a log's runs, a line each: "line: job, submission, eligible - submission, start - submission, end - start,
// limit, asked for / given, nodes, GPUs, state". "-" is unknown.
func factsOf(log *Log) string {
	var b strings.Builder
	for i, r := range log.Records {
		if i > 0 && i+1 < len(log.Records) && log.Records[i-1].Line == r.Line && log.Records[i+1].Line == r.Line {
			continue // of a list of tasks the first one and the last
		}
		job := fmt.Sprint(r.ID.Job)
		if r.ID.Task >= 0 {
			job += fmt.Sprintf("_%d", r.ID.Task)
		}
		if r.ID.Component >= 0 {
			job += fmt.Sprintf("+%d", r.ID.Component)
		}
		after := func(t, since int64) string {
			if t < 0 {
				return "-"
			}
			return fmt.Sprint(t - since)
		}
		known := func(n int32) string {
			if n < 0 {
				return "-"
			}
			return fmt.Sprint(n)
		}
		end := after(r.End, r.Start)
		if r.Start < 0 && r.End >= 0 {
			end = "at " + after(r.End, r.Submit)
		}
		fmt.Fprintf(&b, "%d: %s, %d, %s, %s, %s, %s, %d/%s, %s, %d, %s\n", r.Line, job, r.Submit, after(r.Eligible, r.Submit), after(r.Start, r.Submit), end, known(r.Limit), r.Requested, known(r.Allocated), known(r.Nodes), r.GPUs, r.State)
	}
	return b.String()
}

// Records that are printed in public documents and tests are read as they are meant. Names in them are others; times, sizes and all else
// are as printed. They are of: OpenPBS and TORQUE documentation (docs.adaptivecomputing.com, accounting records), the tests of pbsparse,
// Open XDMoD, hnormalise, APEL and pbsacct; IBM's page lsb.acct as the HPC cost simulator of AWS has it with its test files, the tests of
// Open XDMoD, APEL and SAFE; the tests of APEL, Open XDMoD, pretty-accounting, SAFE and ugego, PyChartAccounting and wyntonquery.
func TestPublishedRecords(t *testing.T) {
	for _, c := range []struct{ name, format, facts, told string }{
		{"pbs.txt", "pbs", `
20: 0, 1542010810, 0, 0, 10, -, 1/1, 1, 0, completed
21: 6, 1609852144, 12, 477, 12, -, 1/1, 1, 0, completed
14: 45, 1491390300, 0, 7, 106, 3600, 4/4, 2, 0, completed
2: 407, 1118087915, 0, 451, 1000, 1000, 1/1, 1, 0, other
11: 2994, 1453756297, 0, 9984, 156, 163, 65/65, 5, 0, completed
12: 2995, 1453756297, 0, 9984, 156, 163, 12/12, 2, 0, completed
13: 7904, 1485451423, 0, 1, 8407, 345600, 28/28, 1, 1, failed
7: 11923, 1409094464, 0, 6, -, -, 12/12, 2, 0, running
17: 16057, 1541167460, 0, 7, 91, 3600, 2/2, 2, 0, cancelled
3: 32461, 1143430664, 1, 6998, 1540, 7200, 16/16, 16, 0, completed
5: 161299_389, 1389546423, 0, 20806, 198, 18000, 16/16, 1, 0, completed
30: 2281981, 1770866179, 0, 23, 5, 3600, 2/2, 2, 0, completed
26: 4400521, 1744751276, 0, 419, 3, 36000, 1/1, 1, 0, requeued
26: 4400521, 1744751276, 422, -, -, 36000, 1/-, 1, 0, pending
28: 4413086, 1744817013, 0, 45, 3330, 14400, 1/1, 1, 1, cancelled
8: 6464684, 1415579756, 0, 10085, 9350, 86400, 4/4, 1, 0, failed
9: 24940336, 1448913907, 0, 118, 12767, 172800, 1/1, 1, 0, cancelled
10: 24940336, 1448913907, 0, 118, 12901, 172800, 1/1, 1, 0, completed
`, "otherRecord 1 4 6 16 18 19 22 23 24 25 27 29; lostEnd 2; waitsUnsized 15"},
		{"lsf.txt", "lsf", `
32: 1, 1544022400, 0, 0, 0, -, 1/1, 1, 0, failed
11: 101, 1272051774, 0, 6, 0, -, 1/1, 1, 0, failed
21: 203, 1656072937, 0, -, at 9, -, 1/-, 1, 0, cancelled
17: 384, 1644131818, 0, 584, 4, -, 1/1, 1, 0, failed
18: 385, 1644132138, 0, 264, 17, -, 1/1, 1, 0, completed
15: 386, 1644826545, 0, 1, 3, -, 1/1, 1, 0, completed
16: 388, 1644827081, 0, 0, 24, -, 2/2, 1, 0, completed
22: 819_678, 1657287574, 0, -, at 141, -, 1/-, -, 0, cancelled
22: 819_1000, 1657287574, 0, -, at 141, -, 1/-, -, 0, cancelled
8: 7610, 1527326745, 0, 1, 839, -, 1/1, 1, 0, failed
3: 11493, 1727454675, 0, 1, 77, -, 1/1, 1, 0, completed
4: 11493, 1727454675, 0, 1, 77, -, 1/1, 1, 1, completed
5: 83630, 1739924216, 0, 0, 785, 28800, 2/2, 1, 2, cancelled
12: 100581, 1276596666, 0, 6, 32, -, 8/8, 1, 0, completed
13: 100588, 1276598233, 0, 6, 62, -, 2/2, 1, 0, completed
14: 100619, 1276621188, 0, 5, 32, -, 4/4, 1, 0, failed
24: 161637, 1583263451, 0, -, at 39, -, 1/-, -, 0, cancelled
30: 225017, 1649232006, 0, 1, 56, 2419200, 1/1, 1, 0, completed
25: 245772, 1584627015, 0, 1, 5, -, 1/1, 1, 0, completed
1: 404717, 1389642318, 0, 453, 40368, 43200, 128/128, 8, 0, completed
2: 404717, 1389642318, 0, 453, 40368, 43200, 128/8, 4, 0, completed
10: 436491_23, 1302184001, 0, 3, 16, -, 16/16, 2, 0, failed
27: 447138, 1357860110, 0, 3, 0, -, 1/1, 1, 0, completed
23: 513431, 1554995282, 0, 0, 8, -, 4/4, 1, 0, completed
29: 521375, 1648726871, 0, 1, 487824, 2419200, 1/1, 1, 0, cancelled
26: 570705, 1649793613, 0, -, at 1827, 2419200, 1/-, -, 0, cancelled
9: 699195, 1089290023, 0, 116839, 544, -, 1/1, 1, 0, completed
31: 793595, 1649240674, 0, 16, 221, 86400, 1/1, 1, 0, completed
20: 905984, 1656072937, 0, 7, 240307, -, 16/16, 1, 0, cancelled
19: 908631, 1656326059, 0, -, at 6, -, 1/-, -, 0, cancelled
28: 982457, 1645579302, 0, 1, 455, -, 2/3, 1, 0, completed
7: 83752368, 1506307743, 0, 1550, 119, 3600, 1/1, 1, 0, completed
6: 83758588, 1506309086, 0, 204, 60, 432000, 1/1, 1, 0, completed
`, ""},
		{"gridengine.txt", "grid-engine", `
34: 1, 1448376371, 0, 0, 62332, -, 1/1, -, 0, cancelled
36: 1_100, 1502823561, 0, 15, 38, -, 1/1, -, 0, cancelled
15: 2, 1514123433, 0, 40, 0, -, 1/1, -, 0, completed
45: 2+1, 1395639825, 0, 6, 0, -, 32/32, -, 0, completed
37: 2_75, 1502823623, 0, 13, 300, -, 1/1, -, 0, completed
38: 2_80, 1502823623, 0, 13, 300, -, 1/1, -, 0, completed
16: 3, 1514125071, 0, 22, 699, -, 1/1, -, 0, failed
12: 4, 1265881759, 0, 12, 42, -, 128/128, -, 0, failed
13: 5, 1265881946, 0, 4, 1, -, 16/16, -, 0, failed
30: 26, 1487593940, 0, 0, 1, 900, 1/1, -, 0, completed
24: 40, 1273571643, 0, 7, 1, -, 8/8, -, 0, completed
29: 42, 1506071858, 0, 3, 278, 7200, 1/1, -, 0, completed
5: 43, 1200093286, 0, 8, 1, -, 1/1, -, 0, completed
48: 101, 1564497817, 0, 4, 2, 600, 80/80, -, 0, failed
39: 147, 1503337163, 0, 9, 1209601, 1209600, 24/24, -, 0, timed out
41: 203, 1503963400, 0, 7, 10, -, 1/1, -, 0, completed
49: 207, 1303150592, 0, 1, 60, -, 1/1, -, 0, completed
40: 226, 1504213197, 0, 5, 4588, 691500, 24/24, -, 0, cancelled
47: 352, 1254769859, 0, 42826, 0, -, 1/1, -, 0, completed
35: 475, 1581626412, 0, 3, 47, -, 1/1, -, 0, cancelled
22: 2211, 1258821869, 0, 2, 149662, -, 16/16, -, 0, cancelled
27: 10245, 1303311181, 0, 10, 300, -, 1/1, -, 0, completed
18: 22947, 1310761621, 0, 333733, 60, 36000, 1/1, -, 0, completed
19: 22947, 1310761621, 0, 333733, 60, 36000, 1/1, -, 0, completed
17: 26833, 1433190433, 0, 17, 0, -, 1/1, -, 0, failed
26: 142674, 1331104765, 0, 0, 19903, 864000, 1/1, -, 0, cancelled
28: 870542, 1452177896, 0, 922115, 64, 2592000, 5/5, -, 0, cancelled
21: 1145341, 1222780168, 0, 63731, 7854, 86400, 4/4, -, 0, completed
20: 1155664, 1222847031, 0, 1391, 3292, 14400, 1/1, -, 0, completed
7: 1630912, 1358189999, 0, 3, 20572, -, 1/1, -, 0, failed
42: 2531680, 1511353944, 0, 46, 63732, -, 8/8, -, 0, completed
46: 2779793, 1167554073, 0, 8053, 5478, -, 1/1, -, 0, completed
8: 3294013, 1404167579, 0, 1470, 359, -, 1/1, -, 0, completed
9: 3872561, 1412932860, 0, 5, 220, -, 1/1, -, 0, completed
33: 4437956, 1652111621, 0, 1, 12838, -, 16/16, -, 1, completed
6: 6972834, 1318560244, 0, 10, 180001, 180300, 9/9, -, 0, timed out
44: 8070699, 1311868550, 0, 9, 6901, 7200, 1/1, -, 0, timed out
`, "unreadable 43; step 23 25; otherRecord 1 2 3 4 10 11 14 31 32"},
	} {
		f, err := os.Open("testdata/" + c.name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		log, err := Read(f, c.name, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := factsOf(log); got != c.facts[1:] || toldOf(log) != c.told || log.format != c.format {
			t.Errorf("%s: %s, told %s\n%s\nwant\n%s", c.name, log.format, toldOf(log), got, c.facts[1:])
		}
		// Runs were on as many nodes as the record says; Grid Engine names one of several, and none is read.
		for _, r := range log.Records {
			want := 0
			switch {
			case c.format == "pbs" && r.Line == 13: // without exec_host
			case r.Started():
				want = max(int(r.Nodes), 0)
			}
			nodes := []int32(nil)
			if r.Hosts > 0 {
				nodes = log.HostLists[r.Hosts-1]
			}
			if len(nodes) != want {
				t.Errorf("%s:%d: nodes %v, want %d", c.name, r.Line, nodes, want)
			}
		}
	}
}

// A day at a PBS server whose clocks are two hours east of UTC. Job 1 waits and runs. Job 2 is deleted while it waits. Job 3 is rerun:
// its first run lasts 5 min, its second 10; it waits for the second one from the end of the first. Job 4 is suspended for a minute. Job 5 of array 5[] ends, the array as a whole is no job. Job
// 6 runs still, job 7 waits still. Job 8 is rerun by a TORQUE that says nothing of it, and waits again. 1772445600 is 2026-03-02, 10:00 UTC.
const pbsDay = `03/02/2026 12:00:00;Q;1.s;user=ann group=g project=P "queue"=x jobname=a queue=work ctime=1772445600 qtime=1772445600 etime=1772445600 Resource_List.ncpus=4 Resource_List.walltime=01:00:00
03/02/2026 12:01:00;S;1.s;user=ann group=g queue=work ctime=1772445600 qtime=1772445600 etime=1772445600 start=1772445660 exec_host=a/0*4 exec_vnode=(a:ncpus=4) Resource_List.ncpus=4 Resource_List.walltime=01:00:00
03/02/2026 12:11:00;E;1.s;user=ann group=g queue=work ctime=1772445600 qtime=1772445600 etime=1772445600 start=1772445660 exec_host=a/0*4 exec_vnode=(a:ncpus=4) Resource_List.ncpus=4 Resource_List.walltime=01:00:00 end=1772446260 Exit_status=0
03/02/2026 12:20:00;Q;2.s;user=ann group=g queue=work ctime=1772446800 qtime=1772446800 etime=1772446800 Resource_List.ncpus=2
03/02/2026 12:25:00;D;2.s;requestor=ann@login
03/02/2026 12:30:00;S;3.s;user=ann group=g queue=work ctime=1772447400 qtime=1772447400 etime=1772447400 start=1772447400 exec_host=a/0 exec_vnode=(a:ncpus=1) Resource_List.ncpus=1
03/02/2026 12:35:00;R;3.s;user=ann group=g queue=work ctime=1772447400 qtime=1772447400 etime=1772447400 start=1772447400 exec_host=a/0 exec_vnode=(a:ncpus=1) Resource_List.ncpus=1 end=1772447700 Exit_status=-11 run_count=1
03/02/2026 12:45:00;E;3.s;user=ann group=g queue=work ctime=1772447400 qtime=1772447400 etime=1772447400 start=1772447700 exec_host=a/0 exec_vnode=(a:ncpus=1) Resource_List.ncpus=1 end=1772448300 Exit_status=1 run_count=2
03/02/2026 12:50:00;S;4.s;user=ann group=g queue=work ctime=1772448600 qtime=1772448600 etime=1772448600 start=1772448600 exec_host=a/0 exec_vnode=(a:ncpus=1) Resource_List.ncpus=1
03/02/2026 12:51:00;z;4.s;resources_used.ncpus=1
03/02/2026 12:52:00;r;4.s;
03/02/2026 12:55:00;E;4.s;user=ann group=g queue=work ctime=1772448600 qtime=1772448600 etime=1772448600 start=1772448600 exec_host=a/0 exec_vnode=(a:ncpus=1) Resource_List.ncpus=1 end=1772448900 Exit_status=-29
03/02/2026 12:56:00;E;5[7].s;user=ann group=g queue=work ctime=1772448600 qtime=1772448600 etime=1772448600 start=1772448600 exec_host=a/0 exec_vnode=(a:ncpus=1) Resource_List.select="1:ncpus=1 x" Resource_List.ncpus=1 end=1772448960 Exit_status=-27
03/02/2026 12:56:00;E;5[].s;user=ann group=g queue=work ctime=1772448600 qtime=1772448600 etime=1772448600 array_indices=7 start=1772448600 Resource_List.ncpus=1 end=1772448960 Exit_status=1
03/02/2026 12:57:00;S;6.s;user=ann group=g queue=work ctime=1772449020 qtime=1772449020 etime=1772449020 start=1772449020 exec_host=a/0-2 Resource_List.nodes=1:ppn=3:gpus=2
03/02/2026 12:58:00;Q;7.s;user=ann group=g queue=work ctime=1772449080 qtime=1772449080 etime=0 Resource_List.ncpus=2
03/02/2026 12:59:00;S;8.s;user=ann group=g queue=work ctime=1772449140 qtime=1772449140 etime=1772449140 start=1772449140 exec_host=a/0+a/1 Resource_List.nodes=1:ppn=2
03/02/2026 13:00:00;R;8.s;
03/02/2026 13:01:00;E;9.s;user=ann start=yesterday
no record
`

func TestDayOfPBS(t *testing.T) {
	const want = `3: 1, 1772445600, 0, 60, 600, 3600, 4/4, 1, 0, completed
5: 2, 1772446800, 0, -, at 300, -, 2/-, -, 0, cancelled
7: 3, 1772447400, 0, 0, 300, -, 1/1, 1, 0, requeued
8: 3, 1772447400, 300, 300, 600, -, 1/1, 1, 0, failed
12: 4, 1772448600, 0, 0, 300, -, 1/1, 1, 0, timed out
13: 5_7, 1772448600, 0, 0, 360, -, 1/1, 1, 0, out of memory
15: 6, 1772449020, 0, 0, -, -, 3/3, 1, 2, running
16: 7, 1772449080, -, -, -, -, 2/-, -, 0, pending
18: 8, 1772449140, 0, 0, 60, -, 2/2, 1, 0, requeued
18: 8, 1772449140, 60, -, -, -, 2/-, 1, 0, pending
`
	log := read(t, pbsDay, Options{})
	if got, told := factsOf(log), "unreadable 20; otherRecord 1 2 4 6 9 10 11 14 17 19"; got != want || toldOf(log) != told {
		t.Errorf("told %s\n%swant %s\n%s", toldOf(log), got, told, want)
	}
	if stopped := log.Records[4].Stopped; stopped != 60 {
		t.Errorf("job 4 was suspended for %d s", stopped)
	}
}

// A text of LSF may go on in the next line, a number may be given out again, a record may be cut off behind what is needed; others are
// left out.
func TestLinesOfLSF(t *testing.T) {
	finish := func(job, submit int, command string) string {
		return fmt.Sprintf(`"JOB_FINISH" "10.1" %d %d 1 2 2 %d 0 0 %d "ann" "night" "rusage[ngpus_physical=2.00/host]" "" "" "h" "" "" "" "" "j" 0 2 "h1" "h2" 32 1.0 "name" "%s"`, submit+100, job, submit, submit+40, command) +
			strings.Repeat(" 0", 19) + ` "" "lab" 0 2 "" "" 0 0 0 "" "" "" "" 0 "" 16` + "\n"
	}
	log := read(t, finish(7, 1000, `say ""so""`)+finish(7, 90000, "a\nb")+"# a comment\n"+`"JOB_RESIZE" "10.1" 5 6`+"\n"+finish(8, 1000, "cut here\nand")+finish(9, 2000, `no end""`)[:100]+"\n"+finish(10, 3000, "x"), Options{})
	const want = `1: 7, 1000, 0, 40, 60, -, 2/2, 2, 4, out of memory
2: 7+1, 90000, 0, 40, 60, -, 2/2, 2, 4, out of memory
6: 8, 1000, 0, 40, 60, -, 2/2, 2, 4, out of memory
9: 10, 3000, 0, 40, 60, -, 2/2, 2, 4, out of memory
`
	if got, told := factsOf(log), "unreadable 8; otherRecord 4 5; joinedLines 2 6"; got != want || toldOf(log) != told {
		t.Errorf("told %s\n%swant %s\n%s", toldOf(log), got, told, want)
	}
}

// A time at which a job may begin that is beyond all others makes its record unreadable: its copy could not be read.
func TestBeginBeyondAllTimes(t *testing.T) {
	log := read(t, `"JOB_FINISH" "10.1" 1100 7 1 2 2 1000 6563260590 0 0 "ann" "night" "" "" "" "h" "" "" "" "" "j" 0 0 32`+"\n", Options{})
	if told := "unreadable 1"; len(log.Records) != 0 || toldOf(log) != told {
		t.Errorf("told %s, want %s: %+v", toldOf(log), told, log.Records)
	}
}

// A server that begins to count anew gives out the number 0 again. The first job with it has been deleted before it started: the second one comes when
// it was submitted, half an hour later.
func TestNumberZeroAgain(t *testing.T) {
	log := read(t, `03/02/2026 12:20:00;Q;0.s;user=ann group=g queue=work ctime=1772446800 qtime=1772446800 etime=1772446800 Resource_List.ncpus=2
03/02/2026 12:25:00;D;0.s;requestor=ann@login
03/02/2026 12:55:00;E;0.s;user=ann group=g queue=work ctime=1772448600 qtime=1772448600 etime=1772448600 start=1772448610 exec_host=a/0 Resource_List.ncpus=1 end=1772448900 Exit_status=0
`, Options{})
	w, _, err := log.Workload("log", "", nil)
	if err != nil || len(w.Jobs) != 1 || w.Calendar.UnixStart+int64(w.Jobs[0].Submit/engine.Second) != 1772448600 {
		t.Errorf("%v: %+v from %d on, want one job at 1772448600", err, w.Jobs, w.Calendar.UnixStart)
	}
}

// Tables of other programs are read by the names of their columns, and by those that are assigned by hand; fields may be quoted.
func TestTables(t *testing.T) {
	const zero = 1772445600 // 2026-03-02, 10:00
	usual := "5: 12, 1772445600, 0, 60, 600, 3600, 4/4, 2, 0, completed\n"
	for _, c := range []struct{ name, text, columns, want string }{
		{"names with blanks", "Job Number,User,Submit Time,Start Time,End Time,Cores,Nodes,Walltime (s)\n12,ann,2026-03-02 10:00:00,2026-03-02 10:01:00,2026-03-02 10:11:00,4,2,3600\n", "", strings.Replace(usual, "5:", "2:", 1)},
		{"wait and duration", "job_id;queue_wait;duration;processors;nodes;requested_time;submit_time\n12;00:01:00;600.0;4;2;01:00:00;" + fmt.Sprint(zero) + "\n", "", strings.Replace(usual, "5:", "2:", 1)},
		{"quotes", "\"id\",\"owner\",\"submitted\",\"started\",\"ended\",\"slots\",\"nodes\",\"limit\",\"status\"\n12,\"ann, \"\"the\"\" user\",2026-03-02T10:00:00,2026-03-02T10:01:00,2026-03-02T10:11:00,4,2,3600,\"done\"\n", "", strings.Replace(usual, "5:", "2:", 1)},
		{"tabs, by hand", "what\twho\tq\ts\te\tn\tjob\n4\tann\t" + "2026-03-02T10:00:00\t2026-03-02T10:01:00\t2026-03-02T10:11:00\t2\t12\n", "Submit=q, Start=s,End=e,AllocCPUS=what,NNodes=n", "2: 12, 1772445600, 0, 60, 600, -, 4/4, 2, 0, completed\n"},
		{"without numbers of jobs", "submit,start,end,cpus,gpus\n2026-03-02T10:00:00,2026-03-02T10:01:00,,4,1\n2026-03-02T10:00:00,,,4,1\n2026-03-02T10:00:00,,2026-03-02T10:01:00,4,1\n", "",
			"2: 2, 1772445600, 0, 60, -, -, 4/4, -, 1, running\n3: 3, 1772445600, 0, -, -, -, 4/-, -, 1, pending\n4: 4, 1772445600, 0, -, at 60, -, 4/-, -, 1, cancelled\n"},
	} {
		log, err := Read(strings.NewReader(c.text), "log", Options{Columns: c.columns})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := factsOf(log); got != c.want || toldOf(log) != "" {
			t.Errorf("%s: told %s\n%swant\n%s", c.name, toldOf(log), got, c.want)
		}
	}
	for columns, want := range map[string]string{"Submit=x": `"Submit=x": the name of what is read`, "": "without the column Submit, Start, End, AllocCPUS"} {
		if _, err := Read(strings.NewReader("jobid,state,s\n1,2,3\n"), "log", Options{Columns: columns}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("with %q: %v, want %s", columns, err, want)
		}
	}
}

// A format can be said; one that is none is refused by the kind of workload.
func TestFormatIsSaid(t *testing.T) {
	if log := read(t, "garbage\n"+pbsDay, Options{Format: "pbs"}); log.format != "pbs" || len(log.Records) != 10 || log.remarks[unreadableLine].Count != 2 {
		t.Errorf("%s: %d runs, %s", log.format, len(log.Records), toldOf(log))
	}
	if _, err := Read(strings.NewReader(pbsDay), "log", Options{Format: "lsf"}); err != nil {
		t.Errorf("read as LSF: %v", err)
	}
}

// What a second reader of the readers found. Clocks seven hours west of UTC: a job that is deleted 300 s after it came. An E whose start is
// not there ends what S had begun; one that nobody had begun was cancelled. A number that is given out again is another job. A job that is
// deleted by force has no E.
func TestRecordsOfPBSThatSayLittle(t *testing.T) {
	log := read(t, `01/27/2025 10:46:40;Q;1.s;user=a queue=q ctime=1738000000 qtime=1738000000 etime=1738000000 Resource_List.ncpus=4
01/27/2025 10:51:40;D;1.s;requestor=a
01/27/2025 10:46:40;S;2.s;user=a queue=q ctime=1738000000 qtime=1738000000 etime=1738000000 start=1738000000 exec_host=n/0 Resource_List.ncpus=1
01/27/2025 10:56:40;E;2.s;user=a queue=q ctime=1738000000 qtime=1738000000 etime=1738000000 start=0 Resource_List.ncpus=1 end=1738000600 Exit_status=0
01/27/2025 10:46:40;Q;3.s;user=a queue=q ctime=1738000000 qtime=1738000000 etime=1738000000 Resource_List.ncpus=1
01/27/2025 10:56:40;E;3.s;user=a queue=q ctime=1738000000 qtime=1738000000 etime=1738000000 start=0 Resource_List.ncpus=1 end=1738000600 Exit_status=-1
01/28/2025 10:46:40;E;2.s;user=a queue=q ctime=1738086400 qtime=1738086400 etime=1738086400 start=1738086400 exec_host=n/0 Resource_List.ncpus=1 end=1738086410 Exit_status=0
01/28/2025 10:46:40;S;4.s;user=a queue=q ctime=1738086400 qtime=1738086400 etime=1738086400 start=1738086400 exec_host=n/0 Resource_List.ncpus=1
01/28/2025 10:47:40;D;4.s;requestor=a
`, Options{})
	const want = `2: 1, 1738000000, 0, -, at 300, -, 4/-, -, 0, cancelled
4: 2, 1738000000, 0, 0, 600, -, 1/1, 1, 0, completed
7: 2+1, 1738086400, 0, 0, 10, -, 1/1, 1, 0, completed
6: 3, 1738000000, 0, -, at 600, -, 1/-, -, 0, cancelled
8: 4, 1738086400, 0, 0, 60, -, 1/1, 1, 0, cancelled
`
	if got := factsOf(log); got != want {
		t.Errorf("told %s\n%swant\n%s", toldOf(log), got, want)
	}
}

// The category of Grid Engine ends where the fields that follow begin, with colons in it or without; what a command line says is none.
// Runs of one job follow each other.
func TestCategoryOfGridEngine(t *testing.T) {
	line := func(category, task, behind string, start, failed int) string {
		return fmt.Sprintf("q:h:g:ann:j:7:sge:0:1000:%d:%d:%d:0:10%s:NONE:d:NONE:2:0:1.0:1.0:0.0:%s:0.000000:%s:5.000000%s\n", start, start+100, failed, strings.Repeat(":0", 17), category, task, behind)
	}
	const of45 = ":0:0"
	for text, want := range map[string]string{
		line("-q x -l h_rt=3600", "NONE", of45, 1010, 0):                                                     "3600 0",
		line("-q x -l h_rt=1:00:00,gpu=2", "NONE", of45, 1010, 0):                                            "3600 2",
		line("-l h_rt=3600,gpu=1", "NONE", ":0:0:NONE:NONE:0:0:h:/x:qsub -l gpu=4,h_rt=7200 x:9.0", 1010, 0): "3600 1",
		line("-l h_rt=3600 -soft -l gpu=2", "NONE", "", 1010, 0):                                             "3600 0",
		line("-l h_rt=24:00:00,s_rt=23:55:00", "NONE", of45, 1010, 0):                                        "86400 0",
	} {
		log := read(t, text, Options{})
		if len(log.Records) != 1 {
			t.Errorf("%s: %s", text, toldOf(log))
			continue
		}
		if r := log.Records[0]; fmt.Sprint(r.Limit, r.GPUs) != want {
			t.Errorf("%s: %d s, %d GPUs, want %s", text, r.Limit, r.GPUs, want)
		}
	}
	if log := read(t, line("-l h_rt=24:00:00,s_rt=23:55:00", "1.h2", of45, 1010, 0)+line("-", "NONE", of45, 1010, 25)+line("-", "NONE", of45, 1120, 0), Options{}); toldOf(log) != "step 1" ||
		factsOf(log) != "2: 7, 1000, 0, 10, 100, -, 2/2, -, 0, requeued\n3: 7, 1000, 110, 120, 100, -, 2/2, -, 0, completed\n" {
		t.Errorf("told %s\n%s", toldOf(log), factsOf(log))
	}
}

// Logs that are made to fill the memory, to take for ever or to be read as somebody else's.
func TestLogsThatMeanHarm(t *testing.T) {
	if log := read(t, plainHead+strings.Repeat("7_[0-999999]|2026-03-01T12:00:00|Unknown|Unknown|PENDING|1\n", 40), Options{}); len(log.Records) > 1_000_000 || log.remarks[arrayCut].Count != 39 {
		t.Errorf("%d records, %s", len(log.Records), toldOf(log))
	}
	if log := read(t, plainHead+"1|2026-03-01T12:00:00|2026-03-01T12:00:00|9999-12-31T23:59:59|COMPLETED|1\n", Options{}); toldOf(log) != "unreadable 2" {
		t.Errorf("a job that ends in the year 9999: %s", toldOf(log))
	}
	texts := strings.Repeat("Comment|", 900)
	read(t, texts+"JobID|Submit|Start|End|State|AllocCPUS\n"+strings.Repeat(strings.Repeat("|", 910)+"\n", 300), Options{})
	// The delimiter in a name: nobody knows whose job it is.
	if log := read(t, "JobID|Submit|Start|End|State|AllocCPUS|JobName|User|Account|Comment\n1|2026-03-01T12:00:00|2026-03-01T12:00:00|2026-03-01T13:00:00|COMPLETED|1|a|b|ann|lab|x\n", Options{}); toldOf(log) != "unreadable 2" {
		t.Errorf("%+v", log.Records)
	}
	for _, head := range []string{`{"format":"slurm","remarks":[{"kind":"unreadable","count":3,"lines":[9,3]}]}`, `{"format":"ann"}`, `{"format":"pbs","remarks":[{"kind":"unreadable","count":1,"lines":[],"reasons":["x"]}]}`} {
		if _, err := Read(strings.NewReader(copyMark+head+"\n"), "log", Options{}); err == nil || !strings.Contains(err.Error(), "a damaged copy") {
			t.Errorf("%s: %v", head, err)
		}
	}
}
