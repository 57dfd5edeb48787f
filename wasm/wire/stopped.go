package wire

import "backfill/engine"

// stoppedRow is a run that was stopped. Its pieces follow those of the run before it, in a column of their own.
type stoppedRow struct {
	From, To       engine.Time
	Job, Partition int32
	Pieces         int32 // how many
	How            int32 // wasPreempted, wasKept, both or neither
}

// How a run was stopped.
const (
	wasPreempted = 1 << iota
	wasKept
)

// packStopped writes the runs that were stopped.
func packStopped(p *packer, o *engine.Outcome) {
	var rows []stoppedRow
	var pieces []engine.Piece
	for _, run := range o.Stopped {
		row := stoppedRow{From: run.From, To: run.To, Job: run.Job, Partition: run.Partition, Pieces: int32(len(run.Pieces))}
		if run.Preempted {
			row.How |= wasPreempted
		}
		if run.Kept {
			row.How |= wasKept
		}
		rows, pieces = append(rows, row), append(pieces, run.Pieces...)
	}
	packRows(p, rows)
	packRows(p, pieces)
}

// unpackStopped reads what packStopped wrote.
func unpackStopped(u *unpacker, o *engine.Outcome) {
	rows, pieces := unpackRows[stoppedRow](u), unpackRows[engine.Piece](u)
	for i, row := range rows {
		u.wants(isJob(row.Job, len(o.Start)), "a run of a job that there is not")
		u.wants(0 <= row.From && row.From < row.To && (i == 0 || rows[i-1].To <= row.To), "stopped runs out of order")
		u.wants(0 <= row.How && row.How <= wasPreempted|wasKept, "a run that was stopped in an unknown way")
		u.wants(0 <= row.Pieces && int(row.Pieces) <= len(pieces) && (row.Pieces > 0) == (o.PieceEnd != nil), "pieces of a run that there are not")
		if u.err != nil {
			return
		}
		run := engine.Run{Job: row.Job, From: row.From, To: row.To, Partition: row.Partition, Preempted: row.How&wasPreempted != 0, Kept: row.How&wasKept != 0}
		if row.Pieces > 0 {
			run.Pieces, pieces = pieces[:row.Pieces:row.Pieces], pieces[row.Pieces:]
		}
		o.Stopped = append(o.Stopped, run)
	}
	u.wants(len(pieces) == 0, "pieces of a run that there is not")
}
