package limits

import (
	"testing"

	"backfill/engine/clock"
)

// What is refused when alice has submitted two jobs in normal, one of which runs on 6 CPUs for 10 minutes since minute 0; the other waits.
// The next job has normal, too, and a time limit of 5 minutes. All are one over, or one
// below.
func TestRefused(t *testing.T) {
	cpu := func(n int64) Amounts { a := NoLimit; a[CPU] = n; return a }
	for name, c := range map[string]struct {
		change        func(q *QOS, a map[int32]*Association)
		account, user int32
		asked         int64 // CPUs
		reason        string
		used, needs   int64
	}{
		"submitted in the QOS":        {func(q *QOS, _ map[int32]*Association) { q.GrpSubmit = 2 }, chem, bob, 1, "QOSGrpSubmitJobsLimit", 2, 1},
		"one more may be":             {func(q *QOS, _ map[int32]*Association) { q.GrpSubmit = 3 }, chem, bob, 1, "", 0, 0},
		"by the user":                 {func(q *QOS, _ map[int32]*Association) { q.MaxSubmitPerUser = 2 }, chem, alice, 1, "QOSMaxSubmitJobPerUserLimit", 2, 1},
		"by another user":             {func(q *QOS, _ map[int32]*Association) { q.MaxSubmitPerUser = 2 }, lab, bob, 1, "", 0, 0},
		"by the account":              {func(q *QOS, _ map[int32]*Association) { q.MaxSubmitPerAccount = 2 }, lab, bob, 1, "MaxSubmitJobsPerAccount", 2, 1},
		"by an account above it":      {func(q *QOS, _ map[int32]*Association) { q.MaxSubmitPerAccount = 2 }, chem, alice, 1, "", 0, 0},
		"below an account":            {func(_ *QOS, a map[int32]*Association) { a[chem].GrpSubmit = 2 }, chem, bob, 1, "AssocGrpSubmitJobsLimit", 2, 1},
		"below an account aside":      {func(_ *QOS, a map[int32]*Association) { a[lab].GrpSubmit = 2 }, chem, bob, 1, "", 0, 0},
		"the QOS has another limit":   {func(q *QOS, a map[int32]*Association) { a[chem].GrpSubmit, q.GrpSubmit = 2, 9 }, chem, bob, 1, "", 0, 0},
		"by the association":          {func(_ *QOS, a map[int32]*Association) { a[alice].MaxSubmit = 2 }, lab, alice, 1, "AssocMaxSubmitJobLimit", 2, 1},
		"by each below":               {func(_ *QOS, a map[int32]*Association) { a[chem].MaxSubmit = 2 }, lab, alice, 1, "AssocMaxSubmitJobLimit", 2, 1},
		"by each alone":               {func(_ *QOS, a map[int32]*Association) { a[chem].MaxSubmit = 2 }, chem, bob, 1, "", 0, 0},
		"the nearer of two":           {func(_ *QOS, a map[int32]*Association) { a[chem].MaxSubmit, a[lab].MaxSubmit = 2, 3 }, lab, alice, 1, "", 0, 0},
		"the QOS has one of accounts": {func(q *QOS, a map[int32]*Association) { a[alice].MaxSubmit, q.MaxSubmitPerAccount = 2, 9 }, lab, alice, 1, "", 0, 0},
		"of running jobs": {func(q *QOS, a map[int32]*Association) {
			q.GrpJobs, q.MaxJobsPerUser, a[alice].MaxJobs, q.DenyOnLimit = 1, 1, 1, true
		}, lab, alice, 1, "", 0, 0},

		"CPUs of a job":                    {func(q *QOS, _ map[int32]*Association) { q.MaxTRES, q.DenyOnLimit = cpu(3), true }, chem, bob, 4, "QOSMaxCpuPerJobLimit", 0, 4},
		"without the flag":                 {func(q *QOS, _ map[int32]*Association) { q.MaxTRES = cpu(3) }, chem, bob, 4, "", 0, 0},
		"more than a user may have":        {func(q *QOS, _ map[int32]*Association) { q.MaxTRESPerUser, q.DenyOnLimit = cpu(7), true }, lab, alice, 8, "QOSMaxCpuPerUserLimit", 0, 8},
		"more than is left for the user":   {func(q *QOS, _ map[int32]*Association) { q.MaxTRESPerUser, q.DenyOnLimit = cpu(7), true }, lab, alice, 7, "", 0, 0},
		"more than an account may have":    {func(q *QOS, _ map[int32]*Association) { q.MaxTRESPerAccount, q.DenyOnLimit = cpu(7), true }, lab, bob, 8, "MaxCpuPerAccount", 0, 8},
		"more than all may have":           {func(q *QOS, _ map[int32]*Association) { q.GrpTRES, q.DenyOnLimit = cpu(7), true }, lab, bob, 8, "QOSGrpCpuLimit", 0, 8},
		"more than an association has":     {func(q *QOS, a map[int32]*Association) { a[root].GrpTRES, q.DenyOnLimit = cpu(7), true }, lab, bob, 8, "AssocGrpCpuLimit", 0, 8},
		"5 minutes of 4":                   {func(q *QOS, _ map[int32]*Association) { q.MaxWall, q.DenyOnLimit = 4, true }, chem, bob, 1, "QOSMaxWallDurationPerJobLimit", 0, 5},
		"5 minutes of 4 in all":            {func(q *QOS, _ map[int32]*Association) { q.GrpWall, q.DenyOnLimit = 4, true }, chem, bob, 1, "QOSGrpWallLimit", 0, 5},
		"5 minutes of 5 in all, 3 used":    {func(q *QOS, _ map[int32]*Association) { q.GrpWall, q.DenyOnLimit = 5, true }, chem, bob, 1, "", 0, 0},
		"5 minutes of 4 of an account":     {func(q *QOS, a map[int32]*Association) { a[chem].MaxWall, q.DenyOnLimit = 4, true }, chem, bob, 1, "AssocMaxWallDurationPerJobLimit", 0, 5},
		"too few CPUs":                     {func(q *QOS, _ map[int32]*Association) { q.MinTRES, q.DenyOnLimit = cpu(4), true }, chem, bob, 3, "QOSMinCpuNotSatisfied", 0, 3},
		"too few CPUs, without the flag":   {func(q *QOS, _ map[int32]*Association) { q.MinTRES = cpu(4) }, chem, bob, 3, "", 0, 0},
		"15 CPU minutes of 14":             {func(q *QOS, _ map[int32]*Association) { q.GrpTRESMins, q.DenyOnLimit = cpu(14), true }, chem, bob, 3, "QOSGrpCPUMinutesLimit", 0, 15},
		"15 CPU minutes of 15, 18 used":    {func(q *QOS, _ map[int32]*Association) { q.GrpTRESMins, q.DenyOnLimit = cpu(15), true }, chem, bob, 3, "", 0, 0},
		"submitted before what it may use": {func(q *QOS, _ map[int32]*Association) { q.GrpSubmit, q.MaxWall, q.DenyOnLimit = 2, 4, true }, chem, bob, 1, "QOSGrpSubmitJobsLimit", 2, 1},
	} {
		t.Run(name, func(t *testing.T) {
			e := built(t, func(config *Config, q map[int32]*QOS, a map[int32]*Association) { c.change(q[normal], a) })
			first := e.Job(lab, alice, normal, 10)
			j := e.Job(c.account, c.user, normal, 5)
			e.Submit(0, &first, None)
			e.Submit(1, &first, None)
			e.Start(0, 0, &first, None, cpus(6, 0, 1))
			e.Advance(3 * clock.Minute)
			over, is := e.Refused(&j, None, cpus(c.asked))
			want(t, over, is, c.reason, c.used, c.needs, 1)
		})
	}
}

