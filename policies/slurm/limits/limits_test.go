package limits

import (
	"slices"
	"testing"

	"backfill/engine/clock"
	"backfill/engine/machine/slurmconf"
)

// Accounts and users of the cases.
const root, chem, lab, alice, bob = 0, 1, 2, 10, 11

// QOS of the cases.
const normal, high, part = 5, 6, 7

// built is an Enforcement on the accounts root > chem > lab, with alice in lab and bob in chem, and three QOS, as a case changes them.
func built(t *testing.T, change func(c *Config, q map[int32]*QOS, a map[int32]*Association)) *Enforcement {
	t.Helper()
	c := &Config{CalcPeriod: clock.Minute, QOS: []QOS{NewQOS(normal), NewQOS(high), NewQOS(part)},
		Associations: []Association{NewAssociation(lab, None, alice), NewAssociation(lab, chem, None), NewAssociation(chem, None, bob), NewAssociation(chem, root, None), NewAssociation(root, None, None)}}
	change(c, map[int32]*QOS{normal: &c.QOS[0], high: &c.QOS[1], part: &c.QOS[2]},
		map[int32]*Association{alice: &c.Associations[0], lab: &c.Associations[1], bob: &c.Associations[2], chem: &c.Associations[3], root: &c.Associations[4]})
	e, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// cpus is an allocation on some nodes.
func cpus(n int64, nodes ...int32) *Allocation {
	a := &Allocation{Amounts: Amounts{CPU: n, Memory: 1000 * n, Node: max(int64(len(nodes)), 1)}, Nodes: nodes}
	return a
}

// want is what is over, if something is: the reason, what is used, what is asked for and by how much it is over.
func want(t *testing.T, over Over, is bool, reason string, used, asked, by int64) {
	t.Helper()
	if !is && reason != "" {
		t.Errorf("nothing is over, want %s", reason)
	}
	if is && (over.Reason() != reason || over.Used != used || over.Asked != asked || over.By() != by) {
		t.Errorf("%v, by %d; want %q, %d used and %d asked for, by %d", over.String(), over.By(), reason, used, asked, by)
	}
}

// Each limit, with 6 CPUs on the nodes 0 and 1 that alice has in normal for 10 minutes, since minute 0. At minute 3, 3 times 6 CPU minutes
// are used, and 7 times 6 are left.
func TestEachLimit(t *testing.T) {
	cpu := func(n int64) Amounts { a := NoLimit; a[CPU] = n; return a }
	of := func(k TRES, n int64) Amounts { a := NoLimit; a[k] = n; return a }
	for name, c := range map[string]struct {
		change          func(q *QOS, a map[int32]*Association)
		safe            bool
		account, user   int32
		asked           *Allocation
		reason          string
		used, needs, by int64
	}{
		"jobs of the QOS":               {func(q *QOS, _ map[int32]*Association) { q.GrpJobs = 1 }, false, chem, bob, cpus(1), "QOSGrpJobsLimit", 1, 1, 1},
		"jobs of the user":              {func(q *QOS, _ map[int32]*Association) { q.MaxJobsPerUser = 1 }, false, lab, alice, cpus(1), "QOSMaxJobsPerUserLimit", 1, 1, 1},
		"another user":                  {func(q *QOS, _ map[int32]*Association) { q.MaxJobsPerUser = 1 }, false, chem, bob, cpus(1), "", 0, 0, 0},
		"the user by another account":   {func(q *QOS, _ map[int32]*Association) { q.MaxJobsPerUser = 1 }, false, chem, alice, cpus(1), "QOSMaxJobsPerUserLimit", 1, 1, 1},
		"jobs of the account":           {func(q *QOS, _ map[int32]*Association) { q.MaxJobsPerAccount = 1 }, false, lab, bob, cpus(1), "MaxJobsPerAccount", 1, 1, 1},
		"an account below another":      {func(q *QOS, _ map[int32]*Association) { q.MaxJobsPerAccount = 1 }, false, chem, alice, cpus(1), "", 0, 0, 0},
		"time limit":                    {func(q *QOS, _ map[int32]*Association) { q.MaxWall = 4 }, false, chem, bob, cpus(1), "QOSMaxWallDurationPerJobLimit", 0, 5, 1},
		"as long as may be":             {func(q *QOS, _ map[int32]*Association) { q.MaxWall = 5 }, false, chem, bob, cpus(1), "", 0, 0, 0},
		"wall time":                     {func(q *QOS, _ map[int32]*Association) { q.GrpWall = 3 }, false, chem, bob, cpus(1), "QOSGrpWallLimit", 3, 0, 0},
		"wall time that is left":        {func(q *QOS, _ map[int32]*Association) { q.GrpWall = 4 }, false, chem, bob, cpus(1), "", 0, 0, 0},
		"wall time, safe":               {func(q *QOS, _ map[int32]*Association) { q.GrpWall = 7 }, true, chem, bob, cpus(1), "QOSGrpWallLimit", 3, 5, 1},
		"CPUs of the QOS":               {func(q *QOS, _ map[int32]*Association) { q.GrpTRES = cpu(8) }, false, chem, bob, cpus(3), "QOSGrpCpuLimit", 6, 3, 1},
		"CPUs that are left":            {func(q *QOS, _ map[int32]*Association) { q.GrpTRES = cpu(8) }, false, chem, bob, cpus(2), "", 0, 0, 0},
		"memory of the QOS":             {func(q *QOS, _ map[int32]*Association) { q.GrpTRES = of(Memory, 7500) }, false, chem, bob, cpus(2), "QOSGrpMemLimit", 6000, 2000, 500},
		"nodes of the QOS":              {func(q *QOS, _ map[int32]*Association) { q.GrpTRES = of(Node, 2) }, false, chem, bob, cpus(2, 1, 2), "QOSGrpNodeLimit", 2, 1, 1},
		"nodes that it has already":     {func(q *QOS, _ map[int32]*Association) { q.GrpTRES = of(Node, 2) }, false, chem, bob, cpus(2, 0, 1), "", 0, 0, 0},
		"no GPUs":                       {func(q *QOS, _ map[int32]*Association) { q.GrpTRES = of(GPU, 0) }, false, chem, bob, cpus(2), "", 0, 0, 0},
		"GPUs":                          {func(q *QOS, _ map[int32]*Association) { q.GrpTRES = of(GPU, 0) }, false, chem, bob, &Allocation{Amounts: Amounts{1, 0, 1, 1}}, "QOSGrpGRES", 0, 1, 1},
		"CPUs of the user":              {func(q *QOS, _ map[int32]*Association) { q.MaxTRESPerUser = cpu(7) }, false, lab, alice, cpus(3), "QOSMaxCpuPerUserLimit", 6, 3, 2},
		"CPUs of another user":          {func(q *QOS, _ map[int32]*Association) { q.MaxTRESPerUser = cpu(7) }, false, lab, bob, cpus(3), "", 0, 0, 0},
		"CPUs of the account":           {func(q *QOS, _ map[int32]*Association) { q.MaxTRESPerAccount = cpu(7) }, false, lab, bob, cpus(3), "MaxCpuPerAccount", 6, 3, 2},
		"CPUs of a job":                 {func(q *QOS, _ map[int32]*Association) { q.MaxTRES = cpu(3) }, false, chem, bob, cpus(4), "QOSMaxCpuPerJobLimit", 0, 4, 1},
		"CPUs of a node":                {func(q *QOS, _ map[int32]*Association) { q.MaxTRESPerNode = cpu(2) }, false, chem, bob, cpus(6, 2, 3), "QOSMaxCpuPerNode", 0, 3, 1},
		"CPUs of a node, on an average": {func(q *QOS, _ map[int32]*Association) { q.MaxTRESPerNode = cpu(2) }, false, chem, bob, cpus(5, 2, 3), "", 0, 0, 0},
		"too few CPUs":                  {func(q *QOS, _ map[int32]*Association) { q.MinTRES = cpu(4) }, false, chem, bob, cpus(3), "QOSMinCpuNotSatisfied", 0, 3, 1},
		"CPU minutes of a job":          {func(q *QOS, _ map[int32]*Association) { q.MaxTRESMins = cpu(14) }, false, chem, bob, cpus(3), "QOSMaxCpuMinutesPerJobLimit", 0, 15, 1},
		"CPU minutes":                   {func(q *QOS, _ map[int32]*Association) { q.GrpTRESMins = cpu(18) }, false, chem, bob, cpus(1), "QOSGrpCPUMinutesLimit", 18, 0, 0},
		"CPU minutes that are left":     {func(q *QOS, _ map[int32]*Association) { q.GrpTRESMins = cpu(19) }, false, chem, bob, cpus(3), "", 0, 0, 0},
		"CPU minutes, safe":             {func(q *QOS, _ map[int32]*Association) { q.GrpTRESMins = cpu(74) }, true, chem, bob, cpus(3), "QOSGrpCPUMinutesLimit", 60, 15, 1},
		"CPU minutes, just safe":        {func(q *QOS, _ map[int32]*Association) { q.GrpTRESMins = cpu(75) }, true, chem, bob, cpus(3), "", 0, 0, 0},
		"running CPU minutes":           {func(q *QOS, _ map[int32]*Association) { q.GrpTRESRunMins = cpu(56) }, false, chem, bob, cpus(3), "QOSGrpCPURunMinutesLimit", 42, 15, 1},
		"running CPU minutes, left":     {func(q *QOS, _ map[int32]*Association) { q.GrpTRESRunMins = cpu(57) }, false, chem, bob, cpus(3), "", 0, 0, 0},

		"jobs of an account above":        {func(_ *QOS, a map[int32]*Association) { a[chem].GrpJobs = 1 }, false, chem, bob, cpus(1), "AssocGrpJobsLimit", 1, 1, 1},
		"jobs of an account aside":        {func(_ *QOS, a map[int32]*Association) { a[lab].GrpJobs = 1 }, false, chem, bob, cpus(1), "", 0, 0, 0},
		"jobs of an association":          {func(_ *QOS, a map[int32]*Association) { a[alice].MaxJobs = 1 }, false, lab, alice, cpus(1), "AssocMaxJobsLimit", 1, 1, 1},
		"jobs of each user below":         {func(_ *QOS, a map[int32]*Association) { a[chem].MaxJobs = 1 }, false, lab, alice, cpus(1), "AssocMaxJobsLimit", 1, 1, 1},
		"of each alone":                   {func(_ *QOS, a map[int32]*Association) { a[chem].MaxJobs = 1 }, false, chem, bob, cpus(1), "", 0, 0, 0},
		"the nearer of two":               {func(_ *QOS, a map[int32]*Association) { a[chem].MaxJobs, a[lab].MaxJobs = 1, 2 }, false, lab, alice, cpus(1), "", 0, 0, 0},
		"CPUs of the root":                {func(_ *QOS, a map[int32]*Association) { a[root].GrpTRES = cpu(8) }, false, chem, bob, cpus(3), "AssocGrpCpuLimit", 6, 3, 1},
		"the narrower one above":          {func(_ *QOS, a map[int32]*Association) { a[bob].GrpTRES, a[root].GrpTRES = cpu(100), cpu(8) }, false, chem, bob, cpus(3), "AssocGrpCpuLimit", 6, 3, 1},
		"time limit of the account":       {func(_ *QOS, a map[int32]*Association) { a[root].MaxWall = 4 }, false, chem, bob, cpus(1), "AssocMaxWallDurationPerJobLimit", 0, 5, 1},
		"CPU minutes of the account":      {func(_ *QOS, a map[int32]*Association) { a[chem].GrpTRESMins = cpu(18) }, false, chem, bob, cpus(1), "AssocGrpCPUMinutesLimit", 18, 0, 0},
		"running minutes of the account":  {func(_ *QOS, a map[int32]*Association) { a[chem].GrpTRESRunMins = cpu(56) }, false, chem, bob, cpus(3), "AssocGrpCPURunMinutesLimit", 42, 15, 1},
		"CPUs of a job of the account":    {func(_ *QOS, a map[int32]*Association) { a[chem].MaxTRES = cpu(3) }, false, chem, bob, cpus(4), "AssocMaxCpuPerJobLimit", 0, 4, 1},
		"memory of a node of the account": {func(_ *QOS, a map[int32]*Association) { a[chem].MaxTRESPerNode = of(Memory, 1000) }, false, chem, bob, cpus(2), "AssocMaxMemPerNode", 0, 2000, 1000},
		"nodes of a user":                 {func(_ *QOS, a map[int32]*Association) { a[alice].GrpTRES = of(Node, 2) }, false, lab, alice, cpus(1, 2), "AssocGrpNodeLimit", 2, 1, 1},
	} {
		t.Run(name, func(t *testing.T) {
			e := built(t, func(config *Config, q map[int32]*QOS, a map[int32]*Association) {
				config.Safe = c.safe
				c.change(q[normal], a)
			})
			first := e.Job(lab, alice, normal, 10)
			j := e.Job(c.account, c.user, normal, 5)
			e.Start(0, 0, &first, None, cpus(6, 0, 1))
			e.Advance(3 * clock.Minute)
			over, is := e.Before(&j, None)
			if !is {
				over, is = e.After(&j, None, c.asked)
			}
			want(t, over, is, c.reason, c.used, c.needs, c.by)
			// When the job has ended, what counts jobs and amounts is as at first.
			e.End(3*clock.Minute, 0)
			if g := &e.qos[0]; g.jobs != 0 || g.amounts != (Amounts{}) || g.runSeconds != (Amounts{}) {
				t.Errorf("after the end: %+v", g)
			}
		})
	}
}

// Which of several limits counts: 6 CPUs of alice run in normal, in a partition with a QOS of its own, and she asks for 3 more.
func TestPrecedence(t *testing.T) {
	cpu := func(n int64) Amounts { a := NoLimit; a[CPU] = n; return a }
	for name, c := range map[string]struct {
		change func(q map[int32]*QOS, a map[int32]*Association)
		reason string
		bound  int64
		qos    int32 // its number
	}{
		"the partition's": {func(q map[int32]*QOS, _ map[int32]*Association) { q[part].GrpTRES, q[normal].GrpTRES = cpu(8), cpu(7) }, "QOSGrpCpuLimit", 8, part},
		"a wide one of the partition": {func(q map[int32]*QOS, _ map[int32]*Association) {
			q[part].GrpTRES, q[normal].GrpTRES = cpu(100), cpu(7)
		}, "", 0, 0},
		"a wide one of the job": {func(q map[int32]*QOS, _ map[int32]*Association) {
			q[part].GrpTRES, q[normal].GrpTRES, q[normal].OverPartQOS = cpu(8), cpu(100), true
		}, "", 0, 0},
		"the job's over the partition's": {func(q map[int32]*QOS, _ map[int32]*Association) {
			q[part].GrpTRES, q[normal].GrpTRES, q[normal].OverPartQOS = cpu(100), cpu(7), true
		}, "QOSGrpCpuLimit", 7, normal},
		"the second where the first has none": {func(q map[int32]*QOS, _ map[int32]*Association) {
			q[part].MaxTRES, q[normal].GrpTRES = cpu(100), cpu(7)
		}, "QOSGrpCpuLimit", 7, normal},
		"one TRES by the other": {func(q map[int32]*QOS, _ map[int32]*Association) {
			q[part].GrpTRES[Memory], q[normal].GrpTRES = 100_000, Amounts{7, 1, Unlimited, Unlimited}
		}, "QOSGrpCpuLimit", 7, normal},
		"QOS before association": {func(q map[int32]*QOS, a map[int32]*Association) {
			q[normal].GrpTRES, a[root].GrpTRES, a[alice].GrpTRES = cpu(100), cpu(7), cpu(7)
		}, "", 0, 0},
		"jobs: 20 of the partition, 1 of the association": {func(q map[int32]*QOS, a map[int32]*Association) { q[part].MaxJobsPerUser, a[alice].MaxJobs = 20, 1 }, "", 0, 0},
		"jobs: none of the partition":                     {func(q map[int32]*QOS, a map[int32]*Association) { a[alice].MaxJobs = 1 }, "AssocMaxJobsLimit", 1, 0},
		"jobs of the partition": {func(q map[int32]*QOS, a map[int32]*Association) {
			q[part].MaxJobsPerUser, q[normal].MaxJobsPerUser = 1, 20
		}, "QOSMaxJobsPerUserLimit", 1, part},
		"wall of the job's QOS before the association's": {func(q map[int32]*QOS, a map[int32]*Association) { q[normal].MaxWall, a[alice].MaxWall = 60, 4 }, "", 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			e := built(t, func(_ *Config, q map[int32]*QOS, a map[int32]*Association) { c.change(q, a) })
			j := e.Job(lab, alice, normal, 5)
			e.Start(0, 0, &j, e.QOSOf(part), cpus(6))
			over, is := e.Before(&j, e.QOSOf(part))
			if !is {
				over, is = e.After(&j, e.QOSOf(part), cpus(3))
			}
			if is != (c.reason != "") || is && (over.Reason() != c.reason || over.Bound != c.bound) || is && over.QOS != None && e.QOS[over.QOS].Number != c.qos {
				t.Errorf("over %v: %v of %+v; want %q of %d", is, over.String(), over, c.reason, c.bound)
			}
		})
	}
}

