package draft

import (
	"strings"
	"testing"

	"backfill/engine/scenario"
	"backfill/policies"
)

// Tables of a farm and of its jobs have lists of licences, in cells such as 1+2, and cells that
// are true or false. Opened and written again they say the same.
func TestTablesOfAFarm(t *testing.T) {
	const text = `{"version":1,"machine":{"kind":"farm","machines":[{"processors":4,"speed":600,"licences":[1,2],"suspend":false},{"processors":2,"speed":200,"power":12.5,"count":3}],"licences":[1,0]},` +
		`"workload":{"kind":"jobs","jobs":[{"run":60,"deadline":90.5,"licences":[1],"benchmark":400,"checkpoints":true},{"run":30,"licences":[1,2],"checkpoints":false}]},"policies":[{"kind":"fcfs"}]}`
	s, err := scenario.Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	f := Form{Catalogs: policies.Catalogs()}
	d := f.Read(s)
	for field, want := range map[string]string{
		d.Machine.Texts["machines"]: "processors speed licences suspend power count\n4 600 1+2 false - -\n2 200 - - 12.5 3",
		d.Machine.Texts["licences"]: "1, 0",
		d.Workload.Texts["jobs"]:    "run deadline licences benchmark checkpoints\n60 90.5 1 400 true\n30 - 1+2 - false",
	} {
		if got := squeezed(field); got != squeezed(want) {
			t.Errorf("the field is\n%s\nwant\n%s", got, want)
		}
	}
	written, _, wrong := f.Write(&d)
	if got, want := sortedKeys(t, written), sortedKeys(t, []byte(text)); got != want || len(wrong) > 0 {
		t.Errorf("written\n%s %v\nread\n%s", got, wrong, want)
	}
	for _, cell := range []string{"yes", "1"} {
		d.Machine.Texts["machines"] = "processors speed suspend\n4 600 " + cell
		if _, _, wrong := f.Write(&d); !strings.Contains(wrong["/machine/machines"], "true or false is accepted") {
			t.Errorf("suspend %s: mistakes %v", cell, wrong)
		}
	}
}

// squeezed is a table with single blanks between its cells.
func squeezed(table string) string {
	var lines []string
	for _, line := range strings.Split(strings.TrimSpace(table), "\n") {
		lines = append(lines, strings.Join(strings.Fields(line), " "))
	}
	return strings.Join(lines, "\n")
}
