package actions

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/param"
)

// columns are some that actions have.
var columns = []param.Param{
	{Name: "at", Kind: param.Number, Required: true}, {Name: "do", Kind: param.Choice, Choices: []string{"hold", "drain"}, Required: true},
	{Name: "jobs", Kind: param.Ranges, Max: 1e15}, {Name: "tasks", Kind: param.Ranges, Max: 1e9}, {Name: "nodes", Kind: param.Text}, {Name: "partition", Kind: param.Integer},
	{Name: "length", Kind: param.Number}, {Name: "number", Kind: param.Integer}, {Name: "in", Kind: param.Number}, {Name: "qos", Kind: param.Integer}, {Name: "limits", Kind: param.Text},
}

// names are those of a log that begins at midnight of 26 November 2026, with the partition gpu as number 3, on nodes that are numbered.
var names = &Names{
	Instant: func(text string) (engine.Time, error) {
		clock, is := strings.CutPrefix(text, "2026-11-26")
		var h, m, s engine.Time
		if n, _ := fmt.Sscanf(clock[min(1, len(clock)):], "%d:%d:%d", &h, &m, &s); !is || n != 3 {
			return 0, errors.New(text + ": a date is accepted")
		}
		return h*engine.Hour + m*engine.Minute + s*engine.Second, nil
	},
	Node: func(name string) (string, error) {
		if number, is := strings.CutPrefix(name, "cn"); is {
			return "n" + number, nil
		}
		return "", errors.New("no node " + name)
	},
	Number: func(column, name string) (int64, bool) { return 3, column == "partition" && name == "gpu" },
}

func TestRead(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"a line": {"at,do,jobs\n10,hold,12\n", `[{"at":10,"do":"hold","jobs":"12"}]`},
		"any order, capitals, blank lines, a comment, Windows": {"\xef\xbb\xbf# by hand\r\n\r\nDo,Jobs,AT\r\nHOLD,12,10.5\r\n\r\n,,\r\nhold,13\t,11\r\n", `[{"at":10.5,"do":"hold","jobs":"12"},{"at":11,"do":"hold","jobs":"13"}]`},
		"semicolons":       {"at;do;nodes\n10;drain;cn1,cn[2-3,7]\n", `[{"at":10,"do":"drain","nodes":"n[1-3,7]"}]`},
		"tabs, cells left": {"at\tdo\tjobs\tnodes\n1\thold\t12\n2\tdrain\t-\tcn4\n", `[{"at":1,"do":"hold","jobs":"12"},{"at":2,"do":"drain","nodes":"n4"}]`},
		"quotes":           {"at,do,\"jobs\",limits\n10,hold,\"12, 3-7\",\"a \"\"b\"\"\"\n", `[{"at":10,"do":"hold","jobs":"12, 3-7","limits":"a \"b\""}]`},
		"dates":            {"at,do,jobs\n2026-11-26 10:00:01,hold,1\n2026-11-26T00:01:00,hold,2\n", `[{"at":36001,"do":"hold","jobs":"1"},{"at":60,"do":"hold","jobs":"2"}]`},
		// 1 h 30 min are 5400 s; 2 d 1 h 1 min 1 s are 172800 + 3661 s.
		"lengths":                    {"at,do,length,in\n0,drain,1:30:00,45\n0,drain,2-01:01:01,100:00:00\n", `[{"at":0,"do":"drain","in":45,"length":5400},{"at":0,"do":"drain","in":360000,"length":176461}]`},
		"names":                      {"at,do,partition,qos\n0,drain,gpu,7\n0,drain,4,\n", `[{"at":0,"do":"drain","partition":3,"qos":7},{"at":0,"do":"drain","partition":4}]`},
		"tasks of arrays":            {"at,do,jobs\n0,hold,\"5_3,12,6_[0-2,9],14-15\"\n", `[{"at":0,"do":"hold","jobs":"12, 14-15"},{"at":0,"do":"hold","jobs":"5","tasks":"3"},{"at":0,"do":"hold","jobs":"6","tasks":"0-2, 9"}]`},
		"a column of them":           {"at,do,jobs,tasks\n0,hold,5,\"1,2\"\n", `[{"at":0,"do":"hold","jobs":"5","tasks":"1,2"}]`},
		"what it means is not asked": {"at,do\n-5,dance\n", `[{"at":-5,"do":"dance"}]`},
	} {
		table, err := Read("a.csv", []byte(c.text), columns, names)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if got := string(table.JSON()); got != c.want {
			t.Errorf("%s: %s\nwant %s", name, got, c.want)
		}
		if !Recognises(c.text) {
			t.Errorf("%s: not recognised", name)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"at,do,jobs\n1,hold,1\nsoon,hold,2\n":    `a.csv:3: at: "soon": seconds, or a date is accepted`,
		"at,do,jobs\nNaN,hold,1\n":               `a.csv:2: at: "NaN": a finite number is accepted`,
		"at,do,who\n":                            `a.csv:1: column: "who": each of at, do, jobs, tasks, nodes, partition, length, number, in, qos, limits is accepted once`,
		"at,do,AT\n":                             `a.csv:1: column: "AT": each of at, do, jobs, tasks, nodes, partition, length, number, in, qos, limits is accepted once`,
		"at,jobs\n":                              `a.csv:1: there is no column at, or none do; both are needed`,
		"at,do\n":                                `a.csv: no action; a first line with names of columns, at and do among them, and a line for each action are accepted`,
		"at,do\n1,hold,7\n":                      `a.csv:2: 3 cells; at most as many as columns (2) are accepted`,
		"at,do,jobs\n\n1,hold,\"7\n":             `a.csv:3: quotes that do not end where a cell ends; cells such as "1, 2" or 1 are accepted`,
		"at,do,jobs\n1,hold,7-\n":                `a.csv:2: jobs: "7-": numbers of jobs as the log has them, such as 123, 3-7, the task 123_4 or the tasks 123_[1-5], with commas between, are accepted`,
		"at,do,jobs\n1,hold,7_[1\n":              `a.csv:2: jobs: "7_[1": numbers of jobs as the log has them, such as 123, 3-7, the task 123_4 or the tasks 123_[1-5], with commas between, are accepted`,
		"at,do,nodes\n1,drain,\"cn[1-2],xn4\"\n": `a.csv:2: nodes: "cn[1-2],xn4": no node xn4`,
		"at,do,partition\n1,drain,cpu\n":         `a.csv:2: partition: "cpu": a number, or a name that the log or the configuration of the cluster has, is accepted`,
		"at,do,length\n1,drain,1:30\n":           `a.csv:2: length: "1:30": seconds, or a length such as 1:30:00 or 2-00:00:00, are accepted`,
		"at,do,length\n1,drain,1-24:00:00\n":     `a.csv:2: length: "1-24:00:00": seconds, or a length such as 1:30:00 or 2-00:00:00, are accepted`,
	} {
		if _, err := Read("a.csv", []byte(text), columns, names); err == nil || err.Error() != want {
			t.Errorf("%q: %v\nwant %s", text, err, want)
		}
	}
	for _, text := range []string{"", "# at,do\n", "at\n", "job,memory\n1,2\n", "JobID|State\n", "Cluster|Account\n", "at do\n", "; at,do"} {
		if Recognises(text) {
			t.Errorf("%q is taken for a table of actions", text)
		}
	}
}

