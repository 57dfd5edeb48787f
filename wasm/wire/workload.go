package wire

import (
	"encoding/json"
	"fmt"

	"backfill/engine"
	"backfill/engine/workload"
	"backfill/engine/workload/accounting"
	"backfill/engine/workload/inferred"
)

// Log is what reading a log once has found, or a table of what jobs ask for.
type Log struct {
	Name     string             `json:"name"`               // that it is to have: of an accounting log, whose own may say whose it is, another one
	Kind     string             `json:"kind,omitempty"`     // of the workload that reads it; "" of a table
	SHA256   string             `json:"sha256"`             // of the file or, of an accounting log, of the copy without names that is the answer's data
	Report   *workload.Report   `json:"report"`             // nil of a table
	Waits    bool               `json:"waits"`              // it holds recorded waits
	Format   string             `json:"format,omitempty"`   // of an accounting log
	Columns  []string           `json:"columns,omitempty"`  // the names in the first line of an accounting log that is a table
	Legend   *accounting.Legend `json:"legend,omitempty"`   // of an accounting log: whom the numbers stand for
	Named    *accounting.Named  `json:"named,omitempty"`    // of an accounting log: how many jobs have each name of the legend
	Inferred *inferred.Machine  `json:"inferred,omitempty"` // of an accounting log: what it tells of its machine
	Sizing   *workload.Sizing   `json:"sizing"`             // of a log whose header names no machine
}

// workloadHead is the part of a workload that is no column.
type workloadHead struct {
	Machine  int32              `json:"machine"`
	Commands int32              `json:"commands"` // Workload.MaxCommands
	Until    engine.Time        `json:"until,omitempty"`
	LogEnd   engine.Time        `json:"logEnd,omitempty"`
	Calendar *engine.Calendar   `json:"calendar"`
	Months   []engine.Month     `json:"months"`
	Queues   []string           `json:"queues"`
	Changes  []engine.JobChange `json:"changes,omitempty"`
	Demands  []engine.Demand    `json:"demands,omitempty"`
	Report   *workload.Report   `json:"report"`
	Version  string             `json:"version"`
	Policies int                `json:"policies"`
}

// Made is a workload with what belongs to the whole experiment.
type Made struct {
	Workload *engine.Workload
	Report   *workload.Report
	Version  string // of the program
	Policies int    // how many runs will come
}

// EncodeWorkload writes a workload and its report.
func EncodeWorkload(m Made) (Packed, error) {
	w := m.Workload
	head, err := json.Marshal(workloadHead{w.Machine, w.MaxCommands, w.Until, w.LogEnd, w.Calendar, w.Months, w.Queues, w.Changes, w.Demands, m.Report, m.Version, m.Policies})
	if err != nil {
		return nil, fmt.Errorf("encode a workload: %w", err)
	}
	p := &packer{}
	pack(p, head)
	packRows(p, w.Jobs)
	pack(p, w.Number)
	pack(p, w.User)
	pack(p, w.Group)
	pack(p, w.App)
	pack(p, w.Queue)
	pack(p, w.Partition)
	pack(p, w.QOS)
	pack(p, w.Array)
	pack(p, w.Task)
	pack(p, w.Demand)
	pack(p, w.Memory)
	pack(p, w.Wait)
	pack(p, w.Recorded)
	pack(p, w.Requested)
	pack(p, w.Bandwidth)
	pack(p, w.Network)
	packComponents(p, w.Components)
	pack(p, w.Benchmark)
	pack(p, w.Licences)
	pack(p, w.Deadline)
	pack(p, bytesOfBools(w.Checkpoints))
	pack(p, w.Preceding)
	pack(p, w.Think)
	pack(p, w.Entered)
	pack(p, w.After)
	pack(p, w.Leader)
	pack(p, bytesOfBools(w.Continues))
	packRows(p, w.Commands)
	packDependencies(p, w.Dependencies)
	return p.packed(), nil
}