// With a half-life of 693 s, a second leaves 0.999 of the usage. A job of 100 CPUs that runs for 90 s counts 60 times 0.999^60 times 100 =
// 5650.4 CPU seconds, 94 minutes, at the first calculation. At its end 30 times 0.999^30 times 100 = 2911.3 come to that, together 8561.7,
// 142 minutes, of which 0.999^60 are left at the second calculation: 8062.9, 134 minutes. With a usage factor of 0.5 it is half of all;
// with NoDecay it is 6000 and 9000, 100 and 150 minutes.
func TestUsageDecays(t *testing.T) {
	for _, c := range []struct {
		factor  float64
		noDecay bool
		want    [3]int64
	}{{1, false, [3]int64{94, 142, 134}}, {0.5, false, [3]int64{47, 71, 67}}, {1, true, [3]int64{100, 150, 150}}} {
		e := built(t, func(config *Config, q map[int32]*QOS, _ map[int32]*Association) {
			config.HalfLife = 693 * clock.Second
			q[normal].GrpTRESMins[CPU], q[normal].UsageFactor, q[normal].NoDecay = 0, c.factor, c.noDecay
		})
		j := e.Job(chem, bob, normal, 5)
		used := func() int64 {
			over, _ := e.After(&j, None, cpus(1))
			return over.Used
		}
		var got [3]int64
		e.Start(0, 3, &j, None, cpus(100))
		e.Advance(clock.Minute)
		got[0] = used()
		e.End(90*clock.Second, 3)
		got[1] = used()
		e.Advance(2 * clock.Minute)
		if got[2] = used(); got != c.want {
			t.Errorf("factor %g, no decay %v: %d minutes at the calculation, the end and the next calculation, want %d", c.factor, c.noDecay, got, c.want)
		}
	}
}

