// Package centre makes the accounting log of an invented computing centre, for those who have no log at hand: a year of jobs of users,
// accounts, partitions and GPUs, as sacct -P of Slurm would print them. The waits are those of EASY in each partition by itself. It knows the
// columns of sacct, not who reads them.
package centre

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"backfill/engine"
	"backfill/policies"
)

// partition is one of the centre's, with the jobs that come to it.
type partition struct {
	name       string
	share      float64 // of the jobs
	sizes      []int32 // processors
	processors int32   // for a GPU, 0 if it has none
	median     float64 // run time, s
	limits     []int32 // that people ask for, s
	load       float64 // offered, of its processors
}

var partitions = []partition{
	{"cpu", 0.62, []int32{1, 1, 1, 2, 4, 8, 16, 32, 64, 128}, 0, 6000, []int32{3600, 4 * 3600, 12 * 3600, 24 * 3600, 48 * 3600}, 0.82},
	{"gpu", 0.2, []int32{16, 16, 16, 32, 64}, 16, 14_400, []int32{4 * 3600, 12 * 3600, 24 * 3600}, 0.93},
	{"long", 0.06, []int32{1, 8, 32, 64}, 0, 150_000, []int32{7 * 24 * 3600, 14 * 24 * 3600}, 0.72},
	{"debug", 0.12, []int32{1, 4, 16}, 0, 300, []int32{900, 1800, 3600}, 0.25},
}

const (
	users    = 180
	accounts = 24
	// meanBurst is how many jobs a user sends in a row.
	meanBurst = 8
)

// Begin is when the first job may come.
var Begin = time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)

// job is a job of the log.
type job struct {
	submit, start, end   int64 // s since Begin; start -1: it was cancelled before
	run, limit           int32
	processors, gpus     int32
	user, account, place int
	state                string
	backfilled           bool
}

// Write writes the log of so many jobs, which come in so many days. The same numbers give the same log.
func Write(to io.Writer, jobs, days int, seed uint64) error {
	list := draw(jobs, days, rand.New(rand.NewPCG(seed, 0)))
	for p := range partitions {
		if err := schedule(list, p, int64(days)*24*3600); err != nil {
			return err
		}
	}
	b := bufio.NewWriterSize(to, 64<<10)
	b.WriteString("JobID|JobIDRaw|JobName|User|UID|Group|Account|Partition|QOS|Submit|Eligible|Start|End|ElapsedRaw|Suspended|State|ExitCode|TimelimitRaw|ReqCPUS|AllocCPUS|NNodes|ReqMem|ReqTRES|AllocTRES|Flags|WorkDir|Cluster\n")
	for n := range list {
		list[n].write(b, 100_000+n)
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("write the log of a centre: %w", err)
	}
	return nil
}

// draw makes the jobs, in the order in which they come.
func draw(jobs, days int, r *rand.Rand) []job {
	list := make([]job, 0, jobs)
	for len(list) < jobs {
		came := arrival(r, days)
		user := int(users * math.Pow(r.Float64(), 3)) // few send most
		account := (user*7 + user/accounts) % accounts
		one := like(r, user)
		for range min(1+int(r.ExpFloat64()*meanBurst), jobs-len(list)) {
			j := one
			j.submit, j.user, j.account = came, user, account
			j.run = runTime(r, &partitions[j.place], j.limit)
			j.state = "COMPLETED"
			switch chance := r.Float64(); {
			case j.run >= j.limit:
				j.state = "TIMEOUT"
			case chance < 0.07:
				j.state, j.run = "FAILED", 1+j.run/20
			case chance < 0.08:
				j.state = "OUT_OF_MEMORY"
			case chance < 0.11:
				j.state, j.run = fmt.Sprint("CANCELLED by ", 1000+user), 1+j.run/3
			case chance < 0.13:
				j.state, j.start = "CANCELLED", -1
			}
			list = append(list, j)
			came += int64(r.ExpFloat64() * 90)
		}
	}
	slices.SortStableFunc(list, func(a, b job) int { return cmp.Compare(a.submit, b.submit) })
	return list
}