// DecodeWorkload reads what EncodeWorkload wrote. It calls step now and then, which may
// let others go on.
func DecodeWorkload(b []byte, step func()) (Made, error) {
	u := newUnpacker(b)
	u.step = step
	head := unpack[byte](u)
	jobs := unpackRows[engine.Job](u)
	n := len(jobs)
	w := &engine.Workload{
		Jobs:   jobs,
		Number: optional[int64](u, n),
		User:   optional[int32](u, n), Group: optional[int32](u, n), App: optional[int32](u, n),
		Queue: optional[int32](u, n), Partition: optional[int32](u, n), QOS: optional[int32](u, n), Array: optional[int32](u, n), Task: optional[int32](u, n), Demand: optional[int32](u, n),
		Memory: optional[int64](u, n),
		Wait:   optional[engine.Time](u, n), Recorded: optional[engine.Time](u, n),
		Requested: optional[engine.Time](u, n),
		Bandwidth: optional[int32](u, n), Network: optional[int32](u, n),
		Components: unpackComponents(u, n),
		Benchmark:  optional[int32](u, n), Licences: optional[engine.Licences](u, n),
		Deadline: optional[engine.Time](u, n), Checkpoints: boolsOf(optional[uint8](u, n)),
		Preceding: optional[int64](u, n), Think: optional[engine.Time](u, n), Entered: optional[engine.Time](u, n),
		After: optional[int32](u, n), Leader: optional[int32](u, n), Continues: boolsOf(optional[uint8](u, n)),
	}
	for j, after := range w.After {
		u.wants(after >= engine.NoJob && after < int32(j), "a job follows one that does not stand before it")
	}
	for j, leader := range w.Leader {
		u.wants(leader >= engine.NoJob && leader <= int32(j), "a component stands before its leader")
	}
	for j, continues := range w.Continues {
		u.wants(!continues || j < len(w.After) && w.After[j] != engine.NoJob, "a job continues none")
	}
	w.Commands = unpackCommands(u, n)
	w.Dependencies = unpackDependencies(u, n)
	if err := u.end(); err != nil {
		return Made{}, fmt.Errorf("decode a workload: %w", err)
	}
	var h workloadHead
	if err := json.Unmarshal(head, &h); err != nil {
		return Made{}, fmt.Errorf("decode a workload: %w", err)
	}
	if h.Report == nil || h.Policies < 0 {
		return Made{}, fmt.Errorf("decode a workload: no report")
	}
	w.Machine, w.MaxCommands, w.Calendar, w.Months, w.Queues, w.Changes = h.Machine, h.Commands, h.Calendar, h.Months, h.Queues, h.Changes
	w.Demands, w.Until, w.LogEnd = h.Demands, h.Until, h.LogEnd
	for _, demand := range w.Demand {
		if int(demand) >= len(w.Demands) || demand < -1 {
			return Made{}, fmt.Errorf("decode a workload: a job has a demand that is not listed")
		}
	}
	return Made{Workload: w, Report: h.Report, Version: h.Version, Policies: h.Policies}, nil
}

// optional is a column that is absent or has n entries.
func optional[T element](u *unpacker, n int) []T {
	column := unpack[T](u)
	u.wants(column == nil || len(column) == n, "a column of jobs has another length than the others")
	return column
}

// packComponents writes how many components each job has, 0 if it is not split, and their widths.
func packComponents(p *packer, components [][]int32) {
	var counts, widths []int32
	for _, c := range components {
		counts = append(counts, int32(len(c)))
		widths = append(widths, c...)
	}
	pack(p, counts)
	pack(p, widths)
}

func unpackComponents(u *unpacker, n int) [][]int32 {
	counts, widths := optional[int32](u, n), unpack[int32](u)
	if u.err != nil || counts == nil {
		return nil
	}
	components := make([][]int32, n)
	for j, count := range counts {
		if count < 0 || int(count) > len(widths) {
			u.wants(false, "components that there are not")
			return nil
		}
		if count > 0 {
			components[j], widths = widths[:count:count], widths[count:]
		}
	}
	u.wants(len(widths) == 0, "components of no job")
	return components
}

// unpackCommands reads commands about n jobs.
func unpackCommands(u *unpacker, n int) []engine.Command {
	commands := unpackRows[engine.Command](u)
	for _, c := range commands {
		u.wants(isJob(c.Job, n), "a command names a job that there is not")
		u.wants(c.Kind <= engine.ReduceProcessors, "unknown kind of a command")
	}
	return commands
}

// dependencyRow is a dependency as it travels.
type dependencyRow struct {
	Job, On   int32
	Started   int32 // 1: that On has started
	Completed int32 // 1: that On has ended by itself
	Delay     engine.Time
}

func packDependencies(p *packer, dependencies []engine.Dependency) {
	number := func(is bool) int32 {
		if is {
			return 1
		}
		return 0
	}
	var rows []dependencyRow
	for _, d := range dependencies {
		rows = append(rows, dependencyRow{d.Job, d.On, number(d.Started), number(d.Completed), d.Delay})
	}
	packRows(p, rows)
}

// unpackDependencies reads dependencies between n jobs.
func unpackDependencies(u *unpacker, n int) []engine.Dependency {
	var dependencies []engine.Dependency
	for _, d := range unpackRows[dependencyRow](u) {
		u.wants(isJob(d.Job, n) && isJob(d.On, n), "a dependency names a job that there is not")
		u.wants(d.Delay >= 0, "a dependency is met before it is")
		dependencies = append(dependencies, engine.Dependency{Job: d.Job, On: d.On, Started: d.Started != 0, Completed: d.Completed != 0, Delay: d.Delay})
	}
	return dependencies
}