// Nothing that is asked in a pass allocates, nor do starts and ends once there is room for as many jobs.
func TestNothingIsAllocated(t *testing.T) {
	e := built(t, func(c *Config, q map[int32]*QOS, a map[int32]*Association) {
		c.Safe = true
		for _, q := range q {
			q.MaxTRESPerUser[CPU], q.GrpTRESMins[CPU], q.GrpTRES[Node], q.MaxJobsPerAccount, q.GrpWall, q.GrpSubmit, q.MaxSubmitPerUser, q.DenyOnLimit = 100, 1e6, 10, 9, 1e6, 5, 5, true
		}
		for _, a := range a {
			a.GrpTRES[Memory], a.MaxTRESMins[CPU], a.GrpJobs = 1e9, 1e6, 5
		}
	})
	j := e.Job(lab, alice, normal, 5)
	a, now := cpus(4, 1, 2), clock.Time(0)
	if n := testing.AllocsPerRun(100, func() {
		e.Advance(now)
		if over, is := e.Refused(&j, e.QOSOf(part), a); is {
			t.Fatal(over.String())
		}
		e.Submit(1, &j, e.QOSOf(part))
		if over, is := e.Before(&j, e.QOSOf(part)); is {
			t.Fatal(over.String())
		}
		if over, is := e.After(&j, e.QOSOf(part), a); is {
			t.Fatal(over.String())
		}
		e.Start(now, 1, &j, e.QOSOf(part), a)
		now += 30 * clock.Second
		e.End(now, 1)
		e.Leave(1)
	}); n > 0 {
		t.Errorf("%g allocations", n)
	}
}

