package logs

import (
	"bytes"
	"compress/gzip"
	"io"
	"runtime"
	"strings"
	"testing"
)

// repeated reads a text again and again, n bytes in all.
type repeated struct {
	text string
	at   int
	n    int
}

func (r *repeated) Read(b []byte) (int, error) {
	if r.n == 0 {
		return 0, io.EOF
	}
	n := copy(b[:min(len(b), r.n)], r.text[r.at:])
	r.at = (r.at + n) % len(r.text)
	r.n -= n
	return n, nil
}

// allocated is how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// A line of 100 MB, plain or packed, is refused at 1 MB, with little more memory than that.
func TestEndlessLineIsRefused(t *testing.T) {
	const size = 100 << 20
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := io.Copy(w, &repeated{text: strings.Repeat("0", 1<<16), n: size}); err != nil {
		t.Fatal(err)
	}
	w.Close()
	for name, r := range map[string]io.Reader{"a.swf": &repeated{text: "1 2 3 <b>", n: size}, "a.swf.gz": &packed, "c.swf": &repeated{text: "; Note: x", n: size}} {
		used := allocated(func() {
			_, _, err := ReadSWF(r, name)
			if want := name + ":1: a line of more than 1 MB; a text file in the Standard Workload Format is accepted"; err == nil || err.Error() != want {
				t.Errorf("%v, want %s", err, want)
			}
		})
		if used > 8<<20 {
			t.Errorf("%s: %d bytes were allocated", name, used)
		}
	}
}

// Of a header of 50 MB a part is kept; the jobs below it are read. The names of queues are cut.
func TestEndlessHeader(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	header := &repeated{text: "; Note: " + long + "\n;   " + long + "\n", n: 50 * (2*len(long) + 14)}
	used := allocated(func() {
		w, report, err := ReadSWF(io.MultiReader(strings.NewReader("; Queue: 1 "+long+"\n"), header, strings.NewReader("1 0 0 10 1 -1 -1 1 10 -1 1 1 1 1 1 1 -1 -1\n")), "h.swf")
		if err != nil {
			t.Fatal(err)
		}
		kept := 0
		for _, l := range report.Header.Labels {
			kept += len(l.Value)
		}
		if kept > maxHeaderText || len(w.Jobs) != 1 || len(w.QueueName(1)) > 100 {
			t.Errorf("%d bytes of the header are kept, %d jobs, a queue with a name of %d bytes", kept, len(w.Jobs), len(w.QueueName(1)))
		}
	})
	if used > 16<<20 {
		t.Errorf("%d bytes were allocated", used)
	}
}
