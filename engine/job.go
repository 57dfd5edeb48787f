package engine

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"
)

// NoJob is the job index that stands for "no job".
const NoJob int32 = -1

// Job is what a simulation reads of one job while it runs: small and flat, since
// every event touches some of it. Rarely read attributes are columns of Workload.
type Job struct {
	Submit     Time  // arrival, from 0 to MaxTime
	Run        Time  // how long the job runs if it is not stopped, at least 1 ms
	Estimate   Time  // requested time: what the scheduler is told, at least 1 ms
	Processors int32 // requested processors, at least 1
}

// Workload is a table of jobs in workload order: by Submit, ties in the order in
// which they were read or drawn. A job is named by its row, an int32; Number is
// what people call it.
//
// A column that is nil says that nothing is known of any job; otherwise it has
// one entry per job and -1 stands for unknown.
type Workload struct {
	Jobs []Job

	Number    []int64 // the log's job number; nil: row + 1
	User      []int32
	Group     []int32
	App       []int32 // executable number
	Queue     []int32
	Partition []int32
	QOS       []int32 // quality of service
	Array     []int32 // number of the array that the job is a task of
	Task      []int32 // which of its tasks, by number
	Memory    []int64 // requested memory in KB per processor
	Wait      []Time  // the wait that a log recorded; nil if none is known, or if a transformation has made it void
	Recorded  []Time  // the run time that a log recorded, before anything was repaired; nil: Run
	Requested []Time  // when a dedicated job is to start, never earlier; -1: a batch job

	Preceding []int64 // number of the job after which the log's user submitted this one

	// Think is how long after the end of the preceding job the user submitted this one.
	Think []Time
	// After is the row of the job that each job follows in simulations, which is smaller than its
	// own; NoJob: none. A follower's Submit does not count: it is submitted when the other job
	// has ended or was refused, or Think after that if Think is known.
	After []int32
	// Dependencies are what jobs wait for before they are submitted, beside After. Jobs that depend on each other in a circle never come.
	Dependencies []Dependency
	// Entered is when people submitted a job that could not start before its Submit, for which it depended on others, was held or had asked
	// for a time; -1: then.
	Entered []Time
	// Started is how each job was started, as a log recorded it; nil: it tells of none. NodeLists are the nodes of which it tells, by number from
	// 1 on, ascending.
	Started   []RecordedStart
	NodeLists [][]int32
	// Until is up to when jobs start as the log recorded (Submit + Wait), not as the policy decides; 0: never. Only policies that say so heed it.
	Until Time
	// Leader is the row of the first component of the heterogeneous job of which a row is a component, NoJob if it is of none. Components are
	// submitted together, stand one behind the other and are to start together.
	Leader []int32
	// Continues marks followers that are the same job as the one they follow, which was
	// a test run: they stand right behind it and have the same Submit.
	Continues []bool

	Bandwidth []int32 // memory bandwidth that each process of the job asks for, MB/s
	Network   []int32 // network bandwidth that each process asks for, MB/s

	// Components are the widths of the parts of a job that may run in different clusters, at the
	// same time, the widest first; they add up to its processors. A job without an entry has one
	// component.
	Components [][]int32

	// Demand is the place in Demands of what each job asks for beside processors.
	Demand  []int32
	Demands []Demand

	// Of jobs on a farm (package engine/machine/farm):
	Benchmark   []int32    // speed of the computer that Run and Estimate hold on, MIPS; not above 0: unknown
	Licences    []Licences // licences that the job needs
	Deadline    []Time     // by when it is to have ended, not before Submit; -1: none
	Checkpoints []bool     // whether a preempted job keeps its work, on whatever computer it goes on

	// Commands change jobs while they wait or run. They are sorted by the time of issue; commands
	// of one instant are taken in the order of the list.
	Commands []Command
	// MaxCommands is how many commands of one job are accepted, 0 for any number.
	MaxCommands int32

	// Changes are the changes made by hand, each job once; what later transformations do is not
	// listed.
	Changes []JobChange

	// Seed is the seed of machines that choose at random.
	Seed uint64

	// Machine is the number of processors of the machine that the workload was
	// recorded on or generated for, 0 if unknown.
	Machine int32
	// LogEnd is up to when the log tells of its jobs; 0: not known. Jobs may still have waited or run then.
	LogEnd Time
	// Calendar places time zero in the real world, nil if unknown.
	Calendar *Calendar
	// Months are the months of submission, ascending and without overlap. They are listed only if
	// months of the real world are left out between them; else nil.
	Months []Month
	// Queues are the names of the queues 0, 1, ...; one that is "" or missing is known by number
	// only.
	Queues []string
}

