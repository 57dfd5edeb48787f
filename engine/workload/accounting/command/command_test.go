package command

import (
	"fmt"
	"strings"
	"testing"
)

// What is read of command lines, as far as they can be told apart.
func TestSubmitLines(t *testing.T) {
	for line, want := range map[string]string{
		"sbatch --parsable -J a -o /dev/null -t 2 -n1 --dependency=afterok:7 --nice=200 -a1-12%3 --wrap sleep -d 5": "afterok:7|1-12%3||a|200|false|false",
		"/opt/slurm/bin/srun -W 5 --nice -L m:2,n --no-requeue --exclusive ./run --dependency=3":                    "||m:2,n||100|true|true",
		"salloc -HQd5 --exclusive=user --requeue --no-requeue --requeue":                                            "5||||0|false|false",
		"sbatch -W --job-name b --mem 4G --array 3 script --nice":                                                   "|3||b|0|false|false",
		"sbatch --nice=-50 --dep=singleton --lic=x -- --nice":                                                       "singleton||x||-50|false|false",
		"sbatch --comment=my job --nice=5":                                                                          "||||0|false|false", // "job" may be the script
		"sbatch --nic=7 --wait --nice=6":                                                                            "||||6|false|false",
		"srun --wait 7 --nice=6":                                                                                    "||||6|false|false",
		"sbatch --wrap hostname --nice=5":                                                                           "||||0|false|false", // of which command, nobody knows
		"sbatch --frobnicate --nice=5":                                                                              "||||0|false|false", // may have a value, which --nice=5 is then
		"sbatch --no --nice=5":                                                                                      "||||0|false|false", // several begin so
		"python submit.py --nice=5":                                                                                 "||||0|false|false",
		"sbatch --dependency":                                                                                       "||||0|false|false",
		"sbatch -n":                                                                                                 "||||0|false|false",
		"sbatch --nice=x -k -n 2 -I60 -q normal -x n1 -L a":                                                         "||a||0|false|false",
		"": "||||0|false|false",
	} {
		l := Read([]byte(line))
		if got := fmt.Sprintf("%s|%s|%s|%s|%d|%v|%v", l.Dependency, l.Array, l.Licences, l.Name, l.Nice, l.Once, l.Whole); got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
}

func TestDependenciesAsWritten(t *testing.T) {
	for text, want := range map[string]string{
		"afterok:20:21,afterany:23":    "afterok:20,afterok:21,afterany:23",
		"after:20+5:21_3,30":           "after:20+5,after:21_3,afterany:30",
		"AfterCorr:7,afternotok:8_*":   "aftercorr:7,afternotok:8",
		"afterok:1?afterany:2":         "?:0",
		"expand:5":                     "?:0",
		"afterburstbuffer:5,afterok:4": "?:0",
		"afterok:x":                    "?:0",
		"afterok:5+1":                  "?:0",
		"after:5+99999999":             "?:0",
		"afterok":                      "?:0",
		"":                             "",
	} {
		list, singleton := ReadDependencies([]byte(text))
		if got := words(list); got != want || singleton {
			t.Errorf("%s: %s, %v", text, got, singleton)
		}
	}
	if list, singleton := ReadDependencies([]byte("afterok:4,singleton")); len(list) != 1 || !singleton {
		t.Errorf("%v, %v", list, singleton)
	}
}

// Time limits as people type them, in s.
func TestLimitsAsTyped(t *testing.T) {
	for text, want := range map[string]int32{"10": 600, "10:30": 630, "2:00:01": 7201, "1-2": 26 * 3600, "1-2:30": 26*3600 + 1800, "0-00:05:07": 307, "": 0, "UNLIMITED": 0, "1-": 0, "1:2:3:4": 0, "-5": 0,
		"99999999999": 0, "35791394": 35791394 * 60, "35791395": 0} {
		if got := Limit([]byte(text)); got != want {
			t.Errorf("%s: %d s, want %d", text, got, want)
		}
	}
}

// words writes dependencies as people do.
func words(list []Dependency) string {
	var parts []string
	for _, d := range list {
		part := fmt.Sprintf("%s:%d", [...]string{"after", "afterany", "afterok", "afternotok", "aftercorr", "?"}[d.Kind], d.Job)
		if d.Task >= 0 {
			part += fmt.Sprintf("_%d", d.Task)
		}
		if d.Delay > 0 {
			part += fmt.Sprintf("+%d", d.Delay/60)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ",")
}

// Licences of options and among resources.
func TestLicences(t *testing.T) {
	for _, c := range []struct{ text, separator, prefix, want string }{
		{"matlab:2,ansys@server,matlab", ":", "", "matlab 2 ansys@server 1 matlab 1"},
		{"cpu=4,license/matlab=3,mem=4G,license/x=0", "=", "license/", "matlab 3"},
		{"cpu=4", "=", "license/", ""},
		{"(null)", ":", "", ""},
		{"a|b", ":", "", ""},
		{":2,a:x,,b", ":", "", "b 1"},
	} {
		var got []string
		for _, l := range Licences([]byte(c.text), []byte(c.separator), []byte(c.prefix)) {
			got = append(got, fmt.Sprintf("%s %d", l.Name, l.Count))
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
}