// What is wrong with a row is told with the line that it comes from, and with what stands there.
func TestLineOfARow(t *testing.T) {
	table, err := Read("a.csv", []byte("do,at,jobs\nhold,0,\"5_3,12\"\n\nhold,0,\nDance,1,2\n"), columns, names)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"/actions/1/do":   `a.csv:2: do: "hold": wrong`,
		"/actions/2/jobs": `a.csv:4: jobs: wrong`,
		"/actions/3/do":   `a.csv:5: do: "Dance": wrong`,
		"/actions":        `a.csv: /actions: wrong`,
	} {
		if got := table.In(&param.Error{Path: path, Reason: "wrong"}).Error(); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
	if words, count := table.Did(); table.Actions != 3 || fmt.Sprint(words, count) != "[hold dance] map[dance:1 hold:2]" {
		t.Errorf("%d actions, %v %v", table.Actions, words, count)
	}
}

// Whatever a file holds, it is refused with its name or gives rows that are JSON, each of a line.
func FuzzRead(f *testing.F) {
	for _, text := range []string{"at,do,jobs\n10,hold,12\n", "at;do;nodes\n10;drain;cn1,cn[2-3,7]\n", "at,do,length,in\n0,drain,1:30:00,45\n", "at,do,jobs\n0,hold,\"5_3,12,6_[0-2,9],14-15\"\n", "at\tdo\tlimits\n2026-11-26 10:00:01\tx\ta=b"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		table, err := Read("a.csv", text, columns, names)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "a.csv:") {
				t.Errorf("the error is %v", err)
			}
			return
		}
		var rows []map[string]any
		if err := json.Unmarshal(table.JSON(), &rows); err != nil || len(rows) < table.Actions || len(rows) != len(table.origins) {
			t.Errorf("%d rows, %v; %d actions", len(rows), err, table.Actions)
		}
	})
}