// RecordedStart is how a log says that a job was started.
type RecordedStart struct {
	Nodes int32   // place in Workload.NodeLists of those on which it ran, from 1; 0: they are not known
	By    Starter // which scheduler did
}

// Starter is a scheduler of a batch system.
type Starter uint8

const (
	UnknownStarter Starter = iota
	MainScheduler          // or any other but that for backfilling
	BackfillScheduler
)

// Calendar relates simulated time to dates.
type Calendar struct {
	UnixStart int64  // seconds since 1970-01-01 UTC at simulated time 0
	Zone      string // name in the zone database, such as "Europe/Stockholm"; "" for UTC
}

// JobNumber is what people call job j.
func (w *Workload) JobNumber(j int32) int64 {
	if w.Number == nil {
		return int64(j) + 1
	}
	return w.Number[j]
}

// JobNumbered is the first job that people call by a number, NoJob if there is none. O(jobs).
func (w *Workload) JobNumbered(number int64) int32 {
	if w.Number == nil {
		if number < 1 || number > int64(len(w.Jobs)) {
			return NoJob
		}
		return int32(number) - 1
	}
	return int32(slices.Index(w.Number, number))
}

// IsTask says whether job j is a task, of which the number is known.
func (w *Workload) IsTask(j int32) bool {
	return w.Array != nil && w.Array[j] >= 0 && w.Task != nil && w.Task[j] >= 0
}

// QueueName is what a queue, not below 0, is called: by its name or as "queue 3".
func (w *Workload) QueueName(queue int32) string {
	if int(queue) < len(w.Queues) && w.Queues[queue] != "" {
		return w.Queues[queue]
	}
	return fmt.Sprintf("queue %d", queue)
}

// MemoryNeed is the memory in MB that job j requests in all, rounded up; 0 if unknown.
func (w *Workload) MemoryNeed(j int32) int32 {
	if w.Memory == nil {
		return 0
	}
	return megabytes(w.Memory[j], w.Jobs[j].Processors)
}

// SameRoom says whether jobs i and j fit in the same places beside the same jobs, and run equally
// long in each if their estimates are equal.
func (w *Workload) SameRoom(i, j int32) bool {
	return w.Jobs[i].Processors == w.Jobs[j].Processors && w.MemoryNeed(i) == w.MemoryNeed(j) &&
		(w.Components == nil || slices.Equal(w.Components[i], w.Components[j])) &&
		w.Needs(i) == w.Needs(j) && (w.Benchmark == nil || w.Benchmark[i] == w.Benchmark[j])
}

// Needs is the set of licences that job j needs.
func (w *Workload) Needs(j int32) Licences {
	if w.Licences == nil {
		return 0
	}
	return w.Licences[j]
}

// DeadlineOf is by when job j is to have ended, Never if it has no deadline.
func (w *Workload) DeadlineOf(j int32) Time {
	if w.Deadline == nil || w.Deadline[j] < 0 {
		return Never
	}
	return w.Deadline[j]
}

// KeepsAnywhere says whether job j keeps its work when it is preempted, on whatever computer it
// goes on.
func (w *Workload) KeepsAnywhere(j int32) bool { return w.Checkpoints != nil && w.Checkpoints[j] }

// Dedicated says whether job j has a requested start.
func (w *Workload) Dedicated(j int32) bool { return w.Requested != nil && w.Requested[j] >= 0 }

// Ready is when job j begins to wait: when it is submitted or, if that is later, at its requested
// start. It cannot start earlier. Its time of submission must be known.
func (w *Workload) Ready(j int32) Time {
	if w.Requested == nil {
		return w.Jobs[j].Submit
	}
	return max(w.Jobs[j].Submit, w.Requested[j])
}

