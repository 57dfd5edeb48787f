package limits

import (
	"testing"

	"backfill/engine/clock"
)

// Alice runs on 6 CPUs in normal when its limit for each user comes to be 8 CPUs, which nothing limited before: 3 more are too many, by 1. With
// 5 CPUs for each she has too much already; without a limit she may have them. Flags stay.
func TestLimitsOfAQOSChange(t *testing.T) {
	e := built(t, func(c *Config, q map[int32]*QOS, _ map[int32]*Association) {
		c.Changing, q[normal].NoReserve, q[normal].UsageFactor = true, true, 2
	})
	first, j := e.Job(lab, alice, normal, 10), e.Job(lab, alice, normal, 5)
	e.Start(0, 0, &first, None, cpus(6, 0, 1))
	e.Advance(3 * clock.Minute)
	limited := NewQOS(normal)
	for _, c := range []struct {
		cpus, jobs int64
		reason     string
		used, by   int64
	}{{Unlimited, Unlimited, "", 0, 0}, {9, Unlimited, "", 0, 0}, {8, Unlimited, "QOSMaxCpuPerUserLimit", 6, 1}, {5, Unlimited, "QOSMaxCpuPerUserLimit", 6, 4}, {Unlimited, Unlimited, "", 0, 0}} {
		limited.MaxTRESPerUser[CPU] = c.cpus
		if !e.SetQOS(&limited) {
			t.Fatal("the QOS is not there")
		}
		over, is := e.After(&j, None, cpus(3))
		want(t, over, is, c.reason, c.used, 3, c.by)
	}
	// The same with jobs; and 18 CPU minutes, twice as many with the usage factor, are used.
	limited.MaxJobsPerUser = 1
	e.SetQOS(&limited)
	over, is := e.Before(&j, None)
	want(t, over, is, "QOSMaxJobsPerUserLimit", 1, 1, 1)
	limited.MaxJobsPerUser, limited.GrpTRESMins[CPU] = Unlimited, 36
	e.SetQOS(&limited)
	over, is = e.After(&j, None, cpus(1))
	want(t, over, is, "QOSGrpCPUMinutesLimit", 36, 0, 0)
	e.End(3*clock.Minute, 0)
	if q := &e.QOS[e.QOSOf(normal)]; !q.NoReserve || q.UsageFactor != 2 || e.MayReserve(&j) {
		t.Errorf("the QOS is %+v", q)
	}
	if unknown := NewQOS(99); e.SetQOS(&unknown) {
		t.Error("a QOS that there is not has other limits")
	}
}

// Limits on single jobs are those of the nearest account above that has them: of root > chem > lab > alice with 4 CPUs of a job for chem and 2
// for lab, alice has 2; when lab loses its limit, 4; with 3 of her own, 3; when these are gone and chem has 8, 8. Those of bob in chem are never
// those of lab.
func TestLimitsOfAnAssociationChange(t *testing.T) {
	e := built(t, func(c *Config, _ map[int32]*QOS, a map[int32]*Association) {
		c.Changing = true
		a[chem].MaxTRES[CPU], a[lab].MaxTRES[CPU] = 4, 2
	})
	of := map[string]*Job{}
	for name, user := range map[string][2]int32{"alice": {lab, alice}, "bob": {chem, bob}, "bob in lab": {lab, bob}} {
		j := e.Job(user[0], user[1], normal, 5)
		of[name] = &j
	}
	most := func(name string) (n int64) {
		for n = 0; n < 100; n++ {
			if _, over := e.After(of[name], None, cpus(n+1)); over {
				break
			}
		}
		return n
	}
	set := func(account, user int32, cpus int64) {
		a := NewAssociation(account, None, user)
		a.MaxTRES[CPU] = cpus
		if !e.SetAssociation(&a) {
			t.Fatal("the association is not there")
		}
	}
	check := func(alice, bob, bobInLab int64) {
		t.Helper()
		if got := [3]int64{most("alice"), most("bob"), most("bob in lab")}; got != [3]int64{alice, bob, bobInLab} {
			t.Errorf("jobs have at most %d CPUs, want %d", got, [3]int64{alice, bob, bobInLab})
		}
	}
	check(2, 4, 2)
	set(lab, None, Unlimited)
	check(4, 4, 4)
	set(lab, alice, 3)
	check(3, 4, 4)
	set(lab, alice, Unlimited)
	set(chem, None, 8)
	check(8, 8, 8)
	// What runs counts against an account that had no limit when it began.
	e.Start(0, 0, of["alice"], None, cpus(6))
	a := NewAssociation(lab, None, None)
	a.GrpTRES[CPU] = 7
	e.SetAssociation(&a)
	over, is := e.After(of["bob in lab"], None, cpus(2))
	want(t, over, is, "AssocGrpCpuLimit", 6, 2, 1)
	check(1, 8, 1)
	if nobody := NewAssociation(99, None, alice); e.SetAssociation(&nobody) {
		t.Error("an account that there is not has other limits")
	}
}
