package accounting

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"backfill/engine/workload/workloadtest"
)

// copyOf is the copy of a log that can be read, what is read of both, and the names in the log.
func copyOf(t *testing.T, text string, o Options) (copy string, log, again *Log, names Legend) {
	t.Helper()
	var b bytes.Buffer
	parsed, err := Copy(&b, strings.NewReader(text), "log", o)
	if err != nil {
		t.Fatal(err)
	}
	return b.String(), read(t, text, o), read(t, b.String(), Options{Zone: o.Zone}), parsed.Legend
}

// A copy is read as the log is: the same runs of the same lines, and the same remarks. In another zone, too, where local times that were
// shown twice are told apart by how long a run took.
func TestCopiesReadAlike(t *testing.T) {
	knowZones(t)
	const rows = "1|2026-03-01T12:00:00|2026-03-01T12:01:00|2026-03-01T13:01:00|COMPLETED|4\n1.batch|||||\nx|||||\n2|2026\n" +
		"3|2026-03-01T12:00:00|2026-03-01T12:01:00|2026-03-01T13:01:00|CANCELLED by 12|4\n" + plainHead + "7_[1,3-5%2]|2026-03-01T12:00:00|Unknown|Unknown|PENDING|1\n"
	texts := map[string]string{"with a head": plainHead + rows, "without": rows, "lists of partitions": partitionRows,
		"commands": submitHead + submitted("1", "1", "a", "00", "00", "00", "10", "COMPLETED", "sbatch -L m:2,n --nice=-5 --no-requeue a.sh") + submitted("2_1", "2", "a", "01", "10", "10", "12", "COMPLETED", "sbatch -d after:1+3,singleton -a1-2%1 --exclusive a.sh") +
			submitted("3_[4-6%2]", "3", "a", "02", "", "", "", "PENDING", "sbatch -d afternotok:9?afterok:1 -L n a.sh") + submitted("4", "4", "b", "02", "12", "12", "13", "COMPLETED", "sbatch -d aftercorr:2_1 a.sh"),
		"two hours": "JobID|Submit|Start|End|ElapsedRaw|State|AllocCPUS\n1|2026-10-25T00:00:00|2026-10-25T02:30:00|2026-10-25T02:40:00|4200|COMPLETED|1\n2|2026-03-29T01:00:00|2026-03-29T01:30:00|2026-03-29T03:30:00|3600|COMPLETED|1\n"}
	for _, run := range []string{"r1", "r4", "r7", "r11", "r12"} {
		for _, dump := range []string{"all", "steps", "dup"} {
			name := "slurm/" + run + "/sacct-" + dump + ".txt.gz"
			texts[name] = unzipped(t, name)
		}
	}
	for name, text := range texts {
		for _, zone := range []string{"UTC", "Europe/Berlin"} {
			o := Options{Zone: zone}
			if name == "without" {
				o.Columns = "JobID,Submit,Start,End,State,AllocCPUS"
			}
			copy, log, again, _ := copyOf(t, text, o)
			if !slices.Equal(log.Records, again.Records) || !reflect.DeepEqual(log.HostLists, again.HostLists) || toldOf(log) != toldOf(again) || len(log.Records) == 0 || log.Lines != again.Lines {
				t.Errorf("%s: %d runs (%s), of the copy %d (%s)\n%.300s", name, len(log.Records), toldOf(log), len(again.Records), toldOf(again), copy)
			}
			if twice, _, _, _ := copyOf(t, copy, Options{}); twice != copy {
				t.Errorf("%s: the copy of the copy is another one", name)
			}
		}
	}
}

// Lines of copies that were made earlier have fewer numbers, or zeros at their end.
func TestOldCopies(t *testing.T) {
	copy, log, _, _ := copyOf(t, plainHead+"1|2026-03-01T12:00:00|2026-03-01T12:01:00|2026-03-01T13:01:00|COMPLETED|4\n", Options{})
	for _, old := range []string{copy, strings.TrimSuffix(copy, "\n") + " 0\n"} {
		if again := read(t, old, Options{}); !slices.Equal(log.Records, again.Records) {
			t.Errorf("%s\nis read as %+v", old, again.Records)
		}
	}
	if _, line, _ := strings.Cut(copy, "\n"); strings.Count(line, " ") != leastColumns-1 {
		t.Errorf("%q has other numbers than the oldest copies", line)
	}
}

