package settings

import (
	"fmt"
	"slices"

	"backfill/engine/param"
)

// Preemption is which running jobs make room for others, and how.
type Preemption struct {
	By            PreemptionBy
	Mode          PreemptionMode // where QOS or partition have none of their own
	Exempt        int64          // so many seconds a job has run at least before it makes room
	QOS           map[int32]QOSPreemption
	Partitions    map[int32]PartitionPreemption
	YoungestFirst bool // preempt_youngest_first
	StrictOrder   bool // preempt_strict_order
	ReorderCount  int  // preempt_reorder_count
}

// PreemptionBy says for whom jobs make room.
type PreemptionBy uint8

const (
	NoPreemption PreemptionBy = iota
	ByQOS                     // for those whose QOS may preempt theirs
	ByPartition               // for those in a partition with a higher tier
)

// PreemptionMode is what becomes of a job that makes room.
type PreemptionMode uint8

const (
	AsCluster PreemptionMode = iota // in QOS and partitions only
	ByRequeue
	ByCancel
	BySuspend // it goes on with its work on the same nodes when there is room again
	Protected // it does not make room
)

// QOSPreemption is what a QOS, by its number, has to do with preemption.
type QOSPreemption struct {
	Priority int64
	Preempts []int32 // numbers of QOS
	Mode     PreemptionMode
	Grace    int64 // s that a job runs on after it has been told to stop
	Exempt   int64 // s; 0: that of the cluster
}

// PartitionPreemption is what a partition, by its number, has to do with preemption.
type PartitionPreemption struct {
	Mode  PreemptionMode
	Grace int64 // s
}

// Names of the ways in which jobs make room, and of what is done with them.
var (
	preemptionsBy   = []string{"off", "qos", "partition"}                        // by PreemptionBy
	preemptionModes = []string{"cluster", "requeue", "cancel", "suspend", "off"} // by PreemptionMode
)

// preemptParams are those about preemption beside the tables of QOS and partitions.
var preemptParams = []param.Param{
	{Name: "preempt", Kind: param.Choice, Choices: preemptionsBy, Default: preemptionsBy[NoPreemption],
		Doc: "For whom running jobs make room: qos, for jobs of a QOS that preempts theirs (preempt/qos); partition, for those in a partition with a higher tier (preempt/partition_prio)."},
	{Name: "preemptMode", Kind: param.Choice, Choices: preemptionModes[ByRequeue:], Default: preemptionModes[ByRequeue], Only: &param.Only{Name: "preempt", In: preemptionsBy[ByQOS:]},
		Doc: "What becomes of jobs that make room: requeue, they wait again; cancel, they are gone; suspend, they go on with their work on the same nodes when these are free again (SUSPEND,GANG); off, they do not make room."},
	{Name: "preemptExempt", Kind: param.Number, Unit: "s", Min: 0, Max: 1e9, Default: 0.0, Only: &param.Only{Name: "preempt", In: preemptionsBy[ByQOS:]},
		Doc: "PreemptExemptTime: how long jobs have run before they make room."},
}

// checkPreempts finds QOS that are to make room and have no row.
func checkPreempts(v param.Values) error {
	table := rows(v, "qos")
	for i, row := range table {
		if !row.Has("preempts") {
			continue
		}
		for _, r := range row.Set("preempts") {
			if !slices.ContainsFunc(table, func(other param.Values) bool { return r.From <= other.Int("number") && other.Int("number") <= r.To }) {
				return &param.Error{Path: fmt.Sprintf("/qos/%d/preempts", i), Value: param.Set{r}.String(), Reason: "no row is about this QOS; numbers of QOS that have a row are accepted"}
			}
		}
	}
	return nil
}

// preemptionOf is what the values say.
func preemptionOf(v param.Values) Preemption {
	mode := func(v param.Values) PreemptionMode {
		return PreemptionMode(slices.Index(preemptionModes, v.Text("preemptMode")))
	}
	p := Preemption{By: PreemptionBy(slices.Index(preemptionsBy, v.Text("preempt"))), Mode: mode(v), Exempt: int64(v.Float("preemptExempt")),
		QOS: map[int32]QOSPreemption{}, Partitions: map[int32]PartitionPreemption{}, ReorderCount: 1}
	table := rows(v, "qos")
	for _, row := range table {
		q := QOSPreemption{Priority: row.Int("priority"), Mode: mode(row), Grace: int64(row.Float("grace")), Exempt: int64(row.Float("preemptExempt"))}
		if row.Has("preempts") {
			for _, other := range table {
				if row.Set("preempts").Range(other.Int("number")) >= 0 {
					q.Preempts = append(q.Preempts, int32(other.Int("number")))
				}
			}
		}
		p.QOS[int32(row.Int("number"))] = q
	}
	for _, row := range rows(v, "partitions") {
		p.Partitions[int32(row.Int("number"))] = PartitionPreemption{Mode: mode(row), Grace: int64(row.Float("grace"))}
	}
	return p
}
