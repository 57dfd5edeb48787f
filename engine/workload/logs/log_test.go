package logs

import (
	"io"
	"io/fs"
	"strings"
	"testing"

	"backfill/engine/workload"
	"backfill/engine/workload/workloadtest"
)

func TestSWFKind(t *testing.T) {
	open := func(name string) (io.ReadCloser, error) {
		if name != "x.swf" {
			return nil, fs.ErrNotExist
		}
		return io.NopCloser(strings.NewReader("1 0 0 10 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1\n")), nil
	}
	w, _, err := SWF.Make(workloadtest.Checked(t, SWF.Params, `{"file": "x.swf"}`), workload.Inputs{Open: open})
	if err != nil || len(w.Jobs) != 1 {
		t.Errorf("%v, error %v", w, err)
	}
	_, _, err = SWF.Make(workloadtest.Checked(t, SWF.Params, `{"file": "y.swf"}`), workload.Inputs{Open: open})
	if err == nil || err.Error() != "/file: y.swf: the file cannot be opened: file does not exist" {
		t.Errorf("error %v", err)
	}
}

func TestCWFKind(t *testing.T) {
	open := func(string) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader("1 0 0 10 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1 5 S\n")), nil
	}
	for fields, most := range map[string]int32{`{"file": "x.cwf"}`: 1, `{"file": "x.cwf", "maxCommands": 0}`: 0} {
		w, _, err := CWF.Make(workloadtest.Checked(t, CWF.Params, fields), workload.Inputs{Open: open})
		if err != nil || !w.Dedicated(0) || w.MaxCommands != most {
			t.Errorf("%s: %+v, error %v", fields, w, err)
		}
	}
}

func TestReadLogByName(t *testing.T) {
	const swf = "1 0 0 10 1 -1 -1 1 20 -1 1 -1 -1 -1 -1 -1 -1 -1"
	for name, cwf := range map[string]bool{"x.swf": false, "x.swf.gz": false, "x": false, "cwf": false, "x.cwf": true, "X.CWF.GZ": true} {
		w, _, err := Read(strings.NewReader(swf+" 5 S\n"), name, Refuse)
		if err != nil || w.Dedicated(0) != cwf || (KindOf(name) == "cwf") != cwf {
			t.Errorf("%s: %+v, error %v", name, w, err)
		}
	}
}
