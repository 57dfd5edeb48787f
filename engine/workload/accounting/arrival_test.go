package accounting

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"backfill/engine"
)

// Of jobs that were submitted at 1000 s: when they come, and whether they depend on others then.
func TestArrivals(t *testing.T) {
	met := func(at int64) awaited { return awaited{any: true, met: at} }
	for _, c := range []struct {
		what     string
		eligible int64
		waited   awaited
		want     arrival
	}{
		{"nothing keeps it", 1000, awaited{}, arrival{1000, false, remarkKinds}},
		{"held", 5000, awaited{}, arrival{5000, false, remarkKinds}},
		{"held when the log ends", Unknown, awaited{}, arrival{Unknown, false, neverEligible}},

		{"the other job ended at 3000 s, which was seen 3 s later", 3003, met(3000), arrival{1000, true, remarkKinds}},
		{"the same, seen 2 min later", 3120, met(3000), arrival{1000, true, remarkKinds}},
		{"held until later", 3121, met(3000), arrival{3121, false, heldDependent}},
		{"somebody changed what it waits for", 2999, met(3000), arrival{2999, false, heldDependent}},
		{"the other job had ended before", 1000, met(400), arrival{1000, true, remarkKinds}},
		{"the other job had ended before, but it was held", 1500, met(400), arrival{1500, false, heldDependent}},
		{"it came although the other job failed", 3000, awaited{any: true, never: true, met: unmet}, arrival{3000, false, heldDependent}},
		{"the other job runs still, by the log", 3000, met(unmet), arrival{3000, false, heldDependent}},

		{"it waits for one job or another", 3003, awaited{any: true, others: true, met: 3000}, arrival{3003, false, otherDependency}},
		{"the log does not have the other job", 3003, awaited{any: true, lost: true}, arrival{3003, false, lostDependency}},

		{"the other job runs when the log ends", Unknown, met(unmet), arrival{1000, true, remarkKinds}},
		{"the other job is known to have failed", Unknown, awaited{any: true, never: true, met: unmet}, arrival{Unknown, false, neverEligible}},
		{"the other job ended, so that it is held", Unknown, met(3000), arrival{Unknown, false, neverEligible}},
		{"the log ends, and does not have the other job", Unknown, awaited{any: true, lost: true, met: unmet}, arrival{Unknown, false, neverEligible}},
	} {
		r := Record{Submit: 1000, Eligible: c.eligible}
		if got := arrivalOf(&r, c.waited); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.what, got, c.want)
		}
	}
}

const submitHead = "JobID|JobIDRaw|JobName|User|Submit|Eligible|Start|End|State|AllocCPUS|TimelimitRaw|SubmitLine\n"

// submitted is a row of that table: times are minutes of an hour, "" those that there are not.
func submitted(id, raw, name, submit, eligible, start, end, state, line string) string {
	at := func(minute string) string {
		if minute == "" {
			return "Unknown"
		}
		return "2026-03-01T12:" + minute + ":00"
	}
	return strings.Join([]string{id, raw, name, "ann", at(submit), at(eligible), at(start), at(end), state, "1", "10", line}, "|") + "\n"
}