// Limits as sacctmgr -P shows them: lengths become minutes, TRES that are not counted are left out, and rows of another cluster are not ours.
func TestOfSacctmgr(t *testing.T) {
	accounts := `Cluster|Account|User|Partition|Share|Priority|GrpJobs|GrpTRES|GrpSubmit|GrpWall|GrpTRESMins|MaxJobs|MaxTRES|MaxTRESPerNode|MaxSubmit|MaxWall|MaxTRESMins|QOS|Def QOS|GrpTRESRunMins
c|root|||1|||||||||||||normal||
c|chem|||1||7|cpu=16,gres/gpu=2|20|1-00:00:00|cpu=900,mem=2G|||||||normal||node=30
c|chem|bob||1|||||||3|cpu=8,license/matlab=1|mem=4000M|6|02:00:00|cpu=960|normal||
c|chem|bob|short|1|||||||1||||||normal||
other|chem|bob||1|||||||99||||||normal||
`
	qos := `Name|Priority|Flags|UsageFactor|GrpTRES|GrpJobs|MaxWall|MaxTRESPU|MaxJobsPU|MaxTRESPA|MaxJobsPA|MinTRES|GrpSubmit|MaxSubmitPU|MaxSubmitPA
normal|0||1.000000|||||||||||
high|10|DenyOnLimit,NoReserve,OverPartQOS|0.500000|cpu=10|4|00:30:00|cpu=12|2|node=3|5|gres/gpu=1|9|8|7
`
	numbers := map[string]int32{"root": 0, "chem": 1, "bob": 7, "normal": 3, "high": 4}
	number := func(name string) int32 { return numbers[name] }
	of := func(enforce string) *Config {
		cluster, err := slurmconf.Read(slurmconf.File{Name: "slurm.conf", Text: "ClusterName=c\nNodeName=n1 CPUs=4\nPartitionName=p Nodes=n1\n" + enforce}, slurmconf.File{Name: "assoc.txt", Text: accounts}, slurmconf.File{Name: "qos.txt", Text: qos})
		if err != nil {
			t.Fatal(err)
		}
		return Of(cluster, Names{number, number, number})
	}
	if c := of("AccountingStorageEnforce=associations\n"); c != nil {
		t.Error("limits that are not enforced")
	}
	c := of("AccountingStorageEnforce=safe\n")
	high, normal := NewQOS(4), NewQOS(3)
	high.GrpTRES[CPU], high.GrpJobs, high.MaxWall, high.MaxTRESPerUser[CPU], high.MaxJobsPerUser, high.MaxTRESPerAccount[Node], high.MaxJobsPerAccount, high.MinTRES[GPU] = 10, 4, 30, 12, 2, 3, 5, 1
	high.GrpSubmit, high.MaxSubmitPerUser, high.MaxSubmitPerAccount = 9, 8, 7
	high.UsageFactor, high.DenyOnLimit, high.NoReserve, high.OverPartQOS = 0.5, true, true, true
	top, chem, bob := NewAssociation(0, None, None), NewAssociation(1, 0, None), NewAssociation(1, None, 7)
	chem.GrpJobs, chem.GrpTRES, chem.GrpWall, chem.GrpTRESMins, chem.GrpTRESRunMins[Node] = 7, Amounts{16, Unlimited, Unlimited, 2}, 1440, Amounts{900, 2048, Unlimited, Unlimited}, 30
	chem.GrpSubmit, bob.MaxSubmit = 20, 6
	bob.MaxJobs, bob.MaxTRES[CPU], bob.MaxTRESPerNode[Memory], bob.MaxWall, bob.MaxTRESMins[CPU] = 3, 8, 4000, 120, 960
	if !c.Safe || !slices.Equal(c.QOS, []QOS{normal, high}) || !slices.Equal(c.Associations, []Association{top, chem, bob}) {
		t.Errorf("%+v", c)
	}
}

func BenchmarkAsk(b *testing.B) {
	c := &Config{CalcPeriod: clock.Minute, QOS: []QOS{NewQOS(0), NewQOS(1)}}
	for a := range int32(4) {
		row := NewAssociation(a, a-1, None)
		row.GrpTRES[CPU], row.GrpTRESMins[CPU] = 1e6, 1e6
		c.Associations = append(c.Associations, row)
	}
	for i := range c.QOS {
		c.QOS[i].MaxTRESPerUser[CPU], c.QOS[i].GrpTRES[Node], c.QOS[i].MaxJobsPerUser = 1e6, 1e6, 1e6
	}
	e, _ := New(c)
	j, a := e.Job(3, 5, 0, 60), &Allocation{Amounts: Amounts{8, 8000, 2, 0}, Nodes: []int32{3, 4}}
	for b.Loop() {
		e.Before(&j, 1)
		e.After(&j, 1, a)
	}
}
