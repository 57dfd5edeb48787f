package accounting

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"backfill/engine/workload/workloadtest"
)

// copied is the copy of a log that can be read, and what is read of both.
func copied(t *testing.T, text string, o Options) (copy string, log, again *Log) {
	t.Helper()
	var b bytes.Buffer
	log, err := Copy(&b, strings.NewReader(text), "log", o)
	if err != nil {
		t.Fatal(err)
	}
	o.Columns = ""
	return b.String(), log, read(t, b.String(), o)
}

// A copy is read as the log is: the same runs in the same lines, and the same remarks, but for texts that are not in the copy.
func TestCopiesReadAlike(t *testing.T) {
	const rows = "1|2026-03-01T12:00:00|2026-03-01T12:01:00|2026-03-01T13:01:00|COMPLETED|4\n1.batch|||||\nx|||||\n2|2026\n" +
		"3|2026-03-01T12:00:00|2026-03-01T12:01:00|2026-03-01T13:01:00|CANCELLED by 12|4\n" + plainHead + "7_[1,3-5%2]|2026-03-01T12:00:00|Unknown|Unknown|PENDING|1\n"
	texts := map[string]string{"with a head": plainHead + rows, "without": rows}
	for _, run := range []string{"r1", "r4", "r7", "r11", "r12"} {
		for _, dump := range []string{"all", "steps", "dup"} {
			name := "slurm/" + run + "/sacct-" + dump + ".txt.gz"
			texts[name] = unzipped(t, name)
		}
	}
	for name, text := range texts {
		o := Options{}
		if name == "without" {
			o.Columns = "JobID,Submit,Start,End,State,AllocCPUS"
		}
		copy, log, again := copied(t, text, o)
		if name == "without" {
			for i := range again.Records {
				again.Records[i].Line--
			}
			for kind := range again.remarks {
				for i := range again.remarks[kind].Lines {
					again.remarks[kind].Lines[i]--
				}
			}
		}
		if !slices.Equal(log.Records, again.Records) || toldOf(log) != toldOf(again) || len(log.Records) == 0 {
			t.Errorf("%s: %d runs (%s), of the copy %d (%s)\n%.300s", name, len(log.Records), toldOf(log), len(again.Records), toldOf(again), copy)
		}
		if twice, _, _ := copied(t, copy, Options{}); twice != copy {
			t.Errorf("%s: the copy of the copy is another one", name)
		}
	}
}

// unzipped is the text of a log beside the checkout.
func unzipped(t *testing.T, name string) string {
	t.Helper()
	r, err := gzip.NewReader(workloadtest.OpenTrace(t, name))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if _, err := io.Copy(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// No name that stands anywhere in a log is in its copy, in what is told of it, or in its jobs: "secret" stands in each column in turn, by
// itself, behind and before what may stand there.
func TestNoNameIsCopied(t *testing.T) {
	row := map[string]string{"JobID": "12", "JobIDRaw": "12", "JobName": "a", "User": "u", "UID": "1001", "Group": "g", "GID": "100", "Account": "c", "Partition": "p", "QOS": "q",
		"Submit": "2026-03-01T12:00:00", "Eligible": "2026-03-01T12:00:00", "Start": "2026-03-01T12:00:00", "End": "2026-03-01T13:00:00", "Elapsed": "01:00:00", "ElapsedRaw": "3600",
		"Suspended": "00:00:00", "State": "COMPLETED", "Timelimit": "02:00:00", "TimelimitRaw": "120", "ReqCPUS": "1", "AllocCPUS": "1", "NCPUS": "1", "NNodes": "1", "ReqMem": "4G",
		"ReqTRES": "cpu=1,mem=4G,node=1", "AllocTRES": "cpu=1,mem=4G,node=1", "NodeList": "n1", "Flags": "SchedMain", "Comment": "c", "WorkDir": "/", "SubmitLine": "s", "WCKey": "w",
		"Reservation": "r", "Cluster": "c", "Reason": "None", "Constraints": "", "AdminComment": "", "SystemComment": "", "Container": "", "Licenses": "l", "Extra": "e", "StdOut": "o"}
	var columns []string
	for name := range row {
		columns = append(columns, name)
	}
	slices.Sort(columns)
	line := func(change, value string) string {
		var fields []string
		for _, name := range columns {
			if name == change {
				fields = append(fields, value)
			} else {
				fields = append(fields, row[name])
			}
		}
		return strings.Join(fields, "|") + "\n"
	}
	head := strings.Join(columns, "|") + "\n"
	for _, name := range columns {
		for _, value := range []string{"secret", row[name] + "secret", "secret" + row[name], row[name] + " secret", row[name] + ".secret", row[name] + ",secret=1", row[name] + ",gres/secret=1", row[name] + "|secret",
			row[name] + "\nsecret", "7_[1,3%secret]", "7_[1,3...secret]", "CANCELLED by secret", row[name] + "secret.gz"} {
			text := head + line(name, value) + line("", "")
			copy, log, _ := copied(t, text, Options{})
			w, report, err := log.Workload("log", "UTC")
			if err != nil {
				t.Fatal(err)
			}
			if all := copy + fmt.Sprintf("%+v %+v %+v", log.Records, *w, *report); strings.Contains(strings.ToLower(all), "secret") {
				t.Errorf("%q in %s: %s", value, name, copy)
			}
		}
	}
}