// Continued says whether job j is a test run that another row may continue.
func (w *Workload) Continued(j int32) bool {
	next := int(j) + 1
	return next < len(w.Continues) && w.Continues[next]
}

// RecordedRun is how long job j ran in the log it comes from. Where the log rounds that to 0, it
// is the run time that is simulated.
func (w *Workload) RecordedRun(j int32) Time {
	if w.Recorded == nil || w.Recorded[j] <= 0 {
		return w.Jobs[j].Run
	}
	return w.Recorded[j]
}

// megabytes is the memory of a job of so many processors that asks for perProcessor KB on each,
// in MB, rounded up; 0 if perProcessor is unknown.
func megabytes(perProcessor int64, processors int32) int32 {
	const most = math.MaxInt32
	perProcessor = min(max(perProcessor, 0), most*1024)
	return int32(min((perProcessor*int64(processors)+1023)/1024, most))
}

// JobChange is a change of one job of a workload, made by hand.
type JobChange struct {
	Number int64 `json:"number"` // what people call the job
	Was    Job   `json:"was"`    // 0 processors: the job was added
	Is     Job   `json:"is"`     // 0 processors: the job was removed
}

// Added says whether the job was not there before.
func (c *JobChange) Added() bool { return c.Was.Processors == 0 }

// Removed says whether the job is not there any more.
func (c *JobChange) Removed() bool { return c.Is.Processors == 0 }

// Month is one calendar month of a workload's submissions.
type Month struct {
	Year   int        `json:"year"`
	Month  time.Month `json:"month"`
	Begin  Time       `json:"begin"`  // may lie before time zero
	Length Time       `json:"length"` // of the whole month
}

// LoadZone finds a zone by its name in the zone database. The function it returns says how many
// seconds east of UTC the clocks of the zone are at an instant in unix seconds. A program sets
// LoadZone before the first simulation, since each host keeps the database elsewhere; nil: no
// zone is known.
var LoadZone func(name string) (offset func(unix int64) int, err error)

// Offset says how many seconds east of UTC the clocks of the calendar's zone are; of one that is not known, 0.
func (c *Calendar) Offset() func(unix int64) int {
	if c.Zone != "" && LoadZone != nil {
		if known, err := LoadZone(c.Zone); err == nil {
			return known
		}
	}
	return func(int64) int { return 0 }
}

// When is an instant for people: "90 s", with a calendar "90 s (2024-03-05 14:30:00)" in its zone.
func (w *Workload) When(t Time) string {
	text := strconv.FormatFloat(t.Seconds(), 'f', -1, 64) + " s"
	if w.Calendar == nil {
		return text
	}
	unix := w.Calendar.UnixStart + int64(t/Second)
	local := unix + int64(w.Calendar.Offset()(unix))
	return text + " (" + time.Unix(local, 0).UTC().Format("2006-01-02 15:04:05") + ")"
}

// SubmitMonths lists the months in which jobs may have been submitted, ascending, from time zero
// to the last submission. They are the workload's own Months or else those of its calendar, in
// its zone (in UTC if the zone is unknown); none without a calendar.
func (w *Workload) SubmitMonths() []Month {
	if w.Months != nil || w.Calendar == nil || len(w.Jobs) == 0 {
		return w.Months
	}
	c, offset := w.Calendar, w.Calendar.Offset()
	// begin is when clocks show the first midnight of a month.
	begin := func(year int, month time.Month) Time {
		local := time.Date(year, month, 1, 0, 0, 0, 0, time.UTC).Unix()
		unix := local - int64(offset(local))
		unix = local - int64(offset(unix))
		return Time(unix-c.UnixStart) * Second
	}
	first := time.Unix(c.UnixStart+int64(offset(c.UnixStart)), 0).UTC()
	var months []Month
	for y, m := first.Year(), first.Month(); ; m++ {
		if m > time.December {
			y, m = y+1, time.January
		}
		at, next := begin(y, m), begin(y, m+1)
		if at > w.Jobs[len(w.Jobs)-1].Submit {
			return months
		}
		months = append(months, Month{Year: y, Month: m, Begin: at, Length: next - at})
	}
}
