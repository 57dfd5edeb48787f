package transform

import (
	"errors"
	"io"
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/workload"
	"backfill/engine/workload/workloadtest"
)

// listed applies the transformation with a file of that content.
func listed(t *testing.T, w *engine.Workload, content string) (*engine.Workload, []string, error) {
	t.Helper()
	return workloadtest.Apply(t, Bandwidth, `{"file": "d.csv"}`, w, workload.Inputs{Open: func(name string) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(content)), nil
	}})
}

func TestListedBandwidth(t *testing.T) {
	w := workloadtest.FourJobs()
	w.Number = []int64{10, 20, 30, 20} // a log may repeat a number
	w.Network = []int32{1, 2, 3, 4}
	out, notes, err := listed(t, w, "job,bandwidth\n99,5\n20,2000\n30,-\n")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int32{-1, 2000, -1, 2000}, out.Bandwidth); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(w.Network, out.Network); diff != "" {
		t.Errorf("a column that the file does not have (-want +got):\n%s", diff)
	}
	if want := "3 of 4 jobs have a row in d.csv; the others ask for no bandwidth"; len(notes) != 1 || notes[0] != want {
		t.Errorf("notes %q, want %q", notes, want)
	}

	out, notes, err = listed(t, w, "network,bandwidth\n7,1\n8,2\n-,3\n9,4\n") // in the order of the jobs
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([][]int32{{1, 2, 3, 4}, {7, 8, -1, 9}}, [][]int32{out.Bandwidth, out.Network}); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if want := "4 of 4 jobs have a row in d.csv"; notes[0] != want {
		t.Errorf("notes %q, want %q", notes, want)
	}

	for content, want := range map[string]string{
		"bandwidth\n1\n2\n3\n":    "d.csv: 3 rows for 4 jobs; without a column “job” as many rows as jobs are accepted",
		"job,bandwidth\n1,2000\n": "d.csv: no row is about a job of the workload, such as job 10; numbers of its jobs in the column “job” are accepted",
		"bandwidth\nx\n":          `d.csv:2: column 1: "x": a number from 0 to 1000000000 MB/s is accepted`,
	} {
		if _, _, err := listed(t, w, content); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", content, err, want)
		}
	}
}

// A file and random demands exclude each other, and only those differ between replications.
func TestBandwidthFromAFileOrAtRandom(t *testing.T) {
	missing := workload.Inputs{Open: func(string) (io.ReadCloser, error) { return nil, fs.ErrNotExist }}
	for fields, want := range map[string]string{
		`{"file": "d.csv", "high": 0.5}`:    "/high: 0.5: stands beside a file, which says what each job asks for; one of the two is accepted",
		`{"file": "d.csv", "medium": 0.2}`:  "/medium: 0.2: stands beside a file, ",
		`{"file": "d.txt"}`:                 `/file: "d.txt": a name that ends in .csv or .csv.gz is accepted`,
		`{"file": "d.CSV.gz", "high": 0.8}`: "/file: d.CSV.gz: the file cannot be opened: file does not exist",
	} {
		_, _, err := workloadtest.Apply(t, Bandwidth, fields, workloadtest.FourJobs(), missing)
		var wrong *param.Error
		if !errors.As(err, &wrong) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", fields, err, want)
		}
	}
	for fields, want := range map[string]bool{`{}`: true, `{"high": 1}`: true, `{"file": "d.csv"}`: false} {
		if got := Bandwidth.Differs(workloadtest.Checked(t, Bandwidth.Params, fields)); got != want {
			t.Errorf("%s: replications differ: %v", fields, got)
		}
	}
}