// The flag of either QOS counts, for the limits of both and of associations: high allows 8 CPUs, the partition's QOS has the flag.
func TestRefusedByEitherQOS(t *testing.T) {
	for _, deny := range []bool{false, true} {
		e := built(t, func(_ *Config, q map[int32]*QOS, a map[int32]*Association) {
			q[high].GrpTRES[CPU], q[part].DenyOnLimit, a[chem].MaxWall = 8, deny, 60
		})
		j, long := e.Job(chem, bob, high, 60), e.Job(chem, bob, high, 61)
		if over, is := e.Refused(&j, e.QOSOf(part), cpus(9)); is != deny || is && over.Reason() != "QOSGrpCpuLimit" {
			t.Errorf("9 of 8 CPUs with DenyOnLimit %v: refused %v, %v", deny, is, over)
		}
		if over, is := e.Refused(&long, e.QOSOf(part), cpus(1)); is != deny || is && over.Reason() != "AssocMaxWallDurationPerJobLimit" {
			t.Errorf("61 of 60 minutes with DenyOnLimit %v: refused %v, %v", deny, is, over)
		}
	}
}

// A job counts as submitted, once in each QOS, until it leaves: when it has ended, or is cancelled while it waits. It stays when it is
// requeued.
func TestSubmittedUntilItLeaves(t *testing.T) {
	e := built(t, func(_ *Config, q map[int32]*QOS, a map[int32]*Association) {
		q[normal].GrpSubmit, q[part].GrpSubmit = 0, 0
	})
	j := e.Job(lab, alice, normal, 10)
	next := e.Job(chem, bob, normal, 10)
	other := e.Job(chem, bob, high, 10)
	check := func(when string, want int64) {
		t.Helper()
		over, _ := e.Refused(&next, None, cpus(1))
		inPart, _ := e.Refused(&other, e.QOSOf(part), cpus(1))
		if over.Used != want || inPart.Used != want || inPart.QOS != e.QOSOf(part) {
			t.Errorf("%s: %d and %d are submitted, want %d", when, over.Used, inPart.Used, want)
		}
	}
	check("at first", 0)
	e.Submit(7, &j, e.QOSOf(part))
	e.Submit(3, &j, e.QOSOf(part))
	check("two wait", 2)
	e.Start(0, 7, &j, e.QOSOf(part), cpus(4))
	check("one runs", 2)
	e.End(clock.Minute, 7)
	check("it is requeued", 2)
	e.Start(clock.Minute, 7, &j, e.QOSOf(part), cpus(4))
	e.End(2*clock.Minute, 7)
	e.Leave(7)
	check("it has ended", 1)
	e.Leave(3)
	check("the other is cancelled", 0)
	twice := e.Job(lab, alice, part, 10)
	e.Submit(3, &twice, e.QOSOf(part))
	if over, _ := e.Refused(&other, e.QOSOf(part), cpus(1)); over.Used != 1 {
		t.Errorf("a job whose QOS is that of its partition counts %d times", over.Used)
	}
}
