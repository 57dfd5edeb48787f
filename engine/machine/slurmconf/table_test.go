package slurmconf

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// The associations and QOS of the reference runs, counted and picked by hand from their sacctmgr.txt.
func TestReferenceAccounts(t *testing.T) {
	counts := map[string][2]int{"r3": {11, 9}, "r4": {11, 9}, "r7": {11, 9}, "r12": {2, 1}}
	for _, run := range runs {
		c, err := Read(File{"sacctmgr.txt", text(t, run+"/sacctmgr.txt")})
		if err != nil {
			t.Fatal(err)
		}
		want, ok := counts[run]
		if !ok {
			want = [2]int{2, 9}
		}
		if len(c.Associations) != want[0] || len(c.QOS) != want[1] || len(c.Unused) != 0 {
			t.Errorf("%s: %d associations, %d QOS, not used: %q; want %v", run, len(c.Associations), len(c.QOS), c.Unused, want)
		}
		if want[0] != 11 {
			continue
		}
		a := map[string]Association{}
		for _, one := range c.Associations {
			a[one.Account+"/"+one.User] = one
		}
		q := map[string]QOS{}
		for _, one := range c.QOS {
			q[one.Name] = one
		}
		allowed := map[string]string{"r3": "normal", "r4": "few,grp,high,low,mins,normal,wall", "r7": "normal,scav,urgent"}[run]
		wanted := *newAssociation()
		wanted.Cluster, wanted.Account, wanted.User, wanted.Share, wanted.QOS = run, "chem", "carol", 20, strings.Split(allowed, ",")
		if !reflect.DeepEqual(a["chem/carol"], wanted) || a["physics/"].Share != 50 || a["bio/"].QOS[0] != "normal" {
			t.Errorf("%s: %+v", run, a)
		}
		if got := fmt.Sprint(q["low"].MaxTRESPerUser, q["low"].MaxTRES.Of("cpu"), q["few"].MaxJobsPerUser, q["few"].MaxSubmitPerUser, q["few"].MaxJobsPerAccount, q["grp"].GrpTRES, q["mins"].GrpTRESMins,
			q["wall"].MaxWall, q["normal"].MaxWall, q["high"].Priority, q["urgent"].Preempt, q["urgent"].PreemptMode, q["scav"].UsageFactor, q["scav"].GraceTime); got !=
			"map[cpu:12] -1 2 6 -1 map[cpu:16] map[cpu:40] 120 -1 1000 [scav]cluster1 0" {
			t.Errorf("%s: %s", run, got)
		}
	}
}

// Columns come in any order, under any of their names, and with a "|" at the end of each line.
func TestTables(t *testing.T) {
	c, err := Read(File{"f", `MaxWall|User|Par Name|Account|MaxTRESPerJob|Default QOS|MaxSubmitJobs|GrpTRESRunMins|Fairshare|QOS|New Limit|Partition|
1-00:00:00|ann||chem|cpu=16,mem=62.50G,gres/gpu:a100=2,billing=1K|high|7|cpu=100|parent|high,low|5|gpu|
||root | chem||||||||x|
Flags|Name|MaxTRESPU|UsageFactor|Preempt|PreemptExemptTime|MinTRES|
DenyOnLimit,NoReserve|high|node=4,mem=500|0.500000|low,scav|00:10:00|gres/gpu=1|
`})
	if err != nil {
		t.Fatal(err)
	}
	ann := *newAssociation()
	ann.Account, ann.User, ann.Partition, ann.Share, ann.MaxSubmit, ann.MaxWall, ann.DefaultQOS, ann.QOS = "chem", "ann", "gpu", ParentShare, 7, 24*3600, "high", []string{"high", "low"}
	ann.MaxTRES, ann.GrpTRESRunMins = TRES{"cpu": 16, "mem": 64000, "gres/gpu:a100": 2, "billing": 1024}, TRES{"cpu": 100}
	chem := *newAssociation()
	chem.Account, chem.Parent, chem.Partition = "chem", "root", "x"
	high := *newQOS()
	high.Name, high.Flags, high.UsageFactor, high.Preempt, high.PreemptExemptTime = "high", []string{"DenyOnLimit", "NoReserve"}, 0.5, []string{"low", "scav"}, 600
	high.MaxTRESPerUser, high.MinTRES = TRES{"node": 4, "mem": 500}, TRES{"gres/gpu": 1}
	if !reflect.DeepEqual(c.Associations, []Association{ann, chem}) || !reflect.DeepEqual(c.QOS, []QOS{high}) {
		t.Errorf("%+v\n%+v\nwant\n%+v\n%+v\n%+v", c.Associations, c.QOS, ann, chem, high)
	}
	if !slices.Equal(c.Unused, []string{"f:2: New Limit=5"}) {
		t.Errorf("not used: %q", c.Unused)
	}
	// The same association again, in another file, is told if it differs.
	c, err = Read(File{"f", "Account|User|Share\na||1\na|b|2\n"}, File{"g", "Account|User|Share\na||1\na|b|3\n"})
	if err != nil || len(c.Associations) != 2 || c.Associations[1].Share != 3 || fmt.Sprint(c.Unused) != "[f:3: the user b of the account a; g:3 says other things, which are used]" {
		t.Errorf("%+v, %v", c, err)
	}
}