// A log that begins at 12:00, in minutes:
//
//   - 1 ran from 1 to 11, 2 from 0 to 5 and failed, 3 waits, 4 was cancelled before it started.
//   - 5 waited for the end of 1, which was seen a minute later. 6 waited for that 2 failed and for the start of 1 with 2 min. 7 waited for 4, which is
//     not simulated, 8 for 99, which is not there, and could start at 20. 9 waited for 2 and was held until 30.
//   - 10 waits for 3, and 11 for 10 and 3; nobody knows how long. 12 waits for the success of 2, which failed. 13 waits for any of two.
//   - The tasks of 20 waited for all tasks of 14, of which one has the number 15, which 16 waited for. Task 2 of 20 had to wait for
//     that 1 had ended, as only one runs at once: it waited 4 min longer, so that it comes when its turn had come. Tasks of 22 waited for the tasks of 14 with their numbers; 14 has no task 3.
func TestWorkloadOfDependencies(t *testing.T) {
	text := submitHead +
		submitted("1", "1", "a", "00", "00", "01", "11", "COMPLETED", "sbatch a.sh") +
		submitted("2", "2", "a", "00", "00", "00", "05", "FAILED", "sbatch a.sh") +
		submitted("3", "3", "a", "00", "00", "", "", "PENDING", "sbatch a.sh") +
		submitted("4", "4", "a", "00", "00", "", "02", "CANCELLED", "sbatch a.sh") +
		submitted("5", "5", "a", "02", "12", "15", "16", "COMPLETED", "sbatch -d afterok:1 a.sh") +
		submitted("6", "6", "a", "02", "05", "06", "07", "COMPLETED", "/usr/bin/sbatch --dep afternotok:2,after:1+2 a.sh") +
		submitted("7", "7", "a", "02", "03", "04", "05", "COMPLETED", "sbatch --dependency=afterany:4 a.sh") +
		submitted("8", "8", "a", "02", "20", "24", "25", "COMPLETED", "sbatch --dependency afterany:99 a.sh") +
		submitted("9", "9", "a", "02", "30", "34", "35", "COMPLETED", "sbatch -d2 a.sh") +
		submitted("10", "10", "a", "03", "", "", "", "PENDING", "sbatch -d afterany:3 a.sh") +
		submitted("11", "11", "a", "03", "", "", "", "PENDING", "sbatch -d afterok:10:3 a.sh") +
		submitted("12", "12", "a", "03", "", "", "", "PENDING", "sbatch -d afterok:2 a.sh") +
		submitted("13", "13", "a", "03", "11", "12", "13", "COMPLETED", "sbatch -d afterok:1?afterok:2 a.sh") +
		submitted("14_1", "15", "a", "04", "04", "04", "06", "COMPLETED", "sbatch -a1-2 a.sh") +
		submitted("14_2", "14", "a", "04", "04", "05", "08", "COMPLETED", "sbatch -a1-2 a.sh") +
		submitted("16", "16", "a", "05", "06", "07", "08", "COMPLETED", "sbatch -d afterok:15 a.sh") +
		submitted("20_1", "21", "a", "05", "08", "09", "12", "COMPLETED", "sbatch --array=1-2%1 -d afterany:14 a.sh") +
		submitted("20_2", "20", "a", "05", "12", "13", "15", "COMPLETED", "sbatch --array=1-2%1 -d afterany:14 a.sh") +
		submitted("22_2", "23", "a", "05", "08", "10", "12", "COMPLETED", "sbatch --array=2-3 -d aftercorr:14 a.sh") +
		submitted("22_3", "22", "a", "05", "08", "11", "12", "COMPLETED", "sbatch --array=2-3 -d aftercorr:14 a.sh")
	log := read(t, text, Options{})
	w, report, err := log.Workload("log", "UTC", nil)
	if err != nil {
		t.Fatal(err)
	}
	number := func(row int32) int64 { return w.Number[row] }
	var got []string
	for _, d := range w.Dependencies {
		text := fmt.Sprintf("%d on %d", number(d.Job), number(d.On))
		if d.Started {
			text += fmt.Sprintf(" started, %d min", d.Delay/engine.Minute)
		}
		if d.Completed {
			text += " completed"
		}
		got = append(got, text)
	}
	want := []string{"5 on 1 completed", "6 on 2", "6 on 1 started, 2 min", "10 on 3", "11 on 10 completed", "11 on 3 completed", "16 on 15 completed",
		"21 on 15", "21 on 14", "23 on 14 completed"}
	if !slices.Equal(got, want) {
		t.Errorf("dependencies\n%q, want\n%q", got, want)
	}
	got = nil
	for j, job := range w.Jobs {
		minutes := func(at engine.Time) string {
			if at < 0 {
				return "-"
			}
			return fmt.Sprint(int64(at / engine.Minute))
		}
		got = append(got, fmt.Sprintf("%d: %s %s %s", number(int32(j)), minutes(job.Submit), minutes(w.Entered[j]), minutes(w.Wait[j])))
	}
	// When each comes, when it was entered if that was earlier or it waits for others, and how long it waited from then on.
	want = []string{"1: 0 - 1", "2: 0 - 0", "3: 0 - -", "5: 2 2 13", "6: 2 2 4", "7: 3 2 1", "10: 3 3 -", "11: 3 3 -", "15: 4 - 0", "14: 4 - 1", "16: 5 5 2", "21: 5 5 4", "23: 5 5 5",
		"22: 8 5 3", "13: 11 3 1", "20: 12 5 1", "8: 20 2 4", "9: 30 2 4"}
	if !slices.Equal(got, want) {
		t.Errorf("arrivals\n%q, want\n%q", got, want)
	}
	for j := range w.Jobs {
		d := w.DemandOf(int32(j))
		if task := number(int32(j)) >= 20; (d.MostTasks == 1) != (number(int32(j)) == 20 || number(int32(j)) == 21) || task && w.Array[j] < 20 {
			t.Errorf("job %d is of array %d, %d tasks at once", number(int32(j)), w.Array[j], d.MostTasks)
		}
	}
	var remarks []string
	for _, r := range report.Remarks {
		remarks = append(remarks, r.Kind+" "+strings.Trim(fmt.Sprint(r.Lines), "[]"))
	}
	if got, want := strings.Join(remarks, "; "), "neverStarted 5; neverEligible 13; stillWaits 4 11 12; otherDependency 14; lostDependency 8 9 21; heldDependent 10 19"; got != want {
		t.Errorf("told is %s, want %s", got, want)
	}
	if last := report.Notes[len(report.Notes)-1]; last != "jobs that wait for others, as the commands with which they were submitted say: 7, for 10 starts and ends" {
		t.Errorf("note %q", last)
	}
}