// The jobs of a copy have the same accounts as those of the log, though a copy has no names.
func TestCopiesHaveAccounts(t *testing.T) {
	const text = "JobID|Account|Group|Submit|Start|End|State|AllocCPUS\n1|physics|staff|2026-03-01T12:00:00|2026-03-01T12:01:00|2026-03-01T13:01:00|COMPLETED|4\n" +
		"2|biology|staff|2026-03-01T12:00:00|2026-03-01T12:01:00|2026-03-01T13:01:00|COMPLETED|4\n3||staff|2026-03-01T12:00:00|2026-03-01T12:01:00|2026-03-01T13:01:00|COMPLETED|4\n"
	_, log, again, _ := copyOf(t, text, Options{Zone: "UTC"})
	for _, l := range []*Log{log, again} {
		w, _, err := l.Workload("log", "UTC", nil)
		if err != nil {
			t.Fatal(err)
		}
		if want := []int32{1, 2, Unknown}; !slices.Equal(w.Group, want) {
			t.Errorf("the groups are %v, want the accounts %v", w.Group, want)
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
		"ReqTRES": "cpu=1,mem=4G,node=1", "AllocTRES": "cpu=1,mem=4G,node=1", "NodeList": "n1", "Flags": "SchedMain", "Comment": "c", "WorkDir": "/", "SubmitLine": "sbatch -L m:2 -d afterok:11,singleton --nice=3 s.sh", "WCKey": "w",
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
		values := []string{"secret", "sbatch -J secret -d singleton s.sh", "sbatch -d secret:5 s.sh", "sbatch -d afterok:5secret s.sh", "sbatch -L secret:2 -a secret%2 secret.sh", "secret:2"}
		for _, value := range append(values, row[name]+"secret", "secret"+row[name], row[name]+" secret", row[name]+".secret", row[name]+",secret=1", row[name]+",gres/secret=1", row[name]+"|secret",
			row[name]+"\nsecret", "7_[1,3%secret]", "7_[1,3...secret]", "CANCELLED by secret", row[name]+"secret.gz") {
			text := head + line(name, value) + line("", "")
			copy, log, _, _ := copyOf(t, text, Options{})
			w, report, err := log.Workload("log", "UTC", nil)
			if err != nil {
				t.Fatal(err)
			}
			if all := copy + fmt.Sprintf("%+v %+v %+v %+v %+v", log.Records, log.DependencyLists, log.LicenceLists, *w, *report); strings.Contains(strings.ToLower(all), "secret") {
				t.Errorf("%q in %s: %s", value, name, copy)
			}
		}
	}
}

// Nor is any that stands in a record of another batch system: each text in it is "secret".
func TestNoNameOfOtherFormatsIsCopied(t *testing.T) {
	replace := func(file, pattern, by string) string {
		text, err := os.ReadFile("testdata/" + file)
		if err != nil {
			t.Fatal(err)
		}
		return regexp.MustCompile(pattern).ReplaceAllString(string(text), by)
	}
	pbs := regexp.MustCompile(`=[a-zA-Z_][^ ;\n]*|"[^"]*"|n\d+/`).ReplaceAllStringFunc(replace("pbs.txt", `\.server`, ".secret"), func(s string) string {
		return map[byte]string{'=': "=secret", '"': `"secret person"`, 'n': "secret/"}[s[0]]
	})
	lsf := regexp.MustCompile(`"[^"]*"`).ReplaceAllStringFunc(replace("lsf.txt", `""[^"]+""`, ""), func(s string) string {
		if s == `"JOB_FINISH"` {
			return s
		}
		return `"secret"`
	})
	for name, text := range map[string]string{"pbs": pbs, "lsf": lsf, "grid-engine": strings.ReplaceAll(replace("gridengine.txt", `(?m)[a-zA-Z][a-zA-Z.]*`, "secret"), ":secret:0.000000:0:0", ":NONE:0.000000:0:0"),
		"table": "id,owner,project,queue,submitted,started,ended,cores,secret\n1,\"secret, ann\",secret,secret,1,2,3,4,secret\n"} {
		if name == "grid-engine" {
			text = "# Version: 6\n" + text
		}
		copy, log, _, names := copyOf(t, text, Options{})
		w, report, err := log.Workload("log", "UTC", nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if all := copy + fmt.Sprintf("%+v %+v %+v", log.Records, *w, *report); strings.Contains(strings.ToLower(all), "secret") || len(names[Users]) == 0 || len(log.Records) < 1 {
			t.Errorf("%s: %d names, %d records: %.2000s", name, len(names[Users]), len(log.Records), all)
		}
	}
}
