package draft

import "testing"

// The description says which file stands for the jobs that it describes; the
// last one, if there are several.
func TestDescriptionNamesTheFileInstead(t *testing.T) {
	d := Draft{Description: "The jobs are a stand-in."}
	d = d.WithLog("a.swf", "", false).WithLog("b.swf", "", false)
	if want := "With b.swf instead of what is described. The jobs are a stand-in."; d.Description != want {
		t.Errorf("%q, want %q", d.Description, want)
	}
	if d = (Draft{}).WithLog("a.swf", "", false); d.Description != "" {
		t.Errorf("%q of an experiment without a description", d.Description)
	}
}