// Without command lines, only the row of tasks that wait tells how many run at once: for all of them.
func TestThrottleOfWaitingTasks(t *testing.T) {
	log := read(t, plainHead+"7_1|2026-03-01T12:00:00|2026-03-01T12:01:00|2026-03-01T13:01:00|COMPLETED|4\n7_[2-3%2]|2026-03-01T12:00:00|Unknown|Unknown|PENDING|1\n"+
		"8_[2-3]|2026-03-01T12:00:00|Unknown|Unknown|PENDING|1\n", Options{})
	var got []int32
	for _, r := range log.Records {
		got = append(got, r.Throttle)
	}
	if !slices.Equal(got, []int32{2, 2, 2, 0, 0}) {
		t.Errorf("throttles %v", got)
	}
}

// Jobs of one name and user: 1 runs from 0 to 10, 2 from 1 to 3. 3 waits for both, 4 is no singleton, 5 waits for 4 and for 3, which waits for all before; 2 had ended
// when it was submitted. 6 has another name, 7 was cancelled while it waited. The two tasks of 8 wait for 5, and the second one for the first. For 9, 5 has ended, but
// not the tasks of 8. What another user has called alike does not count.
func TestSingletons(t *testing.T) {
	const line = "sbatch -d singleton a.sh"
	text := submitHead +
		submitted("1", "1", "a", "00", "00", "00", "10", "COMPLETED", "sbatch a.sh") +
		submitted("2", "2", "a", "01", "01", "01", "03", "COMPLETED", "sbatch a.sh") +
		strings.Replace(submitted("50", "50", "a", "00", "00", "00", "59", "COMPLETED", "sbatch a.sh"), "ann", "bob", 1) +
		submitted("3", "3", "a", "02", "10", "10", "12", "COMPLETED", line) +
		submitted("4", "4", "a", "03", "03", "20", "22", "COMPLETED", "sbatch a.sh") +
		submitted("5", "5", "a", "04", "22", "22", "23", "COMPLETED", line) +
		submitted("6", "6", "b", "04", "04", "22", "30", "COMPLETED", "sbatch a.sh") +
		submitted("7", "7", "a", "04", "", "", "05", "CANCELLED", "sbatch a.sh") +
		submitted("8_1", "8", "a", "05", "23", "23", "25", "COMPLETED", line) +
		submitted("8_2", "9", "a", "05", "25", "25", "30", "COMPLETED", line) +
		submitted("10", "10", "a", "24", "30", "30", "31", "COMPLETED", "sbatch -d afterany:6,singleton a.sh")
	log := read(t, text, Options{})
	var got []string
	for i := range log.Records {
		if r := &log.Records[i]; r.Depends > 0 {
			got = append(got, fmt.Sprintf("%d %s", r.Raw, waits(log, r)))
		}
	}
	want := []string{"3 afterany:1,afterany:2", "5 afterany:3,afterany:4", "8 afterany:5", "9 afterany:8_1", "10 afterany:6,afterany:8_2"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	// Without names nobody knows.
	log = read(t, strings.Replace(text, "JobName", "Extra", 1), Options{})
	if r := log.Records[2]; waits(log, &r) != "?:0" {
		t.Errorf("%+v waits for %s", r, waits(log, &r))
	}
}
