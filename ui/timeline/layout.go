package timeline

import "backfill/engine"

// MaxRows is a number of rows that is enough for a lane of any usual height.
const MaxRows = 512

// Layout is a Placement made ready to be drawn: for each of Rows sampled
// processors the pieces that ran there, in order. All columns are plain, so a
// layout may be made in a worker and transferred.
//
// Row r stands for the processors from r*Processors/Rows to (r+1)*Processors/Rows
// and shows the middle one. Row 0 is drawn lowest.
type Layout struct {
	*Placement
	Rows int32

	RowOffset []int32 // row r has the entries RowOffset[r] to RowOffset[r+1]-1
	Piece     []int32 // of each entry; ascending in a row
	// Busy is how long the row was busy before the entry, in units of Quantum.
	Busy    []uint32
	Quantum engine.Time
}

// NewLayout samples at most maxRows rows of p, fewer if the index would grow past
// a fixed number of entries per piece. O(entries).
func NewLayout(p *Placement, maxRows int) *Layout { panic("todo") }
