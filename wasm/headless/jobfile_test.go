package main

import (
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// The job table has what the lines of the log have, field by field: "" for -1, the memory that was used where none was requested, and
// the name that the header gives to a queue.
func TestJobTableHasTheFieldsOfTheLog(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	maybe := func(most int) int { return random.IntN(most+2) - 1 } // -1: unknown
	var log strings.Builder
	log.WriteString("; MaxProcs: 4\n; Queue: 1 night, \"long\"\n")
	lines := map[string][]int{} // fields by job number
	for i := range 200 {
		f := []int{3*i + 5, 10 * i, maybe(500), 1 + random.IntN(100), 2, maybe(9), maybe(900), 1 + random.IntN(4), 200, maybe(900), 1,
			maybe(9), maybe(9), maybe(9), maybe(2), maybe(3), maybe(3*i + 2), maybe(60)}
		for k, v := range f {
			if (k == 6 || k == 9 || k == 16) && v == 0 {
				f[k] = -1 // no memory and no job 0
			}
			fmt.Fprint(&log, f[k], " ")
		}
		log.WriteString("\n")
		lines[strconv.Itoa(f[0])] = f
	}
	dir := folder(t, map[string]string{"log.swf": log.String(), "s.json": `{"version": 1, "machine": {"kind": "cluster", "processors": 4}, "policies": [{"kind": "easy"}],
		"workload": {"kind": "swf", "file": "log.swf"}}`})
	jobs := filepath.Join(dir, "jobs.csv")
	mustRun(t, "run", "-jobs", jobs, filepath.Join(dir, "s.json"))
	file, err := os.Open(jobs)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 201 || len(rows[0]) != 26 || strings.Join(rows[0][15:18], " ") != "user group executable" {
		t.Fatalf("%d rows with the head %q", len(rows), rows[0])
	}
	for _, row := range rows[1:] {
		f, cells := lines[row[2]], map[string]string{}
		for i, name := range rows[0] {
			cells[name] = row[i]
		}
		known := func(v int) string {
			if v < 0 {
				return ""
			}
			return strconv.Itoa(v)
		}
		memory, name := f[9], ""
		if memory < 0 {
			memory = f[6]
		}
		if f[14] == 1 {
			name = `night, "long"`
		}
		for column, want := range map[string]string{
			"user": known(f[11]), "group": known(f[12]), "executable": known(f[13]), "queue": known(f[14]), "queue_name": name,
			"partition": known(f[15]), "memory": known(memory), "recorded_wait": known(f[2]), "full_run_time": known(f[3]),
			"preceding_job": known(f[16]), "think_time": known(f[17]),
		} {
			if cells[column] != want {
				t.Errorf("job %s has the %s %q, its line %d", row[2], column, cells[column], f)
			}
		}
	}
}
