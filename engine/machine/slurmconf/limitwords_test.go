package slurmconf

import "testing"

// A limit that is not named stays, also on another TRES; -1 takes one away.
func TestChangeLimits(t *testing.T) {
	for _, c := range []struct{ words, change, want string }{
		{"", "MaxJobs=2", "MaxJobs=2"},
		{"MaxJobs=2 GrpTRES=cpu=16", "maxjobs=3", "MaxJobs=3 GrpTRES=cpu=16"},
		{"MaxJobs=2 GrpTRES=cpu=16", "MaxJobs=-1", "GrpTRES=cpu=16"},
		{"GrpTRES=cpu=16,node=4", "GrpTRES=cpu=20,gres/gpu=2", "GrpTRES=cpu=20,node=4,gres/gpu=2"},
		{"GrpTRES=cpu=16,node=4", "GrpTRES=cpu=-1", "GrpTRES=node=4"},
		{"GrpTRES=cpu=16", "GrpTRES=cpu=-1", ""},
		{"MaxWall=1-00:00:00", "MaxWall=02:00:00 GrpWall=60", "MaxWall=02:00:00 GrpWall=60"},
	} {
		got, err := ChangeLimits(c.words, c.change, false)
		if err != nil || got != c.want {
			t.Errorf("%q with %q: %q, %v; want %q", c.words, c.change, got, err, c.want)
		}
		if _, err := ReadLimits([]string{got}, false); err != nil {
			t.Errorf("%q is not read: %v", got, err)
		}
	}
	if got, err := ChangeLimits("MaxJobsPU=2 Flags=DenyOnLimit", "MaxJobsPU=4", true); err != nil || got != "MaxJobsPU=4 Flags=DenyOnLimit" {
		t.Errorf("%q, %v", got, err)
	}
	for change, reason := range map[string]string{"MaxJobsPU=4": "MaxJobsPU=4 is not known", "cpu": "cpu is not known", "MaxJobs=2|3": "MaxJobs=2|3 is not known"} {
		if got, err := ChangeLimits("", change, false); err == nil || err.(*Error).Reason[:len(reason)] != reason {
			t.Errorf("%q: %q, %v", change, got, err)
		}
	}
	if _, err := ChangeLimits("", "Flags=NoDecay", true); err == nil {
		t.Error("a flag is changed")
	}
}
