package demands

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/engine/workload/table"
	"backfill/engine/workload/textfile"
)

func readText(text string) (*Table, error) {
	return Read(strings.NewReader(text), "d.csv")
}

// Every way to write the same table.
func TestReadDemands(t *testing.T) {
	want := &Table{Number: []int64{7, 3, 1}, Bandwidth: []int32{2000, 501, -1}, Rows: 3}
	for what, text := range map[string]string{
		"plain":            "job,bandwidth\n7,2000\n3,500.5\n1,-1\n",
		"no last line end": "job,bandwidth\n7,2000\n3,500.5\n1,",
		"byte order mark":  "\xef\xbb\xbfjob,bandwidth\n7,2000\n3,500.5\n1,-\n",
		"lines of Windows": "job,bandwidth\r\n7,2000\r\n3,500.5\r\n1,\r\n",
		"comments":         "# from the monitor\n\n job , Bandwidth\n# a job\n7, 2e3\n \n3,500.5\n1,-\n",
		"quotation marks":  "\"JOB\",\"who, where\",\"bandwidth\"\n\"7\",\"a \"\"b\"\", c\",2000\n3,,\"500.5\"\n1,x,\"\"\n",
		"semicolons":       "bandwidth;user;job\n2000;a,b;7\n500.5;;3\n;;1\n",
		"tabulators":       "job\tbandwidth\n7\t2000\n3\t500.5\n1\t-\n",
	} {
		got, err := readText(text)
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	io.WriteString(z, "network,bandwidth\n1000000000,0\n0.4,-\n")
	z.Close()
	got, err := Read(&packed, "d.csv.gz")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&Table{Bandwidth: []int32{0, -1}, Network: []int32{1e9, 0}, Rows: 2}, got); diff != "" {
		t.Errorf("gzipped (-want +got):\n%s", diff)
	}
}

func TestDemandsThatCannotBeRead(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "d.csv: no rows; a line with the names of the columns and one for each job are accepted",
		"# nothing\n\n":                 "d.csv: no rows; ",
		"job,bandwidth\n":               "d.csv: no rows; ",
		"7,2000\n":                      `d.csv:1: "7,2000": no column “bandwidth” or “network”; a first line that names one of them, and “job”, is accepted`,
		"#\njob,bw\n1,2\n":              `d.csv:2: "job,bw": no column `,
		"job,bandwidth,Job\n":           `d.csv:1: column 3: "Job": the name of an earlier column; `,
		"job,bandwidth\n1,2\n\n3\n":     `d.csv:4: "3": 1 cells; as many as in the first line, 2, are accepted`,
		"job,bandwidth\n1,2,3\n":        `d.csv:2: "1,2,3": 3 cells; `,
		"job,bandwidth\n1,\"2\n":        `d.csv:2: "1,\"2": a quotation mark is not closed; cells within one line are accepted`,
		"job,bandwidth\n1,2\n1,3\n":     `d.csv:3: column 1: "1": this job stands in line 2 too; one row for each is accepted`,
		"job,bandwidth\n1.5,2\n":        `d.csv:2: column 1: "1.5": a whole number from 0 to 1000000000000000 is accepted`,
		"job,bandwidth\n-1,2\n":         `d.csv:2: column 1: "-1": a whole number `,
		"job,bandwidth\n,2\n":           `d.csv:2: column 1: a whole number `,
		"job,bandwidth\n1,2000 MB/s\n":  `d.csv:2: column 2: "2000 MB/s": a number from 0 to 1000000000 MB/s is accepted`,
		"bandwidth\n1000000000.001\n":   `d.csv:2: column 1: "1000000000.001": a number from 0 to `,
		"bandwidth\n-2\n":               `d.csv:2: column 1: "-2": a number from 0 to `,
		"network,bandwidth\n1,1\n1e9,x": `d.csv:3: column 2: "x": a number from 0 to `,
		"bandwidth\n1\"2\"\n":           `d.csv:2: column 1: "1\"2\"": a number from 0 to `,
		"bandwidth\n" + strings.Repeat("1", textfile.MaxLine+1): "d.csv:2: a line of more than 1 MB; a text file in the form of comma-separated values is accepted",
		"\x1f\x8b broken": "d.csv: the gzip data are damaged; a whole .gz file is accepted (unexpected EOF)",
	} {
		_, err := readText(text)
		var file *textfile.Error
		if !errors.As(err, &file) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.40q: %v, want %s", text, err, want)
		}
	}
}

// Whatever a file holds: an error of one line that names the file, or a table whose columns
// are as long as it has rows, and which is read again as it was when it is written plainly.
func FuzzReadDemands(f *testing.F) {
	f.Add([]byte("job,bandwidth\n7,2000\n3,500.5\n1,-1\n"))
	f.Add([]byte("\xef\xbb\xbf\"job\";network;bandwidth\r\n# x\r\n1;;2e3\r\n"))
	f.Add([]byte("bandwidth\n\"1\"\"\"\n"))
	f.Add([]byte("\x1f\x8b\x08\x00"))
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := Read(bytes.NewReader(text), "d.csv")
		if err != nil {
			var file *textfile.Error
			if !errors.As(err, &file) || file.File != "d.csv" || file.Accepted == "" {
				t.Fatalf("%v", err)
			}
			return
		}
		var plain strings.Builder
		plain.WriteString("x")
		for i, column := range []int{len(d.Number), len(d.Bandwidth), len(d.Network)} {
			if column > 0 {
				fmt.Fprintf(&plain, ",%s", columnNames[i])
			}
			if column != 0 && column != d.Rows || d.Rows == 0 {
				t.Fatalf("%d rows, %d in column %s", d.Rows, column, columnNames[i])
			}
		}
		for row := range d.Rows {
			plain.WriteString("\n")
			if d.Number != nil {
				fmt.Fprintf(&plain, ",%d", d.Number[row])
			}
			for _, column := range [][]int32{d.Bandwidth, d.Network} {
				if column == nil {
					continue
				}
				if column[row] < -1 || column[row] > table.MaxBandwidth {
					t.Fatalf("a demand of %d", column[row])
				}
				fmt.Fprintf(&plain, ",%d", column[row])
			}
		}
		again, err := readText(plain.String())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(d, again); diff != "" {
			t.Fatalf("read again (-want +got):\n%s", diff)
		}
	})
}