// arrival draws when somebody begins to send jobs: by day more than by night, and less at weekends and in summer.
func arrival(r *rand.Rand, days int) int64 {
	for {
		at := int64(r.Float64() * float64(days) * 24 * 3600)
		when := Begin.Add(time.Duration(at) * time.Second)
		busy := 0.15 + 0.85*math.Exp(-math.Pow((float64(when.Hour())+float64(when.Minute())/60-14.5)/4.5, 2))
		if d := when.Weekday(); d == time.Saturday || d == time.Sunday {
			busy *= 0.35
		}
		if when.Month() == time.August {
			busy *= 0.6
		}
		if r.Float64() < busy {
			return at
		}
	}
}

// like draws what the jobs of one go have in common.
func like(r *rand.Rand, user int) job {
	at, place := r.Float64(), 0
	for at -= partitions[0].share; at >= 0 && place < len(partitions)-1; at -= partitions[place].share {
		place++
	}
	p := &partitions[place]
	j := job{place: place, processors: p.sizes[min(len(p.sizes)-1, int(float64(len(p.sizes))*math.Pow(r.Float64(), 1.3)))], limit: p.limits[r.IntN(len(p.limits))]}
	if user%5 == 0 && place == 0 {
		j.processors = p.sizes[len(p.sizes)-1-r.IntN(3)] // some only ever send wide jobs
	}
	if p.processors > 0 {
		j.gpus = j.processors / p.processors
	}
	return j
}

// runTime draws a run time: most jobs ask for far more than they use.
func runTime(r *rand.Rand, p *partition, limit int32) int32 {
	run := p.median * math.Exp(1.5*r.NormFloat64())
	return int32(min(max(run, 2), float64(limit)))
}

// schedule lets EASY start the jobs of a partition that is as large as its load says.
func schedule(list []job, place int, span int64) error {
	p := &partitions[place]
	w := &engine.Workload{}
	var of []int
	work, widest := 0.0, int32(1)
	for i := range list {
		j := &list[i]
		if j.place != place || j.start < 0 {
			continue
		}
		of = append(of, i)
		work += float64(j.run) * float64(j.processors)
		widest = max(widest, j.processors)
		w.Jobs = append(w.Jobs, engine.Job{Submit: engine.Time(j.submit) * engine.Second, Run: engine.Time(j.run) * engine.Second, Estimate: engine.Time(j.limit) * engine.Second, Processors: j.processors})
	}
	size := max(widest, int32(work/(p.load*float64(span))))
	o, err := engine.Simulate(w, engine.NewCluster(size, 1), &policies.EASY{Reservations: 1}, engine.Options{})
	if err != nil {
		return fmt.Errorf("schedule the partition %s: %w", p.name, err)
	}
	for k, i := range of {
		list[i].start, list[i].end = int64(o.Start[k]/engine.Second), int64(o.End[k]/engine.Second)
		list[i].backfilled = o.Overtook != nil && o.Overtook[k]
	}
	return nil
}

// write writes the row of a job.
func (j *job) write(b *bufio.Writer, number int) {
	when := func(at int64) string { return Begin.Add(time.Duration(at) * time.Second).Format("2006-01-02T15:04:05") }
	qos := "normal"
	if partitions[j.place].name == "long" {
		qos = "long"
	}
	tres := fmt.Sprintf("billing=%d,cpu=%d,mem=%dM,node=%d", j.processors, j.processors, 4000*j.processors, (j.processors+31)/32)
	if j.gpus > 0 {
		tres += fmt.Sprintf(",gres/gpu=%d", j.gpus)
	}
	start, end, elapsed, given, flags := "None", when(j.submit+1+int64(j.run)/10), int64(0), "", ""
	if j.start >= 0 {
		start, end, elapsed, given, flags = when(j.start), when(j.end), j.end-j.start, tres, "SchedMain"
		if j.backfilled {
			flags = "SchedBackfill"
		}
	}
	exit := 0
	if j.state == "FAILED" {
		exit = 1
	}
	fmt.Fprintf(b, "%d|%d|run-%d|user%03d|%d|users|project%02d|%s|%s|%s|%s|%s|%s|%d|00:00:00|%s|%d:0|%d|%d|%d|%d|%dM|%s|%s|%s|/home/user%03d/project%02d/run-%d|centre\n", number, number, number%1000, j.user, 1000+j.user, j.account, partitions[j.place].name, qos,
		when(j.submit), when(j.submit), start, end, elapsed, j.state, exit, j.limit/60, j.processors, j.processors, (j.processors+31)/32, 4000*j.processors, tres, given, flags, j.user, j.account, number%1000)
}
