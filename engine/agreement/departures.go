package agreement

import (
	"cmp"
	"slices"

	"backfill/engine"
)

// Kind is a likely reason why a model departs from a log.
type Kind uint8

const (
	OtherLimits Kind = iota // jobs started though they were over a limit of QOS or associations: limits were others then
	HeldBack                // jobs waited though there was room for them: limits, holds, reservations, features or dependencies that are not known
	OtherOrder              // jobs started before others that the model has start first: priorities were others
	IdleNodes               // nodes on which nothing ran though there were jobs for them: they were down, drained or reserved
	NoPlace                 // jobs that have no room where they ran: nodes or what jobs ask for are others
	Preemption              // jobs were stopped for others, of which the log tells too little
)

// Departure is what makes a model depart from a log, most likely.
type Departure struct {
	Kind    Kind
	Jobs    int          // that depart in this way
	Example int32        // one of them, NoJob: none
	Limit   engine.Limit // of OtherLimits
	Common  Common       // of HeldBack: what they have in common
	Nodes   []Idle       // of IdleNodes
}

// Findings are what is told of an agreement.
type Findings struct {
	Counts
	Departures []Departure // likely reasons for what does not agree
}

// Common is what many jobs have in common, and few others.
type Common struct {
	Of     Column
	Number int32   // of the partition, account, QOS or user
	Share  float64 // of the jobs that depart; of all jobs it is less than half of that
}

// Column is an attribute of jobs.
type Column uint8

const (
	Nothing Column = iota
	Partition
	Account
	QOS
	User
)

var columnNames = [...]string{"", "partition", "account", "QOS", "user"}

func (c Column) String() string { return columnNames[c] }

// leastPasses is after how many passes a job is taken to be held back by something that the model does not know.
const leastPasses = 3

// Findings are those of an agreement about the jobs of w.
func (a *Agreement) Findings(w *engine.Workload) *Findings {
	return &Findings{a.Counts, a.departures(w)}
}

// departures are likely reasons, those first that more jobs show. Those that fewer than two jobs show, or one per cent of the starts, are left out.
func (a *Agreement) departures(w *engine.Workload) (list []Departure) {
	limited, order := map[engine.Limit][]int32{}, []int32{}
	for i := range a.Later {
		if l := &a.Later[i]; l.Reason.Rule == engine.OverLimit || l.Reason.Plan == engine.KeptByLimit {
			limited[l.Reason.Limit] = append(limited[l.Reason.Limit], l.Job)
		} else {
			order = append(order, l.Job)
		}
	}
	var held []int32
	for i := range a.Sooner {
		if s := &a.Sooner[i]; s.Room >= leastPasses {
			held = append(held, s.Job)
		}
	}
	add := func(d Departure, jobs []int32) {
		if d.Jobs, d.Example = len(jobs), engine.NoJob; d.Jobs > 0 {
			d.Example = jobs[0]
		}
		if d.Jobs >= max(2, a.Starts/100) {
			list = append(list, d)
		}
	}
	for name, jobs := range limited {
		add(Departure{Kind: OtherLimits, Limit: name}, jobs)
	}
	add(Departure{Kind: HeldBack, Common: common(w, held)}, held)
	add(Departure{Kind: OtherOrder}, order)
	add(Departure{Kind: NoPlace}, a.NoRoom)
	slices.SortFunc(list, func(a, b Departure) int {
		return cmp.Or(cmp.Compare(b.Jobs, a.Jobs), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Limit, b.Limit))
	})
	if len(a.Idle) > 0 {
		jobs := 0
		for i := range a.Idle {
			jobs = max(jobs, a.Idle[i].Jobs)
		}
		list = append(list, Departure{Kind: IdleNodes, Jobs: jobs, Example: engine.NoJob, Nodes: a.Idle})
	}
	if a.WithoutPreemption {
		list = append(list, Departure{Kind: Preemption, Example: engine.NoJob})
	}
	return list
}

// leastShare is how large a share of jobs has to have something in common for it to be told.
const leastShare = 0.6

// common is what most of the jobs have in common, as no more than half as large a share of all jobs has it: the rarest such thing.
func common(w *engine.Workload, jobs []int32) (best Common) {
	rarest := 1.0
	for _, c := range []struct {
		of     Column
		values []int32
	}{{Partition, w.Partition}, {QOS, w.QOS}, {Account, w.Group}, {User, w.User}} {
		if c.values == nil || len(jobs) == 0 {
			continue
		}
		count := map[int32]int{}
		for _, j := range jobs {
			count[c.values[j]]++
		}
		for number, n := range count {
			share := float64(n) / float64(len(jobs))
			if number < 0 || share < leastShare {
				continue
			}
			all := 0
			for _, v := range c.values {
				if v == number {
					all++
				}
			}
			if of := float64(all) / float64(len(w.Jobs)); of <= share/2 && of < rarest {
				rarest, best = of, Common{c.of, number, share}
			}
		}
	}
	return best
}
